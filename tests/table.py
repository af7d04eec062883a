"""A table for scenarios: seats called by name, actions in their text form, luck that can be told in advance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from serai.referee.core.agenda import (
    Action,
    Decision,
    Step,
    act,
    decision,
    options,
    over,
    relist_options,
    settle,
    waiting,
)
from serai.referee.core.game import Game
from serai.referee.core.luck import DEAL_BYTES, Luck


class ScriptedLuck(Luck):
    """Luck whose next draws for a purpose can be told in advance; what is not told is drawn as always."""

    __slots__ = ("script",)

    def __init__(self, deal: bytes, drawn: dict[str, int] | None = None) -> None:
        Luck.__init__(self, deal, drawn)
        self.script: dict[str, list[int]] = {}

    def foretell(self, purpose: str, *draws: int) -> None:
        """The next draws for this purpose, after those already told."""
        self.script.setdefault(purpose, []).extend(draws)

    def below(self, bound: int, purpose: str) -> int:
        drawn = Luck.below(self, bound, purpose)
        told = self.script.get(purpose)
        if not told:
            return drawn
        assert 0 <= told[0] < bound, f"{purpose}: {told[0]} was told, but the draw is below {bound}"
        return told.pop(0)

    def clone(self) -> ScriptedLuck:
        copy = ScriptedLuck(self.deal, self.drawn.copy())
        copy.script = {purpose: draws[:] for purpose, draws in self.script.items()}
        return copy


class Player:
    """One seat of the table. What is not named here is read from the seat's own things in the state."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table = table
        self.seat = seat

    def __getattr__(self, name: str) -> Any:
        return getattr(self.table.state.players[self.seat], name)

    @property
    def asked(self) -> bool:
        """Whether the game waits for this seat."""
        return self.seat in waiting(self.table.state)

    @property
    def options(self) -> list[str]:
        """What the seat may answer now, in text form and in the order of the list."""
        return self.table.say(options(self.table.state, self.seat))

    @property
    def view(self) -> Any:
        return self.table.game.view(self.table.state, self.seat)

    @property
    def default(self) -> str:
        """What a retired seat would answer now."""
        state = self.table.state
        return self.table.game.actions.say(decision(state).default(state, self.seat))

    def must(self, question: type[Decision[Any]]) -> bool:
        """Whether the seat is asked exactly this question."""
        return self.asked and type(decision(self.table.state)) is question

    def does(self, *answers: str) -> None:
        """Answer one question after the other; an answer that is not allowed fails."""
        for answer in answers:
            act(self.table.state, self.seat, self.table.game.actions.read(answer))

    def set(self, **things: object) -> None:
        """Arrange the seat's own things, and list anew what may be answered."""
        for name, value in things.items():
            setattr(self.table.state.players[self.seat], name, value)
        relist_options(self.table.state)


class Table:
    """A game, its seats by name, and what may be arranged before a scenario begins."""

    def __init__(self, game: Game, names: str, **chosen: str) -> None:
        self.game = game
        self.names = names.split()
        self.luck = ScriptedLuck(bytes(DEAL_BYTES))
        self.state: Any = game.start(len(self.names), self.luck, game.complete(len(self.names), chosen))
        self.players = [Player(self, seat) for seat in range(len(self.names))]

    def __getattr__(self, name: str) -> Player:
        if name.startswith("__") or name not in self.names:
            raise AttributeError(f"nobody called {name} sits at this table")
        return self.players[self.names.index(name)]

    @property
    def over(self) -> bool:
        return over(self.state)

    @property
    def journal(self) -> list[str]:
        """All that happened, in text form, as somebody who sees everything would tell it."""
        return [self.game.events.say(event) for event in self.state.journal]

    def heard_by(self, name: str | None) -> list[str]:
        """All that happened as one seat (None: the public) may know it."""
        seat = None if name is None else self.names.index(name)
        return [self.game.events.say(event.seen_by(seat)) for event in self.state.journal]

    def say(self, actions: Sequence[Action]) -> list[str]:
        return [self.game.actions.say(action) for action in actions]

    def set(self, **things: object) -> None:
        """Arrange what is common, and list anew what may be answered."""
        for name, value in things.items():
            setattr(self.state, name, value)
        relist_options(self.state)

    def happens(self, *things: Step | Decision[Any]) -> None:
        """Let things happen before all that is already waiting."""
        self.state.then(*things)
        settle(self.state)
