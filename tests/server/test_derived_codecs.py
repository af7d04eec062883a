"""A codec is derived from classes and messages; whatever does not fit fails when it is made, not in a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import pytest

from serai.referee.catan_rules.trade import Offer
from serai.referee.core.agenda import Action
from serai.referee.core.errors import IllegalAction
from serai.referee.games.alexander.advisers import LeaveAdvisers, TakeAdviser
from serai.referee.games.alexander.rewards import LeaveTemple, SettleTemple
from serai.server.codec import catan
from serai.server.codec.derive import Union
from serai.server.codec.differences import Differences, Odd
from serai.server.codec.sections import one, view_writer
from serai.v1 import alexander_pb2 as pb
from serai.v1.catan_pb2 import CATAN_GOOD_LUMBER, CATAN_GOOD_ORE, CATAN_GOOD_WOOL, CatanAction, CatanOffer

A, V = pb.AlexanderAction, pb.AlexanderView


@dataclass(frozen=True, slots=True)
class PassBid(Action):
    pass


@dataclass(frozen=True, slots=True)
class Bid(Action):
    bid: int


@dataclass(frozen=True, slots=True)
class UseSoldiers(Action):
    number: int


@dataclass(frozen=True, slots=True)
class Pay(Action):
    good: int


@dataclass(frozen=True, slots=True)
class Common(Action):
    pass


@dataclass(frozen=True, slots=True)
class Flee(Action):
    victim: int


SOLDIERS = {"number": "soldiers"}
REST = (SettleTemple, LeaveTemple, TakeAdviser, LeaveAdvisers)
ALL = (PassBid, Bid, UseSoldiers, Pay, *REST)


def union(classes: Sequence[type[Action]], differences: Differences) -> Union[Action]:
    return Union(A, classes, differences, common=catan.ACTIONS)


def test_written_and_read() -> None:
    """Names that differ are declared; an enum counts from 1."""
    derived = union(ALL, Differences(names=SOLDIERS))
    for action, message in (
        (UseSoldiers(3), A(use_soldiers=A.UseSoldiers(soldiers=3))),
        (Pay(0), A(pay=A.Pay(good=CATAN_GOOD_LUMBER))),
        (PassBid(), A(pass_bid=A.PassBid())),
    ):
        assert derived.write(action) == message.SerializeToString()
        assert derived.reader()(message) == action


@pytest.mark.parametrize(
    ("classes", "differences", "complaint"),
    [
        (ALL, Differences(), "number of UseSoldiers not found"),
        ((PassBid, Bid, Pay, *REST), Differences(), r"nothing fills .*use_soldiers"),
        ((*ALL, Flee), Differences(names=SOLDIERS), "no slot flee for Flee"),
        (ALL, Differences(names={**SOLDIERS, "gold": "good"}), "declared for nothing: gold"),
        (ALL, Differences(names=SOLDIERS, slots={"Stay": "bid"}), "declared for nothing: Stay"),
        (ALL, Differences(names=SOLDIERS, first={"Bid.good": 0}), "declared for nothing: Bid.good"),
        (ALL, Differences(names=SOLDIERS, constants={"Pay.bid": 1}), "declared for nothing: Pay.bid"),
        (ALL, Differences(names=SOLDIERS, odd={"x": Odd(("bid",), bytes)}), "declared for nothing: x"),
        ((PassBid, UseSoldiers, Pay, Bid, Common), Differences(names=SOLDIERS), "no slot common"),
    ],
)
def test_what_does_not_fit(classes: Sequence[type[Action]], differences: Differences, complaint: str) -> None:
    """A field or a slot without its counterpart, a declaration that nothing is meant by."""
    with pytest.raises(ValueError, match=complaint):
        union(classes, differences)


def test_an_odd_field_that_is_only_written_cannot_be_read() -> None:
    differences = Differences(names=SOLDIERS, odd={"bid": Odd(("bid",), bytes)})
    with pytest.raises(ValueError, match="Bid is only written"):
        union(ALL, differences).reader()


class Seen(NamedTuple):
    holder: int | None
    points: int


class Table(NamedTuple):
    counts: tuple[int, ...]
    secret: int


@pytest.mark.parametrize(
    ("sections", "unsent", "complaint"),
    [
        ([], ("secret", "counts"), "but .* are filled"),
        ([("counts",)], (), "are sent or declared as unsent"),
        ([("counts", "secret")], (), "secret of Table not found"),
    ],
)
def test_a_view_that_does_not_fit(sections: list[tuple[str, ...]], unsent: tuple[str, ...], complaint: str) -> None:
    """A field of the message that is not filled, one of the view that is neither sent nor kept."""
    with pytest.raises(ValueError, match=complaint):
        view_writer(V.Chips, Table, sections, unsent=unsent)


def test_a_view() -> None:
    written = view_writer(V.Chips, Table, [("counts",)], unsent=("secret",))
    assert written(Table((1, 200), 5)) == V.Chips(counts=[1, 200]).SerializeToString()


def test_a_record_that_does_not_fit() -> None:
    with pytest.raises(ValueError, match="points of Seen not found"):
        one(V, "advisers", Seen)


def test_what_is_deprecated_is_not_filled() -> None:
    """The fields of epoch 1 keep their numbers on the wire, but are not written; goods are read in any order."""
    offer = Offer((2, 2), (0, 4), (1, 3))
    goods = CatanOffer(gives=[CATAN_GOOD_WOOL] * 2, gets=[CATAN_GOOD_LUMBER, CATAN_GOOD_ORE], to=[1, 3])
    assert catan.action(offer) == CatanAction(offer=goods).SerializeToString()
    other_order = CatanOffer(gives=goods.gives, gets=[CATAN_GOOD_ORE, CATAN_GOOD_LUMBER], to=[1, 3])
    assert catan.read_action(CatanAction(offer=other_order)) == offer
    many = CatanAction(offer=CatanOffer(gives=[CATAN_GOOD_WOOL] * 101, gets=[CATAN_GOOD_ORE]))
    with pytest.raises(IllegalAction, match="101 goods"):
        catan.read_action(many)
