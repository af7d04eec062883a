"""Bot processes stay at hand from block to block and from job to job, and none ever sees a deal twice (D22, M5)."""

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from serai.ladder.bots import registry
from serai.ladder.bots.version import BotVersion
from serai.ladder.errors import PlatformProblem
from serai.ladder.model import schedule
from serai.ladder.model.game_record import GameRecord
from serai.ladder.model.plan import Plan
from serai.ladder.queue import batch
from serai.ladder.queue.blocks import BlockPlayer
from serai.referee.clock import TimeControl
from serai.referee.core.luck import commit
from serai.referee.games import GAMES
from serai.referee.match import Cause, Fault
from serai.server import bot_pool
from tests.ladder.conftest import write_bot
from tests.recorded import without_times
from tests.waiting import wait_until

BOT = """
import os
import time

import serai

BOOK = {book!r}

def note(*words):
    with open(BOOK, "a") as book:
        print(os.getpid(), *words, file=book)

{at_start}

class Witness(serai.Bot):
    games = serai.EVERY_GAME
    seen = set()

    def game_started(self, table):
        assert table.commitment not in self.seen, "this deal again"
        self.seen.add(table.commitment)
        note("started", table.commitment)

    def game_ended(self, table, result):
        note("ended", table.commitment, result.deal.hex() or "secret")

    def choose(self, table, view, options):
        {choose}
        return 0

if __name__ == "__main__":
    Witness().run()
"""
SETTINGS = GAMES["yspahan"].complete(2, {"two_players": "on"})
Note = list[str]


class Event:
    """A round-robin of witnesses at tables of two, and what they have noted."""

    def __init__(self, folder: Path) -> None:
        self.book = folder / "book"
        self.book.touch()
        self.blocks: dict[int, list[GameRecord]] = {}
        self._folder = folder
        self._bots: list[BotVersion] = []

    def enter(self, choose: str = "pass", at_start: str = "") -> None:
        name = f"witness{len(self._bots)}"
        folder = write_bot(self._folder / name, name)
        source = BOT.format(book=str(self.book), choose=choose, at_start=at_start)
        (folder / "bot.py").write_text(source)
        package = registry.package(folder)
        registry.install(package)
        self._bots.append(package.bot)

    def plan(self, blocks: int = 1, in_flight: int = 64) -> Plan:
        scheduled = schedule.schedule(len(self._bots), 2, blocks, None, deal_of)
        return Plan(None, "yspahan", 1, SETTINGS, 2, TimeControl(), in_flight, tuple(self._bots), scheduled)

    def all_notes(self) -> list[Note]:
        return [line.split() for line in self.book.read_text().splitlines()]

    def notes(self, kind: str) -> list[Note]:
        return [words for words in self.all_notes() if words[1] == kind]

    def processes(self) -> set[str]:
        return {words[0] for words in self.notes("started")}

    def take(self, index: int, games: list[GameRecord]) -> None:
        assert index not in self.blocks
        self.blocks[index] = games

    def causes(self) -> set[str | None]:
        return {seat["cause"] for games in self.blocks.values() for game in games for seat in game.fact["seats"]}


def deal_of(block: int) -> bytes:
    return schedule.deal(bytes(32), block)


@pytest.fixture
def event(tmp_path: Path) -> Event:
    return Event(tmp_path)


@pytest.fixture
def player() -> Iterator[BlockPlayer]:
    with BlockPlayer() as made:
        yield made
    assert children() == set()


def children() -> set[int]:
    """The processes that this one has started and that still run."""
    return {int(pid) for path in Path("/proc/self/task").glob("*/children") for pid in path.read_text().split()}


def has_ended(pid: int) -> bool:
    """Whether a child has ended with all its threads; whoever waits for it still can."""
    try:
        return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:
        return True


def test_processes_live_on_over_line_ups_and_jobs(event: Event, player: BlockPlayer) -> None:
    """Three bots at tables of two: one process of each for every rotation, whatever is played."""
    for _ in range(3):
        event.enter()
    plan = event.plan(blocks=4)
    for job in (range(5), range(5, 12)):
        player.play(plan, job, deal_of, on_block=event.take)
    assert sorted(event.blocks) == list(range(12))
    assert event.causes() == {None}
    assert len(event.processes()) == 3 * 2


def test_the_bots_of_all_blocks_are_started_before_more_than_one_is_played(
    event: Event, player: BlockPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """D22: what begins a little later is played in larger messages, and starting needs the cores until then."""
    monkeypatch.setattr(bot_pool, "RUSH_SECONDS", 600.0)
    for _ in range(4):
        event.enter(at_start="note('up', '')")
    player.play(event.plan(), range(6), deal_of, on_block=event.take)
    kinds = [words[1] for words in event.all_notes() if words[1] in ("up", "started")]
    last_up = max(at for at, kind in enumerate(kinds) if kind == "up")
    assert kinds.count("up") == len(event.processes()) == 4 * 2
    assert kinds[:last_up].count("started") <= 2 * 2


def test_a_block_that_is_played_again_is_played_by_fresh_processes(event: Event, player: BlockPlayer) -> None:
    """A process that met the deal before would crash here, so nobody did."""
    event.enter()
    event.enter()
    again: list[list[GameRecord]] = []
    for _ in range(2):
        player.play(event.plan(), [0], deal_of, on_block=lambda _, games: again.append(games))
    assert len(event.processes()) == 8
    assert [without_times(game) for game in again[0]] == [without_times(game) for game in again[1]]
    assert all(seat["cause"] is None for games in again for game in games for seat in game.fact["seats"])


def test_a_process_that_has_seen_enough_deals_is_replaced(
    event: Event, player: BlockPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it remembers would grow for ever."""
    monkeypatch.setattr(bot_pool, "MOST_DEALS", 2)
    event.enter()
    event.enter()
    player.play(event.plan(blocks=6, in_flight=1), range(6), deal_of, on_block=event.take)
    assert event.causes() == {None}
    assert len(event.processes()) == 3 * 4


def test_the_longest_idle_process_makes_room_for_another(event: Event) -> None:
    """Four bots would be eight processes; there is room for four."""
    for _ in range(4):
        event.enter()
    running: list[int] = []
    with BlockPlayer(processes=4) as player:
        plan = event.plan(blocks=2)
        player.play(
            plan,
            range(len(plan.blocks)),
            deal_of,
            on_block=event.take,
            on_game=lambda _: running.append(len(children())),
        )
    assert sorted(event.blocks) == list(range(12))
    assert event.causes() == {None}
    assert max(running) <= 4
    assert len(event.processes()) > 8


def test_a_table_gets_what_it_needs_even_if_that_is_more_than_the_limit(event: Event) -> None:
    event.enter()
    event.enter()
    with BlockPlayer(processes=1) as player:
        player.play(event.plan(blocks=2), range(2), deal_of, on_block=event.take)
    assert event.causes() == {None}


def test_blocks_are_handed_over_as_they_finish(event: Event, player: BlockPlayer) -> None:
    event.enter()
    event.enter()
    heard: list[str] = []
    player.play(
        event.plan(blocks=3, in_flight=1),
        range(3),
        deal_of,
        on_block=lambda index, games: heard.append(f"block {index} of {len(games)}"),
        on_game=lambda over: heard.append(f"game {over}"),
    )
    assert heard == [word for n in range(3) for word in (f"game {2 * n + 1}", f"game {2 * n + 2}", f"block {n} of 2")]


def test_the_deal_is_revealed_to_nobody_before_the_block_is_over(event: Event, player: BlockPlayer) -> None:
    """Only the last game of each block to end tells it: by then the block has been handed over."""
    event.enter()
    event.enter()
    known_at: dict[int, list[Note]] = {}

    def on_block(index: int, games: list[GameRecord]) -> bool:
        known_at[index] = event.notes("ended")
        return True

    player.play(event.plan(blocks=4), range(4), deal_of, on_block=on_block)
    player.close()
    for index, known in known_at.items():
        assert not any(deal_of(index).hex() in words for words in known)
        told = [words[3] for words in event.notes("ended") if words[2] == event.plan(blocks=4).blocks[index].commitment]
        assert sorted(told) == sorted(["secret"] * 2 + [deal_of(index).hex()] * 2)


def test_a_bot_that_crashes_in_one_game_gets_a_fresh_process_for_the_next(event: Event, player: BlockPlayer) -> None:
    """And nobody else is touched by it."""
    event.enter("assert table.commitment != " + repr(event_commitment(0)))
    event.enter()
    plan = event.plan(blocks=3, in_flight=1)
    player.play(plan, range(3), deal_of, on_block=event.take)
    causes = [{seat["bot"]: seat["cause"] for game in event.blocks[n] for seat in game.fact["seats"]} for n in range(3)]
    assert causes[0] == {"witness0": "crash", "witness1": None}
    assert causes[1] == causes[2] == {"witness0": None, "witness1": None}
    assert len(event.processes()) == 4 + 2


def event_commitment(block: int) -> str:
    return commit(deal_of(block))


def test_told_to_stop_it_begins_nothing_and_ends_what_it_has_begun(event: Event, player: BlockPlayer) -> None:
    event.enter()
    event.enter()
    stop = threading.Event()
    plan = event.plan(blocks=50, in_flight=1)
    player.play(plan, range(50), deal_of, on_block=event.take, on_game=lambda _: stop.set(), stop=stop)
    assert list(event.blocks) == [0]


def test_what_does_not_end_in_time_after_a_stop_is_abandoned(
    event: Event, player: BlockPlayer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Block 1 hangs; it is not handed over, and played anew by fresh processes when its turn comes again."""
    monkeypatch.setattr(batch, "LAST_SECONDS", 0.5)
    go = tmp_path / "go"
    stuck = f"table.commitment == {event_commitment(1)!r} and not os.path.exists({str(go)!r})"
    event.enter(f"while {stuck}: note('stuck') or time.sleep(0.01)")
    event.enter()
    stop = threading.Event()
    plan = event.plan(blocks=2, in_flight=1)

    def stop_when_stuck() -> None:
        wait_until(lambda: event.notes("stuck"))
        stop.set()

    watcher = threading.Thread(target=stop_when_stuck)
    watcher.start()
    player.play(plan, range(2), deal_of, on_block=event.take, stop=stop)
    watcher.join()
    assert list(event.blocks) == [0]
    go.touch()
    player.play(plan, [1], deal_of, on_block=event.take)
    assert sorted(event.blocks) == [0, 1]
    assert event.causes() == {None}


def test_a_stop_that_was_there_before_begins_nothing(event: Event, player: BlockPlayer) -> None:
    event.enter()
    event.enter()
    stop = threading.Event()
    stop.set()
    player.play(event.plan(), [0], deal_of, on_block=event.take, stop=stop)
    assert not event.blocks
    assert not event.processes()


def test_a_bot_that_is_unable_is_retired_at_once_and_never_started(event: Event, player: BlockPlayer) -> None:
    for _ in range(3):
        event.enter()
    unable = {1: Fault(Cause.START, "cannot be built: no compiler\ncc: not found")}
    player.play(event.plan(), range(3), deal_of, on_block=event.take, unable=unable)
    for games in event.blocks.values():
        for game in games:
            seats = {seat["bot"]: seat["cause"] for seat in game.fact["seats"]}
            assert all(cause == ("start" if bot == "witness1" else None) for bot, cause in seats.items())
            for retired in game.replay["retirements"]:
                assert (retired["text"], retired["stderr"]) == ("cannot be built: no compiler", "cc: not found")
    assert len(event.blocks) == 3
    assert len(event.processes()) == 4


def test_when_nobody_is_able_the_games_still_end(event: Event, player: BlockPlayer) -> None:
    event.enter()
    event.enter()
    fault = Fault(Cause.START, "cannot be built")
    player.play(event.plan(), [0], deal_of, on_block=event.take, unable={0: fault, 1: fault})
    assert event.causes() == {"start"}
    assert not event.processes()


@pytest.mark.parametrize(("factor", "attempts"), [(0.0, 2), (1e6, 1)])
def test_a_bot_that_fails_to_start_stays_out_for_the_job_and_a_while(
    event: Event, player: BlockPlayer, monkeypatch: pytest.MonkeyPatch, factor: float, attempts: int
) -> None:
    """In one job it is not started for every game; a later one tries again, if that was long enough ago."""
    monkeypatch.setattr(bot_pool, "OUT_FACTOR", factor)
    monkeypatch.setattr(bot_pool, "STARTS", 1)
    event.enter(at_start="note('tried')\nraise SystemExit(3)")
    event.enter()
    for job in (range(4), range(4, 8)):
        player.play(event.plan(blocks=8), job, deal_of, on_block=event.take)
    assert len(event.blocks) == 8
    assert event.causes() == {"start", None}
    assert len(event.notes("tried")) == attempts


def test_ctrl_c_leaves_no_process_behind(event: Event, player: BlockPlayer) -> None:
    """A worker that is told to stop at once does it so; it can still be closed, and even play on."""
    event.enter()
    event.enter()
    plan = event.plan(blocks=40)

    def interrupt(over: int) -> None:
        if over == 3:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        player.play(plan, range(40), deal_of, on_block=event.take, on_game=interrupt)
    assert children() == set()
    missing = [index for index in range(40) if index not in event.blocks][:2]
    player.play(plan, missing, deal_of, on_block=event.take)
    assert set(missing) <= set(event.blocks)
    assert event.causes() == {None}


def test_a_failure_of_ours_is_nobodys_result(event: Event, player: BlockPlayer) -> None:
    """What was handed over before counts; nothing else does, and no process is left."""
    event.enter()
    event.enter()

    def burst(index: int, games: list[GameRecord]) -> None:
        if event.blocks:
            raise OSError("no space left")
        event.take(index, games)

    with pytest.raises(PlatformProblem, match="no space left"):
        player.play(event.plan(blocks=9), range(9), deal_of, on_block=burst)
    assert len(event.blocks) == 1
    assert children() == set()
    player.play(event.plan(blocks=9), range(7, 9), deal_of, on_block=event.take)
    assert event.causes() == {None}


def test_an_idle_process_that_dies_between_two_jobs_is_replaced(event: Event, player: BlockPlayer) -> None:
    event.enter()
    event.enter()
    plan = event.plan(blocks=2)
    player.play(plan, [0], deal_of, on_block=event.take)
    killed = children()
    for pid in killed:
        os.kill(pid, signal.SIGKILL)
    wait_until(lambda: all(map(has_ended, killed)))
    player.play(plan, [1], deal_of, on_block=event.take)
    assert event.causes() == {None}
