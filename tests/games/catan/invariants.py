"""What holds in every state of Catan: the laws of the family, for a whole bank and a whole deck."""

from __future__ import annotations

from serai.referee.catan_rules.state import Settlers
from tests.catan_rules import invariants

REVEALS = invariants.REVEALS


def check(state: Settlers) -> None:
    invariants.check(state)
