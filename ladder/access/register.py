"""Owners and tokens in Redis. Tokens are put if absent and never change; that one was revoked is a further record."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from serai.ladder.access import refusal, token
from serai.ladder.access.caller import ROLES, Caller
from serai.ladder.access.refusal import Unknown
from serai.ladder.access.token import Token
from serai.ladder.bots.manifest import NAME, NAME_RULE
from serai.ladder.errors import UserProblem
from serai.ladder.storage import audit, keys
from serai.ladder.storage.packing import canonical
from serai.ladder.suggest import suggestion

if TYPE_CHECKING:
    from serai.ladder.storage.store import Store

GRAIN_SECONDS = 3600  # when a token was last used is kept to the hour
MOST_TOKENS = 1000  # of an owner, good at the same time
_LONGEST_TEXT = 200


@dataclass(frozen=True, slots=True)
class Owner:
    """Somebody whom bots and tokens belong to."""

    name: str
    about: str
    created: float


@dataclass(frozen=True, slots=True)
class Listed:
    """A token as listings show it, without what would open it."""

    token: Token
    used: float | None
    revoked: float | None

    def state(self, now: float) -> str:
        if self.revoked is not None:
            return "revoked"
        return "expired" if now >= self.token.expires else "valid"


class Register:
    """The owners and tokens of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._redis = store.redis

    # Owners

    def add_owner(self, name: str, about: str = "") -> Owner:
        """Add an owner; UserProblem if the name is taken or none."""
        if not NAME.fullmatch(name):
            raise UserProblem(f"{name!r} cannot be the name of an owner: {NAME_RULE}")
        owner = Owner(name, _short(about), round(time.time(), 3))
        if not self._redis.hsetnx(keys.OWNERS, name, canonical({"about": owner.about, "created": owner.created})):
            raise UserProblem(f"there is already an owner called {name}; choose another name")
        audit.record(self._redis, audit.line("add-owner", name))
        return owner

    def owners(self) -> list[Owner]:
        """Return all owners, oldest first."""
        kept = cast("dict[bytes, bytes]", self._redis.hgetall(keys.OWNERS))
        found = [Owner(name.decode(), **json.loads(text)) for name, text in kept.items()]
        return sorted(found, key=lambda owner: (owner.created, owner.name))

    def check_owner(self, name: str) -> None:
        """UserProblem if there is no such owner."""
        if not self._redis.hexists(keys.OWNERS, name):
            hint = suggestion(name, [owner.name for owner in self.owners()], "serai owner add adds one")
            raise UserProblem(f"there is no owner called {name}; {hint}")

    # Tokens

    def create(
        self, owner: str, *, role: str = "", bot: str = "", purpose: str = "", seconds: float
    ) -> tuple[Token, str]:
        """Make a token for a role of the owner or for a bot of theirs; return it with its text, which is not kept.

        A bot without an owner is theirs from then on. UserProblem says what does not fit.
        """
        self.check_owner(owner)
        if bool(role) == bool(bot) or role not in ("", *ROLES):
            raise UserProblem(f"a token is for a role, {', '.join(ROLES)}, or for one bot")
        if not 0 < seconds <= token.LONGEST_SECONDS:
            raise UserProblem("a token is good for ten years at most, and for more than nothing")
        self._check_count(owner)
        if bot:
            self._claim(bot, owner)
        made, text = token.make(
            owner, round(time.time(), 3), role=role, bot=bot, purpose=_short(purpose), seconds=seconds
        )
        what = {"bot": bot} if bot else {"role": role}
        with self._redis.pipeline() as pipeline:
            pipeline.hset(keys.TOKENS, made.id, canonical(made.as_json()))
            audit.record(pipeline, audit.line("create-token", owner, token=made.id, **what))
            pipeline.execute()
        return made, text

    def _check_count(self, owner: str) -> None:
        now = time.time()
        if sum(each.state(now) == "valid" for each in self.tokens(owner)) >= MOST_TOKENS:
            raise UserProblem(
                f"{owner} has {MOST_TOKENS} tokens that are good, which are the most; revoke some of them"
            )

    def _claim(self, bot: str, owner: str) -> None:
        """Give a bot to its owner if it has none; UserProblem if it is another's, or no name of a bot."""
        from serai.ladder.bots.registry import built_in

        if not NAME.fullmatch(bot):
            raise UserProblem(f"{bot!r} cannot be the name of a bot: {NAME_RULE}")
        if bot in built_in():
            raise UserProblem(f"{bot} comes with Serai and belongs to nobody")
        has = self._store.claim_bot(bot, owner)
        if has != owner:
            raise UserProblem(f"{bot} belongs to another owner")

    def tokens(self, owner: str | None = None) -> list[Listed]:
        """Return all tokens, or those of an owner, oldest first."""
        with self._redis.pipeline() as pipeline:
            for place in (keys.TOKENS, keys.TOKENS_USED, keys.TOKENS_REVOKED):
                pipeline.hgetall(place)
            kept, used, revoked = cast("list[dict[bytes, bytes]]", pipeline.execute())
        found = (_listed(text, used.get(name), revoked.get(name)) for name, text in kept.items())
        return sorted(
            (each for each in found if owner in (None, each.token.owner)),
            key=lambda each: (each.token.created, each.token.id),
        )

    def find(self, name: str) -> Token:
        """Return the token with this id; UserProblem if there is none."""
        kept = cast("bytes | None", self._redis.hget(keys.TOKENS, name))
        if kept is None:
            raise UserProblem("there is no token with this id; serai token list lists them")
        return Token(**json.loads(kept))

    def revoke(self, name: str, why: str = "") -> Token:
        """Let a token be good for nothing from now on; UserProblem if there is none or it was revoked before."""
        found = self.find(name)
        if not self._redis.hsetnx(keys.TOKENS_REVOKED, name, repr(round(time.time(), 3))):
            raise UserProblem(f"the token {name} was revoked before")
        audit.record(self._redis, audit.line("revoke-token", found.owner, _short(why), token=name))
        return found

    def identify(self, text: str) -> Caller:
        """Return whom the text of a token stands for; Unknown, with a line of its own for each reason, if nobody."""
        named = token.parts(text)
        if named is None:
            raise Unknown(refusal.NO_SUCH_TEXT)
        name, secret = named
        with self._redis.pipeline(transaction=False) as pipeline:
            for place in (keys.TOKENS, keys.TOKENS_USED, keys.TOKENS_REVOKED):
                pipeline.hget(place, name)
            kept, used, revoked = cast("list[bytes | None]", pipeline.execute())
        # Without a token the same work is done, so that time does not tell which ids there are.
        found = _listed(kept, used, revoked) if kept is not None else _NONE
        if not found.token.is_opened_by(secret) or kept is None:
            raise Unknown(refusal.WRONG)
        now = time.time()
        if (state := found.state(now)) != "valid":
            raise Unknown(refusal.REVOKED if state == "revoked" else refusal.EXPIRED)
        self._note_use(found, now)
        return found.token.caller()

    def _note_use(self, found: Listed, now: float) -> None:
        hour = now // GRAIN_SECONDS * GRAIN_SECONDS
        if found.used != hour:
            self._redis.hset(keys.TOKENS_USED, found.token.id, repr(hour))


def rows(listed: list[Listed], now: float) -> Iterator[dict[str, Any]]:
    """Yield tokens as `--json` prints them."""
    from serai.ladder.service.json_rows import moment

    for each in listed:
        kept = each.token
        yield {
            "id": kept.id,
            "owner": kept.owner,
            "role": kept.role or None,
            "bot": kept.bot or None,
            "purpose": kept.purpose,
            "created": moment(kept.created),
            "expires": moment(kept.expires),
            "used": None if each.used is None else moment(each.used),
            "state": each.state(now),
        }


def _listed(kept: bytes, used: bytes | None, revoked: bytes | None) -> Listed:
    return Listed(Token(**json.loads(kept)), _number(used), _number(revoked))


def _number(text: bytes | None) -> float | None:
    return None if text is None else float(text)


def _short(text: str) -> str:
    if len(text) > _LONGEST_TEXT:
        raise UserProblem(f"a text of {len(text)} characters is too long; {_LONGEST_TEXT} are the most")
    return text


_NONE = Listed(token.make("", 0.0)[0], None, None)
