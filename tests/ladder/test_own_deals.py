"""Every game with a deal of its own, though all bots are hosted: no process knows what another could tell it."""

from __future__ import annotations

import copy
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest

from serai.ladder.bots.version import Package
from serai.ladder.desk import making, standing
from serai.ladder.desk.desk import LocalDesk
from serai.ladder.model.tournament import Tournament
from serai.ladder.model.verification import verify_deal, verify_game
from serai.ladder.queue import jobs
from serai.ladder.queue.jobs import Task
from serai.ladder.queue.play_job import JobPlayer
from serai.ladder.storage import tournaments
from serai.ladder.storage.store import Store
from serai.referee.replay import ReplayError

SECRET = bytes(range(32))
WISHES: dict[str, Any] = {
    "game": "yspahan",
    "seats": 2,
    "kind": "round-robin",
    "blocks": 1,
    "limit": None,
    "hero": None,
    "rounds": None,
    "seeds": "order",
    "twins": False,
    "settings": {"two_players": "on"},
    "control": None,
    "in_flight": 1,
    "own": {},
    "deadline": None,
    "wait": 1.0,
    "wire": 0.1,
    "worlds": True,
}

OF_A_LADDER = ("game", "seats", "blocks", "settings", "control", "in_flight", "worlds")


@pytest.fixture
def played(store: Store, packages: list[Package]) -> Tournament:
    """A tournament of two blocks that was played."""
    made = {"seats": 2, "blocks": 2, "settings": {"two_players": "on"}, "secret": SECRET, "own_deals": True}
    tournament = tournaments.create(store, "cup", "yspahan", packages[:2], **made)  # type: ignore[arg-type]  # by name
    with closing(JobPlayer(store)) as player:
        player.play(Task(jobs.new_id("cup"), "cup", (0, 1)), lambda: True)
    return tournament


def test_no_two_games_share_a_deal_and_all_verify(store: Store, played: Tournament) -> None:
    assert tournaments.load(store, "cup").own_deals
    facts = list(store.facts("cup"))
    assert len({fact["deal"] for fact in facts}) == 4
    assert [fact["drawn"]["attempt"] for fact in facts] == [0] * 4
    for fact in facts:
        verify_game(store.game(fact["game_id"]), played)
        assert played.committed is not None
        verify_deal(fact, played.committed, SECRET)


def test_another_deal_than_the_game_has_is_noticed(store: Store, played: Tournament) -> None:
    first, second = list(store.facts("cup"))[:2]
    game = store.game(first["game_id"])
    other = copy.deepcopy(first)
    other["drawn"]["attempt"] = 1
    with pytest.raises(ReplayError, match="attempt 1"):
        verify_game(replace(game, fact=other), played)
    del other["drawn"]
    with pytest.raises(ReplayError, match="deal"):
        verify_game(replace(game, fact=other), played)
    assert first["drawn"]["block_deal"] == second["drawn"]["block_deal"]


def test_strangers_get_a_deal_for_every_game_unless_it_is_said_otherwise(store: Store, packages: list[Package]) -> None:
    desk = LocalDesk(lambda: store)
    for package in packages[:2]:
        store.add_bot(package)
    names = [package.bot.name for package in packages[:2]]

    def has_own(name: str, said: bool | None) -> bool:
        made = desk.ask(making.create, name=name, bots=names, own_deals=said, **WISHES)
        return bool(made["details"]["own_deals"])

    assert not has_own("ours", None)
    store.give_bot(names[0], "anna")
    assert has_own("theirs", None)
    assert not has_own("trusted", False)
    for said, own in ((None, True), (False, False)):
        name = desk.ask(
            standing.make,
            **{name: WISHES[name] for name in OF_A_LADDER},
            name=f"ladder-{own}".lower(),
            bots=names,
            apart=False,
            own_deals=said,
        )
        assert tournaments.load(store, name).own_deals is own
