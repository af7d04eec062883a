"""One part of a run: services on hosts, tournaments that they play, and disturbances while they do."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from chaos import processes
from chaos.hosts import Host, HostApart
from chaos.plan import CUT, HANG, Disturbance
from chaos.processes import Process
from chaos.results import SERAI
from chaos.service import Service
from chaos.takeover import Loss

STUCK_SECONDS = 180.0  # Longer than this without a game on record, and the run counts as stuck.

_TICK_SECONDS = 0.05
_STOP_SECONDS = 20.0
_VICTIM_SECONDS = 20.0  # A disturbance that finds nobody for so long is left out.
_MONITOR_BYTES = 1 << 16  # read from the end of what the monitor wrote
_SERVERS = ("valkey-server", "redis-server")


class Stuck(Exception):
    """Nothing has come on record for too long."""


class Note(Protocol):
    """Writes a line to the log of disturbances."""

    def __call__(self, **what: Any) -> None: ...


@dataclass(slots=True)
class Tally:
    """What was done to a part, and what that led to."""

    disturbances: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    losses: list[Loss] = field(default_factory=list)
    tournaments: list[str] = field(default_factory=list)
    games: int = 0
    longest_wait: float = 0.0
    seconds: float = 0.0


class Storm:
    """Plays one tournament after the other until all disturbances have come and the last tournament is finished."""

    def __init__(
        self,
        folder: Path,
        tower: Host,
        organiser: Host,
        redis_url: str | None,
        size: str,
        plan: deque[Disturbance],
        note: Note,
    ) -> None:
        self.tally = Tally()
        self.services: list[Service] = []
        self.redis_url = redis_url
        self.tower = tower
        self._folder = folder
        self._organiser = organiser
        self._size = size
        self._plan = plan
        self._note = note
        self._run: Service | None = None
        self._monitor: Service | None = None
        self._heals: list[tuple[float, Callable[[], None]]] = []
        self._next = 0.0
        self._begun = 0.0
        self._seen: dict[str, Any] = {}
        self._progressed = 0.0

    def service(
        self, name: str, host: Host, *commands: Sequence[str], once: bool = False, url: str | None = None
    ) -> Service:
        """Return a service that is kept running from now on."""
        log = self._folder / f"{name.replace(' ', '-')}-{host.name}.log"
        service = Service(name, host, commands, url or self.redis_url, log, once)
        self.services.append(service)
        return service

    def play(self) -> None:
        """Play until all disturbances have come. Stuck if nothing comes on record for too long."""
        began = time.monotonic()
        while self._plan or not self.tally.tournaments:
            self._round(f"round-{len(self.tally.tournaments) + 1}")
        self._heal(float("inf"))
        self.tally.seconds = time.monotonic() - began

    # A round is one tournament

    def _round(self, name: str) -> None:
        self.tally.games += self._create(name)
        self.tally.tournaments.append(name)
        self._begin_round(name)
        assert self._run is not None
        self._next, self._progressed = time.monotonic() + self._pause(), time.monotonic()
        while not self._run.finished:
            self._tick()
            self._watch(name)
            self._disturb_if_due(name)
        self._end_round()

    def _create(self, name: str) -> int:
        """Create the tournament as often as it takes, for a server may just be restarting; return its games."""
        line = [sys.executable, "-m", "chaos.tournament", name, self._size, str(self._folder / "bots")]
        environment = self.tower.environment(self.redis_url)
        while True:
            with subprocess.Popen(line, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
                while process.poll() is None:
                    self._tick()
                assert process.stdout is not None
                if process.returncode == 0:
                    return int(process.stdout.read())

    def _begin_round(self, name: str) -> None:
        commands = (
            ["ladder", "--json"],
            ["tournament", "games", name, "--json"],
            ["tournament", "watch", name, "--json"],
        )
        self._run = self.service(
            "run", self._organiser, [*SERAI, "tournament", "run", name, "--workers", "1"], once=True
        )
        self._reader = self.service("reader", self._organiser, *([*SERAI, *words] for words in commands))
        self._monitor = self.service("monitor", self.tower, [sys.executable, "-m", "chaos.monitor", name])
        self._seen, self._begun = {}, 0.0

    def _end_round(self) -> None:
        """The organiser's commands end with the tournament; the rest stays for the next."""
        for service in (self._reader, self._monitor):
            assert service is not None
            service.stop(processes.ours(self._folder), _STOP_SECONDS)

    def _tick(self) -> None:
        """Keep services running and let go what was held long enough."""
        now = time.monotonic()
        for service in self.services:
            service.tick(now)
        self._heal(now)
        time.sleep(_TICK_SECONDS)

    def _heal(self, now: float) -> None:
        for moment, heal in [item for item in self._heals if item[0] <= now]:
            self._heals.remove((moment, heal))
            heal()

    def _watch(self, name: str) -> None:
        """Read what the monitor saw last. Stuck if it has seen no new game for too long."""
        seen = _last_reading(self._folder / f"monitor-{self.tower.name}.log")
        now = time.monotonic()
        if seen and seen["games"] != self._seen.get("games"):
            self._progressed = now
        self._seen = seen or self._seen
        self.tally.longest_wait = max(self.tally.longest_wait, now - self._progressed)
        if now - self._progressed > STUCK_SECONDS:
            raise Stuck(f"{name}: no new game on record for {STUCK_SECONDS:.0f} s, at {self._seen.get('games')} games")

    # Disturbances

    def _pause(self) -> float:
        return self._plan[0].pause if self._plan else 0.0

    def _disturb_if_due(self, name: str) -> None:
        if not self._plan or time.monotonic() < self._next or not self._has_begun():
            return
        self._seen = _last_reading(self._folder / f"monitor-{self.tower.name}.log") or self._seen
        late = time.monotonic() - max(self._next, self._begun) > _VICTIM_SECONDS
        if self._disturb(self._plan[0], name) or late:
            self.tally.missed[self._plan.popleft().kind] += late
            self._next = time.monotonic() + self._pause()

    def _has_begun(self) -> bool:
        """Whether a game has been on its way in this round: before that there is little to disturb."""
        if not self._begun and (self._seen.get("jobs") or self._seen.get("games")):
            self._begun = time.monotonic()
        return self._begun > 0

    def _disturb(self, what: Disturbance, name: str) -> bool:
        """Do it; False if there is no victim at the moment."""
        return self._cut(what, name) if what.kind == CUT else self._signal(what, name)

    def _cut(self, what: Disturbance, name: str) -> bool:
        hosts = sorted({service.host for service in self.services if isinstance(service.host, HostApart)}, key=_name)
        connected = [host for host in hosts if (host.heal not in [heal for _, heal in self._heals])]
        if not connected:
            return False
        host = connected[int(what.pick * len(connected))]
        host.cut()
        self._heals.append((time.monotonic() + what.seconds, host.heal))
        self._noted(what, name, host, self._blocks_of_host(host))
        return True

    def _signal(self, what: Disturbance, name: str) -> bool:
        victims = self._victims(what.kind)
        if not victims:
            return False
        service, victim = victims[int(what.pick * len(victims))]
        if what.kind == HANG:
            self._hang(victim, what.seconds)
        else:
            if service is not None and (main := service.main(processes.ours(self._folder))) and main.pid == victim.pid:
                service.expect_death()
            with suppress(ProcessLookupError):
                os.kill(victim.pid, signal.SIGKILL)
        self._noted(what, name, service.host if service else self.tower, self._blocks_of(service, victim), victim)
        return True

    def _hang(self, victim: Process, seconds: float) -> None:
        """Stop a process and let it go on later, if it is still there then."""
        with suppress(ProcessLookupError):
            handle = os.pidfd_open(victim.pid)
            signal.pidfd_send_signal(handle, signal.SIGSTOP)
            self._heals.append((time.monotonic() + seconds, lambda: _go_on(handle)))

    def _victims(self, kind: str) -> list[tuple[Service | None, Process]]:
        """Return whom a disturbance of this kind can hit now, with the service it belongs to."""
        family = processes.ours(self._folder)
        if kind in ("server", "watchdog"):
            servers = [process for process in family.values() if process.name in _SERVERS]
            found = servers if kind == "server" else [family[one.parent] for one in servers if one.parent in family]
            return [(None, process) for process in found]
        mains = [(service, main) for service in self.services if (main := service.main(family))]
        playing = [(service, main) for service, main in mains if service.name in ("run", "worker command")]
        workers = [(service, child) for service, main in playing for child in _workers(family, main)]
        if kind in ("worker", HANG):
            return [(service, worker) for service, worker in workers if self._blocks_of(service, worker)]
        if kind == "bot":
            return [(service, bot) for service, worker in workers for bot in processes.descendants(family, worker.pid)]
        return [(service, main) for service, main in mains if service.name == kind]

    def _blocks_of(self, service: Service | None, victim: Process) -> tuple[int, ...]:
        """Return the blocks in the jobs of the victim, or of the workers it had started."""
        if service is None or service.name not in ("run", "worker command"):
            return ()
        return self._blocks(service.host, [victim, *processes.descendants(processes.ours(self._folder), victim.pid)])

    def _blocks_of_host(self, host: Host) -> tuple[int, ...]:
        family = processes.ours(self._folder)
        mains = [main for service in self.services if service.host is host and (main := service.main(family))]
        return self._blocks(host, [worker for main in mains for worker in processes.descendants(family, main.pid)])

    def _blocks(self, host: Host, workers: Iterable[Process]) -> tuple[int, ...]:
        """Return the blocks in the jobs of these processes; without namespaces all hosts have the machine's name."""
        jobs: dict[str, list[int]] = self._seen.get("jobs", {})
        keys = {f"{name}:{worker.inner}" for worker in workers for name in (host.name, os.uname().nodename)}
        return tuple(sorted({block for key in keys for block in jobs.get(key, [])}))

    def _noted(
        self, what: Disturbance, name: str, host: Host, blocks: tuple[int, ...], victim: Process | None = None
    ) -> None:
        self.tally.disturbances[what.kind] += 1
        if blocks:
            self.tally.losses.append(Loss(what.kind, time.time(), name, blocks))
        line = victim.line[:100] if victim else ""
        seconds = round(what.seconds, 1)
        self._note(tournament=name, kind=what.kind, host=host.name, seconds=seconds, process=line, blocks=list(blocks))

    # The end

    def stop_players(self) -> list[str]:
        """Stop all but the server; return a line for each that had to be killed."""
        players = [service for service in self.services if service.name != "redis"]
        family = processes.ours(self._folder)
        return [
            f"{service.name} on {service.host.name} did not end within {_STOP_SECONDS:.0f} s of SIGTERM"
            for service in players
            if not service.stop(family, _STOP_SECONDS)
        ]

    def stop_server(self) -> None:
        for service in self.services:
            service.stop(processes.ours(self._folder), _STOP_SECONDS)


def _workers(family: processes.Family, main: Process) -> list[Process]:
    """Return the workers a command has started; what starts the embedded server is none."""
    return [child for child in processes.children(family, main.pid) if "embedded_redis" not in child.line]


def _go_on(handle: int) -> None:
    with suppress(ProcessLookupError):
        signal.pidfd_send_signal(handle, signal.SIGCONT)
    os.close(handle)


def _name(host: Host) -> str:
    return host.name


def _last_reading(log: Path) -> dict[str, Any] | None:
    """Return the last whole line of JSON that the monitor wrote; None if it has said nothing yet."""
    if not log.exists():
        return None
    with log.open("rb") as file:
        file.seek(max(0, log.stat().st_size - _MONITOR_BYTES))
        lines = file.read().split(b"\n")[:-1]
    readings = (json.loads(line) for line in reversed(lines) if line.startswith(b"{") and line.endswith(b"}"))
    found: dict[str, Any] | None = next(readings, None)
    return found
