"""Where we are root: each bot gets a user of its own, in a user namespace of its own.

The kernel counts processes, pipes and watches by user, and does not hold root to its limits. Where we are not root,
bubblewrap makes the namespace, and all bots have our user outside of it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

INSIDE = 65534  # the user a program has inside
_FIRST = 1_500_000_000  # far above what systems give to people, services and containers
_PER_PROCESS = 256
_MOST = (1 << 21) * _PER_PROCESS
_BUILDER = _FIRST - 1  # builds share a user, for they share caches; each has namespaces of its own


class NoUser(Exception):
    """No user namespace can be made; the text says why."""


@dataclass(frozen=True, slots=True)
class User:
    """A user outside, and the open namespace in which it is INSIDE."""

    uid: int
    namespace: int


def can_lend() -> bool:
    """Return True if we are root and those users exist here: root of a container may have a few users only."""
    if os.geteuid() != 0:
        return False
    ranges = [list(map(int, line.split())) for line in Path("/proc/self/uid_map").read_text().splitlines()]
    return any(first <= _BUILDER and first + count >= _FIRST + _MOST for first, _outside, count in ranges)


class Users:
    """Lends users to what runs, and takes them back."""

    def __init__(self) -> None:
        self._free: list[User] = []
        self._count = 0
        self._builder: User | None = None

    def take(self) -> User:
        """Return a user that nothing else has; NoUser."""
        if self._free:
            return self._free.pop()
        # Process numbers are below 2^22, so that no two workers lend the same.
        uid = _FIRST + os.getpid() % (1 << 21) * _PER_PROCESS + self._count % _PER_PROCESS
        self._count += 1
        return User(uid, _namespace(uid))

    def give_back(self, user: User) -> None:
        """Take back a user whose processes have all ended."""
        if user is not self._builder:
            self._free.append(user)

    def builder(self) -> User:
        """Return the user of all builds; NoUser."""
        self._builder = self._builder or User(_BUILDER, _namespace(_BUILDER))
        return self._builder


def _namespace(uid: int) -> int:
    """Return an open user namespace with root and this user in it; NoUser."""
    unshare = shutil.which("unshare")
    if unshare is None:
        raise NoUser("unshare is not installed (Debian: apt install util-linux)")
    # It writes once it is in its namespace, and ends with its input.
    line = [unshare, "--user", "sh", "-c", "echo; read line"]
    with subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stderr is not None
        if not holder.stdout.readline():
            raise NoUser(holder.stderr.read().decode(errors="replace").strip() or "unshare failed")
        process = Path("/proc", str(holder.pid))
        try:
            for kind in ("uid_map", "gid_map"):
                (process / kind).write_text(f"0 0 1\n{INSIDE} {uid} 1\n")
            return os.open(process / "ns" / "user", os.O_RDONLY | os.O_CLOEXEC)
        except OSError as error:
            raise NoUser(f"its users cannot be set: {error.strerror}") from None
        finally:
            holder.communicate()
