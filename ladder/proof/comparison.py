"""Two worlds that differ only in what a seat may not know, compared in all that the seat could notice."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from serai.ladder.proof.difference import Difference, Drawn, differing
from serai.ladder.proof.positions import Met, Position
from serai.ladder.proof.stack import Stack
from serai.ladder.proof.world import World
from serai.referee.core.agenda import Action, Event, Sealed, decision, options, over, push, waiting
from serai.referee.core.luck import DEAL_BYTES, Luck
from serai.referee.match import Fault, chosen
from serai.referee.world import drawn_world
from serai.server.codec import CODECS
from serai.v1 import referee_pb2 as pb

STEPS = 3  # decisions that both worlds are played on for
REFUSALS = 3  # wrong answers whose refusals are compared


@dataclass
class Comparison:
    """Compares what viewers of positions are sent; `compared` counts, `dealt_anew` says how many worlds did differ.

    `worlds` counts those that could be sent to a viewer, each drawn from both.
    """

    stack: Stack
    met: Met
    chance: random.Random
    compared: int = 0
    dealt_anew: int = 0
    told_apart: int = 0
    worlds: int = 0

    def differences(self, position: Position) -> Iterator[Difference]:
        """Yield all that any viewer could tell what it may not know by."""
        for viewer in self.stack.viewers:
            twin = self.stack.game.redeal(position.state, viewer, Luck(self.chance.randbytes(DEAL_BYTES)))
            self.compared += 1
            self.dealt_anew += twin.snapshot() != position.state.snapshot()
            journal = [self._vary(event, viewer) for event in position.journal]
            for what, one, other in self._of_viewer(position, twin, journal, viewer):
                if one != other:
                    yield differing(what, viewer, position, one, other)

    def _of_viewer(
        self, position: Position, twin: Any, journal: list[Event], viewer: int | None
    ) -> Iterator[tuple[str, Any, Any]]:
        view = self.stack.game.view
        yield "view", view(position.state, viewer), view(twin, viewer)
        yield "events", seen(position.journal, viewer), seen(journal, viewer)
        yield "who is asked", waiting(position.state), waiting(twin)
        yield "being asked", (), self._needlessly_asked(twin, viewer)
        yield from self._of_worlds(position, twin, viewer)
        if viewer is None:
            yield from self._on_the_way(position, twin, viewer)
        elif over(position.state):
            yield from self._of_the_end(position, twin, journal, viewer)
        else:
            yield from self._of_seat(position, twin, journal, viewer)

    def _of_worlds(self, position: Position, twin: Any, viewer: int | None) -> Iterator[tuple[str, Any, Any]]:
        """Draw a world from both with the same luck: it has to be the same, and to agree with what the viewer knows."""
        game, deal = self.stack.game, self.chance.randbytes(DEAL_BYTES)
        one, other = (drawn_world(game, state, viewer, Luck(deal)) for state in (position.state, twin))
        self.worlds += 1
        yield "world", Drawn(game, one), Drawn(game, other)
        yield "view of a world", game.view(position.state, viewer), game.view(one, viewer)
        yield "who is asked in a world", waiting(position.state), waiting(one)
        if viewer is not None:
            yield "options in a world", options(position.state, viewer), options(one, viewer)

    def _worlds(self, position: Position, twin: Any, journal: Sequence[Event], seat: int) -> tuple[World, World]:
        """Return the world as it is and another; also the deal is another, as a whole."""
        clone, deal = self.stack.game.clone, self.chance.randbytes(DEAL_BYTES)
        return (
            World(self.stack, clone(position.state), position.journal, position.deal, seat),
            World(self.stack, clone(twin), journal, deal, seat),
        )

    def _of_the_end(
        self, position: Position, twin: Any, journal: Sequence[Event], seat: int
    ) -> Iterator[tuple[str, Any, Any]]:
        one, other = self._worlds(position, twin, journal, seat)
        yield "GameStarted", one.started(), other.started()
        yield "GameEnded", one.ended(), other.ended()
        yield "GameStarted again", one.resumed(), other.resumed()

    def _of_seat(
        self, position: Position, twin: Any, journal: Sequence[Event], seat: int
    ) -> Iterator[tuple[str, Any, Any]]:
        one, other = self._worlds(position, twin, journal, seat)
        yield "GameStarted", one.started(), other.started()
        yield "Question", one.asked(), other.asked()
        if seat in waiting(position.state):
            yield "default answer", default(one, seat), default(other, seat)
            wrong = self._wrong_answers(position.state, seat)
            yield "refusals", refusals(one, seat, wrong), refusals(other, seat, wrong)
            answer = self._wrong_message(wrong)
            yield "Fault", one.refused(answer), other.refused(answer)
        yield from self._on_the_way(position, twin, seat)

    def _needlessly_asked(self, twin: Any, viewer: int | None) -> tuple[int, ...]:
        """Return the others whom nobody would ask in that world: to see them asked tells that this is not it."""
        if over(twin):
            return ()
        top = decision(twin)
        alone = [seat for seat in waiting(twin) if seat != viewer and len(options(twin, seat)) == 1]
        return tuple(seat for seat in alone if not top.always_asked(twin, seat))

    # Wrong answers

    def _wrong_answers(self, state: Any, seat: int) -> list[Action | int]:
        """Return actions from elsewhere in the game, and numbers that no option has."""
        others = self.chance.sample(list(self.met.actions), min(12, len(self.met.actions)))
        foreign = [action for action in others if action not in options(state, seat)]
        return [*foreign[:REFUSALS], len(options(state, seat)), 2**32 - 1]

    def _wrong_message(self, wrong: Sequence[Action | int]) -> pb.Answer:
        choice = self.chance.choice(wrong)
        if isinstance(choice, int):
            return pb.Answer(option=choice)
        name = self.stack.game.name
        action = pb.Action()
        getattr(action, name).MergeFromString(CODECS[name].action(choice))
        return pb.Answer(action=action)

    # The way of both worlds from here

    def _on_the_way(self, position: Position, twin: Any, viewer: int | None) -> Iterator[tuple[str, Any, Any]]:
        """Play both on with the same answers, until something lawfully comes to light.

        What comes to light is seen in the view, and whether a view shows too much is judged at every position. So as
        long as the views are equal, nothing else may differ: what is told, who is asked, and what is asked.
        """
        view, clone = self.stack.game.view, self.stack.game.clone
        one, other = clone(position.state), clone(twin)
        other.luck = one.luck.clone()
        for _ in range(STEPS):
            step = self._common_answer(one, other)
            if step is None or sealed_apart(one, other):
                return
            told, told_other = (in_any_order(follow(state, *step, viewer), viewer) for state in (one, other))
            if view(one, viewer) != view(other, viewer):
                self.told_apart += 1
                return
            yield f"events after {step[1]}", told, told_other
            yield f"who is asked after {step[1]}", waiting(one), waiting(other)
            if viewer is not None and viewer in waiting(one):
                yield f"options after {step[1]}", options(one, viewer), options(other, viewer)

    def _common_answer(self, one: Any, other: Any) -> tuple[int, Action] | None:
        if over(one) or over(other):
            return None
        seat = self.chance.choice(waiting(one))
        common = set(options(other, seat))
        shared = [action for action in options(one, seat) if action in common]
        return (seat, self.chance.choice(shared)) if shared else None

    # Events

    def _vary(self, event: Event, viewer: int | None) -> Event:
        """Return the event with another secret, where the viewer may not know it."""
        if not event.secret or (viewer is not None and viewer in [getattr(event, name) for name in event.knower]):
            return event
        values = self.chance.choice(self.met.secrets.get(type(event)) or [()])
        return replace(event, **dict(zip(event.secret, values, strict=False)))  # type: ignore[type-var]  # as in Event


def seen(journal: Sequence[Event], viewer: int | None) -> list[Event]:
    return [event.seen_by(viewer) for event in journal]


def follow(state: Any, seat: int, action: Action, viewer: int | None) -> list[Event]:
    """Let the answer happen, and return what the viewer is told of it."""
    state.journal = []
    push(state, seat, action)
    return seen(state.journal, viewer)


def in_any_order(told: list[Event], viewer: int | None) -> tuple[list[Event], list[str]]:
    """Return the events without the viewer's own secrets, and these by themselves: cards drawn come in any order."""
    own = [event for event in told if event.secret and viewer in [getattr(event, name) for name in event.knower]]
    return seen(told, None), sorted(map(repr, own))


def sealed_apart(one: Any, other: Any) -> bool:
    """Whether answers that lie sealed differ: they come to light together, and then everybody may know them."""
    top = decision(one)
    return isinstance(top, Sealed) and top != decision(other)


def default(world: World, seat: int) -> Action:
    return decision(world.state).default(world.state, seat)


def refusals(world: World, seat: int, wrong: Sequence[Action | int]) -> list[str]:
    """Return what the seat is told of each of these answers; nothing where the rules allow it."""
    return [refusal(world.state, seat, choice) for choice in wrong]


def refusal(state: Any, seat: int, choice: Action | int) -> str:
    try:
        chosen(state, seat, choice)
    except Fault as fault:
        return fault.text
    return ""
