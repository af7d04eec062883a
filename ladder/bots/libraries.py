"""Libraries of Python bots: what requirements.txt or pyproject.toml beside a bot names, in an environment of its own.

An environment is made once on a machine for all bots that name the same, and only from wheels: a wheel is unpacked, and
nothing of it runs before the bot does. In an arena pip is confined, and gets no further than the index or the folder of
wheels that its organiser has named.
"""

from __future__ import annotations

import os
import re
import sys
import threading
import tomllib
import venv
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from subprocess import DEVNULL, run

from serai.ladder.bots import build_world, building, environments
from serai.ladder.bots.building import Build, BuildFailed
from serai.ladder.bots.manifest import Manifest
from serai.ladder.bots.tree import remove_tree
from serai.ladder.errors import PlatformProblem, UserProblem
from serai.ladder.storage.locks import exclusive
from serai.server.sandbox.bubblewrap import World
from serai.server.sandbox.sandbox import Sandbox

INDEX = "SERAI_PYTHON_INDEX"  # in the environment: the address of the index that libraries come from
WHEELS = "SERAI_WHEELS"  # in the environment: a folder of wheels
PYTHON = "{python}"
_REQUIREMENTS, _PROJECT = "requirements.txt", "pyproject.toml"
_VERSION = r"(?:===?|[~<>!]=|[<>])\s*[\w.*+!-]+"
_REQUIREMENT = re.compile(
    r"[A-Za-z0-9][\w.-]*"  # the name
    r"(?:\s*\[[\w\s,.-]*\])?"  # extras
    rf"\s*(?:\(?{_VERSION}(?:\s*,\s*{_VERSION})*\)?)?"
    r"(?:\s*;[\w\s.'\"<>=!~()]+)?"  # for which systems
    r"(?:\s+--hash=sha256:[0-9a-f]{64})*"
)
_COMMENT = re.compile(r"(^|\s)#.*$")
_PIP_OPTIONS = ("--disable-pip-version-check", "--no-input", "--no-cache-dir", "--quiet")
_WHEELS_ONLY = ("--only-binary", ":all:", "--ignore-installed", "--no-warn-script-location")


def wanted(folder: Path, manifest: Manifest) -> tuple[str, ...]:
    """Return the libraries that a bot names, none if it does not run on our Python; UserProblem if they are wrong."""
    if PYTHON not in (*manifest.run, *manifest.build):
        return ()
    if (path := folder / _REQUIREMENTS).is_file():
        named = _lines(_text(path))
    elif (path := folder / _PROJECT).is_file():
        named = _dependencies(path)
    else:
        return ()
    for line in named:
        if not _REQUIREMENT.fullmatch(line):
            raise UserProblem(
                f"{path}: {line!r} should be a name with versions, for example numpy==2.1.0; "
                "no options, addresses or paths"
            )
    return tuple(named)


def python_for(named: Sequence[str]) -> str:
    """Return the interpreter of bots that name these libraries: ours if there are none."""
    return str(environments.place(named) / "bin" / "python") if named else sys.executable


def make(who: str, named: Sequence[str], log: Path, stop: threading.Event | None, sandbox: Sandbox | None) -> None:
    """Make the environment with these libraries, unless it is there; what pip prints goes to the log.

    One that is new takes the place of those that are not used any more.
    BuildFailed if a library cannot be had, PlatformProblem if there is no pip, BuildStopped if `stop` is set meanwhile.
    """
    folder = environments.place(named)
    if environments.is_made(named):
        return
    folder.parent.mkdir(parents=True, exist_ok=True)
    with exclusive(environments.lock(named)):
        if environments.is_made(named):
            return
        remove_tree(folder)
        try:
            why = _install(folder, named, log, stop, sandbox)
            if why:
                raise BuildFailed(
                    f"the libraries of {who} cannot be installed ({why}); all that pip printed is in {log}",
                    f"its libraries cannot be installed: {why}",
                    building.log_end(log),
                )
        except BaseException:
            remove_tree(folder)
            raise
        environments.note_made(named)
    environments.prune()


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserProblem(f"{path} cannot be read: {error}") from None


def _lines(text: str) -> list[str]:
    """Return the requirements of a file, each in one line, without comments."""
    joined = (_COMMENT.sub("", line).strip() for line in text.replace("\\\n", " ").splitlines())
    return [" ".join(line.split()) for line in joined if line]


def _dependencies(path: Path) -> list[str]:
    """Return what a pyproject.toml lists as dependencies of the project."""
    try:
        project = tomllib.loads(_text(path)).get("project", {})
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UserProblem(f"{path} is not TOML: {error}") from None
    found = project.get("dependencies", []) if isinstance(project, Mapping) else None
    if not isinstance(found, list) or not all(isinstance(item, str) for item in found):
        raise UserProblem(f'{path}: dependencies of [project] should be a list of texts, for example ["numpy==2.1.0"]')
    return [" ".join(item.split()) for item in found]


def _install(
    folder: Path, named: Sequence[str], log: Path, stop: threading.Event | None, sandbox: Sandbox | None
) -> str:
    """Make a virtual environment that also sees Serai, let pip fill it, and return why that failed."""
    pip, options = _pip(), _source(sandbox)
    venv.EnvBuilder(symlinks=True, with_pip=False).create(folder)
    _show_serai(folder)
    listed = folder / _REQUIREMENTS
    listed.write_text("".join(f"{line}\n" for line in named), encoding="utf-8")
    target = str(folder / "bin" / "python")
    line = (*pip, *_PIP_OPTIONS, "--python", target, "install", *_WHEELS_ONLY, *options, "-r", str(listed))
    if sandbox is None:
        return building.run(Build(line, folder, {**os.environ, **_named_index()}, log), stop)
    shown = tuple(Path(path).resolve() for path in (os.environ.get(WHEELS),) if path)
    world = World(folder, (), writable=((folder, folder),), shown=shown, network=bool(os.environ.get(INDEX)))
    with build_world.lent(sandbox, world) as (seen, environment):
        confined = sandbox.for_build(line, seen)
        return building.run(Build(line, folder, {**environment, **_named_index()}, log), stop, confined)


def _show_serai(folder: Path) -> None:
    """Let the environment see what ours has, after its own libraries: serai, and what serai needs."""
    [packages] = folder.glob("lib/python*/site-packages")
    ours = [path for path in sys.path if Path(path).name in ("site-packages", "dist-packages")]
    text = "".join(f"import site; site.addsitedir({path!r})\n" for path in ours)
    (packages / "serai.pth").write_text(text, encoding="utf-8")


def _source(sandbox: Sandbox | None) -> tuple[str, ...]:
    """Return the options that say where wheels come from; unsaid, an author's own pip knows, and an arena has none."""
    wheels, index = os.environ.get(WHEELS), os.environ.get(INDEX)
    if wheels and not Path(wheels).is_dir():
        raise PlatformProblem(f"{WHEELS} is {wheels!r}; it should be a folder of wheels")
    if wheels:
        return (*(() if index else ("--no-index",)), "--find-links", str(Path(wheels).resolve()))
    if not index and sandbox is not None:
        why = f"this arena offers none; its organiser can set {WHEELS}=FOLDER or {INDEX}=URL"
        raise BuildFailed(f"the bot names libraries, and {why}", f"it names libraries, and {why}")
    return ()


def _named_index() -> dict[str, str]:
    """Return how pip is told the index: not in its command line, for the address may have a password."""
    index = os.environ.get(INDEX)
    return {"PIP_INDEX_URL": index, "PIP_EXTRA_INDEX_URL": ""} if index else {}


@cache
def _pip() -> tuple[str, ...]:
    """Return how to call pip: that of our interpreter, or of the one that our environment was made with."""
    for python in _interpreters():
        return (python, "-m", "pip")
    raise PlatformProblem(f"the bot names libraries, and {sys.executable} has no pip; try: python -m ensurepip")


def _interpreters() -> Iterator[str]:
    if find_spec("pip") is not None:
        yield sys.executable
    base = str(Path(sys.base_prefix, "bin", f"python{sys.version_info.major}.{sys.version_info.minor}"))
    asked = (base, "-m", "pip", "--version")
    if Path(base).exists() and run(asked, check=False, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL).returncode == 0:
        yield base
