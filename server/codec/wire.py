"""Protobuf by hand, as far as the referee needs it: a message is the concatenation of its fields."""

from __future__ import annotations

_LENGTH_DELIMITED = 2


def _varint(number: int) -> bytes:
    """A non-negative number in base 128, lowest group first."""
    groups = bytearray()
    while number >= 0x80:
        groups.append(number & 0x7F | 0x80)
        number >>= 7
    groups.append(number)
    return bytes(groups)


_SMALL = tuple(_varint(number) for number in range(1 << 14))  # nearly all lengths and numbers: looked up, not made


def varint(number: int) -> bytes:
    """A non-negative number as it stands on the wire."""
    return _SMALL[number] if number < len(_SMALL) else _varint(number)


def tag(number: int) -> bytes:
    """What stands before a length-delimited field: a message, a string, bytes or packed numbers."""
    return varint(number << 3 | _LENGTH_DELIMITED)


def field(number: int, payload: bytes) -> bytes:
    """A length-delimited field."""
    return tag(number) + varint(len(payload)) + payload


def number_field(number: int, value: int) -> bytes:
    """A varint field; zero is not written, as in every proto3 encoder."""
    return varint(number << 3) + varint(value) if value else b""
