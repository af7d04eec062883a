"""Is there a sandbox here, which layers does it have, and: run this in it.

It is tried out once, when first asked for. Nothing falls back in silence: either all that was promised of a sandbox
holds, or there is none and `why_not` says why. Only control groups may be missing; `layers` names what is in force.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType

from serai.server.sandbox.bubblewrap import NAMESPACE, PASSWD, SOCKET, Descriptors, World, command_line, program
from serai.server.sandbox.filter import UnknownMachine, filter_bytes
from serai.server.sandbox.groups import Group, Places, find_places
from serai.server.sandbox.settings import Limits, bot_limits, build_limits
from serai.server.sandbox.users import NoUser, User, Users, can_lend

INSIDE_ADDRESS = f"unix:{SOCKET}"
_PATIENCE_SECONDS = 20
_PASSED_ON = ("PATH", "LANG", "LC_ALL", "TZ", "JAVA_HOME")


class NoSandbox(Exception):
    """There is no sandbox on this machine; the text says why and what helps, in one line."""


@dataclass(slots=True)
class Confined:
    """A command line that runs in the sandbox, and what has to be kept while it does."""

    line: list[str]
    descriptors: tuple[int, ...]
    group: Group | None
    user: User | None
    _owner: Sandbox = field(repr=False)

    def started(self) -> None:
        """Close what only the start has needed. To be called once, also if the start has failed."""
        for descriptor in self.descriptors:
            os.close(descriptor)

    def ended(self) -> None:
        """Release what it had; it has ended, with all it started."""
        self._owner.release(self)


class Sandbox:
    """The sandbox of this machine. `hidden` are folders that nobody may see, wherever they lie."""

    def __init__(self, bwrap: str, places: Places | None, hidden: tuple[Path, ...] = ()) -> None:
        self._bwrap = bwrap
        self._places = places
        self._hidden = hidden
        self._users = Users() if can_lend() else None
        self._leaving: list[Group] = []

    @property
    def layers(self) -> list[str]:
        """What is in force, for records and for people."""
        own_user = ["own-user"] if self._users else []
        return ["bubblewrap", "seccomp", "rlimits", *own_user, *([str(self._places)] if self._places else [])]

    def for_bot(
        self,
        command: Sequence[str],
        folder: Path,
        socket: Path | None,
        limits: Limits | None = None,
        shown: tuple[Path, ...] = (),
    ) -> Confined:
        """Return how to run a bot: its folder and all else read-only, a private /tmp, no network but the socket.

        `shown` are further folders of ours that it may read.

        NoSandbox if this machine cannot, though it could before.
        """
        world = World(folder, _names(command), socket=socket, shown=shown, hidden=self._hidden)
        return self._confine(command, world, limits or bot_limits(), channels_closed=True)

    def for_build(self, command: Sequence[str], world: World, limits: Limits | None = None) -> Confined:
        """Return how to run a build, which may write to its folder and its caches. NoSandbox as above."""
        unseen = replace(world, hidden=(*world.hidden, *self._hidden))
        return self._confine(command, unseen, limits or build_limits(), channels_closed=False)

    def _confine(self, command: Sequence[str], world: World, limits: Limits, *, channels_closed: bool) -> Confined:
        user = self._user(builds=not channels_closed)
        group = self._group(limits)
        rules = filter_bytes(channels_closed=channels_closed)
        namespace = Path(f"/proc/{os.getpid()}/fd/{user.namespace}") if user else None
        given = Descriptors(_readable(rules), _readable(PASSWD), namespace)
        line = command_line(self._bwrap, command, world, limits, given, group.join_files if group else ())
        return Confined(line, (given.filter, given.passwd), group, user, self)

    def _user(self, *, builds: bool) -> User | None:
        if self._users is None:
            return None
        try:
            return self._users.builder() if builds else self._users.take()
        except NoUser as error:
            raise NoSandbox(f"no user namespace can be made: {error}") from None

    def _group(self, limits: Limits) -> Group | None:
        self._leaving = [group for group in self._leaving if not group.remove()]
        try:
            return Group(self._places, limits) if self._places else None
        except OSError as error:
            raise NoSandbox(f"no control group can be made: {error}") from None

    def release(self, confined: Confined) -> None:
        """Take back what an ended command had."""
        if confined.group is not None and not confined.group.remove():
            self._leaving.append(confined.group)
        if confined.user is not None and self._users is not None:
            self._users.give_back(confined.user)

    def builder_uid(self) -> int | None:
        """Return who owns what builds write; None where that is us. NoSandbox."""
        user = self._user(builds=True)
        return None if user is None else user.uid


def environment(passed_on: Iterable[str] = _PASSED_ON) -> dict[str, str]:
    """Return what of our environment a confined program gets; its home is its private /tmp."""
    kept = {name: os.environ[name] for name in passed_on if name in os.environ}
    return {**kept, "PATH": _safe_path(kept.get("PATH", "")), "HOME": "/tmp", "TMPDIR": "/tmp"}


def _safe_path(path: str) -> str:
    """Return where programs are looked for: nowhere that depends on the folder one is in, which is the bot's."""
    return ":".join(folder for folder in path.split(":") if folder.startswith("/")) or "/usr/local/bin:/usr/bin:/bin"


@cache
def sandbox(hidden: tuple[Path, ...] = ()) -> Sandbox:
    """Return the sandbox of this machine, tried out when first asked for; NoSandbox if there is none."""
    if why := _missing():
        raise NoSandbox(why)
    bwrap = program()
    assert bwrap is not None
    found = Sandbox(bwrap, find_places(), hidden)
    if not _works(found) and found.layers != (found := Sandbox(bwrap, None, hidden)).layers:
        _try(found)
    return found


def _missing() -> str:
    """Return which part is not here, empty if all are."""
    if program() is None:
        return "bubblewrap is not installed (Debian: apt install bubblewrap; or pip install 'serai[arena]')"
    tools = ["prlimit", *(["setpriv", "unshare"] if os.geteuid() == 0 else [])]
    missing = [tool for tool in tools if not shutil.which(tool)]
    if missing:
        return f"{' and '.join(missing)} of util-linux is not installed"
    try:
        filter_bytes(channels_closed=True)
    except UnknownMachine as error:
        return str(error)
    return ""


def _works(found: Sandbox) -> bool:
    """Whether a trial passes. Without control groups it is judged by whoever tries the rest."""
    try:
        _try(found)
    except NoSandbox:
        if "cgroup" not in found.layers[-1]:
            raise
        return False
    return True


def _try(found: Sandbox) -> None:
    """Run a program in it; NoSandbox if that fails."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        with running(found.for_bot(["true"], Path(folder), None)) as process:
            text = process.communicate(timeout=_PATIENCE_SECONDS)[0]
            if process.returncode:
                raise NoSandbox(_advice(text.decode(errors="replace").strip()))


@contextmanager
def running(
    confined: Confined, variables: Mapping[str, str] = MappingProxyType({})
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a confined command, its output in a pipe, and end it with the block. NoSandbox if it cannot be started."""
    try:
        process = subprocess.Popen(
            confined.line,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**environment(), **variables},
            pass_fds=confined.descriptors,
        )
    except OSError as error:
        confined.ended()
        raise NoSandbox(f"{confined.line[0]}: {error.strerror}") from None
    finally:
        confined.started()
    with process:
        try:
            yield process
        finally:
            process.kill()
    confined.ended()


def _advice(said: str) -> str:
    text = said.splitlines()[-1] if said else "it said nothing"
    return f"bubblewrap does not work here ({text}); serai doctor and docs/sandbox.md say what it needs"


def _names(command: Sequence[str]) -> tuple[str, ...]:
    """Return the words of a command that could be names of programs.

    A word with a slash is none: whoever writes a manifest could name any program of this machine by its path, another
    bot's among them, and would see it.
    """
    return tuple(word for word in command if "/" not in word and not word.startswith("-") and len(word) < 256)


def _readable(data: bytes) -> int:
    """Return a pipe from which this can be read, once; with a number that no shell on its way can name."""
    reader, writer = os.pipe()
    try:
        with os.fdopen(writer, "wb") as pipe:
            pipe.write(data)
        return fcntl.fcntl(reader, fcntl.F_DUPFD_CLOEXEC, NAMESPACE + 1)
    finally:
        os.close(reader)
