"""The proof of hidden information in short: nothing differs, every planted leak is noticed (D17), and the command."""

from __future__ import annotations

import pytest

from serai.ladder.commands import prove as command
from serai.ladder.commands.main import run
from serai.ladder.proof.leaks import LEAKS, Leak, bit, leaks_of, neighbours_cards
from serai.ladder.proof.positions import Positions
from serai.ladder.proof.prove import Catch, Proof, catch, prove
from serai.ladder.proof.stack import Stack, stacks
from serai.ladder.proof.work import Findings, Task, tasks_of
from serai.referee.core.agenda import Decision, Event, State
from serai.referee.games import GAMES

# The fewest and the most seats of every game; the command proves all numbers of seats.
EVERY_STACK = pytest.mark.parametrize(
    "stack",
    [stack for game in GAMES.values() for stack in (stacks(game)[0], stacks(game)[-1])],
    ids=lambda stack: f"{stack.game.name}-{stack.seats}",
)
FEWEST = [stacks(game)[0] for game in GAMES.values()]
PLANTED = [(stack, leak) for stack in FEWEST for leak in leaks_of(stack.game)]


@EVERY_STACK
def test_nothing_a_seat_is_sent_depends_on_what_it_may_not_know(stack: Stack) -> None:
    proof = prove(stack, states=45, seed="short")
    assert proof.differences == ()
    assert proof.states == 45
    assert proof.compared == 45 * (stack.seats + 1)
    assert proof.worlds == proof.compared
    assert proof.dealt_anew > proof.compared / 2


@pytest.mark.parametrize("stack", FEWEST, ids=lambda stack: stack.game.name)
def test_every_planted_leak_is_noticed(stack: Stack) -> None:
    """D17: also a card in the board, secrets in GameEnded, a bit of the deal in the clock, and late ones."""
    catches = [catch(leak, stack, states=450, seed="short") for leak in leaks_of(stack.game)]
    assert [caught.tells for caught in catches if caught.difference is None] == []
    assert len({caught.kind for caught in catches}) >= 12


def test_the_leaks_that_once_slipped_through_are_among_the_planted() -> None:
    """D17, by name."""
    told = {(stack.game.name, leak.tells) for stack, leak in PLANTED}
    assert ("yspahan", "a neighbour's cards, in the third week only") in told
    assert ("cheops", "the secret of Stole, to everybody") in told
    for game in ("catan", "council_of_four"):
        assert (game, "a bit of the state, in the board of GameStarted") in told
        assert (game, "all secrets of events, in GameEnded") in told
        assert (game, "a bit of the deal, in a millisecond of the clock") in told


def test_worlds_that_know_more_are_among_the_planted() -> None:
    for stack in FEWEST:
        assert sum(leak.kind == "world" for leak in leaks_of(stack.game)) == 4


def test_a_planted_leak_leaves_nothing_behind() -> None:
    honest = Event.seen_by, State.tell, Decision.always_asked
    for leak in leaks_of(GAMES["yspahan"]):
        with leak.plant(FEWEST[0]):
            pass
    assert honest == (Event.seen_by, State.tell, Decision.always_asked)
    assert all("seen_by" not in vars(kind) for kind in GAMES["yspahan"].events.classes)


def test_a_leak_that_is_none_is_not_noticed() -> None:
    """A copy that never leaks is as silent as the game: what is noticed is the leak and not the copy."""
    quiet = Leak("view", "nothing", neighbours_cards(lambda state: False))
    assert catch(quiet, FEWEST[0], states=40, seed="short") == Catch("view", "nothing", 2, 40, None)


def test_positions_come_from_all_sources_and_all_parts_of_a_game() -> None:
    found = [position for position, _ in zip(Positions(FEWEST[0], "parts"), range(250), strict=False)]
    assert {position.source for position in found} == {"greedy", "random", "mixed", "rare"}
    assert {position.state.week for position in found} == {1, 2, 3}
    assert any(position.kind == "over" for position in found)


def test_the_same_seed_gives_the_same_positions() -> None:
    one, other = (
        [bit(position.state) for position, _ in zip(Positions(FEWEST[0], "again"), range(80), strict=False)]
        for _ in "ab"
    )
    assert one == other
    assert set(one) == {0, 1}


def test_a_difference_is_shown_with_its_place() -> None:
    caught = catch(LEAKS[0], FEWEST[0], states=100, seed="short")
    assert caught.difference is not None
    assert "game 0, decision" in caught.difference.position
    assert any(line.startswith("-") for line in caught.difference.lines)
    assert any(line.startswith("+") for line in caught.difference.lines)


def work_here(monkeypatch: pytest.MonkeyPatch, only: int) -> None:
    """Do the work in this process, and only one of the tasks of each kind."""

    def in_turn(tasks: list[Task], processes: int) -> list[tuple[Task, Proof | Catch]]:
        leaks = [task for task in tasks if task.leak is not None]
        states = [task for task in tasks if task.leak is None]
        return [(task, task.run()) for task in [*leaks[:only], *states[:1]]]

    monkeypatch.setattr("serai.ladder.proof.work.run_all", in_turn)


def test_the_command_shows_states_and_leaks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    work_here(monkeypatch, only=3)
    assert run(["prove", "yspahan", "--states", "20"]) == 0
    said = capsys.readouterr().out
    assert "3 planted leaks, 0 missed" in said
    assert all(source in said for source in command.SOURCES)


def test_the_command_ends_with_1_and_the_difference_on_a_leak(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    work_here(monkeypatch, only=1)
    with LEAKS[2].plant(FEWEST[0]) as leaky:
        monkeypatch.setattr("serai.ladder.proof.work.stacks", lambda game: [leaky])
        assert run(["prove", "yspahan", "--states", "20"]) == 1
    said = capsys.readouterr().out
    assert "2 seats: Question, seat" in said


def test_a_missed_leak_fails_the_proof() -> None:
    found = Findings(GAMES["yspahan"])
    found.add(Catch("view", "cards", 2, 100, None))
    assert not found.holds


def test_the_states_are_cut_into_portions() -> None:
    tasks = [task for task in tasks_of(GAMES["yspahan"], 600, "1") if task.leak is None and task.seats == 3]
    assert [task.states for task in tasks] == [250, 250, 100]
    assert len({task.seed for task in tasks}) == 3


def test_an_unknown_game_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["prove", "chess"]) == 2
    assert "chess" in capsys.readouterr().err
