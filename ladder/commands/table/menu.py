"""The numbered options that a person chooses from, and what is typed to find one: keys in, lines out, no terminal."""

from __future__ import annotations

from dataclasses import dataclass, field

MOST_SHOWN = 12
UNDO, RULE, LEAVE, BOARD = "undo", "rule", "leave", "board"
_WORDS = {"?": RULE, "undo": UNDO, "quit": LEAVE, "board": BOARD}


@dataclass(slots=True)
class Menu:
    """Options, of which those are shown that fit what is typed: a number, or words that all occur."""

    options: list[str]
    can_undo: bool = False
    is_open: bool = False  # an answer of one's own may be typed, too
    typed: str = ""
    message: str = field(default="")

    @property
    def fitting(self) -> list[int]:
        """The places of the options that fit."""
        words = self.typed.lower().split()
        if self.typed.strip().isdecimal():
            return [place for place in range(len(self.options)) if str(place + 1).startswith(self.typed.strip())]
        return [place for place, option in enumerate(self.options) if all(word in option.lower() for word in words)]

    def lines(self, width: int = 80) -> list[str]:
        """What is shown: the options that fit, how many more, and what can be typed."""
        fitting = self.fitting
        shown = [f"  {place + 1:3}  {self.options[place]}"[:width] for place in fitting[:MOST_SHOWN]]
        if len(fitting) > MOST_SHOWN:
            shown.append(f"       ... and {len(fitting) - MOST_SHOWN} more: type a part of what you want")
        if not fitting:
            shown.append("       nothing fits" + ("; enter says it as it is" if self.is_open else ""))
        words = ["number or words, then enter", "? rule", *(["undo"] if self.can_undo else []), "board", "quit"]
        return [*shown, (self.message or ", ".join(words))[:width]]

    def enter(self) -> int | str | None:
        """Take what is typed: the place of an option, a word of the menu, text that is none of both; None: go on."""
        typed, self.message = self.typed.strip(), ""
        if typed in _WORDS:
            return self._word(_WORDS[typed])
        if typed.isdecimal() and 1 <= int(typed) <= len(self.options):
            return int(typed) - 1
        fitting = self.fitting
        if typed and len(fitting) == 1:
            return fitting[0]
        if not fitting and self.is_open:
            return typed
        self.message = "type a number, or more of what you want" if fitting else "nothing fits; take some of it away"
        return None

    def _word(self, word: str) -> str | None:
        self.typed = ""
        if word == UNDO and not self.can_undo:
            self.message = "nothing can be taken back: your last answer has told you something, or others have decided"
            return None
        return word

    def press(self, key: str) -> int | str | None:
        """Take one key; as `enter` where it ends the choice."""
        self.message = ""
        if key == "enter":
            return self.enter()
        if key == "backspace":
            self.typed = self.typed[:-1]
        elif key == "escape":
            self.typed = ""
        elif not self.typed and key == "?":
            return RULE
        elif len(key) == 1 and key.isprintable():
            self.typed += key
        return None
