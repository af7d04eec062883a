"""Bots: what a BOT argument means, and how a bot's folder becomes a version that never changes.

A version is named by the digest of its files. What is played is always the unpacked version in SERAI_HOME, never the
author's folder, so that a result belongs to exactly one content.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from serai.games import EVERY_GAME
from serai.ladder.bots import manifest as manifests
from serai.ladder.bots.bot_archive import digest, pack, unpack
from serai.ladder.bots.toolchains import lack
from serai.ladder.bots.version import BotVersion, Package
from serai.ladder.errors import PlatformProblem, UserProblem
from serai.ladder.storage.locks import exclusive
from serai.ladder.storage.paths import home
from serai.ladder.suggest import suggestion

if TYPE_CHECKING:
    from serai.ladder.storage.store import Store
    from serai.server.bot_process import BotCommand

_SHORTEST_PREFIX = 4


def built_in() -> dict[str, Path]:
    """The bots that come with Serai, by name: sample_bots/LANGUAGE/NAME with a bot.toml."""
    from serai import sample_bots

    found = (path.parent for base in sample_bots.__path__ for path in Path(base).glob(f"*/*/{manifests.FILE}"))
    return {folder.name: folder for folder in sorted(found)}


def version_of(folder: Path) -> str:
    """The version a bot's folder would get now: the digest of its files."""
    return digest(folder, manifests.read(folder).ignore)


def package(folder: Path) -> Package:
    """The bot in a folder, as it is now."""
    manifest = manifests.read(folder)
    bot = BotVersion(manifest.name, digest(folder, manifest.ignore), manifest)
    return Package(bot, pack(folder, manifest.ignore))


def find(argument: str, store: Store | None = None) -> Package:
    """The bot a person means: a built-in name, a registered name with optional @version, or a folder with a bot.toml.

    What looks like a path is a folder. Without a store there are no registered names.
    """
    if "/" not in argument and argument != ".":
        name, at, prefix = argument.partition("@")
        if not at and name in built_in():
            return package(built_in()[name])
        if store is not None and store.versions(name):
            return registered(store, name, prefix)
        if at:
            hint = suggestion(name, names(store), "see serai bot list")
            raise UserProblem(f"no bot called {name} is registered, so there is no {argument}; {hint}")
    return _in_folder(Path(argument).expanduser(), argument, names(store))


def names(store: Store | None) -> list[str]:
    """The bots that can be named."""
    return [*built_in(), *(store.bots() if store is not None else ())]


def registered(store: Store, name: str, prefix: str = "") -> Package:
    """A registered bot: the version that begins with the prefix, the latest if none is given."""
    versions = store.versions(name)
    if not versions:
        hint = suggestion(name, names(store), "see serai bot list")
        raise UserProblem(f"no bot called {name} is registered; {hint}")
    if not prefix:
        return store.package(versions[-1])
    if len(prefix) < _SHORTEST_PREFIX:
        raise UserProblem(f"{name}@{prefix}: give at least {_SHORTEST_PREFIX} digits of the version")
    matching = [version for version in versions if version.startswith(prefix)]
    if len(matching) != 1:
        wrong = "several versions begin so" if matching else f"its versions are {', '.join(v[:8] for v in versions)}"
        raise UserProblem(f"{name}@{prefix} is not a version of {name}: {wrong}")
    return store.package(matching[0])


def _in_folder(folder: Path, argument: str, known: list[str]) -> Package:
    if not (folder / manifests.FILE).is_file():
        hint = suggestion(argument, known, "serai bot list names all that can be named")
        raise UserProblem(
            f"{argument} is not a bot: neither built in nor registered nor a folder with a bot.toml; {hint}"
        )
    found = package(folder)
    original = built_in().get(found.bot.name)
    if original is not None and version_of(original) != found.bot.version:
        raise UserProblem(f"{folder / manifests.FILE}: {found.bot.name} is the name of a built-in bot; choose another")
    return found


def folder_of(version: str) -> Path:
    """Where the files of a version lie on this machine once it is installed."""
    return home() / "versions" / version / "bot"


def is_installed(bot: BotVersion) -> bool:
    return folder_of(bot.version).exists() and (not bot.manifest.build or _built(bot).exists())


def install(found: Package) -> Path:
    """Unpack a version and build it, once on this machine however many ask at the same time. Gives its folder."""
    folder = folder_of(found.bot.version)
    folder.parent.parent.mkdir(parents=True, exist_ok=True)
    with exclusive(folder.parent.with_suffix(".lock")):
        if not is_installed(found.bot):
            shutil.rmtree(folder, ignore_errors=True)
            unpack(found.content, folder)
            _build(found.bot, folder)
    return folder


def _built(bot: BotVersion) -> Path:
    """The mark of a finished build. One that took the games from the .proto files is good as long as these stay."""
    mark = f"built-{digest(proto_folder())}" if set(EVERY_GAME) & set(bot.manifest.games) else "built"
    return folder_of(bot.version).parent / mark


def _build(bot: BotVersion, folder: Path) -> None:
    """Run the `build` line, if there is one; what it prints is kept beside the bot's files."""
    if not bot.manifest.build:
        return
    log = folder.parent / "build.log"
    try:
        with log.open("wb") as output:
            result = subprocess.run(
                resolve(bot.manifest.build),
                check=False,
                cwd=folder,
                env=_build_environment(bot.manifest.language),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
            )
    except OSError as error:
        why = lack(bot.manifest.language) or f"{bot.manifest.build[0]}: {error.strerror}"
        raise PlatformProblem(f"{bot} cannot be built: {why}") from None
    if result.returncode:
        last = log.read_text(errors="replace").strip().rpartition("\n")[2]
        why = lack(bot.manifest.language) or last or "it printed nothing"
        raise PlatformProblem(f"{bot} cannot be built ({why}); all it printed is in {log}")
    _built(bot).touch()


def _build_environment(language: str) -> dict[str, str]:
    """Ours, with the folder of the .proto files, and a folder for what one build may leave to the next."""
    cache = home() / "cache" / language
    cache.mkdir(parents=True, exist_ok=True)
    return {**os.environ, "SERAI_PROTO": str(proto_folder()), "SERAI_CACHE": str(cache)}


def proto_folder() -> Path:
    """Where the .proto files lie that bots generate their code from."""
    from serai import v1

    return Path(v1.__path__[0]).parent.joinpath("proto").resolve()


def resolve(line: tuple[str, ...]) -> tuple[str, ...]:
    """A command of a bot.toml: "{python}" is the interpreter we run on, "{serai}" the `serai` that belongs to it."""
    ours = {"{python}": sys.executable, "{serai}": str(Path(sys.executable).with_name("serai"))}
    return tuple(ours.get(word, word) for word in line)


def command(bot: BotVersion) -> BotCommand:
    """How to start an installed version."""
    from serai.server.bot_process import BotCommand

    manifest = bot.manifest
    return BotCommand(bot.name, resolve(manifest.run), folder_of(bot.version), manifest.transport)
