"""The work of `serai replay verify`: find each game and its tournament, and let it be proved."""

from __future__ import annotations

from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from redis.exceptions import NoPermissionError

from serai.ladder.model import game_record
from serai.ladder.model.game_record import GameRecord, is_file
from serai.ladder.model.tournament import Tournament
from serai.ladder.model.verification import verify_deal, verify_game
from serai.ladder.storage import tournaments
from serai.ladder.storage.store import Store, open_store
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
    """Proves games. The store is opened when it is first needed, and closed with the stack."""

    def __init__(self, stack: ExitStack, store: Store | None = None) -> None:
        self._stack = stack
        self._store = store
        self._events: dict[str, Tournament | None] = {}

    @property
    def store(self) -> Store:
        if self._store is None:
            self._store = self._stack.enter_context(open_store())
        return self._store

    def ids(self, name: str | None) -> list[str]:
        """The games of a tournament, or of all, in schedule order."""
        if name is None:
            return [fact["game_id"] for fact in self.store.all_facts()]
        event = tournaments.load(self.store, name)
        return [fact["game_id"] for fact in self.store.facts(event.name)]

    def verdict(self, reference: str) -> Verdict:
        """Judge one game. A name that means no game at all is the person's mistake, not a refusal."""
        game = game_record.read(Path(reference)) if is_file(reference) else self.store.game(reference)
        shown = reference if is_file(reference) else game.fact["game_id"]
        try:
            event = self._event(game)
            verify_game(game, event)
            if event is not None and event.committed is not None:
                self._verify_deal(game, event.name, event.committed)
        except ReplayError as error:
            return Verdict(shown, str(error))
        return Verdict(shown, None)

    def _verify_deal(self, game: GameRecord, tournament: str, committed: str) -> None:
        """Check the deal against the secret; who may not read that has the commitment of the block, as everybody."""
        with suppress(NoPermissionError):
            verify_deal(game.fact, committed, self.store.secret(tournament))

    def _event(self, game: GameRecord) -> Tournament | None:
        """The tournament of a game, if it is one of ours."""
        name = game.fact.get("tournament")
        if not isinstance(name, str):
            return None
        if name not in self._events:
            known = name in self.store.tournaments()
            self._events[name] = tournaments.load(self.store, name) if known else None
        return self._events[name]
