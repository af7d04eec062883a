"""Playing blocks, and what is recorded of them.

The rotations of a block share their luck, so each is a sitting of its own with fresh bot processes: none sees a deal
twice. All blocks of a batch are played side by side in each sitting. A block is recorded as a whole when its last
rotation is played, for a fact reveals the deal.

The supervisor imports this module and must not load grpc, so the server is imported where games are played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, cast

from serai.ladder.bots import registry
from serai.ladder.errors import PlatformProblem
from serai.ladder.model.facts import Fact, SeatResult, Times
from serai.ladder.model.game_record import GameRecord
from serai.ladder.model.plan import DealOf, Plan
from serai.referee.games import GAMES

if TYPE_CHECKING:
    from serai.server.live_game import GameToPlay, Played


def play_blocks(
    plan: Plan, blocks: Sequence[int], deal_of: DealOf, on_game: Callable[[int], None] = lambda done: None
) -> Iterator[list[GameRecord]]:
    """Play blocks of one line-up, whose bots are installed, and yield the games of each block.

    `on_game` is called with the number of games that are over, in whatever rotation. PlatformProblem if the referee
    fails.
    """
    played: dict[str, Played] = {}
    for rotation in range(plan.seats):
        played |= _play_rotation(plan, blocks, rotation, deal_of, on_game)
    for index in blocks:
        yield [_record(plan, index, rotation, played[game_id]) for rotation, game_id in enumerate(plan.game_ids(index))]


def _play_rotation(
    plan: Plan, blocks: Sequence[int], rotation: int, deal_of: DealOf, on_game: Callable[[int], None]
) -> dict[str, Played]:
    """Play one rotation of every block in one sitting, and return its games by id."""
    from serai.server.errors import PlatformError
    from serai.server.sitting import play_sitting

    line_up = sorted(plan.blocks[blocks[0]].line_up)
    games = [_game_to_play(plan, index, rotation, deal_of(index), line_up) for index in blocks]
    commands = [registry.command(plan.bots[bot]) for bot in line_up]
    over: dict[str, Played] = {}
    before = rotation * len(blocks)

    def count(played: Played) -> None:
        over[played.key] = played
        on_game(before + len(over))

    try:
        play_sitting(
            GAMES[plan.game], plan.settings, commands, games, plan.control, in_flight=plan.in_flight, on_game=count
        )
    except PlatformError as error:
        raise PlatformProblem(f"the referee failed, so these games do not count: {error}") from error
    return over


def _game_to_play(plan: Plan, index: int, rotation: int, deal: bytes, line_up: Sequence[int]) -> GameToPlay:
    from serai.server.live_game import GameToPlay

    seating = tuple(line_up.index(bot) for bot in plan.blocks[index].seating(rotation))
    return GameToPlay(plan.game_ids(index)[rotation], deal, seating, reveals=rotation == plan.seats - 1)


def _record(plan: Plan, index: int, rotation: int, played: Played) -> GameRecord:
    replay = played.replay
    fact = Fact(
        game_id=played.key,
        tournament=plan.name,
        block=index,
        rotation=rotation,
        game=plan.game,
        epoch=plan.epoch,
        options=dict(plan.settings),
        seats=_seats(plan, index, rotation, played),
        commitment=replay.commitment,
        deal=replay.deal,
        decisions=len(replay.decisions),
        digest=replay.digest,
        times=_times(played),
    )
    return GameRecord(plan.identity, fact, replay.as_json())


def _seats(plan: Plan, index: int, rotation: int, played: Played) -> list[SeatResult]:
    seating = [plan.bots[bot] for bot in plan.blocks[index].seating(rotation)]
    return [
        cast(SeatResult, {"bot": bot.name, "version": bot.version, **outcome})
        for bot, outcome in zip(seating, played.replay.outcomes, strict=True)
    ]


def _times(played: Played) -> Times:
    started = datetime.fromtimestamp(played.started, UTC).isoformat(timespec="milliseconds")
    times = Times(started=started, seconds=round(played.seconds, 3))
    if played.stalled > 0:
        times["stalled"] = round(played.stalled, 3)
    return times


class BlockPlayer:
    """Stand-in."""

    def close(self) -> None:
        return

    def play(self, plan, blocks, deal_of, *, on_block, on_game, stop, unable):  # type: ignore
        import signal
        import threading

        over = 0
        for index in blocks:
            if stop.is_set():
                return
            finished = threading.Event()

            def watch() -> None:
                while not finished.wait(0.05):
                    if stop.is_set():
                        if not finished.wait(5):
                            signal.raise_signal(signal.SIGINT)
                        return

            thread = threading.Thread(target=watch, daemon=True)
            thread.start()
            try:
                [games] = list(play_blocks(plan, [index], deal_of, lambda done: on_game(over + done)))
            except KeyboardInterrupt:
                return
            finally:
                finished.set()
            over += plan.seats
            on_block(index, games)
