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
    from serai.ladder.json_rows import game_row
    from serai.referee.games import GAMES

    if as_json:
        say_json_list(map(game_row, GAMES.values()))
        return
    columns = [Column("game", style="bold"), number("seats"), number("epoch"), Column("edition")]
    table(columns, [[game.name, _seats(game), str(game.epoch), game.edition] for game in GAMES.values()])
    for game in GAMES.values():
        _say_options(game)
    say("\nserai rules GAME shows the rules.")


def _seats(game: Game) -> str:
    """`2-4`, or `2, 4` if not all in between are possible."""
    numbers = list(game.all_seat_counts())
    together = len(numbers) > 1 and numbers == list(range(numbers[0], numbers[-1] + 1))
    return f"{numbers[0]}-{numbers[-1]}" if together else ", ".join(map(str, numbers))


def _say_options(game: Game) -> None:
    if game.switches:
        say(f"\nOptions of {game.name} (--option NAME=VALUE):")
    for option in game.switches:
        say(f"  {option.name} = {' | '.join(option.choices)} (default {option.default}): {option.meaning}")
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
