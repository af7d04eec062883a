"""The program behind a bridge: a child process with pipes, which is killed when we exit."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence

from serai.errors import UsageError

CHUNK = 1 << 16  # bytes: as much as a pipe holds


class Child:
    """A bot process; what it reads and writes goes through pipes, its stderr is ours. UsageError if it cannot start."""

    def __init__(self, command: Sequence[str]) -> None:
        if shutil.which(command[0]) is None:
            raise UsageError(f"{command[0]} cannot be started: there is no such program, or it is not executable")
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(tied_to_us(command), stdin=pipe, stdout=pipe, bufsize=0)
        except OSError as error:
            raise UsageError(f"{command[0]} cannot be started: {error.strerror}") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._stdin = self._process.stdin
        self._stdout = self._process.stdout
        os.set_blocking(self.stdin, False)
        os.set_blocking(self.stdout, False)

    @property
    def stdin(self) -> int:
        """Return the descriptor to write to."""
        return self._stdin.fileno()

    @property
    def stdout(self) -> int:
        """Return the descriptor to read from."""
        return self._stdout.fileno()

    @property
    def has_exited(self) -> bool:
        return self._process.poll() is not None

    @property
    def exit_code(self) -> int:
        """Wait for its exit and return the code as a shell gives it: 128 and the number of the signal that ended it."""
        code = self._process.wait()
        return code if code >= 0 else 128 - code

    def wait(self) -> None:
        self._process.wait()

    def close_stdin(self) -> None:
        self._stdin.close()

    def terminate(self) -> None:
        self._process.terminate()

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


def tied_to_us(command: Sequence[str]) -> Sequence[str]:
    """Return the command tied to the life of this process, where the system has a tool for it."""
    setpriv = shutil.which("setpriv")
    return (setpriv, "--pdeathsig", "SIGKILL", *command) if setpriv else command
