"""Whom a disturbance can hit, and which workers are lost with it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from chaos.hosts import Host
from chaos.plan import HANG
from chaos.processes import Family, Process, children, descendants
from chaos.service import Service

_PLAYING = ("run", "worker command")  # the services that have workers
_SERVERS = ("valkey-server", "redis-server")


@dataclass(frozen=True, slots=True)
class Victim:
    """A process, the service it belongs to if it does, and how the queue calls the workers that are lost with it."""

    process: Process
    service: Service | None = None
    workers: frozenset[str] = frozenset()

    def is_main(self, family: Family) -> bool:
        """Return True if its end is the end of the service's command."""
        main = self.service.main(family) if self.service else None
        return main is not None and main.pid == self.process.pid


def find(kind: str, services: Sequence[Service], family: Family, busy: Iterable[str]) -> list[Victim]:
    """Return whom a disturbance of this kind can hit now; of workers those that are busy."""
    if kind in ("server", "watchdog"):
        return _embedded(kind, family)
    if kind in ("worker", HANG):
        return [worker for worker in _workers(services, family) if worker.workers.intersection(busy)]
    if kind == "bot":
        below = [(worker.service, descendants(family, worker.process.pid)) for worker in _workers(services, family)]
        return [Victim(bot, service) for service, bots in below for bot in bots]
    return [_command(service, main, family) for service, main in _mains(services, family) if service.name == kind]


def workers_on(host: Host, services: Sequence[Service], family: Family) -> frozenset[str]:
    """Return how the queue calls the workers of a host."""
    here = [service for service in services if service.host is host]
    return frozenset(name for worker in _workers(here, family) for name in worker.workers)


def _embedded(kind: str, family: Family) -> list[Victim]:
    servers = [process for process in family.values() if process.name in _SERVERS]
    watchdogs = [family[server.parent] for server in servers if server.parent in family]
    return [Victim(process) for process in (servers if kind == "server" else watchdogs)]


def _command(service: Service, main: Process, family: Family) -> Victim:
    lost = [name for worker in _workers([service], family) for name in worker.workers]
    return Victim(main, service, frozenset(lost))


def _workers(services: Sequence[Service], family: Family) -> list[Victim]:
    """Return the workers of these services; what starts the embedded server is none."""
    return [
        Victim(child, service, _names(service.host, child))
        for service, main in _mains(services, family)
        if service.name in _PLAYING
        for child in children(family, main.pid)
        if "embedded_redis" not in child.line
    ]


def _mains(services: Sequence[Service], family: Family) -> list[tuple[Service, Process]]:
    return [(service, main) for service in services if (main := service.main(family))]


def _names(host: Host, worker: Process) -> frozenset[str]:
    """Return how the queue may call a worker: without namespaces all hosts have the machine's name."""
    return frozenset(f"{name}:{worker.inner}" for name in (host.name, os.uname().nodename))
