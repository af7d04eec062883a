"""The screen of the viewer as lines of painted text with a style each; the size of the terminal is handed in."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import wrap
from typing import NamedTuple

from serai.ladder.commands.viewer.changes import marked
from serai.ladder.commands.viewer.model import BOARD, HELP, TOLD, Viewer
from serai.referee.core.picture import WIDTH, legend_lines, letter, plain, who

KEYS = """\
right, space, l    the next move               left, h    the move before
]  [               next, previous turn         }  {       next, previous phase
a b c d            next decision of a seat     A B C D    its previous decision
r  R               next, previous retirement   g          go to a move
<  >  home  end    the beginning, the end      /  n  N    search, next, previous
up, down, page up, page down    scroll         tab        the next part
v                  seen by all, public, seat   e          all that came of it
?                  this help                   q          leave"""
HINT = "arrows move  ][ turn  }{ phase  abcd seat  g go  / search  v eyes  ? help  q"
_LIST_WIDTH = 38  # of the moves beside the board, on a wide screen
MORE = "more below: down, tab   arrows move  ][ turn  }{ phase  abcd seat  ? help  q"
_FEWEST_EVENTS, _MOST_EVENTS = 2, 5
_LOW = 30  # a screen with fewer lines has little room for events


class Line(NamedTuple):
    """Painted text, and the style of what no seat has painted."""

    text: str = ""
    style: str = ""


def screen(viewer: Viewer, width: int, height: int, game: str) -> list[Line]:
    """Exactly as many lines as the screen has, none of them wider; `game` names it at the top."""
    head = _head(viewer, width, height, game)
    room = max(height - len(head) - 1, 0)
    body = _PAGES[viewer.shown.page](viewer, width)
    viewer.shown.scroll = min(viewer.shown.scroll, max(len(body) - room, 0))
    first = viewer.shown.scroll
    viewer.shown.is_bottom = first + room >= len(body)
    seen = body[first : first + room] + [Line()] * (room - len(body[first : first + room]))
    if width >= WIDTH + 2 + _LIST_WIDTH and viewer.shown.page != HELP:
        seen = [_joined(line, row) for line, row in zip(seen, _list(viewer, room), strict=True)]
    return [Line(line.text[:width], line.style) for line in (*head, *seen, _foot(viewer))][:height]


def _head(viewer: Viewer, width: int, height: int, game: str) -> list[Line]:
    """Where we are, the move, what came of it, and what is decided next."""
    film, at = viewer.film, viewer.shown.at
    move, picture = film.moves[at], film.picture(at)
    status = f" {game}  move {at} of {film.last}, turn {move.turn}, seen by {viewer.eyes}"
    most = _FEWEST_EVENTS if height < _LOW else _MOST_EVENTS
    lines = _told(viewer, width)
    if len(lines) > most:
        lines = [*lines[: most - 1], Line(f"  ... and {len(lines) - most + 1} lines more: e", "dim")]
    rows = [Line(f"{status:{width}}", "reverse"), Line(picture.title, "bold cyan"), Line(_move(viewer), "bold"), *lines]
    asked = [Line(line) for line in wrap(f"-> {picture.question}", width, subsequent_indent="   ")]
    return [*rows, *([Line()] * (most - len(lines))), *asked, *([] if height < _LOW else [Line()])]


def _move(viewer: Viewer) -> str:
    move = viewer.film.moves[viewer.shown.at]
    if move.seat is None:
        return "the set-up"
    mark = "the default answer of a retired seat" if move.is_default else f"one of {move.options}, #{move.question}"
    mark += "".join(f", {said}" for said in (move.took, move.clock) if said)
    return f"{who(viewer.film.names, move.seat)}: {move.action or 'decides'} ({mark})"


def _told(viewer: Viewer, width: int) -> list[Line]:
    """All that came of the move, and who was retired then."""
    film, at = viewer.film, viewer.shown.at
    told = [Line(f"  {event}") for event in film.moves[at].told]
    told += [Line(f"  {retired}", "bold red") for retired in film.retired(at)]
    told += [Line(f"  {line}") for line in film.evidence(at)]
    room = min(width, WIDTH)
    return [Line(part, line.style) for line in told for part in wrap(line.text, room, subsequent_indent="    ")]


def _body(viewer: Viewer, _: int) -> list[Line]:
    """The picture; at the end, where the points come from comes first."""
    film, at = viewer.film, viewer.shown.at
    picture = film.picture(at)
    score = [*_score(viewer), ""] if at == film.last else []
    seats = len(score) + len(picture.board) + 1
    viewer.shown.parts = (0, len(score), seats, seats + len(picture.seats) + 1)
    board = marked(film.picture(at - 1).board, picture.board) if at else picture.board
    return [Line(line) for line in (*score, *board, "", *picture.seats, "", *picture.beside)]


def _score(viewer: Viewer) -> list[str]:
    """A line for each item, a column for each seat."""
    items, names = viewer.film.items, viewer.film.names
    heads = [who(names, seat)[:14] for seat in range(len(names))]
    rows = {**items, "together": tuple(map(sum, zip(*items.values(), strict=True)))}
    return [
        "points for".ljust(14) + "".join(f"{head:>16}" for head in heads),
        *(item.ljust(14) + "".join(f"{points:16}" for points in row) for item, row in rows.items()),
    ]


def _help(viewer: Viewer, width: int) -> list[Line]:
    legend = legend_lines(viewer.film.legend, min(width, WIDTH))
    return [*map(Line, KEYS.splitlines()), Line(), Line("How to read the board", "bold"), *map(Line, legend)]


_PAGES: dict[str, Callable[[Viewer, int], list[Line]]] = {BOARD: _body, HELP: _help, TOLD: _told}


def _list(viewer: Viewer, room: int) -> list[Line]:
    """The moves around the present one."""
    film, at = viewer.film, viewer.shown.at
    first = max(0, min(at - room // 2, film.last - room + 1))
    rows = []
    for move in film.moves[first : first + room]:
        seat = " " if move.seat is None else letter(move.seat)
        said = "the set-up" if move.seat is None else move.action or "decides"
        rows.append(Line(f"{'>' if move.number == at else ' '}{move.number:5} {seat} {said}"[:_LIST_WIDTH]))
    return rows + [Line()] * (room - len(rows))


def _joined(left: Line, right: Line) -> Line:
    return Line(f"{left.text:{WIDTH}}| {right.text}", left.style)


def _foot(viewer: Viewer) -> Line:
    shown = viewer.shown
    if shown.prompt:
        return Line(f"{shown.prompt}{shown.typed}_", "bold")
    if shown.message:
        return Line(shown.message, "bold yellow")
    return Line(HINT if shown.is_bottom else MORE, "dim")


def plain_screen(lines: list[Line]) -> str:
    """The screen without paint and styles."""
    return "\n".join(plain(line.text).rstrip() for line in lines)
