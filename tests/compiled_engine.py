"""What cannot be shown on the compiled engine, and why. All else is tested on both."""

from __future__ import annotations

import pytest

from serai.referee.engine import is_compiled

_FIXED = "compiled code does not look its constants and functions up again, so a test cannot put others there"
_MUTANTS = "mutants are made of the source; ./dev mutate runs it in plain Python"
_PICKLED = "a pickle holds what the compiled part of an object holds, not what a class in plain Python adds to it"

# By the beginning of a test's name.
PLAIN_ONLY = {
    "tests/mutate/": _MUTANTS,
    "tests/catan_rules/test_beliefs.py::test_who_has_lost_count_is_certain_again_when_nothing_is_in_doubt": _FIXED,
    "tests/games/test_worlds.py::test_council_deals_every_hand_that_can_pay": _FIXED,
    "tests/server/test_conformance_streams.py::test_an_action_that_its_codec_refuses_is_illegal": _FIXED,
    "tests/server/test_faults.py::test_an_action_that_its_codec_refuses_is_an_illegal_answer": _FIXED,
    "tests/test_game_properties.py::test_luck_that_is_not_of_the_deal_is_found": _PICKLED,
}


def skip_what_needs_the_source(items: list[pytest.Item]) -> None:
    """Skip by name, with the reason."""
    if is_compiled():
        for item in items:
            for name, reason in PLAIN_ONLY.items():
                if item.nodeid.startswith(name):
                    item.add_marker(pytest.mark.skip(reason=reason))
