"""`serai play --jobs N`: the blocks of a plan in several processes, each with a referee and bots of its own."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from serai.ladder.bots.confinement import required
from serai.ladder.errors import PlatformProblem
from serai.ladder.model.game_record import GameRecord
from serai.ladder.model.plan import DealOf, Plan
from serai.ladder.queue.blocks import BlockPlayer


@dataclass(frozen=True, slots=True)
class Share:
    """What one of the processes plays: every so many-th block, beginning with its own number."""

    plan: Plan
    deal_of: DealOf
    number: int
    jobs: int
    confined: bool

    @property
    def blocks(self) -> range:
        return range(self.number, len(self.plan.blocks), self.jobs)


def play_in_jobs(
    plan: Plan,
    deal_of: DealOf,
    jobs: int,
    confined: bool,
    on_block: Callable[[int, list[GameRecord]], bool],
    on_game: Callable[[int], None],
) -> None:
    """Play all blocks in so many processes. `on_block` returns False if nothing more is to be played.

    PlatformProblem if one of the processes fails.
    """
    shares = [Share(plan, deal_of, number, jobs, confined) for number in range(min(jobs, len(plan.blocks)))]
    with _processes(shares) as pipes:
        over = dict.fromkeys(pipes, 0)
        while pipes:
            for pipe in wait(pipes):
                assert isinstance(pipe, Connection)
                told = _received(pipe)
                if told is None:
                    pipes.remove(pipe)
                elif isinstance(told, int):
                    over[pipe] = told
                    on_game(sum(over.values()))
                elif isinstance(told, str):
                    raise PlatformProblem(told)
                elif not on_block(*told):
                    return


@contextmanager
def _processes(shares: list[Share]) -> Iterator[list[Connection]]:
    """Start a process for each share; they are ended with the block, however it ends, and their bots with them."""
    context = get_context("spawn")
    started: list[BaseProcess] = []
    pipes: list[Connection] = []
    try:
        for share in shares:
            ours, theirs = context.Pipe(duplex=False)
            process = context.Process(target=_play, args=(share, theirs), daemon=True)
            process.start()
            theirs.close()
            started.append(process)
            pipes.append(ours)
        yield pipes
    finally:
        for one in started:
            one.terminate()
        for one in started:
            one.join()


def _received(pipe: Connection) -> tuple[int, list[GameRecord]] | int | str | None:
    """Return a block that is over, how many games are, what failed, or None when there is nothing more to come."""
    try:
        told: tuple[int, list[GameRecord]] | int | str | None = pipe.recv()
    except EOFError:
        return "a process of --jobs was ended by others, so these games do not count"
    return told


def _play(share: Share, pipe: Connection) -> None:
    """What a process does. Ctrl-C is for the one that has started us."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")

    def on_block(index: int, games: list[GameRecord]) -> bool:
        pipe.send((index, games))
        return True

    try:
        with BlockPlayer(sandbox=required() if share.confined else None) as player:
            player.play(share.plan, share.blocks, share.deal_of, on_block=on_block, on_game=pipe.send)
        pipe.send(None)
    except PlatformProblem as problem:
        pipe.send(str(problem))
