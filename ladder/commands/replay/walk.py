"""A recorded game, move by move, as somebody with these eyes may know it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from serai.referee.clock import UNLIMITED
from serai.referee.core.agenda import State
from serai.referee.core.game import Game, Items
from serai.referee.core.picture import Picture
from serai.referee.core.telling import Teller
from serai.referee.replay import Replay, ReplayedMatch, Step

_SECOND = 1000
EVIDENCE = ("text", "question", "answer", "stderr")


@dataclass(frozen=True, slots=True)
class Eyes:
    """Whose eyes the game is seen with: a seat's, the public's (no seat), or those of one who may see everything."""

    everything: bool = True
    seat: int | None = None

    def __str__(self) -> str:
        if self.everything:
            return "all"
        return "public" if self.seat is None else f"seat {self.seat}"

    def see_answers_of(self, seat: int) -> bool:
        """A seat's answer may be sealed: what comes of it is told in events, as far as others may know."""
        return self.everything or seat == self.seat


@dataclass(frozen=True, slots=True)
class Move:
    """A decision and what came of it. Number 0 is the set-up, which nobody decided.

    `question` is the number of the seat's question, from 1; none for the default answer of a retired seat. `told` are
    the events for people, painted; `turn` is the turn that the game is in afterwards; `milliseconds` is what the seat
    was charged, and `left` the seconds that it had after it, where that is known.
    """

    number: int
    seat: int | None
    question: int | None
    action: str | None
    options: int
    is_default: bool
    events: tuple[str, ...]
    told: tuple[str, ...]
    turn: int
    milliseconds: int | None = None
    left: float | None = None

    @property
    def clock(self) -> str:
        """What the clock of the seat says after it, for people; empty if nobody knows, or none runs."""
        return "" if self.left is None else f"{self.left:.0f} s left"

    @property
    def took(self) -> str:
        """The time it took, for people; empty if that is not known."""
        if self.milliseconds is None:
            return ""
        return f"{self.milliseconds} ms" if self.milliseconds < _SECOND else f"{self.milliseconds / _SECOND:.2f} s"

    def as_json(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "seat": self.seat,
            "question": self.question,
            "action": self.action,
            "options": self.options,
            "default": self.is_default,
            "events": list(self.events),
            "milliseconds": self.milliseconds,
        }


class Walk:
    """Gives the moves one after the other; between them, the table as it stands."""

    def __init__(self, game: Game, replay: Replay, eyes: Eyes, names: Sequence[str]) -> None:
        self.replay = replay
        self.names = names
        self._game = game
        self._eyes = eyes
        self._match = ReplayedMatch(game, replay)
        self._teller = Teller(game.events, names, game.spoken(self._match.state))
        self._options: dict[int, tuple[str, ...]] = {}

    @property
    def legend(self) -> str:
        return self._game.legend

    def snapshot(self) -> State:
        """The state as it is now, to be drawn later."""
        state: State = self._game.clone(self._match.state)
        return state

    def picture(self, state: State | None = None) -> Picture:
        """The table as it stands, or stood; with the hands of all seats for those who may see everything."""
        state = state or self._match.state
        seen = self._seen_by(self._eyes.seat, state)
        if not self._eyes.everything:
            return seen
        beside = [line for seat in range(len(self.names)) for line in self._seen_by(seat, state).beside]
        return seen._replace(beside=(*seen.beside, *(line for line in beside if line not in seen.beside)))

    def title(self, state: State | None = None) -> str:
        """Where in the game we are, or were."""
        return self._seen_by(self._eyes.seat, state or self._match.state).title

    def _seen_by(self, seat: int | None, state: State) -> Picture:
        return self._game.picture(self._game.view(state, seat), self.names)

    def items(self) -> Items:
        """Where the points of the finished game come from."""
        return self._game.items(self._match.state)

    def moves(self) -> Iterator[Move]:
        """Yield the set-up, then every decision. ReplayError if the record cannot be played."""
        self._note_options()
        yield Move(0, None, None, None, 0, False, *self._since(0))
        while step := self._match.next_step():
            yield self._play(step)

    def _play(self, step: Step) -> Move:
        question = None if step.is_default else self._match.asked[step.seat]
        options = len(self._match.state.options.get(step.seat, ()))
        events = self._journal_size
        self._match.play(step)
        self._note_options()
        action = self._game.actions.say(step.action) if self._eyes.see_answers_of(step.seat) else None
        since = self._since(events)
        took = self.replay.took(step.number)
        clock = self._match.clocks[step.seat]
        left = None if took is None or clock.control == UNLIMITED else clock.bank
        return Move(step.number + 1, step.seat, question, action, options, step.is_default, *since, took, left)

    @property
    def _journal_size(self) -> int:
        assert self._match.state.journal is not None
        return len(self._match.state.journal)

    def _since(self, events: int) -> tuple[tuple[str, ...], tuple[str, ...], int]:
        """What happened after so many events, in notation and for people, and the turn."""
        journal = self._match.state.journal
        assert journal is not None
        seen = journal[events:] if self._eyes.everything else [e.seen_by(self._eyes.seat) for e in journal[events:]]
        return tuple(map(self._game.events.say, seen)), tuple(map(self._teller.tell, seen)), self._match.state.turn

    def _note_options(self) -> None:
        """Note what a seat could have answered at the moment it was retired."""
        for retirement in self.replay.retirements:
            if retirement["after"] == len(self._match.decisions):
                options = self._match.state.options.get(retirement["seat"], ())
                self._options[retirement["seat"]] = tuple(map(self._game.actions.say, options))

    def retirements(self) -> list[dict[str, Any]]:
        """Why seats were retired. The evidence holds what the seat knew, so it is for those who may know it."""
        hidden = dict.fromkeys(EVIDENCE, "")
        return [
            dict(retirement) if self._eyes.see_answers_of(retirement["seat"]) else {**retirement, **hidden}
            for retirement in self.replay.retirements
        ]

    def options_at(self, retirement: Mapping[str, Any]) -> tuple[str, ...]:
        """What a retired seat had been asked to choose from; nothing if it was not its turn, or for other eyes."""
        known = self._eyes.see_answers_of(retirement["seat"])
        return self._options.get(retirement["seat"], ()) if known else ()
