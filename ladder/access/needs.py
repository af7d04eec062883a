"""What every call of the arena needs. A service that is not named here is closed."""

from __future__ import annotations

from serai.ladder.access import refusal
from serai.ladder.access.caller import AUTHOR, ORGANISER, ROLES, VIEWER, Caller
from serai.ladder.access.refusal import Forbidden, Unknown

OPEN = "open"  # everybody, also with Redis away
READ = "read"  # viewers, and everybody where anonymous reading is allowed
TOKEN = "token"  # whoever has a token, a bot's too
OWN = "own"  # the service finds out by itself who calls: bots say it in their hello, workers when they join
CLOSED = "closed"

# By service or by method. What CreateToken and its like let through is then checked against what is asked for.
_NEEDS = {
    "grpc.health.v1.Health": OPEN,
    "grpc.reflection.v1alpha.ServerReflection": OPEN,
    "serai.v1.RefereeService": OWN,
    "serai.v1.RelayService": OWN,
    "serai.v1.LadderService": READ,
    "serai.v1.DeskService": READ,  # each operation then has a need of its own
    "serai.v1.PracticeService": TOKEN,
    "serai.v1.AccessService/WhoAmI": TOKEN,
    "serai.v1.AccessService/CreateToken": AUTHOR,
    "serai.v1.AccessService/ListTokens": VIEWER,
    "serai.v1.AccessService/RevokeToken": VIEWER,
    "serai.v1.AccessService/AddOwner": ORGANISER,
    "serai.v1.AccessService/ListOwners": ORGANISER,
    "serai.v1.AccessService/ListAudit": ORGANISER,
}


def need_of(method: str) -> str:
    """Return what a call of /SERVICE/METHOD needs."""
    name = method.lstrip("/")
    return _NEEDS.get(name) or _NEEDS.get(name.partition("/")[0], CLOSED)


def check(caller: Caller, need: str, anonymous: bool) -> None:
    """Refuse a caller who may not make such a call: Unknown if a token would help, Forbidden if theirs does not."""
    if need in (OPEN, OWN) or (need == READ and caller.is_anonymous and anonymous):
        return
    if need == CLOSED:
        raise Forbidden("nobody may call this")
    if caller.is_anonymous:
        raise Unknown(refusal.NO_TOKEN)
    if need == TOKEN:
        return
    if caller.bot:
        raise Forbidden(f"this token lets the bot {caller.bot} play and nothing else; this needs a token with a role")
    role = need if need in ROLES else VIEWER
    if not caller.has(role):
        raise Forbidden(f"{caller.owner} comes as {caller.role} here; this needs a token for the role {role}")
