"""Sittings: many games at once with real bot processes over real gRPC."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bench.one_sitting import GameToPlay, play_sitting
from serai.referee.replay import Replay, verify
from serai.server.live_game import Played
from tests.broken_bots.kinds import broken_bot
from tests.server.sittings import QUICK, YSPAHAN, play, sample


def test_games_come_out_the_same_on_every_run() -> None:
    bots = [sample("random")] * 3
    first, second = play(bots, games=3), play(bots, games=3, in_flight=1)
    assert [game.replay for game in first] == [game.replay for game in second]
    for game in first:
        verify(YSPAHAN, game.replay)


def test_games_are_given_in_the_order_they_were_asked_for() -> None:
    finished: list[str] = []
    planned = [GameToPlay(f"g{n}", n.to_bytes(32, "big"), (0, 1, 2), True) for n in range(5)]
    games = play_sitting(
        YSPAHAN, {}, [sample("random")] * 3, planned, QUICK, on_game=lambda game: finished.append(game.key)
    )
    assert [game.key for game in games] == [f"g{n}" for n in range(5)]
    assert sorted(finished) == sorted(game.key for game in games)


def test_a_bot_says_how_many_games_it_can_take() -> None:
    """The broken bot says eight: twelve games are played all the same, the rest when there is room."""
    games = play([sample("random"), broken_bot("proper"), sample("random")], games=12)
    assert len(games) == 12
    assert all(outcome["ending"] == "played" for game in games for outcome in game.replay.outcomes)


def test_a_bot_can_dial_in_over_tcp() -> None:
    (game,) = play([sample("random"), broken_bot("proper", transport="tcp"), sample("random")])
    assert [outcome["ending"] for outcome in game.replay.outcomes] == ["played"] * 3


def test_one_bot_process_can_hold_several_seats() -> None:
    planned = GameToPlay("both", bytes(32), (0, 1, 0, 1), True)
    (game,) = play_sitting(YSPAHAN, {}, [sample("random")] * 2, [planned], QUICK)
    verify(YSPAHAN, game.replay)
    assert [outcome["ending"] for outcome in game.replay.outcomes] == ["played"] * 4


def test_the_two_player_variant_is_played_over_the_wire_too() -> None:
    planned = GameToPlay("two", bytes(32), (0, 1), True)
    (game,) = play_sitting(YSPAHAN, {"two_players": "on"}, [sample("random")] * 2, [planned], QUICK)
    verify(YSPAHAN, game.replay)


def test_a_platform_failure_is_nobodys_result() -> None:
    def burst(game: Played) -> None:
        raise OSError("no space left")

    planned = GameToPlay("void", bytes(32), (0, 1, 2), True)
    with pytest.raises(OSError, match="no space left"):
        play_sitting(YSPAHAN, {}, [sample("random")] * 3, [planned], QUICK, on_game=burst)


def test_rules_that_break_are_a_platform_failure() -> None:
    broken = replace(YSPAHAN, view=lambda state, seat: 1 // 0)
    planned = GameToPlay("void", bytes(32), (0, 1, 2), True)
    with pytest.raises(ZeroDivisionError):
        play_sitting(broken, {}, [sample("random")] * 3, [planned], QUICK)


def test_a_replay_holds_no_time() -> None:
    """Facts must be the same on every run; only `Played` knows how long it took."""
    (game,) = play([sample("random")] * 3)
    assert game.seconds > 0
    assert game.stalled >= 0
    assert not any(isinstance(getattr(game.replay, name), float) for name in Replay.__dataclass_fields__)
