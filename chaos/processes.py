"""The processes of a run, found by what is in their environment and by who started them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

Family = Mapping[int, "Process"]


@dataclass(frozen=True, slots=True)
class Process:
    """A process: its number here, its number on its own host, its parent, its name and its command line."""

    pid: int
    inner: int
    parent: int
    name: str
    line: str


def ours(folder: Path) -> dict[int, Process]:
    """Return the processes that a run with this folder has started, also those that left their parents."""
    everybody = {process.pid: process for process in _all()}
    marked = {pid for pid in everybody if _is_marked(pid, folder)}
    return {pid: process for pid, process in everybody.items() if any(a in marked for a in _line(everybody, pid))}


def children(family: Family, pid: int) -> list[Process]:
    return sorted((process for process in family.values() if process.parent == pid), key=lambda child: child.pid)


def descendants(family: Family, pid: int) -> list[Process]:
    """Return all that the process started, and what those started."""
    return [found for child in children(family, pid) for found in (child, *descendants(family, child.pid))]


def _line(everybody: Family, pid: int) -> Iterator[int]:
    """Yield the process, its parent, its parent's parent and so on."""
    while pid in everybody:
        yield pid
        pid = everybody[pid].parent


def _all() -> Iterator[Process]:
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal() and (process := _read(int(entry.name))):
            yield process


def _read(pid: int) -> Process | None:
    """Return the process; None if it has exited, also if nobody has taken note of that yet."""
    try:
        status = dict(
            line.split(":\t", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines() if ":\t" in line
        )
        line = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        return None
    if status["State"][0] in "ZX":
        return None
    inner = int(status.get("NSpid", str(pid)).split()[-1])
    return Process(pid, inner, int(status["PPid"]), status["Name"], line)


def _is_marked(pid: int, folder: Path) -> bool:
    """Whether a process was given the folder, or works in it: a server writes its title over its environment."""
    try:
        given = Path(f"/proc/{pid}/environ").read_bytes()
        return f"TMPDIR={folder}/".encode() in given or Path(f"/proc/{pid}/cwd").readlink().is_relative_to(folder)
    except OSError:
        return False
