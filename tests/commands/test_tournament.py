"""`serai tournament` and `serai ladder`: created, run, disturbed, watched, and read."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from serai.ladder.commands import progress
from serai.ladder.commands.ladder import show
from serai.ladder.commands.tournament.show import show_games
from serai.ladder.service import json_rows
from serai.ladder.storage import tournaments
from serai.ladder.storage.store import open_store
from tests.commands.conftest import NAME, create
from tests.commands.terminal import Facts, Here, serai, start, succeeded, without_times
from tests.waiting import wait_until

CREATE = ("tournament", "create", "cup", "--game", "yspahan", "--bot", "greedy", "--bot", "random")


def facts(home: Path) -> Facts:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SERAI_HOME", str(home))
        with open_store() as store:
            return without_times([dict(fact) for fact in store.facts(NAME)])


def below(pid: int) -> list[int]:
    """The processes that a process has started."""
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


def worker_that_plays(run: subprocess.Popen[str]) -> int:
    """A worker of the run that has bots at its table."""

    def playing() -> int | None:
        assert run.poll() is None, "the run ended before anything could disturb it"
        return next((pid for pid in below(run.pid) if len(below(pid)) >= 2), None)

    return wait_until(playing)


def test_a_killed_worker_changes_nothing(arena: Path, home: Path, twin: Path) -> None:
    create(home, twin)
    with start(home, "tournament", "run", NAME, "--workers", "2") as run:
        os.kill(worker_that_plays(run), signal.SIGKILL)
        out, err = run.communicate()
    assert run.returncode == 0, err
    assert "a worker was ended by SIGKILL and was replaced" in err
    assert "greedy" in out
    assert facts(home) == facts(arena)
    assert "6 accepted, 0 refused" in succeeded(serai(home, "replay", "verify", "--all")).out


def test_an_interrupted_run_goes_on_where_it_stopped(arena: Path, home: Path, twin: Path) -> None:
    create(home, twin)
    with start(home, "tournament", "run", NAME, "--workers", "1") as run:
        worker_that_plays(run)
        run.send_signal(signal.SIGINT)
        _, err = run.communicate()
    assert run.returncode == 130
    assert err.splitlines()[-1] == f"serai: interrupted; serai tournament run {NAME} goes on where it stopped"
    data = succeeded(serai(home, "tournament", "run", NAME, "--workers", "2", "--json")).json
    assert (data["state"], data["played"]) == ("finished", 6)
    assert facts(home) == facts(arena)


def test_a_finished_tournament_is_not_played_again(arena: Path, here: Here) -> None:
    before = facts(arena)
    assert "greedy" in succeeded(here(arena, "tournament", "run", NAME, "--workers", "1")).out
    assert facts(arena) == before


def test_creating_says_what_will_be_played(home: Path, twin: Path, here: Here) -> None:
    said = succeeded(here(home, *CREATE, "--bot", twin, "--blocks", "3")).out
    assert "cup: yspahan, epoch 2, 3 bots, 3 at a table" in said
    assert "line-ups  1 of 1 possible" in said
    assert "blocks    3, that is 3 of each line-up" in said
    assert "games     9, every block in 3 rotations" in said
    assert "serai tournament run cup" in said
    again = here(home, *CREATE, "--bot", twin)
    assert (again.code, again.out) == (2, "")
    assert again.err == "serai: there is already a tournament called cup; choose another name\n"


def test_worlds_can_be_switched_off_and_the_record_says_so(home: Path, twin: Path, here: Here) -> None:
    said = succeeded(here(home, *CREATE, "--bot", twin, "--worlds", "off")).out
    assert "\n  worlds    off\n" in said
    assert json.loads(succeeded(here(home, "tournament", "show", "cup", "--json")).out)["worlds"] is False
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SERAI_HOME", str(home))
        with open_store() as store:
            assert tournaments.load(store, "cup").worlds is False


def test_a_limit_that_leaves_bots_out_is_warned_of(home: Path, twin: Path, here: Here) -> None:
    two = ("--option", "two_players=on", "--seats", "2")
    answer = succeeded(here(home, *CREATE, "--bot", twin, *two, "--limit", "1"))
    assert "line-ups  1 of 3 possible" in answer.out
    assert answer.err.startswith("warning: with so few line-ups these bots do not play at all: ")
    assert answer.err.count("@") == 1


def test_too_few_bots_are_a_mistake(home: Path, here: Here) -> None:
    answer = here(home, *CREATE)
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert "yspahan is played by 3 or 4 seats" in answer.err


def test_a_tournament_can_be_paused_resumed_and_cancelled(home: Path, twin: Path, here: Here) -> None:
    create(home, twin)
    succeeded(here(home, "tournament", "pause", NAME))
    run = here(home, "tournament", "run", NAME)
    assert (run.code, run.out) == (2, "")
    assert f"{NAME} is paused; serai tournament resume {NAME} lets it go on" in run.err
    succeeded(here(home, "tournament", "resume", NAME))
    assert state(here, home) == "new"
    assert here(home, "tournament", "resume", NAME).code == 2
    asked = here(home, "tournament", "cancel", NAME)
    assert (asked.code, state(here, home)) == (2, "new")
    assert "this cannot be undone, so say --yes" in asked.err
    succeeded(here(home, "tournament", "cancel", NAME, "--yes"))
    assert state(here, home) == "cancelled"
    run = here(home, "tournament", "run", NAME)
    assert (run.code, run.err) == (2, f"serai: {NAME} is cancelled, so it is not played any more\n")
    assert here(home, "tournament", "pause", NAME).code == 2


def state(here: Here, home: Path) -> str:
    [row] = succeeded(here(home, "tournament", "list", "--json")).json
    return str(row["state"])


@pytest.mark.parametrize("command", ["show", "blocks", "games", "run", "watch", "pause", "resume", "cancel"])
def test_a_tournament_nobody_created_is_a_mistake(arena: Path, command: str, here: Here) -> None:
    answer = here(arena, "tournament", command, "autumn")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "serai: there is no tournament called autumn; the latest are spring\n"


def test_who_misspells_a_tournament_is_told_which_was_meant(arena: Path, here: Here) -> None:
    answer = here(arena, "tournament", "show", "sprnig")
    assert (answer.code, answer.err) == (2, "serai: there is no tournament called sprnig; did you mean spring?\n")


def test_tournaments_are_listed(arena: Path, here: Here) -> None:
    [row] = succeeded(here(arena, "tournament", "list", "--json")).json
    created = {"name", "created", "game", "epoch", "seats", "bots", "title", "format", "deadline"}
    assert set(row) == created | {"state", "games", "played"}
    assert (row["name"], row["state"], row["games"], row["played"]) == (NAME, "finished", 6, 6)
    assert "finished" in succeeded(here(arena, "tournament", "list")).out


def test_an_empty_list_of_tournaments_is_a_sentence(home: Path, here: Here) -> None:
    assert succeeded(here(home, "tournament", "list", "--json")).json == []
    said = succeeded(here(home, "tournament", "list")).out
    assert said == "There are no tournaments yet; serai tournament create makes one.\n"


def test_a_tournament_is_shown_with_its_commitments_and_table(arena: Path, here: Here) -> None:
    data = succeeded(here(arena, "tournament", "show", NAME, "--json")).json
    assert len(data["blocks"]) == 3
    assert {block["commitment"] for block in data["blocks"]} == {fact["commitment"] for fact in facts(arena)}
    assert data["standings"][0]["bot"] == "greedy"
    said = succeeded(here(arena, "tournament", "show", NAME)).out
    assert "state     finished, 6 of 6 games played" in said
    assert "serai replay show" in said


def test_the_games_of_a_tournament_are_listed(arena: Path, here: Here) -> None:
    rows = succeeded(here(arena, "tournament", "games", NAME, "--json")).json
    keys = ("game_id", "block", "rotation", "seats")
    assert rows == [{key: fact[key] for key in keys} for fact in facts(arena)]
    lines = succeeded(here(arena, "tournament", "games", NAME)).out.splitlines()
    assert lines[0].split() == ["game", "block", "rotation", "seat", "0", "seat", "1"]
    for row, line in zip(rows, lines[2:8], strict=True):
        seats = [f"{seat['bot']} {seat['points']} #{seat['rank']}" for seat in row["seats"]]
        cells = [row["game_id"][:8], str(row["block"]), str(row["rotation"]), *seats]
        assert line.split() == " ".join(cells).split()
    succeeded(here(arena, *lines[-1].partition("serai ")[2].split()))


def test_a_tournament_without_games_says_how_they_come_about(home: Path, twin: Path, here: Here) -> None:
    create(home, twin)
    assert succeeded(here(home, "tournament", "games", NAME, "--json")).json == []
    said = succeeded(here(home, "tournament", "games", NAME)).out
    assert said == f"No game of {NAME} is on record yet; serai tournament run {NAME} plays them.\n"


def test_a_retired_seat_and_a_bot_in_two_versions_can_be_told(capsys: pytest.CaptureFixture[str]) -> None:
    seat = {"bot": "die", "version": "1234567890", "points": 3, "rank": 2, "ending": "retired", "cause": "crash"}
    show_games(["die", "die"], 2, [{"game_id": "0123456789", "block": 0, "rotation": 1, "seats": [seat, seat]}])
    line = capsys.readouterr().out.splitlines()[2]
    assert line.split() == ["01234567", "0", "1", *("die@12345678", "3", "#2", "crash") * 2]


def test_watching_follows_workers_to_the_end(arena: Path, home: Path, twin: Path, here: Here) -> None:
    """One without workers of its own cuts the jobs, those of another command play them, a third one looks on."""
    create(home, twin)
    with start(home, "tournament", "run", NAME, "--workers", "0") as run, start(home, "worker", "-n", "2") as workers:
        watched = succeeded(serai(home, "tournament", "watch", NAME)).out
        run.communicate()
        assert run.returncode == 0
        workers.send_signal(signal.SIGTERM)
        _, err = workers.communicate()
    assert workers.returncode == 0
    assert err.startswith("2 workers for embedded Valkey")
    assert facts(home) == facts(arena)
    assert watched == succeeded(here(arena, "tournament", "watch", NAME)).out


def told(run: subprocess.Popen[str], *words: str) -> None:
    """Wait until each of these words was in a line on stderr, one after the other."""
    assert run.stderr is not None
    for word in words:
        while word not in (line := run.stderr.readline()):
            assert line, f"it ended without a word of {word!r}"


def test_who_watches_is_told_what_is_waited_for(home: Path, twin: Path, here: Here) -> None:
    """It used to wait in silence for somebody who plays, resumes or never will."""
    create(home, twin)
    succeeded(here(home, "tournament", "pause", NAME))
    with start(home, "tournament", "watch", NAME) as watch:
        told(watch, f"{NAME} is paused; serai tournament resume {NAME} lets it go on")
        succeeded(here(home, "tournament", "resume", NAME))
        told(watch, f"nobody feeds {NAME}: serai tournament run {NAME}")
        with start(home, "tournament", "run", NAME, "--workers", "0") as run:
            told(watch, f"{NAME} waits for a worker: serai worker")
            run.send_signal(signal.SIGINT)
            run.communicate()
        succeeded(here(home, "tournament", "cancel", NAME, "--yes"))
        _, err = watch.communicate()
    assert (watch.returncode, err.splitlines()[-1]) == (
        2,
        f"serai: {NAME} is cancelled, so nothing more of it is played",
    )


def test_the_blocks_of_a_long_tournament_are_a_listing_of_their_own(home: Path, twin: Path, here: Here) -> None:
    count = json_rows.MOST_BLOCKS_LISTED + 1
    data = succeeded(here(home, *CREATE, "--bot", twin, "--blocks", str(count), "--json")).json
    assert (data["block_count"], data["blocks"]) == (count, None)
    blocks = succeeded(here(home, "tournament", "blocks", "cup", "--json")).json
    assert [block["block"] for block in blocks] == list(range(count))
    assert not any(block["recorded"] for block in blocks)


def test_the_schedule_is_listed_with_its_commitments(arena: Path, here: Here) -> None:
    data = succeeded(here(arena, "tournament", "show", NAME, "--json")).json
    rows = succeeded(here(arena, "tournament", "blocks", NAME, "--json")).json
    assert [{key: row[key] for key in ("line_up", "commitment")} for row in rows] == data["blocks"]
    assert [row["recorded"] for row in rows] == [True] * data["block_count"]
    lines = succeeded(here(arena, "tournament", "blocks", NAME)).out.splitlines()
    assert lines[0].split() == ["block", "line-up", "recorded", "commitment"]
    assert lines[2].split()[-2:] == ["yes", rows[0]["commitment"]]


def test_creating_a_long_schedule_shows_how_far_it_is(
    home: Path, twin: Path, here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("SECONDS_WITHOUT", "SECONDS_BETWEEN_LINES", "SECONDS_BETWEEN_LOOKS"):
        monkeypatch.setattr(progress, name, 0.0)
    said = succeeded(here(home, *CREATE, "--bot", twin, "--blocks", "3")).err
    assert "reading bots: 1 of 3" in said
    assert "scheduling cup: 2 of 4" in said


def test_a_worker_says_in_json_what_it_does(home: Path) -> None:
    with start(home, "worker", "-n", "1", "--json") as workers:
        assert workers.stdout is not None
        said = json.loads(workers.stdout.readline())
        workers.send_signal(signal.SIGTERM)
        workers.communicate()
    assert said["workers"] == 1
    assert said["redis"].startswith("embedded Valkey")
    assert workers.returncode == 0


def ladder(here: Here, home: Path, *arguments: str) -> Any:
    return succeeded(here(home, "ladder", *arguments, "--json")).json


def test_every_row_of_the_ladder_says_interval_games_and_rules(arena: Path, here: Here) -> None:
    rows = ladder(here, arena)
    assert rows[0]["bot"] == "greedy"
    assert {row["bot"] for row in rows} == {"greedy", "random", "twin"}
    for row in rows:
        assert row["low"] < row["elo"] < row["high"]
        assert (row["games"], row["blocks"], row["game"], row["epoch"]) == (4, 2, "yspahan", 2)
    said = succeeded(here(arena, "ladder", "--game", "yspahan")).out
    assert "yspahan, epoch 2, two_players on, 6 games" in said
    assert "95 % interval" in said
    assert "cannot\nbe told apart" in said


def test_the_cross_table_adds_up(arena: Path, here: Here) -> None:
    rows = ladder(here, arena, "crosstable")
    assert rows == ladder(here, arena, "crosstable", "--tournament", NAME)
    scores = {(row["bot"], other["bot"]): other["score"] for row in rows for other in row["against"]}
    assert all(score + scores[other, one] == 1 for (one, other), score in scores.items())
    assert len(scores) == 6
    assert "was ahead of the bot of the column" in succeeded(here(arena, "ladder", "crosstable")).out


def test_the_cross_table_can_be_of_one_bot(arena: Path, here: Here) -> None:
    rows = ladder(here, arena, "crosstable", "--bot", "twin")
    assert [row["bot"] for row in rows] == ["twin"]
    assert {other["bot"] for other in rows[0]["against"]} == {"greedy", "random"}
    said = succeeded(here(arena, "ladder", "crosstable", "--bot", "twin")).out
    assert "ahead of the bot in the row" in said
    assert here(arena, "ladder", "crosstable", "--bot", "nobody").code == 2


def test_a_cross_table_too_wide_to_print_says_how_to_look(
    arena: Path, here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(show, "MOST_COLUMNS", 2)
    said = succeeded(here(arena, "ladder", "crosstable")).out
    assert "A cross table of 3 is too wide to print; --bot BOT shows one against all" in said


def test_tables_made_anew_are_the_same(arena: Path, here: Here) -> None:
    before = ladder(here, arena)
    assert "the same to the bit" in succeeded(here(arena, "ladder", "rebuild")).out
    assert json.loads(succeeded(here(arena, "ladder", "rebuild", "--json")).out) == {"wrong": []}
    assert ladder(here, arena) == before


def test_a_tournament_nobody_could_play_is_refused_in_one_line(home: Path, twin: Path, here: Here) -> None:
    """D21: it used to be silent and to take all the memory."""
    bots = ("--bot", "greedy", "--bot", "random", "--bot", str(twin))
    answer = here(home, "tournament", "create", "big", "--game", "yspahan", *bots, "--blocks", "10000000")
    assert answer.code == 2
    assert "1 line-ups of 3 of 3 bots, 10000000 blocks each, are 10000000 blocks" in answer.err
    assert "give --blocks 600000 or less" in answer.err


def test_the_ladder_of_an_empty_home_says_so(home: Path, here: Here) -> None:
    assert ladder(here, home) == []
    assert succeeded(here(home, "ladder")).out.startswith("No games are on record yet")
    assert here(home, "ladder", "--game", "harbour").code == 2
    assert here(home, "ladder", "crosstable", "--tournament", "spring").code == 2
