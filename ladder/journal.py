"""What the commands that run for long say as it happens: lines for people, or one JSON object a line for programs.

Fields are ids and names of ours: never a token, a deal or a text that a bot has sent. Workers write to the same place
as the command that started them, which hands them its stderr.
"""

from __future__ import annotations

import json
import logging
import os
import socket
from datetime import UTC, datetime
from typing import Any

TEXT, JSON = FORMATS = ("text", "json")
SETTING = "SERAI_LOG"

_PLACE = "SERAI_LOG_FD"  # where a worker writes, from the command that started it
_STDERR = 2
_LONGEST = 2000  # characters of a text: a line should be written in one go

_log = logging.getLogger("serai.journal")
_log.setLevel(logging.CRITICAL + 1)  # nobody hears of events until JSON is wanted


def event(name: str, level: int = logging.INFO, **fields: Any) -> None:
    """Say that something has happened; heard only where JSON is wanted."""
    if _log.isEnabledFor(level):
        _log.log(level, name, extra={"fields": fields})


def tell(text: str) -> None:
    """Say a line that is for people elsewhere."""
    event("note", text=text)


class JsonLine(logging.Formatter):
    """One object a line: time, level, event, host and process, then what belongs to the event."""

    def format(self, record: logging.LogRecord) -> str:
        fields = getattr(record, "fields", None)
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": "log" if fields is None else record.getMessage(),
            "host": socket.gethostname(),
            "process": os.getpid(),
            **({"from": record.name, "text": record.getMessage()} if fields is None else fields),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps({name: value[:_LONGEST] if isinstance(value, str) else value for name, value in line.items()})


def begin(form: str) -> None:
    """Write JSON from now on if that is the form, and let workers that are started do the same."""
    if form == JSON:
        os.environ[_PLACE] = str(os.dup(_STDERR))
        _write_to(_STDERR)


def passed_on() -> tuple[int, ...]:
    """Return what a worker has to inherit to write to the same place."""
    place = os.environ.get(_PLACE)
    return (int(place),) if place else ()


def join() -> None:
    """Write where the command that started this process does, if it writes JSON."""
    for place in passed_on():
        _write_to(place)


def _write_to(place: int) -> None:
    handler = logging.StreamHandler(os.fdopen(place, "w", closefd=False))
    handler.setFormatter(JsonLine())
    logging.getLogger().handlers[:] = [handler]
    _log.setLevel(logging.INFO)
