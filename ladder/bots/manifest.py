"""bot.toml: what a bot says about itself."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from serai.games import spelt_out
from serai.ladder.errors import UserProblem
from serai.simulator.listening import FORMS

MANIFEST_FILE = "bot.toml"
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
NAME_RULE = "up to 40 of a-z, 0-9, _ and -, beginning with a letter or digit"
TRANSPORTS = ("unix", "tcp")

_TEXTS = ("name", "language", "transport", "author", "remote", "simulator")
_LISTS = ("games", "run", "build", "ignore")
_WANTED = ("name", "language", "games", "run")


@dataclass(frozen=True, slots=True)
class Manifest:
    """The contents of a bot.toml. `ignore` names what `build` makes: it does not belong to the version.

    `author` is whoever the bot says it is by: a ladder may keep bots of one author apart. `remote` is what its author
    calls this version of a bot that runs elsewhere: it has neither files nor a bot.toml, and nothing to run.
    `simulator` is how the bot talks to the simulator that is started beside it: "grpc" or "lines"; empty without one.
    """

    name: str
    language: str
    games: tuple[str, ...]
    run: tuple[str, ...]
    build: tuple[str, ...] = ()
    transport: str = "unix"
    ignore: tuple[str, ...] = ()
    author: str = ""
    remote: str = ""
    simulator: str = ""

    def all_games(self) -> tuple[str, ...]:
        """Return the names of the games the bot plays: all there are for `games = ["*"]`."""
        # Only here: who reads a manifest need not wait for the rules of all games.
        from serai.referee.games import GAMES

        return spelt_out(self.games, GAMES)

    def as_json(self) -> dict[str, Any]:
        said = {key: list(value) if isinstance(value, tuple) else value for key, value in asdict(self).items()}
        for key in ("author", "remote", "simulator"):
            if not said[key]:
                del said[key]  # an older Serai, which does not know it, reads what we write
        return said


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest of a bot's folder; UserProblem if it cannot be read or is wrong."""
    path = folder / MANIFEST_FILE
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserProblem(f"{path} cannot be read: {error}") from None
    return parse_manifest(text, str(path))


def parse_manifest(text: str, source: str) -> Manifest:
    """Return the manifest in the text of a bot.toml; `source` names it in errors. UserProblem if it is wrong."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UserProblem(f"{source} is not TOML: {error}") from None
    except RecursionError:
        raise UserProblem(f"{source} nests too deep") from None
    if "remote" in table:
        raise UserProblem(f"{source}: a bot with a folder is not remote; serai bot remote registers one that is")
    return check_manifest(table, source)


def check_manifest(table: Mapping[str, Any], source: str) -> Manifest:
    """Return the manifest in a table of keys and values; UserProblem names the key that is wrong."""
    _check_keys(table, source)
    values: dict[str, Any] = {
        key: _list(value, key, source) if key in _LISTS else value for key, value in table.items()
    }
    for key in _TEXTS:
        if not isinstance(values.get(key, ""), str):
            raise UserProblem(f"{source}: {key} should be a text in quotes, not {values[key]!r}")
    manifest = Manifest(**values)
    _check_values(manifest, source)
    return manifest


def _check_keys(table: Mapping[str, Any], source: str) -> None:
    known = [key for key in Manifest.__dataclass_fields__ if key != "remote"]
    for key in table:
        if key not in known and key != "remote":
            raise UserProblem(f"{source}: {key} is not a key of a bot.toml; it may have {', '.join(known)}")
    for key in _WANTED:
        if key not in table:
            raise UserProblem(f"{source}: {key} is missing")


def _list(value: object, key: str, source: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
        raise UserProblem(f'{source}: {key} should be a list of texts, for example {key} = ["one", "two"]')
    return tuple(value)


def _check_values(manifest: Manifest, source: str) -> None:
    if not NAME.fullmatch(manifest.name):
        raise UserProblem(f"{source}: name {manifest.name!r} should be {NAME_RULE}")
    for key in ("games",) if manifest.remote else ("games", "run"):
        if not getattr(manifest, key):
            raise UserProblem(f"{source}: {key} is empty")
    if manifest.transport not in TRANSPORTS:
        raise UserProblem(f"{source}: transport is {manifest.transport!r}; it can be {' or '.join(TRANSPORTS)}")
    if manifest.simulator not in ("", *FORMS):
        raise UserProblem(f"{source}: simulator is {manifest.simulator!r}; it can be {' or '.join(FORMS)}")
    if manifest.simulator == "lines" and manifest.transport == "tcp":
        raise UserProblem(f'{source}: simulator = "lines" goes over a unix socket; with transport = "tcp" it is "grpc"')
