"""A state as text, as far as a viewer or a seat may know it, within 80 columns.

The regions stand in four columns, each space with what it is for: `[A]` is a camel there, `(A)` a ship.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from serai.referee.core.picture import COLUMN_HEAD, UNNAMED, WIDTH, Picture, letter, letters, listed, row_head, who
from serai.referee.games.tadmor.board import (
    COUNTS,
    PIECES,
    PRIVATE_TILES,
    REGION_NAMES,
    REGION_OF,
    RESOURCES,
    SPACES,
    YIELDS,
)
from serai.referee.games.tadmor.state import FREE, STAGES, owner_of, piece_of
from serai.referee.games.tadmor.view import QUESTIONS, PlayerView, View
from serai.referee.games.tadmor.words import MISSION_LABELS, REGION_LABELS, TILE_LABELS, space_label
from serai.referee.games.tadmor.works import COLOUR_NAMES, GOOD_NAMES, GOODS_OF, PART_NAMES

COLUMNS = (("north_sea", "south_sea"), ("euphrates", "desert"), ("palmyra",), ("damascus", "ebla"))
COLUMN = WIDTH // len(COLUMNS)
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


LEGEND = """\
The board has seven regions with spaces. A space in [] takes a camel, one in () a ship, one in <> either; a letter is
the seat whose piece stands there. "3 wood" is what the space gives in this era, rare is
where rare goods of a colour are bought. A region framed by ! is that of the current marauders card.

A turn: placement of all pieces, marauders, improvements (tiles are taken in the order of the spaces), construction
(towers, temples, missions, rare goods), kingdom (tax, war, first player). Three turns are an era.

Improvements on offer and owned are told by what they do. Missions are cards in hand until they are paid for.

The table: PP are prestige points; then wood, stone, marble and gold in the warehouse (+ what was traded for in this
turn), levels of the tower, camels and ships in reserve of all owned, missions in hand. Below it stands what the seat
owns."""


def picture(view: View, names: Sequence[str] = UNNAMED) -> Picture:
    """The whole view, top to bottom."""
    title = f"Tadmor, turn {view.turn}, era {view.era}, {STAGES[view.stage]}; order {letters(view.order)}"
    board = (*_regions(view), *_private(view))
    return Picture(title, _question(view, names), board, _players(view, names), _supply(view, names))


def _question(view: View, names: Sequence[str]) -> str:
    """What is being decided, and by whom."""
    asked = view.pending
    if asked.actor is None:
        return "The game is over"
    place = "" if asked.place is None else f" on {_place(asked.place)}"
    amount = f" ({asked.amount})" if asked.amount else ""
    return f"{who(names, asked.actor)} {DOES[QUESTIONS[asked.question]]}{place}{amount}"


def _place(place: int) -> str:
    if place < len(SPACES):
        return f"{REGION_LABELS[REGION_OF[place]]}: {space_label(SPACES[place])}"
    return TILE_LABELS[PRIVATE_TILES[place - len(SPACES)]]


def _regions(view: View) -> list[str]:
    """The regions in their columns; the board of this number of players."""
    columns = [[line for region in column for line in _region(view, region)] for column in COLUMNS]
    return ["".join(f"{cell:{COLUMN}}" for cell in row) for row in zip_longest(*columns, fillvalue="")]


def _region(view: View, name: str) -> list[str]:
    """Its name, and a line for each space."""
    region, side = REGION_NAMES.index(name), COUNTS[len(view.players)].board_side
    frame = "!" if region == view.marauders.current else "-"
    spaces = [n for n, at in enumerate(REGION_OF) if at == region and side in SPACES[n].sides]
    return [f"{frame} {REGION_LABELS[region]} ".ljust(COLUMN - 1, frame), *(_space(view, n) for n in spaces)]


def _space(view: View, number: int) -> str:
    space, era = SPACES[number], view.era - 1
    label = space_label(space)
    if space.action == "gather":
        piece = PIECES.index(space.piece)
        label = f"{YIELDS[RESOURCES.index(space.resource), piece][era]} {space.resource}"
    elif space.pp_by_era:
        label += f" {space.pp_by_era[era]} PP"
    return f"{_piece(view.occupied[number], space.piece)} {label}"


def _piece(code: int, takes: str) -> str:
    """Who stands there, in the frame of the piece that does or could."""
    stands = takes if code == FREE else PIECES[piece_of(code)]
    frame = {"camel": "[]", "ship": "()", "either": "<>"}[stands]
    return f"{frame[0]}{' ' if code == FREE else letter(owner_of(code))}{frame[1]}"


def _private(view: View) -> list[str]:
    """Private tiles that somebody owns: spaces of their owners alone."""
    owner = {tile: seat for seat, player in enumerate(view.players) for tile in player.tiles}
    cells = [
        f"{_piece(view.occupied[len(SPACES) + n], 'either')} {TILE_LABELS[tile]} of {letter(owner[tile])}"
        for n, tile in enumerate(PRIVATE_TILES)
        if tile in owner
    ]
    return listed("private:", cells, column=9) if cells else []


def _supply(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """What lies beside the board, and the hand if the view has one."""
    lines = [
        *listed("on offer:", [TILE_LABELS[tile] for tile in view.offer], separator=";"),
        *listed("rare goods:", [_pile(view, colour) for colour in range(len(COLOUR_NAMES))], separator=";"),
        *listed("marauders:", _marauders(view, names), separator=";"),
        f"missions: {view.deck} in the deck, {len(view.discard)} discarded; tiles in the box: {len(view.archive)}",
    ]
    if view.seat is not None:
        lines += listed(f"hand of {who(names, view.seat)}:", _labels(MISSION_LABELS, view.hand), separator=";")
    return tuple(lines)


def _pile(view: View, colour: int) -> str:
    """The top good, and how many there are of each type."""
    pile = view.piles[colour]
    if pile.top is None:
        return f"{COLOUR_NAMES[colour]}: none"
    counts = [f"{count} {GOOD_NAMES[good]}" for good, count in zip(GOODS_OF[colour], pile.goods, strict=True) if count]
    return f"{COLOUR_NAMES[colour]}: {GOOD_NAMES[pile.top]} on top of {', '.join(counts)}"


def _marauders(view: View, names: Sequence[str]) -> list[str]:
    marauders = view.marauders
    said = ["nowhere" if marauders.current is None else f"in {REGION_LABELS[marauders.current]}"]
    if marauders.revealed is not None and marauders.revealer is not None:
        said.append(f"{who(names, marauders.revealer)} reveals {REGION_LABELS[marauders.revealed]}")
    if marauders.holder is not None:
        region = "a card" if marauders.held is None else REGION_LABELS[marauders.held]
        said.append(f"{who(names, marauders.holder)} holds {region}")
    return said


def _players(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """A line of numbers for each seat, and what it owns."""
    goods = "".join(f"{name:>8}" for name in RESOURCES)
    lines = [f"{COLUMN_HEAD}  PP{goods} tower camels ships missions"]
    for seat, player in enumerate(view.players):
        lines += [_numbers(view, seat, player, names), *_belongings(player)]
    return tuple(lines)


def _numbers(view: View, seat: int, player: PlayerView, names: Sequence[str]) -> str:
    pieces = [f"{free}/{owned}" for free, owned in zip(player.reserve, player.owned, strict=True)]
    goods = "".join(f"{_good(*counts):>8}" for counts in zip(player.warehouse, player.traded, strict=True))
    head = row_head(names, seat, seat == view.pending.actor)
    return f"{head}{player.pp:4}{goods}{player.tower:6}{pieces[0]:>7}{pieces[1]:>6}{player.hand:9}"


def _good(stored: int, traded: int) -> str:
    return f"{stored}+{traded}" if traded else str(stored)


def _belongings(player: PlayerView) -> list[str]:
    """Tiles, missions, temples and rare goods, as far as there are any."""
    returned = [f"{name} (returned)" for name in _labels(MISSION_LABELS, player.returned)]
    rare = [f"{count} {GOOD_NAMES[good]}" for good, count in enumerate(player.rare) if count]
    owned = (
        ("tiles:", _labels(TILE_LABELS, player.tiles)),
        ("fulfilled:", [*_labels(MISSION_LABELS, player.done), *returned]),
        ("temples up to:", _labels(PART_NAMES, player.temples)),
        ("rare goods:", rare),
    )
    lists = [listed(f"   {title}", things, separator=";", column=5) for title, things in owned if things]
    return [line for lines in lists for line in lines]


def _labels(labels: Sequence[str], numbers: Iterable[int]) -> list[str]:
    return [labels[number] for number in numbers]
