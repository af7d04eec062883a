"""`serai owner`: whom bots and tokens belong to."""

from __future__ import annotations

import click

from serai.ladder.commands.console import json_option


@click.group(name="owner")
def owner_command() -> None:
    """Whom bots and tokens belong to.

    \b
    Examples:
      serai owner add anna --about anna@example.org
      serai owner list
    """


@owner_command.command(name="add", short_help="Add somebody who has bots and tokens.")
@click.argument("name")
@click.option("--about", default="", metavar="TEXT", help="Who that is, for organisers: a name, an address.")
@json_option
def add_command(name: str, about: str, as_json: bool) -> None:
    """Add an owner called NAME. Bots and tokens are given to owners; an owner alone may do nothing.

    \b
    Examples:
      serai owner add anna --about anna@example.org
      serai token create anna --role author

    With --json: {name, about, created}.
    """
    from serai.ladder.commands.access.work import add_owner

    add_owner(name, about, as_json)


@owner_command.command(name="list", short_help="All owners, with their bots.")
@json_option
def list_command(as_json: bool) -> None:
    """All owners, oldest first, with the bots that are theirs.

    \b
    Examples:
      serai owner list
      serai owner list --json

    With --json: a list of {name, about, created, bots}.
    """
    from serai.ladder.commands.access.work import show_owners

    show_owners(as_json)
