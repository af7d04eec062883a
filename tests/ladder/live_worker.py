"""Workers that are there as far as anybody can see, but take no jobs: for tests of those who cut jobs for them."""

from rq.executions import Execution
from rq.job import Job
from rq.utils import now

from serai.ladder.queue import jobs
from serai.ladder.queue.jobs import Task
from serai.ladder.queue.live_workers import LIFE_SECONDS
from serai.ladder.queue.worker import Worker
from serai.ladder.queue.worker_classes import Languages
from serai.ladder.storage.store import Store

PLAIN: Languages = frozenset()


def appear(store: Store, name: str = "afar.1", languages: Languages = PLAIN) -> Worker:
    """A worker of another host gives a sign of life."""
    worker = Worker(store, languages)
    worker.name = name
    worker.birth_date = worker.last_heartbeat = now()
    worker._beat()
    return worker


def start(store: Store, task: Task, worker: str) -> Execution:
    """A worker takes the job from the queue and starts it."""
    queue = jobs.queue(store.redis, PLAIN)
    store.redis.lrem(queue.key, 0, task.job)
    job = Job.fetch(task.job, store.redis, serializer=jobs.SERIALIZER)
    with store.redis.pipeline() as pipeline:
        execution = Execution.create(job, LIFE_SECONDS, pipeline, worker)
        pipeline.execute()
    return execution


def vanish(store: Store, worker: Worker) -> None:
    """It gives none for too long."""
    store.redis.delete(worker.key)
