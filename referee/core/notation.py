"""Text forms that parse back, like chess notation: one line per action or event.

A class says its form, `take:{row}`; the names a field's numbers stand for are the game's words. An unknown
value is `?`, a number without a word is `#7` (a bot may send any), a tuple is joined by commas and `-` when empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from typing import Any, get_type_hints

_FIELD = re.compile(r"{(\w+)}")
_WORD = re.compile(r"(?![#?-])[^ :+,]+")
_REMEMBERED = 1 << 16  # texts kept, each way


class Notation:
    """How the actions (or the events) of one game are written and read."""

    def __init__(self, classes: Iterable[type[Any]], words: Mapping[str, Sequence[str]]) -> None:
        self.words = words
        self._numbers = {field: _numbers(field, names) for field, names in words.items()}
        self._patterns = {cls: _pattern(cls) for cls in classes}
        self._tuples = {cls: _tuple_fields(cls) for cls in self._patterns}
        self._written = lru_cache(_REMEMBERED)(self._write)
        self._read = lru_cache(_REMEMBERED)(self._parse)

    @property
    def classes(self) -> tuple[type[Any], ...]:
        return tuple(self._patterns)

    def say(self, thing: Any) -> str:
        """The text form of an action or event."""
        return self._written(thing)

    def read(self, text: str) -> Any:
        """The action or event a text form stands for; ValueError says what was not understood."""
        return self._read(text)

    def _write(self, thing: Any) -> str:
        words = {field.name: self._word(field.name, getattr(thing, field.name)) for field in fields(thing)}
        form: str = type(thing).form
        return form.format(**words)

    def _parse(self, text: str) -> Any:
        """The first class whose form fits; a text that is not how we would write it (roll:01) is none."""
        for cls, pattern in self._patterns.items():
            if match := pattern.fullmatch(text):
                try:
                    values = {name: self._number(cls, name, word) for name, word in match.groupdict().items()}
                except (KeyError, ValueError):
                    continue
                thing = cls(**values)
                if self.say(thing) == text:
                    return thing
        raise ValueError(f"{text!r} is no action or event of this game")

    def _word(self, name: str, value: Any) -> str:
        if value is None:
            return "?"
        if isinstance(value, tuple):
            return ",".join(self._word(name, item) for item in value) or "-"
        names = self.words.get(name)
        if names is None:
            return str(int(value))
        return names[value] if 0 <= value < len(names) else f"#{value}"

    def _number(self, cls: type[Any], name: str, word: str) -> Any:
        if name in self._tuples[cls] and word != "?":
            return () if word == "-" else tuple(self._scalar(name, item) for item in word.split(","))
        return self._scalar(name, word)

    def _scalar(self, name: str, word: str) -> int | None:
        if word == "?":
            return None
        if name not in self._numbers:
            return int(word)
        return int(word[1:]) if word.startswith("#") else self._numbers[name][word]


def _numbers(field: str, names: Sequence[str]) -> dict[str, int]:
    """What number each word stands for; ValueError when a word could not be told from something else."""
    numbers = {word: number for number, word in enumerate(names) if _WORD.fullmatch(word)}
    if len(numbers) < len(names):
        unfit = next(word for place, word in enumerate(names) if numbers.get(word) != place)
        raise ValueError(f"the word {unfit!r} for {field} stands twice or cannot be told from other text")
    return numbers


def _pattern(cls: type[Any]) -> re.Pattern[str]:
    pieces = _FIELD.split(cls.form)
    return re.compile("".join(re.escape(p) if n % 2 == 0 else f"(?P<{p}>[^ :+]+)" for n, p in enumerate(pieces)))


def _tuple_fields(cls: type[Any]) -> set[str]:
    hints = get_type_hints(cls)
    return {field.name for field in fields(cls) if "tuple" in str(hints[field.name])}
