"""Tournaments with remote bots: own deals, all committed to; who is absent is waited for; failures harm nobody."""

from __future__ import annotations

import copy
import json
import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from serai.ladder.bots.version import Package, remote_bot
from serai.ladder.errors import UserProblem
from serai.ladder.model.facts import Fact
from serai.ladder.model.game_record import read
from serai.ladder.model.plan import RemoteTerms
from serai.ladder.model.tournament import Tournament
from serai.ladder.model.verification import verify_deal, verify_game
from serai.ladder.queue import jobs
from serai.ladder.queue.feeder import Feeder
from serai.ladder.queue.jobs import Task
from serai.ladder.queue.play_job import JobPlayer
from serai.ladder.storage import tournaments
from serai.ladder.storage.queue_notes import QueueNotes
from serai.ladder.storage.redis_connection import Connection
from serai.ladder.storage.store import Store
from serai.referee.replay import ReplayError
from tests.commands.terminal import LINE
from tests.ladder.arena.background import arena_in_background
from tests.ladder.live_worker import appear
from tests.ladder.test_feeder import queued

TWO = {"two_players": "on"}
SECRET = bytes(range(32))
ANNA = remote_bot("anna", ["yspahan"], "1.2")


def create(store: Store, packages: list[Package], blocks: int = 1, wait: float = 60.0) -> Tournament:
    return tournaments.create(
        store,
        "cup",
        "yspahan",
        [ANNA, packages[0]],
        seats=2,
        blocks=blocks,
        settings=TWO,
        secret=SECRET,
        remote=RemoteTerms(wait),
    )


def play(store: Store, blocks: tuple[int, ...] = (0,)) -> None:
    with closing(JobPlayer(store)) as player:
        player.play(Task(jobs.new_id("cup"), "cup", blocks), lambda: True)


def facts(store: Store) -> list[Fact]:
    return list(store.facts("cup"))


def test_every_game_with_a_remote_bot_has_a_deal_of_its_own_and_verifies(store: Store, packages: list[Package]) -> None:
    tournament = create(store, packages, blocks=2)
    with arena_in_background(store) as arena:
        arena.connect("key-anna")
        play(store, (0, 1))
    found = facts(store)
    assert [seat["cause"] for fact in found for seat in fact["seats"]] == [None] * 8
    assert len({fact["deal"] for fact in found}) == 4
    assert [fact["drawn"]["attempt"] for fact in found] == [0] * 4
    assert {seat["version"] for fact in found for seat in fact["seats"]} == {
        ANNA.bot.version,
        packages[0].bot.version,
    }
    for fact in found:
        (wire,) = fact["times"]["wire"]
        assert fact["seats"][wire["seat"]]["bot"] == "anna"
        assert wire["measured"] > 0
        assert wire["given"] > 0
        verify_game(store.game(fact["game_id"]), tournament)
        verify_deal(fact, str(tournament.committed), SECRET)
    forged = copy.deepcopy(store.game(found[0]["game_id"]))
    forged.fact["drawn"]["attempt"] = 1
    with pytest.raises(ReplayError, match="not attempt 1"):
        verify_game(forged, tournament)
    del forged.fact["drawn"]
    with pytest.raises(ReplayError, match="a deal of their own"):
        verify_game(forged, tournament)


def test_a_worker_is_killed_and_the_game_is_played_again_with_its_next_deal(
    store: Store, packages: list[Package], connection: Connection
) -> None:
    create(store, packages)
    code = "from serai.ladder.queue.play_job import play; play('cup', [0])"
    with arena_in_background(store) as arena:
        anna = arena.connect("key-anna")
        anna.hold_after = 0
        environment = {**os.environ, "REDIS_URL": connection.url}
        worker = subprocess.Popen([sys.executable, "-c", code], env=environment)
        arena.do(anna.until(lambda bot: bot.questions))
        worker.send_signal(signal.SIGKILL)
        worker.wait()
        began = {started.commitment for started in anna.told}
        anna.hold_after = None
        play(store)
        found = facts(store)
    again = [fact for fact in found if fact["drawn"]["attempt"] == 1]
    assert again
    assert not began & {fact["commitment"] for fact in found}
    assert [seat["cause"] for fact in found for seat in fact["seats"]] == [None] * 4


def test_a_block_whose_bot_is_absent_is_put_off_and_in_the_end_forfeited(store: Store, packages: list[Package]) -> None:
    create(store, packages, wait=0.0)
    play(store)
    assert facts(store) == []
    assert QueueNotes(store.redis).were_put_off("cup") == {0}
    play(store)
    found = facts(store)
    assert [[seat["cause"] for seat in fact["seats"]] for fact in found] == [["absent", None], [None, "absent"]]
    assert [[seat["rank"] for seat in fact["seats"]] for fact in found] == [[2, 1], [1, 2]]
    tournament = tournaments.load(store, "cup")
    for fact in found:
        verify_game(store.game(fact["game_id"]), tournament)


def test_who_comes_after_the_block_was_put_off_plays_it(store: Store, packages: list[Package]) -> None:
    create(store, packages, wait=0.0)
    play(store)
    with arena_in_background(store) as arena:
        arena.connect("key-anna")
        play(store)
    assert [seat["cause"] for fact in facts(store) for seat in fact["seats"]] == [None] * 4


def test_blocks_that_were_put_off_are_given_out_behind_all_others(store: Store, packages: list[Package]) -> None:
    tournament = create(store, packages, blocks=6)
    QueueNotes(store.redis).put_off("cup", [0, 2])
    appear(store, "afar.1")
    Feeder(store, tournament).feed()
    assert [task.blocks for task in queued(store)] == [(1, 3, 4, 5), (0, 2)]


def test_a_remote_bot_is_not_two_versions_at_once(store: Store, packages: list[Package]) -> None:
    other = remote_bot("anna", ["yspahan"], "1.3")
    assert other.bot.version != ANNA.bot.version
    with pytest.raises(UserProblem, match="anna is remote and enters once"):
        tournaments.create(store, "cup", "yspahan", [ANNA, other], seats=2, blocks=1, settings=TWO)


def test_a_connected_bot_plays_here_and_now_and_its_games_verify(store: Store, tmp_path: Path) -> None:
    store.add_bot(ANNA)
    with arena_in_background(store) as arena:
        arena.connect("key-anna")
        line = ["play", "yspahan", "anna", "random", "--option", "two_players=on", "--replays", str(tmp_path), "--json"]
        done = subprocess.run([*LINE, *line], stdout=subprocess.PIPE, text=True, check=True)
    found = [json.loads(fact) for fact in done.stdout.splitlines()]
    assert [seat["cause"] for fact in found for seat in fact["seats"]] == [None] * 4
    assert len({fact["deal"] for fact in found}) == 2
    for fact in found:
        verify_game(read(tmp_path / f"{fact['game_id']}.json"))
