"""Text forms: every thing has one of its own, and it reads back."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serai.referee.core.notation import Notation

FRUIT = ("apple", "pear", "fig.green")


@dataclass(frozen=True, slots=True)
class Rest:
    form = "rest"


@dataclass(frozen=True, slots=True)
class Pick:
    form = "pick:{fruit}"
    fruit: int | None


@dataclass(frozen=True, slots=True)
class PickWith:
    form = "pick:{fruit}+{count}"
    fruit: int
    count: int


@dataclass(frozen=True, slots=True)
class Weighed:
    form = "seat {seat} weighs {fruits}, scale {scale}"
    seat: int
    fruits: tuple[int, ...] | None
    scale: int


@dataclass(frozen=True, slots=True)
class Sorted:
    form = "basket {fruit}"
    fruit: tuple[int, ...]


NOTATION = Notation((Rest, Pick, PickWith, Weighed, Sorted), {"fruit": FRUIT})


@pytest.mark.parametrize(
    ("thing", "text"),
    [
        (Rest(), "rest"),
        (Pick(0), "pick:apple"),
        (Pick(2), "pick:fig.green"),
        (Pick(None), "pick:?"),
        (PickWith(1, 3), "pick:pear+3"),
        (Weighed(0, (3, 1), -2), "seat 0 weighs 3,1, scale -2"),
        (Weighed(1, (), 0), "seat 1 weighs -, scale 0"),
        (Weighed(1, None, 0), "seat 1 weighs ?, scale 0"),
        (Sorted((0, 2)), "basket apple,fig.green"),
        (Sorted(()), "basket -"),
    ],
    ids=str,
)
def test_a_thing_and_its_text(thing: object, text: str) -> None:
    assert NOTATION.say(thing) == text
    assert NOTATION.read(text) == thing
    assert type(NOTATION.read(text)) is type(thing)


@given(st.none() | st.integers(-3, 300), st.integers(-3, 300), st.lists(st.integers(-3, 300)).map(tuple))
def test_whatever_a_bot_may_send_has_a_text_that_reads_back(
    fruit: int | None, count: int, some: tuple[int, ...]
) -> None:
    """Numbers beyond the words too: an illegal answer is kept as evidence in its text form."""
    for thing in (Pick(fruit), PickWith(count, count), Weighed(count, some, count), Sorted(some)):
        assert NOTATION.read(NOTATION.say(thing)) == thing


@pytest.mark.parametrize("number", [-1, 3, 99])
def test_a_number_without_a_word_is_not_taken_for_another(number: int) -> None:
    assert NOTATION.say(Pick(number)) == f"pick:#{number}"
    assert NOTATION.read(f"pick:#{number}") == Pick(number)


def test_no_two_things_have_the_same_text() -> None:
    numbers = range(-2, 5)
    pairs = list(product(numbers, repeat=2))
    things = [Rest(), *map(Pick, (None, *numbers)), *(PickWith(*pair) for pair in pairs), Sorted(())]
    things += [Sorted(pair) for pair in pairs] + [Sorted((number,)) for number in numbers]
    things += [Weighed(number, fruits, 1) for number in numbers for fruits in (None, (), (number,), (number, 1))]
    assert len({NOTATION.say(thing) for thing in things}) == len(things)


@pytest.mark.parametrize(
    "text",
    [
        *("", "rest ", "Rest", "pick", "pick:", "pick:plum", "pick:0", "pick:apple\n", "pick:#0", "pick:#x"),
        *("pick:apple+", "pick:apple+x", "pick:apple+01", "pick:apple+1_0", "pick:apple+٣"),
        *("basket ", "basket apple,", "basket -,-"),
    ],
    ids=ascii,
)
def test_what_is_not_written_like_this_is_not_understood(text: str) -> None:
    """Every thing has exactly one text, so `pick:apple+01` is as wrong as `pick:plum`."""
    with pytest.raises(ValueError, match="is no action or event of this game"):
        NOTATION.read(text)


@pytest.mark.parametrize("words", [("a", "a"), ("a b",), ("a:b",), ("a+b",), ("a,b",), ("?",), ("-",), ("#1",), ("",)])
def test_words_that_could_be_mistaken_are_refused(words: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="for fruit stands twice or cannot be told from other text"):
        Notation((Pick,), {"fruit": words})


def test_a_notation_names_its_classes() -> None:
    assert NOTATION.classes == (Rest, Pick, PickWith, Weighed, Sorted)
