"""A channel to an arena, ready to call: with TLS, its certificate checked, and the token of its user."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NamedTuple

import grpc
from cryptography.hazmat.primitives.serialization import Encoding

from serai.ladder.access import token as tokens
from serai.ladder.access import trust
from serai.ladder.access.address import Address
from serai.ladder.access.arenas import PLAIN, TOKEN, KnownArena
from serai.ladder.access.certificate import names
from serai.ladder.errors import PlatformProblem, Problem, UserProblem

_ASKED_WRONG = (
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.NOT_FOUND,
    grpc.StatusCode.PERMISSION_DENIED,
    grpc.StatusCode.UNAUTHENTICATED,
    grpc.StatusCode.RESOURCE_EXHAUSTED,
    grpc.StatusCode.FAILED_PRECONDITION,
)
_OPTIONS = (
    ("grpc.max_receive_message_length", -1),
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.max_reconnect_backoff_ms", 2_000),  # whoever follows an event hears soon that the arena is back
)
_CLOSING_SECONDS = 2.0


@contextmanager
def channel(meant: KnownArena | Address, token: str = "") -> Iterator[grpc.Channel]:
    """Open a channel to an arena while the block runs; errors of calls in it become Problems with one clear line.

    With a token it is used instead of the one that is kept for the arena.

    UserProblem if the arena cannot be trusted, PlatformProblem if it does not answer.
    """
    arena = meant if isinstance(meant, KnownArena) else _stranger(meant)
    arena = replace(arena, token=token or arena.token)
    if arena.token and tokens.parts(arena.token) is None:
        raise UserProblem(
            f"the token for {arena.address} is no token: serai_ID_SECRET, as serai token create prints it"
        )
    opened = _open(arena)
    try:
        yield opened
    except grpc.RpcError as error:
        raise problem(error, arena.address) from None
    finally:
        _close(opened)


def _close(opened: grpc.Channel) -> None:
    """Close a channel. Ctrl-C may have come while gRPC held one of its locks: then it never closes, and we go on."""
    closing = threading.Thread(target=opened.close, daemon=True)
    closing.start()
    closing.join(_CLOSING_SECONDS)


def _stranger(address: Address) -> KnownArena:
    """Return an arena that nobody logged in to, if it can be trusted at once; UserProblem if not."""
    found = trust.trusted_at_once(address)
    if not isinstance(found, KnownArena):
        raise UserProblem(f"the certificate of {address} is not known here; serai login {address} asks about it")
    return KnownArena(address, found.trust, token=os.environ.get(TOKEN, ""))


def _open(arena: KnownArena) -> grpc.Channel:
    target = str(arena.address)
    if arena.trust == PLAIN:
        plain = grpc.insecure_channel(target, _OPTIONS)
        return grpc.intercept_channel(plain, _Bearer(arena.token)) if arena.token else plain
    # The one certificate that was found to be right is the only one that this channel takes, whatever its name here.
    shown = trust.certificate_of(arena)
    credentials = grpc.ssl_channel_credentials(shown.public_bytes(Encoding.PEM))
    options = (*_OPTIONS, ("grpc.ssl_target_name_override", names(shown)[0]))
    if arena.token:
        bearer = grpc.access_token_call_credentials(arena.token)
        credentials = grpc.composite_channel_credentials(credentials, bearer)
    return grpc.secure_channel(target, credentials, options)


def problem(error: grpc.RpcError, address: Address) -> Problem:
    """Return what a failed call is to the person at the terminal."""
    code, line = error.code(), error.details()
    if code in _ASKED_WRONG:
        return UserProblem(f"{address}: {line}")
    return PlatformProblem(f"{address}: {line}" if line else f"{address}: {code.name}")


class _Details(NamedTuple):
    method: str
    timeout: float | None
    metadata: Any
    credentials: Any
    wait_for_ready: Any
    compression: Any


class _Bearer(
    grpc.UnaryUnaryClientInterceptor,
    grpc.UnaryStreamClientInterceptor,
    grpc.StreamUnaryClientInterceptor,
    grpc.StreamStreamClientInterceptor,
):
    """Adds the token to every call in plain text, where gRPC's own way is closed."""

    def __init__(self, token: str) -> None:
        self._added = ("authorization", f"Bearer {token}")

    def intercept_unary_unary(self, continuation: Any, client_call_details: Any, request: Any) -> Any:
        return continuation(self._with_token(client_call_details), request)

    def intercept_unary_stream(self, continuation: Any, client_call_details: Any, request: Any) -> Any:
        return continuation(self._with_token(client_call_details), request)

    def intercept_stream_unary(self, continuation: Any, client_call_details: Any, request_iterator: Any) -> Any:
        return continuation(self._with_token(client_call_details), request_iterator)

    def intercept_stream_stream(self, continuation: Any, client_call_details: Any, request_iterator: Any) -> Any:
        return continuation(self._with_token(client_call_details), request_iterator)

    def _with_token(self, details: Any) -> _Details:
        known: dict[str, Any] = {name: getattr(details, name, None) for name in _Details._fields}
        return _Details(**{**known, "metadata": [*(details.metadata or ()), self._added]})
