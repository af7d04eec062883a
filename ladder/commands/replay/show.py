"""How `serai replay show` prints a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from serai.ladder.commands.console import Column, number, say, say_json, short, table
from serai.ladder.commands.replay.evidence import evidence
from serai.ladder.commands.replay.paint import say_painted
from serai.ladder.commands.replay.seat_log import SeatLog
from serai.ladder.commands.replay.walk import Eyes, Move, Walk
from serai.ladder.errors import UserProblem
from serai.ladder.model.facts import Fact
from serai.ladder.model.game_record import GameRecord
from serai.ladder.model.plan import find_game
from serai.ladder.plain_text import one_line
from serai.referee.core.picture import LETTERS, legend_lines, plain, who
from serai.referee.replay import Replay, ReplayError

_PARTS = 3
_ACTION_WIDTH = 28


@dataclass(frozen=True, slots=True)
class Part:
    """Which moves are told, and when the table is drawn: after `some`, every `turn`, `every` move, or `none`."""

    boards: str = "some"
    first: int = 0
    last: int | None = None

    def holds(self, move: int) -> bool:
        return self.first <= move and (self.last is None or move <= self.last)

    def check(self, moves: int) -> None:
        """UserProblem if the game has no such moves."""
        for name, value in (("first", self.first), ("last", self.last or 0)):
            if value > moves:
                raise UserProblem(f"the {name} move cannot be {value}: the game has moves 0 (the set-up) to {moves}")
        if self.last is not None and self.last < self.first:
            raise UserProblem(f"the last move, {self.last}, comes before the first, {self.first}")


def show(game: GameRecord, name: str, eyes: Eyes, part: Part, as_json: bool, log: SeatLog | None = None) -> None:
    """Tell the game, for people or for programs; `name` is what other commands find it by."""
    try:
        walk = walk_of(game, eyes)
        part.check(len(walk.replay.decisions))
        if as_json:
            _show_json(game, walk, eyes, part, log)
        else:
            _Teller(game.fact, name, walk, part, log).tell(eyes)
    except ReplayError as error:
        raise UserProblem(f"the game cannot be played again: {error}") from None


def walk_of(game: GameRecord, eyes: Eyes) -> Walk:
    """Return the game from its beginning on; ReplayError if the record cannot be played."""
    replay = Replay.from_json(game.replay)
    return Walk(find_game(replay.game), replay, eyes, [seat["bot"] for seat in game.fact["seats"]])


def _show_json(game: GameRecord, walk: Walk, eyes: Eyes, part: Part, log: SeatLog | None) -> None:
    moves = [move.as_json() for move in walk.moves() if part.holds(move.number)]
    printed = {} if log is None else {"printed": log.printed}
    say_json({"fact": game.fact, "eyes": str(eyes), "moves": moves, "retirements": walk.retirements(), **printed})


class _Teller:
    """Prints a game as it goes on."""

    def __init__(self, fact: Fact, name: str, walk: Walk, part: Part, log: SeatLog | None) -> None:
        self._fact = fact
        self._game = name
        self._walk = walk
        self._part = part
        self._log = log
        self._width = max(len(plain(who(walk.names, seat))) for seat in range(len(walk.names)))
        self._title = ""
        self._turn = 0
        # The table is drawn when so many turns are over; the last picture is that of the end.
        turns = len(walk.replay.turns)
        self._thirds = {turns * part // _PARTS for part in range(1, _PARTS)}
        self._turns_over = 0

    def tell(self, eyes: Eyes) -> None:
        self._introduce(eyes)
        for move in self._walk.moves():
            wanted = self._wants_board(move)
            if self._part.last is not None and move.number > self._part.last:
                return
            if move.number == self._part.first - 1:
                self._tell_title()
            elif move.number >= self._part.first:
                self._tell_move(move)
                self._tell_retirements(move.number)
                self._tell_log(move)
                if wanted:
                    self._draw()
                else:
                    self._tell_title()
        if self._part.boards != "none":
            self._draw("The end")
        self._tell_rest_of_log()
        self._tell_result()
        for retirement in self._walk.retirements():
            if eyes.see_answers_of(retirement["seat"]):
                self._tell_evidence(retirement)

    def _introduce(self, eyes: Eyes) -> None:
        fact = self._fact
        where = f"{fact['tournament']}, block {fact['block']}" if fact["tournament"] else f"block {fact['block']}"
        say(
            f"game {fact['game_id']}: {fact['game']}, epoch {fact['epoch']}, {where}, rotation {fact['rotation']}",
            "bold",
        )
        options = ", ".join(f"{name} {value}" for name, value in fact["options"].items())
        say(f"seen by: {eyes}; options: {options or 'none'}")
        say(f"deal {fact['deal']}")
        if controls := self._walk.replay.controls:
            say(f"time {' '.join(controls if len(set(controls)) > 1 else controls[:1])}")
        seats = [f"{who(self._walk.names, seat)} (seat {seat})" for seat in range(len(self._walk.names))]
        say_painted(f"seats: {', '.join(seats)}")
        if self._part.boards != "none":
            say()
            for line in legend_lines(self._walk.legend):
                say(line, "dim")

    def _tell_move(self, move: Move) -> None:
        if move.seat is not None:
            answer = move.action or "decides"
            mark = "  (default answer: retired)" if move.is_default else f"  #{move.question}  {move.took}".rstrip()
            told = f"{who(self._walk.names, move.seat):{self._width}}  {answer:{_ACTION_WIDTH}} of {move.options}{mark}"
            say_painted(f"{move.number:5}  {told}")
        for event in move.told:
            say_painted(f"{'':7}{'':{self._width}}  · {event}", "dim")

    def _tell_log(self, move: Move) -> None:
        """Say what the bot printed over its question; at the set-up, what it printed before the first."""
        if self._log is not None and (move.number == 0 or (move.seat == self._log.seat and move.question)):
            for line in self._log.take(move.question or 0):
                say(line, "cyan")

    def _tell_rest_of_log(self) -> None:
        """Say what it printed over a question that it never answered."""
        for line in self._log.take_rest() if self._log is not None else ():
            say(line, "cyan")

    def _tell_title(self) -> None:
        """Say where in the game we are, whenever that changes."""
        title = self._walk.title()
        if title != self._title:
            self._title = title
            say_painted(f"\n{title}", "bold cyan")

    def _tell_retirements(self, decisions: int) -> None:
        for retirement in self._walk.retirements():
            if retirement["after"] == decisions:
                reason = f": {one_line(retirement['text'])}" if retirement["text"] else ""
                say(f"       {self._name(retirement)} is RETIRED ({retirement['cause']}){reason}", "bold red")

    def _name(self, retirement: Mapping[str, Any]) -> str:
        return plain(who(self._walk.names, retirement["seat"]))

    def _wants_board(self, move: Move) -> bool:
        turn_over = move.turn != self._turn
        if turn_over:
            self._turn = move.turn
            self._turns_over += 1
        wanted = {
            "every": True,
            "turn": turn_over,
            "some": turn_over and self._turns_over - 1 in self._thirds,
            "none": False,
        }
        return wanted[self._part.boards]

    def _draw(self, title: str = "") -> None:
        say()
        if title:
            say(title, "bold cyan")
        picture = self._walk.picture()
        self._title = picture.title
        for line in picture.lines():
            say_painted(line)
        say()

    def _tell_result(self) -> None:
        columns = [number("rank"), number("seat"), Column("bot", style="bold"), Column("version"), number("points")]
        results = sorted(enumerate(self._fact["seats"]), key=lambda result: result[1]["rank"])
        rows = [
            [
                str(seat["rank"]),
                f"{LETTERS[at]} {at}",
                seat["bot"],
                short(seat["version"]),
                str(seat["points"]),
                seat["cause"] or "",
            ]
            for at, seat in results
        ]
        say()
        table([*columns, Column("retired", style="red")], rows)
        say()
        seats = [number(plain(who(self._walk.names, seat))) for seat in range(len(self._walk.names))]
        counted = self._walk.items()
        total = ["together", *(str(sum(points)) for points in zip(*counted.values(), strict=True))]
        table([Column("points for"), *seats], [*([item, *map(str, row)] for item, row in counted.items()), total])

    def _tell_evidence(self, retirement: Mapping[str, Any]) -> None:
        say(f"\n{self._name(retirement)} was retired after {retirement['after']} decisions", "bold red")
        for line in evidence(self._game, self._walk, retirement):
            say(line)
