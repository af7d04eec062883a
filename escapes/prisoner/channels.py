"""Channels to another process of the same event."""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
from contextlib import suppress
from pathlib import Path

from escapes.prisoner.tools import (
    CALLS,
    LIBC,
    MACHINE,
    Stage,
    attempt,
    call,
)

F_SET_RW_HINT = 1036
HUGE_PAGES = 4  # MFD_HUGETLB
FILE_IOCTLS = {
    "FS_IOC_GETFLAGS": 0x80086601,
    "FS_IOC_FSGETXATTR": 0x801C581F,
    "FS_IOC_GET_ENCRYPTION_KEY_STATUS": 0xC080661A,
    "EXT4_IOC_PRECACHE_EXTENTS": 0x6612,
    "BTRFS_IOC_INO_LOOKUP": 0xD0009412,
}


@attempt
def locks(stage: Stage) -> str:
    with Path(stage["own"], "bot.toml").open("rb") as file:
        for lock in (fcntl.flock, fcntl.lockf):
            with suppress(OSError):
                lock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
                return f"{lock.__name__} on a file that others see"
        with suppress(OSError):
            fcntl.fcntl(file, 1024, fcntl.F_RDLCK)
            return "a lease on a file that others see"
    return ""


@attempt
def watches(_: Stage) -> str:
    return call("inotify_init1", 0)


@attempt
def access_times(stage: Stage) -> str:
    path = Path(stage["own"], "bot.toml")
    before = path.stat().st_atime_ns
    path.read_bytes()
    with suppress(OSError):
        os.utime(path)
    return "" if path.stat().st_atime_ns == before else "reading can be seen by others"


@attempt
def page_cache(stage: Stage) -> str:
    with Path(stage["own"], "bot.toml").open("rb") as file:
        one = call("preadv2", file.fileno(), 0, 0, 0, 0, 8)
        return one or call("cachestat", file.fileno(), 0, 0, 0) or call("mincore", 0, 0, 0)


@attempt
def marks_on_files(stage: Stage) -> str:
    """Hints, flags, keys and states that stay with a file which others see, though it can only be read."""
    with Path(stage["own"], "bot.toml").open("rb") as file:
        with suppress(OSError):
            fcntl.fcntl(file, F_SET_RW_HINT, (3).to_bytes(8, "little"))
            return "a hint was left with a file"
        for name, number in FILE_IOCTLS.items():
            try:
                fcntl.ioctl(file, number, bytes(256))
            except OSError as error:
                if error.errno != errno.ENOTTY:
                    return f"{name} was not refused but failed: {error.strerror}"
            else:
                return f"{name} worked"
    return ""


@attempt
def used_up(_: Stage) -> str:
    """Take what the machine has only so much of, for all: whoever finds none left knows of who took it."""
    room = ctypes.create_string_buffer(8)
    return call("io_setup", 1, ctypes.addressof(room)) or call("memfd_create", ctypes.addressof(room), HUGE_PAGES)


@attempt
def terminals(_: Stage) -> str:
    """The machine has only so many of them, too."""
    for path in ("/dev/ptmx", "/dev/pts/ptmx"):
        with suppress(OSError):
            os.close(os.open(path, os.O_RDWR | os.O_NOCTTY))
            return f"opened {path}"
    return ""


@attempt
def busy_disk(_: Stage) -> str:
    """Have files written to disk again and again. A pipe cannot be: who hears so has reached the kernel."""
    reader, writer = os.pipe()
    try:
        reached = LIBC.syscall(ctypes.c_long(CALLS["fsync"][MACHINE == "aarch64"]), ctypes.c_long(writer)) < 0
    finally:
        os.close(reader)
        os.close(writer)
    return "the disk can be kept busy" if reached else ""


@attempt
def remember(_: Stage) -> str:
    """Write wherever it is possible, and look for what an earlier process of the same bot has written."""
    folders = ("/tmp", "/dev/shm", "/var/tmp", "/run", "/run/serai", ".", "/dev/mqueue", "/dev")
    notes = [Path(folder, "dice") for folder in folders]
    found = [str(note) for note in notes if note.exists()]
    if LIBC.shmget(0x5E8A1, 4096, 0) >= 0:
        found.append("shared memory")
    LIBC.shmget(0x5E8A1, 4096, 0o1666)
    for note in notes:
        with suppress(OSError):
            note.write_text("3 1 4 1 5")
    return str(found or "")
