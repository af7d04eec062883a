"""The arenas that this user knows: a private file in SERAI_HOME with the token of each, and how it is trusted."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from serai.ladder.access.address import Address
from serai.ladder.errors import PlatformProblem, UserProblem
from serai.ladder.storage import paths, private_files

ARENA = "SERAI_ARENA"  # in the environment: the address of another arena
TOKEN = "SERAI_ARENA_TOKEN"  # and another token

PINNED, AUTHORITY, PLAIN = TRUSTS = ("pinned", "authority", "plain")


@dataclass(frozen=True, slots=True)
class KnownArena:
    """An arena as its user knows it: by a pinned key, by an authority that vouches for it, or in plain text.

    `bots` are tokens of bots that were connected to it from here, by name.
    """

    address: Address
    trust: str
    fingerprint: str = ""
    token: str = field(default="", repr=False)
    bots: Mapping[str, str] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Arenas:
    """All arenas by address, and the one that is meant where none is named."""

    known: Mapping[str, KnownArena] = field(default_factory=dict)
    chosen: str = ""

    def with_chosen(self, arena: KnownArena) -> Arenas:
        return Arenas({**self.known, str(arena.address): arena}, str(arena.address))

    def with_bot(self, address: str, bot: str, token: str) -> Arenas:
        """Return them with the token of a bot at an arena that is known."""
        arena = self.known[address]
        known = replace(arena, bots={**arena.bots, bot: token})
        return Arenas({**self.known, address: known}, self.chosen)

    def without(self, address: str) -> Arenas:
        rest = {name: arena for name, arena in self.known.items() if name != address}
        return Arenas(rest, "" if self.chosen == address else self.chosen)


def file() -> Path:
    """Return where they are kept."""
    return paths.home() / "arenas.json"


def load() -> Arenas:
    """Return the arenas of this user; UserProblem if the file is none of ours or others can read it."""
    path = file()
    try:
        if stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise UserProblem(f"others can read the tokens in {path}: chmod 600 {path}")
        return _parsed(json.loads(path.read_bytes()))
    except FileNotFoundError:
        return Arenas()
    except OSError as error:
        raise PlatformProblem(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, TypeError, KeyError, AttributeError):
        raise UserProblem(f"{path} does not hold arenas; delete it and log in again: serai login HOST:PORT") from None


def save(arenas: Arenas) -> None:
    """Keep the arenas of this user, for nobody else to read; PlatformProblem if that cannot be done."""
    known = {name: {**asdict(arena), "address": name} for name, arena in arenas.known.items()}
    text = json.dumps({"chosen": arenas.chosen, "arenas": known}, indent=2) + "\n"
    try:
        private_files.write(file(), text.encode())
    except OSError as error:
        raise PlatformProblem(f"{file()} cannot be written: {error.strerror}") from None


def meant(named: str = "") -> KnownArena | Address:
    """Return the arena that is named, by SERAI_ARENA if not here, else the one that was logged in to last.

    One that is not known is returned as its address alone. UserProblem if none is meant.
    """
    arenas = load()
    text = named or os.environ.get(ARENA) or arenas.chosen
    if not text:
        raise UserProblem(f"no arena is named: serai login HOST:PORT, --arena HOST:PORT or {ARENA}")
    address = read_address(text)
    arena = arenas.known.get(str(address))
    if arena is None:
        return address
    return replace(arena, token=os.environ.get(TOKEN) or arena.token)


def read_address(text: str) -> Address:
    """Return the address that a text stands for; UserProblem if it is none."""
    try:
        return Address.read(text)
    except ValueError as error:
        raise UserProblem(str(error)) from None


def _parsed(data: Any) -> Arenas:
    known = {
        name: KnownArena(**{**each, "address": Address.read(each["address"])}) for name, each in data["arenas"].items()
    }
    if not all(arena.trust in TRUSTS for arena in known.values()):
        raise ValueError("a trust that is not known")
    return Arenas(known, str(data["chosen"]))
