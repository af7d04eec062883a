"""What attempts are made with: files, sockets, system calls by number, children."""

from __future__ import annotations

import ctypes
import errno
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

Stage = dict[str, Any]
Attempt = Callable[[Stage], object]

ATTEMPTS: dict[str, Attempt] = {}
LIBC = ctypes.CDLL(None, use_errno=True)
MACHINE = os.uname().machine
CALLS = {  # by name: the number on x86_64 and on aarch64
    "add_key": (248, 217),
    "bpf": (321, 280),
    "cachestat": (451, 451),
    "clock_settime": (227, 112),
    "clone": (56, 220),
    "finit_module": (313, 273),
    "fsopen": (430, 430),
    "inotify_init1": (294, 26),
    "fsync": (74, 82),
    "io_setup": (206, 0),
    "io_uring_setup": (425, 425),
    "ioprio_set": (251, 30),
    "kexec_load": (246, 104),
    "keyctl": (250, 219),
    "memfd_create": (319, 279),
    "mincore": (27, 232),
    "mount": (165, 40),
    "open_by_handle_at": (304, 265),
    "perf_event_open": (298, 241),
    "pidfd_getfd": (438, 438),
    "preadv2": (327, 286),
    "process_vm_readv": (310, 270),
    "ptrace": (101, 117),
    "reboot": (169, 142),
    "setns": (308, 268),
    "unshare": (272, 97),
    "userfaultfd": (323, 282),
}
NO_GROUP = "no control group for memory here"  # so only each single process is limited
NEW_USER, NEW_MOUNTS, NEW_NET = 0x10000000, 0x00020000, 0x40000000
SEES = (
    "PATH",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "TZ",
    "JAVA_HOME",
    "HOME",
    "TMPDIR",
    "PWD",
    "SERAI_REFEREE",
    "SERAI_TOKEN",
)


def attempt(function: Attempt) -> Attempt:
    ATTEMPTS[function.__name__] = function
    return function


def call(name: str, *arguments: Any) -> str:
    """Make a system call by its number; what came of it, empty if it was refused."""
    number = CALLS[name][MACHINE == "aarch64"]
    if LIBC.syscall(ctypes.c_long(number), *map(ctypes.c_long, arguments)) >= 0:
        return f"{name} worked"
    failure = ctypes.get_errno()
    refused = (errno.EPERM, errno.ENOSYS, errno.EACCES)
    return "" if failure in refused else f"{name} was not refused but failed: {os.strerror(failure)}"


def read(*paths: str) -> str:
    """Return the first bytes of the first of these that can be read."""
    for path in paths:
        with suppress(OSError), Path(path).open("rb") as file:
            if data := file.read(64):
                return f"{path}: {data!r}"
    return ""


def write(*paths: str, text: bytes = b"escaped") -> str:
    """Return which of these could be written."""
    for path in paths:
        with suppress(OSError):
            with Path(path).open("wb") as file:
                file.write(text)
            return f"wrote {path}"
    return ""


def below(folder: str) -> list[str]:
    """Return the files in a folder and below, as far as they are seen."""
    return [str(Path(base, name)) for base, _, names in os.walk(folder) for name in names]


def dial(kind: int, address: Any) -> str:
    with suppress(OSError), socket.socket(kind, socket.SOCK_STREAM) as one:
        one.settimeout(2)
        one.connect(address)
        return f"connected to {address}"
    return ""


@contextmanager
def child(body: Callable[[], object]) -> Iterator[int]:
    """Run something in a process of its own, for it may end it; yields how that ended."""
    number = os.fork()
    if not number:
        try:
            body()
        finally:
            os._exit(0)
    yield os.waitstatus_to_exitcode(os.waitpid(number, 0)[1])
