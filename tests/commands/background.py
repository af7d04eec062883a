"""Commands that run beside a test."""

from __future__ import annotations

import queue
import subprocess
import threading
from types import TracebackType

from tests.commands.terminal import LINE


class Command:
    """A command that runs while the block does; what it writes to stderr is read line by line."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen([*LINE, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.lines: queue.Queue[str | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.lines.put(line)
        self.lines.put(None)

    def says(self, text: str) -> None:
        """Wait for a line that holds this text."""
        self.line_with(text)

    def line_with(self, text: str) -> str:
        """Wait for a line that holds this text, and return it."""
        while text not in (line := self.lines.get() or ""):
            assert line, f"it ended without a word of {text!r}"
        return line

    def all_lines(self) -> list[str]:
        """Return the lines that nobody waited for, after its end."""
        return list(iter(self.lines.get, None))

    def __enter__(self) -> Command:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.terminate()
        self._reader.join()
        self.process.communicate()
