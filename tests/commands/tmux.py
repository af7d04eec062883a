"""A real terminal for tests: tmux draws it, takes keys and tells what is on the screen."""

from __future__ import annotations

import shlex
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from tests.commands.terminal import LINE, environment
from tests.waiting import wait_until

PATIENCE = 60.0  # seconds until a screen that does not come is given up


class Tmux:
    """A terminal of 80 columns and 24 lines with a server of its own."""

    def __init__(self, folder: Path) -> None:
        self._line = ["tmux", "-S", str(folder / "tmux"), "-f", "/dev/null"]

    def __call__(self, *arguments: str) -> str:
        return subprocess.run([*self._line, *arguments], check=True, capture_output=True, text=True).stdout

    def ends(self) -> None:
        """End what it shows, if anything, and wait until it is gone."""
        asked = subprocess.run(
            [*self._line, "display-message", "-p", "#{pid}"], check=False, capture_output=True, text=True
        )
        if asked.returncode == 0:
            subprocess.run([*self._line, "kill-server"], check=False, capture_output=True)
            wait_until(lambda: not Path("/proc", asked.stdout.strip()).exists())

    def starts(self, home: Path, *arguments: str) -> None:
        """Run a command; the screen stays when it has ended."""
        command = f"{shlex.join([*LINE, *arguments])}; echo left with $?; exec sleep 600"
        settings = [f"{name}={environment(home)[name]}" for name in ("SERAI_HOME", "PATH")]
        line = shlex.join(["env", *settings, "sh", "-c", command])
        self("new-session", "-d", "-x", "80", "-y", "24", line)

    def sees(self, fits: Callable[[str], bool]) -> str:
        """The screen, as soon as it fits."""
        end = time.monotonic() + PATIENCE
        while not fits(shown := self("capture-pane", "-p")):
            assert time.monotonic() < end, f"this is not what should be there:\n{shown}"
            time.sleep(0.02)
        return shown

    def types(self, *keys: str) -> None:
        self("send-keys", *keys)
