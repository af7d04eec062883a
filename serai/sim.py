"""The engine in a bot's hands: search in worlds with the rules that the referee plays by.

import serai
from serai import sim

class Searcher(serai.Bot):
    worlds = True

    def choose(self, table, view, options):
        world = sim.World.load(table.world, table.seat)
        ...

A world is a whole position, drawn at random among those that agree with everything a seat knows. What it holds of other
hands, of decks and of dice to come is made up; `redeal` draws another one from the same knowledge. Options are in the
order in which the question lists them. docs/search-and-learning.md has a bot that plays.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from math import inf
from typing import Any

from serai.referee.core.agenda import Action, act, options, over, push, waiting
from serai.referee.core.errors import IllegalAction, UnreadableState
from serai.referee.core.game import Game
from serai.referee.core.luck import DEAL_BYTES, Luck
from serai.referee.games import GAMES
from serai.referee.saving import load, save

__all__ = ["Action", "IllegalAction", "Judge", "Outcome", "Policy", "UnreadableState", "World"]

# Chooses for a seat that is asked: one of `world.options(seat)`, or its place among them.
Policy = Callable[["World", int], Action | int]
# Says what a position is worth to each seat.
Judge = Callable[["World"], Sequence[float]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game stands: points and ranks by seat, 1 is the winner's, equal ranks share a place; whether it is over.

    `decisions` counts those that were made on the way here; `values` is what a judge of the rollout has said.
    """

    points: tuple[int, ...]
    ranks: tuple[int, ...]
    over: bool
    decisions: int = 0
    values: tuple[float, ...] = ()


class World:
    """A position that can be played on. `seat` is whose knowledge it agrees with; None: the public's."""

    __slots__ = ("_game", "_state", "seat")

    def __init__(self, game: Game, state: Any, seat: int | None) -> None:
        """Worlds are made by `load`, `start`, `clone` and `redeal`."""
        self._game = game
        self._state = state
        self.seat = seat

    @classmethod
    def load(cls, data: bytes, seat: int | None) -> World:
        """Return the world in these bytes, as a seat was sent it; UnreadableState says what is wrong with them."""
        game, state = load(data)
        if seat is not None and not 0 <= seat < len(state.players):
            raise ValueError(f"seat {seat} is not at this table: its seats are 0 to {len(state.players) - 1}")
        return cls(game, state, seat)

    @classmethod
    def start(
        cls, game: str, seats: int, seed: int = 0, options: Mapping[str, str] | None = None, seat: int | None = None
    ) -> World:
        """Return a game at its first decision; ValueError says what does not fit."""
        if game not in GAMES:
            raise ValueError(f"there is no game called {game!r}; there are {', '.join(GAMES)}")
        return cls(GAMES[game], GAMES[game].begin(seats, _deal(seed), options or {}), seat)

    def save(self) -> bytes:
        """Return the world as bytes, from which it comes back exactly."""
        return save(self._game, self._state)

    def clone(self) -> World:
        """Return a copy; what happens to it does not happen to the original."""
        return World(self._game, self._game.clone(self._state), self.seat)

    def redeal(self, seed: int) -> World:
        """Return a copy in which all that the seat cannot know is dealt anew, the luck to come with it.

        Another seed gives another world, the same seed the same.
        """
        state = self._game.redeal(self._state, self.seat, Luck(_deal(seed)))
        state.luck = Luck(state.luck.deal)
        return World(self._game, state, self.seat)

    # What there is to see

    @property
    def game(self) -> str:
        return self._game.name

    @property
    def epoch(self) -> int:
        return self._game.epoch

    @property
    def seats(self) -> int:
        return len(self._state.players)

    @property
    def turn(self) -> int:
        """Return how many turns have begun, by all seats; in Tadmor, where all play in each, how many of these."""
        turn: int = self._state.turn
        return turn

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return over(self._state)

    @property
    def waiting(self) -> tuple[int, ...]:
        """Return the seats that have to answer now, in any order; nobody when the game is over."""
        return waiting(self._state)

    def options(self, seat: int | None = None) -> list[Action]:
        """Return what a seat may answer, without one the first that is asked; nothing for a seat that is not.

        In a question they stand in this order. Actions are values: equal ones are equal, and they can be keys.
        """
        asked = waiting(self._state)
        if seat is None:
            seat = asked[0] if asked else -1
        return list(options(self._state, seat))

    def view(self, seat: int | None = None) -> Any:
        """Return what a seat sees, the own one if none is named, as the message of the game: YspahanView."""
        seen = self._game.view(self._state, self.seat if seat is None else seat)
        return _messages(self.game).view(seen)

    def board(self) -> Any:
        """Return what never changes in this game, as the message of the game: YspahanBoard."""
        return _messages(self.game).board(self._state)

    def message(self, action: Action) -> Any:
        """Return an action as the message of the game, as it stands in a question: YspahanAction."""
        return _messages(self.game).action(action)

    def action(self, message: Any) -> Action:
        """Return the action that a message of the game stands for; ValueError or IllegalAction if it is none."""
        return _messages(self.game).read(message)

    def say(self, action: Action) -> str:
        """Return an action in words, as replays have it."""
        return self._game.actions.say(action)

    def score(self) -> Outcome:
        """Return how the game stands, or has come out if it is over."""
        score = self._game.score(self._state)
        return Outcome(score.points, score.ranks, self.over)

    # What happens

    def play(self, choice: Action | int, seat: int | None = None) -> None:
        """Let a seat answer, without one the first that is asked: an action, or the place of one of its options.

        The game goes on to the next decision. IllegalAction if the rules do not allow it.
        """
        asked = waiting(self._state)
        if not asked:
            raise IllegalAction("the game is over: nobody is asked")
        answering = asked[0] if seat is None else seat
        if isinstance(choice, int):
            push(self._state, answering, self._option(choice, answering))
        else:
            act(self._state, answering, choice)

    def _option(self, place: int, seat: int) -> Action:
        offered = options(self._state, seat)
        if not 0 <= place < len(offered):
            raise IllegalAction(f"seat {seat} has no option {place}; it has {len(offered)}, counted from 0")
        return offered[place]

    def rollout(
        self,
        policy: Policy | None = None,
        n: int = 1,
        depth: int | None = None,
        seed: int = 0,
        redeals: bool = True,
        until: int | None = None,
        judge: Judge | None = None,
    ) -> list[Outcome]:
        """Play on from here n times, each to its end or for `depth` decisions at most, and return how they came out.

        The policy answers for all seats; without one the answers are drawn at random. Each begins with a redeal of its
        own, unless `redeals` says not to, and ends when the turn of number `until` begins, if one is named. The judge
        says what the positions are worth that they have come to. Nothing happens to this world. The same seed gives
        the same outcomes.
        """
        return [self._one_rollout(policy, depth, seed + number, redeals, until, judge) for number in range(n)]

    def _one_rollout(
        self,
        policy: Policy | None,
        depth: int | None,
        seed: int,
        redeals: bool,
        until: int | None,
        judge: Judge | None,
    ) -> Outcome:
        world = self.redeal(seed) if redeals else self.clone()
        last = inf if until is None else until
        played = _at_random(world._state, depth, seed, last) if policy is None else _by(policy, world, depth, last)
        score = world._game.score(world._state)
        return Outcome(score.points, score.ranks, world.over, played, tuple(judge(world)) if judge else ())


def _at_random(state: Any, depth: int | None, seed: int, until: float) -> int:
    """Play on with any of the options, each equally likely; return how many decisions that took."""
    chance, played = random.Random(seed).random, 0
    while state.agenda and played != depth and state.turn < until:
        seat, offered = next(iter(state.options.items()))
        push(state, seat, offered[int(chance() * len(offered))])
        played += 1
    return played


def _by(policy: Policy, world: World, depth: int | None, until: float) -> int:
    played = 0
    while not world.over and played != depth and world.turn < until:
        seat = world.waiting[0]
        world.play(policy(world, seat), seat)
        played += 1
    return played


def _deal(seed: int) -> bytes:
    return blake2b(f"serai.sim {seed}".encode(), digest_size=DEAL_BYTES).digest()


@dataclass(frozen=True, slots=True)
class _Messages:
    """The messages of a game, made from what its rules hold and read back."""

    view: Callable[[Any], Any]
    board: Callable[[Any], Any]
    action: Callable[[Action], Any]
    read: Callable[[Any], Action]


_KNOWN: dict[str, _Messages] = {}


def _messages(game: str) -> _Messages:
    """Return the messages of a game; made when they are first asked for: a search may do without."""
    if game not in _KNOWN:
        from serai.server.codec import CODECS
        from serai.v1 import referee_pb2 as pb

        codec = CODECS[game]
        seen, done = (type(getattr(holder, game)) for holder in (pb.View(), pb.Action()))
        _KNOWN[game] = _Messages(
            view=lambda view: seen.FromString(codec.view(view)),
            board=lambda state: getattr(codec.started_board(state), game),
            action=lambda action: done.FromString(codec.action(action)),
            read=lambda message: codec.read_action(pb.Action(**{game: message})),
        )
    return _KNOWN[game]
