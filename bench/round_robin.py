"""What it costs to start bots: an event shared by two players side by side, as two workers would be.

`before` plays as it was done once, every rotation of every line-up in a sitting of its own with fresh processes;
`after` as it is done now, with processes that stay at hand.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bench.one_sitting import GameToPlay, play_sitting
from bench.processes import ended_cpu
from bench.workload import PATIENT
from serai.ladder.bots import registry
from serai.ladder.bots.version import BotVersion
from serai.ladder.model import schedule
from serai.ladder.model.plan import Plan
from serai.ladder.queue.blocks import BlockPlayer
from serai.referee.games import GAMES

GAME, SEATS, PLAYERS = "yspahan", 3, 2
EVENTS = {"56-line-ups": (8, 1), "one-line-up": (3, 64)}  # how many bots, how many blocks of each line-up


def measure(event: str, way: str) -> dict[str, Any]:
    """Games per second from the moment that both players are ready until both are done, and per CPU second in all."""
    used = ended_cpu()
    with tempfile.TemporaryDirectory(prefix="serai-bench-") as home:
        command = [sys.executable, "-m", "bench.round_robin", event, way]
        pipe, environment = subprocess.PIPE, {**os.environ, "SERAI_HOME": home}
        players = [
            subprocess.Popen([*command, str(number)], stdin=pipe, stdout=pipe, text=True, env=environment)
            for number in range(PLAYERS)
        ]
        try:
            for player in players:
                _await(player, "ready")
            began = time.perf_counter()
            for player in players:
                _say(player, "go")
            for player in players:
                _await(player, "done")
            seconds = time.perf_counter() - began
        finally:
            for player in players:
                player.communicate()
    games = len(plan_of(event, ()).blocks) * SEATS
    return {"games_per_second": games / seconds, "games_per_cpu_second": games / (ended_cpu() - used)}


def _await(player: subprocess.Popen[str], word: str) -> None:
    assert player.stdout is not None
    if player.stdout.readline().strip() != word:
        sys.exit(f"bench: a player failed before it was {word}")


def _say(player: subprocess.Popen[str], word: str) -> None:
    assert player.stdin is not None
    print(word, file=player.stdin, flush=True)


def plan_of(event: str, bots: Sequence[BotVersion]) -> Plan:
    count, blocks = EVENTS[event]
    rules = GAMES[GAME]
    scheduled = schedule.schedule(count, SEATS, blocks, None, deal_of)
    return Plan(None, GAME, rules.epoch, rules.complete(SEATS, {}), SEATS, PATIENT, 64, tuple(bots), scheduled)


def deal_of(block: int) -> bytes:
    return schedule.deal(bytes(32), block)


def bots_of(event: str) -> list[BotVersion]:
    """The built-in bots under as many names as are needed: each is a bot of its own."""
    packages = [registry.find(name) for name in ("random", "greedy")]
    for package in packages:
        registry.install(package)
    names = range(EVENTS[event][0])
    return [replace(packages[number % 2].bot, name=f"bot{number}") for number in names]


def play_before(plan: Plan, blocks: Sequence[int]) -> None:
    """Every rotation of every line-up with fresh processes."""
    for line_up, job in line_ups(plan, blocks).items():
        commands = [registry.command(plan.bots[bot]) for bot in line_up]
        for rotation in range(SEATS):
            seatings = {index: plan.blocks[index].seating(rotation) for index in job}
            games = [
                GameToPlay(str(index), deal_of(index), tuple(map(line_up.index, seating)), rotation == SEATS - 1)
                for index, seating in seatings.items()
            ]
            play_sitting(GAMES[GAME], plan.settings, commands, games, plan.control, in_flight=plan.in_flight)


def line_ups(plan: Plan, blocks: Sequence[int]) -> dict[tuple[int, ...], list[int]]:
    """The blocks of each line-up: its bots were started once for all of them."""
    together: dict[tuple[int, ...], list[int]] = {}
    for index in blocks:
        together.setdefault(tuple(sorted(plan.blocks[index].line_up)), []).append(index)
    return together


def play_after(plan: Plan, blocks: Sequence[int]) -> None:
    """With processes that stay at hand."""
    with BlockPlayer() as player:
        player.play(plan, blocks, deal_of, on_block=lambda index, games: None)


def main() -> None:
    """One of the players: its share of the blocks, when told to go."""
    event, way, number = sys.argv[1:]
    plan = plan_of(event, bots_of(event))
    share = range(int(number), len(plan.blocks), PLAYERS)
    print("ready", flush=True)
    sys.stdin.readline()
    {"before": play_before, "after": play_after}[way](plan, share)
    print("done", flush=True)


if __name__ == "__main__":
    main()
