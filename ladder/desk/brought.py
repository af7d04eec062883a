"""Bots that come along with a question: packages from somebody's folder, unpacked and checked, never run."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from serai.ladder.bots import registry
from serai.ladder.bots.bot_archive import unpack
from serai.ladder.bots.version import Package
from serai.ladder.desk.operation import Call
from serai.ladder.errors import Problem, UserProblem
from serai.ladder.shown import Shown, quiet
from serai.ladder.storage import audit

_VERSION_DIGITS = 8


def package(name: str, archive: bytes) -> Package:
    """Return the bot in an archive; UserProblem if it is none, is too large, or has the name of a built-in bot.

    It is packed anew from what was in it, so that the version is what its files say and nothing else is kept.
    """
    with tempfile.TemporaryDirectory(prefix="serai-brought-") as base:
        folder = Path(base, "bot")
        try:
            unpack(archive, folder)
            found = registry.package(folder)
        except Problem as error:
            raise UserProblem(f"{name}: {str(error).replace(str(folder), 'the package')}") from None
    registry.check_name(found.bot, f"{name}: ")
    return found


def bot(call: Call, argument: str) -> Package:
    """Return the bot that an argument means: one that came along, a built-in name or a registered one."""
    if argument in call.files:
        _check_is_meant(call, argument)
        return package(argument, call.files[argument])
    return registry.named(argument, call.store)


def _check_is_meant(call: Call, argument: str) -> None:
    """UserProblem if a folder of this name came along, but the bot of this name is a remote one."""
    versions = [] if "/" in argument else call.store.versions(argument)
    if versions and (latest := call.store.registration(versions[-1]).bot).is_remote:
        raise UserProblem(
            f"{argument} is a folder here and a remote bot there: say ./{argument}, "
            f"or {argument}@{latest.version[:_VERSION_DIGITS]}"
        )


@contextmanager
def registering(call: Call, packages: Sequence[Package]) -> Iterator[None]:
    """Note in the audit log which of these bots are new, when the block that registers them is over."""
    new = [each.bot for each in packages if each.bot.version not in call.store.versions(each.bot.name)]
    yield
    for bot in new:
        if bot.name not in registry.built_in():
            audit.record(call.store.redis, audit.line("add", bot.name, version=bot.version[:_VERSION_DIGITS]))


def files(*arguments: str, shown: Shown = quiet) -> dict[str, bytes]:
    """Return the packages of all arguments that mean folders of this machine, by argument."""
    found, built_in = {}, registry.built_in()
    for done, argument in enumerate(arguments, 1):
        if argument not in built_in and registry.is_local(argument):
            found[argument] = registry.find(argument).archive
        shown(done, len(arguments))
    return found
