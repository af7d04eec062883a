"""Real questions of real games: one for every kind of decision, to be asked of a bot and judged by the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from serai.referee.clock import TimeControl
from serai.referee.core.agenda import Action, State
from serai.referee.core.game import Game
from serai.referee.core.luck import DEAL_BYTES
from serai.referee.match import chosen
from serai.server.codec import CODECS
from serai.server.codec.base import Codec
from serai.server.conformance.decision_kinds import Ground, grounds, kind_of, kinds, walk
from serai.server.messages import game_ended, game_started


@dataclass(frozen=True, slots=True)
class SampleQuestion:
    """A seat has to decide. Its question comes with all the events so far, as to somebody who takes the seat now."""

    game: Game
    kind: str
    seat: int
    seats: int
    settings: Mapping[str, str]
    deal: bytes
    events: bytes
    view: Any
    options: list[Action]
    state: State

    @property
    def codec(self) -> Codec:
        return CODECS[self.game.name]

    def question(self, number: int, handle: int, clock: int) -> bytes:
        """Return the question in wire form, as a field of a PlayResponse."""
        return self.codec.question(number, handle, self.events, self.view, self.options, clock)

    def started(self, handle: int, control: TimeControl) -> bytes:
        """Return the start of the game the question belongs to, in wire form."""
        return game_started(
            *(self.game, self.codec.started_board(self.state), self.settings, self.deal, control),
            handle=handle,
            seat=self.seat,
            seats=self.seats,
        )

    def ended(self, handle: int, deal: bytes) -> bytes:
        """Return an end of the game in which all seats share the first place, in wire form."""
        return game_ended(self.game, handle, points=[0] * self.seats, ranks=[1] * self.seats, deal=deal)

    def judge(self, choice: int | Action) -> None:
        """Raise a Fault if the rules do not allow an answer."""
        chosen(self.state, self.seat, choice)


def collect(game: Game) -> dict[str, SampleQuestion]:
    """Return a question for every kind of decision."""
    wanted = len(kinds(game.name))
    found: dict[str, SampleQuestion] = {}
    for ground in grounds(game.name):
        for number in ground.deals:
            for state in walk(game, ground, number):
                if kind_of(state) not in found:
                    found[kind_of(state)] = _sample_question(game, ground, number, state)
                if len(found) == wanted:
                    return found
    return found


def _sample_question(game: Game, ground: Ground, number: int, state: State) -> SampleQuestion:
    seat = max(state.options, key=lambda asked: len(state.options[asked]))
    assert state.journal is not None
    kept = game.clone(state)
    return SampleQuestion(
        game=game,
        kind=kind_of(state),
        seat=seat,
        seats=ground.seats,
        settings=game.complete(ground.seats, ground.settings),
        deal=number.to_bytes(DEAL_BYTES, "big"),
        events=b"".join(CODECS[game.name].event_field(event.seen_by(seat)) for event in state.journal),
        view=game.view(kept, seat),
        options=list(kept.options[seat]),
        state=kept,
    )
