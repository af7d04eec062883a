"""The work of `serai login`, `serai logout` and `serai whoami`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import click
from grpc_health.v1 import health_pb2, health_pb2_grpc

from serai.ladder.access import arenas, trust
from serai.ladder.access.address import Address
from serai.ladder.access.arenas import PINNED, PLAIN, KnownArena
from serai.ladder.access.certificate import fingerprint as fingerprint_of
from serai.ladder.access.client import channel
from serai.ladder.commands.console import note, say, say_json
from serai.ladder.errors import UserProblem
from serai.v1 import arena_pb2 as pb
from serai.v1.arena_pb2_grpc import AccessServiceStub

_SECONDS = 20.0  # for a call


def login(text: str, fingerprint: str | None, ask_token: Callable[[], str], insecure: bool, as_json: bool) -> None:
    """Find an arena, decide whether it is the right one, ask for the token and try it, and remember both."""
    address = arenas.read_address(text)
    kept = arenas.load()
    arena = _trusted(address, kept.known.get(str(address)), fingerprint, insecure)
    arena = replace(arena, token=ask_token())
    row = _ask(arena)
    arenas.save(kept.with_chosen(arena))
    if arena.trust == PLAIN and not address.is_local:
        note(f"warning: plain text to {address}: whoever is on the way can read your token")
    _show(row, as_json)


def _trusted(address: Address, before: KnownArena | None, fingerprint: str | None, insecure: bool) -> KnownArena:
    """Return the arena with how it is trusted; UserProblem if it is not."""
    if fingerprint is not None:
        expected = KnownArena(address, PINNED, fingerprint)
        return trust.pinned(address, _as_expected(expected))
    if before is not None and before.trust == PINNED:
        return trust.pinned(address, trust.check_pinned(before, trust.presented(address)))
    found = trust.trusted_at_once(address, insecure)
    if isinstance(found, KnownArena):
        return found
    _ask_about(address, fingerprint_of(found))
    return trust.pinned(address, found)


def _as_expected(expected: KnownArena) -> Any:
    shown = None if expected.address.path else trust.presented(expected.address)
    if shown is None:
        raise UserProblem(f"{expected.address} speaks plain text and has no certificate; leave out --fingerprint")
    if fingerprint_of(shown) != expected.fingerprint:
        raise UserProblem(
            f"the certificate of {expected.address} is {fingerprint_of(shown)}, not {expected.fingerprint}; "
            "it is another arena, or somebody is listening"
        )
    return shown


def _ask_about(address: Address, found: str) -> None:
    if not sys.stdin.isatty():
        raise UserProblem(
            f"the certificate of {address} is not known here: it is {found}; "
            f"if its organiser says so too: --fingerprint {found}"
        )
    note(f"The certificate of {address} is not known here. Its fingerprint is\n  {found}")
    if not click.confirm("Is this what its organiser says?", err=True):
        raise UserProblem(f"{address} is not trusted; nothing was sent")


def logout(text: str) -> None:
    """Forget an arena."""
    kept = arenas.load()
    address = str(arenas.read_address(text)) if text else os.environ.get(arenas.ARENA) or kept.chosen
    if address not in kept.known:
        raise UserProblem(f"you are not logged in to {address}" if address else "you are not logged in anywhere")
    arenas.save(kept.without(address))
    say(f"{address} is forgotten; its token is still good, serai token revoke ends it")


def whoami(text: str, as_json: bool) -> None:
    """Ask the arena who calls."""
    _show(_ask(arenas.meant(text)), as_json)


def _ask(meant: KnownArena | Address) -> dict[str, Any]:
    address = meant.address if isinstance(meant, KnownArena) else meant
    has_token = bool(meant.token) if isinstance(meant, KnownArena) else bool(os.environ.get(arenas.TOKEN))
    row: dict[str, Any] = {"arena": str(address), "owner": None, "role": None, "bot": None, "token_id": None}
    with channel(meant) as opened:
        if not has_token:
            health_pb2_grpc.HealthStub(opened).Check(health_pb2.HealthCheckRequest(), timeout=_SECONDS)
            return row
        said = AccessServiceStub(opened).WhoAmI(pb.WhoAmIRequest(), timeout=_SECONDS)
    role = pb.Role.Name(said.role).removeprefix("ROLE_").lower() if said.role else None
    return {**row, "owner": said.owner, "role": role, "bot": said.bot or None, "token_id": said.token_id}


def _show(row: dict[str, Any], as_json: bool) -> None:
    if as_json:
        say_json(row)
    elif row["owner"] is None:
        say(f"{row['arena']}: nobody, without a token")
    else:
        good_for = row["role"] or f"the bot {row['bot']}"
        say(f"{row['arena']}: {row['owner']} as {good_for}, token {row['token_id']}")
