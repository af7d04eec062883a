"""The roll and what the hexes yield (rules 6.1)."""

from __future__ import annotations

from serai.referee.catan_rules.events import RanShort, Received, Rolled
from serai.referee.catan_rules.goods import gain
from serai.referee.catan_rules.state import OWNER, WORTH, Settlers

FACES = 6


def roll(state: Settlers) -> None:
    """Two dice, once a turn: a seven has its own steps, every other sum is paid."""
    first, second = state.luck.below(FACES, "dice") + 1, state.luck.below(FACES, "dice") + 1
    state.dice = (first, second)
    state.tell(Rolled(state.active, first, second))
    if first + second == 7:
        state.then(*state.rules.seven)
    else:
        produce(state, first + second)


def produce(state: Settlers, number: int) -> None:
    """Every hex with the number yields to all buildings at it, one card to a settlement and two to a city."""
    owed: dict[int, dict[int, int]] = {}
    vertices = state.vertices
    for hex_, good, corners in state.layout.yields[number]:
        if hex_ != state.robber:
            for vertex in corners:
                piece = vertices[vertex]
                if piece:
                    claims = owed.setdefault(good, {})
                    claims[OWNER[piece]] = claims.get(OWNER[piece], 0) + WORTH[piece]
    pay_out(state, owed)


def pay_out(state: Settlers, owed: dict[int, dict[int, int]]) -> None:
    """Pay each kind as far as the bank has it, and say once to every seat what it received."""
    received: dict[int, list[int]] = {}
    for good in sorted(owed):
        for seat, amount in within_bank(state, good, owed[good]).items():
            gain(state, seat, good, amount)
            received.setdefault(seat, [0] * len(state.bank))[good] = amount
    for seat in state.clockwise(state.active):
        if seat in received:
            state.tell(Received(seat, tuple(received[seat])))


def within_bank(state: Settlers, good: int, claims: dict[int, int]) -> dict[int, int]:
    """A shortage is judged by kind: one claimant takes what is left, several get nothing."""
    left = state.bank[good]
    if sum(claims.values()) <= left:
        return claims
    if len(claims) == 1 and left:
        return dict.fromkeys(claims, left)
    state.tell(RanShort(good))
    return {}
