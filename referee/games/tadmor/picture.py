"""A state as text, as far as a viewer or a seat may know it, within 80 columns and 40 lines.

Every space stands in the line of its region; `.` is a free one, `1c` a camel and `1s` a ship of seat 1. `!` marks the
region on the Current space, `>` the seat that is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from serai.referee.games.tadmor.board import (
    COUNTS,
    MISSION_NAMES,
    PIECES,
    PLACE_NAMES,
    PRIVATE_TILES,
    REGION_NAMES,
    REGION_OF,
    REGIONS,
    RESOURCES,
    SPACES,
    TILE_NAMES,
)
from serai.referee.games.tadmor.state import FREE, STAGES, owner_of, piece_of
from serai.referee.games.tadmor.view import QUESTIONS, PlayerView, View
from serai.referee.games.tadmor.works import COLOUR_NAMES, GOOD_NAMES, GOODS_OF, PART_NAMES

WIDTH = 80
# What the seat that is asked does, by question.
DOES = {
    "start_resource": "takes an extra resource",
    "start_improvement": "takes a first improvement",
    "place": "places a camel or a ship",
    "redirect": "may turn the marauders",
    "swap": "may swap a piece",
    "swap_target": "says with which piece to swap",
    "pick": "may choose marauders for the next turn",
    "improve": "may buy an improvement",
    "improve_end": "may return missions for improvements",
    "build": "builds",
    "build_late": "builds with the private tile",
    "build_between": "may build with the private tile, or wait",
    "kingdom": "sees to the kingdom",
    "discard": "throws goods away",
    "pay": "says what to pay with",
    "take": "takes goods",
    "rare_top": "takes the top of a pile",
    "rare_pick": "takes a good from a pile",
    "temple_which": "says which temple grows",
    "destroy": "says whose tower falls",
    "acquire": "takes an improvement",
}


def picture(view: View) -> str:
    """The whole view, top to bottom."""
    lines = [*_heading(view), "", *_regions(view), *_private(view), "", *_supply(view), "", *_players(view)]
    return "\n".join(line.rstrip() for line in lines)


def _heading(view: View) -> list[str]:
    order = " ".join(map(str, view.order))
    return [f"Tadmor, turn {view.turn}, era {view.era}, {STAGES[view.stage]}, order {order}", _question(view)]


def _question(view: View) -> str:
    """What is being decided, and by whom."""
    asked = view.pending
    question = QUESTIONS[asked.question]
    if question == "over":
        return "The game is over"
    place = "" if asked.place is None else f" on {PLACE_NAMES[asked.place]}"
    amount = f" ({asked.amount})" if asked.amount else ""
    return f"Seat {asked.actor} {DOES[question]}{place}{amount}"


def _regions(view: View) -> list[str]:
    """A line for each region; the board of this number of players."""
    side = COUNTS[len(view.players)].board_side
    lines = []
    for region, row in enumerate(REGIONS):
        spaces = [n for n, at in enumerate(REGION_OF) if at == region and side in SPACES[n].sides]
        mark = "!" if region == view.marauders.current else " "
        cells = [f"{PLACE_NAMES[n].partition('_')[2]} {_piece(view.occupied[n])}" for n in spaces]
        lines += _list(f"{mark}{row.name}", cells, 11)
    return lines


def _piece(code: int) -> str:
    return "." if code == FREE else f"{owner_of(code)}{PIECES[piece_of(code)][0]}"


def _private(view: View) -> list[str]:
    """Private tiles that somebody owns."""
    owned = {tile for player in view.players for tile in player.tiles}
    cells = [
        f"{TILE_NAMES[tile]} {_piece(view.occupied[len(SPACES) + n])}"
        for n, tile in enumerate(PRIVATE_TILES)
        if tile in owned
    ]
    return _list(" private", cells, 11) if cells else []


def _supply(view: View) -> list[str]:
    """What lies beside the board."""
    return [
        *_list("offer", [TILE_NAMES[tile] for tile in view.offer]),
        *_list("in the box", [TILE_NAMES[tile] for tile in view.archive]),
        *_list("rare goods", [_pile(view, colour) for colour in range(len(COLOUR_NAMES))]),
        *_list("missions", [f"{view.deck} in the deck; discarded:", *_names(MISSION_NAMES, view.discard)]),
        *_list("marauders", _marauders(view)),
    ]


def _pile(view: View, colour: int) -> str:
    """The top good first, then how many there are of each type."""
    pile = view.piles[colour]
    top = "-" if pile.top is None else GOOD_NAMES[pile.top]
    counts = " ".join(
        f"{GOOD_NAMES[good]} {count}" for good, count in zip(GOODS_OF[colour], pile.goods, strict=True) if count
    )
    return f"{COLOUR_NAMES[colour]}: {top} ({counts or 'empty'});"


def _marauders(view: View) -> list[str]:
    marauders = view.marauders
    parts = ["none current" if marauders.current is None else f"current {REGION_NAMES[marauders.current]}"]
    if marauders.revealed is not None:
        parts.append(f"; seat {marauders.revealer} reveals {REGION_NAMES[marauders.revealed]}")
    if marauders.holder is not None:
        region = "a card" if marauders.held is None else REGION_NAMES[marauders.held]
        parts.append(f"; seat {marauders.holder} holds {region}")
    return ["".join(parts)]


def _players(view: View) -> list[str]:
    """Two or three lines for each seat."""
    short = "/".join(name[0] for name in RESOURCES)
    lines = [f"    pp  warehouse   traded      tower camels ships hand  ({short}; free/owned)"]
    for seat, player in enumerate(view.players):
        lines += [_numbers(view, seat, player), *_belongings(player)]
    if view.seat is not None:
        lines += _list(f"hand of seat {view.seat}", list(_names(MISSION_NAMES, view.hand)) or ["none"])
    return lines


def _numbers(view: View, seat: int, player: PlayerView) -> str:
    mark = ">" if seat == view.pending.actor else " "
    pawn = "*" if seat == view.first else " "
    pieces = [f"{free}/{owned}" for free, owned in zip(player.reserve, player.owned, strict=True)]
    goods = f"{_goods(player.warehouse):<12}{_goods(player.traded):<12}"
    return f"{mark}{seat}{pawn}{player.pp:3}  {goods}{player.tower:5} {pieces[0]:>6} {pieces[1]:>5}{player.hand:5}"


def _goods(counts: tuple[int, ...]) -> str:
    return "/".join(map(str, counts))


def _belongings(player: PlayerView) -> list[str]:
    rare = [f"{GOOD_NAMES[good]} {count}" for good, count in enumerate(player.rare) if count]
    done = [*_names(MISSION_NAMES, player.done), *(f"({name})" for name in _names(MISSION_NAMES, player.returned))]
    temples = ", ".join(_names(PART_NAMES, player.temples))
    things = [" ".join(_names(TILE_NAMES, player.tiles)), " ".join(done), temples, ", ".join(rare)]
    return wrap("; ".join(thing for thing in things if thing), WIDTH, initial_indent="     ", subsequent_indent="     ")


def _names(names: Sequence[str], numbers: tuple[int, ...]) -> list[str]:
    return [names[number] for number in numbers]


def _list(title: str, cells: list[str], column: int = 0) -> list[str]:
    """A titled list, broken between its cells only."""
    joined = " ".join(cell.replace(" ", "\0") for cell in cells)
    start = f"{title}:".ljust(column) + " "
    lines = wrap(joined, WIDTH, initial_indent=start, subsequent_indent=" " * (column + 1 or 2)) or [start]
    return [line.replace("\0", " ") for line in lines]
