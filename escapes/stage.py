"""What there is to get: a store with a deal in it, the files and the running process of another bot, and ports."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serai.server.process_folder import ShortLivedFolder
from serai.server.sandbox.sandbox import Sandbox, running, sandbox
from serai.server.sandbox.settings import Limits

PRISONER = Path(__file__).with_name("prisoner")
_START = "from escapes.prisoner.__main__ import main\n\nmain()\n"
LIMITS = Limits(memory=96, processes=24, open_files=256, file_size=8, temporary=8, cores=1.0)
_FILES = 400_000  # more than fit in the memory of the limits
_PATIENCE_SECONDS = 120
_KILLED = 128 + signal.SIGKILL
ENDED = "it was ended"  # by the kernel, at one of its limits


@dataclass(slots=True)
class Stage:
    """The world around a prisoner. `facts` is what it is told: where everything lies."""

    sandbox: Sandbox
    own: Path
    facts: dict[str, Any]
    heard: socket.socket
    other: subprocess.Popen[bytes]
    before: dict[Path, bytes]

    def attempt(self, names: Sequence[str]) -> dict[str, str]:
        """Let a prisoner make these attempts, and return what each got. What was never answered says so.

        Its command line names programs of others, as a manifest could; that must not show them to it.
        """
        named = ["--", *self.facts["programs"]]
        line = [sys.executable, "-I", str(self.own), json.dumps(self.facts), *names, *named]
        with running(self.sandbox.for_bot(line, self.own, None, LIMITS), {"SERAI_TOKEN": "own"}) as process:
            try:
                said = process.communicate(timeout=_PATIENCE_SECONDS)[0].decode(errors="replace")
            except subprocess.TimeoutExpired:
                said = ""
        answers = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
        got = {answer["attempt"]: answer["got"] for answer in answers}
        silence = ENDED if process.returncode == _KILLED else f"no answer: {said[-200:]}"
        return {name: got.get(name, silence) for name in names}

    def datagrams(self) -> int:
        """Return how many datagrams have arrived outside."""
        count = 0
        with suppress(BlockingIOError):
            while self.heard.recv(64):
                count += 1
        return count

    def written_outside(self) -> bool:
        """Whether a prisoner has written where it must not, or changed a package."""
        packages = Path(self.facts["home"], "versions")
        return Path(self.facts["home"], "escaped").exists() or _contents(packages) != self.before

    def daemons(self) -> list[int]:
        """Return which of the processes that a prisoner left behind still run; a moment is allowed to end them."""
        deadline = time.monotonic() + 10
        while (found := _running(self.facts["daemon"])) and time.monotonic() < deadline:
            time.sleep(0.02)
        return found


def _contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _running(mark: str) -> list[int]:
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if path.read_bytes().startswith(b"sleep\0" + mark.encode()):
                found.append(int(path.parent.name))
    return found


@contextmanager
def stage(store_socket: str = "") -> Iterator[Stage]:
    """Set the stage; NoSandbox where there is none. The store's socket is a real one, if one is named."""
    with ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="escapes-")))
        found = sandbox((home,))
        own, other = (_package(home, name) for name in ("own", "other"))
        (home / "secret").write_text("the deal")
        tool = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tool-"))) / "bin" / "tool"
        tool.parent.mkdir()
        tool.write_text("#!/bin/sh\n")
        (tool.parent.parent / "password").write_text("of somebody else")
        for path in (tool.parent.parent, *tool.parent.parent.rglob("*")):
            path.chmod(0o755)
        door = ShortLivedFolder()
        stack.callback(door.remove)
        listeners = [
            _listen(stack, address) for address in (str(door.path / "referee"), f"\0serai-{secrets.token_hex(4)}")
        ]
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        heard = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        heard.bind(("127.0.0.1", 0))
        heard.setblocking(False)
        canary = secrets.token_hex(16)
        beside = running(found.for_bot(["sleep", "600"], other, None), {"SERAI_TOKEN": canary})
        process = stack.enter_context(beside)
        facts = {
            "home": str(home),
            "secret": str(home / "secret"),
            "tool": str(tool.parent.parent),
            "own": str(own),
            "other": str(other),
            "canary": canary,
            "programs": [str(path) for path in (other / "bin" / "bot", other / "bot.py", tool)],
            "host": socket.gethostname(),
            "pid": process.pid,
            "referee": os.getpid(),
            "tcp": tcp.getsockname()[1],
            "udp": heard.getsockname()[1],
            "abstract": listeners[1].getsockname()[1:].decode(),
            "other_door": str(door.path / "referee"),
            "store_socket": store_socket or str(door.path / "referee"),
            "memory": LIMITS.memory,
            "processes": LIMITS.processes,
            "temporary": LIMITS.temporary,
            "files": _FILES,
            "counts_memory": "memory" in found.layers[-1],
            "daemon": f"61{secrets.randbelow(10**9)}",
        }
        yield Stage(found, own, facts, heard, process, _contents(home / "versions"))


def _package(home: Path, name: str) -> Path:
    folder = home / "versions" / name / "bot"
    folder.mkdir(parents=True)
    (folder / "bot.toml").write_text(f'name = "{name}"\n')
    (folder / "bot.py").write_text("# the code of a bot\n")
    (folder / "bin").mkdir()
    (folder / "bin" / "bot").write_text("#!/bin/sh\n")
    put_prisoner(folder)
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755)
    return folder


def put_prisoner(folder: Path) -> None:
    """Put a prisoner into a folder, so that Python can run the folder."""
    (folder / "__main__.py").write_text(_START)
    (folder / "escapes").mkdir()
    (folder / "escapes" / "__init__.py").touch()
    shutil.copytree(PRISONER, folder / "escapes" / "prisoner", ignore=shutil.ignore_patterns("__pycache__"))


def _listen(stack: ExitStack, address: str) -> socket.socket:
    listener = stack.enter_context(socket.socket(socket.AF_UNIX))
    listener.bind(address)
    listener.listen()
    return listener
