"""Owners, tokens and the audit log over gRPC. The gate has checked the role; what is asked for is checked here."""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from itertools import islice
from typing import Any, TypeVar

import grpc

from serai.ladder.access import giving, token
from serai.ladder.access.caller import ROLES
from serai.ladder.access.register import Listed, Owner, Register, rows
from serai.ladder.errors import UserProblem
from serai.ladder.service.answering import answer
from serai.ladder.service.gate import caller
from serai.ladder.service.json_rows import moment
from serai.ladder.storage import audit
from serai.ladder.storage.audit import Line
from serai.ladder.storage.store import Store
from serai.v1 import arena_pb2 as pb
from serai.v1.arena_pb2_grpc import AccessServiceServicer

T = TypeVar("T")

SERVICE = pb.DESCRIPTOR.services_by_name["AccessService"].full_name
_LINES_PER_MESSAGE = 200


class AccessService(AccessServiceServicer):
    """The calls of the service."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._register = Register(store)

    async def WhoAmI(self, request: pb.WhoAmIRequest, context: Any) -> pb.WhoAmIResponse:
        who = caller()
        return pb.WhoAmIResponse(owner=who.owner, role=_role(who.role), bot=who.bot, token_id=who.token)

    async def CreateToken(self, request: pb.CreateTokenRequest, context: Any) -> pb.CreateTokenResponse:
        def work() -> pb.CreateTokenResponse:
            role = _role_name(request.role)
            giving.check_may_give(self._store, caller(), request.owner, role, request.bot)
            made, text = self._register.create(
                request.owner,
                role=role,
                bot=request.bot,
                purpose=request.purpose,
                seconds=float(request.seconds) or token.USUAL_SECONDS,
            )
            return pb.CreateTokenResponse(token=text, description=_tokens([Listed(made, None, None)])[0])

        return await _act(context, work)

    async def ListTokens(self, request: pb.ListTokensRequest, context: Any) -> pb.ListTokensResponse:
        def work() -> pb.ListTokensResponse:
            owner = giving.visible_owner(caller(), request.owner or None)
            if owner is not None:
                self._register.check_owner(owner)
            return pb.ListTokensResponse(tokens=_tokens(self._register.tokens(owner)))

        return await _act(context, work)

    async def RevokeToken(self, request: pb.RevokeTokenRequest, context: Any) -> pb.RevokeTokenResponse:
        def work() -> pb.RevokeTokenResponse:
            who = caller()
            if request.id != who.token:
                giving.check_may_revoke(self._register, who, request.id)
            self._register.revoke(request.id, request.why)
            return pb.RevokeTokenResponse()

        return await _act(context, work)

    async def AddOwner(self, request: pb.AddOwnerRequest, context: Any) -> pb.AddOwnerResponse:
        def work() -> pb.AddOwnerResponse:
            return pb.AddOwnerResponse(owner=_owner(self._register.add_owner(request.name, request.about), []))

        return await _act(context, work)

    async def ListOwners(self, request: pb.ListOwnersRequest, context: Any) -> pb.ListOwnersResponse:
        def work() -> pb.ListOwnersResponse:
            bots = defaultdict[str, list[str]](list)
            for bot, owner in sorted(self._store.owners_of_bots().items()):
                bots[owner].append(bot)
            return pb.ListOwnersResponse(owners=[_owner(each, bots[each.name]) for each in self._register.owners()])

        return await _act(context, work)

    async def ListAudit(self, request: pb.ListAuditRequest, context: Any) -> AsyncIterator[pb.ListAuditResponse]:
        lines = audit.lines(self._store.redis, request.subject or None)
        while page := await _act(context, lambda: list(islice(lines, _LINES_PER_MESSAGE))):
            yield pb.ListAuditResponse(lines=map(_line, page))


async def _act(context: Any, work: Callable[[], T]) -> T:
    """Return the result of work that is done in the name of the caller."""
    with audit.acting(str(caller())):
        return await answer(context, work, grpc.StatusCode.INVALID_ARGUMENT)


def _role(name: str) -> pb.Role.ValueType:
    return pb.Role.Value(f"ROLE_{name.upper()}") if name else pb.ROLE_UNSPECIFIED


def _role_name(role: pb.Role.ValueType) -> str:
    """Return a role by its name, empty for none; UserProblem for a number that is no role."""
    if role not in pb.Role.values():
        raise UserProblem(f"{role} is no role; there are 1 to {len(ROLES)}: {', '.join(ROLES)}")
    return ("", *ROLES)[role]


def _tokens(listed: list[Listed]) -> list[pb.TokenDescription]:
    return [_token(row) for row in rows(listed, time.time())]


def _token(row: dict[str, Any]) -> pb.TokenDescription:
    texts = {name: value or "" for name, value in row.items() if name != "role"}
    return pb.TokenDescription(**texts, role=_role(row["role"] or ""))


def _owner(owner: Owner, bots: list[str]) -> pb.OwnerDescription:
    return pb.OwnerDescription(name=owner.name, about=owner.about, created=moment(owner.created), bots=bots)


def _line(said: Line) -> pb.AuditLine:
    details = json.dumps(said["details"], ensure_ascii=False) if "details" in said else ""
    known = {name: said[name] for name in ("who", "what", "subject", "why")}
    return pb.AuditLine(when=moment(said["when"]), details_json=details, **known)
