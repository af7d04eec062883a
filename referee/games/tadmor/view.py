"""What a seat may see, built up from nothing (rules 4): everything public, its own missions, its own chosen card.

Named tuples, made and hashed faster than frozen records, and filled by position, which is faster still: a view is
made for every question.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, NamedTuple

from serai.referee.core.agenda import Decision
from serai.referee.games.tadmor.construction import Build, BuildBetween, BuildLate
from serai.referee.games.tadmor.improvements import Improve, ImproveEnd
from serai.referee.games.tadmor.kingdom import Kingdom
from serai.referee.games.tadmor.marauders import Picking, Redirecting, SwapPartner, Swapping
from serai.referee.games.tadmor.offer import TakingTile, archive
from serai.referee.games.tadmor.payment import Paying, Taking
from serai.referee.games.tadmor.placement import Placing
from serai.referee.games.tadmor.rare_goods import COLOURS, PickingGood, TakingTop
from serai.referee.games.tadmor.setup import Draft, ExtraGoods
from serai.referee.games.tadmor.state import NOBODY, Player, Tadmor
from serai.referee.games.tadmor.temple import ChoosingTemple
from serai.referee.games.tadmor.tower import Destroying
from serai.referee.games.tadmor.turn import Discarding
from serai.referee.games.tadmor.works import GOODS_OF

QUESTIONS = (
    "over", "start_resource", "start_improvement", "place", "redirect", "swap", "swap_target", "pick", "improve",
    "improve_end", "build", "build_late", "kingdom", "discard", "pay", "take", "rare_top", "rare_pick", "temple_which",
    "destroy", "acquire", "build_between",
)  # fmt: skip


class Pending(NamedTuple):
    """What is being decided: the question, who is asked, and what has been settled of it so far."""

    question: int
    actor: int | None = None
    place: int | None = None  # the improvement space, the piece to swap, the tower being built
    amount: int = 0  # resources to pay, to take or to throw away; tiles to take; levels to destroy; pieces to place
    colour: int | None = None


class PlayerView(NamedTuple):
    """What everybody sees of a player."""

    pp: int
    warehouse: tuple[int, ...]
    traded: tuple[int, ...]
    tower: int
    temples: tuple[int, ...]
    hand: int
    done: tuple[int, ...]
    returned: tuple[int, ...]
    tiles: tuple[int, ...]
    rare: tuple[int, ...]
    owned: tuple[int, ...]
    reserve: tuple[int, ...]
    owes: int
    market_open: bool
    ebla_open: bool
    bought: tuple[int, ...]
    rare_for_pp: int


class Pile(NamedTuple):
    """A pile of rare goods: the one on top, and how many of each type there are in all."""

    top: int | None
    goods: tuple[int, ...]


class Marauders(NamedTuple):
    """The card on the Current space, the card just revealed, who holds a chosen card, and (for him) which."""

    current: int | None
    revealed: int | None
    revealer: int | None
    holder: int | None
    held: int | None


class View(NamedTuple):
    """The state as one seat sees it (seat None: the public)."""

    seat: int | None
    turn: int
    era: int
    stage: int
    first: int
    order: tuple[int, ...]
    pending: Pending
    occupied: bytes
    offer: tuple[int, ...]
    archive: tuple[int, ...]
    piles: tuple[Pile, ...]
    deck: int
    discard: tuple[int, ...]
    marauders: Marauders
    completions: tuple[int, ...]
    players: tuple[PlayerView, ...]
    hand: tuple[int, ...]


def view(state: Tadmor, seat: int | None) -> View:
    """All that is public, the missions in the seat's hand and the Marauders card it has chosen."""
    return View(
        seat,
        state.turn,
        state.era,
        state.stage,
        state.first,
        state.order,
        pending(state),
        bytes(state.occupied),
        tuple(state.offer),
        archive(state),
        tuple([_pile(tuple(state.piles[colour]), colour) for colour in COLOURS]),
        len(state.deck),
        tuple(state.discard),
        _marauders(state, seat),
        tuple(state.completions),
        tuple(map(_player, state.players)),
        () if seat is None else tuple(sorted(state.players[seat].hand)),
    )


def _player(me: Player) -> PlayerView:
    return PlayerView(
        me.pp,
        tuple(me.warehouse),
        tuple(me.traded),
        me.tower,
        tuple(me.temples),
        len(me.hand),
        tuple(me.done),
        tuple(me.returned),
        me.tiles,
        tuple(me.rare),
        tuple(me.owned),
        tuple(me.reserve),
        me.owes,
        me.market_open,
        me.ebla_open,
        tuple(me.bought),
        me.rare_for_pp,
    )


@lru_cache(1 << 12)
def _pile(pile: tuple[int, ...], colour: int) -> Pile:
    """A pile changes seldom, so each is counted once."""
    return Pile(pile[-1] if pile else None, tuple(map(pile.count, GOODS_OF[colour])))


def _marauders(state: Tadmor, seat: int | None) -> Marauders:
    held = state.held if seat is not None and seat == state.holder else NOBODY
    return _known(state.current, state.revealed, state.revealer, state.holder, held)


@cache
def _known(*values: int) -> Marauders:
    """A pure function of few values, so each is made once."""
    return Marauders(*[None if value == NOBODY else value for value in values])


def pending(state: Tadmor) -> Pending:
    """What the game waits for, from the decision on top of the agenda."""
    if not state.agenda:
        return Pending(0)
    top = state.agenda[-1]
    assert isinstance(top, Decision)
    details = DETAILS.get(type(top))
    question, actor = QUESTION_OF[type(top)], top.waiting(state)[0]
    return Pending(question, actor, *details(state, top)) if details else Pending(question, actor)


def _rising(window: Build) -> tuple[int | None, int]:
    return (window.rising.place, window.rising.blocks) if window.rising else (None, 0)


# What has been settled so far: place, amount, colour, as far as a decision has them.
DETAILS: dict[type[Decision[Tadmor]], Callable[[Tadmor, Any], tuple[Any, ...]]] = {
    Placing: lambda state, top: (None, state.quota - state.placed),
    Improve: lambda state, top: (top.place,),
    Build: lambda state, top: _rising(top),
    BuildLate: lambda state, top: _rising(top),
    BuildBetween: lambda state, top: _rising(top),
    SwapPartner: lambda state, top: (top.own,),
    Paying: lambda state, top: (None, top.price.amount),
    Taking: lambda state, top: (None, top.left),
    TakingTile: lambda state, top: (None, top.left),
    Discarding: lambda state, top: (None, top.excess),
    Destroying: lambda state, top: (None, top.levels),
    PickingGood: lambda state, top: (None, 0, top.colours[0] if len(top.colours) == 1 else None),
}
QUESTION_OF: dict[type[Decision[Tadmor]], int] = {
    cls: QUESTIONS.index(question)
    for question, cls in (
        ("start_resource", ExtraGoods),
        ("start_improvement", Draft),
        ("place", Placing),
        ("redirect", Redirecting),
        ("swap", Swapping),
        ("swap_target", SwapPartner),
        ("pick", Picking),
        ("improve", Improve),
        ("improve_end", ImproveEnd),
        ("build", Build),
        ("build_late", BuildLate),
        ("kingdom", Kingdom),
        ("discard", Discarding),
        ("pay", Paying),
        ("take", Taking),
        ("rare_top", TakingTop),
        ("rare_pick", PickingGood),
        ("temple_which", ChoosingTemple),
        ("destroy", Destroying),
        ("acquire", TakingTile),
        ("build_between", BuildBetween),
    )
}
