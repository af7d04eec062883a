"""What bots printed is kept in the store: so much of each version, the oldest dropped, for few to read."""

from __future__ import annotations

import os
from dataclasses import replace

from serai.ladder.access.caller import NOBODY, Caller
from serai.ladder.storage.bot_logs import BotLogs, may_read
from serai.ladder.storage.store import Store
from serai.server.bot_log import Printed
from tests.ladder.storage.records import record


def test_the_oldest_games_of_a_version_are_dropped(store: Store) -> None:
    logs = BotLogs(store.redis)
    games = [
        replace(record(f"game{n}", "spring", 0, n), printed=(Printed(dropped=n, lines=[(1, os.urandom(500).hex())]),))
        for n in range(5)
    ]
    logs.keep(games, most=2000)
    version = games[0].fact["seats"][0]["version"]
    kept = logs.kept(version)
    assert [log.game_id for log in kept] == ["game2", "game3", "game4"]
    assert sum(log.size for log in kept) <= 2000
    assert logs.printed(replace(games[4], printed=()), 0) == games[4].printed[0]
    assert logs.printed(replace(games[0], printed=()), 0) is None


def test_what_was_kept_first_of_a_game_stays(store: Store) -> None:
    logs, game = BotLogs(store.redis), record("game", "spring", 0, 0)
    for text in ("first", "second"):
        logs.keep([replace(game, printed=(Printed(dropped=0, lines=[(1, text)]),))])
    assert logs.printed(game, 0) == {"dropped": 0, "lines": [(1, "first")]}


def test_only_its_author_and_organisers_may_read_it(store: Store) -> None:
    store.give_bot("mine", "anna")
    assert may_read(store, Caller("anna", "author", token="t"), "mine")
    assert may_read(store, Caller("olga", "organiser", token="t"), "mine")
    assert not may_read(store, Caller("ben", "author", token="t"), "mine")
    assert not may_read(store, Caller("anna", "viewer", token="t"), "mine")
    assert not may_read(store, NOBODY, "mine")
