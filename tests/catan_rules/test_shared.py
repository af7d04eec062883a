"""The shared rules live once and know no game: games differ by their data and by the steps they name."""

import ast
from dataclasses import fields
from pathlib import Path

from serai.referee import catan_rules
from serai.referee.catan_rules.rules import Rules
from serai.referee.catan_rules.state import Settlers
from serai.referee.games import GAMES
from serai.referee.games.catan import rules as catan
from serai.referee.games.cheops import rules as cheops
from tests.random_play import Case

FILES = sorted(Path(catan_rules.__path__[0]).glob("*.py"))


def test_the_shared_rules_import_no_game() -> None:
    imported = [
        node.module or ""
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom)
    ]
    assert imported
    assert not [name for name in imported if name.startswith("serai.referee.games")]


def test_the_shared_rules_name_no_game() -> None:
    """No text in the code, which could be a flag, is a game's name."""
    texts = {
        node.value
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert "road" not in texts
    assert not texts & {"catan", "cheops", "alexander", "Catan", "Cheops"}


def test_what_the_two_games_change() -> None:
    """The same record, filled with other data and other steps; everything else they share."""
    differing = {f.name for f in fields(Rules) if getattr(catan.RULES, f.name) != getattr(cheops.RULES, f.name)}
    data = {"goods", "supply", "routes", "target", "max_turns", "founding_orders", "income_round", "robber_stays_off"}
    steps = {"seven", "choices", "awards", "after_route", "after_settlement"}
    derived = {"purchases", "route_pieces"}
    assert differing == data | steps | derived
    assert isinstance(Case(GAMES["catan"], 4, {}).begin(), Settlers)
    assert isinstance(Case(GAMES["cheops"], 4, {}).begin(), Settlers)


def test_most_choices_are_the_same_functions() -> None:
    shared = set(catan.RULES.choices) & set(cheops.RULES.choices)
    own = [choice.__name__ for choice in cheops.RULES.choices if choice not in shared]
    assert shared == set(catan.RULES.choices)
    assert own == ["ship_choices", "stone_choices", "port_choices"]
