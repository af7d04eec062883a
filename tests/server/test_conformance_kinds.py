"""Every kind of decision has a check, and a real question that it is made with."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from serai import referee
from serai.referee.core.agenda import Decision
from serai.referee.games import GAMES
from serai.referee.match import Cause, Fault
from serai.server.conformance.checks import checks, general
from serai.server.conformance.decision_kinds import check_name, kinds
from serai.server.conformance.sample_questions import collect
from serai.v1 import referee_pb2 as pb

# Never asked for themselves: what others are made from.
BASES = {"Sealed", "Choice", "HandChoice", "Window"}
# Needs two unfinished temples and one of two missions: not met in many thousand random games.
OUT_OF_REACH = {"ChoosingTemple"}
GENERAL_CHECKS = 60


def below(cls: type) -> set[type]:
    return set(cls.__subclasses__()).union(*map(below, cls.__subclasses__()))


@pytest.mark.parametrize("game", GAMES)
def test_the_collection_reaches_every_kind(game: str) -> None:
    found = collect(GAMES[game])
    assert set(found) == set(kinds(game))
    assert all(len(sample.options) > 0 for sample in found.values())


def test_every_decision_of_the_rules_is_a_kind_of_some_game() -> None:
    for path in Path(*referee.__path__).rglob("*.py"):
        import_module(".".join(path.relative_to(Path(*referee.__path__).parent).with_suffix("").parts))
    written = {cls.__name__ for cls in below(Decision) if cls.__module__.startswith("serai.referee.")}
    listed = {kind for game in GAMES for kind in kinds(game)}
    assert written - listed == BASES | OUT_OF_REACH
    assert listed <= written


@pytest.mark.parametrize("game", GAMES)
def test_a_sample_is_a_question_that_its_rules_judge(game: str) -> None:
    for kind, sample in collect(GAMES[game]).items():
        (question,) = pb.PlayResponse.FromString(sample.question(2**64 - 1, 2**32 - 1, 5)).questions
        assert (question.question_id, question.game_handle, question.clock_milliseconds) == (2**64 - 1, 2**32 - 1, 5)
        assert len(question.options) == len(sample.options), kind
        assert question.view.WhichOneof("game") == game
        for place, option in enumerate(question.options):
            sample.judge(place)
            sample.judge(sample.codec.read_action(option))


def test_a_sample_refuses_what_the_rules_do_not_allow() -> None:
    questions = collect(GAMES["yspahan"])
    roll, move = questions["RollChoice"], questions["Move"]
    with pytest.raises(Fault, match="does not exist; there are") as beyond:
        roll.judge(len(roll.options))
    with pytest.raises(Fault, match="is not among the options"):
        roll.judge(move.options[0])
    assert beyond.value.cause is Cause.ILLEGAL


def test_the_samples_are_the_same_in_every_run() -> None:
    first, second = collect(GAMES["tadmor"]), collect(GAMES["tadmor"])
    assert [sample.question(1, 1, 1) for sample in first.values()] == [
        sample.question(1, 1, 1) for sample in second.values()
    ]


def test_every_check_says_what_it_wants_in_one_line() -> None:
    listed = checks(GAMES)
    assert len(general()) >= GENERAL_CHECKS
    assert len({check.name for check in listed}) == len(listed)
    for check in listed:
        assert check.meaning.endswith("."), check
        assert check.hint.endswith("."), check
        assert "\n" not in check.meaning + check.hint
        assert check.name.count(".") == 1
        assert check.name == check.name.lower()


@pytest.mark.parametrize(
    ("kind", "name"),
    [("RollChoice", "yspahan.supply"), ("PickOfTwo", "yspahan.pick_of_two"), ("Phase2", "yspahan.phase2")],
)
def test_a_kind_has_a_name_that_reads_like_a_word(kind: str, name: str) -> None:
    assert check_name("yspahan", kind) == name
