"""Bots that come along with a question: packages from somebody's folder, unpacked and checked, never run."""

from __future__ import annotations

import tempfile
from pathlib import Path

from serai.ladder.bots import registry
from serai.ladder.bots.bot_archive import unpack
from serai.ladder.bots.version import Package
from serai.ladder.desk.operation import Call
from serai.ladder.errors import Problem, UserProblem
from serai.ladder.shown import Shown, quiet


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
        return package(argument, call.files[argument])
    return registry.named(argument, call.store)


def files(*arguments: str, shown: Shown = quiet) -> dict[str, bytes]:
    """Return the packages of all arguments that mean folders of this machine, by argument."""
    found, built_in = {}, registry.built_in()
    for done, argument in enumerate(arguments, 1):
        if argument not in built_in and registry.is_local(argument):
            found[argument] = registry.find(argument).archive
        shown(done, len(arguments))
    return found
