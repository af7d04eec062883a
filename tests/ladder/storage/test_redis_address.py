"""Every form of REDIS_URL is understood or refused in one line, and nothing secret in it is ever shown (D9)."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from serai.ladder.commands.main import run
from serai.ladder.errors import PlatformProblem
from serai.ladder.storage import redis_address, redis_connection
from serai.ladder.storage.redis_address import BadAddress
from tests.ladder.storage.real_redis import RealRedis, running

CANARY = "canary"
DEBIAN = shutil.which("redis-server")

GOOD = {
    "redis://h": ("redis://h", "TCP"),
    "redis://h:7000/3": ("redis://h:7000/3", "TCP"),
    "redis://[::1]:7000": ("redis://[::1]:7000", "TCP"),
    "rediss://h/1": ("rediss://h/1", "TLS"),
    "rediss://h?ssl_cert_reqs=none&ssl_check_hostname=false": ("rediss://h", "TLS"),
    "unix:///run/redis.sock?db=2": ("unix:///run/redis.sock", "a unix socket"),
    "redis://ann:canary@h/1": ("redis://ann:***@h/1", "TCP"),
    "redis://:canary@h": ("redis://:***@h", "TCP"),
    "redis://canary@h": ("redis://***@h", "TCP"),
    "redis://:c%61n%61ry@h": ("redis://:***@h", "TCP"),
    "redis://ann:@canary@h": ("redis://ann:***@h", "TCP"),
    "redis://ann:canary:canary@h": ("redis://ann:***@h", "TCP"),
    "redis://h?password=canary": ("redis://h", "TCP"),
    "redis://h?username=ann&password=c%61nary": ("redis://h", "TCP"),
    "redis://h/0?password=can@canary": ("redis://h/0", "TCP"),
    "unix://ann:canary@/run/redis.sock": ("unix://ann:***@/run/redis.sock", "a unix socket"),
    "rediss://ann:canary@h?ssl_password=canary": ("rediss://ann:***@h", "TLS"),
    "redis+sentinel://a,b:1,[::1]:2/main": ("redis+sentinel://a,b:1,[::1]:2/main", "Sentinel"),
    "rediss+sentinel://ann:canary@a:1/main/3?sentinel_username=bob&sentinel_password=canary": (
        "rediss+sentinel://ann:***@a:1/main/3",
        "Sentinel and TLS",
    ),
}


@pytest.mark.parametrize("url", GOOD)
def test_an_address_is_shown_without_what_is_secret(url: str) -> None:
    address = redis_address.read(url)
    assert (address.shown, address.way) == GOOD[url]
    assert CANARY not in repr(address)


BAD = {
    "canary": "should begin with redis://, rediss://",
    ":canary@h:6379": "should begin with",
    "http://h": "should begin with",
    "canary://h": "should begin with",
    "redis:/h": "should begin with",
    "redis://": "HOST or HOST:PORT",
    "redis://:canary": "HOST or HOST:PORT",
    "redis://h:canary": "HOST or HOST:PORT",
    "redis://h:99999": "HOST or HOST:PORT",
    "redis://[canary": "its host cannot be read",
    "redis://:can/canary@h": "HOST or HOST:PORT",
    "redis://ann:12/canary@h": "database at its end",
    "redis://:can?canary@h": "NAME=VALUE",
    "redis://:can#canary@h": "written %23",
    "redis://h/canary": "database at its end",
    "redis://h?canary": "NAME=VALUE",
    "redis://h?canary=1": "known are",
    "redis://h?sentinel_password=canary": "known are",
    "redis://h?db=canary": "db should be a number",
    "redis://h?socket_timeout=canary": "socket_timeout should be a number",
    "redis://h?ssl_check_hostname=false": "TLS",
    "rediss://h?ssl_check_hostname=canary": "true or false",
    "rediss://h?ssl_ca_certs=/canary/ca.pem": "ssl_ca_certs should name a file",
    "unix://canary/run/redis.sock": "three slashes",
    "redis+sentinel://a:1": "/MASTER",
    "redis+sentinel://a:1/can@canary": "/MASTER",
    "redis+sentinel://a:1,b:canary/main": "HOST or HOST:PORT",
    "redis+sentinel://a:1/main/canary": "database at its end",
}


@pytest.mark.parametrize("url", BAD)
def test_a_bad_address_is_one_line_that_quotes_nothing(url: str) -> None:
    with pytest.raises(BadAddress, match=re.escape(BAD[url])) as problem:
        redis_address.read(url)
    said = str(problem.value)
    assert said.startswith("REDIS_URL is no address of Redis: ")
    assert "\n" not in said
    assert CANARY not in said


NOWHERE = [
    "redis://ann:canary@127.0.0.1:1/0",
    "redis://:c%61nary@127.0.0.1:1",
    "redis://canary@127.0.0.1:1",
    "redis://127.0.0.1:1?password=canary",
    "redis://127.0.0.1:1?username=canary&password=canary",
    "rediss://ann:canary@127.0.0.1:1?ssl_password=canary",
    "unix://ann:canary@/nowhere/at/all.sock",
    "unix:///nowhere/at/all.sock?password=canary",
    "redis+sentinel://ann:canary@127.0.0.1:1/main?sentinel_username=canary&sentinel_password=canary",
    "rediss+sentinel://127.0.0.1:1/main?password=canary&sentinel_password=c%61nary",
    *(url for url in BAD if CANARY in url),
]


@pytest.mark.parametrize("url", NOWHERE)
@pytest.mark.parametrize("line", ["doctor", "doctor --json", "ladder", "tournament run spring", "bot list"])
def test_no_command_prints_a_password(
    url: str, line: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REDIS_URL", url)
    monkeypatch.setattr("serai.ladder.commands.doctor.TOOLCHAINS", {})
    code = run(line.split())
    printed = "".join(capfd.readouterr())
    assert CANARY not in printed
    assert "REDIS_URL is" in printed
    assert code == (1 if line.startswith("doctor") else 3)


def test_a_wrong_password_is_reported_and_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    server = RealRedis(tmp_path / "redis", "--requirepass", "right")
    server.start()
    try:
        monkeypatch.setenv("REDIS_URL", f"redis://:canary@127.0.0.1:{server.port}")
        assert run(["worker", "-n", "1"]) == 3
    finally:
        server.kill()
    printed = capfd.readouterr().err
    assert "invalid username-password pair" in printed
    assert CANARY not in printed


def test_passwords_and_users_let_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = RealRedis(tmp_path / "redis", "--user", "ann", "on", ">p@ss/word", "~*", "&*", "+@all")
    server.start()
    try:
        for url in (
            f"redis://ann:p%40ss%2Fword@127.0.0.1:{server.port}/0",
            f"redis://127.0.0.1:{server.port}?username=ann&password=p@ss%2Fword",
        ):
            monkeypatch.setenv("REDIS_URL", url)
            with redis_connection.connection() as connection:
                assert connection.redis.acl_whoami() == "ann"
                assert "word" not in connection.description
    finally:
        server.kill()


@pytest.fixture
def certificates(tmp_path: Path) -> Path:
    """A folder with an authority, and a certificate of it for 127.0.0.1."""
    if not DEBIAN:
        pytest.skip("redis-server is not installed, and the packaged Valkey is without TLS")
    if not shutil.which("openssl"):
        pytest.skip("openssl is not installed, so no certificates can be made")
    made = tmp_path / "tls"
    made.mkdir()
    (made / "names").write_text("subjectAltName=IP:127.0.0.1\n")
    for line in (
        "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=authority -keyout ca.key -out ca.pem",
        "req -newkey rsa:2048 -nodes -subj /CN=server -keyout key.pem -out request.pem",
        "x509 -req -in request.pem -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out cert.pem",
    ):
        subprocess.run(["openssl", *line.split()], cwd=made, check=True, capture_output=True)
    return made


def test_tls_with_an_authority_and_a_certificate_of_ours(
    tmp_path: Path, certificates: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {name: str(certificates / f"{name}.pem") for name in ("ca", "cert", "key")}
    server = RealRedis(tmp_path / "redis", program=DEBIAN)
    tls = ("--tls-cert-file", files["cert"], "--tls-key-file", files["key"], "--tls-ca-cert-file", files["ca"])
    server.start("--port", "0", "--tls-port", str(server.port), *tls)
    try:
        good = f"rediss://127.0.0.1:{server.port}?ssl_ca_certs={files['ca']}"
        ours = f"{good}&ssl_certfile={files['cert']}&ssl_keyfile={files['key']}"
        monkeypatch.setenv("REDIS_URL", ours)
        with redis_connection.connection() as connection:
            assert connection.redis.ping()
            assert connection.description.endswith("(REDIS_URL, by TLS)")
        for wrong in (good, f"rediss://127.0.0.1:{server.port}"):
            monkeypatch.setenv("REDIS_URL", wrong)
            with pytest.raises(PlatformProblem, match="nothing usable answers"), redis_connection.connection():
                pass
        monkeypatch.setenv("REDIS_URL", f"rediss://127.0.0.1:{server.port}")
        with (
            pytest.raises(PlatformProblem, match="certificate"),
            redis_connection.connection(waiting=print, at_start=True),
        ):
            pass
    finally:
        server.kill()


def test_an_address_that_answers_is_described(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = RealRedis(tmp_path / "redis")
    monkeypatch.setenv("REDIS_URL", server.url)
    with running(server), redis_connection.connection() as connection:
        assert re.fullmatch(rf"Valkey [\d.]+ at {server.url} \(REDIS_URL, by TCP\)", connection.description)
