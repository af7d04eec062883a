"""A version of a bot: its name, the digest of its files, and what its bot.toml says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from serai.ladder.bots.manifest import Manifest, check_manifest
from serai.ladder.errors import UserProblem


@dataclass(frozen=True, slots=True)
class BotVersion:
    """One version of one bot."""

    name: str
    version: str
    manifest: Manifest

    def __str__(self) -> str:
        return f"{self.name}@{self.version[:8]}"

    def as_json(self) -> dict[str, Any]:
        return {"name": self.name, "version": self.version, "manifest": self.manifest.as_json()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> BotVersion:
        """UserProblem if that is none; a version names a folder, so it must be no path."""
        manifest = check_manifest(data["manifest"], f"bot {data['name']}")
        if data["name"] != manifest.name or not str(data["version"]).isalnum():
            raise UserProblem(f"{data['name']!r}, {data['version']!r} is no version of a bot")
        return cls(data["name"], data["version"], manifest)


@dataclass(frozen=True, slots=True)
class Package:
    """A version together with its archive."""

    bot: BotVersion
    archive: bytes
