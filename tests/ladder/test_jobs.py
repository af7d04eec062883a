"""Jobs: what is in the queues is ours or dropped, is forgotten without a trace, and played twice it does no harm."""

from contextlib import closing

import pytest
from rq.executions import Execution
from rq.job import Job

from serai.ladder.bots.version import Package
from serai.ladder.model.tournament import Tournament
from serai.ladder.queue import jobs
from serai.ladder.queue.jobs import Task
from serai.ladder.queue.play_job import JobPlayer, play
from serai.ladder.storage import hand, tournaments
from serai.ladder.storage.store import Store

TWO = {"two_players": "on"}
SECRET = bytes(range(32))
PLAIN: frozenset[str] = frozenset()


def create(store: Store, packages: list[Package], name: str = "spring", blocks: int = 4) -> Tournament:
    return tournaments.create(store, name, "yspahan", packages, seats=2, blocks=blocks, settings=TWO, secret=SECRET)


def test_a_job_comes_out_of_its_queue_as_it_went_in(store: Store) -> None:
    task = Task(jobs.new_id("spring"), "spring", (3, 4, 9), (1,))
    jobs.enqueue(store.redis, frozenset({"go", "c"}), task)
    [found] = jobs.waiting(store.redis)
    assert (found.queue, found.taken, found.started) == ("serai.c.go", (), ())
    assert jobs.task(store.redis, found.queued[0]) == task


def test_tournaments_whose_names_begin_alike_are_not_confused(store: Store) -> None:
    jobs.enqueue(store.redis, PLAIN, Task(jobs.new_id("spring-2"), "spring-2", (0,)))
    assert not jobs.is_pending(store.redis, "spring")
    assert jobs.is_pending(store.redis, "spring-2")
    jobs.withdraw(store.redis, "spring")
    assert jobs.is_pending(store.redis, "spring-2")
    jobs.withdraw(store.redis, "spring-2")
    assert not jobs.is_pending(store.redis, "spring-2")


@pytest.mark.parametrize(
    "entry", [b"\xff\xfe", b"", b"spring-0123456789abcdef", b"somebody's", b"spring-01234:6789abcdef"]
)
def test_what_somebody_else_wrote_into_a_queue_is_no_job(store: Store, entry: bytes) -> None:
    """D13: whatever the bytes are, they are read without an error, and can be dropped."""
    queue = jobs.queue(store.redis, PLAIN)
    jobs.enqueue(store.redis, PLAIN, Task(jobs.new_id("spring"), "spring", (0,)))
    store.redis.rpush(queue.key, entry)
    store.redis.rpush(queue.intermediate_queue_key, entry)
    assert jobs.task(store.redis, entry) is None
    jobs.forget(store.redis, queue.name, entry)
    [left] = jobs.waiting(store.redis)
    assert (len(left.queued), left.taken) == (1, ())


def test_a_job_of_somebody_else_under_a_name_like_ours_is_refused(store: Store) -> None:
    """RQ calls any function that a job names."""
    job_id = jobs.new_id("spring")
    jobs.queue(store.redis, PLAIN).enqueue("os.mkdir", "spring", [0], [], job_id=job_id)
    assert jobs.task(store.redis, job_id.encode()) is None


def test_a_job_is_forgotten_though_its_execution_has_expired(store: Store) -> None:
    """D1: RQ lets an execution expire a minute before the list that names it, and its own delete fails on that."""
    task = Task(jobs.new_id("spring"), "spring", (0,))
    jobs.enqueue(store.redis, PLAIN, task)
    job = Job.fetch(task.job, store.redis, serializer=jobs.SERIALIZER)
    with store.redis.pipeline() as pipeline:
        execution = Execution.create(job, 60, pipeline)
        pipeline.execute()
    store.redis.delete(execution.key)
    with pytest.raises(ValueError, match="not found in Redis"):
        job.delete()
    jobs.forget(store.redis, "serai", task.job.encode(), [execution.id.encode()])
    assert not jobs.is_pending(store.redis, "spring")
    assert not jobs.exists(store.redis, task.job)
    assert [key for key in store.redis.keys("rq:*") if task.job.encode() in key] == []


def test_a_job_that_runs_twice_records_its_games_once(store: Store, packages: list[Package]) -> None:
    tournament = create(store, packages[:2], blocks=1)
    play("spring", [0])
    facts = list(store.facts("spring"))
    play("spring", [0])
    assert list(store.facts("spring")) == facts
    assert [fact["game_id"] for fact in facts] == list(tournament.game_ids(0))
    assert {fact["tournament"] for fact in facts} == {"spring"}
    assert store.progress("spring") == {}


def test_of_a_halted_tournament_nothing_is_played(store: Store, packages: list[Package]) -> None:
    create(store, packages)
    store.halt("spring", "paused")
    play("spring", [0])
    assert store.count("spring") == 0
    store.unhalt("spring")
    play("spring", [0])
    assert store.count("spring") == 2


def test_what_a_worker_has_is_played_to_its_end_when_its_tournament_is_drained(
    store: Store, packages: list[Package]
) -> None:
    """A worker asks now and then whether it should go on; between two of its questions the organiser drains."""
    create(store, packages[:2])
    player = JobPlayer(store)
    asked: list[str | None] = []

    def drain() -> bool:
        if not asked:
            hand.halt(store, "spring", "drained", "a new machine")
        asked.append(store.halted("spring"))
        return True

    with closing(player):
        player.play(Task(jobs.new_id("spring"), "spring", (0, 1)), drain)
        assert asked[0] == "drained"
        assert list(store.done("spring")) == [0, 1]
        player.play(Task(jobs.new_id("spring"), "spring", (2,)), drain)
        assert list(store.done("spring")) == [0, 1]
        hand.resume(store, "spring")
        player.play(Task(jobs.new_id("spring"), "spring", (2,)), lambda: True)
    assert list(store.done("spring")) == [0, 1, 2]
