"""`serai demo`: a tournament from nothing to a ladder."""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from serai.ladder.commands.console import json_option, note, say, say_json
from serai.ladder.commands.tournament.run import play_event
from serai.ladder.errors import PlatformProblem

if TYPE_CHECKING:
    from serai.ladder.bots.version import Package
    from serai.ladder.model.tournament import Tournament
    from serai.ladder.storage.store import Store

_GAME = "yspahan"
_BOTS = ("greedy", "random")
_SEATS = 3
_BLOCKS = 8
_WORKERS = 2


@click.command(name="demo")
@click.option("--keep", is_flag=True, help="Play in your own SERAI_HOME or REDIS_URL, so that it counts there.")
@click.option(
    "--blocks", type=click.IntRange(1), metavar="N", default=_BLOCKS, help=f"Deals for each line-up. [{_BLOCKS}]"
)
@json_option
def demo_command(keep: bool, blocks: int, as_json: bool) -> int:
    """Play a whole tournament of Yspahan, from nothing to a ladder: about a hundred games in well under 90 seconds.

    Two bots and a twin of each (the same files under another name) meet at tables of three. They are processes of
    their own, talk to the referee over gRPC, and the games go through a queue to two workers. All of it
    happens in a folder for temporary files with a Redis of its own.

    \b
    Examples:
      serai demo
      serai demo --keep

    With --json: as serai tournament show --json, with home and refused (the games that were not proved) added.
    """
    if not keep:
        _move_to_a_place_of_our_own()
    from serai.ladder.json_rows import tournament_details
    from serai.ladder.storage import store
    from serai.ladder.storage.paths import home

    with store.opened() as opened:
        event = _create(opened, blocks)
        note(f"{event.games} games of {_GAME} in {home()}, {_WORKERS} workers")
        play_event(opened, event, _WORKERS)
        refused = _verify(opened, event)
        if as_json:
            say_json({**tournament_details(opened, event), "home": str(home()), "refused": refused})
        else:
            _show(opened, event, refused, keep)
    return 1 if refused else 0


def _move_to_a_place_of_our_own() -> None:
    os.environ.pop("REDIS_URL", None)
    os.environ["SERAI_HOME"] = tempfile.mkdtemp(prefix="serai-demo-")


def _create(opened: Store, blocks: int) -> Tournament:
    from serai.ladder.model import tournament

    taken = set(opened.tournaments())
    names = ("demo", *(f"demo-{number}" for number in range(2, len(taken) + 3)))
    name = next(name for name in names if name not in taken)
    return tournament.create(opened, name, _GAME, _entrants(), seats=_SEATS, blocks=blocks)


def _entrants() -> list[Package]:
    """The bots that come with Serai, and a twin of each: how far twins are apart is how much luck is left."""
    from serai.ladder.bots import registry

    found = registry.built_in()
    missing = [name for name in _BOTS if name not in found]
    if missing:
        raise PlatformProblem(f"this installation lacks the bots {', '.join(missing)}")
    with tempfile.TemporaryDirectory() as folder:
        twins = [_twin(found[name], Path(folder)) for name in _BOTS]
        return [*(registry.find(name) for name in _BOTS), *map(registry.package, twins)]


def _twin(original: Path, folder: Path) -> Path:
    twin = folder / f"{original.name}-twin"
    shutil.copytree(original, twin, ignore=shutil.ignore_patterns("__pycache__"))
    manifest = twin / "bot.toml"
    renamed = re.sub(r'^name = ".*"$', f'name = "{twin.name}"', manifest.read_text(), flags=re.MULTILINE)
    manifest.write_text(renamed)
    return twin


def _verify(opened: Store, event: Tournament) -> list[str]:
    """Prove every game, as serai replay verify does; gives the games that are refused."""
    from serai.ladder.commands.replay.verify import Verifier

    with ExitStack() as stack:
        verifier = Verifier(stack, opened)
        verdicts = [verifier.verdict(game) for game in verifier.ids(event.name)]
    return [verdict.game for verdict in verdicts if verdict.reason is not None]


def _show(opened: Store, event: Tournament, refused: list[str], keep: bool) -> None:
    from serai.ladder.commands.ladder.show import show_crosstable, show_standings
    from serai.ladder.storage.paths import home

    rules, facts = (event.game, event.epoch), opened.facts(event.name)
    say()
    show_standings(rules, facts)
    say("\nEverybody against everybody:\n")
    show_crosstable(rules, facts)
    proved = f"{len(facts) - len(refused)} of {len(facts)} games were played again and proved"
    say(f"\nTwins are the same bot twice: what lies between them is luck. {proved}.\n")
    serai = _ourselves()
    where = "" if keep else f"SERAI_HOME={home()} "
    say("What to try next:", "bold")
    say(f"  {where}{serai} replay show {facts[0]['game_id'][:8]}")
    say(f"  {where}{serai} replay verify --tournament {event.name}")
    say(f"  {where}{serai} ladder")
    say(f"  {serai} play {event.game} greedy random ./my_bot    (a folder with a bot.toml)")
    if not keep:
        say(f"All of it is in {home()}; delete that folder when you have seen enough.")


def _ourselves() -> str:
    """How to call this program from here."""
    ours = Path(sys.argv[0])
    on_path = shutil.which("serai")
    if on_path and Path(on_path).resolve() == ours.resolve():
        return "serai"
    return str(ours.relative_to(Path.cwd())) if ours.is_relative_to(Path.cwd()) else str(ours)
