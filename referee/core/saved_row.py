"""What is saved: numbers in a row and bytes beside them, and how they are read back."""

from __future__ import annotations

NOTHING = -(1 << 16)  # stands for None where there could be a number; no number of a game is smaller


class Row(list[int]):
    """The numbers of what is saved, and beside them its bytes."""

    __slots__ = ("text",)

    def __init__(self) -> None:
        self.text = bytearray()


class Rest:
    """What was saved and is being read, and how far."""

    __slots__ = ("at", "numbers", "text", "text_at")

    def __init__(self, numbers: list[int], text: bytes) -> None:
        self.numbers = numbers
        self.at = 0
        self.text = text
        self.text_at = 0

    def one(self) -> int:
        self.at += 1
        return self.numbers[self.at - 1]

    def some(self, number: int) -> list[int]:
        """The next numbers; fewer, if they end before."""
        begin = self.at
        self.at = end = begin + number
        return self.numbers[begin:end]

    def many(self) -> list[int]:
        """As many as the next number says."""
        begin = self.at + 1
        number = self.numbers[begin - 1]
        if number < 0:
            raise ValueError("fewer than none")
        self.at = end = begin + number
        return self.numbers[begin:end]

    def bytes(self) -> bytes:
        """As many as the next number says."""
        begin, number = self.text_at, self.one()
        if number < 0:
            raise ValueError("fewer than none")
        self.text_at = end = begin + number
        return self.text[begin:end]

    @property
    def is_read(self) -> bool:
        """Whether all was read, and nothing beyond."""
        return self.at == len(self.numbers) and self.text_at == len(self.text)
