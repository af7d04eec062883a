"""data.toml: what it says, that a wrong edit fails at import with one clear line, and its provenance."""

import re
from typing import Any

import pytest

from serai.referee.core.data_file import PROVENANCE
from serai.referee.games.tadmor.board import DATA
from tests import edited_data
from tests.games.tadmor.table import TADMOR

EDITS = [
    ("turns = 9", "turns = ", "data.toml: Invalid value"),
    ("turns = 9", 'turns = "9"', "data.toml: [constants]: turns should be int, not '9'"),
    ("turns = 9", "turns = 8", "data.toml: [constants] turns should be turns_per_era for each era"),
    ("start_pp = 10\n", "", "data.toml: [constants]: start_pp is missing"),
    ("start_pp = 10", "start_points = 10", "data.toml: [constants]: unknown key 'start_points'; known are turns,"),
    ('source = "rulebook"', 'source = "hearsay"', "data.toml: [constants]: source 'hearsay' is none of"),
    ('source = "rulebook"\n', "", "data.toml: [constants] : source is missing"),
    ("[1, 2, 3]   # any", "[1, 2]   # any", "data.toml: [constants] improvement_cost_by_era: one number for each of"),
    ("pp_loss_by_era = [0, 3, 6]", "pp_loss_by_era = [0, -3, 6]", "data.toml: [tax] pp_loss_by_era: [0, -3, 6] has a"),
    ("experienced_setup = false", "experienced_setup = 0", "[options]: experienced_setup should be bool, not 0"),
    (
        'grade = "basic"',
        'grade = "plain"',
        "data.toml: [[resource]] grade 'plain' is unknown; known are basic, advanced",
    ),
    ("{ wood = 2, stone = 2, marble = 1", "{ wod = 2, stone = 2", "[setup] base_resources: resource 'wod' is unknown"),
    ('["wood", "stone"]', '["wood", "tin"]', "data.toml: [[setup_extra]] no. 2: resource 'tin' is unknown"),
    (
        'board_side = "back"',
        'board_side = "rear"',
        "[[player_count]] board_side 'rear' is unknown; known are front, back",
    ),
    ('phase = "construction"', 'phase = "building"', "data.toml: [[action]] tower1: phase 'building' is unknown"),
    (
        'region = "palmyra"',
        'region = "rome"',
        "data.toml: [[space]] pal_imp1: region 'rome' is unknown; known are palmyra",
    ),
    (
        'piece = "camel"',
        'piece = "horse"',
        "data.toml: [[space]] pal_imp1: piece 'horse' is unknown; known are camel, ship",
    ),
    ("order = 2", "order = 1", "data.toml: [[space]] order = 1 stands twice"),
    ('resource = "wood"\ngroup', "group", "data.toml: [[space]] nor_wood_s1: resource belongs to a gather action"),
    (
        "pp_by_era = [1, 2, 3]",
        "pp_by_era = [1, 2]",
        "data.toml: [[space]] des_peace: pp_by_era: one number for each of",
    ),
    ('id = "des_caravan"\nsides = ["front", "back"]', 'id = "des_caravan"\nsides = ["front"]', "both sides need it"),
    ("by_era = [3, 4, 5]", "by_era = [3, 4]", "data.toml: [[yield]] no. 1: one number for each of the 3 eras"),
    ("from_level = 6", "from_level = 7", "data.toml: [[tower_band]] from_level 7: should be 6"),
    ("tower1 = { stone = 2 }", "tower1 = { wood = 2 }", "[[tower_band]]: a level should cost something besides wood"),
    ("any_of = [ { tower = 5 }", "any_of = [ { height = 5 }", "[[caravan]] camel 4: any_of knows tower and missions"),
    ("ship = 4", "ship = 5", "data.toml: [[shipyard]]: rows for the ships [3, 4] are needed"),
    ("pp = 13", "pp = 3", "data.toml: [[temple_part]] pp: a higher part is worth more"),
    ("cost = { gold = 3 }", "cost = { gold = -3 }", "data.toml: [[rare_colour]] grey: cost: gold should be a number"),
    (
        'colour = "grey"\ncopies',
        'colour = "green"\ncopies',
        "data.toml: [[rare_good]] glass: colour 'green' is unknown",
    ),
    ("copies = 4", "copies = 3", "data.toml: [[rare_good]] glass: 4 copies are needed with four players"),
    ("pp = [0, 5, 10,", "pp = [0, 5,", "data.toml: [rare_sets] pp: one value for each size of a set, from 0"),
    ('id = "I2"', 'id = "I49"', "data.toml: [[improvement]] no. 2 should be I2, not I49"),
    ('effect = "trade"', 'effect = "trad"', "data.toml: [[improvement]] I1: effect 'trad' is none of trade,"),
    ('give = "wood", get', 'give = "oil", get', "data.toml: a trade: resource 'oil' is unknown; known are wood, stone"),
    ('get = "marble"', 'get = "stone"', "data.toml: a tile trades wood for stone; it should be basic for advanced"),
    (
        "params = { pp = 2 }",
        "params = { points = 2 }",
        "data.toml: [[improvement]] I5: unknown key 'points'; known are pp",
    ),
    ("params = { pp = 4, per_turn", 'params = { pp = "4", per_turn', "[[improvement]] I9: pp should be int, not '4'"),
    ('metric = "tower"', 'metric = "camels"', "data.toml: an end bonus: metric 'camels' is unknown; known are tower"),
    ('id = "K1"', 'id = "K27"', "data.toml: [[mission]] no. 1 should be K1, not K27"),
    (
        "cost = { wood = 1, marble",
        "cost = { wod = 1, marble",
        "data.toml: [[mission]] K1: cost: resource 'wod' is unknown",
    ),
    ('timing = "anytime"', 'timing = "always"', "data.toml: [[mission]] K5: timing 'always' is unknown; known are"),
    ('benefit = "temple_next"', 'benefit = "temple"', "data.toml: [[mission]] K3: benefit 'temple' is none of"),
    ("params = { levels = 2 }", "params = { level = 2 }", "data.toml: [[mission]] K7: unknown key 'level'; known are"),
]


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What importing the game says after each edit, and last with data.toml as it is."""
    return edited_data.outcomes(TADMOR, EDITS, tmp_path_factory.mktemp("edited"))


@pytest.mark.parametrize("number", range(len(EDITS)), ids=edited_data.names_of(EDITS))
def test_a_wrong_edit_fails_at_import(outcomes: list[str], number: int) -> None:
    """One line names the file, the row and the key, and what would be right."""
    assert EDITS[number][2] in outcomes[number]


def test_the_data_as_it_is_can_be_imported(outcomes: list[str]) -> None:
    """So it is the edit that fails, and not the copy."""
    assert outcomes[len(EDITS) :] == ["imported"]


def rows() -> list[tuple[str, dict[str, Any]]]:
    tables = DATA.data.items()
    return [(name, row) for name, value in tables for row in (value if isinstance(value, list) else [value])]


def test_every_row_says_how_sure_it_is() -> None:
    """From the rulebook, or how far it can be trusted."""
    assert all(row["source"] in PROVENANCE for _, row in rows())
    assert sum(row["source"] == "reconstructed" for _, row in rows()) > 50


def test_the_rules_print_the_same_provenance() -> None:
    """The table at the end of RULES.md names every row that is reconstructed, by its id or as all of its table."""
    printed = dict(re.findall(r"^\| (\w+) \| .* \| ([^|]*) \|$", TADMOR.rules.partition("\n## 18.")[2], re.MULTILINE))
    for name in DATA.data:
        mine = [row for table, row in rows() if table == name]
        weak = [row for row in mine if row["source"] == "reconstructed"]
        if not weak or len(weak) == len(mine):
            assert printed[name] == ("all" if weak else "–")
        elif "id" in weak[0]:
            assert printed[name].split() == [row["id"] for row in weak]
        else:
            assert printed[name].count(",") + 1 == len(weak)
