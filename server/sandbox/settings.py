"""How much a bot or a build may take, from the environment where it says so."""

from __future__ import annotations

import os
from dataclasses import dataclass

from serai.server.errors import PlatformError

MEBIBYTE = 1 << 20
CPU_SECONDS = 8 * 3600  # of one process; a bot's process is replaced long before


@dataclass(frozen=True, slots=True)
class Limits:
    """What one bot process, with all it starts, may take. Memory and files in MiB; processor time in cores."""

    memory: int
    processes: int
    open_files: int
    file_size: int
    temporary: int
    cores: float


def bot_limits() -> Limits:
    """Return the limits of a hosted bot; PlatformError if the environment says no number."""
    memory, temporary = _number("SERAI_BOT_MEMORY", 512), _number("SERAI_BOT_TMP", 64)
    return Limits(memory, _number("SERAI_BOT_PROCESSES", 64), 256, temporary, temporary, 1.0)


def build_limits() -> Limits:
    """Return the limits of a build; PlatformError if the environment says no number."""
    return Limits(_number("SERAI_BUILD_MEMORY", 4096), 512, 4096, 2048, 2048, float(os.cpu_count() or 1))


def _number(name: str, usual: int) -> int:
    text = os.environ.get(name, "")
    if not text:
        return usual
    if not text.isdecimal() or not int(text):
        raise PlatformError(f"{name} is {text!r}; it should be a whole number above 0, for example {usual}")
    return int(text)
