"""The feeder keeps a few small jobs queued for every worker there is, where they can be played, and cuts again what is
lost."""

from pathlib import Path

import pytest
from rq import Queue

from serai.ladder.bots import registry
from serai.ladder.bots.version import Package
from serai.ladder.errors import PlatformProblem, UserProblem
from serai.ladder.model.tournament import Tournament
from serai.ladder.queue import jobs
from serai.ladder.queue.feeder import BLOCKS_PER_BOT, FIRST_JOB, JOB_SECONDS, LARGEST_JOB, MOST_FAILURES, Feeder
from serai.ladder.queue.jobs import Task
from serai.ladder.queue.play_job import play
from serai.ladder.queue.supervisor import Supervisor
from serai.ladder.storage import tournaments
from serai.ladder.storage.queue_notes import Death, Failure, QueueNotes
from serai.ladder.storage.store import Store
from tests.ladder.conftest import write_bot
from tests.ladder.live_worker import PLAIN, appear, start, vanish

TWO = {"two_players": "on"}
SECRET = bytes(range(32))
GO = frozenset({"go"})


def create(store: Store, packages: list[Package], name: str = "spring", blocks: int = 100) -> Tournament:
    return tournaments.create(store, name, "yspahan", packages, seats=2, blocks=blocks, settings=TWO, secret=SECRET)


def queued(store: Store, languages: frozenset[str] = PLAIN) -> list[Task]:
    """The jobs in the queue of a class, next one first."""
    ids = [job_id.encode() for job_id in jobs.queue(store.redis, languages).get_job_ids()]
    return [task for job_id in ids if (task := jobs.task(store.redis, job_id)) is not None]


def forget(store: Store, task: Task) -> None:
    """A job dies, fails or is taken back."""
    jobs.forget(store.redis, "serai", task.job.encode())


FIRST, SECOND = tuple(range(FIRST_JOB)), tuple(range(FIRST_JOB, 2 * FIRST_JOB))


def in_go(folder: Path) -> Package:
    """A bot that needs a worker with Go."""
    write_bot(folder, "gopher")
    manifest = folder / "bot.toml"
    manifest.write_text(manifest.read_text().replace('language = "python"', 'language = "go"'))
    return registry.package(folder)


def test_two_jobs_are_queued_for_every_worker_on_all_hosts(store: Store, packages: list[Package]) -> None:
    """D7: whoever helps along is counted, wherever it is."""
    feeder = Feeder(store, create(store, packages))
    feeder.feed()
    assert queued(store) == []
    appear(store, "afar.1")
    feeder.feed()
    feeder.feed()
    assert [task.blocks for task in queued(store)] == [FIRST, SECOND]
    appear(store, "afar.2")
    appear(store, "elsewhere.1")
    feeder.feed()
    assert len(queued(store)) == 6


def test_jobs_are_cut_in_schedule_order_whatever_the_line_up(store: Store, packages: list[Package]) -> None:
    tournament = create(store, packages)
    appear(store)
    Feeder(store, tournament).feed()
    first = queued(store)[0]
    assert first.blocks == tuple(range(FIRST_JOB))
    assert len({frozenset(tournament.blocks[index].line_up) for index in first.blocks}) == 3


@pytest.mark.parametrize(("pace", "size"), [(0.5, 30), (60.0, 1), (0.0001, LARGEST_JOB)])
def test_jobs_follow_the_measured_pace(store: Store, packages: list[Package], pace: float, size: int) -> None:
    """A job is about 15 s of work."""
    assert JOB_SECONDS == 15.0
    worker = appear(store)
    tournament = create(store, packages[:2], blocks=2000)
    QueueNotes(store.redis).note_pace("spring", worker.name, pace)
    Feeder(store, tournament).feed()
    assert [len(task.blocks) for task in queued(store)] == [size, size]


def test_the_last_blocks_are_shared_by_all_workers(store: Store, packages: list[Package]) -> None:
    for number in range(3):
        QueueNotes(store.redis).note_pace("spring", appear(store, f"afar.{number}").name, 8.0)
    Feeder(store, create(store, packages[:2], blocks=12)).feed()
    assert [len(task.blocks) for task in queued(store)] == [2, 2, 2, 1, 1, 1]


def test_fast_blocks_are_not_cut_into_crumbs(store: Store, packages: list[Package]) -> None:
    """A few games alone are slow: as long as everybody has something, a job is at least 8 s of work."""
    for number in range(3):
        QueueNotes(store.redis).note_pace("spring", appear(store, f"afar.{number}").name, 0.01)
    Feeder(store, create(store, packages[:2], blocks=12)).feed()
    assert [len(task.blocks) for task in queued(store)] == [4, 4, 4]


def test_where_bots_are_many_the_first_job_is_large(store: Store, packages: list[Package]) -> None:
    """Every worker starts its own bots: for a block or two a bot, that is not worth while."""
    for number in range(3):
        appear(store, f"afar.{number}")
    Feeder(store, create(store, packages, blocks=12)).feed()
    assert [len(task.blocks) for task in queued(store)] == [BLOCKS_PER_BOT * len(packages), 36 - 3 * BLOCKS_PER_BOT]


def test_what_a_worker_has_not_begun_in_time_is_shared_by_all(
    store: Store, packages: list[Package], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They get it while the worker still plays what it has begun."""
    monkeypatch.setattr("serai.ladder.queue.feeder._LOOK_SECONDS", 0.0)
    workers = [appear(store, f"afar.{number}") for number in range(3)]
    feeder = Feeder(store, create(store, packages, blocks=8))
    feeder.feed()
    (task,) = queued(store)
    start(store, task, workers[0].name)
    jobs.give_back(store.redis, task, task.blocks[1:])
    feeder.feed()
    assert [len(job.blocks) for job in queued(store)] == [8, 8, 7]
    assert sorted(block for job in queued(store) for block in job.blocks) == list(task.blocks[1:])


def test_a_job_that_was_taken_back_as_a_whole_does_not_come_back_by_giving_back_a_part(store: Store) -> None:
    task = Task(jobs.new_id("spring"), "spring", (3, 4))
    jobs.give_back(store.redis, task, [4])
    assert not jobs.exists(store.redis, task.job)


def test_two_who_run_one_tournament_cut_every_block_once(store: Store, packages: list[Package]) -> None:
    tournament = create(store, packages, blocks=4)
    one, other = Feeder(store, tournament), Feeder(store, tournament)
    appear(store, "afar.1")
    one.feed()
    appear(store, "afar.2")
    other.feed()
    one.feed()
    blocks = [block for task in queued(store) for block in task.blocks]
    assert len(blocks) == len(set(blocks))


def test_tournaments_side_by_side_have_equal_shares_of_the_queue(store: Store, packages: list[Package]) -> None:
    """A large one that came first does not keep a small one waiting."""
    appear(store)
    large, small = create(store, packages, "large", 100), create(store, packages, "small", 20)
    feeders = [Feeder(store, large), Feeder(store, small)]
    for _ in range(3):
        for feeder in feeders:
            feeder.feed()
    assert [task.tournament for task in queued(store)] == ["large", "large", "small", "small"]


def test_tournaments_side_by_side_both_progress(
    store: Store, packages: list[Package], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("serai.ladder.queue.feeder.JOB_SECONDS", 0.1)
    monkeypatch.setattr("serai.ladder.queue.feeder.LEAST_SECONDS", 0.0)
    monkeypatch.setattr("serai.ladder.queue.feeder.FIRST_JOB", 8)
    names = ("large", "small")
    running = [create(store, packages[:2], name, blocks) for name, blocks in zip(names, (64, 8), strict=True)]
    feeders = [Feeder(store, tournament) for tournament in running]
    with Supervisor(store.redis, 1) as workers:
        while store.count("small") < running[1].games:
            for feeder in feeders:
                feeder.feed()
            workers.watch()
        assert 0 < store.count("large") < running[0].games
        for feeder in feeders:
            feeder.close()


def test_what_is_on_record_is_not_cut(store: Store, packages: list[Package]) -> None:
    tournament = create(store, packages[:2], blocks=3)
    play("spring", [1])
    appear(store)
    Feeder(store, tournament).feed()
    assert sorted(block for task in queued(store) for block in task.blocks) == [0, 2]


def test_the_blocks_of_a_job_that_is_gone_are_cut_again(store: Store, packages: list[Package]) -> None:
    appear(store)
    feeder = Feeder(store, create(store, packages))
    feeder.feed()
    forget(store, queued(store)[0])
    feeder.feed()
    assert [task.blocks for task in queued(store)] == [SECOND, FIRST]


def test_after_a_death_every_block_is_a_job_of_its_own(store: Store, packages: list[Package]) -> None:
    """D12: so that the one that brings its worker down is found."""
    appear(store)
    feeder = Feeder(store, create(store, packages))
    feeder.feed()
    first = queued(store)[0]
    QueueNotes(store.redis).note_deaths("spring", [Death(block, "e1", False) for block in first.blocks])
    forget(store, first)
    feeder.feed()
    assert [task.blocks for task in queued(store)] == [SECOND, (0,)]


def test_blocks_go_to_workers_that_can_play_them(store: Store, packages: list[Package], tmp_path: Path) -> None:
    """Between Python and Go: who has Go plays everything, who has not the rest."""
    tournament = create(store, [*packages[:2], in_go(tmp_path / "gopher")], blocks=8)
    appear(store, "afar.1")
    appear(store, "gopher.1", GO)
    feeder = Feeder(store, tournament)
    feeder.feed()
    plain = [tournament.blocks[block].line_up for task in queued(store) for block in task.blocks]
    assert plain
    assert not any(2 in line_up for line_up in plain)
    assert any(2 in tournament.blocks[block].line_up for task in queued(store, GO) for block in task.blocks)


def test_who_waits_for_which_language_is_said_once(store: Store, packages: list[Package], tmp_path: Path) -> None:
    gopher = in_go(tmp_path / "gopher")
    said: list[str] = []
    appear(store)
    feeder = Feeder(store, create(store, [*packages[:2], gopher], blocks=2), said.append)
    for _ in range(3):
        feeder.feed()
    assert said == [f"{gopher.bot} must wait for a worker with go (go: install Go 1.24 or newer)"]
    assert len([block for task in queued(store) for block in task.blocks]) == 2
    appear(store, "gopher.1", GO)
    feeder.feed()
    assert sum(len(task.blocks) for task in queued(store, GO)) > 0


def test_jobs_move_when_their_class_has_no_worker_any_more(store: Store, packages: list[Package]) -> None:
    lost = appear(store, "gopher.1", GO)
    feeder = Feeder(store, create(store, packages))
    feeder.feed()
    assert [task.blocks for task in queued(store, GO)] == [FIRST, SECOND]
    vanish(store, lost)
    appear(store, "afar.1")
    feeder.feed()
    feeder.feed()
    assert queued(store, GO) == []
    assert [task.blocks for task in queued(store)] == [FIRST, SECOND]


def test_of_a_halted_tournament_nothing_is_queued(store: Store, packages: list[Package]) -> None:
    appear(store)
    feeder = Feeder(store, create(store, packages))
    feeder.feed()
    store.halt("spring", "paused")
    with pytest.raises(UserProblem, match="spring is paused; serai tournament resume spring lets it go on"):
        feeder.feed()
    assert queued(store) == []
    store.unhalt("spring")
    feeder.feed()
    assert [task.blocks for task in queued(store)] == [FIRST, SECOND]


def test_a_block_that_fails_again_and_again_ends_the_run_with_its_reason(store: Store, packages: list[Package]) -> None:
    notes, said = QueueNotes(store.redis), list[str]()
    for number in range(MOST_FAILURES - 1):
        notes.note_failure("spring", Failure(f"e{number}", (7,), "no space left"))
    Feeder(store, create(store, packages), said.append).feed()
    assert said[0] == "block 7 failed, to be played again: no space left"
    notes.note_failure("spring", Failure("last", (7,), "no space left"))
    with pytest.raises(PlatformProblem, match="spring cannot go on: block 7: no space left"):
        Feeder(store, tournaments.load(store, "spring")).feed()


def test_feeding_a_large_tournament_reads_only_what_is_played_next(store: Store, packages: list[Package]) -> None:
    """D20: no part of the loop costs in proportion to all games; the schedule is read in chunks of 512 blocks."""
    create(store, packages, blocks=4000)
    appear(store)
    tournament = tournaments.load(store, "spring")
    store.redis.config_resetstat()
    feeder = Feeder(store, tournament)
    for _ in range(50):
        feeder.feed()
        for task in queued(store):
            forget(store, task)
    assert store.redis.info("commandstats")["cmdstat_lindex"]["calls"] <= 2
    assert "cmdstat_hkeys" not in store.redis.info("commandstats")


def test_the_queue_of_somebody_else_is_left_alone(store: Store, packages: list[Package]) -> None:
    theirs = Queue("theirs", connection=store.redis)
    theirs.enqueue("os.getpid")
    appear(store)
    feeder = Feeder(store, create(store, packages))
    feeder.feed()
    feeder.close()
    assert (queued(store), len(theirs.get_job_ids())) == ([], 1)
