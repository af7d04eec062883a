"""A recorded game, move by move, as somebody with these eyes may know it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from serai.referee.core.game import Game
from serai.referee.replay import Replay, ReplayedMatch, Step

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

    `question` is the number of the seat's question, from 1; none for the default answer of a retired seat.
    """

    number: int
    seat: int | None
    question: int | None
    action: str | None
    options: int
    is_default: bool
    events: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "seat": self.seat,
            "question": self.question,
            "action": self.action,
            "options": self.options,
            "default": self.is_default,
            "events": list(self.events),
        }


class Walk:
    """Gives the moves one after the other; between them, the table as it stands."""

    def __init__(self, game: Game, replay: Replay, eyes: Eyes) -> None:
        self.replay = replay
        self._game = game
        self._eyes = eyes
        self._match = ReplayedMatch(game, replay)
        self._options: dict[int, tuple[str, ...]] = {}

    @property
    def turn(self) -> int:
        return self._match.state.turn

    def picture(self) -> str:
        """The text board."""
        return self._game.picture(self._game.view(self._match.state, self._eyes.seat))

    def moves(self) -> Iterator[Move]:
        """Yield the set-up, then every decision. ReplayError if the record cannot be played."""
        self._note_options()
        yield Move(0, None, None, None, 0, False, self._new_events(0))
        while step := self._match.next_step():
            yield self._play(step)

    def _play(self, step: Step) -> Move:
        question = None if step.is_default else self._match.asked[step.seat]
        options = len(self._match.state.options.get(step.seat, ()))
        events = self._journal_size
        self._match.play(step)
        self._note_options()
        action = self._game.actions.say(step.action) if self._eyes.see_answers_of(step.seat) else None
        return Move(
            step.number + 1, step.seat, question, action, options, step.is_default, self._new_events(since=events)
        )

    @property
    def _journal_size(self) -> int:
        assert self._match.state.journal is not None
        return len(self._match.state.journal)

    def _new_events(self, since: int) -> tuple[str, ...]:
        journal = self._match.state.journal
        assert journal is not None
        seen = journal[since:] if self._eyes.everything else [e.seen_by(self._eyes.seat) for e in journal[since:]]
        return tuple(map(self._game.events.say, seen))

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
