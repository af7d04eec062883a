"""Tokens: a public id and a secret, of which only a digest is kept. Whoever has the text is its owner's caller.

The secret is 32 random bytes, so a plain digest of it tells nothing; no slow one is needed, as for passwords.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from dataclasses import asdict, dataclass
from typing import Any

from serai.ladder.access.caller import Caller

USUAL_SECONDS = 90 * 86400.0
LONGEST_SECONDS = 3660 * 86400.0

_ID_BYTES = 6
_SECRET_BYTES = 32
_TEXT = re.compile(rf"serai_([0-9a-f]{{{2 * _ID_BYTES}}})_([0-9a-f]{{{2 * _SECRET_BYTES}}})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Token:
    """A token as it is kept: for a role of its owner, or for one of the owner's bots."""

    id: str
    owner: str
    role: str
    bot: str
    purpose: str
    created: float
    expires: float
    digest: str

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    def caller(self) -> Caller:
        return Caller(self.owner, self.role, self.bot, self.id)

    def is_opened_by(self, secret: str) -> bool:
        return hmac.compare_digest(self.digest, _digest(secret))


def make(
    owner: str, now: float, *, role: str = "", bot: str = "", purpose: str = "", seconds: float = USUAL_SECONDS
) -> tuple[Token, str]:
    """Return a new token and its text, which is nowhere else and cannot be had again."""
    name, secret = secrets.token_hex(_ID_BYTES), secrets.token_hex(_SECRET_BYTES)
    return Token(name, owner, role, bot, purpose, now, now + seconds, _digest(secret)), f"serai_{name}_{secret}"


def parts(text: str) -> tuple[str, str] | None:
    """Return the id and the secret of a token's text; None if it is no such text."""
    found = _TEXT.fullmatch(text)
    return (found[1], found[2]) if found else None


def _digest(secret: str) -> str:
    return hashlib.sha256(b"serai token\n" + secret.encode()).hexdigest()
