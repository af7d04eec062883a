"""The program behind a bridge: a child with pipes, which never outlives us."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence

from serai.errors import UsageError

CHUNK = 1 << 16  # bytes: as much as a pipe holds


class Child:
    """A bot that speaks on its standard output and listens on its standard input; its stderr is ours."""

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
        self._ear = self._process.stdin
        self._mouth = self._process.stdout
        os.set_blocking(self.ear, False)
        os.set_blocking(self.mouth, False)

    @property
    def ear(self) -> int:
        """Where to write what the bot should read."""
        return self._ear.fileno()

    @property
    def mouth(self) -> int:
        """Where to read what the bot writes."""
        return self._mouth.fileno()

    @property
    def gone(self) -> bool:
        return self._process.poll() is not None

    @property
    def exit_code(self) -> int:
        """As a shell gives it: 128 and the number of the signal that ended it."""
        code = self._process.wait()
        return code if code >= 0 else 128 - code

    def wait(self) -> None:
        self._process.wait()

    def stop_talking(self) -> None:
        """Nothing more will be said to it."""
        self._ear.close()

    def terminate(self) -> None:
        self._process.terminate()

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


def tied_to_us(command: Sequence[str]) -> Sequence[str]:
    """Return the command tied to the life of this process, where the system has a tool for it."""
    setpriv = shutil.which("setpriv")
    return (setpriv, "--pdeathsig", "SIGKILL", *command) if setpriv else command
