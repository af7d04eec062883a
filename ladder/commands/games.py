"""`serai games` and `serai rules`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from serai.ladder.commands import completion
from serai.ladder.commands.console import Column, json_option, number, say, say_json, say_json_list, table

if TYPE_CHECKING:
    from serai.ladder.desk.operation import Row


@click.command(name="games")
@json_option
def games_command(as_json: bool) -> None:
    """The games that can be played, with their options.

    \b
    Examples:
      serai games
      serai games --json

    With --json: a list of {name, title, edition, seats, epoch, options}; seats are all numbers that some choice
    of options allows, an option is {name, choices, default, meaning}.
    """
    from serai.ladder.commands.at_desk import desk
    from serai.ladder.desk import games

    with desk() as asked:
        found = list(asked.ask(games.listed))
    rows = [each["game"] for each in found]
    if as_json:
        say_json_list(rows)
        return
    columns = [Column("game", style="bold"), number("seats"), number("epoch"), Column("edition")]
    table(columns, [[row["name"], _seat_counts(row["seats"]), str(row["epoch"]), row["edition"]] for row in rows])
    for each in found:
        _show_switches(each["game"], each["needed"])
    say("\nserai rules GAME shows the rules.")


def _seat_counts(counts: list[int]) -> str:
    """Return `2-4`, or `2, 4` if not all in between are possible."""
    together = len(counts) > 1 and counts == list(range(counts[0], counts[-1] + 1))
    return f"{counts[0]}-{counts[-1]}" if together else ", ".join(map(str, counts))


def _show_switches(row: Row, needed: dict[str, list[str]]) -> None:
    if row["options"]:
        say(f"\nOptions of {row['name']} (--option NAME=VALUE):")
    for switch in row["options"]:
        choices = " | ".join(switch["choices"])
        say(f"  {switch['name']} = {choices} (default {switch['default']}): {switch['meaning']}")
    for seats, choice in needed.items():
        say(f"  {seats} seats with {', '.join(choice)}")


@click.command(name="rules")
@click.argument("game", shell_complete=completion.games)
@json_option
def rules_command(game: str, as_json: bool) -> None:
    """The rules of GAME as they are played here, with our rulings; in a pager on a terminal.

    \b
    Examples:
      serai rules yspahan
      serai rules yspahan | grep caravan

    With --json: {game, epoch, rules}, the rules as Markdown.
    """
    from serai.ladder.commands.at_desk import desk
    from serai.ladder.desk import games

    with desk() as asked:
        found = asked.ask(games.rules, game=game)
    if as_json:
        say_json(found)
    elif sys.stdout.isatty():
        click.echo_via_pager(found["rules"])
    else:
        click.echo(found["rules"])
