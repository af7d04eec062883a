"""A recorded game told again, move by move, as somebody with these eyes may know it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from serai.referee.core.agenda import Action
from serai.referee.core.game import Game
from serai.referee.replay import Replay, Rerun

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


class Story:
    """Gives the moves one after the other; between them, the table as it stands."""

    def __init__(self, game: Game, replay: Replay, eyes: Eyes) -> None:
        self.replay = replay
        self._game = game
        self._eyes = eyes
        self._rerun = Rerun(game, replay)
        self._told = 0
        self._asked: dict[int, tuple[str, ...]] = {}

    @property
    def turn(self) -> int:
        return self._rerun.state.turn

    def picture(self) -> str:
        """The text board."""
        return self._game.picture(self._game.view(self._rerun.state, self._eyes.seat))

    def moves(self) -> Iterator[Move]:
        """The set-up, then every decision. ReplayError if the record cannot be played."""
        self._note_questions(0)
        yield Move(0, None, None, None, 0, False, self._news())
        asked = [0] * self.replay.seats
        steps = self._rerun.steps()
        step = next(steps, None)
        number = 0
        while step is not None:
            number += 1
            seat, action, is_default = step
            asked[seat] += not is_default
            options = len(self._rerun.state.options.get(seat, ()))
            step = next(steps, None)  # now it happens
            self._note_questions(number)
            question = None if is_default else asked[seat]
            yield Move(number, seat, question, self._say(seat, action), options, is_default, self._news())

    def _say(self, seat: int, action: Action) -> str | None:
        return self._game.actions.say(action) if self._eyes.see_answers_of(seat) else None

    def _news(self) -> tuple[str, ...]:
        journal = self._rerun.state.journal
        assert journal is not None
        fresh, self._told = journal[self._told :], len(journal)
        seen = fresh if self._eyes.everything else [event.seen_by(self._eyes.seat) for event in fresh]
        return tuple(self._game.events.say(event) for event in seen)

    def _note_questions(self, decisions: int) -> None:
        """What a seat could have answered at the moment it was retired."""
        for retirement in self.replay.retirements:
            if retirement["after"] == decisions:
                options = self._rerun.state.options.get(retirement["seat"], ())
                self._asked[retirement["seat"]] = tuple(map(self._game.actions.say, options))

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
        return self._asked.get(retirement["seat"], ()) if known else ()
