"""`serai watch`: a tournament while it is played, and a game of it."""

from __future__ import annotations

import click

from serai.ladder.commands import completion


@click.command(name="watch")
@click.argument("name", metavar="[TOURNAMENT|GAME]", required=False, shell_complete=completion.tournaments)
def watch_command(name: str | None) -> None:
    """Watch TOURNAMENT, or the one that is being played: its table, and a game that is on, as the public sees it.

    GAME is the beginning of the id of a game that is being played or will be: this one is shown.

    On a terminal it goes on until the tournament is over or q is pressed; in a pipe it is printed once. The organiser
    may delay what is seen of games (serai tournament delay). It says so when nobody is playing.

    \b
    Examples:
      serai watch
      serai watch spring
      serai watch 3f2a9c
    """
    from serai.ladder.commands.watching import watch

    watch(name)
