"""The register of bots: what is in it, and how its authors change it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from serai.games import names_every_game
from serai.ladder.access.caller import AUTHOR, ORGANISER
from serai.ladder.access.needs import READ
from serai.ladder.access.refusal import Forbidden
from serai.ladder.access.register import Register
from serai.ladder.bots import registry
from serai.ladder.bots.version import BotVersion, Package, remote_bot
from serai.ladder.desk import brought
from serai.ladder.desk.operation import Call, Row, operation
from serai.ladder.errors import UserProblem
from serai.ladder.model.plan import find_game
from serai.ladder.service.json_rows import bot_rows, connected_row, manifest_row, moment
from serai.ladder.storage import audit
from serai.ladder.storage.queue_notes import QueueNotes
from serai.ladder.suggest import suggestion

PACKAGE = "bot"  # the file that `add` takes


@operation("bot.list", READ)
def listed(call: Call) -> Iterator[Row]:
    """Yield every bot that can be named."""
    yield from bot_rows(call.store)


@operation("bot.show", READ)
def shown(call: Call, name: str) -> Row:
    """Return what is known of a built-in or registered bot, NAME or NAME@VERSION; `disabled` is beside the rest.

    What its build printed is for its owner and organisers.
    """
    store, (bare, _, prefix) = call.store, name.partition("@")
    if not store.versions(bare) and bare in registry.built_in():
        bot, versions = registry.built_in_version(bare, prefix).bot, []
    else:
        bot = registry.registered(store, bare, prefix).bot
        versions = [store.registration(version) for version in store.versions(bare)]
    unable = QueueNotes(store.redis).inability(bot.version)
    told = None if unable is None else asdict(unable)
    if told is not None and not call.may_see_logs_of(bare):
        told["log"] = ""
    details = {
        **_row(bot),
        "versions": [{"version": version.bot.version, "added": moment(version.added)} for version in versions],
        "owner": store.owner_of(bare) or None,
        "unable": told,
        "connected": connected_row(store, bot),
    }
    return {"details": details, "disabled": bool(versions) and versions[0].disabled}


def _row(bot: BotVersion) -> Row:
    return {"name": bot.name, "version": bot.version, "manifest": manifest_row(bot.manifest)}


@operation("bot.add", AUTHOR, takes_files=True)
def add(call: Call, owner: str | None) -> Row:
    """Register a package; with an owner, the bot belongs to them. It is built where it is played."""
    if PACKAGE not in call.files:
        raise UserProblem("bot.add needs the package of a bot, a tar.gz of its folder")
    package = brought.package("the package", call.files[PACKAGE])
    if owner is not None:
        _check_may_own(call, owner)
    new, has = _register(call, package, owner)
    return {**_row(package.bot), "new": new, "owner": has or None}


@operation("bot.remote", AUTHOR)
def add_remote(call: Call, name: str, games: list[str], label: str) -> Row:
    """Register a version of a bot that runs elsewhere."""
    if not names_every_game(games):
        for game in games:
            find_game(game)
    if name in registry.built_in():
        raise UserProblem(f"{name} is the name of a built-in bot; choose another")
    package = remote_bot(name, games, label)
    new, _ = _register(call, package, None)
    return {**_row(package.bot), "new": new}


def _check_may_own(call: Call, owner: str) -> None:
    if not call.who.has(ORGANISER) and owner != call.who.owner:
        raise Forbidden(f"{call.who.owner} comes as {call.who.role} here and may not give bots to {owner}")
    Register(call.store).check_owner(owner)


def _register(call: Call, package: Package, owner: str | None) -> tuple[bool, str]:
    """Register a version; return whether it is new, and whose it is. What an author adds is the author's."""
    name = package.bot.name
    if not call.who.has(ORGANISER):
        _claim(call, name)
    with brought.registering(call, [package]):
        new = call.store.add_bot(package)
    return new, _give(call, name, owner)


def _claim(call: Call, name: str) -> None:
    """Give a new bot to the author who calls; Forbidden if it is somebody else's, or nobody's."""
    has = call.store.owner_of(name)
    if not has and call.store.versions(name):
        raise Forbidden(f"{name} was registered without an owner; an organiser may give it to one")
    if call.store.claim_bot(name, call.who.owner) != call.who.owner:
        raise Forbidden(f"{name} belongs to another owner; choose another name")


def _give(call: Call, name: str, owner: str | None) -> str:
    """Give a bot to an owner, if one is named; return whose it is."""
    before = call.store.owner_of(name)
    if owner is None or owner == before:
        return before
    call.store.give_bot(name, owner)
    audit.record(call.store.redis, audit.line("give", name, owner=owner, before=before or None))
    return owner


@operation("bot.set", AUTHOR)
def set_disabled(call: Call, name: str, disabled: bool) -> None:
    """Disable or enable a registered bot; UserProblem if there is none of this name."""
    store = call.store
    if not store.versions(name):
        hint = suggestion(name, store.bots(), "see serai bot list")
        raise UserProblem(f"no bot called {name} is registered; {hint}")
    call.check_own(name)
    audit.record(store.redis, audit.line("disable" if disabled else "enable", name))
    if disabled:
        store.disable(name)
    else:
        store.enable(name)
        QueueNotes(store.redis).clear_inability(store.versions(name))
