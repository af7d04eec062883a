"""How often each kind of event happens when greedy and random bots sit together: a rule nobody meets is not tried.

    ./dev events tadmor --games 200

plays every number of seats in turn, half of the seats greedy and half random; where a game needs one, every second game
has a specialist in the random seats, who lives on what the others seldom do. `greedy` counts what a greedy seat did.
Exit code 1 when a kind of event does not happen at all.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import serai
from serai.referee.core.game import Game
from serai.referee.games import GAMES
from serai.sample_bots.python.random.bot import Random
from serai.v1.alexander_pb2 import ALEXANDER_EVENT_KIND_SETTLEMENT
from tests.sample_bots.arena import deal, play


class Greedy(serai.Bot):
    """The greedy bot without the process: its modules for the games, imported from here."""

    games = serai.EVERY_GAME

    def choose(self, table: serai.Table, view: Any, options: Sequence[Any]) -> int:
        place: int = import_module(f"serai.sample_bots.python.greedy.{table.game}").choose(table, view, options)
        return place


class Missionary(serai.Bot):
    """Tadmor's missions: draws and fulfils what it can, and uses those for the marauders' stage; the rest at random.

    The deck of 26 runs out when two or three cards are drawn in a turn, which neither of the others does.
    """

    games = ("tadmor",)
    liked = ("redirect", "swap_own", "mission_fulfil", "mission_draw")
    most_cards = 3

    def choose(self, table: serai.Table, view: Any, options: Sequence[Any]) -> int:
        kinds = [option.WhichOneof("action") for option in options]
        for kind in (*self.liked, *(["discard_mission"] if len(view.hand) > self.most_cards else [])):
            if kind in kinds:
                return kinds.index(kind)
        places = [n for n, kind in enumerate(kinds) if kind == "place" and self.likes(table, options[n].place)]
        return places[0] if places else table.luck.below(len(options))

    def likes(self, table: serai.Table, placed: Any) -> bool:
        return table.board.places[placed.place].action in ("mission", "temple_mission", "marauders")


class Pioneer(serai.Bot):
    """Alexander's roads: wins temples, often leaves them, and keeps what it has for routes and settlements.

    So it runs out of settlements, and now and then has one beside a temple that he has not reached.
    """

    games = ("alexander",)
    liked = ("build_settlement", "build_route")

    def choose(self, table: serai.Table, view: Any, options: Sequence[Any]) -> int:
        kinds = [(option.common if option.HasField("common") else option).WhichOneof("action") for option in options]
        for kind in self.liked:
            if places := [place for place, found in enumerate(kinds) if found == kind]:
                return places[table.luck.below(len(places))]
        if "pass_bid" in kinds and view.auction.event == ALEXANDER_EVENT_KIND_SETTLEMENT:
            return len(options) - 1  # the highest bid
        thrifty = [place for place, kind in enumerate(kinds) if kind in ("pass_bid", "end_turn")]
        return thrifty[0] if thrifty else table.luck.below(len(options))


class Hoarder(serai.Bot):
    """Catan's bank: in every second game it spends cards on settlements and cities only, and the bank runs short."""

    games = ("catan",)
    liked = ("build_settlement", "build_city")
    thrifty = ("end_turn", "decline", "choose_nobody")

    def choose(self, table: serai.Table, view: Any, options: Sequence[Any]) -> int:
        kinds = [option.WhichOneof("action") for option in options]
        if int(table.commitment[0], 16) % 2 == 0:
            for kind in (*self.liked, *self.thrifty):
                if places := [place for place, found in enumerate(kinds) if found == kind]:
                    return places[table.luck.below(len(places))]
        return table.luck.below(len(options))


SPECIALISTS: dict[str, type[serai.Bot]] = {"tadmor": Missionary, "alexander": Pioneer, "catan": Hoarder}


@dataclass
class Coverage:
    """How often each event of a game happened, in all and to greedy seats."""

    game: Game
    games: int = 0
    all: Counter[str] = field(default_factory=Counter)
    greedy: Counter[str] = field(default_factory=Counter)

    def add(self, number: int) -> None:
        """Play one game; its number decides seats, options, who is greedy and who sits with them."""
        counts = list(self.game.all_seat_counts().items())
        seats, choices = counts[number % len(counts)]
        circle = number // len(counts)
        greedy = [(seat + circle) % 2 == 0 for seat in range(seats)]
        other = SPECIALISTS.get(self.game.name, Random) if circle % 4 > 1 else Random
        bots: list[serai.Bot] = [Greedy() if chosen else other() for chosen in greedy]
        match = play(self.game.name, bots, deal(number), dict(choice.split("=") for choice in choices[:1]))
        self.games += 1
        for event in match.state.journal or ():
            name = type(event).__name__
            self.all[name] += 1
            seat = getattr(event, "seat", None)
            self.greedy[name] += seat is not None and greedy[seat]

    @property
    def never(self) -> list[str]:
        """The events that did not happen."""
        return [cls.__name__ for cls in self.game.events.classes if not self.all[cls.__name__]]

    def rows(self) -> list[dict[str, Any]]:
        names = [cls.__name__ for cls in self.game.events.classes]
        return [{"event": name, "all": self.all[name], "greedy": self.greedy[name]} for name in names]


def table(coverage: Coverage) -> str:
    head = f"{coverage.game.name}, {coverage.games} games\n{'event':24} {'all':>9} {'greedy':>9}"
    lines = [f"{row['event']:24} {row['all']:9,} {row['greedy']:9,}" for row in coverage.rows()]
    return "\n".join([head, *lines])


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="./dev events", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games_to_play", nargs="*", metavar="GAME", help=f"{', '.join(GAMES)} [all]")
    parser.add_argument("--games", type=int, default=200, metavar="N", help="of each [200]")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    unknown = [name for name in given.games_to_play if name not in GAMES]
    if unknown or given.games < 1:
        parser.error(f"there is no game {unknown[0]!r}" if unknown else "--games is at least 1")
    found = [covered(GAMES[name], given.games) for name in given.games_to_play or GAMES]
    if given.json:
        print(json.dumps([{"game": one.game.name, "games": one.games, "events": one.rows()} for one in found]))
    else:
        print("\n\n".join(map(table, found)))
    never = [f"{one.game.name}: {name}" for one in found for name in one.never]
    if never:
        print(f"\nnever: {', '.join(never)}", file=sys.stderr)
    sys.exit(1 if never else 0)


def covered(game: Game, games: int) -> Coverage:
    coverage = Coverage(game)
    for number in range(games):
        coverage.add(number)
        if sys.stderr.isatty():
            print(f"\r{game.name} {number + 1}/{games} ", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r" + " " * 40 + "\r", end="", file=sys.stderr, flush=True)
    return coverage


if __name__ == "__main__":
    main()
