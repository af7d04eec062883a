"""Tournaments as people and programs read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb
from typing import TYPE_CHECKING, Any

from serai.ladder.commands.console import Column, note, number, say, short, table

if TYPE_CHECKING:
    from serai.ladder.model.tournament import Tournament
    from serai.ladder.storage.store import Store


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
    from serai.ladder.commands.ladder.show import show_standings

    facts = opened.facts(event.name)
    if facts:
        show_standings((event.game, event.epoch), facts)
        say(f"To look at a game: serai replay show {facts[0]['game_id']}")


def show_games(event: Tournament, rows: Sequence[Mapping[str, Any]]) -> None:
    """A line for each game: where it stands in the schedule, and in every seat the bot, its points and its rank."""
    names = [bot.name for bot in event.bots]
    twice = {name for name in names if names.count(name) > 1}
    columns = [Column("game", style="bold"), number("block"), number("rotation", spare=True)]
    seats = [Column(f"seat {seat}") for seat in range(event.seats)]
    table([*columns, *seats], [_line(row, twice) for row in rows])
    say("\nIn every seat: the bot, its points, its rank, and why it was retired if it was.")
    say(f"To look at a game: serai replay show {short(rows[0]['game_id'])}")


def _line(row: Mapping[str, Any], twice: set[str]) -> list[str]:
    seats = [_seat(seat, seat["bot"] in twice) for seat in row["seats"]]
    return [short(row["game_id"]), str(row["block"]), str(row["rotation"]), *seats]


def _seat(seat: Mapping[str, Any], with_version: bool) -> str:
    """`greedy 112 #1`; a bot that takes part in several versions is named with this one."""
    bot = f"{seat['bot']}@{short(seat['version'])}" if with_version else seat["bot"]
    return f"{bot} {seat['points']} #{seat['rank']}" + (f" {seat['cause']}" if seat["cause"] else "")
