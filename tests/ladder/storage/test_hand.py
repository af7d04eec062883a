"""The organiser's hand: facts stay, tables follow, everything is in the audit log and can be undone to the bit."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from serai.ladder.errors import UserProblem
from serai.ladder.model import schedule
from serai.ladder.model.format import Format
from serai.ladder.ratings.table import Table
from serai.ladder.storage import archive, audit, folds, hand, tournaments
from serai.ladder.storage.growth import Growth
from serai.ladder.storage.store import Store
from serai.referee.core.luck import commit
from tests.ladder.growing import SECRET, create, package, play, record

ROBIN = Format(blocks=2)


@pytest.fixture
def played(store: Store) -> Store:
    """Four bots, three at a table, two blocks of each of four line-ups: 24 games, all on record."""
    create(store, ROBIN, bots=4)
    play(store, "spring")
    table(store)
    return store


def rows(standings: Table) -> str:
    return json.dumps([row.as_json() for row in standings.rows()])


def table(store: Store) -> str:
    """The standings as readers get them, from checkpoints where there are any."""
    return rows(folds.standings(store, folds.tournament_scope(store, "spring")))


def facts(store: Store) -> list[str]:
    return [
        json.dumps(fact, sort_keys=True)
        for block in store.recorded("spring")
        for fact in store.blocks_of_facts("spring", [block])[0]
    ]


def last(store: Store) -> audit.Line:
    return list(audit.lines(store.redis))[-1]


def game(store: Store, block: int) -> str:
    return tournaments.load(store, "spring").game_ids(block)[0]


ACTIONS: dict[str, tuple[Callable[[Store], object], Callable[[Store], object]]] = {
    "void": (lambda store: hand.void(store, game(store, 3), "why"), lambda store: hand.unvoid(store, game(store, 3))),
    "exclude": (
        lambda store: hand.set_bot(store, "spring", "ben", "exclude", "why"),
        lambda store: hand.set_bot(store, "spring", "ben", "include"),
    ),
}


@pytest.mark.parametrize("what", ACTIONS)
def test_tables_change_and_come_back_to_the_bit(played: Store, what: str) -> None:
    before, on_record = table(played), facts(played)
    do, undo = ACTIONS[what]
    do(played)
    changed = table(played)
    assert changed != before
    assert folds.rebuild(played) == [], "what readers were given is what the facts say"
    assert table(played) == changed
    undo(played)
    assert table(played) == before
    assert folds.rebuild(played) == []
    assert facts(played) == on_record
    said = list(audit.lines(played.redis))
    assert [line["what"] for line in said] == [what, {"void": "unvoid", "exclude": "include"}[what]]
    assert said[0]["why"] == "why"


def test_a_voided_game_is_played_again_with_the_next_deal(played: Store) -> None:
    name, block, instead = hand.void(played, game(played, 3), "power cut")
    tournament = tournaments.load(played, "spring")
    assert (name, block, instead) == ("spring", 3, 8)
    assert tournament.blocks[8].line_up == tournament.blocks[3].line_up
    assert tournament.blocks[8].commitment == commit(schedule.deal(SECRET, 8))
    assert tournaments.missing(played, tournament) == [8]
    assert played.tally("spring") == (21, 3, 9)
    record(played, "spring", 8)
    assert tournaments.state(played, tournament) == "finished"
    assert {fact["block"] for fact in played.facts("spring")} == {0, 1, 2, 4, 5, 6, 7, 8}
    assert played.game(game(played, 3)).fact["block"] == 3, "it can still be looked at"
    hand.unvoid(played, game(played, 3))
    assert {fact["block"] for fact in played.facts("spring")} == set(range(8))
    with pytest.raises(UserProblem, match="block 3 of spring is not voided"):
        hand.unvoid(played, game(played, 3))


def test_a_replacement_can_be_voided_too(played: Store) -> None:
    hand.void(played, game(played, 3), "first")
    record(played, "spring", 8)
    hand.void(played, game(played, 8), "second")
    assert played.history("spring").origin(9) == 3
    assert tournaments.missing(played, tournaments.load(played, "spring")) == [9]
    with pytest.raises(UserProblem, match="block 8 of spring is voided already"):
        hand.void(played, game(played, 8), "third")


@pytest.mark.parametrize("again", [3, 8, 9])
def test_of_a_block_and_what_was_played_instead_of_it_one_counts(played: Store, again: int) -> None:
    """Block 8 is played instead of 3, and 9 instead of 8; whichever is to count, the other two do not."""
    for block, instead in ((3, 8), (8, 9)):
        hand.void(played, game(played, block), "why")
        record(played, "spring", instead)
    hand.void(played, game(played, 9), "why")
    hand.unvoid(played, game(played, again))
    assert {fact["block"] for fact in played.facts("spring")} == {0, 1, 2, 4, 5, 6, 7, again}
    assert tournaments.missing(played, tournaments.load(played, "spring")) == []


def test_a_disabled_bot_plays_no_more_and_what_it_played_counts(store: Store) -> None:
    create(store, ROBIN, bots=4)
    record(store, "spring", 0, 1, 2)
    before = table(store)
    hand.set_bot(store, "spring", "ann", "disable", "its author asked")
    tournament = tournaments.load(store, "spring")
    left = tournaments.missing(store, tournament)
    assert left
    assert all(0 not in tournament.blocks[index].line_up for index in left)
    assert table(store) == before
    record(store, "spring", *left)
    assert tournaments.state(store, tournament) == "finished"
    hand.set_bot(store, "spring", "ann", "enable")
    assert sorted([0, 1, 2, *left, *tournaments.missing(store, tournament)]) == list(range(8))


def test_a_block_of_a_disabled_bot_that_was_being_played_counts(store: Store) -> None:
    create(store, ROBIN, bots=4)
    hand.set_bot(store, "spring", "ann", "disable")
    tournament = tournaments.load(store, "spring")
    index = next(block.index for block in tournament.blocks if 0 in block.line_up)
    record(store, "spring", index)
    assert store.count("spring") == 3


def test_a_bot_may_enter_later_and_plays_as_much_as_the_others(played: Store) -> None:
    hand.add_bot(played, "spring", package("eve"))
    tournament = tournaments.load(played, "spring")
    assert [bot.name for bot in tournament.bots] == ["ann", "ben", "cid", "dan", "eve"]
    new = tournament.blocks[8:]
    assert len(new) == 2 * 6, "two blocks with every two of the others"
    assert all(4 in block.line_up for block in new)
    play(played, "spring")
    assert tournaments.state(played, tournament) == "finished"
    rows = folds.standings(played, folds.tournament_scope(played, "spring")).rows()
    assert {row.bot: row.blocks for row in rows} == dict.fromkeys(["ann", "ben", "cid", "dan", "eve"], 12)
    with pytest.raises(UserProblem, match="eve@eve0000 takes part in spring already"):
        hand.add_bot(played, "spring", package("eve"))


def test_a_newcomer_of_a_gauntlet_meets_the_hero(store: Store) -> None:
    create(store, Format("gauntlet", 1, hero=0), bots=4)
    hand.add_bot(store, "spring", package("eve"))
    new = tournaments.load(store, "spring").blocks[3:]
    assert sorted(tuple(sorted(block.line_up)) for block in new) == [(0, 1, 4), (0, 2, 4), (0, 3, 4)]


def test_a_newcomer_of_a_swiss_is_in_the_next_round_and_a_cup_takes_nobody(store: Store) -> None:
    create(store, Format("swiss", 1, rounds=3))
    create(store, Format("knockout", 1), name="cup")
    for name in ("spring", "cup"):
        play(store, name, 1)
    hand.add_bot(store, "spring", package("gus"))
    with pytest.raises(UserProblem, match="the first round of cup is made"):
        hand.add_bot(store, "cup", package("gus"))
    Growth(store, "spring").grow()
    history, tournament = store.history("spring"), tournaments.load(store, "spring")
    latest = history.rounds[-1]
    seated = {bot for block in tournament.blocks[latest.first :] for bot in block.line_up}
    assert seated | set(latest.byes) == set(range(7))


def test_who_is_disabled_in_a_swiss_is_not_paired(store: Store) -> None:
    create(store, Format("swiss", 1, rounds=3))
    play(store, "spring", 1)
    hand.set_bot(store, "spring", "ben", "disable")
    Growth(store, "spring").grow()
    latest, tournament = store.history("spring").rounds[-1], tournaments.load(store, "spring")
    assert all(1 not in block.line_up for block in tournament.blocks[latest.first :])
    assert 1 not in latest.byes


def test_halting_and_going_on(store: Store) -> None:
    tournament = create(store, ROBIN, bots=4)
    for halted, what in (("paused", "pause"), ("drained", "drain")):
        hand.halt(store, "spring", halted, "lunch")
        assert tournaments.state(store, tournament) == halted
        assert (last(store)["what"], last(store)["why"]) == (what, "lunch")
        with pytest.raises(UserProblem, match=f"spring is {halted}, so it cannot be {halted}"):
            hand.halt(store, "spring", halted)
        hand.resume(store, "spring")
        assert tournaments.state(store, tournament) == "new"
    hand.halt(store, "spring", "cancelled")
    with pytest.raises(UserProblem, match="spring is cancelled, not paused"):
        hand.resume(store, "spring")


def test_nothing_is_begun_after_the_deadline(store: Store) -> None:
    tournament = create(store, ROBIN, bots=4)
    hand.set_deadline(store, "spring", 1.0)
    assert store.halted("spring") == tournaments.state(store, tournament) == "overdue"
    hand.set_deadline(store, "spring", 1e12)
    assert store.halted("spring") is None
    hand.set_deadline(store, "spring", None)
    assert [line["what"] for line in audit.lines(store.redis)] == ["deadline"] * 3


def test_a_renamed_tournament_is_found_by_both_names(played: Store) -> None:
    hand.rename(played, "spring", "spring-2026")
    assert tournaments.load(played, "spring-2026") == tournaments.load(played, "spring")
    with pytest.raises(UserProblem, match="there is already a tournament called spring-2026"):
        create(played, ROBIN, name="spring-2026")
    hand.rename(played, "spring", "spring")
    with pytest.raises(UserProblem, match="there is no tournament called spring-2026"):
        tournaments.load(played, "spring-2026")


def test_an_archived_tournament_stays_as_it_is(played: Store) -> None:
    tournament, before = tournaments.load(played, "spring"), table(played)
    hand.archive(played, "spring", "over")
    assert tournaments.state(played, tournament) == "archived"
    for act in (
        lambda: hand.set_bot(played, "spring", "ann", "exclude", "why"),
        lambda: hand.void(played, game(played, 0), "why"),
        lambda: hand.add_bot(played, "spring", package("gus")),
    ):
        with pytest.raises(UserProblem, match="spring is archived; serai tournament unarchive spring"):
            act()
    assert table(played) == before
    hand.unarchive(played, "spring")
    assert tournaments.state(played, tournament) == "finished"


def test_deleting_leaves_nothing_but_the_name(played: Store) -> None:
    create(played, ROBIN, bots=3, name="autumn")
    with pytest.raises(UserProblem, match="autumn is new; serai tournament cancel autumn ends it first"):
        hand.delete(played, "autumn")
    hand.rename(played, "spring", "other")
    assert hand.delete(played, "spring", "a rehearsal") == 24
    assert played.tournaments() == ["autumn"]
    left = [key.decode() for key in played.redis.scan_iter() if b"spring" in key]
    assert left == []
    assert played.game_ids("", 10) == []
    assert folds.ladders(played) == []
    for name in ("spring", "other"):
        with pytest.raises(UserProblem, match=f"there is no tournament called {name}"):
            tournaments.load(played, name)
    with pytest.raises(UserProblem, match="there was a tournament called spring"):
        create(played, ROBIN, name="spring")
    assert (last(played)["what"], last(played)["details"]) == ("delete", {"games": 24})


def test_the_ladder_over_all_tournaments_follows(played: Store) -> None:
    create(played, ROBIN, bots=4, name="autumn")
    play(played, "autumn")

    def ladder() -> str:
        [scope] = folds.ladders(played, "yspahan")
        return rows(folds.standings(played, scope))

    before = ladder()
    hand.set_bot(played, "spring", "ann", "exclude", "why")
    assert ladder() != before
    hand.set_bot(played, "spring", "ann", "include")
    assert ladder() == before


def test_segments_with_blocks_that_are_never_played_are_archived_all_the_same(store: Store) -> None:
    """What is played later, when the bot is enabled again, is found in Redis."""
    create(store, Format(blocks=1), bots=4)
    hand.set_bot(store, "spring", "dan", "disable")
    tournament = tournaments.load(store, "spring")
    [index] = tournaments.missing(store, tournament)
    record(store, "spring", index)
    assert archive.move(store, tournament).games == 3
    hand.set_bot(store, "spring", "dan", "enable")
    other = tournaments.missing(store, tournament)[0]
    record(store, "spring", other)
    for block in (index, other):
        assert store.game(tournament.game_ids(block)[0]).replay == {"of": tournament.game_ids(block)[0]}


@pytest.mark.parametrize(
    ("argument", "complaint"),
    [
        ("zoe", "no zoe takes part in spring; there are ann@ann0000"),
        ("ann@ff", "no ann@ff takes part in spring"),
    ],
)
def test_who_does_not_take_part_is_a_clear_mistake(played: Store, argument: str, complaint: str) -> None:
    with pytest.raises(UserProblem, match=complaint):
        hand.set_bot(played, "spring", argument, "disable")


def test_disabling_twice_is_a_mistake(played: Store) -> None:
    hand.set_bot(played, "spring", "ann", "disable")
    with pytest.raises(UserProblem, match="ann@ann0000 is disabled in spring"):
        hand.set_bot(played, "spring", "ann", "disable")
