"""What a bot printed reaches a terminal as text that was written out, and only its author and organisers (D18)."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serai.ladder.model.game_record import GameRecord, read
from serai.ladder.model.verification import verify_game
from serai.ladder.plain_text import json_text, one_line, printable
from tests.commands.terminal import LINE, environment, serai, succeeded

HOSTILE = "\x1b[2J\x1b]52;c;ZXZpbA==\x07 \u202eevil\u202c \x9b31m\u200b\r\u2028\x7f end"
BOT_TOML = 'name = "hostile"\nlanguage = "python"\ngames = ["*"]\nrun = ["{python}", "bot.py"]\n'
BOT = f"import sys\nsys.stderr.buffer.write({HOSTILE.encode()!r})\nsys.stderr.flush()\nsys.exit(1)\n"
UNFIT = [*map(chr, [*range(9), *range(11, 32), *range(127, 160)]), *"\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u2069"]


def on_a_terminal(home: Path, *arguments: str | Path) -> str:
    """All that a terminal gets from a command."""
    ours, theirs = pty.openpty()
    line = [*LINE, *map(str, arguments)]
    with subprocess.Popen(line, stdin=theirs, stdout=theirs, stderr=theirs, env=environment(home), cwd=home):
        os.close(theirs)
        said = b""
        while more := read_some(ours):
            said += more
    os.close(ours)
    return said.decode()


def read_some(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # the other side is closed
        return b""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game in which a bot has printed what it should not, and was retired."""
    home = tmp_path_factory.mktemp("hostile")
    folder = home / "hostile"
    folder.mkdir()
    (folder / "bot.toml").write_text(BOT_TOML)
    (folder / "bot.py").write_text(BOT)
    done = serai(home, "play", "catan", folder, "random", "--replays", home / "games")
    assert "\x1b" not in done.out + done.err
    assert "retired" in done.out
    return next((home / "games").iterdir())


def test_a_terminal_gets_what_a_bot_printed_written_out(game: Path) -> None:
    said = on_a_terminal(game.parent, "replay", "show", game, "--moves")
    assert r"\e[2J\e]52;c;ZXZpbA==\x07 \u202eevil\u202c \x9b31m\u200b" in said
    assert not any(part in said for part in ("\x1b[2J", "\x1b]", "\x07", "\x9b", "\u202e", "\u200b"))


def test_json_on_a_terminal_is_escaped_and_means_the_same(game: Path) -> None:
    said = succeeded(serai(game.parent, "replay", "show", game, "--json")).out
    assert not any(character in said for character in UNFIT)
    printed = {retirement["stderr"] for retirement in json.loads(said)["retirements"]}
    assert HOSTILE.strip() in {text.strip() for text in printed}


def test_everybody_may_read_the_game_without_what_its_bots_printed(game: Path) -> None:
    record = read(game)
    assert any(retirement["stderr"] for retirement in record.replay["retirements"])
    public = record.public()
    assert [retirement["stderr"] for retirement in public.replay["retirements"]] == [""]
    assert "evil" not in public.text()
    verify_game(public, None)


def test_a_game_without_retirements_is_public_as_it_is() -> None:
    assert GameRecord("", {}, {}).public().replay == {"retirements": []}  # type: ignore[typeddict-item]  # no fact is needed


@given(st.text())
def test_nothing_unfit_is_left(text: str) -> None:
    assert not any(character in printable(text) for character in UNFIT)
    assert "\n" not in one_line(text)
    assert one_line(text).isprintable() or not text.isascii()


@given(st.text())
def test_plain_text_stays_as_it_is(text: str) -> None:
    plain = "".join(character for character in text if character.isprintable() and character.isascii())
    assert one_line(plain) == printable(plain) == plain


@given(st.recursive(st.text() | st.integers(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_escaped_json_means_the_same(value: object) -> None:
    escaped = json_text(json.dumps(value, ensure_ascii=False))
    assert json.loads(escaped) == value
    assert not any(character in escaped for character in UNFIT)
