"""Every clause of a rulebook is kept by code it names and shown by a test that cites it; every example is a test."""

import ast
import re
from dataclasses import dataclass

import pytest

from serai.referee.core.agenda import Action, Decision
from serai.referee.core.game import Game
from serai.referee.games import GAMES
from tests import clauses

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


@dataclass(frozen=True)
class Book:
    """How many clauses a game has, where its worked examples stand, and how its rulings are called."""

    clauses: int
    section: int
    example: str
    examples: int
    ruling: str
    rulings: int
    unshown: frozenset[str] = frozenset()


NUMBERED = r"^(\d+)\. \*\*"
BOOKS = {
    "yspahan": Book(144, 13, NUMBERED, 27, "R", 31),
    "council_of_four": Book(141, 14, r"^\*\*W(\d+) ", 26, "R", 32),
    "tadmor": Book(326, 16, r"^(?:\* )?S(\d+)\b", 53, "A", 54),
    # B1 to B21 of Catan are shown where they decide something; the others say what is left out.
    "catan": Book(
        144, 10, NUMBERED, 25, "B", 21, frozenset(f"B{n}" for n in range(1, 20)) - {"B5", "B6", "B12", "B17", "B19"}
    ),
    # Rulings about sources and counts, which data and examples show.
    "cheops": Book(106, 12, NUMBERED, 22, "C", 24, frozenset({"C1", "C2", "C7"})),
    "alexander": Book(133, 13, NUMBERED, 24, "A", 30),
}


@EVERY_GAME
def test_the_list_is_whole(game: Game) -> None:
    assert len(clauses.listed(game)) == BOOKS[game.name].clauses
    assert clauses.repeated(game) == []


@EVERY_GAME
def test_every_clause_is_shown_by_a_test(game: Game) -> None:
    assert clauses.gaps(game) == []


@EVERY_GAME
def test_no_test_cites_a_clause_that_does_not_exist(game: Game) -> None:
    assert clauses.unknown(game) == {}


@EVERY_GAME
def test_no_test_only_cites(game: Game) -> None:
    assert clauses.idle(game) == []


@EVERY_GAME
def test_every_clause_leads_to_the_code_that_keeps_it(game: Game) -> None:
    """The last column of the list names it: MODULE.NAME in the game's folder, in that of its family, or in the core."""
    assert [clause for clause, places in clauses.kept_by(game).items() if not places] == []
    assert clauses.lost(game) == {}


@EVERY_GAME
def test_every_choice_of_a_seat_leads_to_a_clause(game: Game) -> None:
    """And back: what a seat can be asked, and what it can answer, stands in the list."""
    named = {place.rpartition(".")[2] for other in clauses.family(game) for place in clauses.places(other)}
    assert [cls.__name__ for cls in clauses.classes(game, Action, Decision) if cls.__name__ not in named] == []


@EVERY_GAME
def test_every_worked_example_is_a_test(game: Game) -> None:
    book = BOOKS[game.name]
    section = game.rules.partition(f"\n## {book.section}.")[2].partition(f"\n## {book.section + 1}.")[0]
    written = {int(number) for number in re.findall(book.example, section, re.MULTILINE)}
    names = [test.name for _, test in clauses.tests_of(game)]
    tested = {int(number) for name in names for number in re.findall(r"_example_s?(\d+)", name)}
    assert written == tested == set(range(1, book.examples + 1))


@EVERY_GAME
def test_every_ruling_is_shown_by_a_test(game: Game) -> None:
    book = BOOKS[game.name]
    ruled = list(dict.fromkeys(re.findall(rf"^\| ({book.ruling}\d+) \|", game.rules, re.MULTILINE)))
    shown = " ".join(ast.get_docstring(test) or "" for _, test in clauses.tests_of(game))
    assert ruled == [f"{book.ruling}{number}" for number in range(1, book.rulings + 1)]
    assert set(ruled) - set(re.findall(rf"\b{book.ruling}\d+\b", shown)) <= book.unshown
