"""Real servers that tests start, kill, fill and fail over."""

from __future__ import annotations

import contextlib
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from serai.ladder.storage.embedded_program import packaged_server
from tests.ports import free_ports
from tests.waiting import wait_until

KEPT = ("--appendonly", "yes", "--appendfsync", "always", "--save", "")
# A server that may not lose a write ends when its disk is full; this one refuses to write.
SMALL = ("--appendonly", "yes", "--appendfsync", "everysec", "--save", "")


class RealRedis:
    """A server with its data in a folder, on a port of its own."""

    def __init__(
        self,
        folder: Path,
        *options: str,
        program: str | None = None,
        before: tuple[str, ...] = (),
        configuration: str = "",
    ) -> None:
        """Take options of the server's command line and the text of a file; `before` is a command that runs it."""
        folder.mkdir(exist_ok=True)
        self.folder = folder
        [self.port] = free_ports(1)
        self._before = before
        file = folder.with_suffix(".conf")
        file.write_text(configuration)
        start = [program or str(packaged_server()), str(file)]
        self._line = [*start, "--port", str(self.port), "--dir", str(folder), *options]
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self, *options: str) -> None:
        """Start it and wait until it answers anything at all."""
        with (self.folder / "log").open("ab") as log:
            line = [*self._before, *self._line, *options]
            self.process = subprocess.Popen(line, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        wait_until(self.listens)

    def listens(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, (self.folder / "log").read_text()[-2000:]
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
            return True
        return False

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def client(self) -> Redis:
        """A client that neither waits nor repeats."""
        return Redis.from_url(self.url, retry=Retry(NoBackoff(), 0))

    def says(self, *command: str) -> object:
        """Return the answer to one command."""
        with self.client() as client:
            return client.execute_command(*command)

    def is_ready(self) -> bool:
        with contextlib.suppress(RedisError):
            return bool(self.says("PING"))
        return False


@contextlib.contextmanager
def running(*servers: RealRedis) -> Iterator[None]:
    """Let servers run while the block does."""
    try:
        for server in servers:
            server.start()
            wait_until(server.is_ready)
        yield
    finally:
        for server in servers:
            server.kill()
