"""What others wrote, made fit for a terminal: a bot's output can neither move the cursor nor hide text."""

from __future__ import annotations

import re

# Control characters but for tab and newline, those that turn the direction of text or break lines unseen, invisible
# ones that make two names look alike, and halves of characters that no terminal can print.
_UNFIT = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u115f\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
    "\ufff0-\ufffb\ud800-\udfff\U000e0000-\U000e0fff]"
)
_BREAKS = re.compile(r"[\t\n]")
_NAMED = {"\t": r"\t", "\n": r"\n", "\r": r"\r", "\x1b": r"\e"}


def printable(text: str) -> str:
    """Return the text with all that could do something to a terminal written out: `\\e[2J`. Lines stay lines."""
    return _UNFIT.sub(_written_out, text)


def one_line(text: str) -> str:
    """Return the text as `printable` does, in one line."""
    return _BREAKS.sub(_written_out, printable(text))


def json_text(text: str) -> str:
    """Return JSON with the same characters as escapes of JSON: it means what it meant."""
    return _UNFIT.sub(_json_escape, text)


def _written_out(found: re.Match[str]) -> str:
    character = found[0]
    code = f"\\x{ord(character):02x}" if ord(character) < 0x100 else f"\\u{ord(character):04x}"
    return _NAMED.get(character, code)


def _json_escape(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
