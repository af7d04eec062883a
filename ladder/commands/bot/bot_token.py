"""The token of a bot for an author who is logged in: the arena makes it once, and it is kept with the arena's."""

from __future__ import annotations

import socket

import grpc

from serai.ladder.access import arenas
from serai.ladder.access.address import Address
from serai.ladder.access.arenas import KnownArena
from serai.ladder.access.client import channel
from serai.ladder.commands.console import note
from serai.ladder.errors import UserProblem
from serai.v1 import arena_pb2 as pb
from serai.v1.arena_pb2_grpc import AccessServiceStub

_SECONDS = 20.0  # for a call


def token_of(meant: KnownArena | Address, bot: str) -> str:
    """Return a token of a bot, a new one unless the kept one is good; UserProblem if one cannot be had."""
    if not isinstance(meant, KnownArena) or not meant.token:
        raise UserProblem(
            "no token of the bot in SERAI_TOKEN; whoever runs the arena gives it to you, or you log in: serai login"
        )
    kept = meant.bots.get(bot, "")
    if kept and _is_good(meant, kept):
        return kept
    with channel(meant) as opened:
        access = AccessServiceStub(opened)
        owner = access.WhoAmI(pb.WhoAmIRequest(), timeout=_SECONDS).owner
        purpose = f"serai bot connect on {socket.gethostname()}"
        made = access.CreateToken(pb.CreateTokenRequest(owner=owner, bot=bot, purpose=purpose[:200]), timeout=_SECONDS)
    arenas.save(arenas.load().with_bot(str(meant.address), bot, made.token))
    note(f"a token for {bot} was made and is kept: {made.description.id}")
    return made.token


def _is_good(meant: KnownArena, token: str) -> bool:
    """Ask the arena whether a token still stands for somebody."""
    with channel(meant, token) as opened:
        try:
            AccessServiceStub(opened).WhoAmI(pb.WhoAmIRequest(), timeout=_SECONDS)
        except grpc.RpcError as error:
            if error.code() is grpc.StatusCode.UNAUTHENTICATED:
                return False
            raise
    return True
