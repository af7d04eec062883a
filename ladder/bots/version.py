"""A version of a bot: its name, the digest of its files, and what its bot.toml says.

A remote bot has no files: its version is what its author declares, and begins with a word that says so everywhere.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from serai.ladder.bots.manifest import Manifest, check_manifest
from serai.ladder.errors import UserProblem

REMOTE = "remote"
_DIGITS = 10
_LONGEST_LABEL = 40


@dataclass(frozen=True, slots=True)
class BotVersion:
    """One version of one bot."""

    name: str
    version: str
    manifest: Manifest

    def __str__(self) -> str:
        return f"{self.name}@{self.version[:8]}"

    @property
    def is_remote(self) -> bool:
        return bool(self.manifest.remote)

    def as_json(self) -> dict[str, Any]:
        return {"name": self.name, "version": self.version, "manifest": self.manifest.as_json()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> BotVersion:
        """UserProblem if that is none; a version names a folder, so it must be no path."""
        manifest = check_manifest(data["manifest"], f"bot {data['name']}")
        if data["name"] != manifest.name or not str(data["version"]).isalnum():
            raise UserProblem(f"{data['name']!r}, {data['version']!r} is no version of a bot")
        if is_remote(data["version"]) != bool(manifest.remote):
            raise UserProblem(f"{data['name']!r}, {data['version']!r} is remote or not, but not both")
        return cls(data["name"], data["version"], manifest)


def is_remote(version: str) -> bool:
    """Return True if a version is one of a remote bot."""
    return version.startswith(REMOTE)


def remote_bot(name: str, games: Sequence[str], label: str) -> Package:
    """Return a bot that runs elsewhere: its author calls this version so. UserProblem if it is none."""
    table = {"name": name, "language": REMOTE, "games": list(games), "run": [], "remote": label}
    if not label or not label.isprintable() or len(label) > _LONGEST_LABEL:
        raise UserProblem(f"{label!r} cannot be the label of a version: up to {_LONGEST_LABEL} printable characters")
    manifest = check_manifest(table, f"bot {name}")
    canonical = json.dumps([name, label, sorted(games)], separators=(",", ":"))
    digest = hashlib.sha256(f"serai remote bot\n{canonical}".encode()).hexdigest()[:_DIGITS]
    return Package(BotVersion(name, f"{REMOTE}{digest}", manifest), b"")


@dataclass(frozen=True, slots=True)
class Package:
    """A version together with its archive."""

    bot: BotVersion
    archive: bytes
