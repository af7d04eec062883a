"""What holds in every state of Catan: the laws of the family, for a whole bank and a whole deck."""

from __future__ import annotations

from referee.games.catan.game import Catan
from tests.catan_rules import laws

REVEALS = laws.REVEALS


def check(state: Catan) -> None:
    laws.check(state)
