"""One part of a run: services on hosts, tournaments that they play, and disturbances while they do."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from chaos import processes, victims
from chaos.hosts import Host, HostApart
from chaos.monitor import last_reading
from chaos.plan import CUT, HANG, Disturbance
from chaos.processes import Process
from chaos.results import SERAI
from chaos.service import Service
from chaos.takeover import Loss
from chaos.victims import Victim

_TICK_SECONDS = 0.05
_STOP_SECONDS = 20.0
_VICTIM_SECONDS = 20.0  # A disturbance that finds nobody for so long is left out.
_LINE = 100  # characters of a command line in the log


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
    stuck: bool = False
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
        patience: float,
        most_seconds: float,
    ) -> None:
        """Take how many seconds may pass without a new game, and for how many disturbances come at most."""
        self.tally = Tally()
        self.services: list[Service] = []
        self.redis_url = redis_url
        self.tower = tower
        self._folder = folder
        self._organiser = organiser
        self._size = size
        self._plan = plan
        self._note = note
        self._patience = patience
        self._most_seconds = most_seconds
        self._lost: set[str] = set()
        self._heals: list[tuple[float, Callable[[], None]]] = []
        self._next = self._last = 0.0
        self._begun = 0.0
        self._seen: dict[str, Any] = {}
        self._progressed = 0.0

    def service(self, name: str, host: Host, *commands: Sequence[str], once: bool = False) -> Service:
        """Return a service that is kept running from now on."""
        log = self._folder / f"{name.replace(' ', '-')}-{host.name}.log"
        service = Service(name, host, commands, self.redis_url, log, once)
        self.services.append(service)
        return service

    def play(self) -> None:
        """Play until all disturbances have come, or their time is up. Stuck if nothing comes on record for too long."""
        began = time.monotonic()
        self._last = began + self._most_seconds
        try:
            while self._plan or not self.tally.tournaments:
                self._round(f"round-{len(self.tally.tournaments) + 1}")
        finally:
            self._heal(float("inf"))
            self.tally.seconds = time.monotonic() - began

    # A round is one tournament

    def _round(self, name: str) -> None:
        self.tally.games += self._create(name)
        self.tally.tournaments.append(name)
        run, *others = self._begin_round(name)
        self._next, self._progressed = time.monotonic() + self._pause(), time.monotonic()
        while not run.finished:
            self._tick()
            self._watch(name)
            self._disturb_if_due(name)
        for service in others:
            service.stop(processes.ours(self._folder), _STOP_SECONDS)

    def _create(self, name: str) -> int:
        """Try to create the tournament until it works, for a server may just be restarting; return its games.

        Stuck if that takes too long.
        """
        deadline = time.monotonic() + self._patience
        line = [sys.executable, "-m", "chaos.tournament", name, self._size, str(self._folder / "bots")]
        environment = self.tower.environment(self.redis_url)
        while time.monotonic() < deadline:
            with subprocess.Popen(line, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
                while process.poll() is None:
                    self._tick()
                assert process.stdout is not None
                if process.returncode == 0:
                    return int(process.stdout.read())
        raise Stuck(f"{name} could not be created for {self._patience:.0f} s")

    def _begin_round(self, name: str) -> tuple[Service, ...]:
        """Start the organiser's run, and readers and a monitor beside it, which end with the round."""
        commands = (
            ["ladder", "--json"],
            ["tournament", "games", name, "--json"],
            ["tournament", "watch", name, "--json"],
        )
        self._seen, self._begun = {}, 0.0
        return (
            self.service("run", self._organiser, [*SERAI, "tournament", "run", name, "--workers", "1"], once=True),
            self.service("reader", self._organiser, *([*SERAI, *words] for words in commands)),
            self.service("monitor", self.tower, [sys.executable, "-m", "chaos.monitor", name]),
        )

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
        seen = self._look()
        now = time.monotonic()
        if seen and seen["games"] != self._seen.get("games"):
            self._progressed = now
        if seen:
            self._see_take_overs(seen)
        self._seen = seen or self._seen
        self.tally.longest_wait = max(self.tally.longest_wait, now - self._progressed)
        if now - self._progressed > self._patience:
            self._note(
                tournament=name, kind="stuck", processes=[one.line for one in processes.ours(self._folder).values()]
            )
            raise Stuck(f"{name}: no new game on record for {self._patience:.0f} s, at {self._seen.get('games')} games")

    def _look(self) -> dict[str, Any] | None:
        return last_reading(self._folder / f"monitor-{self.tower.name}.log")

    def _see_take_overs(self, seen: dict[str, Any]) -> None:
        """Note which blocks of lost workers others have in their jobs; the queue may still list those that are lost."""
        known = [blocks for worker, blocks in seen["jobs"].items() if worker not in self._lost]
        for loss in self.tally.losses:
            if loss.tournament == self.tally.tournaments[-1]:
                for block in (block for blocks in known for block in blocks):
                    loss.see(seen["time"], block)

    # Disturbances

    def _pause(self) -> float:
        return self._plan[0].pause if self._plan else 0.0

    def _disturb_if_due(self, name: str) -> None:
        if time.monotonic() > self._last:
            self.tally.missed.update(one.kind for one in self._plan)
            self._plan.clear()
        if not self._plan or time.monotonic() < self._next or not self._has_begun():
            return
        self._seen = self._look() or self._seen
        late = time.monotonic() - max(self._next, self._begun) > _VICTIM_SECONDS
        done = self._disturb(self._plan[0], name)
        if done or late:
            self.tally.missed[self._plan.popleft().kind] += not done
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
        connected = [host for host in hosts if host.heal not in [heal for _, heal in self._heals]]
        if not connected:
            return False
        host = connected[int(what.pick * len(connected))]
        self._noted(what, name, host.name, victims.workers_on(host, self.services, processes.ours(self._folder)))
        host.cut()
        self._heals.append((time.monotonic() + what.seconds, host.heal))
        return True

    def _signal(self, what: Disturbance, name: str) -> bool:
        family = processes.ours(self._folder)
        found = victims.find(what.kind, self.services, family, self._seen.get("jobs", {}))
        if not found:
            return False
        victim = found[int(what.pick * len(found))]
        host = victim.service.host if victim.service else self.tower
        self._noted(what, name, host.name, victim.workers, victim.process.line[:_LINE])
        if what.kind == HANG:
            self._hang(victim.process, what.seconds)
        else:
            _kill(victim, family)
        return True

    def _hang(self, victim: Process, seconds: float) -> None:
        """Stop a process and let it go on later, if it is still there then."""
        with suppress(ProcessLookupError):
            handle = os.pidfd_open(victim.pid)
            signal.pidfd_send_signal(handle, signal.SIGSTOP)
            self._heals.append((time.monotonic() + seconds, lambda: _go_on(handle)))

    def _noted(self, what: Disturbance, name: str, host: str, workers: frozenset[str], process: str = "") -> None:
        """Write down a disturbance, and the blocks in the jobs of the workers that it hits."""
        jobs: dict[str, list[int]] = self._seen.get("jobs", {})
        blocks = tuple(sorted({block for worker in workers for block in jobs.get(worker, [])}))
        self.tally.disturbances[what.kind] += 1
        self._lost |= workers
        if blocks:
            self.tally.losses.append(Loss(what.kind, time.time(), name, blocks))
        seconds = round(what.seconds, 1)
        self._note(tournament=name, kind=what.kind, host=host, seconds=seconds, process=process, blocks=blocks)

    # The end

    def stop_players(self) -> list[str]:
        """Stop all but the server, which runs then; return a line for each that had to be killed."""
        players = [service for service in self.services if service.name != "redis"]
        family = processes.ours(self._folder)
        killed = [
            f"{service.name} on {service.host.name} did not end within {_STOP_SECONDS:.0f} s of SIGTERM"
            for service in players
            if not service.stop(family, _STOP_SECONDS)
        ]
        while not all(service.is_running for service in self.services if service not in players):
            self._tick()  # It may have been killed in the last moment.
        return killed

    def stop_server(self) -> None:
        for service in self.services:
            service.stop(processes.ours(self._folder), _STOP_SECONDS)


def _kill(victim: Victim, family: processes.Family) -> None:
    if victim.service is not None and victim.is_main(family):
        victim.service.expect_death()
    with suppress(ProcessLookupError):
        os.kill(victim.process.pid, signal.SIGKILL)


def _go_on(handle: int) -> None:
    with suppress(ProcessLookupError):
        signal.pidfd_send_signal(handle, signal.SIGCONT)
    os.close(handle)


def _name(host: Host) -> str:
    return host.name
