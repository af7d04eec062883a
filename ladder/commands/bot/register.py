"""The work of `serai bot add`, `list`, `show`, `disable` and `enable`: the register of bots."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from serai.ladder.access.register import Register
from serai.ladder.bots import registry
from serai.ladder.bots.confinement import arena
from serai.ladder.bots.version import BotVersion
from serai.ladder.commands.console import Column, number, say, say_json, say_json_list, short, table, when
from serai.ladder.errors import UserProblem
from serai.ladder.plain_text import one_line
from serai.ladder.service.json_rows import bot_rows, connected_row, manifest_row, moment
from serai.ladder.storage import audit
from serai.ladder.storage.bot_store import Registration
from serai.ladder.storage.queue_notes import Inability, QueueNotes
from serai.ladder.storage.store import Store, open_store
from serai.ladder.suggest import suggestion


def add(path: str, owner: str | None, as_json: bool) -> None:
    """Register the bot in a folder as it is now, and build it; with an owner, it belongs to them."""
    package = registry.find(path if "/" in path else f"./{path}")
    confinement = arena()
    if package.bot.manifest.build:
        confinement.check([package.bot])
    registry.install(package, sandbox=confinement.sandbox)
    bot = package.bot
    with open_store() as store:
        if owner is not None:
            Register(store).check_owner(owner)
        new = store.add_bot(package)
        if new:
            audit.record(store.redis, audit.line("add", bot.name, version=short(bot.version)))
        has = _give(store, bot.name, owner)
    if as_json:
        row = {"name": bot.name, "version": bot.version, "new": new, "manifest": manifest_row(bot.manifest)}
        say_json({**row, "owner": has or None})
    else:
        say(f"{bot} is registered" if new else f"{bot} was registered before: its files have not changed")


def _give(store: Store, name: str, owner: str | None) -> str:
    """Give a bot to an owner, if one is named; return whose it is."""
    before = store.owner_of(name)
    if owner is None or owner == before:
        return before
    store.give_bot(name, owner)
    audit.record(store.redis, audit.line("give", name, owner=owner, before=before or None))
    return owner


def show_list(as_json: bool) -> None:
    """Print every bot that can be named."""
    with open_store() as store:
        rows = bot_rows(store)
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
    name, _, prefix = argument.partition("@")
    with open_store() as store:
        if not store.versions(name) and name in registry.built_in() and not prefix:
            bot, versions = registry.package(registry.built_in()[name]).bot, []
        else:
            bot = registry.registered(store, name, prefix).bot
            versions = [store.registration(version) for version in store.versions(name)]
        unable, owner = QueueNotes(store.redis).inability(bot.version), store.owner_of(name)
        connected = connected_row(store, bot)
    if as_json:
        notes = {"owner": owner or None, "unable": None if unable is None else asdict(unable), "connected": connected}
        say_json({**_details(bot, versions), **notes})
        return
    _show_details(bot, versions, owner, connected)
    if unable is not None:
        _show_inability(bot, unable)


def _details(bot: BotVersion, versions: list[Registration]) -> dict[str, Any]:
    listed = [{"version": version.bot.version, "added": moment(version.added)} for version in versions]
    return {"name": bot.name, "version": bot.version, "manifest": manifest_row(bot.manifest), "versions": listed}


def _show_details(bot: BotVersion, versions: list[Registration], owner: str, connected: dict[str, Any] | None) -> None:
    manifest = bot.manifest
    say(f"{bot.name}, version {bot.version}", "bold")
    say(f"  language  {manifest.language}")
    say(f"  games     {', '.join(manifest.all_games())}")
    if manifest.remote:
        say(f"  remote    it runs elsewhere; its author calls this version {one_line(manifest.remote)}")
        say(f"  presence  {_presence(connected)}")
    else:
        say(f"  run       {one_line(' '.join(manifest.run))}")
    if owner:
        say(f"  owner     {owner}")
    if manifest.build:
        say(f"  build     {one_line(' '.join(manifest.build))}")
    if not versions:
        say("It comes with Serai; it is registered when it first enters a tournament.")
        return
    say()
    table([Column("version"), Column("registered, UTC")], [[v.bot.version, when(moment(v.added))] for v in versions])
    if versions[0].disabled:
        say("It is disabled and enters no tournaments.", "red")


def _show_inability(bot: BotVersion, unable: Inability) -> None:
    say(
        f"This version plays nowhere: {one_line(unable.why)}. serai bot enable {bot.name} lets it be tried again.",
        "red",
    )
    if unable.log:
        say(f"The end of what its build printed:\n{unable.log}")


def set_disabled(name: str, disabled: bool) -> None:
    """Disable or enable a registered bot; UserProblem if there is none of this name."""
    with open_store() as store:
        if not store.versions(name):
            hint = suggestion(name, store.bots(), "see serai bot list")
            raise UserProblem(f"no bot called {name} is registered; {hint}")
        audit.record(store.redis, audit.line("disable" if disabled else "enable", name))
        if disabled:
            store.disable(name)
        else:
            store.enable(name)
            QueueNotes(store.redis).clear_inability(store.versions(name))
    say(f"{name} is {'disabled' if disabled else 'enabled'}")
