"""`serai watch`: the table, and a game that is being played, as everybody at the table may see it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from serai.ladder.queue.spectator import LiveTable, Spectator, frame
from serai.ladder.storage import tournaments
from serai.ladder.storage.live_games import ANY, Frame, LiveGames
from serai.ladder.storage.queue_notes import QueueNotes
from serai.ladder.storage.store import open_store
from serai.referee.clock import TimeControl
from serai.referee.games import GAMES
from serai.referee.match import Match
from tests.commands.conftest import NAME, create
from tests.commands.terminal import Here, start, succeeded
from tests.commands.tmux import Tmux
from tests.waiting import wait_until


def table(game_id: str = "0123456789abcdef0123") -> LiveTable:
    match = Match(GAMES["yspahan"], 3, bytes(range(32)), {}, TimeControl())
    return LiveTable(game_id, match, ["ann", "ben", "cid"])


@pytest.fixture
def home(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SERAI_HOME", str(home))
    return home


def test_nothing_is_drawn_unless_somebody_watches(home: Path) -> None:
    with open_store() as store, Spectator(store.redis, "spring") as spectator:
        games = LiveGames(store.redis)
        spectator.look([table()])
        assert games.latest("spring", 0) is None
        games.watch("spring")

        def looked() -> Frame | None:
            spectator.look([table()])
            return games.latest("spring", 0)

        seen = wait_until(looked)
        assert (seen["game_id"], seen["moves"], seen["names"]) == ("0123456789abcdef0123", 0, ["ann", "ben", "cid"])


def test_a_game_is_followed_while_it_is_played(home: Path) -> None:
    with open_store() as store, Spectator(store.redis, "spring") as spectator:
        games = LiveGames(store.redis)
        games.watch("spring")

        def seen(*tables: LiveTable) -> str:
            spectator.look(tables)
            found = games.latest("spring", 0)
            return "" if found is None else str(found["game_id"])

        wait_until(lambda: seen(table("first"), table("second")) == "first")
        wait_until(lambda: seen(table("second"), table("first")) == "first")
        wait_until(lambda: seen(table("second")) == "second")


def test_a_game_that_is_named_is_drawn_whatever_else_is(home: Path) -> None:
    with open_store() as store, Spectator(store.redis, "spring") as spectator:
        games = LiveGames(store.redis)
        games.watch("spring", "second")

        def seen(game_id: str) -> Frame | None:
            spectator.look([table("first"), table("second")])
            return games.latest("spring", 0, game_id)

        wait_until(lambda: seen("second"))
        assert games.latest("spring", 0, "first") is None
        games.watch("spring")
        wait_until(lambda: seen("first"))
        assert games.watched("spring") == {"second", ANY}


def test_a_game_is_found_by_the_beginning_of_its_id(home: Path, twin: Path, here: Here) -> None:
    """It is looked for in tournaments that are being run."""
    create(home, twin)
    with open_store() as store:
        tournament = tournaments.load(store, NAME)
        first, other = tournament.game_ids(0)[0], tournament.game_ids(1)[0]
        games = LiveGames(store.redis)
        games.put(NAME, frame(table(first)))
        games.put(NAME, frame(table(other)))
        QueueNotes(store.redis).note_feeder(NAME)
        assert f"game {first[:8]}, after 0 moves" in succeeded(here(home, "watch", first[:10])).out
    assert "there is no tournament called ffff" in here(home, "watch", "ffff").err


def test_what_is_seen_is_as_late_as_the_organiser_says(home: Path, twin: Path, here: Here) -> None:
    create(home, twin)
    said = succeeded(here(home, "tournament", "delay", NAME, "30")).out
    assert said == "who watches spring sees its games 30 s late\n"
    with open_store() as store:
        games = LiveGames(store.redis)
        games.put(NAME, {**frame(table("new game")), "at": time.time()})
        assert "new game" not in succeeded(here(home, "watch", NAME)).out
        games.put(NAME, {**frame(table("old game")), "at": time.time() - 31})
        seen = succeeded(here(home, "watch", NAME)).out
        assert "game old game, after 0 moves" in seen
        assert "games are seen 30 s late" in seen
    assert "delay" in succeeded(here(home, "audit")).out


def test_it_says_so_when_nobody_is_playing(home: Path, twin: Path, here: Here) -> None:
    assert "nobody is playing" in succeeded(here(home, "watch")).err
    create(home, twin)
    assert "nobody is playing" in succeeded(here(home, "watch")).err
    assert f"Nobody is playing {NAME}; serai tournament run {NAME} does." in succeeded(here(home, "watch", NAME)).out


def test_the_public_sees_nothing_of_a_hand() -> None:
    live = table()
    shown = "\n".join(frame(live)["lines"])
    assert shown == "\n".join(live.match.game.picture(live.match.game.view(live.match.state, None), live.names).lines())


def test_a_tournament_on_a_terminal(home: Path, tmux: Tmux, here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """The board of a game that a slow bot plays is on the screen, and q leaves."""
    monkeypatch.chdir(home)
    slow = home / "slow"
    succeeded(here(home, "bot", "new", "slow", "--language", "python"))
    bot = (slow / "bot.py").read_text()
    (slow / "bot.py").write_text(
        bot.replace("        return ", "        import time; time.sleep(0.1)\n        return ")
    )
    words = ("--game", "yspahan", "--bot", str(slow), "--bot", "random", "--bot", "greedy", "--blocks", "2")
    succeeded(here(home, "tournament", "create", "cup", *words))
    with start(home, "tournament", "run", "cup", "--workers", "1") as run:
        tmux.starts(home, "watch", "cup")
        shown = tmux.sees(lambda shown: "after" in shown and "moves" in shown and "week" in shown.lower())
        assert "cup: 0 of 6 games on record" in shown
        tmux.types("q")
        tmux.sees(lambda shown: "left with 0" in shown)
        run.terminate()
        run.communicate()
