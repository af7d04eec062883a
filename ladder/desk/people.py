"""Owners, tokens and the audit log. Authors have to do with what is their own, organisers with all of it."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator

from serai.ladder.access import giving
from serai.ladder.access.caller import AUTHOR, ORGANISER, VIEWER
from serai.ladder.access.register import Listed, Register, rows
from serai.ladder.desk.operation import Call, Row, operation
from serai.ladder.service.json_rows import moment
from serai.ladder.storage import audit


@operation("owner.add", ORGANISER)
def add_owner(call: Call, name: str, about: str) -> Row:
    """Add an owner."""
    owner = Register(call.store).add_owner(name, about)
    return {"name": owner.name, "about": owner.about, "created": moment(owner.created)}


@operation("owner.list", ORGANISER)
def owners(call: Call) -> Iterator[Row]:
    """Yield all owners with their bots."""
    bots = defaultdict[str, list[str]](list)
    for bot, owner in sorted(call.store.owners_of_bots().items()):
        bots[owner].append(bot)
    for each in Register(call.store).owners():
        yield {"name": each.name, "about": each.about, "created": moment(each.created), "bots": bots[each.name]}


@operation("token.create", AUTHOR)
def create_token(call: Call, owner: str, role: str, bot: str, seconds: float, purpose: str) -> Row:
    """Make a token and return it with its text, this once."""
    if call.is_from_afar:
        giving.check_may_give(call.store, call.who, owner, role, bot)
    made, text = Register(call.store).create(owner, role=role, bot=bot, purpose=purpose, seconds=seconds)
    [row] = rows([Listed(made, None, None)], made.created)
    return {**row, "token": text}


@operation("token.list", VIEWER)
def tokens(call: Call, owner: str | None, everything: bool) -> Iterator[Row]:
    """Yield the tokens that are good, or all; who is no organiser sees own ones."""
    now, register = time.time(), Register(call.store)
    owner = giving.visible_owner(call.who, owner)
    if owner is not None:
        register.check_owner(owner)
    yield from rows([each for each in register.tokens(owner) if everything or each.state(now) == "valid"], now)


@operation("token.revoke", VIEWER)
def revoke_token(call: Call, id: str, why: str) -> str:  # noqa: A002 - the argument is called so
    """Revoke a token, and return whose it was."""
    register = Register(call.store)
    if call.is_from_afar and id != call.who.token:
        giving.check_may_revoke(register, call.who, id)
    return register.revoke(id, why).owner


@operation("audit.list", ORGANISER)
def audit_lines(call: Call, subject: str | None) -> Iterator[Row]:
    """Yield who did what, oldest first; to one tournament, bot or owner if it is named. Times are in ISO 8601."""
    name = None if subject is None else call.store.name_of(subject)
    for line in audit.lines(call.store.redis, name):
        details = line.get("details", {})
        if details.get("deadline") is not None:
            details = {**details, "deadline": moment(details["deadline"])}
        yield {**line, "when": moment(line["when"]), "details": details}
