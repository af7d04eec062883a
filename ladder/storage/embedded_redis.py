"""The watchdog of the embedded Valkey: starts it, restarts it if it dies, stops it when its last user has exited.

Every user holds a shared lock on `users.lock`, which is released when its process exits, however it does; the watchdog
waits to get it alone. The server inherits the watchdog's lock on `server.lock`, so that is free only when both have
exited. Standard library only: it starts with the first command and must not delay it.
"""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import FrameType

from serai.ladder.storage.locks import exclusive, exclusive_at_once

USERS = "users.lock"
SERVER = "server.lock"
LOG = "server.log"
READY = "ready"
PONG = b"+PONG"
ANOTHER = "another watchdog is there"

_PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG
_START_SECONDS = 60.0
_POLL_SECONDS = 0.005
_SHORT_LIFE = 1.0
_MOST_SHORT_LIVES = 5
_CHECK_SECONDS = 1.0


class StartError(Exception):
    """The server did not come up; the text says what it last wrote, nothing if it was killed."""


class Server:
    """The server process, and what it is started with."""

    def __init__(self, binary: str, folder: Path, address: Path, lock: int) -> None:
        self._line = command_line(binary, folder, address)
        self._folder = folder
        self._address = address
        self._lock = lock
        self._libc = ctypes.CDLL(None)
        self._short_lives = 0
        self._process: subprocess.Popen[bytes] | None = None

    def _start(self) -> None:
        self._started = time.monotonic()
        self._process = subprocess.Popen(
            self._line,
            stdin=subprocess.DEVNULL,
            pass_fds=(self._lock,),
            preexec_fn=self._die_with_parent,  # noqa: PLW1509 - the watchdog has no threads
        )

    def _die_with_parent(self) -> None:
        """Have the server stopped if the watchdog is killed: nobody else would."""
        self._libc.prctl(_PARENT_DEATH_SIGNAL, signal.SIGTERM)

    def start(self) -> None:
        """Start the server and wait until it has loaded its data, however long; StartError if it says nothing."""
        try:
            self._start()
        except OSError as error:
            raise StartError(str(error)) from None
        heard = time.monotonic()
        while (said := reply(self._address)) != PONG:
            heard = time.monotonic() if said else heard
            if not self._is_running() or time.monotonic() - heard > _START_SECONDS:
                raise StartError("" if self._was_killed() else last_line(self._folder / LOG))
            time.sleep(_POLL_SECONDS)

    def _is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def _was_killed(self) -> bool:
        return self._process is not None and self._process.returncode == -signal.SIGKILL

    def restart_if_dead(self, _signal: int, _frame: FrameType | None) -> None:
        """Signal handler, for when the server may have exited. One that keeps dying ends the watchdog too."""
        if self._is_running():
            return
        short = time.monotonic() - self._started < _SHORT_LIFE
        self._short_lives = self._short_lives + 1 if short else 0
        if self._short_lives == _MOST_SHORT_LIVES:
            sys.exit(1)
        self._start()

    def stop(self) -> None:
        """Stop the server and wait for its exit."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()


def command_line(binary: str, folder: Path, address: Path) -> list[str]:
    """Return how to start a server that logs every write, evicts nothing and has a private socket, no port."""
    return [
        *(binary, "--port", "0", "--unixsocket", str(address), "--unixsocketperm", "700", "--dir", str(folder)),
        *("--appendonly", "yes", "--appendfsync", "everysec", "--save", "", "--maxmemory-policy", "noeviction"),
        *("--daemonize", "no"),
    ]


def reply(address: Path) -> bytes:
    """Return what a server there says to a PING: PONG, something else while it loads its data, nothing if none is."""
    try:
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(_START_SECONDS)
            client.connect(str(address))
            client.sendall(b"PING\r\n")
            return client.recv(64).strip()
    except OSError:
        return b""


def last_line(log: Path) -> str:
    """Return the last line of a log that is not empty."""
    lines = log.read_text(errors="replace").split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), "it wrote nothing")


def run(binary: str, folder: Path, address: Path, ready: int) -> None:
    """Run the server until nobody uses it; write to the descriptor `ready` how the start went: nothing if killed.

    Nobody waits here for another watchdog: that one waits for the users, and whoever started us is one of them.
    """
    try:
        with exclusive_at_once(folder / SERVER) as lock:
            run_locked(binary, folder, address, ready, lock)
    except BlockingIOError:
        os.write(ready, ANOTHER.encode())


def run_locked(binary: str, folder: Path, address: Path, ready: int, lock: int) -> None:
    """Run the server under the lock that says who runs it."""
    server = Server(binary, folder, address, lock)
    try:
        server.start()
    except StartError as error:
        server.stop()
        os.write(ready, str(error).encode())
        return
    os.write(ready, READY.encode())
    os.close(ready)
    watch(server)
    with exclusive(folder / USERS):
        unwatch()
        server.stop()
        # Whoever now waits for `users.lock` must find `server.lock` free.
        os.close(lock)
        os._exit(0)


def watch(server: Server) -> None:
    """Restart the server if it dies: checked when a child exits, and regularly in case a signal is lost."""
    signal.signal(signal.SIGCHLD, server.restart_if_dead)
    signal.signal(signal.SIGALRM, server.restart_if_dead)
    signal.setitimer(signal.ITIMER_REAL, _CHECK_SECONDS, _CHECK_SECONDS)


def unwatch() -> None:
    """Let the server exit."""
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)


def detach(log: Path) -> None:
    """Become a daemon: leave the terminal and the pipes of the command that started us."""
    os.setsid()
    output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    silence = os.open(os.devnull, os.O_RDONLY)
    for target, source in ((0, silence), (1, output), (2, output)):
        os.dup2(source, target)


def main() -> int:
    """Start a watchdog in the background and print how that went: `ready`, or the reason why not.

    Nothing is printed if it was killed, or the server was: then it is worth another attempt.
    """
    binary, folder, address = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    reader, ready = os.pipe()
    if os.fork() == 0:
        os.close(reader)
        detach(folder / LOG)
        run(binary, folder, address, ready)
        return 0
    os.close(ready)
    with os.fdopen(reader) as answer:
        text = answer.read()
    print(text)
    return 0 if text == READY else 1


if __name__ == "__main__":
    sys.exit(main())
