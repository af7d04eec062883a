"""The judge of a storm: what it plans, what it notices, and how it measures a take-over."""

from pathlib import Path
from typing import Any

import pytest

from chaos.__main__ import keep_logs
from chaos.plan import CUT, HANG, KINDS, plan, split
from chaos.results import Results, crash_differences, differences
from chaos.takeover import Loss, take_overs


def fact(block: int, rotation: int, **other: Any) -> dict[str, Any]:
    seats = [{"bot": name, "version": "1", "ending": "played", "cause": None, "rank": 1} for name in "ab"]
    times = {"started": f"2026-01-01T00:00:{10 * block:02}+00:00", "seconds": 2.0}
    return {"game_id": f"{block}-{rotation}", "block": block, "seats": seats, "digest": "d", "times": times, **other}


def on_record(*facts: dict[str, Any], ladder: str = "a, b") -> Results:
    return Results({"round-1": list(facts)}, {"ladder": ladder})


def crashed(game: dict[str, Any], cause: str = "crash") -> dict[str, Any]:
    one, other = game["seats"]
    return {**game, "seats": [{**one, "ending": "retired", "cause": cause, "rank": 2}, other], "digest": "another"}


GAME, OTHER = fact(0, 0), fact(0, 1)


def test_a_seed_plans_the_same_disturbances_again() -> None:
    one, other, third = (plan("hosts", 50, 4.0, (5.0, 30.0), seed) for seed in (1, 1, 2))
    assert one == other != third


def test_all_kills_are_planned_and_every_kind_comes() -> None:
    counts = split(200)
    assert sum(counts.values()) == 200
    for part, kills in counts.items():
        kinds = [one.kind for one in plan(part, kills, 4.0, (5.0, 30.0), 1)]
        assert sum(kind not in (CUT, HANG) for kind in kinds) == kills
        assert set(KINDS[part]) <= set(kinds)


def test_some_cuts_of_a_long_run_are_longer_than_a_host_is_waited_for() -> None:
    lengths = [one.seconds for one in plan("hosts", 120, 4.0, (5.0, 30.0), 1) if one.kind == CUT]
    assert min(lengths) >= 5
    assert max(lengths) > 60


def test_the_same_facts_at_other_times_do_not_differ() -> None:
    later = {**GAME, "times": {"started": "2027-01-01T00:00:00+00:00", "seconds": 9.0}}
    assert differences(on_record(GAME, OTHER), on_record(later, OTHER)) == []


@pytest.mark.parametrize(
    ("stormy", "line"),
    [
        (on_record(GAME), "round-1: game 0-1 is lost"),
        (on_record(GAME, OTHER, OTHER), "round-1: 1 games are on record twice"),
        (on_record(GAME, OTHER, fact(1, 0)), "round-1: game 1-0 was never scheduled"),
        (on_record(GAME, {**OTHER, "digest": "x"}), "game 0-1: digest is x, undisturbed d"),
        (on_record(GAME, OTHER, ladder="b, a"), "ladder differs"),
    ],
)
def test_what_differs_is_named(stormy: Results, line: str) -> None:
    assert differences(on_record(GAME, OTHER), stormy) == [line]


def test_a_killed_bot_may_change_its_own_games_only() -> None:
    calm = on_record(GAME, OTHER)
    assert crash_differences(calm, on_record(crashed(GAME), OTHER)) == ([], 1)
    assert crash_differences(calm, on_record(crashed(GAME), {**OTHER, "digest": "x"})) == (
        ["game 0-1: digest is x, undisturbed d"],
        1,
    )


def test_a_killed_bot_does_not_excuse_another_cause() -> None:
    wrong, count = crash_differences(on_record(GAME), on_record(crashed(GAME, "time")))
    assert (len(wrong), count) == (2, 0)


def test_a_take_over_lasts_until_the_last_block_is_begun_again() -> None:
    began = 1767225600.0  # 2026-01-01
    facts = {"round-1": [fact(0, 0), fact(1, 0), fact(3, 0)]}
    first = Loss("worker", began + 5, "round-1", (0, 1, 3))  # Block 0 was over, 1 begins 5 s later.
    again = Loss("cut", began + 9, "round-1", (3,))  # Block 3 is lost twice and begins 21 s after the second time.
    assert take_overs([first, again], facts) == {"worker": [5.0], "cut": [21.0]}
    assert take_overs([Loss("hang", began + 31, "round-1", (3,))], facts) == {"hang": [1.0]}


def test_what_was_printed_in_a_run_that_went_wrong_is_kept(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    (folder / "hosts").mkdir(parents=True)
    (folder / "hosts" / "run-organiser.log").write_text("why")
    keep_logs(folder, tmp_path / "kept")
    assert (tmp_path / "kept" / "hosts" / "run-organiser.log").read_text() == "why"
