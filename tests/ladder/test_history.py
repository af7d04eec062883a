"""The history of a rating ends where the fold ends, and has a point for every block."""

from __future__ import annotations

import pytest

from serai.ladder.model.facts import Entrant, Fact
from serai.ladder.ratings.elo import changes, fold
from serai.ladder.ratings.fold import blocks_of
from serai.ladder.ratings.history import histories, history
from tests.ladder.test_fold_states import played


def facts() -> list[Fact]:
    return played(4, 3, 2)


def test_a_point_for_every_block_up_to_the_rating_of_today() -> None:
    told = history(blocks_of(facts()), "bot-1")
    assert told is not None
    mine = [block for block in blocks_of(facts()) if any(seat["bot"] == "bot-1" for seat in block[0]["seats"])]
    assert len(told.points) == len(mine)
    assert told.points[-1].rating == fold(facts()).ratings()[told.entrant]
    games = [point.games for point in told.points]
    assert games == sorted(set(games))
    assert games[-1] == sum(seat["bot"] == "bot-1" for fact in facts() for seat in fact["seats"])
    assert told.points[0].rating.low is None  # one block says nothing of the spread
    assert all(p.rating.low is not None and p.rating.low < p.rating.elo for p in told.points[1:])


def test_it_is_what_each_game_did() -> None:
    """The changes of all games add up to the history."""
    told = history(blocks_of(facts()), "bot-1")
    assert told is not None
    last = [change.after for change in changes(facts()) if change.entrant.bot == "bot-1"][-1]
    assert told.points[-1].rating.elo == pytest.approx(last)


def test_versions_have_histories_of_their_own() -> None:
    renamed = facts()
    for fact in renamed[len(renamed) // 2 :]:
        for seat in fact["seats"]:
            seat["version"] = "9" + seat["version"][1:]
    found = histories(blocks_of(renamed), "bot-0")
    old, new = found
    assert old.version != new.version
    newest, first = history(blocks_of(renamed), "bot-0"), history(blocks_of(renamed), f"bot-0@{old.version}")
    assert newest is not None
    assert first is not None
    assert (newest.entrant, first.entrant) == (new, old)


def test_nobody_has_none() -> None:
    assert history(blocks_of(facts()), "nobody") is None
    assert history(blocks_of(facts()), "bot-0@zz") is None
    assert history([], "bot-0") is None
    assert Entrant("bot-0", "zz") not in histories(blocks_of(facts()), "bot-0")
