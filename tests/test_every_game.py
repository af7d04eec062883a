"""What every game promises, whatever its rules: random play over every seat count and every option value.

A game that is registered in GAMES is tested here without a line of its own, except one module:

    tests/games/<game>/invariants.py      def check(state) -> None

`check` is called at the start, after every decision and at the end of random games. It asserts what must hold in every
reachable state: nothing is lost (goods, coins, cards), nobody has less than nothing, no limit is exceeded. The module
may also name the events by which hidden things lawfully come to light for everybody (a card turned over from a
deck): `REVEALS: frozenset[type[Event]]`; without it there are none. A registered game without the module fails.
"""

from __future__ import annotations

from typing import Any

import pytest

from serai.referee.core.game import Game
from serai.referee.games import GAMES
from tests import game_properties, harbour, wire
from tests.harbour import HARBOUR
from tests.random_play import Case, all_cases, invariants, plain_cases

SUBJECTS = (*GAMES.values(), HARBOUR)
EVERY_CASE = pytest.mark.parametrize("case", [case for game in SUBJECTS for case in all_cases(game)], ids=str)
PLAIN_CASE = pytest.mark.parametrize("case", [case for game in SUBJECTS for case in plain_cases(game)], ids=str)
WIRE_CASE = pytest.mark.parametrize("case", [case for game in GAMES.values() for case in plain_cases(game)], ids=str)


def laws(game: Game) -> Any:
    return harbour if game is HARBOUR else invariants(game)


@EVERY_CASE
def test_random_play_ends_and_nothing_is_lost(case: Case) -> None:
    game_properties.it_ends_and_nothing_is_lost(case, laws(case.game))


@EVERY_CASE
def test_the_same_decisions_give_the_same_game(case: Case) -> None:
    game_properties.the_same_decisions_give_the_same_game(case)


@EVERY_CASE
def test_a_record_of_it_verifies(case: Case) -> None:
    game_properties.a_record_of_it_verifies(case)


@EVERY_CASE
def test_texts_read_back(case: Case) -> None:
    game_properties.texts_read_back(case)


@PLAIN_CASE
def test_options_are_a_real_choice(case: Case) -> None:
    game_properties.options_are_a_real_choice(case)


@PLAIN_CASE
def test_listed_options_are_accepted(case: Case) -> None:
    game_properties.listed_options_are_accepted(case)


@PLAIN_CASE
def test_others_are_refused(case: Case) -> None:
    assert game_properties.others_are_refused(case) > game_properties.STATES


@PLAIN_CASE
def test_a_clone_never_touches_its_original(case: Case) -> None:
    game_properties.a_clone_never_touches_its_original(case)


@EVERY_CASE
def test_a_saved_state_comes_back(case: Case) -> None:
    assert game_properties.a_saved_state_comes_back(case) > 1


@PLAIN_CASE
def test_the_same_deal_gives_the_same_draws(case: Case) -> None:
    assert game_properties.the_same_deal_gives_the_same_draws(case) > 0


@PLAIN_CASE
def test_a_view_holds_no_secrets(case: Case) -> None:
    assert game_properties.a_view_holds_no_secrets(case) > game_properties.STATES


@PLAIN_CASE
def test_refusals_hold_no_secrets(case: Case) -> None:
    game_properties.refusals_hold_no_secrets(case)


@PLAIN_CASE
def test_what_is_told_holds_no_secrets(case: Case) -> None:
    assert game_properties.what_is_told_holds_no_secrets(case, laws(case.game)) > game_properties.STATES


@PLAIN_CASE
def test_secrets_in_events_are_blotted_out(case: Case) -> None:
    assert game_properties.secrets_in_events_are_blotted_out(case) > 0


@PLAIN_CASE
def test_redealt_games_play_on(case: Case) -> None:
    game_properties.redealt_games_play_on(case, laws(case.game))


@PLAIN_CASE
def test_every_view_has_a_picture(case: Case) -> None:
    game_properties.every_view_has_a_picture(case)


@WIRE_CASE
def test_questions_on_the_wire_hold_no_secrets(case: Case) -> None:
    assert wire.questions_hold_no_secrets(case) > game_properties.STATES


@WIRE_CASE
def test_events_on_the_wire_hold_no_secrets(case: Case) -> None:
    assert wire.events_hold_no_secrets(case) > 0


@WIRE_CASE
def test_questions_on_the_wire_read_back(case: Case) -> None:
    wire.questions_read_back(case)


@WIRE_CASE
def test_nothing_is_lost_on_the_wire(case: Case) -> None:
    assert wire.nothing_is_lost_on_the_wire(case) > game_properties.STATES


@WIRE_CASE
def test_whatever_a_bot_sends_is_an_action_or_a_mistake(case: Case) -> None:
    assert wire.whatever_a_bot_sends_is_an_action_or_a_mistake(case) > game_properties.STATES


@PLAIN_CASE
def test_new_luck_changes_nothing_that_anybody_knows(case: Case) -> None:
    game_properties.new_luck_changes_nothing_that_anybody_knows(case)


@PLAIN_CASE
def test_a_game_from_a_position_verifies(case: Case) -> None:
    game_properties.a_game_from_a_position_verifies(case)
