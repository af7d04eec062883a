"""`serai play` with a seat that a person plays, and one whose bot its author starts (M4)."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from chaos.hosts import apart, why_not_apart
from serai.ladder.commands.table.draft import Draft
from serai.ladder.commands.table.menu import LEAVE, RULE, UNDO, Menu
from serai.referee.core.agenda import digest
from serai.referee.games import GAMES
from tests.commands.terminal import LINE, ROOT, Here, environment, start, succeeded
from tests.commands.tmux import Tmux

DEAL = (1).to_bytes(32, "big")


def by_pipe(home: Path, typed: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    line = [*LINE, "play", *arguments, "--deal", "00..01"]
    return subprocess.run(
        line, input=typed, capture_output=True, text=True, check=False, env=environment(home), cwd=home
    )


def test_a_person_plays_a_whole_game_by_pipe(home: Path, here: Here) -> None:
    """The rule is told, an answer that told nothing is taken back, a filter finds an option, and the game is proved."""
    typed = "?\n5\nundo\nnothing like it\nq0r-2n\n" + "1\n" * 3000
    done = by_pipe(home, typed, "catan", "human", "greedy")
    assert (done.returncode, done.stderr) == (0, "")
    assert "All the rules: serai rules catan" in done.stdout
    assert "nothing fits; take some of it away" in done.stdout
    told = re.findall(r"· A human founds .*\((.*)\)", done.stdout)
    assert told[:2] == ["q-1r-2S", "q0r-2N"], "taken back, then another place"
    assert max(map(len, done.stdout.splitlines())) <= 100
    [game] = (home / "games").iterdir()
    shown = succeeded(here(home, "replay", "show", str(game), "--moves")).out
    assert re.search(r"A human +setup_settlement:q0r-2N", shown)
    assert "1 accepted" in succeeded(here(home, "replay", "verify", str(game))).out


def test_who_leaves_is_retired_and_the_others_play_on(home: Path) -> None:
    done = by_pipe(home, "1\n", "yspahan", "greedy", "human", "random")
    assert done.returncode == 0, done.stderr
    assert re.search(r"human +1 .* 1 disconnect", done.stdout)
    assert "the person has left the table" in done.stdout
    assert "replay ask" not in done.stdout, "there is no bot to be asked again"


def test_a_person_on_a_terminal(tmux: Tmux, tmp_path: Path) -> None:
    """The options change with every key; undo is offered after an answer that told nothing, and taken."""
    tmux.starts(tmp_path, "play", "catan", "human", "greedy", "--deal", "00..01")
    tmux.sees(lambda shown: "... and 42 more" in shown)
    tmux.types("5")
    narrowed = tmux.sees(lambda shown: shown.rstrip().endswith("> 5"))
    assert "5  setup_settlement:q-1r-2S" in narrowed
    assert "6  setup_settlement" not in narrowed
    tmux.types("Enter")
    assert "setup_road:q-1r-2SE" in tmux.sees(lambda shown: "undo, board, quit" in shown)
    tmux.types("undo", "Enter")
    tmux.sees(lambda shown: "... and 42 more" in shown)
    tmux.types("?")
    tmux.sees(lambda shown: "All the rules: serai rules catan" in shown)
    tmux.types("quit", "Enter")
    assert "1 disconnect" in tmux.sees(lambda shown: "left with 0" in shown)


def test_an_interrupt_ends_it_in_order(home: Path) -> None:
    playing = start(home, "play", "catan", "human", "greedy")
    assert playing.stdout is not None
    while "more: type a part" not in playing.stdout.readline():
        assert playing.poll() is None
    playing.send_signal(signal.SIGINT)
    err = playing.communicate()[1]
    assert (playing.returncode, err) == (130, "serai: interrupted\n")


def test_a_bot_that_its_author_starts(home: Path) -> None:
    playing = start(home, "play", "yspahan", "@wait", "random", "--option", "two_players=on", "--time", "none")
    assert playing.stdout is not None
    try:
        assert "waits for a bot" in playing.stdout.readline()
        words = playing.stdout.readline().split()
        own = dict(word.split("=", 1) for word in words[:2])
        bot = [sys.executable, str(ROOT / "sample_bots" / "python" / "random" / "bot.py")]
        wrong = {**environment(home), **own, "SERAI_TOKEN": "wrong"}
        sent_away = subprocess.run(bot, env=wrong, check=False, capture_output=True)
        assert sent_away.returncode != 0, "and that changes nothing for who has the right one"
        assert subprocess.run(bot, env={**environment(home), **own}, check=False).returncode == 0
        said, err = playing.communicate()
    except BaseException:
        playing.send_signal(signal.SIGKILL)
        raise
    assert (playing.returncode, err) == (0, "")
    assert re.search(r"\nwaited +1 ", said)
    assert "time none" in said


# A network with an address that others could have; the bot is started with the very line that is printed.
PASTED = """ip link set lo up && ip address add 10.77.0.1/32 dev lo && "$@" | {
read first; read line; echo "$line"; env $line; cat; }"""


def test_a_bot_that_comes_from_another_machine_is_started_with_the_line_that_is_printed(home: Path) -> None:
    if why := why_not_apart():
        pytest.skip(why)
    words = ("play", "yspahan", "@wait", "random", "--option", "two_players=on", "--listen", "10.77.0.1:0")
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        [*apart(), "sh", "-c", PASTED, "sh", *LINE, *words],
        check=True,
        capture_output=True,
        text=True,
        cwd=ROOT / "sample_bots" / "python" / "random",
        env={**environment(home), "PATH": path},
    )
    assert re.search(r"SERAI_REFEREE=10.77.0.1:\d+ SERAI_TOKEN=\S+ SERAI_INSECURE=1 python bot.py\n", done.stdout)
    assert "plain text, the token too" in done.stderr
    assert re.search(r"\nwaited +1 ", done.stdout)


MISTAKES = {
    ("yspahan", "human", "human", "random"): "one person can play at this keyboard; give human once",
    ("yspahan", "random", "random", "random", "--listen", "x:1"): "but no BOT is @wait",
    ("yspahan", "@wait", "random", "random", "--listen", "x"): "--listen x should read HOST:PORT",
    ("yspahan", "@wait", "random", "random", "--listen", "192.0.2.1:0"): "nobody can listen at 192.0.2.1:0",
}


@pytest.mark.parametrize("words", MISTAKES, ids=" ".join)
def test_a_mistake_is_one_line(words: tuple[str, ...], home: Path, here: Here) -> None:
    answer = here(home, "play", *words)
    assert answer.code == 2
    assert MISTAKES[words] in answer.err
    assert answer.err.count("\n") == 1


# What can be taken back


@pytest.mark.parametrize("name", GAMES)
def test_an_open_answer_uses_no_luck_and_can_be_taken_back(name: str) -> None:
    """In the first decisions of every game: whatever draws luck, or lets another seat decide, is final."""
    game = GAMES[name]
    state = game.begin(3, DEAL, {})
    opened = finals = 0
    for _ in range(12):
        seat = min(state.options)
        draft = Draft(game, state, seat)
        before, drawn = digest(draft.state), dict(state.luck.drawn)
        if draft.answer(draft.options[0]):
            opened += 1
            assert dict(draft.state.luck.drawn) == drawn
            assert set(draft.state.options) == {seat}
            draft.undo()
            assert (digest(draft.state), draft.actions) == (before, [])
            draft.answer(draft.options[0])
        else:
            finals += 1
        assert digest(state) == before, "what is tried out changes nothing"
        _happen(state, seat, draft)
    assert finals
    assert opened or name not in ("catan", "cheops", "alexander")


def _happen(state: object, seat: int, draft: Draft) -> None:
    from serai.referee.core.agenda import State, push

    assert isinstance(state, State)
    push(state, seat, draft.actions[0])


# What is typed


def test_what_is_typed_narrows_the_options() -> None:
    menu = Menu([f"build:{n}" for n in range(20)] + ["end_turn"])
    assert len(menu.fitting) == 21
    assert "... and 9 more" in menu.lines()[-2]
    for key in "END":
        assert menu.press(key) is None
    assert menu.fitting == [20]
    assert menu.press("enter") == 20
    menu.typed = "2"
    assert menu.fitting == [1, 19, 20]
    assert menu.enter() == 1
    menu.press("backspace")
    assert menu.press("?") == RULE


def test_words_of_the_menu_and_answers_of_ones_own() -> None:
    menu = Menu(["one", "two"], can_undo=True, is_open=True)
    assert [_entered(menu, text) for text in ("undo", "quit", "offer:1", "9", "o")] == [
        UNDO,
        LEAVE,
        "offer:1",
        "9",
        None,
    ]
    assert _entered(Menu(["one", "two"]), "undo") is None
    assert all(len(line) <= 20 for line in Menu(["x" * 50]).lines(20))


def _entered(menu: Menu, text: str) -> int | str | None:
    menu.typed = text
    return menu.enter()
