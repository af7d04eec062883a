"""The work of `serai tournament list`, `show` and `games`: tournaments as people and programs read them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from math import comb
from typing import Any

from serai.ladder.bots.version import BotVersion
from serai.ladder.commands.console import (
    Column,
    counted,
    note,
    number,
    say,
    say_json,
    say_json_list,
    short,
    table,
    when,
)
from serai.ladder.commands.ladder.show import show_standings
from serai.ladder.commands.progress import late_progress
from serai.ladder.commands.tournament.rounds import show_rounds
from serai.ladder.model import schedule
from serai.ladder.model.tournament import Tournament
from serai.ladder.service.json_rows import block_rows, played_row, tournament_details, tournament_row
from serai.ladder.storage import folds, tournaments
from serai.ladder.storage.store import Store, open_store

_MOST_NAMED = 20
_ROWS_A_TABLE = 1000


def show_list(archived: bool, as_json: bool) -> None:
    """Print all tournaments in order of creation, with those that are archived if wanted."""
    with open_store() as store:
        everything = [tournament_row(store, tournament) for tournament in tournaments.load_all(store)]
    rows = [row for row in everything if archived or row["state"] != "archived"]
    if as_json:
        say_json_list(rows)
        return
    if not everything:
        say("There are no tournaments yet; serai tournament create makes one.")
        return
    if not rows:
        say("All tournaments are archived; serai tournament list --all shows them.")
        return
    columns = [Column("tournament", style="bold"), Column("game"), *map(number, ("bots", "seats", "games", "played"))]
    shown = ("title", "game", "bots", "seats", "games", "played", "state")
    table(
        [*columns, Column("state"), Column("created, UTC", spare=True)],
        [[*(str(row[key]) for key in shown), when(row["created"])] for row in rows],
    )


def show(name: str, as_json: bool) -> None:
    """Print what a tournament plays, how far it has come, and its standings."""
    with open_store() as store:
        tournament = tournaments.load(store, name)
        if as_json:
            say_json(tournament_details(store, tournament))
            return
        row = tournament_row(store, tournament)
        summarise(tournament, is_over=row["state"] == "finished")
        _say_what_happened(store, tournament, row)
        say(f"  state     {row['state']}, {row['played']} of {row['games']} games played\n")
        show_rounds(store, tournament)
        show_table(store, tournament)


def _say_what_happened(store: Store, tournament: Tournament, row: Mapping[str, Any]) -> None:
    """Print what is different from how it was created, if anything is."""
    history = store.history(tournament.name)
    for word, bots in (("disabled", history.disabled), ("resting", history.resting), ("excluded", history.excluded)):
        if bots:
            say(f"  {word:<9} {_named([tournament.bots[bot] for bot in sorted(bots)])}")
    if history.voided:
        say(f"  voided    {counted(len(history.voided), 'block')}; serai tournament history {tournament.name} says why")
    if row["title"] != tournament.name:
        say(f"  called    {row['title']}")
    if row["deadline"]:
        say(f"  deadline  {when(row['deadline'])} UTC")


def summarise(tournament: Tournament, is_over: bool = False) -> None:
    """Print what will be played, or was."""
    bots, seats = tournament.bots, tournament.seats
    say(f"{tournament.name}: {tournament.game}, epoch {tournament.epoch}, {len(bots)} bots, {seats} at a table", "bold")
    say(f"  bots      {_named(bots)}")
    if tournament.format.kind == "round-robin":
        _say_line_ups(tournament)
    else:
        say(f"  format    {describe_format(tournament)}")
        so_far = " so far" if tournament.format.has_rounds and not is_over else ""
        say(f"  blocks    {len(tournament.blocks)}{so_far}")
    say(f"  games     {tournament.games}, every block in {seats} rotations")
    say(
        f"  time      {tournament.control} (bank + increment / cap, in seconds), {tournament.in_flight} games in flight"
    )
    for bot, control in tournament.own.items():
        say(f"            {control} for {tournament.bots[bot]}")
    if tournament.own_deals:
        say("  deals     one for every game")
    if not tournament.worlds:
        say("  worlds    off")
    say(f"  options   {', '.join(f'{name} {value}' for name, value in tournament.settings.items()) or 'none'}")


def _say_line_ups(tournament: Tournament) -> None:
    bots, blocks, seats = tournament.bots, tournament.blocks, tournament.seats
    line_ups = schedule.count_line_ups(blocks)
    if tournament.committed and line_ups * tournament.format.blocks != len(blocks):
        say(f"  blocks    {len(blocks)}, since it was created more were added")
        return
    say(f"  line-ups  {line_ups} of {comb(len(bots), seats)} possible")
    say(f"  blocks    {len(blocks)}, that is {len(blocks) // line_ups} of each line-up")
    # All bots come up equally often, within one, so somebody is left out only if the places do not go round.
    if line_ups * seats < len(bots):
        playing = {bot for index in range(line_ups) for bot in blocks[index].line_up}
        idle = [bot for index, bot in enumerate(bots) if index not in playing]
        note(f"warning: with so few line-ups these bots do not play at all: {_named(idle)}")


def describe_format(tournament: Tournament) -> str:
    """Return the format in a few words."""
    form = tournament.format
    each = counted(form.blocks, "block")
    if form.kind == "gauntlet" and form.hero is not None:
        return f"gauntlet of {tournament.bots[form.hero]}, {each} of each line-up"
    if form.kind == "swiss":
        return f"swiss, {counted(form.rounds or 1, 'round')}, {each} at each table"
    if form.kind == "ladder":
        return f"standing ladder, {each} in a round"
    return f"{form.kind}, {each} at each table"


def _named(bots: Sequence[BotVersion]) -> str:
    """Return the names of bots; of very many, of the first and how many more there are."""
    names = ", ".join(map(str, bots[:_MOST_NAMED]))
    return names if len(bots) <= _MOST_NAMED else f"{names} and {len(bots) - _MOST_NAMED} more"


def show_table(store: Store, tournament: Tournament) -> None:
    """Print the standings of a tournament; nothing if it has no facts yet."""
    with late_progress("folding") as shown:
        standings = folds.standings(store, folds.tournament_scope(store, tournament.name), shown)
    if standings.games:
        show_standings(standings)
        say_own_times(tournament)
        first = next(store.facts(tournament.name))
        say(f"To look at a game: serai replay show {first['game_id']}")


def say_own_times(tournament: Tournament) -> None:
    """Print which bots have a time control of their own, if any have."""
    for bot, control in tournament.own.items():
        say(f"{tournament.bots[bot]} has a time of its own: {control}; the others have {tournament.control}.", "bold")


def show_result(store: Store, tournament: Tournament, as_json: bool) -> None:
    """Print how a tournament went: its standings, or all of it as JSON."""
    if as_json:
        say_json(tournament_details(store, tournament))
    else:
        show_table(store, tournament)


def show_blocks(name: str, as_json: bool) -> None:
    """Print the schedule of a tournament, as it is read; very many blocks in several tables."""
    with open_store() as store:
        tournament = tournaments.load(store, name)
        rows = block_rows(store, tournament)
        if as_json:
            say_json_list(rows)
            return
        columns = [number("block"), Column("line-up"), Column("recorded"), Column("commitment", spare=True)]
        while page := list(islice(rows, _ROWS_A_TABLE)):
            table(columns, [_block_line(row, tournament.bots) for row in page])


def _block_line(row: Mapping[str, Any], bots: Sequence[BotVersion]) -> list[str]:
    line_up = ", ".join(str(bots[bot]) for bot in row["line_up"])
    return [str(row["block"]), line_up, "yes" if row["recorded"] else "no", row["commitment"]]


def show_recorded_games(name: str, as_json: bool) -> None:
    """Print the games of a tournament that are on record, as they are read."""
    with open_store() as store:
        tournament = tournaments.load(store, name)
        name = tournament.name
        rows = map(played_row, store.facts(name))
        if as_json:
            say_json_list(rows)
        elif store.count(name):
            show_games(tournament, rows)
        else:
            say(f"No game of {name} is on record yet; serai tournament run {name} plays them.")


def show_games(tournament: Tournament, rows: Iterable[Mapping[str, Any]]) -> None:
    """Print a line for each game: block and rotation, and for every seat the bot, its points and its rank.

    Very many games come in several tables: nobody waits for the last to see the first.
    """
    names = [bot.name for bot in tournament.bots]
    twice = {name for name, count in Counter(names).items() if count > 1}
    columns = [Column("game", style="bold"), number("block"), number("rotation", spare=True)]
    seats = [Column(f"seat {seat}") for seat in range(tournament.seats)]
    first, left = "", iter(rows)
    while page := list(islice(left, _ROWS_A_TABLE)):
        first = first or short(page[0]["game_id"])
        table([*columns, *seats], [_line(row, twice) for row in page])
    say("\nIn every seat: the bot, its points, its rank, and why it was retired if it was.")
    say(f"To look at a game: serai replay show {first}")


def _line(row: Mapping[str, Any], twice: set[str]) -> list[str]:
    seats = [_seat(seat, seat["bot"] in twice) for seat in row["seats"]]
    return [short(row["game_id"]), str(row["block"]), str(row["rotation"]), *seats]


def _seat(seat: Mapping[str, Any], with_version: bool) -> str:
    """Return `greedy 112 #1`; a bot that takes part in several versions is named with this one."""
    bot = f"{seat['bot']}@{short(seat['version'])}" if with_version else seat["bot"]
    return f"{bot} {seat['points']} #{seat['rank']}" + (f" {seat['cause']}" if seat["cause"] else "")
