"""Who may make, see and revoke which tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from serai.ladder.access.caller import ORGANISER, Caller, may_give
from serai.ladder.access.refusal import Forbidden
from serai.ladder.errors import UserProblem

if TYPE_CHECKING:
    from serai.ladder.access.register import Register
    from serai.ladder.storage.store import Store


def check_may_give(store: Store, who: Caller, owner: str, role: str, bot: str) -> None:
    """Forbidden if somebody may not make such a token: for a role of an owner, or for one bot of theirs."""
    if not may_give(who, owner, role):
        wish = f"for the role {role}" if role else "for bots"
        raise Forbidden(f"{who.owner} comes as {who.role} here and may not make tokens {wish} of {owner}")
    if bot:
        _check_is_theirs(store, who, owner, bot)


def _check_is_theirs(store: Store, who: Caller, owner: str, bot: str) -> None:
    has = store.owner_of(bot)
    if has not in ("", owner):
        raise Forbidden(f"{bot} belongs to another owner than {owner}")
    if not has and not who.has(ORGANISER) and store.versions(bot):
        raise Forbidden(f"{bot} was registered without an owner; an organiser may give it to one")


def visible_owner(who: Caller, owner: str | None) -> str | None:
    """Return whose tokens are listed, None for everybody's; Forbidden if others than the caller's are asked for."""
    if who.has(ORGANISER):
        return owner
    if owner not in (None, who.owner):
        raise Forbidden(f"{who.owner} comes as {who.role} here and sees only tokens of {who.owner}")
    return who.owner


def check_may_revoke(register: Register, who: Caller, name: str) -> None:
    """Forbidden if somebody may not revoke a token. Who may not see it is not told that there is one."""
    try:
        found = register.find(name)
        allowed = may_give(who, found.owner, found.role)
    except UserProblem:
        if who.has(ORGANISER):
            raise
        allowed = False
    if not allowed:
        raise Forbidden(f"{who.owner} comes as {who.role} here and may not revoke this token")
