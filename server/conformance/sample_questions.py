"""Real moments of real games: one for every kind of decision, to be put to a bot and judged by the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from serai.referee.clock import TimeControl
from serai.referee.core.agenda import Action, State, decision
from serai.referee.core.errors import IllegalAction
from serai.referee.core.game import Game
from serai.referee.core.luck import DEAL_BYTES, commit
from serai.referee.match import Cause, Fault
from serai.server.codec import CODECS
from serai.server.codec.base import Codec
from serai.server.conformance.decision_kinds import Ground, grounds, kind_of, kinds, walk
from serai.v1 import referee_pb2 as pb


@dataclass(frozen=True, slots=True)
class Moment:
    """A seat has to decide. Whoever takes the seat now is told all that has happened so far."""

    game: Game
    kind: str
    seat: int
    seats: int
    options: Mapping[str, str]
    deal: bytes
    told: bytes
    view: Any
    offered: list[Action]
    state: State

    @property
    def codec(self) -> Codec:
        return CODECS[self.game.name]

    def question(self, number: int, handle: int, clock: int) -> bytes:
        """The question in wire form, as a field of a PlayResponse."""
        return self.codec.question(number, handle, self.told, self.view, self.offered, clock)

    def started(self, handle: int, control: TimeControl) -> pb.GameStarted:
        """The introduction to the game the moment belongs to."""
        return introduction(self.game, self.state, self.seats, self.options, self.deal, control, handle, self.seat)

    def judge(self, choice: int | Action) -> None:
        """Whether the rules allow an answer; a Fault if not."""
        if isinstance(choice, int):
            if not 0 <= choice < len(self.offered):
                raise Fault(Cause.ILLEGAL, f"option {choice} does not exist; there are {len(self.offered)}")
            return
        try:
            decision(self.state).check(self.state, self.seat, choice)
        except IllegalAction as error:
            raise Fault(Cause.ILLEGAL, str(error)) from None


def introduction(
    game: Game,
    state: State,
    seats: int,
    options: Mapping[str, str],
    deal: bytes,
    control: TimeControl,
    handle: int,
    seat: int,
) -> pb.GameStarted:
    """What a bot is told when a game begins."""
    return pb.GameStarted(
        game_handle=handle,
        game=game.name,
        epoch=game.epoch,
        seat=seat,
        seats=seats,
        options=options,
        board=CODECS[game.name].started_board(state),
        time_control=pb.TimeControl(
            bank_seconds=control.bank, increment_seconds=control.increment, cap_seconds=control.cap
        ),
        commitment=commit(deal),
    )


def collect(game: Game) -> dict[str, Moment]:
    """A moment for every kind of decision."""
    wanted = len(kinds(game.name))
    found: dict[str, Moment] = {}
    for ground in grounds(game.name):
        for number in ground.deals:
            for state in walk(game, ground, number):
                if kind_of(state) not in found:
                    found[kind_of(state)] = _moment(game, ground, number, state)
                if len(found) == wanted:
                    return found
    return found


def _moment(game: Game, ground: Ground, number: int, state: State) -> Moment:
    seat = max(state.options, key=lambda asked: len(state.options[asked]))
    assert state.journal is not None
    kept = game.clone(state)
    return Moment(
        game=game,
        kind=kind_of(state),
        seat=seat,
        seats=ground.seats,
        options=game.complete(ground.seats, ground.options),
        deal=number.to_bytes(DEAL_BYTES, "big"),
        told=b"".join(CODECS[game.name].told(event.seen_by(seat)) for event in state.journal),
        view=game.view(kept, seat),
        offered=list(kept.options[seat]),
        state=kept,
    )
