"""The screens in docs/screens-*.md: every game in the viewer, at two sizes, from golden replays.

    ./dev screens

writes them anew; tests/test_screens.py says when that is due.
"""

from __future__ import annotations

from pathlib import Path

from serai.ladder.commands.replay.walk import Eyes
from serai.ladder.commands.viewer.film import Film
from serai.ladder.commands.viewer.model import Viewer
from serai.ladder.commands.viewer.screen import plain_screen, screen
from serai.referee.games import GAMES
from tests.recorded import recorded

DOCS = Path(__file__).resolve().parent.parent / "docs"
SIZES = ((80, 24), (120, 40))
# A golden replay of each game, and the move that is shown.
MOMENTS = {
    "yspahan": ("4-seats-227489f7", 150),
    "council_of_four": ("4-seats-2e352308", 260),
    "tadmor": ("4-seats-102169a1", 120),
    "catan": ("4-seats-e228812b", 400),
    "cheops": ("4-seats-19e8c236", 900),
    "alexander": ("4-seats-7a8d314d", 140),
}
_INTRODUCTION = """\
# Screens of {} columns and {} lines

Every game in [the viewer](viewing.md), without the colours that the seats have there. Bots that choose at random played
these games. `./dev screens` writes this page.
"""


def page(width: int, height: int) -> str:
    """A screen of this size of every game."""
    games = [_section(game, *moment, width, height) for game, moment in MOMENTS.items()]
    return "\n".join([_INTRODUCTION.format(width, height), *games])


def path(width: int, height: int) -> Path:
    return DOCS / f"screens-{width}x{height}.md"


def _section(game: str, file: str, move: int, width: int, height: int) -> str:
    record = recorded(game, file)
    viewer = Viewer(lambda eyes: Film(record, eyes), len(record.fact["seats"]), Eyes())
    for key in ("g", *str(move), "enter"):
        viewer.press(key)
    drawn = plain_screen(screen(viewer, width, height, f"{game} {record.fact['game_id'][:8]}"))
    return f"## {GAMES[game].title}\n\n```text\n{drawn}\n```\n"


def main() -> None:
    for size in SIZES:
        path(*size).write_text(page(*size), encoding="utf-8")
        print(f"written: docs/{path(*size).name}")


if __name__ == "__main__":
    main()
