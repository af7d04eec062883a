"""The folder in which a stranger's build has written, or still writes: measured, taken back, removed.

Links are never followed, not even if one takes the place of a folder meanwhile; depth and number have a limit, for a
build can nest folders deeper than a path can be long.
"""

from __future__ import annotations

import os
import stat
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

DEEPEST = 64  # folders within folders
_BLOCK = 512


@dataclass(frozen=True, slots=True)
class Size:
    """What lies in a folder. `whole` is False if some of it was too deep to be seen, or closed to us."""

    size: int
    count: int
    whole: bool


def measure(folder: Path) -> Size:
    """Return how much space the files take, and how many they are with their folders."""
    size = count = deepest = 0
    closed: list[OSError] = []
    for depth, names, here in _walk(folder, closed):
        size += sum(_blocks(name, here) for name in names) * _BLOCK
        count += len(names)
        deepest = max(deepest, depth)
    return Size(size, count, whole=deepest < DEEPEST and not closed)


def seal(folder: Path) -> None:
    """Take a folder back from who built in it: ours, readable by every bot user, nothing that changes users.

    Only files, folders and links are left.
    """
    parent = os.open(folder.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        _seal_one(folder.name, parent)
    finally:
        os.close(parent)
    for _, names, here in _walk(folder, []):
        for name in names:
            _seal_one(name, here)


def remove_tree(folder: Path) -> None:
    """Remove a folder with all that is in it, however deep, and whether or not we may look into it."""
    remove, open_up = ("rm", "-rf", "--", str(folder)), ("chmod", "-R", "u+rwX", "--", str(folder))
    for line in (remove, open_up, remove):
        if not os.path.lexists(folder):
            return
        quiet = subprocess.DEVNULL
        subprocess.run(line, stdin=quiet, stderr=quiet, env={"PATH": os.defpath}, check=False)


def _walk(folder: Path, closed: list[OSError]) -> Iterator[tuple[int, list[str], int]]:
    """Yield each folder: how deep it is, the names in it, and itself as a descriptor.

    What cannot be opened is added to `closed`, unless it is gone.
    """

    def note(error: OSError) -> None:
        if not isinstance(error, FileNotFoundError):
            closed.append(error)

    top = len(folder.parts)
    for base, folders, names, here in os.fwalk(folder, onerror=note):
        depth = len(Path(base).parts) - top
        yield depth, [*folders, *names], here
        if depth >= DEEPEST:
            folders.clear()


def _blocks(name: str, here: int) -> int:
    try:
        return os.stat(name, dir_fd=here, follow_symlinks=False).st_blocks
    except OSError:
        return 0


def _seal_one(name: str, here: int) -> None:
    try:
        one = os.open(name, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=here)
    except FileNotFoundError:
        return
    try:
        mode = os.fstat(one).st_mode
        if os.geteuid() == 0:
            os.chown(name, 0, 0, dir_fd=here, follow_symlinks=False)
        if stat.S_ISDIR(mode) or stat.S_ISREG(mode):
            # By its descriptor: whatever has its name now, this is what was looked at.
            Path(f"/proc/self/fd/{one}").chmod(0o755 if stat.S_ISDIR(mode) or mode & 0o111 else 0o644)
        elif not stat.S_ISLNK(mode):
            os.unlink(name, dir_fd=here)
    finally:
        os.close(one)
