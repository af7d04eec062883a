"""`serai owner`, `serai token` and who a bot belongs to, as an organiser at the terminal uses them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from serai.ladder.storage.store import open_store
from tests.commands.terminal import Here, succeeded


@pytest.fixture(autouse=True)
def running(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The embedded server runs for all commands of a test."""
    monkeypatch.setenv("SERAI_HOME", str(home))
    monkeypatch.setenv("SERAI_USER", "organiser")
    with open_store():
        yield


def test_a_token_is_printed_alone_and_once(here: Here, home: Path) -> None:
    succeeded(here(home, "owner", "add", "anna", "--about", "anna@example.org"))
    made = succeeded(here(home, "token", "create", "anna", "--role", "author", "--purpose", "my desk"))
    token = made.out.strip()
    _, name, secret = token.split("_")
    assert len(bytes.fromhex(secret)) == 32
    assert secret not in made.err
    assert made.err.startswith(f"token {name} for anna as author, good until ")
    again = [
        here(home, *words.split())
        for words in (
            "token list --all",
            "token list --all --json",
            "owner list",
            "owner list --json",
            "audit",
            "audit --json",
        )
    ]
    assert not any(secret[:12] in answer.out + answer.err for answer in map(succeeded, again))
    assert [name in answer.out for answer in again] == [True, True, False, False, True, True]


def test_tokens_are_listed_until_they_are_revoked(here: Here, home: Path) -> None:
    succeeded(here(home, "owner", "add", "anna"))
    made = succeeded(here(home, "token", "create", "anna", "--bot", "my_bot", "--expires", "12h", "--json")).json
    assert (made["role"], made["bot"], made["state"], made["used"]) == (None, "my_bot", "valid", None)
    [listed] = succeeded(here(home, "token", "list", "--owner", "anna", "--json")).json
    assert listed == {key: value for key, value in made.items() if key != "token"}
    [owner] = succeeded(here(home, "owner", "list", "--json")).json
    assert owner["bots"] == ["my_bot"]
    succeeded(here(home, "token", "revoke", made["id"], "--why", "lost"))
    assert succeeded(here(home, "token", "list", "--json")).json == []
    [gone] = succeeded(here(home, "token", "list", "--all", "--json")).json
    assert gone["state"] == "revoked"
    lines = succeeded(here(home, "audit", "anna", "--json")).json
    assert [(line["who"], line["what"], line["why"]) for line in lines] == [
        ("organiser", "add-owner", ""),
        ("organiser", "create-token", ""),
        ("organiser", "revoke-token", "lost"),
    ]


def test_nobody_is_there_yet(here: Here, home: Path) -> None:
    assert "serai owner add NAME" in succeeded(here(home, "owner", "list")).out
    assert "serai token create" in succeeded(here(home, "token", "list")).out


def test_a_bot_has_an_owner_and_leaves_a_line(here: Here, home: Path, twin: Path) -> None:
    refused = here(home, "bot", "add", twin, "--owner", "anna")
    assert (refused.code, refused.err) == (2, "serai: there is no owner called anna; serai owner add adds one\n")
    assert succeeded(here(home, "audit", "twin", "--json")).json == []
    for name in ("anna", "ben"):
        succeeded(here(home, "owner", "add", name))
    owners = [
        succeeded(here(home, "bot", "add", twin, *words, "--json")).json["owner"]
        for words in ((), ("--owner", "anna"), (), ("--owner", "ben"))
    ]
    assert owners == [None, "anna", "anna", "ben"]
    assert succeeded(here(home, "bot", "show", "twin", "--json")).json["owner"] == "ben"
    assert "  owner     ben\n" in succeeded(here(home, "bot", "show", "twin")).out
    lines = succeeded(here(home, "audit", "twin", "--json")).json
    version = succeeded(here(home, "bot", "show", "twin", "--json")).json["version"]
    assert [(line["what"], line["details"]) for line in lines] == [
        ("add", {"version": version[:8]}),
        ("give", {"owner": "anna", "before": None}),
        ("give", {"owner": "ben", "before": "anna"}),
    ]
