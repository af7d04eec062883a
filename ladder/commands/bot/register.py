"""The work of `serai bot add`, `list`, `show`, `disable` and `enable`: the register of bots."""

from __future__ import annotations

from typing import Any

from serai.ladder.bots import registry
from serai.ladder.commands.at_desk import desk
from serai.ladder.commands.console import Column, number, say, say_json, say_json_list, short, table, when
from serai.ladder.desk import bots
from serai.ladder.desk.operation import Row
from serai.ladder.plain_text import one_line


def add(path: str, owner: str | None, as_json: bool) -> None:
    """Register the bot in a folder as it is now, and build it where that is done here; with an owner it is theirs."""
    package = registry.find(path if "/" in path else f"./{path}")
    with desk() as asked:
        asked.build(package)
        row = asked.bring({bots.PACKAGE: package.archive}, bots.add, owner=owner)
    if as_json:
        say_json(row)
    else:
        bot = package.bot
        say(f"{bot} is registered" if row["new"] else f"{bot} was registered before: its files have not changed")


def show_list(as_json: bool) -> None:
    """Print every bot that can be named."""
    with desk() as asked:
        rows = list(asked.ask(bots.listed))
    if as_json:
        say_json_list(rows)
        return
    if rows:
        _show_rows(rows)
    if not any(row["versions"] for row in rows):
        say(("\n" if rows else "") + "No bots are registered yet; serai bot add FOLDER registers one.")


def _show_rows(rows: list[dict[str, Any]]) -> None:
    columns = [
        *(Column("bot", style="bold"), Column("version"), number("versions"), Column("language"), Column("games")),
        *(Column("registered, UTC", spare=True), Column("notes")),
    ]
    table(columns, [_line(row) for row in rows])


def _line(row: dict[str, Any]) -> list[str]:
    notes = [note for note, holds in (("built in", row["built_in"]), ("disabled", row["disabled"])) if holds]
    notes += [f"remote, {one_line(row['remote'])}, {_presence(row['connected'])}"] if row["remote"] else []
    versions = str(row["versions"] or "")
    return [
        *(row["name"], short(row["version"]), versions, row["language"], ", ".join(row["games"])),
        *(when(row["added"]), ", ".join(notes)),
    ]


def _presence(connected: dict[str, Any] | None) -> str:
    return "not connected" if connected is None else f"connected since {when(connected['since'])} UTC"


def show(argument: str, as_json: bool) -> None:
    """Print what is known of a built-in or registered bot, NAME or NAME@VERSION."""
    with desk() as asked:
        found = asked.ask(bots.shown, name=argument)
    details = found["details"]
    if as_json:
        say_json(details)
        return
    _show_details(details, found["disabled"])
    if details["unable"] is not None:
        _show_inability(details["name"], details["unable"])


def _show_details(details: Row, disabled: bool) -> None:
    manifest, versions = details["manifest"], details["versions"]
    say(f"{details['name']}, version {details['version']}", "bold")
    say(f"  language  {manifest['language']}")
    say(f"  games     {', '.join(manifest['games'])}")
    if manifest.get("remote"):
        say(f"  remote    it runs elsewhere; its author calls this version {one_line(manifest['remote'])}")
        say(f"  presence  {_presence(details['connected'])}")
    else:
        say(f"  run       {one_line(' '.join(manifest['run']))}")
    if details["owner"]:
        say(f"  owner     {details['owner']}")
    if manifest.get("build"):
        say(f"  build     {one_line(' '.join(manifest['build']))}")
    if not versions:
        say("It comes with Serai; it is registered when it first enters a tournament.")
        return
    say()
    table([Column("version"), Column("registered, UTC")], [[v["version"], when(v["added"])] for v in versions])
    if disabled:
        say("It is disabled and enters no tournaments.", "red")


def _show_inability(name: str, unable: Row) -> None:
    say(
        f"This version plays nowhere: {one_line(unable['why'])}. serai bot enable {name} lets it be tried again.",
        "red",
    )
    if unable["log"]:
        say(f"The end of what its build printed:\n{unable['log']}")


def set_disabled(name: str, disabled: bool) -> None:
    """Disable or enable a registered bot; UserProblem if there is none of this name."""
    with desk() as asked:
        asked.ask(bots.set_disabled, name=name, disabled=disabled)
    say(f"{name} is {'disabled' if disabled else 'enabled'}")
