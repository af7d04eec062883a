"""`serai token`: what lets somebody in, created, listed and revoked."""

from __future__ import annotations

import click

from serai.ladder.access.caller import ROLES
from serai.ladder.commands import completion
from serai.ladder.commands.console import json_option
from serai.ladder.commands.params import read_duration


@click.group(name="token")
def token_command() -> None:
    """What lets somebody into the arena: a token of an owner, for a role or for one bot.

    \b
    Examples:
      serai token create anna --role author
      serai token create anna --bot my_bot --expires 30d
      serai token list
      serai token revoke 3f2a9c01b47d --why "it was in a public repository"
    """


@token_command.command(name="create", short_help="Make a token; it is shown once.")
@click.argument("owner", shell_complete=completion.owners)
@click.option("--role", type=click.Choice(ROLES), help="What it is good for: a role, with all below it.")
@click.option("--bot", metavar="NAME", help="Or: for this bot alone, which plays with it and can do nothing else.")
@click.option("--expires", callback=read_duration, metavar="TIME", default="90d", help="In 30m, 12h or 90d. [90d]")
@click.option("--purpose", metavar="TEXT", default="", help="What it is for, shown in listings.")
@json_option
def create_command(owner: str, role: str | None, bot: str | None, expires: float, purpose: str, as_json: bool) -> None:
    """Make a token for OWNER and print it. It is shown this once: only a digest of it is kept.

    A viewer reads; an author also has bots and makes tokens for them; an organiser also runs tournaments, sees what
    bots printed and lets authors in; an operator also makes organisers. A bot without an owner becomes OWNER's.

    \b
    Examples:
      serai token create anna --role author
      serai token create anna --bot my_bot --expires 30d --purpose "the machine in my cellar"

    With --json: {id, owner, role, bot, purpose, created, expires, used, state, token}.
    """
    if (role is None) == (bot is None):
        raise click.UsageError("give --role or --bot, one of them", click.get_current_context())
    from serai.ladder.commands.access.work import create_token

    create_token(owner, role or "", bot or "", expires, purpose, as_json)


@token_command.command(name="list", short_help="All tokens, without what would open the door.")
@click.option("--owner", metavar="NAME", shell_complete=completion.owners, help="Only those of one owner.")
@click.option("--all", "everything", is_flag=True, help="Expired and revoked ones too.")
@json_option
def list_command(owner: str | None, everything: bool, as_json: bool) -> None:
    """The tokens that are good now, oldest first. When one was last used is known to the hour.

    \b
    Examples:
      serai token list
      serai token list --owner anna --all --json

    With --json: a list of {id, owner, role, bot, purpose, created, expires, used, state}; role is null for a token of a
    bot, bot for all others, used if it never was; state is valid, expired or revoked.
    """
    from serai.ladder.commands.access.work import show_tokens

    show_tokens(owner, everything, as_json)


@token_command.command(name="revoke", short_help="Let a token be good for nothing, from now on.")
@click.argument("id")
@click.option("--why", default="", metavar="TEXT", help="For the audit log.")
def revoke_command(id: str, why: str) -> None:  # noqa: A002 - the argument is called so
    """Let the token with this ID, from serai token list, be good for nothing. It cannot be undone.

    \b
    Example:
      serai token revoke 3f2a9c01b47d --why "it was in a public repository"
    """
    from serai.ladder.commands.access.work import revoke_token

    revoke_token(id, why)
