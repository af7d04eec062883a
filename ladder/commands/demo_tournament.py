"""The work of `serai demo`: create, play, verify and show a small tournament."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

from serai.ladder.bots import registry
from serai.ladder.bots.version import Package
from serai.ladder.commands.console import note, say, say_json
from serai.ladder.commands.ladder.show import show_crosstable, show_standings
from serai.ladder.commands.replay.verify import Verifier
from serai.ladder.commands.tournament.run import Interrupted, play_tournament
from serai.ladder.desk import events, tables
from serai.ladder.desk.desk import LocalDesk
from serai.ladder.errors import PlatformProblem, UserProblem
from serai.ladder.model.tournament import Tournament
from serai.ladder.service.json_rows import tournament_details
from serai.ladder.storage import tournaments
from serai.ladder.storage.paths import home
from serai.ladder.storage.store import Store, open_store

_GAME = "yspahan"
_BOTS = ("greedy", "random")
_SEATS = 3
_WORKERS = 2


def run(keep: bool, blocks: int, as_json: bool) -> int:
    """Play the tournament and print it. Return the exit code: 1 if a game is refused.

    Interrupted on Ctrl-C, with the place of what there is by then.
    """
    if keep:
        return _play(keep, blocks, as_json)
    _use_temporary_home()
    try:
        return _play(keep, blocks, as_json)
    except KeyboardInterrupt:
        raise Interrupted(f"interrupted; what there is by now is in {home()}") from None
    except UserProblem:
        shutil.rmtree(home())  # nothing has been played that somebody could want to see
        raise


def _play(keep: bool, blocks: int, as_json: bool) -> int:
    with open_store() as store:
        tournament = _create(store, blocks)
        note(f"{tournament.games} games of {_GAME} in {home()}, {_WORKERS} workers")
        again = f"{_where(keep)}{_command_name()} tournament run {tournament.name}"
        play_tournament(LocalDesk(lambda: store), tournament.name, _WORKERS, command=again)
        refused = _verify(store, tournament)
        if as_json:
            say_json({**tournament_details(store, tournament), "home": str(home()), "refused": refused})
        else:
            _show(store, tournament, refused, keep)
    return 1 if refused else 0


def _use_temporary_home() -> None:
    os.environ.pop("REDIS_URL", None)
    os.environ["SERAI_HOME"] = tempfile.mkdtemp(prefix="serai-demo-")


def _create(store: Store, blocks: int) -> Tournament:
    taken = set(store.tournaments())
    names = ("demo", *(f"demo-{number}" for number in range(2, len(taken) + 3)))
    name = next(name for name in names if name not in taken)
    return tournaments.create(store, name, _GAME, _entrants(), seats=_SEATS, blocks=blocks)


def _entrants() -> list[Package]:
    """Return two built-in bots and a twin of each: how far twins are apart shows how much luck is left."""
    found = registry.built_in()
    missing = [name for name in _BOTS if name not in found]
    if missing:
        raise PlatformProblem(f"this installation lacks the bots {', '.join(missing)}")
    originals = [registry.find(name) for name in _BOTS]
    return [*originals, *map(registry.twin, originals)]


def _verify(store: Store, tournament: Tournament) -> list[str]:
    """Verify every game, as serai replay verify does, and return the games that are refused."""
    verdicts = Verifier(LocalDesk(lambda: store)).of_tournament(tournament.name)
    return [verdict.game for verdict in verdicts if verdict.reason is not None]


def _show(store: Store, tournament: Tournament, refused: list[str], keep: bool) -> None:
    name = tournament.name
    desk = LocalDesk(lambda: store)
    whole = desk.ask(events.shown, name=name)
    [cross] = desk.ask(tables.crosstables, game=None, epoch=None, options={}, tournament=name, bot=None)
    say()
    show_standings(whole["table"])
    say("\nEverybody against everybody:\n")
    show_crosstable(cross)
    proved = f"{tournament.games - len(refused)} of {tournament.games} games were played again and proved"
    say(f"\nTwins are the same bot twice: what lies between them is luck. {proved}.\n")
    serai = _command_name()
    where = _where(keep)
    say("What to try next:", "bold")
    say(f"  {where}{serai} replay show {tournament.game_ids(0)[0][:8]}")
    say(f"  {where}{serai} replay verify --tournament {tournament.name}")
    say(f"  {where}{serai} ladder")
    say(f"  {serai} play {tournament.game} greedy random ./my_bot    (a folder with a bot.toml)")
    if not keep:
        say(f"All of it is in {home()}; delete that folder when you have seen enough.")


def _where(keep: bool) -> str:
    """Return what has to stand before a command that looks at the demo."""
    return "" if keep else f"SERAI_HOME={home()} "


def _command_name() -> str:
    """Return how to call this program from here."""
    ours = Path(sys.argv[0])
    on_path = shutil.which("serai")
    if on_path and Path(on_path).resolve() == ours.resolve():
        return "serai"
    return str(ours.relative_to(Path.cwd())) if ours.is_relative_to(Path.cwd()) else str(ours)
