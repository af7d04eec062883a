"""The process that keeps the embedded Valkey: starts it, restarts it if it dies, stops it when its last user is gone.

Every user holds a shared lock on `users.lock`, which goes with its process however that ends; the keeper waits to get
it alone. The server inherits the keeper's lock on `server.lock`, which so is free only when both are gone.
Standard library only: it starts with the first command and must not delay it.
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

from serai.ladder.storage.locks import exclusive

USERS = "users.lock"
SERVER = "server.lock"
LOG = "server.log"
READY = "ready"

_PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG
_START_SECONDS = 60.0
_POLL_SECONDS = 0.005
_SHORT_LIFE = 1.0
_MOST_SHORT_LIVES = 5
_LOOK_SECONDS = 1.0


class StartError(Exception):
    """The server did not come up; the text says what it last wrote."""


class Keeper:
    """A server and what it was started with."""

    def __init__(self, binary: str, folder: Path, address: Path, lock: int) -> None:
        self._line = command_line(binary, folder, address)
        self._folder = folder
        self._address = address
        self._lock = lock
        self._libc = ctypes.CDLL(None)
        self._short_lives = 0
        self._server: subprocess.Popen[bytes] | None = None

    def _start(self) -> None:
        self._started = time.monotonic()
        self._server = subprocess.Popen(
            self._line,
            stdin=subprocess.DEVNULL,
            pass_fds=(self._lock,),
            preexec_fn=self._die_with_parent,  # noqa: PLW1509 - the keeper has no threads
        )

    def _die_with_parent(self) -> None:
        """The server must not outlive a keeper that is killed: nobody would ever stop it."""
        self._libc.prctl(_PARENT_DEATH_SIGNAL, signal.SIGTERM)

    def start(self) -> None:
        """Start the server and wait until it answers."""
        try:
            self._start()
        except OSError as error:
            raise StartError(str(error)) from None
        deadline = time.monotonic() + _START_SECONDS
        while not answers(self._address):
            if not self._is_running() or time.monotonic() > deadline:
                raise StartError(last_line(self._folder / LOG))
            time.sleep(_POLL_SECONDS)

    def _is_running(self) -> bool:
        return self._server is not None and self._server.poll() is None

    def restart_if_dead(self, _signal: int, _frame: FrameType | None) -> None:
        """Called when a child may have ended. A server that keeps dying is given up."""
        if self._is_running():
            return
        short = time.monotonic() - self._started < _SHORT_LIFE
        self._short_lives = self._short_lives + 1 if short else 0
        if self._short_lives == _MOST_SHORT_LIVES:
            sys.exit(1)
        self._start()

    def stop(self) -> None:
        if self._server is not None:
            self._server.terminate()
            self._server.wait()


def command_line(binary: str, folder: Path, address: Path) -> list[str]:
    """Every write goes to the append-only file; nothing is evicted; no port, and a socket for its owner alone."""
    return [
        *(binary, "--port", "0", "--unixsocket", str(address), "--unixsocketperm", "700", "--dir", str(folder)),
        *("--appendonly", "yes", "--appendfsync", "everysec", "--save", "", "--maxmemory-policy", "noeviction"),
        *("--daemonize", "no"),
    ]


def answers(address: Path) -> bool:
    """Whether a server listens there and has loaded its data."""
    try:
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(_START_SECONDS)
            client.connect(str(address))
            client.sendall(b"PING\r\n")
            return client.recv(64).startswith(b"+PONG")
    except OSError:
        return False


def last_line(log: Path) -> str:
    lines = log.read_text(errors="replace").split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), "it wrote nothing")


def keep(binary: str, folder: Path, address: Path, ready: int) -> None:
    """The life of the keeper; says on the descriptor `ready` how the start went."""
    with exclusive(folder / SERVER) as lock:
        keeper = Keeper(binary, folder, address, lock)
        try:
            keeper.start()
        except StartError as error:
            keeper.stop()
            os.write(ready, str(error).encode())
            return
        os.write(ready, READY.encode())
        os.close(ready)
        watch(keeper)
        with exclusive(folder / USERS):
            unwatch()
            keeper.stop()
            # Whoever now waits for `users.lock` must find `server.lock` free.
            os.close(lock)
            os._exit(0)


def watch(keeper: Keeper) -> None:
    """Look after the server while waiting for a lock: when a child ends, and now and then in case a signal is lost."""
    signal.signal(signal.SIGCHLD, keeper.restart_if_dead)
    signal.signal(signal.SIGALRM, keeper.restart_if_dead)
    signal.setitimer(signal.ITIMER_REAL, _LOOK_SECONDS, _LOOK_SECONDS)


def unwatch() -> None:
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)


def detach(log: Path) -> None:
    """Leave the terminal and the pipes of the command that started us."""
    os.setsid()
    output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    silence = os.open(os.devnull, os.O_RDONLY)
    for target, source in ((0, silence), (1, output), (2, output)):
        os.dup2(source, target)


def main() -> int:
    """Start a keeper in the background and print how that went: `ready`, or the reason why not."""
    binary, folder, address = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    heard, ready = os.pipe()
    if os.fork() == 0:
        os.close(heard)
        detach(folder / LOG)
        keep(binary, folder, address, ready)
        return 0
    os.close(ready)
    with os.fdopen(heard) as answer:
        text = answer.read()
    print(text)
    return 0 if text == READY else 1


if __name__ == "__main__":
    sys.exit(main())
