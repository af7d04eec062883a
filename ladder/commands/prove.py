"""`serai prove`: hidden information, proved in the long run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from serai.ladder.commands import completion
from serai.ladder.commands.console import Column, counted, json_option, number, say, say_json_list, table
from serai.ladder.commands.params import cores

if TYPE_CHECKING:
    from serai.ladder.proof.prove import Catch
    from serai.ladder.proof.work import Findings, Task

SOURCES = ("greedy", "random", "mixed", "rare")


@click.command(name="prove")
@click.argument("games", nargs=-1, metavar="[GAME]...", shell_complete=completion.games)
@click.option(
    "--states",
    type=click.IntRange(1),
    metavar="N",
    default=1000,
    help="Positions at every number of seats, each seen by every seat and by the public. [1000]",
)
@click.option("--seed", default="1", help="Other positions with every seed, the same with the same. [1]")
@click.option(
    "--processes", type=click.IntRange(1), metavar="N", help="How many work at it. [the cores of this machine]"
)
@json_option
def prove_command(games: tuple[str, ...], states: int, seed: str, processes: int | None, as_json: bool) -> int:
    """Prove that GAME, or every game, tells no seat what it may not know.

    Positions come from whole games of greedy, random and mixed bots, and from rare positions that are dealt anew and
    played on. In each, all that a viewer cannot know is dealt anew, the deal with it; what the viewer is then sent
    has to stay the same to the byte: board, view, options and their order, events, clocks, ids, handles, refusals, the
    result, a world that is drawn with the same luck, and who is asked when. Then leaks are planted in copies of the
    game; every one of them has to be noticed.

    \b
    Examples:
      serai prove yspahan
      serai prove --states 10000
      serai prove catan cheops --states 10000 --json

    With --json: a list of {game, epoch, holds, proofs, leaks}; a proof is {seats, states, sources, kinds, compared,
    dealt_anew, worlds, differences}, a leak {kind, tells, seats, states, caught, by}; a difference, also that a leak
    was caught by, is {what, viewer, position, lines}. Exit code 1 if anything differed, or a planted leak was missed.
    """
    from serai.ladder.model.plan import find_game
    from serai.ladder.proof.work import Findings, tasks_of
    from serai.referee.games import GAMES

    found = [Findings(find_game(name)) for name in games or GAMES]
    tasks = [task for each in found for task in tasks_of(each.game, states, seed)]
    _work(found, tasks, processes or cores())
    if as_json:
        say_json_list(each.as_json() for each in found)
    else:
        for each in found:
            _show(each)
    return 0 if all(each.holds for each in found) else 1


def _work(found: list[Findings], tasks: list[Task], processes: int) -> None:
    from serai.ladder.commands.progress import progress
    from serai.ladder.proof.work import run_all

    by_name = {each.game.name: each for each in found}
    done = 0
    with progress("states", sum(task.states for task in tasks)) as display:
        for task, result in run_all(tasks, processes):
            by_name[task.game].add(result)
            done += task.states
            display.at(done, task.game)


def _show(found: Findings) -> None:
    say(f"\n{found.game.name}, epoch {found.game.epoch}", style="bold")
    columns = [number("seats"), number("states"), *map(number, SOURCES), number("kinds"), number("compared")]
    rows = []
    for seats, proof in sorted(found.proofs.items()):
        sources = [str(proof.sources.get(source, 0)) for source in SOURCES]
        counts = [proof.compared, proof.dealt_anew, proof.worlds, len(proof.differences)]
        rows.append([str(seats), str(proof.states), *sources, str(len(proof.kinds)), *map(str, counts)])
    table([*columns, number("dealt anew"), number("worlds"), number("differences")], rows)
    _show_leaks(found)
    for proof in found.proofs.values():
        for difference in proof.differences:
            say(f"\n{proof.seats} seats: {difference}", style="red")


def _show_leaks(found: Findings) -> None:
    """Print a row for each planted leak: in how many copies it was noticed, and after how many states at most."""
    by_leak: dict[tuple[str, str], list[Catch]] = {}
    for caught in found.catches:
        by_leak.setdefault((caught.kind, caught.tells), []).append(caught)
    say("\nPlanted leaks, each in a copy of the game for every number of seats:")
    rows = []
    for (kind, tells), catches in by_leak.items():
        noticed = [caught for caught in catches if caught.difference]
        by = noticed[0].difference.what.partition(" after ")[0] if noticed and noticed[0].difference else ""
        states = str(max(caught.states for caught in catches))
        rows.append([kind, tells, f"{len(noticed)} of {len(catches)}", states, by])
    table([Column("kind"), Column("tells"), number("noticed"), number("states"), Column("by")], rows)
    missed = sum(caught.difference is None for caught in found.catches)
    say(f"{counted(len(found.catches), 'planted leak')}, {missed} missed")
