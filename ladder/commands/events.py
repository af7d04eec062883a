"""Tournaments as people and programs read them."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

from ladder.commands.output import note, say

if TYPE_CHECKING:
    from ladder.store import Store
    from ladder.tournament import Tournament


def summarise(event: Tournament) -> None:
    """What will be played."""
    line_ups = {frozenset(block.line_up) for block in event.blocks}
    possible = comb(len(event.bots), event.seats)
    say(f"{event.name}: {event.game}, epoch {event.epoch}, {len(event.bots)} bots, {event.seats} at a table", "bold")
    say(f"  bots      {', '.join(map(str, event.bots))}")
    say(f"  line-ups  {len(line_ups)} of {possible} possible")
    say(f"  blocks    {len(event.blocks)}, that is {len(event.blocks) // len(line_ups)} of each line-up")
    say(f"  games     {event.games}, every block in {event.seats} rotations")
    say(f"  time      {event.control} (bank + increment / cap, in seconds), {event.in_flight} games in flight")
    say(f"  options   {', '.join(f'{name} {value}' for name, value in event.options.items()) or 'none'}")
    idle = [str(bot) for index, bot in enumerate(event.bots) if not any(index in line_up for line_up in line_ups)]
    if idle:
        note(f"warning: with so few line-ups these bots do not play at all: {', '.join(idle)}")


def show_table(opened: Store, event: Tournament) -> None:
    from ladder.commands.ratings import show_standings

    facts = opened.facts(event.name)
    if facts:
        show_standings((event.game, event.epoch), facts)
        say(f"To look at a game: serai replay show {facts[0]['game_id']}")
