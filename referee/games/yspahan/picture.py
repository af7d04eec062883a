"""A text board: the table as a viewer or a seat may see it."""

from __future__ import annotations

from referee.games.yspahan.view import View


def picture(view: View) -> str:
    return str(view)
