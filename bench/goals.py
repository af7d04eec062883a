"""What the figures must reach, as ratios between contenders of the same round, and a few plain limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from bench.pairs import beside

Figures = dict[str, float]  # figure -> value
Round = dict[str, Figures]  # by contender

SLACK = 0.7  # no single round may fall below this share of a goal


@dataclass(frozen=True, slots=True)
class Goal:
    """A ratio (higher is better) that must reach a floor; None where it is only of interest."""

    name: str
    over: str
    under: str
    floor: float | None
    figure: str = "decisions_per_second"
    inverse: bool = False

    paired: bool = False

    def ratio(self, one: Round) -> float | None:
        """The ratio in one round, if both took part."""
        over, under = self.contenders()
        if over not in one or under not in one:
            return None
        values = one[over][self.figure], one[under][self.figure]
        return values[1] / values[0] if self.inverse else values[0] / values[1]

    def contenders(self) -> tuple[str, str]:
        """Whose figures are compared: those they reached in turns, where the ratio decides over a gate of our own."""
        if not self.paired:
            return self.over, self.under
        return beside(self.over, self.under), beside(self.under, self.over)


def at_hand(event: str) -> tuple[str, str]:
    """An event as it is played now, and as it was once: two contenders that are not paired, for each uses all cores."""
    return f"{event}-after", f"{event}-before"


OTHER_GAMES = ("council_of_four", "tadmor", "catan", "cheops", "alexander")

GOALS = (
    Goal("transport efficiency: stack at 64 games / engine + view", "stack-64", "engine+view", 0.45, paired=True),
    Goal("many games: stack at 64 games / stack at one game", "stack-64", "stack-1", 10.0, paired=True),
    Goal("clocks + log + digest: stack / the same without", "stack-64", "bare-64", 0.85, paired=True),
    Goal("sandbox: stack at 64 games, bots confined / plain", "confined-64", "stack-64", 0.95, paired=True),
    Goal("remote bots: stack at 64 games through an arena / direct", "arena-64", "stack-64", 0.7, paired=True),
    Goal("latency: ping-pong p50 / one game's", "stack-1", "grpc-1", 1 / 1.5, "p50_us", inverse=True, paired=True),
    Goal("56 line-ups, games/s: processes at hand / fresh ones", *at_hand("56-line-ups"), 5.0, "games_per_second"),
    Goal("one line-up, games/s: processes at hand / fresh ones", *at_hand("one-line-up"), 1.0, "games_per_second"),
    Goal("56 line-ups, games per CPU second", *at_hand("56-line-ups"), None, "games_per_cpu_second"),
    Goal("one line-up, games per CPU second", *at_hand("one-line-up"), None, "games_per_cpu_second"),
    Goal("view: engine + view / engine", "engine+view", "engine", None),
    Goal("batching: stack at 64 games / naive referee", "stack-64", "naive-64", None),
    Goal("stack at 256 games / stack at 64", "stack-256", "stack-64", None),
    Goal("stack at 16 games / stack at 64", "stack-16", "stack-64", None),
    Goal("gRPC batch-64 floor / stack at 64 games", "grpc-64", "stack-64", None),
    Goal("raw socket batch-64 / gRPC batch-64", "socket-64", "grpc-64", None),
    Goal("stack at 64 games / catanatron ticks", "stack-64", "catanatron", 1.0),
    Goal("Catan: engine / catanatron ticks, in process", "engine@catan", "catanatron", 3.0),
    Goal("Catan without offers: engine / catanatron ticks", "engine-without-offers@catan", "catanatron", 3.0),
    Goal("Catan: catanatron's copy / our clone", "engine@catan", "catanatron", 10.0, figure="clone_us", inverse=True),
    Goal("stack at 64 games / kaggle-environments steps", "stack-64", "kaggle", None),
    Goal("stack at 64 games / fastchess plies", "stack-64", "fastchess", None),
    Goal("whole machine / fastchess plies, same cores", "machine", "fastchess", 1.5),
    Goal("CPU: fastchess a ply / machine a decision", "machine", "fastchess", 1.6, "cpu_us", inverse=True),
    Goal("CPU: fastchess a ply / one referee and its bots", "stack-64", "fastchess", 1.6, "cpu_us", inverse=True),
    Goal("whole machine / one referee at 64 games", "machine", "stack-64", None),
    *(Goal(f"{game}: stack at 64 games / Yspahan's", f"stack-64@{game}", "stack-64", 0.8) for game in OTHER_GAMES),
)

PAIRS = tuple((goal.over, goal.under) for goal in GOALS if goal.paired)

LIMITS = (
    ("referee's memory at 256 games in flight, MB", "stack-256", "memory_mb", 300.0),
    ("an arena adds to a round trip of one game, us", "arena-1", "added_us", 1000.0),
    ("serai --help, seconds", "help", "help_seconds", 0.2),
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a goal came out: median and range over the rounds."""

    name: str
    middle: float
    low: float
    high: float
    wanted: str
    passed: bool | None


def verdicts(rounds: Sequence[Round]) -> list[Verdict]:
    judged = (*(verdict(rounds, goal) for goal in GOALS), *(_limit(rounds, *limit) for limit in LIMITS))
    return [v for v in judged if v is not None]


def verdict(rounds: Sequence[Round], goal: Goal) -> Verdict | None:
    """How a goal came out; None if it was not measured."""
    ratios = [ratio for ratio in map(goal.ratio, rounds) if ratio is not None]
    if not ratios:
        return None
    middle, low = median(ratios), min(ratios)
    passed = None if goal.floor is None else middle >= goal.floor and low >= SLACK * goal.floor
    wanted = "" if goal.floor is None else f">= {goal.floor:.2f}"
    return Verdict(goal.name, middle, low, max(ratios), wanted, passed)


def _limit(rounds: Sequence[Round], name: str, contender: str, figure: str, most: float) -> Verdict | None:
    values = [one[contender][figure] for one in rounds if contender in one]
    if not values:
        return None
    return Verdict(name, median(values), min(values), max(values), f"<= {most:g}", median(values) <= most)
