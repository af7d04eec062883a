"""The proof of games on all cores: portions of states and planted leaks, each in a process that knows nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any

from serai.ladder.proof.leaks import leaks_of
from serai.ladder.proof.prove import Catch, Proof, catch, prove
from serai.ladder.proof.stack import Stack, stacks
from serai.referee.core.game import Game
from serai.referee.games import GAMES

PORTION = 250  # states of one task
MOST_FOR_A_LEAK = 2000  # states in which a planted leak has to be noticed


@dataclass(frozen=True, slots=True)
class Task:
    """A portion of the states of a game at one number of seats, or one of its planted leaks by number."""

    game: str
    seats: int
    states: int
    seed: str
    leak: int | None = None

    def run(self) -> Proof | Catch:
        stack = next(stack for stack in stacks(GAMES[self.game]) if stack.seats == self.seats)
        if self.leak is None:
            return prove(stack, self.states, self.seed)
        return catch(leaks_of(stack.game)[self.leak], stack, MOST_FOR_A_LEAK, self.seed)


@dataclass
class Findings:
    """What has been found of one game so far, by number of seats."""

    game: Game
    proofs: dict[int, Proof] = field(default_factory=dict)
    catches: list[Catch] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        """Whether nothing differed and no planted leak was missed."""
        return not any(proof.differences for proof in self.proofs.values()) and all(
            caught.difference for caught in self.catches
        )

    def add(self, found: Proof | Catch) -> None:
        if isinstance(found, Catch):
            self.catches.append(found)
        else:
            known = self.proofs.get(found.seats)
            self.proofs[found.seats] = found if known is None else known + found

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.game.name,
            "epoch": self.game.epoch,
            "holds": self.holds,
            "proofs": [self.proofs[seats].as_json() for seats in sorted(self.proofs)],
            "leaks": [caught.as_json() for caught in self.catches],
        }


def tasks_of(game: Game, states: int, seed: str) -> list[Task]:
    """Return the leaks, then the states in portions, each with luck of its own."""
    return [task for stack in stacks(game) for task in _tasks_of(stack, states, seed)]


def _tasks_of(stack: Stack, states: int, seed: str) -> Iterator[Task]:
    name, seats = stack.game.name, stack.seats
    for number in range(len(leaks_of(stack.game))):
        yield Task(name, seats, 0, seed, number)
    for done in range(0, states, PORTION):
        yield Task(name, seats, min(PORTION, states - done), f"{seed} {done}")


def run_all(tasks: list[Task], processes: int) -> Iterator[tuple[Task, Proof | Catch]]:
    """Yield what each task found, as they are done."""
    # Spawned: a fork would take along the thread that draws the progress.
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        running = {pool.submit(task.run): task for task in tasks}
        try:
            for done in as_completed(running):
                yield running[done], done.result()
        finally:
            pool.shutdown(cancel_futures=True)
