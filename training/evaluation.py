"""The weights of the house bot `search`: which of two seats comes out ahead, from games of greedy.

python -m training.evaluation                           # all games but one, as the weights in the repository were made
python -m training.evaluation catan --seed 77           # Catan's, which were drawn with another seed

Games of greedy with some answers at random are played at every number of seats. At the start of each turn the features
of all seats are noted; at the end it is known who was ahead of whom. The weights are those of a logistic regression on
the differences between two seats, without a constant: both sides of a pair are judged alike.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from serai.referee.games import GAMES
from serai.sample_bots.python.search.greedy_seats import GreedySeats
from serai.sample_bots.python.search.value import WEIGHTS, features_of, sharpness
from serai.sim import World
from training.tables import table_of

Rows = NDArray[np.float64]
# How many games the weights in the repository were learned from: a minute or two for each.
PLAYED = {"yspahan": 100, "tadmor": 70, "catan": 150, "cheops": 25, "alexander": 50}
# These weights are greedy's own guesses, in points: with learned ones search won less (docs/search-and-learning.md).
BY_HAND = ("council_of_four",)
AT_RANDOM = 0.08  # of the answers
PENALTY = 20.0  # on the squares of the weights, of features that were scaled to one
STEPS = 1500


def settings(game: str) -> list[tuple[int, dict[str, str]]]:
    """Every number of seats with the option it takes."""
    counts = GAMES[game].all_seat_counts().items()
    return [(seats, dict(choice.split("=") for choice in choices[:1])) for seats, choices in counts]


def noted(world: World, chance: random.Random) -> Iterator[tuple[int, Rows, float]]:
    """Play a game to its end; yield which turn, the features of all seats, and how much is done."""
    greedy, turn = GreedySeats(table_of(world, 0)), -1
    while not world.over:
        if world.turn != turn:
            turn = world.turn
            described = features_of(greedy, world)
            yield turn, np.array([each.values for each in described]), described[0].done
        seat = world.waiting[0]
        wild = chance.random() < AT_RANDOM
        world.play(chance.randrange(len(world.options(seat))) if wild else greedy.answer(world, seat), seat)


def pairs(game: str, games: int, seed: int) -> tuple[Rows, Rows]:
    """Return the differences between two seats and whether the first came out ahead.

    Of a game some twenty moments are taken; of a pair both sides, so that neither is the first by habit.
    """
    chance = random.Random(seed)
    rows: list[Rows] = []
    ahead: list[float] = []
    for number in range(games):
        seats, chosen = settings(game)[number % len(settings(game))]
        world = World.start(game, seats, seed * 1_000_003 + number, chosen)
        moments = list(noted(world, chance))
        ranks = world.score().ranks
        for _, described, done in chance.sample(moments, min(20, len(moments))):
            for one in range(seats):
                for other in range(seats):
                    if ranks[one] != ranks[other]:
                        rows.append(sharpness(done) * (described[one] - described[other]))
                        ahead.append(float(ranks[one] < ranks[other]))
    return np.array(rows), np.array(ahead)


def fit(rows: Rows, ahead: Rows) -> tuple[Rows, float]:
    """Return the weights, none below 0, and how well they explain who was ahead (bits saved for each pair).

    Every feature is good to have. Without that bound those that come together share out their weight at random, some of
    it negative, and a search runs after the errors. By gradient descent, thrown back to 0 where it goes below.
    """
    scale = rows.std(axis=0) + 1e-9
    x = rows / scale
    weights = np.zeros(x.shape[1])
    step = 4.0 / (np.linalg.norm(x, 2) ** 2 + 4.0 * PENALTY)
    for _ in range(STEPS):
        slope = x.T @ (chances(x @ weights) - ahead) + PENALTY * weights
        weights = np.maximum(0.0, weights - step * slope)
    guess = np.clip(chances(x @ weights), 1e-9, 1 - 1e-9)
    loss = -np.mean(ahead * np.log2(guess) + (1.0 - ahead) * np.log2(1.0 - guess))
    return weights / scale, 1.0 - float(loss)


def chances(leads: Rows) -> Rows:
    return np.asarray(1.0 / (1.0 + np.exp(-leads)))


def learned(game: str, games: int, seed: int) -> list[float]:
    rows, ahead = pairs(game, games, seed)
    weights, saved = fit(rows, ahead)
    print(f"{game}: {games} games, {len(rows)} pairs, {saved:.3f} bits saved a pair", flush=True)
    return [round(float(weight), 5) for weight in weights]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", help="the games to learn; all unless named")
    parser.add_argument("--games", type=int, help="how many to play of each; as many as were unless named")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    for game in given.game or [game for game in GAMES if game not in BY_HAND]:
        keep(game, learned(game, given.games or PLAYED.get(game, 50), given.seed))


def keep(game: str, weights: list[float]) -> None:
    """Write the weights of a game beside those of the others, a line for each."""
    known = json.loads(WEIGHTS.read_text(encoding="utf-8")) if WEIGHTS.exists() else {}
    lines = [f'  "{name}": {json.dumps(each)}' for name, each in sorted({**known, game: weights}.items())]
    WEIGHTS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
