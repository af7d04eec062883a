"""The filter of system calls, as the bytes that bubblewrap hands to the kernel (classic BPF, assembled here).

What is refused: all that mounts, makes namespaces, looks into other processes or loads code into the kernel, and for
bots also what could join two of them through a file that both can only read (locks, watches, marks on files, questions
about the page cache) or through something of which the machine has only so much. Everything else is allowed: runtimes
differ, and what they can reach is decided by namespaces.

A bot that asks for its files to be written to disk is told that they are: what it can write lies in memory. Otherwise
it could keep the disk of the machine busy through files that it can only read.
"""

from __future__ import annotations

import errno
import platform
import struct
from collections.abc import Mapping, Sequence
from typing import NamedTuple


class _Machine(NamedTuple):
    """A processor: the number by which the kernel calls it, and which of two numbers of a system call is its own."""

    audit: int
    column: int


_MACHINES = {"x86_64": _Machine(0xC000003E, 0), "aarch64": _Machine(0xC00000B7, 1)}

# Name of the call: its number on x86_64 and on aarch64, None where it does not exist.
_REFUSED: dict[str, tuple[int | None, int | None]] = {
    # other processes
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "kcmp": (312, 272),
    "pidfd_getfd": (438, 438),
    "perf_event_open": (298, 241),
    # mounts and namespaces
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "unshare": (272, 97),
    "setns": (308, 268),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    # keys, which belong to a user and outlive a process
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    # the kernel itself
    "bpf": (321, 280),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "syslog": (103, 116),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "acct": (163, 89),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "clock_adjtime": (305, 266),
    "adjtimex": (159, 171),
    "vhangup": (153, 58),
    "lookup_dcookie": (212, 18),
    "nfsservctl": (180, 42),
    "fanotify_init": (300, 262),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
    "iopl": (172, None),
    "ioperm": (173, None),
    "modify_ldt": (154, None),
    "uselib": (134, None),
}
# What two processes could talk by through files that both can only read.
_CHANNELS: dict[str, tuple[int | None, int | None]] = {
    "flock": (73, 32),
    "inotify_init": (253, None),
    "inotify_init1": (294, 26),
    "inotify_add_watch": (254, 27),
    "mincore": (27, 232),
    "cachestat": (451, 451),
    "preadv2": (327, 286),
    "io_setup": (206, 0),  # of its contexts the machine has so many, for all users together
}
# What writes files to disk: said to be done.
_SYNCING: dict[str, tuple[int | None, int | None]] = {
    "sync": (162, 81),
    "syncfs": (306, 267),
    "fsync": (74, 82),
    "fdatasync": (75, 83),
    "sync_file_range": (277, 84),
}
_CLONE, _CLONE3, _PERSONALITY = (56, 220), (435, 435), (135, 92)
_SOCKET, _SOCKETPAIR = (41, 198), (53, 199)
_IOCTL, _FCNTL = (16, 29), (72, 25)
_MMAP, _MSYNC, _MEMFD_CREATE, _SHMGET = (9, 222), (26, 227), (319, 279), (29, 194)

_NEW_NAMESPACES = 0x7E020000  # the flags of clone
_UNIX = 1
_FAMILIES = (_UNIX, 2, 10)  # with IPv4 and IPv6: all in a network of the bot's own
_PROTOCOLS = (0, 6, 17)  # the usual one, TCP, UDP: no others are loaded for a bot
_TERMINAL = (0x5412, 0x541C)  # TIOCSTI, TIOCLINUX: typing on somebody's terminal
# Of files and filesystems: flags, keys and states of a file that all who see it see (letters f and X, btrfs).
_FILE_IOCTLS, _IOCTL_LETTER = (0x6600, 0x5800, 0x9400), 0xFF00
# F_DUPFD to F_SETFL, F_SETOWN to F_GETSIG, the same with structures, F_DUPFD_CLOEXEC, sizes of pipes, seals. Not:
# locks, leases, F_NOTIFY, and the hint how long a file is to live, which stays with it.
_FCNTLS = (*range(5), *range(8, 12), 15, 16, *range(1030, 1035))
_HUGE_PAGES, _HUGE_MEMFD, _HUGE_SHARED = 0x40000, 0x4, 0o4000  # of which the machine has so many
_WAIT_FOR_DISK = 4  # MS_SYNC
_PERSONALITIES = (0, 0xFFFFFFFF)  # the usual one, and the question which it is

_KILL, _ALLOW, _ERRNO = 0x80000000, 0x7FFF0000, 0x00050000
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _AND, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
_DONE = 0  # as an error: none
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16  # where they are in what a filter sees
_OTHER_ABI = 0x40000000  # x32: the same calls by other numbers

Instruction = tuple[int, int, int, int]


class UnknownMachine(Exception):
    """There is no filter for this processor."""


def filter_bytes(*, channels_closed: bool, machine: str | None = None) -> bytes:
    """Return the filter for this processor; `channels_closed` refuses locks and watches too. UnknownMachine."""
    found = _MACHINES.get(machine or platform.machine())
    if found is None:
        raise UnknownMachine(f"no filter of system calls for {machine or platform.machine()}")
    return b"".join(struct.pack("=HBBI", *one) for one in _program(found, channels_closed))


def _program(machine: _Machine, channels_closed: bool) -> list[Instruction]:
    return [
        *_unless_native(machine),
        *_refuse_all(_REFUSED, machine.column, errno.EPERM),
        *_arguments_for_all(machine.column),
        *(_channels(machine.column) if channels_closed else ()),
        (_RETURN, 0, 0, _ALLOW),
    ]


def _arguments_for_all(column: int) -> list[Instruction]:
    """What is refused to builds and bots by its arguments."""
    return [
        *_refuse(_CLONE3[column], errno.ENOSYS),  # Its flags are out of a filter's sight; libraries fall back to clone.
        *_refuse_if(_CLONE[column], 0, _ANY_BIT, (_NEW_NAMESPACES,), errno.EPERM),
        *_refuse_if(_IOCTL[column], 1, _EQUAL, _TERMINAL, errno.EPERM),
        *_refuse_but(_SOCKET[column], 0, _FAMILIES, errno.EAFNOSUPPORT),
        *_refuse_but(_SOCKETPAIR[column], 0, (_UNIX,), errno.EAFNOSUPPORT),
        *_refuse_but(_SOCKET[column], 2, _PROTOCOLS, errno.EPROTONOSUPPORT),
        *_refuse_but(_PERSONALITY[column], 0, _PERSONALITIES, errno.EPERM),
    ]


def _channels(column: int) -> list[Instruction]:
    """What could join two bots, or keep the disk busy."""
    file_ioctls = [(_AND, 0, 0, _IOCTL_LETTER), *_tests(_EQUAL, _FILE_IOCTLS, errno.ENOTTY)]
    return [
        *_refuse_all(_CHANNELS, column, errno.EPERM),
        *_refuse_all(_SYNCING, column, _DONE),
        *_refuse_if(_MSYNC[column], 2, _ANY_BIT, (_WAIT_FOR_DISK,), _DONE),
        *_refuse_but(_FCNTL[column], 1, _FCNTLS, errno.EPERM),
        *_with_argument(_IOCTL[column], 1, file_ioctls),
        *_refuse_if(_MMAP[column], 3, _ANY_BIT, (_HUGE_PAGES,), errno.ENOMEM),
        *_refuse_if(_MEMFD_CREATE[column], 1, _ANY_BIT, (_HUGE_MEMFD,), errno.ENOSYS),
        *_refuse_if(_SHMGET[column], 2, _ANY_BIT, (_HUGE_SHARED,), errno.EPERM),
    ]


def _unless_native(machine: _Machine) -> list[Instruction]:
    """End a process that calls by the numbers of another processor."""
    return [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, machine.audit),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _OTHER_ABI),
        (_RETURN, 0, 0, _KILL),
    ]


def _refuse_all(calls: Mapping[str, tuple[int | None, int | None]], column: int, error: int) -> list[Instruction]:
    numbers = [numbers[column] for numbers in calls.values()]
    return [one for number in numbers if number is not None for one in _refuse(number, error)]


def _refuse(number: int, error: int) -> list[Instruction]:
    return [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ERRNO | error)]


def _refuse_if(number: int, argument: int, test: int, values: Sequence[int], error: int) -> list[Instruction]:
    """Refuse a call if an argument passes one of the tests; the number of the call is loaded before and after."""
    return _with_argument(number, argument, _tests(test, values, error))


def _tests(test: int, values: Sequence[int], error: int) -> list[Instruction]:
    return [one for value in values for one in ((test, 0, 1, value), (_RETURN, 0, 0, _ERRNO | error))]


def _refuse_but(number: int, argument: int, values: Sequence[int], error: int) -> list[Instruction]:
    """Refuse a call unless an argument has one of the values."""
    tests = [(_EQUAL, len(values) - at, 0, value) for at, value in enumerate(values)]
    return _with_argument(number, argument, [*tests, (_RETURN, 0, 0, _ERRNO | error)])


def _with_argument(number: int, argument: int, tests: Sequence[Instruction]) -> list[Instruction]:
    load = (_LOAD, 0, 0, _ARGUMENTS + 8 * argument)  # the lower half: both processors are little-endian
    return [(_EQUAL, 0, len(tests) + 2, number), load, *tests, (_LOAD, 0, 0, _NUMBER)]
