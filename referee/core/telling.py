"""Events as people like to hear them: bots by their names, things by the names they have on the table.

The text form of an event (notation.py) is for programs and parses back; what is told here does not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from serai.referee.core.notation import Notation
from serai.referee.core.picture import all_of, letter

SEAT_FIELDS = frozenset({"seat", "victim", "partner", "owner", "order", "seats", "to", "accepted", "winners"})
_SEAT = re.compile(r"\bseat (?={)")

# Names for people by field, as in the words of a notation; by `Event.field` where a tuple counts how many of each.
Spoken = Mapping[str, Sequence[str]]


class Teller:
    """Tells the events of a game: `names` are those of the seats, `spoken` the game's words for people by field."""

    def __init__(self, notation: Notation, names: Sequence[str], spoken: Spoken) -> None:
        self._words = {**notation.words, **spoken}
        self._names = names

    def tell(self, event: Any) -> str:
        """What happened, with painted names."""
        values = {field.name: self._said(event, field.name) for field in fields(event)}
        form: str = type(event).told or type(event).form
        return _SEAT.sub("", form).format(**values)

    def _said(self, event: Any, name: str) -> str:
        value = getattr(event, name)
        if name in SEAT_FIELDS:
            return self._seats(value) or ("all" if name == "to" else "nobody")
        if not isinstance(value, tuple):
            return self._word(name, value)
        counted = self._words.get(f"{type(event).__name__}.{name}")
        if counted is not None:
            said = [f"{count} {word}" for count, word in zip(value, counted, strict=False) if count]
        elif name == "points":
            said = [f"{points} {letter(seat)}" for seat, points in enumerate(value)]
        else:
            said = [self._word(name, item) for item in value]
        return ", ".join(said) or "nothing"

    def _seats(self, value: int | tuple[int, ...] | None) -> str:
        if value is None:
            return "somebody"
        return all_of(self._names, value if isinstance(value, tuple) else (value,))

    def _word(self, name: str, value: int | None) -> str:
        if value is None:
            return "something unseen"
        words = self._words.get(name)
        return str(int(value)) if words is None else words[value].replace("_", " ")


def in_words(action: Any, spoken: Spoken) -> str:
    """What the things that an action names are for people, where the game has words of its own for them."""
    named = [(field.name, getattr(action, field.name)) for field in fields(action) if field.name in spoken]
    said = [spoken[name][item] for name, value in named for item in (value if isinstance(value, tuple) else (value,))]
    return ", ".join(said).replace("_", " ")
