"""Protobuf by hand, as far as the referee needs it: a message is the concatenation of its fields."""

from __future__ import annotations

from typing import Any

_LENGTH_DELIMITED = 2


def _two_groups(number: int) -> bytes:
    """The lowest two groups of seven bits of a larger number, each marked as not the last."""
    return bytes((number & 0x7F | 0x80, number >> 7 | 0x80))


_SMALL = tuple(bytes((n,)) if n < 0x80 else bytes((n & 0x7F | 0x80, n >> 7)) for n in range(1 << 14))
_CONTINUED = tuple(_two_groups(n) for n in range(1 << 14))


def varint(number: int) -> bytes:
    """A non-negative number in base 128, lowest group first: looked up, not made, fourteen bits at a time."""
    if number < 0x4000:
        return _SMALL[number]
    if number < 0x10000000:
        return _CONTINUED[number & 0x3FFF] + _SMALL[number >> 14]
    return _CONTINUED[number & 0x3FFF] + varint(number >> 14)


def tag(number: int) -> bytes:
    """What stands before a length-delimited field: a message, a string, bytes or packed numbers."""
    return varint(number << 3 | _LENGTH_DELIMITED)


def field(number: int, payload: bytes) -> bytes:
    """A length-delimited field."""
    return tag(number) + varint(len(payload)) + payload


def number_field(number: int, value: int) -> bytes:
    """A varint field; zero is not written, as in every proto3 encoder."""
    return varint(number << 3) + varint(value) if value else b""


def packed(number: int, values: bytes) -> bytes:
    """A packed repeated field of numbers below 128; nothing when empty."""
    return field(number, values) if values else b""


def from_1(number: int | None) -> Any:  # whatever enum it is of: the stubs have a type for each
    """What stands for a number where the wire counts from 1: 0 is nothing."""
    return 0 if number is None else number + 1
