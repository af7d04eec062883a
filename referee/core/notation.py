"""Text forms that parse back, like chess notation: one line per action or event.

A class says its form, `take:{row}`; the names a field's numbers stand for are the game's words. An unknown
value is `?`, a tuple is joined by commas and `-` when empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any, get_type_hints

_FIELD = re.compile(r"{(\w+)}")


class Notation:
    """How the actions (or the events) of one game are written and read."""

    def __init__(self, classes: Iterable[type[Any]], words: Mapping[str, Sequence[str]]) -> None:
        self._words = words
        self._numbers = {field: {word: n for n, word in enumerate(names)} for field, names in words.items()}
        self._patterns = {cls: _pattern(cls) for cls in classes}
        self._tuples = {cls: _tuple_fields(cls) for cls in self._patterns}
        self._written: dict[Any, str] = {}
        self._read: dict[str, Any] = {}

    @property
    def classes(self) -> tuple[type[Any], ...]:
        return tuple(self._patterns)

    def say(self, thing: Any) -> str:
        """The text form of an action or event."""
        text = self._written.get(thing)
        if text is None:
            words = {field.name: self._word(field.name, getattr(thing, field.name)) for field in fields(thing)}
            text = self._written[thing] = type(thing).form.format(**words)
        return text

    def read(self, text: str) -> Any:
        """The action or event a text form stands for; ValueError says what was not understood."""
        thing = self._read.get(text)
        if thing is None:
            thing = self._read[text] = self._parse(text)
        return thing

    def _parse(self, text: str) -> Any:
        for cls, pattern in self._patterns.items():
            if match := pattern.fullmatch(text):
                try:
                    values = {name: self._number(cls, name, word) for name, word in match.groupdict().items()}
                except (KeyError, ValueError):
                    continue
                return cls(**values)
        raise ValueError(f"{text!r} is no action or event of this game")

    def _word(self, name: str, value: Any) -> str:
        if value is None:
            return "?"
        if isinstance(value, tuple):
            return ",".join(self._word(name, item) for item in value) or "-"
        names = self._words.get(name)
        return str(int(value)) if names is None else names[value]

    def _number(self, cls: type[Any], name: str, word: str) -> Any:
        if name in self._tuples[cls]:
            return () if word == "-" else tuple(self._scalar(name, item) for item in word.split(","))
        return self._scalar(name, word)

    def _scalar(self, name: str, word: str) -> int | None:
        if word == "?":
            return None
        return self._numbers[name][word] if name in self._numbers else int(word)


def _pattern(cls: type[Any]) -> re.Pattern[str]:
    pieces = _FIELD.split(cls.form)
    return re.compile("".join(re.escape(p) if n % 2 == 0 else f"(?P<{p}>[^ :+]+)" for n, p in enumerate(pieces)))


def _tuple_fields(cls: type[Any]) -> set[str]:
    hints = get_type_hints(cls)
    return {field.name for field in fields(cls) if "tuple" in str(hints[field.name])}
