"""Positions to prove: from whole games of greedy, of random and of mixed bots, and from rare ones dealt anew."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from itertools import count
from typing import Any

from serai.ladder.proof.stack import Stack
from serai.referee.clock import TimeControl
from serai.referee.core.agenda import Action, Event, act, decision, options, over, waiting
from serai.referee.core.errors import IllegalAction
from serai.referee.core.luck import DEAL_BYTES, Luck
from serai.server.codec import CODECS
from serai.server.messages import game_started
from serai.stream import own_action, place_of
from serai.table import Luck as BotLuck
from serai.table import Table
from serai.v1 import referee_pb2 as pb

LONGEST = 20_000  # decisions: a game that takes more does not end
PER_GAME = 40  # positions taken from one game, evenly over its course
RARE = 0.01  # of all decisions met: a kind that is rarer is always taken, and branched from
MOST_KEPT = 8  # positions of one rare kind to branch from
TAIL = 40  # events that a position brings along

Choose = Callable[[Any, int], Action]


@dataclass(frozen=True, slots=True)
class Position:
    """A state in which somebody decides, or the last of a game; with what has just been told, and where it is from."""

    state: Any
    deal: bytes
    journal: tuple[Event, ...]
    source: str
    game: int
    decision: int

    @property
    def kind(self) -> str:
        return kind_of(self.state)

    def __str__(self) -> str:
        return f"{self.source} game {self.game}, decision {self.decision} ({self.kind})"


@dataclass
class Met:
    """What has been met so far: kinds of decisions, actions, secrets in events, rare positions."""

    kinds: Counter[str] = field(default_factory=Counter)
    actions: dict[Action, None] = field(default_factory=dict)
    secrets: dict[type[Event], list[tuple[Any, ...]]] = field(default_factory=dict)
    rare: dict[str, list[Position]] = field(default_factory=dict)

    def is_rare(self, kind: str) -> bool:
        return self.kinds[kind] < max(2.0, RARE * self.kinds.total())

    def note(self, state: Any) -> None:
        self.kinds[kind_of(state)] += 1
        for seat in waiting(state):
            self.actions.update(dict.fromkeys(options(state, seat)))

    def note_events(self, events: list[Event]) -> None:
        for event in events:
            if event.secret:
                known = self.secrets.setdefault(type(event), [])
                known.append(tuple(getattr(event, name) for name in event.secret))


class Positions:
    """Goes on without end; every run from the same seed gives the same positions."""

    def __init__(self, stack: Stack, seed: str) -> None:
        self.met = Met()
        self._stack = stack
        self._chance = random.Random(f"{stack.game.name} {stack.seats} {seed}")
        self._greedy = greedy(stack)

    def __iter__(self) -> Iterator[Position]:
        for number in count():
            source, state, deal, choose = self._begin(number)
            yield from self._of_one_game(source, number, state, deal, choose)

    def _begin(self, number: int) -> tuple[str, Any, bytes, Choose]:
        """Return where the next game begins and how it is played: in turns greedy, random, mixed and branched."""
        deal = self._chance.randbytes(DEAL_BYTES)
        way = ("greedy", "random", "mixed", "rare")[number % 4]
        if way == "rare" and self.met.rare:
            start = self._chance.choice(self.met.rare[self._chance.choice(sorted(self.met.rare))])
            state = self._stack.game.redeal(start.state, None, Luck(deal))
            state.journal = list(start.journal)
            return way, state, deal, self._at_random
        state = self._stack.begin(deal)
        if way == "greedy" and self._greedy is not None:
            return way, state, deal, self._greedy
        return (way, state, deal, self._mixed) if way == "mixed" else ("random", state, deal, self._at_random)

    def _at_random(self, state: Any, seat: int) -> Action:
        return self._chance.choice(options(state, seat))

    def _mixed(self, state: Any, seat: int) -> Action:
        wise = self._greedy is not None and self._chance.random() < 0.5
        return self._greedy(state, seat) if wise and self._greedy else self._at_random(state, seat)

    def _of_one_game(self, source: str, number: int, state: Any, deal: bytes, choose: Choose) -> Iterator[Position]:
        """Play it to its end, then give the first position, some of all parts, the rare ones and the last."""
        spread: list[Position] = []
        for place in range(LONGEST):
            self.met.note(state)
            found = self._position(source, number, place, state, deal)
            if not over(state) and self.met.is_rare(found.kind):
                self._keep_rare(found)
                yield found
            elif place == 0 or over(state):
                yield found
            elif len(spread) < PER_GAME:
                spread.append(found)
            elif (other := self._chance.randrange(place)) < PER_GAME:
                spread[other] = found
            if over(state):
                break
            self._decide(state, choose)
        else:
            raise AssertionError(f"{self._stack.game.name} does not end")
        yield from spread

    def _position(self, source: str, number: int, place: int, state: Any, deal: bytes) -> Position:
        told = state.journal if over(state) else state.journal[-TAIL:]
        return Position(self._stack.game.clone(state), deal, tuple(told), source, number, place)

    def _keep_rare(self, found: Position) -> None:
        kept = self.met.rare.setdefault(found.kind, [])
        if len(kept) < MOST_KEPT:
            kept.append(found)

    def _decide(self, state: Any, choose: Choose) -> None:
        before = len(state.journal)
        seat = self._chance.choice(waiting(state))
        act(state, seat, choose(state, seat))
        self.met.note_events(state.journal[before:])


def kind_of(state: Any) -> str:
    return "over" if over(state) else type(decision(state)).__name__


def greedy(stack: Stack) -> Choose | None:
    """Return how the sample bot greedy chooses, from what a seat is sent; None for a game it does not play."""
    name = f"serai.sample_bots.python.greedy.{stack.game.name}"
    if find_spec(name) is None:
        return None
    rule, codec = import_module(name).choose, CODECS[stack.game.name]
    tables: dict[tuple[bytes, int], Table] = {}

    def choose(state: Any, seat: int) -> Action:
        place = (state.luck.deal, seat)
        if place not in tables:
            tables.clear()
            tables.update({(place[0], each): _table(stack, state, each) for each in range(stack.seats)})
        offered = options(state, seat)
        sent = codec.question(1, 1, b"", stack.game.view(state, seat), offered, 1000)
        (question,) = pb.PlayResponse.FromString(sent).questions
        actions = [getattr(option, stack.game.name) for option in question.options]
        chosen = rule(tables[place], getattr(question.view, stack.game.name), actions)
        at = place_of(chosen, enumerate(actions), len(actions))
        return (
            offered[at] if at is not None else _own(state, seat, codec.read_action(own_action(chosen, tables[place])))
        )

    return choose


def _own(state: Any, seat: int, action: Action) -> Action:
    """Return an action that is not among the options, or an option where a planted leak has misled the bot."""
    try:
        decision(state).check(state, seat, action)
    except IllegalAction:
        return options(state, seat)[-1]
    return action


def _table(stack: Stack, state: Any, seat: int) -> Table:
    """Return the table as the SDK gives it to a bot."""
    control = TimeControl()
    board = CODECS[stack.game.name].started_board(state)
    sent = game_started(
        stack.game, board, stack.settings, state.luck.deal, control, handle=1, seat=seat, seats=stack.seats
    )
    (started,) = pb.PlayResponse.FromString(sent).games_started
    return Table(
        handle=1,
        game=started.game,
        epoch=started.epoch,
        seat=seat,
        seats=stack.seats,
        options=dict(started.options),
        board=getattr(started.board, started.game),
        time_control=started.time_control,
        commitment=started.commitment,
        luck=BotLuck(started.luck),
    )
