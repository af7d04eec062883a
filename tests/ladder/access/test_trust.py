"""Arenas with certificates of others' making: vouched for by an authority, or pinned though none does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from serai.ladder.access import trust
from serai.ladder.access.address import Address
from serai.ladder.access.arenas import AUTHORITY, PINNED, PLAIN, KnownArena
from serai.ladder.access.certificate import Certificate
from serai.ladder.access.client import channel
from serai.ladder.access.register import Register
from serai.ladder.errors import UserProblem
from serai.ladder.storage.redis_connection import Connection
from serai.ladder.storage.store import Store
from serai.v1 import arena_pb2 as pb
from serai.v1.arena_pb2_grpc import AccessServiceStub
from tests.ladder.access.served import Loop

Pair = tuple[ec.EllipticCurvePrivateKey, x509.Certificate]


def signed(name: str, by: Pair | None, *hosts: str) -> Pair:
    """A key with its certificate, for these hosts or, without any, an authority."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(by[1].subject if by else subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(datetime.now(UTC) - timedelta(days=1))
        .not_valid_after(datetime.now(UTC) + timedelta(days=30))
        .add_extension(x509.BasicConstraints(ca=not hosts, path_length=None), critical=True)
    )
    if hosts:
        alternatives = x509.SubjectAlternativeName([x509.DNSName(host) for host in hosts])
        builder = builder.add_extension(alternatives, critical=False)
    return key, builder.sign(by[0] if by else key, hashes.SHA256())


def served_with(pair: Pair, *chain: Pair) -> Certificate:
    key = pair[0].private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return Certificate(key, b"".join(each[1].public_bytes(Encoding.PEM) for each in (pair, *chain)))


@pytest.fixture(scope="module")
def authority() -> Pair:
    return signed("An authority", None)


@pytest.fixture(scope="module")
def address(connection: Connection, authority: Pair) -> Iterator[Address]:
    """An arena with a certificate for localhost by an authority between, as they are usual."""
    between = signed("Another authority", authority)
    loop = Loop()
    with loop.arena(Store(connection.redis), served_with(signed("leaf", between, "localhost"), between)) as arena:
        yield replace(arena.address, host="localhost")
    loop.stop()


@pytest.fixture
def trusting(authority: Pair, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine trusts the authority, and no other."""
    (tmp_path / "authorities.pem").write_bytes(authority[1].public_bytes(Encoding.PEM))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authorities.pem"))
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path))


@pytest.fixture
def token(store: Store) -> str:
    register = Register(store)
    register.add_owner("anna")
    return register.create("anna", role="viewer", seconds=60.0)[1]


def owner_at(arena: KnownArena | Address) -> str:
    with channel(arena) as opened:
        return AccessServiceStub(opened).WhoAmI(pb.WhoAmIRequest(), timeout=60).owner


def test_what_an_authority_vouches_for_is_trusted_at_once(trusting: None, address: Address, token: str) -> None:
    found = trust.trusted_at_once(address)
    assert found == KnownArena(address, AUTHORITY)
    assert owner_at(KnownArena(address, AUTHORITY, token=token)) == "anna"


def test_under_another_name_it_is_a_stranger(trusting: None, address: Address) -> None:
    other = replace(address, host="127.0.0.1")
    assert isinstance(trust.trusted_at_once(other), x509.Certificate)
    with pytest.raises(UserProblem, match=r"the certificate of 127.0.0.1:[0-9]+ is not known here; serai login"):
        owner_at(other)  # an address alone is an arena that nobody logged in to


def test_when_no_authority_vouches_for_it_any_more_nothing_is_sent(address: Address, token: str) -> None:
    with pytest.raises(UserProblem, match=r"no authority vouches for localhost:[0-9]+ any more"):
        owner_at(KnownArena(address, AUTHORITY, token=token))


def test_what_no_authority_vouches_for_is_pinned(address: Address, token: str) -> None:
    shown = trust.trusted_at_once(address)
    assert isinstance(shown, x509.Certificate)
    arena = replace(trust.pinned(address, shown), token=token)
    assert arena.trust == PINNED
    assert owner_at(arena) == "anna"
    assert owner_at(replace(arena, address=replace(address, host="127.0.0.1"))) == "anna", "its key is what counts"


def test_plain_text_is_trusted_where_nobody_else_can_listen(connection: Connection, token: str) -> None:
    loop = Loop()
    with loop.arena(Store(connection.redis), None, listen=Address("0.0.0.0")) as arena:
        here, outside = (replace(arena.address, host=host) for host in ("127.0.0.1", "0.0.0.0"))
        assert trust.trusted_at_once(here) == KnownArena(here, PLAIN)
        assert owner_at(KnownArena(here, PLAIN, token=token)) == "anna"
        with pytest.raises(UserProblem, match="speaks plain text, which others can read and change"):
            trust.trusted_at_once(outside)
        assert trust.trusted_at_once(outside, insecure=True) == KnownArena(outside, PLAIN)
    loop.stop()
