"""Addresses of Redis: what REDIS_URL may say, and a client for it. Nothing secret in it is ever shown."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from serai.ladder.errors import PlatformProblem

if TYPE_CHECKING:
    from redis import Redis
    from redis.retry import Retry

FORMS = "redis://, rediss:// (TLS), unix://, redis+sentinel:// or rediss+sentinel://"

_SENTINEL = "+sentinel"
_SENTINEL_PORT = 26379
_LARGEST_PORT = 65535
_SECONDS = {"socket_timeout": 15.0, "socket_connect_timeout": 5.0}
_SENTINEL_SECONDS = {"socket_timeout": 2.0, "socket_connect_timeout": 1.0}
_WAYS = {
    "redis": "TCP",
    "rediss": "TLS",
    "unix": "a unix socket",
    "redis+sentinel": "Sentinel",
    "rediss+sentinel": "Sentinel and TLS",
}

# What redis-py takes as parameters of a URL, as far as it can be meant here.
_TEXTS = ("username", "password", "client_name", "ssl_cert_reqs", "ssl_ca_path", "ssl_ca_data", "ssl_password")
_FILES = ("ssl_ca_certs", "ssl_certfile", "ssl_keyfile")
_NUMBERS = ("db", "socket_timeout", "socket_connect_timeout", "health_check_interval", "protocol")
_SWITCHES = ("ssl_check_hostname", "socket_keepalive")
_OF_SENTINEL = ("sentinel_username", "sentinel_password")
_PARAMETERS = (*_TEXTS, *_FILES, *_NUMBERS, *_SWITCHES)
_SECRET = ("password", "sentinel_password", "ssl_password", "username", "sentinel_username")
_TRUE = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}


class BadAddress(PlatformProblem):
    """What REDIS_URL says is no address of Redis. The line quotes nothing of it: any part may be a password."""

    def __init__(self, why: str) -> None:
        super().__init__(f"REDIS_URL is no address of Redis: {why}")


@dataclass(frozen=True, slots=True)
class Address:
    """Where a Redis is and how it is reached. `shown` and `way` are for people and hold no secret."""

    shown: str
    way: str
    master: str = ""
    _options: Mapping[str, Any] = field(default_factory=dict, repr=False)
    _sentinels: tuple[tuple[str, int], ...] = ()
    _sentinel_options: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @property
    def replicas(self) -> int:
        """How many replicas should have a fact before it counts as recorded: one where a fail-over may come."""
        return 1 if self._sentinels else 0

    def client(self, retry: Retry, **options: Any) -> Redis:
        """Return a client that connects when it is first used; where no sentinel is asked, in one round trip."""
        settings = {**_SECONDS, **self._options, **options, "retry": retry}
        if self._sentinels:
            return self._master(settings)
        from redis import ConnectionPool, Redis
        from redis.maint_notifications import MaintNotificationsConfig

        terse: dict[str, Any] = {
            "driver_info": None,
            "maint_notifications_config": MaintNotificationsConfig(enabled=False),
        }
        return Redis.from_pool(ConnectionPool(**terse, **settings))

    def _master(self, settings: dict[str, Any]) -> Redis:
        """Return a client for whichever server is the master, which the sentinels are asked for."""
        from redis.backoff import NoBackoff
        from redis.retry import Retry
        from redis.sentinel import Sentinel

        from serai.ladder.storage.sentinel_connection import MasterConnection, MasterConnectionByTls

        asking = {**_SENTINEL_SECONDS, **self._sentinel_options, "retry": Retry(NoBackoff(), 0)}
        # redis-py has left the types of these out.
        sentinel = Sentinel(self._sentinels, sentinel_kwargs=asking)  # type: ignore[no-untyped-call]
        kind = MasterConnectionByTls if settings.get("ssl") else MasterConnection
        found: Redis = sentinel.master_for(self.master, connection_class=kind, **settings)  # type: ignore[no-untyped-call]
        return found

    def scrub(self, text: str) -> str:
        """Return a text of somebody else's in one line, with whatever is secret in the address taken out."""
        values = {
            str(options[name])
            for options in (self._options, self._sentinel_options)
            for name in _SECRET
            if name in options
        }
        for value in sorted(values, key=len, reverse=True):
            text = text.replace(value, "***") if value else text
        return " ".join(text.split())


def read(url: str) -> Address:
    """Return what a URL says; BadAddress in one line if it says nothing that can be used."""
    scheme = url.partition("://")[0].lower()
    if scheme not in _WAYS or "://" not in url:
        raise BadAddress(f"it should begin with {FORMS}")
    try:
        parts = urlsplit(url)
    except ValueError:
        raise BadAddress("its host cannot be read") from None
    if parts.fragment or "#" in url:
        raise BadAddress("it has a #; in a password it is written %23")
    options = _parameters(parts, with_sentinel=_SENTINEL in scheme)
    options |= _credentials(parts)
    if scheme == "unix":
        return _unix(parts, options)
    if _SENTINEL in scheme:
        return _sentinel(scheme, parts, options)
    return _tcp(scheme, parts, options)


def _unix(parts: SplitResult, options: dict[str, Any]) -> Address:
    from redis.connection import UnixDomainSocketConnection

    if not parts.path or _host_part(parts):
        raise BadAddress("a socket reads unix:///path/to/socket, with three slashes")
    made = {**options, "path": unquote(parts.path), "connection_class": UnixDomainSocketConnection}
    made.pop("socket_keepalive", None)
    return Address(f"unix://{_shown_user(parts)}{parts.path}", _WAYS["unix"], _options=made)


def _tcp(scheme: str, parts: SplitResult, options: dict[str, Any]) -> Address:
    from redis.connection import Connection, SSLConnection

    host, port = _host(_host_part(parts), 6379)
    kind = SSLConnection if scheme == "rediss" else Connection
    _allow_tls_only(scheme, options)
    options.setdefault("db", _database(parts.path.strip("/")))
    made = {**options, "host": host, "port": port, "connection_class": kind}
    return Address(f"{scheme}://{_shown_user(parts)}{_host_part(parts)}{parts.path}", _WAYS[scheme], _options=made)


def _sentinel(scheme: str, parts: SplitResult, options: dict[str, Any]) -> Address:
    master, _, database = parts.path.strip("/").partition("/")
    if not re.fullmatch(r"[\w.-]+", master):
        raise BadAddress(f"with Sentinel it should read {scheme}://HOST:PORT,HOST:PORT/MASTER")
    hosts = tuple(_host(text, _SENTINEL_PORT) for text in _host_part(parts).split(","))
    _allow_tls_only(scheme, options)
    options.setdefault("db", _database(database))
    asking = {name: value for name, value in options.items() if name.startswith("ssl_")}
    asking |= {name.removeprefix("sentinel_"): options.pop(name) for name in _OF_SENTINEL if name in options}
    tls = {"ssl": True} if scheme.startswith("rediss") else {}
    return Address(
        f"{scheme}://{_shown_user(parts)}{_host_part(parts)}{parts.path}",
        _WAYS[scheme],
        master,
        {**options, **tls},
        hosts,
        {**asking, **tls},
    )


def _allow_tls_only(scheme: str, options: dict[str, Any]) -> None:
    if not scheme.startswith("rediss") and any(name.startswith("ssl_") for name in options):
        raise BadAddress(f"it has parameters for TLS, but begins with {scheme}:// instead of rediss")


def _host_part(parts: SplitResult) -> str:
    return parts.netloc.rpartition("@")[2]


def _host(text: str, default: int) -> tuple[str, int]:
    """Return host and port of HOST, HOST:PORT or [HOST]:PORT."""
    found = re.fullmatch(r"(?:\[(?P<six>[0-9A-Fa-f:.]+)\]|(?P<name>[^:\[\]\s/]+))(?::(?P<port>\d{1,5}))?", text)
    if found is None or int(found["port"] or default) not in range(1, _LARGEST_PORT + 1):
        raise BadAddress("a server should read HOST or HOST:PORT; in a password / is written %2F and @ %40")
    return unquote(found["six"] or found["name"]), int(found["port"] or default)


def _database(text: str) -> int:
    if not re.fullmatch(r"\d{0,6}", text):
        raise BadAddress("the database at its end should be a number")
    return int(text or 0)


def _credentials(parts: SplitResult) -> dict[str, str]:
    """Return user and password of the part before the @."""
    user, _, password = parts.netloc.rpartition("@")[0].partition(":")
    given = {"username": unquote(user), "password": unquote(password)}
    return {name: value for name, value in given.items() if value}


def _shown_user(parts: SplitResult) -> str:
    """Return the part before the @ as it may be shown. A name alone may be a password in the wrong place."""
    if "@" not in parts.netloc:
        return ""
    user, colon, _ = parts.netloc.rpartition("@")[0].partition(":")
    return f"{user}:***@" if colon else "***@"


def _parameters(parts: SplitResult, with_sentinel: bool) -> dict[str, Any]:
    known = (*_PARAMETERS, *_OF_SENTINEL) if with_sentinel else _PARAMETERS
    try:
        given = dict(parse_qsl(parts.query, strict_parsing=bool(parts.query)))
    except ValueError:
        raise BadAddress("after the ? it should read NAME=VALUE&NAME=VALUE; in a password ? is written %3F") from None
    if not set(given) <= set(known):
        raise BadAddress(f"after the ? it has a parameter that is not known; known are {', '.join(known)}")
    return {name: _value(name, text) for name, text in given.items()}


def _value(name: str, text: str) -> str | int | float | bool:
    if name in _SWITCHES:
        if text.lower() not in _TRUE:
            raise BadAddress(f"{name} should be true or false")
        return _TRUE[text.lower()]
    if name in _NUMBERS:
        return _number(name, text)
    if name in _FILES and not os.access(text, os.R_OK):
        raise BadAddress(f"{name} should name a file that can be read")
    return text


def _number(name: str, text: str) -> int | float:
    if not re.fullmatch(r"\d{1,6}(\.\d+)?", text) or ("." in text and not name.startswith("socket")):
        raise BadAddress(f"{name} should be a number")
    return float(text) if name.startswith("socket") else int(text)
