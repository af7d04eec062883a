"""What is said as it happens, for programs: one JSON object a line."""

from __future__ import annotations

import json
import logging
import sys

from serai.ladder.journal import JsonLine


def line(message: str, fields: dict[str, object] | None = None, error: Exception | None = None) -> dict[str, object]:
    record = logging.LogRecord("serai.x", logging.WARNING, "x.py", 1, message, (), None)
    if fields is not None:
        record.fields = fields
    if error is not None:
        try:
            raise error
        except Exception:
            record.exc_info = sys.exc_info()
    text = JsonLine().format(record)
    assert "\n" not in text
    found: dict[str, object] = json.loads(text)
    return found


def test_an_event_has_its_name_and_its_fields() -> None:
    found = line("bot_retired", {"game": "a1", "bot": "anna", "cause": "time"})
    assert [found[name] for name in ("level", "event", "game", "bot", "cause")] == [
        *("warning", "bot_retired", "a1", "anna", "time"),
    ]
    assert str(found["time"]).endswith("+00:00")
    assert "text" not in found


def test_what_others_log_keeps_its_text_and_where_it_went_wrong_in_one_line() -> None:
    found = line("two\nlines", error=ValueError("no"))
    assert (found["event"], found["from"], found["text"]) == ("log", "serai.x", "two\nlines")
    assert str(found["trace"]).endswith("ValueError: no")


def test_a_long_text_is_cut() -> None:
    assert len(str(line("x" * 9000)["text"])) == 2000
