"""The arena's certificate: made once, made anew in time, and known by its key."""

from __future__ import annotations

import base64
import hashlib
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from serai.ladder.access import certificate
from serai.ladder.access.certificate import Certificate
from serai.ladder.errors import PlatformProblem, UserProblem

NOW = datetime(2026, 5, 1, tzinfo=UTC)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SERAI_HOME", str(tmp_path))
    return tmp_path


def of(found: Certificate) -> x509.Certificate:
    return x509.load_pem_x509_certificate(found.chain)


def test_it_is_made_once_and_its_key_is_private(home: Path) -> None:
    made = certificate.own((), NOW)
    assert certificate.own((), NOW) == made
    files = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (home / "arena").iterdir()}
    assert files == {"tls.key": 0o600, "tls.crt": 0o600}
    assert {"localhost", "127.0.0.1", "::1"} <= set(certificate.names(of(made)))


def test_the_fingerprint_is_that_of_the_key_as_ssh_writes_it() -> None:
    made = certificate.own((), NOW)
    info = of(made).public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    kind, _, digest = made.fingerprint.partition(":")
    assert (kind, base64.b64decode(digest + "=")) == ("SHA256", hashlib.sha256(info).digest())


def test_other_names_and_the_end_in_sight_make_a_new_one_for_the_same_key() -> None:
    made = certificate.own((), NOW)
    named = certificate.own(("arena.example", "192.0.2.7"), NOW)
    later = certificate.own(("arena.example",), NOW + timedelta(days=700))
    latest = certificate.own(("arena.example",), NOW + timedelta(days=800))
    assert {"arena.example", "192.0.2.7"} <= set(certificate.names(of(named)))
    assert later == named
    assert len({each.chain for each in (made, named, latest)}) == 3
    assert len({each.fingerprint for each in (made, named, latest)}) == 1
    assert len({each.key for each in (made, named, latest)}) == 1


def test_what_is_broken_is_told_and_not_replaced(home: Path) -> None:
    certificate.own((), NOW)
    (home / "arena" / "tls.key").write_text("broken")
    with pytest.raises(PlatformProblem, match="holds no key or certificate of ours"):
        certificate.own((), NOW)
    assert (home / "arena" / "tls.key").read_text() == "broken"


def test_a_name_that_is_none_is_told(home: Path) -> None:
    with pytest.raises(UserProblem, match=r"'bücher\.example' cannot be a name of a certificate"):
        certificate.own(("bücher.example",), NOW)


def test_files_of_the_organiser_are_checked(home: Path) -> None:
    certificate.own((), NOW)
    chain, key = home / "arena" / "tls.crt", home / "arena" / "tls.key"
    other = home / "other.key"
    other.write_bytes(certificate._new_key())
    assert certificate.load(chain, key) == certificate.own((), NOW)
    for pair, line in {
        (home / "none", key): "none cannot be read: No such file or directory",
        (key, key): "tls.key holds no certificate in PEM",
        (chain, chain): "tls.crt holds no private key in PEM without a password",
        (chain, other): "other.key is not the key of the certificate in ",
    }.items():
        with pytest.raises(UserProblem, match=line):
            certificate.load(*pair)
