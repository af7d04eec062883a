"""Signatures of blocks: who recorded what. Redis holds them, but neither the keys that sign nor those that are trusted.

Every host has a key of its own, made when it first records something. What is signed is all facts of a block; a fact
names the digest of its replay, so replays are signed with it.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from serai.ladder.errors import PlatformProblem, UserProblem
from serai.ladder.model.facts import Fact
from serai.ladder.storage import paths
from serai.ladder.storage.packing import canonical
from serai.ladder.storage.private_files import make_once

KEY_BYTES = 32
SIGNATURE_BYTES = 64
_PURPOSE = b"serai block 1\n"


class Trusted(NamedTuple):
    """A key whose signatures count, and what its host is called."""

    key: bytes
    name: str


class Signer:
    """Signs what this host records."""

    def __init__(self, secret: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(secret)
        self.public = self._key.public_key().public_bytes_raw()

    def sign(self, tournament: str, index: int, facts: Sequence[Fact]) -> bytes:
        """Return the signature of a block as it is kept: the public key, then the signature."""
        return self.public + self._key.sign(statement(tournament, index, facts))


def statement(tournament: str, index: int, facts: Sequence[Fact]) -> bytes:
    """Return what is signed: whose block it is, and a digest of its facts by rotation."""
    digest = hashlib.sha256(canonical(list(facts)).encode()).hexdigest()
    return _PURPOSE + f"{tournament}\n{index}\n{digest}\n".encode()


def holds(kept: bytes, tournament: str, index: int, facts: Sequence[Fact]) -> bool:
    """Return whether a kept signature is one of these facts, by whoever it names."""
    if len(kept) != KEY_BYTES + SIGNATURE_BYTES:
        return False
    try:
        key = Ed25519PublicKey.from_public_bytes(kept[:KEY_BYTES])
        key.verify(kept[KEY_BYTES:], statement(tournament, index, facts))
    except (InvalidSignature, ValueError):
        return False
    return True


def own_signer() -> Signer:
    """Return the signer of this host; its key is made when it is first asked for. PlatformProblem: it cannot be had."""
    return _signer(paths.home() / "signing.key")


@cache
def _signer(path: Path) -> Signer:
    try:
        secret = path.read_bytes() if path.exists() else make_once(path, f"{secrets.token_hex(KEY_BYTES)}\n".encode())
        return Signer(bytes.fromhex(secret.decode().strip()))
    except OSError as error:
        raise PlatformProblem(f"the key that signs facts cannot be had: {path}: {error.strerror}") from None
    except ValueError:
        raise PlatformProblem(
            f"{path} holds no key; facts cannot be signed (delete it and a new one is made)"
        ) from None


def trusted_file() -> Path:
    """Return where the trusted keys of other hosts are listed: a line of KEY NAME for each."""
    return paths.home() / "trusted_keys"


def trusted() -> list[Trusted]:
    """Return the keys whose signatures count: that of this host, and those that are listed. UserProblem: a bad line."""
    own = Trusted(own_signer().public, "this host")
    path = trusted_file()
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    listed = [(number, line.split("#")[0].split()) for number, line in enumerate(lines, start=1)]
    return [own, *(_trusted(path, number, words) for number, words in listed if words)]


def _trusted(path: Path, number: int, words: list[str]) -> Trusted:
    try:
        key = bytes.fromhex(words[0])
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        wanted = f"{2 * KEY_BYTES} hexadecimal digits and a name, as serai ladder key prints them"
        raise UserProblem(f"{path}, line {number}: {words[0]!r} is no key; a line is {wanted}")
    return Trusted(key, " ".join(words[1:]) or words[0][:8])
