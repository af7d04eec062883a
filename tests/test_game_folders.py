"""Game folders are alike: who knows one of them finds the same thing in the same file of any other.

The games of the Catan family may leave to `catan_rules` what they do not change: there it lies in the file of the same
name.
"""

import ast
from importlib import import_module
from pathlib import Path

import pytest

from serai.referee.core.game import Game
from serai.referee.games import GAMES

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))

# What the record of a game is made of, and the module it comes from.
PARTS = {
    "start": "setup",
    "view": "view",
    "redeal": "redeal",
    "score": "scoring",
    "items": "scoring",
    "picture": "picture",
}
# Modules that every game has itself, and the name that each must hold.
OWN = {"board": "DATA", "setup": "start", "words": "WORDS", "game": "GAME"}
TEXTS = ("RULES.md", "CLAUSES.md", "data.toml")
CATAN_FAMILY = {"catan", "cheops", "alexander"}


def modules(game: Game) -> list[str]:
    """The modules of a game that define something, beginning with its own."""
    shared = [Path(game.folder.parent.parent, "catan_rules")] if game.name in CATAN_FAMILY else []
    places = {game.folder: f"serai.referee.games.{game.name}", **dict.fromkeys(shared, "serai.referee.catan_rules")}
    return [f"{place}.{path.stem}" for folder, place in places.items() for path in sorted(folder.glob("[a-z]*.py"))]


@EVERY_GAME
def test_the_texts_and_modules_of_a_game_have_their_names(game: Game) -> None:
    assert [name for name in TEXTS if not (game.folder / name).is_file()] == []
    for module, name in OWN.items():
        assert hasattr(import_module(f"serai.referee.games.{game.name}.{module}"), name), f"{module}.{name}"


@EVERY_GAME
def test_what_a_game_is_made_of_lies_in_the_module_of_its_name(game: Game) -> None:
    found = {part: getattr(game, part).__module__.rpartition(".")[2] for part in PARTS}
    assert found == PARTS
    assert game.clone.__module__.rpartition(".")[2] == "state"


@EVERY_GAME
def test_words_are_written_in_one_place(game: Game) -> None:
    """Actions and events are told in the same words, those of words.py."""
    words = import_module(f"serai.referee.games.{game.name}.words").WORDS
    assert game.actions.words is words
    assert game.events.words is words


@EVERY_GAME
def test_effects_are_registered_in_one_form(game: Game) -> None:
    """What data.toml calls by name stands in EFFECTS, a dictionary at the end of the verbs, and nowhere else."""
    registries = [module for module in modules(game) if hasattr(import_module(module), "EFFECTS")]
    homes = [module for module in registries if "EFFECTS" in _assigned(module)]
    assert homes
    assert [module for module in homes if not module.endswith("effects")] == []
    for module in homes:
        effects = import_module(module).EFFECTS
        assert effects
        assert all(isinstance(name, str) and isinstance(verb, type) for name, verb in effects.items())
        assert {verb.__module__ for verb in effects.values()} == {module}


def _assigned(module: str) -> set[str]:
    """The names a module assigns itself."""
    source = Path(str(import_module(module).__file__)).read_text(encoding="utf-8")
    nodes = [node for node in ast.parse(source).body if isinstance(node, ast.Assign | ast.AnnAssign)]
    targets = [target for node in nodes for target in (node.targets if isinstance(node, ast.Assign) else [node.target])]
    return {target.id for target in targets if isinstance(target, ast.Name)}
