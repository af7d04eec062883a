"""Workers that are there as far as anybody can see, but take no jobs: for tests of those who cut jobs for them."""

from rq.utils import now

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


def vanish(store: Store, worker: Worker) -> None:
    """It gives none for too long."""
    store.redis.delete(worker.key)
