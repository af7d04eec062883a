"""Folders for what a process needs only while it runs, such as sockets. Others remove those of killed processes.

They lie in a private folder of the user, named after their process. Standard library only.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

LONGEST_ADDRESS = 100  # A unix socket's path has room for 107 bytes.

_ROOM = 60  # bytes of a path below the user's folder
_NAME = re.compile(r"(?P<namespace>\d+)\.(?P<pid>\d+)\.(?P<ticks>\d+)")


class NoFolder(Exception):
    """There is no place for sockets; the text says in one line what would help."""


def user_folder() -> Path:
    """Return the private folder of this user: a short path, however long SERAI_HOME is. NoFolder if there is none."""
    for base in (os.environ.get("XDG_RUNTIME_DIR"), tempfile.gettempdir(), "/tmp"):
        folder = Path(base or "/nowhere", f"serai-{os.getuid()}")
        if base and Path(base).is_dir() and len(os.fsencode(folder)) + _ROOM < LONGEST_ADDRESS:
            _make_private(folder)
            return folder
    raise NoFolder("no folder for a socket: set XDG_RUNTIME_DIR to a short path that you may write to")


def _make_private(folder: Path) -> None:
    """Make a folder that only its owner can read; NoFolder if somebody else has made it before."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError as error:
        raise NoFolder(f"{folder} cannot be made ({error.strerror}); set XDG_RUNTIME_DIR to another folder") from None
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise NoFolder(f"{folder} should be a folder of yours with mode 700; remove it or set XDG_RUNTIME_DIR")


class ShortLivedFolder:
    """A folder of this process, until it is removed or the process ends, however it does."""

    def __init__(self) -> None:
        sweep()
        self.path = _new_folder(user_folder() / own_folder_name())

    def remove(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)
        with suppress(OSError):  # The process may have others.
            self.path.parent.rmdir()


def _new_folder(parent: Path) -> Path:
    while True:
        parent.mkdir(mode=0o700, exist_ok=True)
        # Another thread may have removed its last folder, and the parent with it.
        with suppress(FileNotFoundError):
            return Path(tempfile.mkdtemp(dir=parent, prefix=""))


def sweep() -> None:
    """Remove the folders of processes that have exited. NoFolder if there is no place for any."""
    namespace = _namespace()
    for folder in user_folder().iterdir():
        parts = _NAME.fullmatch(folder.name)
        if parts and parts["namespace"] == namespace and start_ticks(int(parts["pid"])) != int(parts["ticks"]):
            shutil.rmtree(folder, ignore_errors=True)


def own_folder_name() -> str:
    """Return the name of this process's folder: where its number counts, its number and its start."""
    return f"{_namespace()}.{os.getpid()}.{start_ticks(os.getpid())}"


def _namespace() -> str:
    """Return where process numbers are counted: those of a container are not ours, though it may share the folder."""
    return str(Path("/proc/self/ns/pid").stat().st_ino)


def start_ticks(pid: int) -> int | None:
    """Return when the process started, in ticks since boot; None if it has exited (a zombie has)."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return None
    # The name of the program, in brackets, may hold anything. After it: the state, and as the 20th value the start.
    values = text.rpartition(")")[2].split()
    return None if values[0] in "ZX" else int(values[19])
