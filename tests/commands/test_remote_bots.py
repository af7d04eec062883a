"""Bots that come in over the network, through the commands alone: an arena with TLS, tokens, a tournament."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.commands.background import Command
from tests.commands.terminal import ROOT, serai, succeeded

FOLDER = ROOT / "sample_bots" / "python" / "random"
TOURNAMENT = ("--game", "yspahan", "--option", "two_players=on", "--seats", "2", "--blocks", "1")


@pytest.fixture
def token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A token of the bot `far`, in a fresh home."""
    monkeypatch.setenv("SERAI_HOME", str(tmp_path))
    succeeded(serai(tmp_path, "owner", "add", "anna"))
    succeeded(serai(tmp_path, "bot", "remote", "far", "--games", "yspahan", "--label", "1.2"))
    made = succeeded(serai(tmp_path, "token", "create", "anna", "--bot", "far", "--json")).json
    return str(made["token"])


def test_a_remote_bot_plays_a_tournament_over_tls(tmp_path: Path, token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    succeeded(serai(tmp_path, "tournament", "create", "spring", *TOURNAMENT, "--bot", "far", "--bot", "greedy"))
    with Command("serve", "--listen", "127.0.0.1:0", "--tls", "auto") as arena:
        address = arena.line_with("serving on").split()[2]
        monkeypatch.setenv("SERAI_TOKEN", token)
        trust = str(tmp_path / "arena" / "tls.crt")
        with Command("bot", "connect", str(FOLDER), "--arena", address, "--trust", trust) as bot:
            bot.says("connected; waiting for games")
            succeeded(serai(tmp_path, "tournament", "run", "spring", "--workers", "1"))
            bot.says("is over: rank")
        os.kill(arena.process.pid, signal.SIGTERM)
        assert arena.process.wait() == 0
    shown = succeeded(serai(tmp_path, "tournament", "show", "spring", "--json")).json
    assert (shown["state"], shown["played"]) == ("finished", 2)
    assert {row["bot"]: row["remote"] for row in shown["standings"]} == {"far": True, "greedy": False}
    assert not any(row["retirements"] for row in shown["standings"])
    succeeded(serai(tmp_path, "replay", "verify", "--tournament", "spring"))


def test_a_token_that_is_revoked_or_for_a_role_lets_no_bot_in(
    tmp_path: Path, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    role = succeeded(serai(tmp_path, "token", "create", "anna", "--role", "author", "--json")).json["token"]
    succeeded(serai(tmp_path, "token", "revoke", token.split("_")[1]))
    with Command("serve", "--listen", "127.0.0.1:0") as arena:
        address = arena.line_with("serving on").split()[2].rstrip(";")
        for text, line in ((token, "the token was revoked"), (role, "this token is for a role")):
            monkeypatch.setenv("SERAI_TOKEN", text)
            with Command("bot", "connect", str(FOLDER), "--arena", address) as bot:
                said = bot.line_with("does not let")
                assert line in said
                assert text not in said
                assert bot.process.wait() == 2
