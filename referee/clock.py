"""Time control: a bank, an increment per decision, a cap on every single decision. Told the time, never asks.

Time is earned by a decision with a real choice. One without (a single option, or part of a trade) is lent its
increment: what it does not use is not kept, so nobody gains time by empty questions, nor loses any by answering them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

_NONE = "none"
_TEXT = re.compile(r"(?P<bank>[\d.]+)\+(?P<increment>[\d.]+)/(?P<cap>[\d.]+)")


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Seconds: what a seat has for the whole game, what each real choice adds, and what one decision may take."""

    bank: float = 120.0
    increment: float = 1.0
    cap: float = 20.0

    @classmethod
    def read(cls, text: str) -> TimeControl:
        """From its text form BANK+INCREMENT/CAP, for example 120+1/20, or none; ValueError says what is wrong."""
        if text == _NONE:
            return UNLIMITED
        match = _TEXT.fullmatch(text)
        if not match:
            raise ValueError(f"time control {text!r} should read BANK+INCREMENT/CAP in seconds, for example 120+1/20")
        try:
            control = cls(**{name: float(value) for name, value in match.groupdict().items()})
        except ValueError:
            raise ValueError(f"time control {text!r} holds something that is not a number of seconds") from None
        if not math.isfinite(control.bank + control.increment + control.cap):
            raise ValueError(f"time control {text!r} is longer than any game")
        if control.cap <= 0 or control.bank + control.increment <= 0:
            raise ValueError(f"time control {text!r} leaves no time at all")
        return control

    def __str__(self) -> str:
        """To the microsecond, and never with an exponent: it reads back."""
        if self == UNLIMITED:
            return _NONE
        bank, increment, cap = (f"{s:.6f}".rstrip("0").rstrip(".") for s in (self.bank, self.increment, self.cap))
        return f"{bank}+{increment}/{cap}"


# For debuggers and people: more than anybody waits, and still a number of milliseconds that a message can hold.
UNLIMITED = TimeControl(bank=2_592_000.0, increment=0.0, cap=2_592_000.0)

# Nobody has a time control of its own.
NO_OWN: Mapping[int, TimeControl] = MappingProxyType({})


class Clock:
    """What one seat has left."""

    __slots__ = ("bank", "control")

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.bank = control.bank

    @property
    def at_hand(self) -> float:
        """The seconds that the next decision may take, its increment included."""
        control = self.control
        bank = self.bank + control.increment
        return bank if bank < control.cap else control.cap

    def end(self, seconds: float, earns: bool = True) -> None:
        """A decision took so long: add its increment, charge the bank; without earning, the bank does not grow."""
        left = max(0.0, self.bank + self.control.increment - seconds)
        self.bank = left if earns else min(self.bank, left)

    @property
    def next_milliseconds(self) -> int:
        """What the next decision begins with, its increment included."""
        return math.floor((self.bank + self.control.increment) * 1000)

    def resume(self, milliseconds: int) -> None:
        """Set the bank to what it held when the next decision began with so many milliseconds."""
        # Half a millisecond more, so that rounding down gives the same number again.
        self.bank = (milliseconds + 0.5) / 1000 - self.control.increment
