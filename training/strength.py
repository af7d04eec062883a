"""How strong a house bot is against another one, without processes between them.

python -m training.strength catan --seats 3 --games 30                    # search against greedy on all other seats
python -m training.strength --bot greedy --against random --games 200     # every game at every number of seats
python -m training.strength tadmor --time 3+0.05/5 --first 30             # deals 30, 31, ...
python -m training.strength tadmor --against unlearned                    # what the learned weights are worth

The bot sits on each seat in turn. Its clock counts the processor's time of its own thread: what else the machine does
changes nothing. A line for each table: games, how many of them it won alone, its share of the points between itself and
each of the others (half a point for a tie) with the 95 % interval of that share, both as Elo, and what a decision took.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import inf, log10, sqrt
from typing import Any

from serai import Table
from serai.referee.clock import Clock, TimeControl
from serai.referee.games import GAMES
from serai.sample_bots.python.search.greedy_seats import GreedySeats
from serai.sample_bots.python.search.thinking import Thinker
from serai.sample_bots.python.search.time_use import seconds_for
from serai.sample_bots.python.search.value import OF_POINTS, shares
from serai.sim import Action, World
from serai.v1 import referee_pb2 as pb
from training.evaluation import settings
from training.tables import table_of

Z = 1.96  # of a normal distribution: 95 % lie within it


class Seated:
    """A bot on one seat of a game, which is shown to it as its seat sees it."""

    def __init__(self, world: World, seat: int, control: TimeControl, seed: int) -> None:
        self.seat, self.clock = seat, Clock(control)
        self.table: Table = replace(table_of(world, seat), time_control=written(control))
        self.chance = random.Random(f"{seed} {seat}")
        self.greedy = GreedySeats(self.table)
        self.taken = 0.0
        self.asked = 0

    def answer(self, world: World) -> Action:
        """Return what the bot does, and charge its clock as the referee would."""
        offered = world.options(self.seat)
        options = [world.message(option) for option in offered]
        if len(options) == 1:
            return offered[0]
        began = time.thread_time()
        self.table.clock = self.clock.next_milliseconds / 1000
        chosen = self.choose(world, options)  # a place or a message
        spent = time.thread_time() - began
        self.taken, self.asked = self.taken + spent, self.asked + 1
        if spent > self.clock.at_hand:
            raise RuntimeError(f"{type(self).__name__} took {spent:.3f} s and had {self.clock.at_hand:.3f} s")
        action = offered[chosen] if isinstance(chosen, int) else world.action(chosen)
        self.clock.end(spent, action.earns_time)
        return action

    def choose(self, world: World, options: Sequence[Any]) -> Any:
        raise NotImplementedError


class ByChance(Seated):
    def choose(self, world: World, options: Sequence[Any]) -> Any:
        return self.chance.randrange(len(options))


class Greedy(Seated):
    def choose(self, world: World, options: Sequence[Any]) -> Any:
        return self.greedy.choose(self.seat, world.view(self.seat), options)


class Searching(Seated):
    def choose(self, world: World, options: Sequence[Any]) -> Any:
        earns = any(option.earns_time for option in world.options(self.seat))
        until = time.thread_time() + seconds_for(self.table, earns)
        sent = World.load(world.save(), self.seat).redeal(self.asked)
        return self.thinker(sent, options).best(until)

    def thinker(self, sent: World, options: Sequence[Any]) -> Thinker:
        return Thinker(self.greedy, sent, sent.view(), options, time.thread_time)


class Unlearned(Searching):
    """Search without what was learned: it judges positions by their points."""

    def thinker(self, sent: World, options: Sequence[Any]) -> Thinker:
        thinker = super().thinker(sent, options)
        thinker.judge = lambda world: shares([OF_POINTS[0] * points for points in world.score().points])
        return thinker


BOTS: dict[str, Callable[[World, int, TimeControl, int], Seated]] = {
    "random": ByChance,
    "greedy": Greedy,
    "search": Searching,
    "unlearned": Unlearned,
}


def written(control: TimeControl) -> pb.TimeControl:
    return pb.TimeControl(bank_seconds=control.bank, increment_seconds=control.increment, cap_seconds=control.cap)


@dataclass
class Record:
    """What a bot has reached at a kind of table: a share of the points for each game."""

    shares: list[float] = field(default_factory=list)
    wins: int = 0
    taken: float = 0.0
    asked: int = 0

    def add(self, ranks: Sequence[int], bot: Seated) -> None:
        mine, others = ranks[bot.seat], [rank for seat, rank in enumerate(ranks) if seat != bot.seat]
        self.shares.append(sum(1.0 if mine < rank else 0.5 * (mine == rank) for rank in others) / len(others))
        self.wins += all(mine < rank for rank in others)
        self.taken, self.asked = self.taken + bot.taken, self.asked + bot.asked

    def line(self) -> str:
        count = len(self.shares)
        mean = sum(self.shares) / count
        low, high = interval(mean, count)
        return (
            f"{count} games, {self.wins} won, {mean:.1%} ({low:.1%} to {high:.1%}), "
            f"Elo {elo(mean):+.0f} ({elo(low):+.0f} to {elo(high):+.0f}), "
            f"{self.taken / max(1, self.asked):.3f} s for each of {self.asked / count:.0f} decisions"
        )


def interval(share: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share, after Wilson: it has a width even where every game was won."""
    squared = Z * Z / games
    middle = (share + squared / 2) / (1.0 + squared)
    half = Z * sqrt(share * (1.0 - share) / games + squared / games / 4) / (1.0 + squared)
    return middle - half, middle + half


def elo(share: float) -> float:
    if not 0.0 < share < 1.0:
        return inf if share >= 1.0 else -inf
    return 400.0 * log10(share / (1.0 - share))


def played(world: World, seat: int, bot: str, against: str, control: TimeControl, seed: int) -> Seated:
    """Play a game to its end, with the bot on one seat; return it as it stood up."""
    names = [bot if each == seat else against for each in range(world.seats)]
    seated = [BOTS[name](world, each, control, seed) for each, name in enumerate(names)]
    while not world.over:
        asked = world.waiting[0]
        world.play(seated[asked].answer(world), asked)
    return seated[seat]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", help="all unless named")
    parser.add_argument("--seats", type=int, help="every number that a game allows unless named")
    parser.add_argument("--games", type=int, default=12, help="at each table")
    parser.add_argument("--first", type=int, default=0, help="the first deal")
    parser.add_argument("--bot", choices=BOTS, default="search")
    parser.add_argument("--against", choices=BOTS, default="greedy")
    parser.add_argument(
        "--time", type=TimeControl.read, default=TimeControl(3, 0.05, 5), help="of each seat: bank+increment/cap"
    )
    given = parser.parse_args(arguments)
    for game in given.game or GAMES:
        for seats, options in settings(game):
            if given.seats in (None, seats):
                record = Record()
                for deal in range(given.first, given.first + given.games):
                    world = World.start(game, seats, deal, options)
                    bot = played(world, deal % seats, given.bot, given.against, given.time, deal)
                    record.add(world.score().ranks, bot)
                print(f"{game}, {seats} seats: {record.line()}", flush=True)


if __name__ == "__main__":
    main()
