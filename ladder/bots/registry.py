"""Bots: what a BOT argument means, and how a bot's folder becomes an installed version that never changes.

A version is named by the digest of its files. What is played is always the unpacked version in SERAI_HOME, never the
author's folder, so that a result belongs to exactly one content.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import NoReturn

from serai import sample_bots, v1
from serai.games import names_every_game
from serai.ladder.bots import build_world, building, environments, libraries
from serai.ladder.bots.bot_archive import digest, pack, unpack
from serai.ladder.bots.building import Build, BuildFailed, BuildStopped
from serai.ladder.bots.manifest import MANIFEST_FILE, read_manifest
from serai.ladder.bots.toolchains import lack
from serai.ladder.bots.tree import remove_tree
from serai.ladder.bots.version import BotVersion, Package
from serai.ladder.errors import PlatformProblem, UserProblem
from serai.ladder.storage.locks import exclusive, is_free
from serai.ladder.storage.paths import home
from serai.ladder.storage.store import Store, open_store
from serai.ladder.suggest import suggestion
from serai.server.bot_process import BotCommand
from serai.server.sandbox.sandbox import Sandbox

TWIN = "-twin"
_NAME_LINE = re.compile(r"^name\s*=.*$", re.MULTILINE)
_SHORTEST_PREFIX = 4
_SECRET = ("REDIS_URL", "SERAI_", "AWS_")  # no build has a use for these
_POLL_SECONDS = 0.1


def built_in() -> dict[str, Path]:
    """Return the folders of the built-in bots by name: sample_bots/LANGUAGE/NAME with a bot.toml."""
    found = (path.parent for base in sample_bots.__path__ for path in Path(base).glob(f"*/*/{MANIFEST_FILE}"))
    return {folder.name: folder for folder in sorted(found)}


def version_of(folder: Path) -> str:
    """Return the version a bot's folder would get now: the digest of its files."""
    return digest(folder, read_manifest(folder).ignore)


def package(folder: Path) -> Package:
    """Return the bot in a folder, as it is now; UserProblem if its bot.toml is wrong."""
    manifest = read_manifest(folder)
    bot = BotVersion(manifest.name, digest(folder, manifest.ignore), manifest)
    libraries.wanted(folder, manifest)  # so that their author hears of a mistake, not a worker
    return Package(bot, pack(folder, manifest.ignore))


def find(argument: str, store: Store | None = None) -> Package:
    """Return the bot that a BOT argument means; UserProblem if it means none.

    A built-in name, else a folder with a bot.toml (what looks like a path is a folder), else a registered name with
    an optional @version. Without a store there are no registered names.
    """
    if is_local(argument) and argument not in built_in():
        return _in_folder(Path(argument).expanduser(), argument, names(store))
    return named(argument, store)


def named(argument: str, store: Store | None = None) -> Package:
    """Return the bot that a name means, built in or registered; UserProblem if it means none. No folder is read."""
    name, at, prefix = argument.partition("@")
    if store is not None and at and store.versions(name):
        return registered(store, name, prefix)
    if name in built_in():
        return built_in_version(name, prefix)
    if store is not None and store.versions(name):
        return registered(store, name, prefix)
    if at:
        hint = suggestion(name, names(store), "see serai bot list")
        raise UserProblem(f"no bot called {name} is registered, so there is no {argument}; {hint}")
    raise _no_bot(argument, names(store))


def built_in_version(name: str, prefix: str = "") -> Package:
    """Return a bot that comes with Serai; UserProblem if its version does not begin with the prefix."""
    found = package(built_in()[name])
    if not found.bot.version.startswith(prefix):
        raise UserProblem(f"{name}@{prefix} is not a version of {name}: it comes with Serai, as {found.bot}")
    return found


def is_local(argument: str) -> bool:
    """Return True if a BOT argument can be understood without a store: it is a built-in name, or a folder."""
    return argument in built_in() or "/" in argument or has_manifest(Path(argument))


def has_manifest(folder: Path) -> bool:
    """Return True if a folder is one of a bot; UserProblem if we may not look into it."""
    try:
        return (folder / MANIFEST_FILE).is_file()
    except PermissionError as error:
        raise UserProblem(f"{folder} cannot be read: {error.strerror}") from None


def find_all(arguments: Sequence[str]) -> list[Package]:
    """Return the bots that BOT arguments mean. The store is opened only if one of them is a registered name."""
    if all(map(is_local, arguments)):
        return [find(argument) for argument in arguments]
    with open_store() as store:
        return [find(argument, store) for argument in arguments]


def names(store: Store | None) -> list[str]:
    """Return the names of all bots: built in, and registered."""
    return [*built_in(), *(store.bots() if store is not None else ())]


def registered(store: Store, name: str, prefix: str = "") -> Package:
    """Return a registered bot: the version that begins with the prefix, the latest if none is given.

    UserProblem if there is no such bot or not exactly one such version.
    """
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
    if not has_manifest(folder):
        raise _no_bot(argument, known)
    found = package(folder)
    check_name(found.bot, f"{folder / MANIFEST_FILE}: ")
    return found


def _no_bot(argument: str, known: list[str]) -> UserProblem:
    hint = suggestion(argument, known, "serai bot list names all that can be named")
    return UserProblem(f"{argument} is not a bot: neither built in nor registered nor a folder with a bot.toml; {hint}")


def check_name(found: BotVersion, where: str = "") -> None:
    """UserProblem if a bot has the name of a built-in one and is not it."""
    original = built_in().get(found.name)
    if original is not None and version_of(original) != found.version:
        raise UserProblem(f"{where}{found.name} is the name of a built-in bot; choose another")


def folder_of(version: str) -> Path:
    """Return where the files of a version lie on this machine once it is installed."""
    return home() / "versions" / version / "bot"


def is_installed(bot: BotVersion) -> bool:
    """Return True if a version is unpacked here and, if need be, built, with the libraries it names."""
    if not folder_of(bot.version).exists() or (bot.manifest.build and not _built(bot).exists()):
        return False
    try:
        return environments.is_made(_libraries(bot))
    except BuildFailed:
        return False


def _libraries(bot: BotVersion) -> tuple[str, ...]:
    """Return the libraries that an unpacked version names; BuildFailed if it names them in a way we do not take."""
    try:
        return libraries.wanted(folder_of(bot.version), bot.manifest)
    except UserProblem as problem:
        raise BuildFailed(str(problem), str(problem)) from None


def is_ours(bot: BotVersion) -> bool:
    """Return True if a version comes with Serai, as it is or under another name."""
    return bot.version in _our_versions()


@cache
def _our_versions() -> frozenset[str]:
    found = built_in().values()
    twins = [twin(package(folder)).bot.version for folder in found if not read_manifest(folder).build]
    return frozenset([*map(version_of, found), *twins])


def twin(original: Package) -> Package:
    """Return a bot with the same files under its name and `-twin`; UserProblem if that is too long.

    What lies between twins in a table is luck: an alarm for noise.
    """
    _check_local(original.bot)
    with tempfile.TemporaryDirectory(prefix="serai-twin-") as base:
        folder = Path(base, "twin")
        unpack(original.archive, folder)
        manifest = folder / MANIFEST_FILE
        name = f'name = "{original.bot.name}{TWIN}"'
        manifest.write_text(_NAME_LINE.sub(name, manifest.read_text(encoding="utf-8"), count=1), encoding="utf-8")
        return package(folder)


def install(found: Package, stop: threading.Event | None = None, sandbox: Sandbox | None = None) -> Path:
    """Unpack a version, fetch its libraries and build it unless that was done, and return its folder.

    In a sandbox all that is confined. BuildFailed if its build fails or takes too long, or a library cannot be had,
    PlatformProblem if this machine lacks what it is built with, BuildStopped if `stop` is set meanwhile. Processes that
    do so at the same time wait for each other.
    """
    _check_local(found.bot)
    folder = folder_of(found.bot.version)
    folder.parent.parent.mkdir(parents=True, exist_ok=True)
    with _alone(folder.parent.with_suffix(".lock"), stop):
        if not is_installed(found.bot):
            remove_tree(folder)
            unpack(found.archive, folder)
            _check(found.bot, folder)
            if named := _libraries(found.bot):
                libraries.make(str(found.bot), named, folder.parent / "libraries.log", stop, sandbox)
            _build(found.bot, folder, stop, sandbox)
        environments.note_use(_libraries(found.bot))
    return folder


def keep_libraries(bot: BotVersion) -> None:
    """Note that an installed version is registered: the libraries it names stay on this machine."""
    environments.keep(_libraries(bot))


def _check_local(bot: BotVersion) -> None:
    """UserProblem if a bot has no files."""
    if bot.is_remote:
        raise UserProblem(f"{bot} runs elsewhere and cannot be started here; it plays when it is connected to an arena")


def _check(bot: BotVersion, folder: Path) -> None:
    """PlatformProblem if the files are not those of the version: Redis could pass off others as ours."""
    if version_of(folder) != bot.version or read_manifest(folder) != bot.manifest:
        remove_tree(folder)
        raise PlatformProblem(f"the files of {bot} in the store are not those of that version")


@contextmanager
def _alone(lock: Path, stop: threading.Event | None) -> Iterator[None]:
    """Hold the lock while the block runs; BuildStopped if `stop` is set while another holds it."""
    while stop is not None and not is_free(lock):
        if stop.wait(_POLL_SECONDS):
            raise BuildStopped("stopped while another process builds the bot")
    with exclusive(lock):
        yield


def _built(bot: BotVersion) -> Path:
    """Return the mark of a finished build. One that took the games from the .proto files is good while these stay."""
    mark = f"built-{digest(proto_folder())}" if names_every_game(bot.manifest.games) else "built"
    return folder_of(bot.version).parent / mark


def _build(bot: BotVersion, folder: Path, stop: threading.Event | None, sandbox: Sandbox | None) -> None:
    """Run the `build` line, if there is one; what it prints goes to build.log beside the bot's files."""
    manifest = bot.manifest
    if not manifest.build:
        return
    log = folder.parent / "build.log"
    line = resolve(manifest.build, _python(bot))
    if not building.can_run(line, folder):
        _fail(bot, f"{line[0]}: No such file or directory", ": {}")
    try:
        why = _run_build(bot, line, folder, log, stop, sandbox)
    except OSError as error:
        _fail(bot, f"{line[0]}: {error.strerror}", ": {}")
    if why:
        if sandbox is not None:
            remove_tree(folder)  # What a stranger's failed build has written is of no use to anybody.
        offline = sandbox is not None and not is_ours(bot) and not build_world.network_allowed()
        hint = f"; it had no network, {build_world.NETWORK}=on allows it" if offline else ""
        _fail(bot, why, f" ({{}}); all it printed is in {log}{hint}", building.log_end(log))
    _built(bot).touch()


@contextmanager
def _temporary_folder(folder: Path) -> Iterator[Path]:
    """Make an empty folder while the block runs. What a killed build has left there goes with the next one."""
    remove_tree(folder)
    folder.mkdir()
    try:
        yield folder
    finally:
        remove_tree(folder)


def _fail(bot: BotVersion, why: str, rest: str, log: str = "") -> NoReturn:
    """Raise what a failed build means: PlatformProblem if this machine lacks the toolchain, BuildFailed else."""
    lacking = lack(bot.manifest.language)
    message = f"{bot} cannot be built" + rest.replace("{}", lacking or why)
    if lacking:
        raise PlatformProblem(message)
    raise BuildFailed(message, f"it cannot be built: {why}", log)


def _run_build(
    bot: BotVersion, line: Sequence[str], folder: Path, log: Path, stop: threading.Event | None, sandbox: Sandbox | None
) -> str:
    """Run a build and return why it failed, empty if it did not."""
    language = bot.manifest.language
    cache = home().resolve() / "cache" / language
    cache.mkdir(parents=True, exist_ok=True)
    if sandbox is None:
        ours = {name: value for name, value in os.environ.items() if not name.startswith(_SECRET)}
        named = {**ours, "SERAI_PROTO": str(proto_folder()), "SERAI_CACHE": str(cache)}
        with _temporary_folder(folder.parent / "tmp") as temporary:
            return building.run(Build(line, folder, {**named, "TMPDIR": str(temporary)}, log), stop)
    if not is_ours(bot):
        _warm(language, stop, sandbox)
    with build_world.world(sandbox, folder.resolve(), proto_folder(), cache, language, ours=is_ours(bot)) as (
        world,
        environment,
    ):
        confined = sandbox.for_build(line, world)
        own_cache = None if is_ours(bot) else build_world.own_cache(folder)
        return building.run(Build(line, folder, environment, log, own_cache), stop, confined)


def _warm(language: str, stop: threading.Event | None, sandbox: Sandbox) -> None:
    """Fill the cache of a language by building a bot of ours: what that uses, others can use without a network."""
    for folder in built_in().values():
        manifest = read_manifest(folder)
        if manifest.language == language and manifest.build:
            with suppress(BuildFailed):
                install(package(folder), stop, sandbox)
            return


def proto_folder() -> Path:
    """Return the folder of the .proto files that bots generate their code from."""
    return Path(v1.__path__[0]).parent.joinpath("proto").resolve()


def resolve(line: tuple[str, ...], python: str = sys.executable) -> tuple[str, ...]:
    """Return a command of a bot.toml with "{python}" replaced by this interpreter, and "{serai}" by our `serai`."""
    ours = {libraries.PYTHON: python, "{serai}": str(Path(sys.executable).with_name("serai"))}
    return tuple(ours.get(word, word) for word in line)


def _python(bot: BotVersion) -> str:
    """Return the interpreter of an unpacked version: ours, or that of its libraries."""
    return libraries.python_for(_libraries(bot))


def command(bot: BotVersion, sandbox: Sandbox | None = None) -> BotCommand:
    """Return how to start an installed version, confined if a sandbox is given."""
    named = _libraries(bot)
    return BotCommand(
        bot.name,
        resolve(bot.manifest.run, libraries.python_for(named)),
        folder_of(bot.version),
        bot.manifest.transport,
        bot.version,
        sandbox,
        shown=(environments.place(named),) if named else (),
        simulator=bot.manifest.simulator,
    )
