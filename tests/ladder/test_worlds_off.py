"""An event may do without worlds: it is written down, and so the games are played."""

from __future__ import annotations

import asyncio
import threading

import pytest

from serai.ladder.model.format import Format
from serai.ladder.queue.batch import Batch
from serai.ladder.queue.window import Window
from serai.ladder.storage import tournaments
from serai.ladder.storage.store import Store
from tests.ladder.growing import create


@pytest.mark.parametrize("worlds", [True, False])
def test_games_are_played_as_the_tournament_says(store: Store, worlds: bool) -> None:
    tournament = create(store, Format(blocks=1), bots=3, worlds=worlds)
    assert tournaments.load(store, "spring") == tournament
    assert ("worlds" in tournament.header()) is not worlds

    async def terms() -> bool:
        batch = Batch(
            tournament,
            lambda index: bytes(32),
            Window(1),
            lambda index, games: None,
            lambda over: None,
            threading.Event(),
            {},
            None,
        )
        return batch._terms_of((0, 1, 2)).worlds

    assert asyncio.run(terms()) is worlds
