"""Who is confined. Bots of an arena always are; those that come with Serai may also run where there is no sandbox."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass

from serai.ladder.bots.version import BotVersion
from serai.ladder.errors import PlatformProblem
from serai.ladder.storage.paths import UNSAFE, home
from serai.server.sandbox.sandbox import NoSandbox, Sandbox, sandbox


@dataclass(frozen=True, slots=True)
class Confinement:
    """The sandbox of this machine, or why there is none. `unsafe`: it was not wanted."""

    sandbox: Sandbox | None
    why_not: str = ""
    unsafe: bool = False

    def __str__(self) -> str:
        return f"confined by {', '.join(self.sandbox.layers)}" if self.sandbox else "NOT confined"

    def check(self, bots: Iterable[BotVersion]) -> None:
        """PlatformProblem if one of the bots may not run here."""
        from serai.ladder.bots import registry

        if self.sandbox is None and not self.unsafe:
            for bot in bots:
                if not registry.is_ours(bot):
                    raise PlatformProblem(
                        f"{bot} is not run without a sandbox: {self.why_not}; "
                        "--unsafe-no-sandbox runs it all the same and marks the results"
                    )


def arena() -> Confinement:
    """Return how bots are confined in an arena on this machine."""
    if os.environ.get(UNSAFE):
        return Confinement(None, "it is not wanted (--unsafe-no-sandbox)", unsafe=True)
    try:
        return Confinement(required())
    except PlatformProblem as problem:
        return Confinement(None, str(problem))


def required() -> Sandbox:
    """Return the sandbox of this machine, from which the data of the arena cannot be seen; PlatformProblem."""
    try:
        return sandbox((home().resolve(),))
    except NoSandbox as error:
        raise PlatformProblem(str(error)) from None
