"""How long to think: all of the increment, and a share of the bank, so that it never runs dry."""

from __future__ import annotations

from serai import Table

SHARE = 30  # of the bank: decisions are many, and the last ones matter less
MARGIN = 0.03  # seconds for the way there and back, and for the trial that is under way when time is up
OF_THE_CAP = 0.5
LONGEST = 5.0  # more than this has brought nothing


def seconds_for(table: Table, earns: bool) -> float:
    """What this decision may take. The clock holds the increment already, so what is left without it is the bank.

    Nothing of the bank goes into answers that earn no time (trades): there are many, and they matter least.
    """
    control = table.time_control
    bank = table.clock - control.increment_seconds
    wanted = control.increment_seconds + earns * bank / SHARE if bank > 0 else table.clock / 4
    return max(0.0, min(wanted, OF_THE_CAP * control.cap_seconds, LONGEST) - MARGIN)
