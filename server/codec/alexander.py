"""Alexander the Great on the wire: the family's messages inside its own."""

from __future__ import annotations

from dataclasses import replace

from serai.referee.catan_rules import view as family
from serai.referee.catan_rules.events import GameOver
from serai.referee.catan_rules.state import NOBODY
from serai.referee.core.agenda import Event
from serai.referee.games.alexander import board as b
from serai.referee.games.alexander.events import BY_ARRIVAL
from serai.referee.games.alexander.game import GAME
from serai.referee.games.alexander.rules import RULES
from serai.referee.games.alexander.state import Alexander
from serai.referee.games.alexander.view import AuctionView, View
from serai.server.codec import catan
from serai.server.codec.base import Codec
from serai.server.codec.cache import Memo
from serai.server.codec.derive import Union
from serai.server.codec.differences import Differences, Odd
from serai.server.codec.form import framed
from serai.server.codec.part import Part
from serai.server.codec.sections import one, view_writer
from serai.server.codec.wire import field, from_1, packed
from serai.v1 import alexander_pb2 as pb
from serai.v1.catan_pb2 import CATAN_ENDING_ARRIVAL

ARRIVAL = int(CATAN_ENDING_ARRIVAL)  # on the wire the endings of all scenarios share an enum
A, B, E, V = pb.AlexanderAction, pb.AlexanderBoard, pb.AlexanderEvent, pb.AlexanderView

_ACTIONS = Union(A, GAME.actions.classes, common=catan.ACTIONS)
_EVENTS = Union(E, GAME.events.classes, common=catan.EVENTS)

action = _ACTIONS.write
read_action = _ACTIONS.reader()


def event(happened: Event) -> bytes:
    """An event in wire form."""
    if isinstance(happened, GameOver) and happened.ending == BY_ARRIVAL:
        happened = replace(happened, ending=ARRIVAL)
    return _EVENTS.write(happened)


def _chips_won(by_seat: tuple[tuple[int, ...], ...]) -> bytes:
    return b"".join([field(V.WON_FIELD_NUMBER, _counts(counts)) for counts in by_seat])


def _chips_removed(counts: tuple[int, ...]) -> bytes:
    return field(V.REMOVED_FIELD_NUMBER, _counts(counts))


def _counts(chips: tuple[int, ...]) -> bytes:
    return packed(V.Chips.COUNTS_FIELD_NUMBER, bytes(chips))


def _advisers(holders: tuple[int, ...]) -> bytes:
    advisers = [V.Adviser() if holder == NOBODY else V.Adviser(holder=holder) for holder in holders]
    return V(advisers=advisers).SerializeToString()


def _table(seen: family.View) -> bytes:
    return catan.view(seen._replace(ending=ARRIVAL) if seen.ending == BY_ARRIVAL else seen)


view = view_writer(
    V,
    View,
    (
        Part(("table",), ("table",), framed(V.TABLE_FIELD_NUMBER, _table)),
        ("position", "supply", "gold"),
        ("won", "removed", "advisers", "buried"),
        one(V, "auction", AuctionView),
        ("known",),
    ),
    Differences(
        odd={
            "won": Odd(("won",), _chips_won),
            "removed": Odd(("removed",), _chips_removed),
            "advisers": Odd(("advisers",), _advisers),
        }
    ),
)

_JUNCTIONS = {
    b.BLANK: pb.ALEXANDER_JUNCTION_KIND_BLANK,
    b.CHIP: pb.ALEXANDER_JUNCTION_KIND_CHIP,
    b.TEMPLE: pb.ALEXANDER_JUNCTION_KIND_TEMPLE,
}
_COLOURS = {
    b.RED: pb.ALEXANDER_ARROW_COLOUR_RED,
    b.GREEN: pb.ALEXANDER_ARROW_COLOUR_GREEN,
    b.PURPLE: pb.ALEXANDER_ARROW_COLOUR_PURPLE,
    b.GOAL: pb.ALEXANDER_ARROW_COLOUR_GOAL,
}


def board(state: Alexander) -> bytes:
    """The same in every game with so many seats."""
    return _BOARDS[len(state.players)]


def _board(seats: int) -> bytes:
    path = [
        B.Stage(vertex=vertex, junction=_JUNCTIONS[kind], name=name, edge=edge, colour=_COLOURS[colour])
        for vertex, kind, name, edge, colour in zip(
            b.PATH[:-1], b.JUNCTIONS, b.TEMPLE_NAMES, b.ARROWS, b.COLOURS, strict=True
        )
    ]
    advisers = [B.Adviser(adviser=from_1(n), points=b.ADVISERS[n].points) for n in b.ADVISERS_OF[seats]]
    return B(
        map=catan.map_message(b.LAYOUT, b.TERRAINS, b.YIELDS),
        target=RULES.target,
        path=path,
        last_vertex=b.PATH[-1],
        events=map(_event_row, range(len(b.EVENTS))),
        advisers=advisers,
        chips_needed=b.CHIPS_NEEDED,
        max_raise=b.LISTED_BIDS,
        hand_limit=RULES.hand_limit,
    ).SerializeToString()


def _event_row(kind: int) -> pb.AlexanderBoard.Event:
    row = b.EVENTS[kind]
    accepts = map(from_1, b.ACCEPTS[kind])
    return B.Event(kind=from_1(kind), accepts=accepts, soldier=row.soldier, chips=row.chips)


_BOARDS = Memo(_board)

CODEC = Codec("alexander", view, action, event, board, read_action)
