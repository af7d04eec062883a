"""The promises have teeth: a Harbour that breaks one of them is found out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from serai.referee.core.agenda import Action, Decision, options
from serai.referee.core.errors import IllegalAction
from serai.referee.core.game import Game
from serai.referee.core.notation import Notation
from tests import game_properties, harbour, random_play
from tests.harbour import HARBOUR, PASS, WINDFALL, Auction, Bid, Drew, Harbour, Play, Raid, Sell, Trade
from tests.random_play import Case


def table(game: Game = HARBOUR) -> Case:
    return Case(game, 3, {})


def found(promise: Callable[..., object], *arguments: object, words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        promise(*arguments)


# --- secrets


def test_a_view_that_shows_the_deck_is_found() -> None:
    game = replace(HARBOUR, view=lambda state, seat: (harbour.view(state, seat), tuple(state.deck)))
    found(game_properties.a_view_holds_no_secrets, table(game), words="the view of seat None knows more")


def test_a_view_that_shows_sealed_answers_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(harbour, "pending", lambda state: repr(state.agenda[-1:]))
    found(game_properties.a_view_holds_no_secrets, table(), words="knows more")


def test_options_that_depend_on_other_hands_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def only_rich_victims(self: Trade, state: Harbour, seat: int) -> list[Action]:
        return [PASS, *(Raid(victim) for victim, own in enumerate(state.players) if WINDFALL in own.hand)]

    monkeypatch.setattr(Trade, "options", only_rich_victims)
    found(game_properties.a_view_holds_no_secrets, table(), words="the options of seat . know more")


def test_an_event_that_tells_a_secret_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Drew, "secret", ())
    found(game_properties.what_is_told_holds_no_secrets, table(), harbour, words="is told what it may not know")


def test_a_question_that_is_not_asked_for_lack_of_a_card_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def pass_or_play(self: Trade, state: Harbour, seat: int) -> list[Action]:
        return [Play(WINDFALL), PASS] if WINDFALL in state.players[seat].hand else [PASS]

    monkeypatch.setattr(Trade, "options", pass_or_play)
    game_properties.what_is_told_holds_no_secrets(table(), harbour)
    monkeypatch.setattr(Trade, "always_asked", Decision.always_asked)
    found(game_properties.what_is_told_holds_no_secrets, table(), harbour, words="(sees|learns)")


def test_a_refusal_that_tells_a_secret_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def talkative(self: Any, state: Harbour, seat: int, action: Action) -> None:
        if action not in options(state, seat):
            raise IllegalAction(f"no, and the next card is {state.deck[-1:]}")

    monkeypatch.setattr(Decision, "check", talkative)
    found(game_properties.refusals_hold_no_secrets, table(), words="tells seat . what it may not know")


def test_a_secret_that_is_not_blotted_out_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Drew, "seen_by", lambda event, seat: event)
    found(game_properties.secrets_in_events_are_blotted_out, table(), words="tells its secret")


def test_a_redeal_that_loses_a_card_is_found() -> None:
    def careless(state: Harbour, seat: int | None, luck: Any) -> Harbour:
        copy = harbour.redeal(state, seat, luck)
        copy.deck = copy.deck[1:]
        return copy

    found(
        game_properties.redealt_games_play_on, table(replace(HARBOUR, redeal=careless)), harbour, words="a card is lost"
    )


# --- rules


def test_a_card_that_gets_lost_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Play, "apply", lambda self, state, seat: state.players[seat].hand.remove(self.card))
    found(game_properties.it_ends_and_nothing_is_lost, table(), harbour, words="a card is lost")


def test_a_game_without_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_play, "LONGEST", 500)
    monkeypatch.setitem(harbour.ROUNDS, "short", 10**9)
    found(game_properties.it_ends_and_nothing_is_lost, table(), harbour, words="does not end")


def test_an_option_that_stands_twice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Trade, "options", lambda self, state, seat: [PASS, PASS])
    found(game_properties.options_are_a_real_choice, table(), words="offers something twice")


def test_an_option_that_is_not_allowed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Auction, "options", lambda self, state, seat: [PASS, Bid(99)])
    with pytest.raises(IllegalAction, match="neither a pass nor a bid"):
        game_properties.listed_options_are_accepted(table())


def test_a_check_that_allows_everything_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Decision, "check", lambda self, state, seat, action: None)
    found(game_properties.others_are_refused, table(), words=r"lets seat . answer")


# --- copies and records


def test_a_clone_that_shares_a_list_is_found() -> None:
    def shallow(state: Harbour) -> Harbour:
        copy = state.clone()
        copy.discard = state.discard
        return copy

    game = replace(HARBOUR, clone=shallow)
    found(game_properties.a_clone_never_touches_its_original, table(game), words="changed its original")


def test_luck_that_is_not_of_the_deal_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    days = count()
    monkeypatch.setattr(harbour, "weather", lambda state: state.deck.sort(key=lambda card: next(days) * card))
    found(game_properties.the_same_decisions_give_the_same_game, table(), words="the game differs at decision")


def test_two_actions_with_the_same_text_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sell, "form", "do:{good}")
    monkeypatch.setattr(Play, "form", "do:{card}")
    names = {"good": ("one", "two", "three"), "card": ("one", "two")}
    game = replace(HARBOUR, actions=Notation(HARBOUR.actions.classes, names))
    found(game_properties.texts_read_back, table(game), words="'do:one' stands for")
