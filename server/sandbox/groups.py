"""Control groups: they hold memory, processor time and processes of a bot and all that it starts together.

Version 2 where its controllers are delegated to us, version 1 where its folders can be written to, else none.
"""

from __future__ import annotations

import errno
import os
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from serai.server.process_folder import own_folder_name, start_ticks
from serai.server.sandbox.settings import MEBIBYTE, Limits

CONTROLLERS = ("memory", "cpu", "pids")
_PERIOD = 100_000  # microseconds in which a group may use its share of the processors
_OURS = "serai-main"  # where version 2 wants our own processes: a group with limits below it may hold none
_NAME = re.compile(r"serai-(?P<namespace>\d+)\.(?P<pid>\d+)\.(?P<ticks>\d+)-\d+")
_LONG_EMPTY = 3600  # seconds: a group is empty only while its bot starts or ends
_numbers = count(1)


@dataclass(frozen=True, slots=True)
class Places:
    """Where groups can be made: a folder for each controller; in version 2 it is one for all."""

    version: int
    folders: Mapping[str, Path]

    def __str__(self) -> str:
        return f"cgroup-v{self.version}:{','.join(self.folders)}"


class Group:
    """A group of processes with limits. `join_files` are where a process writes its number to be in it."""

    def __init__(self, places: Places, limits: Limits) -> None:
        """OSError if it cannot be made."""
        self._version = places.version
        name = f"serai-{own_folder_name()}-{next(_numbers)}"
        self._folders = {controller: folder / name for controller, folder in places.folders.items()}
        self._cores = limits.cores
        self._memory = limits.memory * MEBIBYTE
        for folder in dict.fromkeys(self._folders.values()):
            folder.mkdir()
        self._limit(limits)

    @property
    def join_files(self) -> list[Path]:
        return [folder / "cgroup.procs" for folder in dict.fromkeys(self._folders.values())]

    def _limit(self, limits: Limits) -> None:
        size = str(limits.memory * MEBIBYTE)
        if self._version == 2:
            self._set("memory", "memory.max", size)
            self._set("memory", "memory.swap.max", "0", needed=False)
        else:
            self._set("memory", "memory.limit_in_bytes", size)
            self._set("memory", "memory.memsw.limit_in_bytes", size, needed=False)
        self._set("pids", "pids.max", str(limits.processes))
        self.set_cores(limits.cores)

    def set_cores(self, cores: float | None = None) -> None:
        """Let it use so many cores at most; as at its beginning if nothing is said."""
        quota = int((self._cores if cores is None else cores) * _PERIOD)
        if self._version == 2:
            self._set("cpu", "cpu.max", f"{quota} {_PERIOD}")
        else:
            self._set("cpu", "cpu.cfs_period_us", str(_PERIOD), needed=False)
            self._set("cpu", "cpu.cfs_quota_us", str(quota))

    def cpu_seconds(self) -> float | None:
        """Return what its processes have used so far; None if nobody counts."""
        if self._version == 2:
            used = self._events("cpu", "cpu.stat").get("usage_usec")
            return None if used is None else used / 1e6
        with suppress(OSError, ValueError, KeyError):
            return int(_content(f"{self._folders['cpuacct']}/cpuacct.usage")) / 1e9
        return None

    def was_full(self) -> bool:
        """Whether its processes asked for more memory than they may have."""
        if self._version == 2:
            return self._events("memory", "memory.events").get("oom", 0) > 0
        # New kernels do not count failures there any more, but they remember how much was used at most.
        return self._count("memory.failcnt") > 0 or self._count("memory.max_usage_in_bytes") > self._memory - MEBIBYTE

    def was_killed(self) -> bool:
        """Whether the kernel has killed one of its processes for lack of memory, here or on the whole machine."""
        name = "memory.events" if self._version == 2 else "memory.oom_control"
        return self._events("memory", name).get("oom_kill", 0) > 0

    def remove(self) -> bool:
        """Remove it; whether it is gone. It is not while a process of it still ends."""
        for folder in dict.fromkeys(self._folders.values()):
            with suppress(FileNotFoundError):
                try:
                    folder.rmdir()
                except OSError:
                    return False
        return True

    def _count(self, name: str) -> int:
        with suppress(OSError, ValueError, KeyError):
            return int((self._folders["memory"] / name).read_text())
        return 0

    def _events(self, controller: str, name: str) -> dict[str, int]:
        with suppress(OSError, KeyError):
            lines = (line.split() for line in _content(f"{self._folders[controller]}/{name}").decode().splitlines())
            return {words[0]: int(words[1]) for words in lines if len(words) == 2 and words[1].isdecimal()}
        return {}

    def _set(self, controller: str, name: str, value: str, needed: bool = True) -> None:
        if controller in self._folders:
            try:
                (self._folders[controller] / name).write_text(value)
            except OSError:
                if needed:
                    raise


def _content(path: str) -> bytes:
    """Return what is in a short file, as cheaply as can be: some are read several times a second for every bot."""
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return os.read(file, 4096)
    finally:
        os.close(file)


def find_places(mounts: Path = Path("/proc/self/mounts"), own: Path = Path("/proc/self/cgroup")) -> Places | None:
    """Return where groups can be made, None where they cannot. Groups of processes that are gone are removed."""
    try:
        mounted = [line.split() for line in mounts.read_text().splitlines()]
        paths = dict(_own_paths(own.read_text()))
    except OSError:
        return None
    places = _second_version(mounted, paths) or _first_version(mounted, paths)
    if places is not None:
        _sweep(places)
    return places


def _own_paths(text: str) -> Iterator[tuple[str, str]]:
    """Yield in which group we are, by controller; an empty name stands for version 2."""
    for line in text.splitlines():
        _, controllers, path = line.split(":", 2)
        for controller in controllers.split(","):
            yield controller, path.lstrip("/")


def _second_version(mounted: list[list[str]], paths: Mapping[str, str]) -> Places | None:
    for _, point, kind, *_ in mounted:
        if kind == "cgroup2" and "" in paths:
            folder = Path(point, paths[""])
            folder = folder.parent if folder.name == _OURS else folder
            if _delegated(folder):
                return Places(2, dict.fromkeys(CONTROLLERS, folder))
    return None


def _delegated(folder: Path) -> bool:
    """Whether groups below this one can have limits; our own processes are moved aside if that is all it takes."""
    with suppress(OSError):
        if not set(CONTROLLERS) <= set((folder / "cgroup.controllers").read_text().split()):
            return False
        control = folder / "cgroup.subtree_control"
        if not set(CONTROLLERS) <= set(control.read_text().split()):
            _enable(control)
        return os.access(folder, os.W_OK)
    return False


def _enable(control: Path) -> None:
    """Let groups below have limits. Only a group that holds processes is busy: at the top, nobody is moved."""
    wanted = " ".join(f"+{controller}" for controller in CONTROLLERS)
    try:
        control.write_text(wanted)
    except OSError as error:
        if error.errno != errno.EBUSY:
            raise
        _move_aside(control.parent)
        control.write_text(wanted)


def _move_aside(folder: Path) -> None:
    (folder / _OURS).mkdir(exist_ok=True)
    for process in (folder / "cgroup.procs").read_text().split():
        with suppress(ProcessLookupError):
            (folder / _OURS / "cgroup.procs").write_text(process)


def _first_version(mounted: list[list[str]], paths: Mapping[str, str]) -> Places | None:
    folders = {}
    for _, point, kind, options, *_ in mounted:
        for controller in (*CONTROLLERS, "cpuacct"):
            folder = Path(point, paths.get(controller, ""))
            if kind == "cgroup" and controller in options.split(",") and os.access(folder, os.W_OK):
                folders[controller] = folder
    ordered = {controller: folders[controller] for controller in (*CONTROLLERS, "cpuacct") if controller in folders}
    return Places(1, ordered) if set(CONTROLLERS) & set(ordered) else None


def _sweep(places: Places) -> None:
    """Remove the groups that killed processes have left; a group that still holds processes stays."""
    for folder in dict.fromkeys(places.folders.values()):
        for group in folder.glob("serai-*"):
            with suppress(OSError):
                if _abandoned(group):
                    group.rmdir()


def _abandoned(group: Path) -> bool:
    """Whether who made it is gone. In another namespace that cannot be seen: there, age has to do."""
    parts = _NAME.fullmatch(group.name)
    if not parts:
        return False
    if parts["namespace"] == own_folder_name().partition(".")[0]:
        return start_ticks(int(parts["pid"])) != int(parts["ticks"])
    return time.time() - group.stat().st_mtime > _LONG_EMPTY
