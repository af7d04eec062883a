"""The work of `serai tournament list`, `show` and `games`: tournaments as people and programs read them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, islice
from math import comb
from typing import Any

from serai.ladder.commands.at_desk import desk
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
from serai.ladder.desk import events
from serai.ladder.desk.desk import Desk
from serai.ladder.desk.operation import Row

_MOST_NAMED = 20
_ROWS_A_TABLE = 1000


def show_list(archived: bool, as_json: bool) -> None:
    """Print all tournaments in order of creation, with those that are archived if wanted."""
    with desk() as asked:
        everything = list(asked.ask(events.listed))
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
    with late_progress("folding") as shown, desk(shown) as asked:
        whole = asked.ask(events.shown, name=name)
    details = whole["details"]
    if as_json:
        say_json(details)
        return
    summarise(whole, is_over=details["state"] == "finished")
    _say_what_happened(whole)
    say(f"  state     {details['state']}, {details['played']} of {details['games']} games played\n")
    show_rounds(whole)
    show_table(whole)


def _say_what_happened(whole: Row) -> None:
    """Print what is different from how it was created, if anything is."""
    details = whole["details"]
    for word, bots in whole["out"].items():
        if bots:
            say(f"  {word:<9} {_named(bots)}")
    if details["voided"]:
        voided = counted(len(details["voided"]), "block")
        say(f"  voided    {voided}; serai tournament history {details['name']} says why")
    if details["title"] != details["name"]:
        say(f"  called    {details['title']}")
    if details["deadline"]:
        say(f"  deadline  {when(details['deadline'])} UTC")


def summarise(whole: Row, is_over: bool = False) -> None:
    """Print what will be played, or was."""
    details, form = whole["details"], whole["format"]
    bots, seats = bots_of(details), details["seats"]
    say(f"{details['name']}: {details['game']}, epoch {details['epoch']}, {len(bots)} bots, {seats} at a table", "bold")
    say(f"  bots      {_named(bots)}")
    if form["kind"] == "round-robin":
        _say_line_ups(whole)
    else:
        say(f"  format    {describe_format(form, bots)}")
        so_far = " so far" if form["kind"] != "gauntlet" and not is_over else ""
        say(f"  blocks    {details['block_count']}{so_far}")
    say(f"  games     {whole['scheduled']}, every block in {seats} rotations")
    time = f"{details['time']} (bank + increment / cap, in seconds)"
    say(f"  time      {time}, {details['in_flight']} games in flight")
    for bot, control in details["own_time"].items():
        say(f"            {control} for {bot}")
    if details["own_deals"]:
        say("  deals     one for every game")
    if not details["worlds"]:
        say("  worlds    off")
    say(f"  options   {', '.join(f'{name} {value}' for name, value in details['options'].items()) or 'none'}")


def bots_of(details: Row) -> list[str]:
    """Return the bots of a tournament, each with its version."""
    return [f"{bot['bot']}@{short(bot['version'])}" for bot in details["bots"]]


def _say_line_ups(whole: Row) -> None:
    details, line_ups = whole["details"], whole["line_ups"]
    blocks = details["block_count"]
    if line_ups is None:
        say(f"  blocks    {blocks}, since it was created more were added")
        return
    say(f"  line-ups  {line_ups} of {comb(len(details['bots']), details['seats'])} possible")
    say(f"  blocks    {blocks}, that is {blocks // line_ups} of each line-up")
    if whole["idle"]:
        note(f"warning: with so few line-ups these bots do not play at all: {_named(whole['idle'])}")


def describe_format(form: Row, bots: Sequence[str]) -> str:
    """Return the format in a few words."""
    kind, each = form["kind"], counted(form["blocks"], "block")
    if kind == "gauntlet" and "hero" in form:
        return f"gauntlet of {bots[form['hero']]}, {each} of each line-up"
    if kind == "swiss":
        return f"swiss, {counted(form.get('rounds', 1), 'round')}, {each} at each table"
    if kind == "ladder":
        return f"standing ladder, {each} in a round"
    return f"{kind}, {each} at each table"


def _named(bots: Sequence[str]) -> str:
    """Return the names of bots; of very many, of the first and how many more there are."""
    names = ", ".join(bots[:_MOST_NAMED])
    return names if len(bots) <= _MOST_NAMED else f"{names} and {len(bots) - _MOST_NAMED} more"


def show_table(whole: Row) -> None:
    """Print the standings of a tournament; nothing if it has no facts yet."""
    if whole["table"] is not None:
        show_standings(whole["table"])
        _say_own_times(whole["details"])
        say(f"To look at a game: serai replay show {whole['first_game']}")


def _say_own_times(details: Row) -> None:
    """Print which bots have a time control of their own, if any have."""
    for bot, control in details["own_time"].items():
        say(f"{bot} has a time of its own: {control}; the others have {details['time']}.", "bold")


def show_result(asked: Desk, name: str, as_json: bool) -> None:
    """Print how a tournament went: its standings, or all of it as JSON."""
    whole = asked.ask(events.shown, name=name)
    if as_json:
        say_json(whole["details"])
    else:
        show_table(whole)


def show_blocks(name: str, as_json: bool) -> None:
    """Print the schedule of a tournament, as it is read; very many blocks in several tables."""
    with desk() as asked:
        rows = asked.ask(events.blocks, name=name)
        if as_json:
            say_json_list(begun(rows))
            return
        row = asked.ask(events.row, name=name)
        bots = [f"{bot['bot']}@{short(bot['version'])}" for bot in row["entrants"]]
        columns = [number("block"), Column("line-up"), Column("recorded"), Column("commitment", spare=True)]
        while page := list(islice(rows, _ROWS_A_TABLE)):
            table(columns, [_block_line(row, bots) for row in page])


def begun(rows: Iterable[Row]) -> Iterable[Row]:
    """Return rows of which the first is there: what is wrong with a question is known before anything is printed."""
    left = iter(rows)
    first = list(islice(left, 1))
    return chain(first, left)


def _block_line(row: Mapping[str, Any], bots: Sequence[str]) -> list[str]:
    line_up = ", ".join(bots[bot] for bot in row["line_up"])
    return [str(row["block"]), line_up, "yes" if row["recorded"] else "no", row["commitment"]]


def show_recorded_games(name: str, as_json: bool) -> None:
    """Print the games of a tournament that are on record, as they are read."""
    with desk() as asked:
        rows = begun(asked.ask(events.games, name=name))
        if as_json:
            say_json_list(rows)
            return
        event = asked.ask(events.row, name=name)
        if event["played"]:
            show_games([bot["bot"] for bot in event["entrants"]], event["seats"], rows)
        else:
            own = event["name"]
            say(f"No game of {own} is on record yet; serai tournament run {own} plays them.")


def show_games(names: Sequence[str], at_a_table: int, rows: Iterable[Mapping[str, Any]]) -> None:
    """Print a line for each game: block and rotation, and for every seat the bot, its points and its rank.

    Very many games come in several tables: nobody waits for the last to see the first.
    """
    twice = {name for name, count in Counter(names).items() if count > 1}
    columns = [Column("game", style="bold"), number("block"), number("rotation", spare=True)]
    seats = [Column(f"seat {seat}") for seat in range(at_a_table)]
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
