"""What goes through the queues: jobs that name a tournament and a few of its blocks, or games for practice.

A job may be lost, taken back, or played twice at the same time, and no harm is done: what has to be played is always
what is not on record, and a block is recorded once. So nothing is ever retried: a job that dies or fails is forgotten,
and its blocks, still missing, are cut into new jobs by the feeder. Practice is nobody's record: if its job is lost,
whoever asked for it is told.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from redis.exceptions import ResponseError
from rq import Queue
from rq.executions import Execution, ExecutionRegistry
from rq.job import Job

from serai.ladder.queue.worker_classes import Languages, languages_of, queue_name

if TYPE_CHECKING:
    from redis import Redis
    from redis.client import Pipeline

SERIALIZER = "json"
PLAY = "serai.ladder.queue.play_job.play"
PRACTISE = "practise"  # not a function: workers know it by this name

_ID = re.compile(r"(?P<tournament>[a-z0-9][a-z0-9_-]*)-[0-9a-f]{16}")
# No tournament has capitals in its name.
_PRACTICE = re.compile(r"PRACTICE-[a-z0-9][a-z0-9_-]*-[0-9a-f]{16}")
_NO_TIMEOUT = -1  # The worker itself ends a job that hangs.


class PlayJob(Job):
    """A job that can only play. RQ calls whatever function a job names; this refuses all but ours."""

    @property
    def func(self) -> Callable[..., Any]:
        if self.func_name != PLAY:
            raise PermissionError(f"{self.func_name} is not a job of ours")
        return cast("Callable[..., Any]", super().func)

    @property
    def success_callback(self) -> None:
        return None

    @property
    def failure_callback(self) -> None:
        return None

    @property
    def stopped_callback(self) -> None:
        return None


@dataclass(frozen=True, slots=True)
class Task:
    """What a job asks for: to play these blocks of a tournament, without the bots that are withheld."""

    job: str
    tournament: str
    blocks: tuple[int, ...]
    withheld: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PracticeTask:
    """A job that asks for games that nobody rates; what they are is kept under its id."""

    job: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """The jobs of one queue: those nobody has taken, those taken and not yet started, and the executions of others.

    Ids are as they were found, for anybody can write anything into a queue.
    """

    queue: str
    queued: tuple[bytes, ...]
    taken: tuple[bytes, ...]
    started: tuple[tuple[bytes, bytes], ...]

    def ids(self) -> list[bytes]:
        """Return the ids of all jobs, each once."""
        return list(dict.fromkeys((*self.queued, *self.taken, *(job for job, _ in self.started))))


def queue(redis: Redis, languages: Languages) -> Queue:
    """Return the queue of a class of workers. It holds JSON, because to read a pickle is to run the code in it."""
    return named_queue(redis, queue_name(languages))


def named_queue(redis: Redis, name: str) -> Queue:
    """Return the queue of this name."""
    return Queue(name, connection=redis, serializer=SERIALIZER, job_class=PlayJob)


def queue_names(redis: Redis) -> list[str]:
    """Return the names of all queues of ours that were ever used."""
    names = (as_text(key).removeprefix(Queue.redis_queue_namespace_prefix) for key in _queue_keys(redis))
    return sorted(name for name in names if languages_of(name) is not None)


def _queue_keys(redis: Redis) -> set[bytes]:
    return cast("set[bytes]", redis.smembers(Queue.redis_queues_keys))


def enqueue(redis: Redis, languages: Languages, task: Task) -> None:
    """Put a job into the queue of a class."""
    queue(redis, languages).enqueue(
        PLAY,
        task.tournament,
        list(task.blocks),
        list(task.withheld),
        job_id=task.job,
        job_timeout=_NO_TIMEOUT,
        result_ttl=0,
        description=f"{len(task.blocks)} blocks of {task.tournament}",
    )


def give_back(redis: Redis, task: Task, blocks: Sequence[int]) -> None:
    """Let a job that is being played ask for these blocks no more; nothing if it was taken back as a whole."""
    left = set(blocks)
    kept = [block for block in task.blocks if block not in left]
    args = (task.tournament, kept, list(task.withheld))
    job = PlayJob.create(PLAY, args, connection=redis, id=task.job, serializer=SERIALIZER)
    key = PlayJob.key_for(task.job)

    def change(pipeline: Pipeline) -> None:
        is_there = pipeline.exists(key)
        pipeline.multi()
        if is_there:
            pipeline.hset(key, "data", job.to_dict()["data"])

    redis.transaction(change, key)


def enqueue_practice(redis: Redis, languages: Languages, task: PracticeTask) -> int:
    """Put games for practice behind all that is in the queue of a class; return how many jobs that is."""
    chosen = queue(redis, languages)
    before = chosen.count
    chosen.enqueue(PRACTISE, job_id=task.job, job_timeout=_NO_TIMEOUT, result_ttl=0, description="practice")
    return before


def new_practice_id(bot: str) -> str:
    """Return an id for a job in which a bot practises."""
    return f"PRACTICE-{bot}-{secrets.token_hex(8)}"


def new_id(tournament: str) -> str:
    """Return an id for a job of a tournament; no two jobs ever share one."""
    return f"{tournament}-{secrets.token_hex(8)}"


def tournament_of(job_id: bytes) -> str | None:
    """Return the tournament of a job; None if it is no job of ours."""
    parts = _ID.fullmatch(as_text(job_id))
    return parts["tournament"] if parts else None


def is_ours(job_id: bytes) -> bool:
    """Return True if a job has an id of ours, for a tournament or for practice."""
    return tournament_of(job_id) is not None or is_practice(job_id)


def is_practice(job_id: bytes) -> bool:
    """Return True if a job has the id of one for practice."""
    return _PRACTICE.fullmatch(as_text(job_id)) is not None


def waiting(redis: Redis) -> list[Waiting]:
    """Return what is in each of our queues, taken from them or being played."""
    queues = [named_queue(redis, name) for name in queue_names(redis)]
    with redis.pipeline(transaction=False) as pipeline:
        for one in queues:
            pipeline.lrange(one.key, 0, -1)
            pipeline.lrange(one.intermediate_queue_key, 0, -1)
            pipeline.zrange(one.started_job_registry.key, 0, -1)
        found = cast("list[list[bytes]]", pipeline.execute())
    return [
        Waiting(one.name, tuple(queued), tuple(taken), tuple(_executions(started)))
        for one, (queued, taken, started) in zip(queues, _threes(found), strict=True)
    ]


def _threes(found: Sequence[list[bytes]]) -> Iterator[Sequence[list[bytes]]]:
    return (found[at : at + 3] for at in range(0, len(found), 3))


def _executions(members: Iterable[bytes]) -> Iterator[tuple[bytes, bytes]]:
    for member in members:
        job, _, execution = member.rpartition(b":")
        yield job, execution


def task(redis: Redis, job_id: bytes) -> Task | None:
    """Return what a job asks for; None if there is no such job, or it is not one of ours."""
    if tournament_of(job_id) is None:
        return None
    try:
        return read_task(redis, job_id, cast("dict[bytes, bytes]", redis.hgetall(PlayJob.key_for(as_text(job_id)))))
    except ResponseError:  # It is something else altogether.
        return None


def read_task(redis: Redis, job_id: bytes, data: Mapping[bytes, bytes]) -> Task | None:
    """Return what a job asks for, from what Redis has of it; None if that is nothing, or not one of ours."""
    job = PlayJob(as_text(job_id), connection=redis, serializer=SERIALIZER)
    try:
        job.restore(data)
        name, blocks, withheld = job.args
        checked = Task(job.id, name, tuple(map(int, blocks)), tuple(map(int, withheld)))
        return checked if job.func_name == PLAY and name == tournament_of(job_id) else None
    except Exception:  # whatever somebody else may have written there
        return None


def read_job(redis: Redis, job_id: bytes, data: Mapping[bytes, bytes]) -> Task | PracticeTask | None:
    """Return what a job of either kind asks for; None if it was taken back, or is not one of ours."""
    if not is_practice(job_id):
        return read_task(redis, job_id, data)
    return PracticeTask(as_text(job_id)) if data else None


def exists(redis: Redis, job_id: str) -> bool:
    """Return True unless the job was taken back."""
    return bool(redis.exists(PlayJob.key_for(job_id)))


def forget(redis: Redis, queue_name: str, job_id: bytes, executions: Iterable[bytes] = ()) -> None:
    """Remove a job from its queue, and all that RQ keeps of it; it may be gone already, wholly or in part.

    RQ's own Job.delete fails where an execution has expired before the list that names it (D1).
    """
    with redis.pipeline() as pipeline:
        forget_in(pipeline, named_queue(redis, queue_name), job_id, executions)
        pipeline.execute()


def forget_in(pipeline: Pipeline, one: Queue, job_id: bytes, executions: Iterable[bytes]) -> None:
    """Do so as part of a pipeline."""
    name = as_text(job_id)
    for key in (one.key, one.intermediate_queue_key):
        pipeline.lrem(key, 0, cast(str, job_id))
    for execution in executions:
        record = Execution(as_text(execution), name, one.connection)
        pipeline.zrem(one.started_job_registry.key, job_id + b":" + execution)
        pipeline.delete(record.key)
    if is_ours(job_id):
        pipeline.delete(PlayJob.key_for(name), ExecutionRegistry(name, one.connection).key)


def withdraw(redis: Redis, tournament: str) -> None:
    """Forget the jobs of a tournament that no worker has started."""
    for one in waiting(redis):
        started = {job for job, _ in one.started}
        for job_id in (*one.queued, *one.taken):
            if job_id not in started and tournament_of(job_id) == tournament:
                forget(redis, one.queue, job_id)


def is_pending(redis: Redis, tournament: str) -> bool:
    """Return True if anything of a tournament is queued or being played."""
    return any(tournament_of(job_id) == tournament for one in waiting(redis) for job_id in one.ids())


def as_text(value: bytes) -> str:
    """Return an id as text. What is not UTF-8 is no id of ours, so it need not come back the same."""
    return value.decode(errors="replace")
