"""The arena's certificate: the organiser's, or one that is made at the first start. Its key is its identity.

A fingerprint is the SHA-256 of the public key, as ssh shows it. A certificate that is made anew for the same key, with
other names or because the old one ends, has the same fingerprint.
"""

from __future__ import annotations

import base64
import hashlib
import ipaddress
import re
import socket
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.types import CertificateIssuerPrivateKeyTypes
from cryptography.x509.oid import NameOID

from serai.ladder.errors import PlatformProblem, UserProblem
from serai.ladder.storage import paths, private_files

_GOOD_DAYS = 825
_RENEW_DAYS = 90
_PEM, _DER = serialization.Encoding.PEM, serialization.Encoding.DER
_HOST = re.compile(r"[A-Za-z0-9*_-]+(\.[A-Za-z0-9_-]+)*\.?")
_NOWHERE = ("192.0.2.1", 9)  # an address of no machine: nothing is sent there


@dataclass(frozen=True, slots=True)
class Certificate:
    """A key and the chain of certificates for it, in PEM as gRPC takes them."""

    key: bytes
    chain: bytes

    @property
    def fingerprint(self) -> str:
        return fingerprint(x509.load_pem_x509_certificate(self.chain))


def fingerprint(certificate: x509.Certificate) -> str:
    """Return `SHA256:` and the digest of the public key in base64, without padding."""
    info = certificate.public_key().public_bytes(_DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    return "SHA256:" + base64.b64encode(hashlib.sha256(info).digest()).decode().rstrip("=")


def load(chain_file: Path, key_file: Path) -> Certificate:
    """Return the certificate of two files in PEM; UserProblem if they cannot be read or do not belong together."""
    key_text, chain = _read(key_file), _read(chain_file)
    try:
        certificate = x509.load_pem_x509_certificate(chain)
    except ValueError:
        raise UserProblem(f"{chain_file} holds no certificate in PEM") from None
    try:
        key = serialization.load_pem_private_key(key_text, None)
    except (ValueError, TypeError):
        raise UserProblem(f"{key_file} holds no private key in PEM without a password") from None
    if key.public_key() != certificate.public_key():
        raise UserProblem(f"{key_file} is not the key of the certificate in {chain_file}")
    return Certificate(key_text, chain)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UserProblem(f"{path} cannot be read: {error.strerror}") from None


def own(names: Iterable[str], now: datetime | None = None) -> Certificate:
    """Return the certificate of this machine, made when it is first asked for, and anew for other names or in time.

    PlatformProblem if it cannot be kept, UserProblem if a name cannot be in it.
    """
    now = now or datetime.now(UTC)
    folder = paths.home() / "arena"
    key_file, chain_file = folder / "tls.key", folder / "tls.crt"
    try:
        key_text = key_file.read_bytes() if key_file.exists() else private_files.make_once(key_file, _new_key())
        key = serialization.load_pem_private_key(key_text, None)
        assert isinstance(key, ec.EllipticCurvePrivateKey)
        kept = chain_file.read_bytes() if chain_file.exists() else b""
        wanted = [*_names_of_this_machine(), *names]
        if not kept or not _will_do(x509.load_pem_x509_certificate(kept), key, wanted, now):
            kept = _signed(key, wanted, now).public_bytes(_PEM)
            private_files.write(chain_file, kept)
    except OSError as error:
        raise PlatformProblem(f"the certificate of the arena cannot be kept in {folder}: {error.strerror}") from None
    except (ValueError, AssertionError):
        raise PlatformProblem(
            f"{folder} holds no key or certificate of ours (delete it and new ones are made)"
        ) from None
    return Certificate(key_text, kept)


def _new_key() -> bytes:
    plain = serialization.NoEncryption()
    return ec.generate_private_key(ec.SECP256R1()).private_bytes(_PEM, serialization.PrivateFormat.PKCS8, plain)


def _will_do(kept: x509.Certificate, key: ec.EllipticCurvePrivateKey, wanted: Iterable[str], now: datetime) -> bool:
    is_new = kept.not_valid_before_utc <= now < kept.not_valid_after_utc - timedelta(days=_RENEW_DAYS)
    return is_new and kept.public_key() == key.public_key() and set(wanted) <= set(names(kept))


def _signed(key: CertificateIssuerPrivateKeyTypes, wanted: Iterable[str], now: datetime) -> x509.Certificate:
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Serai arena")])
    alternatives = x509.SubjectAlternativeName([_general_name(name) for name in dict.fromkeys(wanted)])
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))  # clocks differ
        .not_valid_after(now + timedelta(days=_GOOD_DAYS))
        .add_extension(alternatives, critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )


def _general_name(name: str) -> x509.GeneralName:
    with suppress(ValueError):
        return x509.IPAddress(ipaddress.ip_address(name))
    if not _HOST.fullmatch(name):
        raise UserProblem(f"{name!r} cannot be a name of a certificate: letters, digits, hyphens and dots")
    return x509.DNSName(name)


def name_of(certificate: Certificate) -> str:
    """Return a name that a certificate is for: whoever knows the certificate checks it by that."""
    return names(x509.load_pem_x509_certificate(certificate.chain))[0]


def names(certificate: x509.Certificate) -> list[str]:
    """Return the names and addresses that a certificate is for, names first; where it has none, what it is called."""
    try:
        found = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return [str(each.value) for each in certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)]
    return [*found.get_values_for_type(x509.DNSName), *map(str, found.get_values_for_type(x509.IPAddress))]


def _names_of_this_machine() -> list[str]:
    name = socket.gethostname()
    found = ["localhost", "127.0.0.1", "::1", *([name] if _HOST.fullmatch(name) else [])]
    with suppress(OSError):
        found += [str(each[4][0]).partition("%")[0] for each in socket.getaddrinfo(name, None)]
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trial:
        trial.connect(_NOWHERE)  # which of our addresses the world would see
        found.append(trial.getsockname()[0])
    return list(dict.fromkeys(found))
