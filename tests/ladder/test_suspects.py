"""Who is withheld from a block whose worker died again and again (D12)."""

from collections.abc import Iterable

from serai.ladder.queue.suspects import MOST_DEATHS, MOST_DEATHS_WITH_SUSPECT, Suspects
from serai.ladder.storage.done import Done
from serai.ladder.storage.queue_notes import Death

# Four bots; the fourth is in blocks 1, 2 and 3.
LINE_UPS = [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]
NOTHING = Done(b"")
FIRST = Done(bytes([0b10000000]))


def died(block: int, times: int, withheld: Iterable[int] = (), alone: bool = True) -> list[Death]:
    return [Death(block, f"{block}-{n}-{sorted(withheld)}", alone, tuple(withheld)) for n in range(times)]


def suspects(deaths: list[Death], done: Done = FIRST, before: Iterable[int] = ()) -> Suspects:
    return Suspects(deaths, lambda block: LINE_UPS[block], done, len(LINE_UPS), (), before)


def test_deaths_come_back_from_their_text() -> None:
    for death in (Death(3, "abc", True), Death(3, "abc", False, (2,)), Death(0, "x", True, (1, 2))):
        assert Death.read(str(death)) == death


def test_nobody_is_withheld_for_deaths_that_may_have_other_causes() -> None:
    found = suspects(died(1, MOST_DEATHS - 1) + died(1, 40, alone=False))
    assert found.withheld(1) == ()
    assert found.plays_alone(1)
    assert not found.plays_alone(2)


def test_the_bot_of_most_dead_and_fewest_recorded_blocks_comes_first() -> None:
    deaths = [*died(1, MOST_DEATHS), *died(2, 1), *died(3, 1)]
    assert suspects(deaths).withheld(1) == (3,)
    assert suspects(died(1, MOST_DEATHS), FIRST).withheld(1) == (3,)
    assert suspects(died(1, MOST_DEATHS), NOTHING).withheld(1) == (0,)


def test_one_after_another_then_more_and_more_are_withheld() -> None:
    deaths = died(1, MOST_DEATHS)
    order = []
    for _ in range(6):
        order.append(suspects(deaths).withheld(1))
        deaths += died(1, 1, order[-1])
    assert order == [(3,), (0,), (1,), (0, 3), (0, 1, 3), (0, 1, 3)]


def test_a_bot_that_was_withheld_before_is_suspected_sooner() -> None:
    deaths = died(2, MOST_DEATHS_WITH_SUSPECT)
    assert suspects(deaths).withheld(2) == ()
    assert suspects(deaths, before=[3]).withheld(2) == (3,)
    assert suspects(deaths, before=[1]).withheld(2) == ()
