"""The rules alone, and the rules with the view of every question in wire form: in process, no transport."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

from bench.workload import PATIENT, deals, most_seats
from serai.referee.catan_rules.trade import Offer
from serai.referee.core.agenda import options, over, push, waiting
from serai.referee.games import GAMES
from serai.referee.match import Match
from serai.server.messages import MatchMessages

Play = Callable[[str, int, bytes, random.Random], tuple[int, int, int]]


def measure(name: str, seconds: float, encode: bool) -> dict[str, Any]:
    """Random games, counted in CPU seconds: what one core can do."""
    if encode:
        return _played(name, seconds, _encoded)
    return _played(name, seconds, _plain) | {"clone_us": _clone_us(name, most_seats(name))}


def without_offers(name: str, seconds: float) -> dict[str, Any]:
    """The same in a game of the Catan family where nobody offers a trade to others, as catanatron's random players."""
    return _played(name, seconds, _silent)


def _played(name: str, seconds: float, play: Play) -> dict[str, Any]:
    seats, source, choose = most_seats(name), deals(), random.Random(0)
    games = decisions = listed = size = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        counts = play(name, seats, next(source), choose)
        games, decisions, listed, size = games + 1, decisions + counts[0], listed + counts[1], size + counts[2]
    spent = time.process_time() - began
    return {
        "decisions_per_second": decisions / spent,
        "games_per_second": games / spent,
        "referee_us": spent / decisions * 1e6,
        "decisions_per_game": decisions / games,
        "options_mean": listed / decisions,
        **({"bytes_mean": size / decisions} if size else {}),
    }


def _plain(name: str, seats: int, deal: bytes, choose: random.Random) -> tuple[int, int, int]:
    state = GAMES[name].begin(seats, deal, {})
    decisions = listed = 0
    while not over(state):
        seat = waiting(state)[0]
        choices = options(state, seat)
        decisions += 1
        listed += len(choices)
        push(state, seat, choices[int(choose.random() * len(choices))])
    return decisions, listed, 0


def _silent(name: str, seats: int, deal: bytes, choose: random.Random) -> tuple[int, int, int]:
    """As `_plain`, without offers: what is left to choose from is listed anew, at our expense."""
    state = GAMES[name].begin(seats, deal, {})
    decisions = listed = 0
    while not over(state):
        seat = waiting(state)[0]
        choices = [choice for choice in options(state, seat) if type(choice) is not Offer]
        decisions += 1
        listed += len(choices)
        push(state, seat, choices[int(choose.random() * len(choices))])
    return decisions, listed, 0


def _encoded(name: str, seats: int, deal: bytes, choose: random.Random) -> tuple[int, int, int]:
    match = Match(GAMES[name], seats, deal, {}, PATIENT)
    messages = MatchMessages(match)
    decisions = listed = size = 0
    while not match.over:
        for question in match.questions():
            size += len(messages.question(question, decisions, 1))
            decisions += 1
            listed += len(question.options)
            match.sent(question, 0.0)
            match.answer(question, int(choose.random() * len(question.options)), 0.0)
    return decisions, listed, size


def _clone_us(name: str, seats: int) -> float:
    """A copy of a state in the middle of a game, in microseconds."""
    game = GAMES[name]
    state = game.begin(seats, next(deals()), {})
    choose = random.Random(0)
    for _ in range(100):
        push(state, waiting(state)[0], choose.choice(options(state, waiting(state)[0])))
    began = time.process_time()
    for _ in range(5000):
        game.clone(state)
    return (time.process_time() - began) / 5000 * 1e6
