"""The work of `serai replay verify`: find each game and what its tournament published, and let it be proved here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, overload

from serai.ladder.commands.own_games import file_of
from serai.ladder.desk import replays
from serai.ladder.desk.desk import Desk
from serai.ladder.desk.operation import Row
from serai.ladder.model import game_record
from serai.ladder.model.game_record import GameRecord
from serai.ladder.model.schedule import Block
from serai.ladder.model.tournament import Tournament
from serai.ladder.model.verification import verify_game
from serai.referee.replay import ReplayError


@dataclass(frozen=True, slots=True)
class Verdict:
    """Accepted, or refused for a reason."""

    game: str
    reason: str | None

    def __str__(self) -> str:
        return f"accepted  {self.game}" if self.reason is None else f"refused   {self.game}  {self.reason}"

    def as_json(self) -> dict[str, Any]:
        return {"game": self.game, "accepted": self.reason is None, "reason": self.reason}


class Verifier:
    """Proves games on this machine, with what a desk knows of them."""

    def __init__(self, asked: Desk) -> None:
        self._desk = asked
        self._headers: dict[str, Row] = {}

    def count(self, tournament: str | None) -> int:
        """Return how many games of a tournament there are, or of all."""
        return self._desk.ask(replays.count, tournament=tournament)

    def named(self, references: Iterable[str]) -> Iterator[Verdict]:
        """Judge games by id or file. A name that means no game at all is the person's mistake, not a refusal."""
        for reference in references:
            if (file := file_of(reference)) is not None:
                game = game_record.read(file)
                yield self._verdict(reference, game, self._published(game))
            else:
                yield from self._proofs([reference], None)

    def of_tournament(self, name: str | None) -> Iterator[Verdict]:
        """Judge all games of a tournament, or of all, in schedule order."""
        return self._proofs([], name)

    def _proofs(self, games: list[str], tournament: str | None) -> Iterator[Verdict]:
        for proof in self._desk.ask(replays.proofs, games=games, tournament=tournament):
            game = GameRecord.from_json(proof["record"])
            yield self._verdict(game.fact["game_id"], game, proof)

    def _published(self, game: GameRecord) -> Row | None:
        """Return what is known of the tournament of a game; nothing if it is none of ours, or makes no sense."""
        fact: Row = {**game.fact}
        drawn = fact.get("drawn")
        name, block = fact.get("tournament"), fact.get("block")
        deal = drawn.get("block_deal") if isinstance(drawn, dict) else fact.get("deal")
        if not (isinstance(name, str) and isinstance(block, int) and isinstance(deal, str)):
            return None
        return self._desk.ask(replays.published, tournament=name, block=block, deal=deal)

    def _verdict(self, shown: str, game: GameRecord, published: Row | None) -> Verdict:
        try:
            verify_game(game, None if published is None else self._event(game, published))
            if published is not None and published["deal"] is not None:
                raise ReplayError(published["deal"])
        except ReplayError as error:
            return Verdict(shown, str(error))
        return Verdict(shown, None)

    def _event(self, game: GameRecord, published: Row) -> Tournament:
        """Return the tournament of a game, of whose schedule only its block is known."""
        header = self._headers.setdefault(published["tournament"], published.get("header", {}))
        number, block = game.fact["block"], published["block"]
        known = None if block is None else Block(number, tuple(block["line_up"]), block["commitment"])
        return Tournament.from_header(header, _OneBlock(header["blocks"], known))


class _OneBlock(Sequence[Block]):
    """A schedule of so many blocks, of which one is known."""

    def __init__(self, length: int, known: Block | None) -> None:
        self._length = length if known is not None else 0
        self._known = known

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> Block: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Block]: ...

    def __getitem__(self, index: int | slice) -> Block | Sequence[Block]:
        if self._known is None or index != self._known.index:
            raise IndexError(index)
        return self._known
