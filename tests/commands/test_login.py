"""`serai login`, `logout` and `whoami` against a real arena with TLS, as a person at another terminal."""

from __future__ import annotations

import io
import signal
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from serai.ladder.access import arenas, certificate
from serai.ladder.access.register import Register
from serai.ladder.storage.store import open_store
from tests.commands.terminal import Answer, Here, start, succeeded


class Served(NamedTuple):
    """Where the arena is, how its certificate is known, and a token for it."""

    address: str
    fingerprint: str
    token: str
    id: str


@pytest.fixture(scope="module")
def organiser() -> Iterator[Path]:
    """The home of the organiser. The path is short: sockets live below it."""
    with tempfile.TemporaryDirectory(prefix="serai-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


@pytest.fixture(scope="module")
def served(organiser: Path) -> Iterator[Served]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SERAI_HOME", str(organiser))
        with open_store() as store:
            register = Register(store)
            register.add_owner("anna")
            made, text = register.create("anna", role="author", seconds=3600.0)
    with start(organiser, "serve", "--listen", "127.0.0.1:0", "--tls", "auto", "--no-anonymous") as server:
        assert server.stderr is not None
        words = server.stderr.readline().split()
        assert words[:2] == ["serving", "on"]
        yield Served(words[2], words[-3].rstrip(";"), text, made.id)
        server.send_signal(signal.SIGTERM)
        assert (server.wait(), server.communicate()) == (0, ("", ""))


@pytest.fixture(autouse=True)
def nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (arenas.ARENA, arenas.TOKEN):
        monkeypatch.delenv(name, raising=False)


class Terminal(io.StringIO):
    """Somebody types."""

    def isatty(self) -> bool:
        return True


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def log_in(here: Here, home: Path, served: Served, monkeypatch: pytest.MonkeyPatch) -> Answer:
    typed(monkeypatch, served.token + "\n")
    return here(home, "login", served.address, "--fingerprint", served.fingerprint)


def test_who_logs_in_is_known_from_then_on(
    here: Here, home: Path, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = succeeded(log_in(here, home, served, monkeypatch))
    assert said.out == f"{served.address}: anna as author, token {served.id}\n"
    assert succeeded(here(home, "whoami")).out == said.out
    assert succeeded(here(home, "whoami", "--json")).json == {
        "arena": served.address,
        "owner": "anna",
        "role": "author",
        "bot": None,
        "token_id": served.id,
    }
    kept = home / "arenas.json"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert served.token in kept.read_text()
    succeeded(here(home, "logout"))
    assert served.token not in kept.read_text()
    assert (here(home, "whoami").code, here(home, "logout").err) == (2, "serai: you are not logged in anywhere\n")


def test_the_fingerprint_is_the_one_that_was_printed(served: Served, organiser: Path) -> None:
    pair = certificate.load(organiser / "arena" / "tls.crt", organiser / "arena" / "tls.key")
    assert pair.fingerprint == served.fingerprint


def test_a_stranger_is_shown_before_anything_is_sent(
    here: Here, home: Path, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a terminal nobody can be asked."""
    typed(monkeypatch, served.token + "\n")
    answer = here(home, "login", served.address)
    assert answer.code == 2
    assert f"if its organiser says so too: --fingerprint {served.fingerprint}\n" in answer.err
    typed(monkeypatch, served.token + "\n")
    wrong = here(home, "login", served.address, "--fingerprint", "SHA256:wrong")
    assert (wrong.code, "it is another arena, or somebody is listening" in wrong.err) == (2, True)
    assert not (home / "arenas.json").exists()


def test_somebody_at_a_terminal_is_asked(
    here: Here, home: Path, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """First about the fingerprint, then for the token, which is not shown."""
    questions: list[tuple[str, bool]] = []

    def answer(text: str) -> object:
        def ask(prompt: str, hide_input: bool = False, **_: object) -> object:
            questions.append((prompt, hide_input))
            return text or True

        return ask

    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr("click.prompt", answer(served.token))
    monkeypatch.setattr("click.confirm", answer(""))
    said = succeeded(here(home, "login", served.address))
    assert questions == [("Is this what its organiser says?", False), ("token", True)]
    assert f"  {served.fingerprint}\n" in said.err
    assert served.token not in said.out + said.err
    monkeypatch.setattr("click.confirm", lambda *_, **__: pytest.fail("a certificate that is known is not asked about"))
    succeeded(here(home, "login", served.address))


def test_a_certificate_that_has_changed_is_refused(
    here: Here, home: Path, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    succeeded(log_in(here, home, served, monkeypatch))
    kept = home / "arenas.json"
    kept.write_text(kept.read_text().replace(served.fingerprint, "SHA256:before"))
    for words in (("whoami",), ("login", served.address)):
        answer = here(home, *words)
        assert (answer.code, answer.err.count("\n")) == (2, 1)
        assert f"has changed: it was SHA256:before and is {served.fingerprint}. Somebody may be listening" in answer.err
    typed(monkeypatch, served.token + "\n")
    succeeded(here(home, "login", served.address, "--fingerprint", served.fingerprint))


def test_a_token_comes_from_a_file_and_a_bad_one_is_not_kept(
    here: Here, home: Path, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("login", served.address, "--fingerprint", served.fingerprint, "--token-file", home / "token")
    (home / "token").write_text(served.token[:-1] + ("0" if served.token[-1] != "0" else "1"))
    answer = here(home, *words)
    assert answer.code == 2
    assert answer.err.endswith(": the token is unknown: there is none with this id and this secret\n")
    assert not (home / "arenas.json").exists()
    (home / "token").write_text(served.token + "\n")
    succeeded(here(home, *words))


def test_another_arena_and_token_can_be_named(
    here: Here, home: Path, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    succeeded(here(home, "login", served.address, "--fingerprint", served.fingerprint, "--without-token"))
    assert succeeded(here(home, "whoami")).out == f"{served.address}: nobody, without a token\n"
    monkeypatch.setenv(arenas.TOKEN, served.token)
    assert succeeded(here(home, "whoami")).out == f"{served.address}: anna as author, token {served.id}\n"
    monkeypatch.setenv(arenas.ARENA, "127.0.0.1:1")
    assert succeeded(here(home, "--arena", served.address, "whoami", "--json")).json["owner"] == "anna"
    away = here(home, "whoami")
    assert (away.code, away.err) == (3, "serai: 127.0.0.1:1 cannot be reached: Connection refused\n")
