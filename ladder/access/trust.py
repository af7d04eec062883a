"""Whether an arena is the one it says it is: vouched for by an authority, or by the key that was pinned at first."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager

from cryptography import x509

from serai.ladder.access.address import Address
from serai.ladder.access.arenas import AUTHORITY, PINNED, PLAIN, KnownArena
from serai.ladder.access.certificate import fingerprint
from serai.ladder.errors import PlatformProblem, UserProblem

SECONDS = 10.0  # to answer a greeting


def presented(address: Address) -> x509.Certificate | None:
    """Return the certificate that an arena shows, None if it speaks plain text; PlatformProblem if nobody answers."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE  # only looked at: nothing is sent to it
    try:
        with _greeted(address, context) as connection:
            shown = connection.getpeercert(binary_form=True)
    except (ssl.SSLError, ConnectionResetError):
        return None
    return x509.load_der_x509_certificate(shown) if shown else None


def vouched_for(address: Address) -> x509.Certificate | None:
    """Return the certificate of an arena if an authority that this machine trusts vouches for it under this name."""
    try:
        with _greeted(address, ssl.create_default_context()) as connection:
            shown = connection.getpeercert(binary_form=True)
    except (ssl.SSLError, ConnectionResetError):
        return None
    return x509.load_der_x509_certificate(shown) if shown else None


@contextmanager
def _greeted(address: Address, context: ssl.SSLContext) -> Iterator[ssl.SSLSocket]:
    context.set_alpn_protocols(["h2"])
    try:
        with (
            socket.create_connection((address.host, address.port), SECONDS) as plain,
            context.wrap_socket(plain, server_hostname=address.host) as connection,
        ):
            yield connection
    except (ssl.SSLError, ConnectionResetError):
        raise
    except OSError as error:
        raise PlatformProblem(f"{address} cannot be reached: {error.strerror or error}") from None


def certificate_of(arena: KnownArena) -> x509.Certificate:
    """Return the certificate that an arena shows now, if it is trusted; UserProblem if it is not."""
    if arena.trust == PINNED:
        return check_pinned(arena, presented(arena.address))
    found = vouched_for(arena.address)
    if found is None:
        raise UserProblem(
            f"no authority vouches for {arena.address} any more; somebody may be listening. If its organiser says what "
            f"its certificate is: serai login {arena.address} --fingerprint SHA256:…"
        )
    return found


def check_pinned(arena: KnownArena, shown: x509.Certificate | None) -> x509.Certificate:
    """Return the certificate of an arena whose key is pinned; UserProblem if it is another, or there is none."""
    if shown is None:
        raise UserProblem(
            f"{arena.address} speaks plain text, but it had the certificate {arena.fingerprint}; not sent"
        )
    found = fingerprint(shown)
    if found != arena.fingerprint:
        raise UserProblem(
            f"the certificate of {arena.address} has changed: it was {arena.fingerprint} and is {found}. Somebody may "
            f"be listening; if its organiser says it is right: serai login {arena.address} --fingerprint {found}"
        )
    return shown


def trusted_at_once(address: Address, insecure: bool = False) -> KnownArena | x509.Certificate:
    """Return an arena that can be trusted without a question, else the certificate that somebody has to look at.

    UserProblem if it speaks plain text where others can listen, unless that is wanted.
    """
    shown = None if address.path else presented(address)
    if shown is None:
        if not address.is_local and not insecure:
            raise UserProblem(
                f"{address} speaks plain text, which others can read and change; its organiser can give it TLS: "
                "serai serve --tls auto (or say --insecure)"
            )
        return KnownArena(address, PLAIN)
    return KnownArena(address, AUTHORITY) if vouched_for(address) else shown


def pinned(address: Address, shown: x509.Certificate) -> KnownArena:
    return KnownArena(address, PINNED, fingerprint(shown))
