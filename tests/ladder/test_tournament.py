"""A tournament is decided in full when it is created, and cannot be created wrongly."""

import dataclasses
from typing import Any

import pytest

from serai.ladder.bots.version import Package
from serai.ladder.errors import UserProblem
from serai.ladder.model import schedule
from serai.ladder.model.game_record import GameRecord
from serai.ladder.model.plan import casual_plan
from serai.ladder.model.tournament import Tournament
from serai.ladder.storage import tournaments
from serai.ladder.storage.store import Store
from serai.referee.clock import TimeControl
from serai.referee.core.luck import commit

TWO = {"two_players": "on"}
SECRET = bytes(range(32))


def create(store: Store, packages: list[Package], **changes: Any) -> Tournament:
    given: dict[str, Any] = {"seats": 2, "blocks": 2, "settings": TWO, "secret": SECRET, "now": 0.0, **changes}
    name, game = given.pop("name", "spring"), given.pop("game", "yspahan")
    return tournaments.create(store, name, game, packages, **given)


def test_everything_is_fixed_before_the_first_game(store: Store, packages: list[Package]) -> None:
    tournament = create(store, packages, control=TimeControl(60, 0.5, 10), in_flight=8)
    assert tournaments.load(store, "spring") == tournament
    assert tournament.created == "1970-01-01T00:00:00+00:00"
    assert tournament.settings == {"first_player": "0", "two_players": "on"}
    assert len(tournament.blocks) == 3 * 2
    assert tournament.games == 12
    ids = [game_id for block in tournament.blocks for game_id in tournament.game_ids(block.index)]
    assert len(set(ids)) == tournament.games


def test_what_was_committed_to_are_the_deals_of_the_secret(store: Store, packages: list[Package]) -> None:
    tournament = create(store, packages)
    deal_of = tournaments.deals(store, tournament)
    assert [block.commitment for block in tournament.blocks] == [commit(deal_of(index)) for index in range(6)]
    assert deal_of(3) == schedule.deal(SECRET, 3)


def test_the_specification_does_not_give_away_the_secret(store: Store, packages: list[Package]) -> None:
    tournament = create(store, packages)
    text = str([store.header("spring"), *store.blocks("spring", len(tournament.blocks))])
    assert SECRET.hex() not in text
    assert all(schedule.deal(SECRET, block.index).hex() not in text for block in tournament.blocks)


def test_two_tournaments_have_different_secrets(store: Store, packages: list[Package]) -> None:
    first = create(store, packages, secret=None)
    second = create(store, packages, secret=None, name="autumn")
    assert first.blocks[0].commitment != second.blocks[0].commitment


def test_the_bots_that_play_are_registered(store: Store, packages: list[Package]) -> None:
    create(store, packages)
    assert store.bots() == ["first", "last", "any"]
    assert store.package(packages[1].bot.version) == packages[1]


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"name": "Spring Cup"}, "'Spring Cup' cannot be the name of a tournament: up to 40 of"),
        ({"game": "go"}, "there is no game called go; there are .*yspahan"),
        ({"seats": 4, "settings": {}}, "3 bots cannot fill a table of 4 seats"),
        ({"settings": {}}, "yspahan is played by 3 or 4 seats"),
        ({"settings": {"colour": "red"}}, "yspahan has no option 'colour'"),
        ({"blocks": 0}, "give at least 1"),
        ({"limit": 0}, "the limit is 0"),
    ],
)
def test_a_wrong_setting_is_a_clear_mistake(
    store: Store, packages: list[Package], changes: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(UserProblem, match=complaint):
        create(store, packages, **changes)
    assert store.tournaments() == []
    assert store.bots() == []


def test_a_name_is_used_once(store: Store, packages: list[Package]) -> None:
    tournament = create(store, packages)
    with pytest.raises(UserProblem, match="already a tournament called spring"):
        create(store, packages, blocks=7)
    assert tournaments.load_all(store) == [tournament]


def test_a_bot_enters_once(store: Store, packages: list[Package]) -> None:
    with pytest.raises(UserProblem, match=r"first@.* is named twice"):
        create(store, [*packages, packages[0]])


def test_a_bot_that_does_not_play_the_game_is_refused(store: Store, packages: list[Package]) -> None:
    manifest = dataclasses.replace(packages[0].bot.manifest, games=("catan",))
    stranger = Package(dataclasses.replace(packages[0].bot, manifest=manifest), b"")
    with pytest.raises(UserProblem, match=r"first does not play yspahan; its bot\.toml names catan"):
        create(store, [stranger, *packages[1:]])


def test_a_disabled_bot_is_refused(store: Store, packages: list[Package]) -> None:
    store.disable("last")
    with pytest.raises(UserProblem, match="last is disabled"):
        create(store, packages)


def games_of(tournament: Tournament, block: int) -> list[GameRecord]:
    facts: list[Any] = [
        {"game_id": name, "block": block, "rotation": turn} for turn, name in enumerate(tournament.game_ids(block))
    ]
    return [GameRecord("spring", fact, {}) for fact in facts]


def test_how_far_it_has_come_follows_from_the_facts(store: Store, packages: list[Package]) -> None:
    tournament = create(store, packages[:2])
    assert tournaments.state(store, tournament) == "new"
    assert tournaments.missing(store, tournament) == [0, 1]
    store.record_block("spring", 1, games_of(tournament, 1))
    assert tournaments.state(store, tournament) == "running"
    assert tournaments.missing(store, tournament) == [0]
    store.halt("spring", "paused")
    assert tournaments.state(store, tournament) == "paused"
    store.record_block("spring", 0, games_of(tournament, 0))
    assert tournaments.state(store, tournament) == "finished"
    assert tournaments.missing(store, tournament) == []


def test_games_outside_of_a_tournament_are_told_apart_by_their_deals(packages: list[Package]) -> None:
    twins = [packages[0].bot, packages[0].bot]
    first, deal_of = casual_plan("yspahan", twins, 3, TWO, TimeControl(), 64, SECRET)
    other, _ = casual_plan("yspahan", twins, 3, TWO, TimeControl(), 64, bytes(32))
    assert deal_of(0) == SECRET
    assert [block.commitment for block in first.blocks] == [commit(deal_of(index)) for index in range(3)]
    assert first.games == 6
    ids = {game_id for made in (first, other) for index in range(3) for game_id in made.game_ids(index)}
    assert len(ids) == 12


def test_a_plan_outside_of_a_tournament_is_checked_too(packages: list[Package]) -> None:
    with pytest.raises(UserProblem, match="yspahan is played by 3 or 4 seats"):
        casual_plan("yspahan", [packages[0].bot] * 2, 1, {}, TimeControl(), 64, SECRET)
