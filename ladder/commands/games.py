"""`serai games` and `serai rules`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from serai.ladder.commands import completion
from serai.ladder.commands.console import Column, json_option, number, say, say_json, say_json_list, table

if TYPE_CHECKING:
    from serai.referee.core.game import Game


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
    from serai.ladder.service.json_rows import game_row
    from serai.referee.games import GAMES

    if as_json:
        say_json_list(map(game_row, GAMES.values()))
        return
    columns = [Column("game", style="bold"), number("seats"), number("epoch"), Column("edition")]
    table(columns, [[game.name, _seat_counts(game), str(game.epoch), game.edition] for game in GAMES.values()])
    for game in GAMES.values():
        _show_switches(game)
    say("\nserai rules GAME shows the rules.")


def _seat_counts(game: Game) -> str:
    """Return `2-4`, or `2, 4` if not all in between are possible."""
    counts = list(game.all_seat_counts())
    together = len(counts) > 1 and counts == list(range(counts[0], counts[-1] + 1))
    return f"{counts[0]}-{counts[-1]}" if together else ", ".join(map(str, counts))


def _show_switches(game: Game) -> None:
    if game.switches:
        say(f"\nOptions of {game.name} (--option NAME=VALUE):")
    for switch in game.switches:
        say(f"  {switch.name} = {' | '.join(switch.choices)} (default {switch.default}): {switch.meaning}")
    for seats, choice in game.all_seat_counts().items():
        if choice:
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
    from serai.ladder.model.plan import find_game

    found = find_game(game)
    if as_json:
        say_json({"game": found.name, "epoch": found.epoch, "rules": found.rules})
    elif sys.stdout.isatty():
        click.echo_via_pager(found.rules)
    else:
        click.echo(found.rules)
