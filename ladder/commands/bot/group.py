"""`serai bot`: begin bots, register them, look them up and check them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from serai.ladder.commands import completion
from serai.ladder.commands.bot.check import check_command
from serai.ladder.commands.bot.new import new_command
from serai.ladder.commands.console import Column, json_option, number, say, say_json, say_json_list, short, table, when
from serai.ladder.errors import UserProblem
from serai.ladder.suggest import suggestion

if TYPE_CHECKING:
    from serai.ladder.bots.version import BotVersion
    from serai.ladder.storage.store import Registration


@click.group(name="bot")
def bot_command() -> None:
    """Begin bots, register them, look them up and check them.

    \b
    Examples:
      serai bot new --language python my_bot
      serai bot add ./my_bot
      serai bot list
      serai bot check ./my_bot
    """


bot_command.add_command(new_command)
bot_command.add_command(check_command)


@bot_command.command(name="add", short_help="Register the bot in a folder, as it is now.")
@click.argument("path", type=click.Path(exists=True, file_okay=False))
@json_option
def add_command(path: str, as_json: bool) -> None:
    """Register the bot in the folder PATH as it is now, and build it if its bot.toml says how.

    A version is named by the digest of its files and never changes; adding a changed folder makes a new version.

    \b
    Examples:
      serai bot add ./my_bot
      serai tournament create spring --game yspahan --bot my_bot --bot greedy --bot random

    With --json: {name, version, new, manifest}; new is false if this version was registered before.
    """
    from serai.ladder.bots import registry
    from serai.ladder.json_rows import manifest_row
    from serai.ladder.storage import store

    package = registry.find(path if "/" in path else f"./{path}")
    registry.install(package)
    with store.opened() as opened:
        new = opened.add_bot(package)
    bot = package.bot
    if as_json:
        say_json({"name": bot.name, "version": bot.version, "new": new, "manifest": manifest_row(bot.manifest)})
    else:
        say(f"{bot} is registered" if new else f"{bot} was registered before: its files have not changed")


@bot_command.command(name="list", short_help="Every bot that can be named in a tournament.")
@json_option
def list_command(as_json: bool) -> None:
    """The bots that can be named in tournaments: those that come with Serai, and those that were registered.

    \b
    Examples:
      serai bot list
      serai bot list --json

    With --json: a list of {name, version, language, games, built_in, versions, added, disabled}; version is the latest
    of so many versions, added its time (null if it was never registered).
    """
    from serai.ladder.json_rows import bot_rows
    from serai.ladder.storage import store

    with store.opened() as opened:
        rows = bot_rows(opened)
    if as_json:
        say_json_list(rows)
        return
    if rows:
        _show_list(rows)
    if not any(row["versions"] for row in rows):
        say(("\n" if rows else "") + "No bots are registered yet; serai bot add FOLDER registers one.")


def _show_list(rows: list[dict[str, Any]]) -> None:
    columns = [
        *(Column("bot", style="bold"), Column("version"), number("versions"), Column("language"), Column("games")),
        *(Column("registered, UTC", spare=True), Column("notes")),
    ]
    table(columns, [_line(row) for row in rows])


def _line(row: dict[str, Any]) -> list[str]:
    marks = [mark for mark, holds in (("built in", row["built_in"]), ("disabled", row["disabled"])) if holds]
    versions = str(row["versions"] or "")
    return [
        *(row["name"], short(row["version"]), versions, row["language"], ", ".join(row["games"])),
        *(when(row["added"]), ", ".join(marks)),
    ]


@bot_command.command(name="show", short_help="What is known of a bot, or of one of its registry.")
@click.argument("name", metavar="NAME[@VERSION]", shell_complete=completion.names)
@json_option
def show_command(name: str, as_json: bool) -> None:
    """What is known of a registered bot, or of one of its versions (which may be abbreviated).

    \b
    Examples:
      serai bot show my_bot
      serai bot show my_bot@3f2a

    With --json: {name, version, manifest, versions}; versions is a list of {version, added}, the
    latest last.
    """
    from serai.ladder.bots import registry
    from serai.ladder.storage import store

    with store.opened() as opened:
        wanted, _, prefix = name.partition("@")
        if not opened.versions(wanted) and wanted in registry.built_in() and not prefix:
            bot, versions = registry.package(registry.built_in()[wanted]).bot, []
        else:
            bot = registry.registered(opened, wanted, prefix).bot
            versions = [opened.registration(version) for version in opened.versions(wanted)]
    if as_json:
        say_json(_details(bot, versions))
    else:
        _show(bot, versions)


def _details(bot: BotVersion, versions: list[Registration]) -> dict[str, Any]:
    from serai.ladder.json_rows import manifest_row, moment

    listed = [{"version": version.bot.version, "added": moment(version.added)} for version in versions]
    return {"name": bot.name, "version": bot.version, "manifest": manifest_row(bot.manifest), "versions": listed}


def _show(bot: BotVersion, versions: list[Registration]) -> None:
    from serai.ladder.json_rows import moment

    manifest = bot.manifest
    say(f"{bot.name}, version {bot.version}", "bold")
    say(f"  language  {manifest.language}")
    say(f"  games     {', '.join(manifest.all_games())}")
    say(f"  run       {' '.join(manifest.run)}")
    if manifest.build:
        say(f"  build     {' '.join(manifest.build)}")
    if not versions:
        say("It comes with Serai; it is registered when it first enters a tournament.")
        return
    say()
    table([Column("version"), Column("registered, UTC")], [[v.bot.version, when(moment(v.added))] for v in versions])
    if versions[0].disabled:
        say("It is disabled and enters no tournaments.", "red")


@bot_command.command(name="disable", short_help="Let a bot enter no more tournaments.")
@click.argument("name", shell_complete=completion.registered)
def disable_command(name: str) -> None:
    """Let a bot enter no more tournaments; those it is in go on.

    \b
    Example:
      serai bot disable my_bot
    """
    _set_disabled(name, True)


@bot_command.command(name="enable", short_help="Let a disabled bot enter tournaments again.")
@click.argument("name", shell_complete=completion.registered)
def enable_command(name: str) -> None:
    """Let a disabled bot enter tournaments again.

    \b
    Example:
      serai bot enable my_bot
    """
    _set_disabled(name, False)


def _set_disabled(name: str, disabled: bool) -> None:
    from serai.ladder.storage import store

    with store.opened() as opened:
        if not opened.versions(name):
            hint = suggestion(name, opened.bots(), "see serai bot list")
            raise UserProblem(f"no bot called {name} is registered; {hint}")
        if disabled:
            opened.disable(name)
        else:
            opened.enable(name)
    say(f"{name} is {'disabled' if disabled else 'enabled'}")
