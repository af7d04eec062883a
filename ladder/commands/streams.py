"""Standard streams as users may leave them to us: closed, or in an encoding that lacks our characters."""

from __future__ import annotations

import codecs
import io
import os
import sys
from pathlib import Path
from typing import TextIO

_ESCAPED = "serai_escaped"  # the name of our way to write what an encoding lacks


def fill_standard_streams() -> None:
    """Put nothing where standard input or error are closed: the next file that is opened would take their place."""
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115  # as long as we live
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115


def write_what_cannot_be_encoded(stream: TextIO) -> None:
    """Let a stream write what its encoding lacks as \\u and four digits, as JSON does, instead of failing."""
    codecs.register_error(_ESCAPED, _escaped)
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors=_ESCAPED)


def _escaped(error: UnicodeError) -> tuple[str, int]:
    """Return what stands for the characters that cannot be written, and where to go on."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    codes = (int.from_bytes(units[place : place + 2], "big") for place in range(0, len(units), 2))
    return "".join(f"\\u{code:04x}" for code in codes), error.end
