"""What the bot in one seat printed, handed out question by question."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from serai.ladder.commands.at_desk import desk
from serai.ladder.commands.own_games import file_of
from serai.ladder.desk import printed
from serai.ladder.model.game_record import GameRecord
from serai.ladder.plain_text import one_line
from serai.server.bot_log import Printed


def find_log(reference: str, game: GameRecord, seat: int) -> SeatLog:
    """Return what is kept of a seat: in the file that is meant, or in the store."""
    if file_of(reference) is not None:
        return SeatLog(seat, game.printed[seat] if game.printed else None)
    with desk() as asked:
        return SeatLog(seat, cast("Printed | None", asked.ask(printed.of_seat, game_id=reference, seat=seat)))


def log_lines(log: Printed) -> Iterator[str]:
    """Yield it for people: what was cut, then every line with its question."""
    if log["dropped"]:
        yield f"… {log['dropped']} bytes before this are not kept"
    for question, text in log["lines"]:
        yield f"#{question:<4} {one_line(text)}"


class SeatLog:
    """What a seat printed; every line is taken once."""

    def __init__(self, seat: int, log: Printed | None) -> None:
        self.seat = seat
        self.printed = log or Printed(dropped=0, lines=[])
        self._left = list(self.printed["lines"])
        self._said_what_is_missing = False

    def take(self, question: int) -> list[str]:
        """Return the lines up to a question of the seat, as they are shown below a move."""
        taken = [text for number, text in self._left if number <= question]
        self._left = [(number, text) for number, text in self._left if number > question]
        return [*self._missing(), *(f"       | {one_line(text)}" for text in taken)]

    def take_rest(self) -> list[str]:
        """Return what no move has taken."""
        return [*self._missing(), *(f"  #{number} | {one_line(text)}" for number, text in self._left)]

    def _missing(self) -> list[str]:
        if self._said_what_is_missing:
            return []
        self._said_what_is_missing = True
        if not self.printed["lines"]:
            return ["       | nothing is kept of what this bot printed"]
        dropped = self.printed["dropped"]
        return [f"       | … {dropped} bytes before this are not kept"] if dropped else []
