"""Unrated games for a bot that is connected: through the commands alone, with an arena, a worker and two ways in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commands.background import Command
from tests.commands.terminal import ROOT, Answer, serai, succeeded
from tests.waiting import wait_until

FOLDER = ROOT / "sample_bots" / "python" / "random"
TWO = ("--option", "two_players=on")


@pytest.fixture
def arena(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An arena over TLS that allows five games an hour; its author anna is logged in."""
    monkeypatch.setenv("SERAI_HOME", str(home))
    succeeded(serai(home, "owner", "add", "anna"))
    text = succeeded(serai(home, "token", "create", "anna", "--role", "author", "--json")).json["token"]
    (home / "token").write_text(text)
    with Command("serve", "--listen", "127.0.0.1:0", "--tls", "auto", "--practice", "5") as serving:
        said = serving.line_with("serving on").replace(";", " ").split()
        fingerprint = next(word for word in said if word.startswith("SHA256:"))
        login = ("login", said[2], "--fingerprint", fingerprint, "--token-file", home / "token")
        succeeded(serai(home, *login))
        yield


def refused(answer: Answer, code: int) -> str:
    assert answer.code == code, answer.err
    return answer.err


@pytest.mark.usefixtures("arena")
def test_an_author_who_is_logged_in_connects_a_bot_and_practises(home: Path) -> None:
    practice = ("practice", "yspahan", "random", *TWO, "--bot", "far")
    assert "far is not a bot of anna" in refused(serai(home, *practice), 2)
    with Command("bot", "connect", str(FOLDER), "--bot", "far", "--practice", "yspahan", "greedy", "random") as bot:
        bot.says("a token for far was made")
        bot.says("connected; waiting for games")
        bot.says("no practice: ")
        assert "no worker is there to play" in refused(serai(home, *practice), 3)
        with Command("worker", "-n", "1"):
            wait_until(lambda: succeeded(serai(home, "--local", "workers", "--json")).json)
            _plays(home, practice)
        (token,) = (row for row in succeeded(serai(home, "token", "list", "--json")).json if row["bot"])
        succeeded(serai(home, "token", "revoke", token["id"]))
        bot.says("the token was revoked")


def _plays(home: Path, practice: tuple[str, ...]) -> None:
    played = succeeded(serai(home, *practice, "--replays", "games", "--json"))
    assert [{seat["bot"] for seat in fact["seats"]} for fact in played.json_lines] == [{"far", "random"}] * 2
    assert not any(seat["cause"] for fact in played.json_lines for seat in fact["seats"])
    assert len({fact["deal"] for fact in played.json_lines}) == 2, "each has a deal of its own"
    assert played.err.count(" begins: ") == played.err.count("a game is over: 1. ") == 2
    for file in (home / "games").iterdir():
        succeeded(serai(home, "replay", "verify", file))
    assert succeeded(serai(home, "tournament", "list", "--json")).json == [], "nothing is on record"
    too_many = serai(home, *practice, "--blocks", "2")
    assert "too many practice games: anna may have 5 in 1 h; wait" in refused(too_many, 2)
