"""The work of `serai ladder run`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from serai.ladder.bots import registry
from serai.ladder.commands.console import note
from serai.ladder.commands.tournament.dry_run import show_dry_run
from serai.ladder.commands.tournament.run import play_tournament
from serai.ladder.errors import UserProblem
from serai.ladder.model.format import Format
from serai.ladder.model.plan import find_game
from serai.ladder.model.tournament import Tournament
from serai.ladder.queue.tending import Tender
from serai.ladder.storage import tournaments
from serai.ladder.storage.store import Store, open_store
from serai.referee.clock import TimeControl


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is asked for on the command line; what only a new ladder needs is ignored by one that is there."""

    game: str
    name: str
    bots: Sequence[str]
    seats: int | None
    blocks: int
    apart: bool
    settings: Mapping[str, str]
    control: TimeControl | None
    in_flight: int
    own_deals: bool
    worlds: bool


def run(wishes: Wishes, workers: int, dry_run: bool) -> None:
    """Run the standing ladder of a game until it is interrupted or halted; make it if it is not there."""
    find_game(wishes.game)
    with open_store(waiting=note) as store:
        if dry_run:
            _show_dry_run(store, wishes)
            return
        for argument in wishes.bots:
            store.add_bot(registry.find(argument, store))
        tournament = _ladder(store, wishes)
        tender = Tender(store, tournament.name, note)
        play_tournament(store, tournament, workers, tender.tend, f"serai ladder run --game {wishes.game}")


def _ladder(store: Store, wishes: Wishes) -> Tournament:
    """Return the ladder; UserProblem if the name belongs to something else."""
    if wishes.name not in store.tournaments():
        return tournaments.create(
            store,
            wishes.name,
            wishes.game,
            (),
            seats=_seats(wishes),
            blocks=wishes.blocks,
            settings=wishes.settings,
            control=wishes.control,
            form=_format(wishes),
            in_flight=wishes.in_flight,
            own_deals=wishes.own_deals,
            worlds=wishes.worlds,
        )
    tournament = tournaments.load(store, wishes.name)
    if tournament.format.kind != "ladder" or tournament.game != wishes.game:
        raise UserProblem(f"{wishes.name} is no ladder of {wishes.game}; --name gives this one another name")
    return tournament


def _format(wishes: Wishes) -> Format:
    return Format("ladder", wishes.blocks, apart=wishes.apart)


def _seats(wishes: Wishes) -> int:
    """Return how many sit at a table: the fewest the game is played by, if it was not said."""
    return wishes.seats or min(find_game(wishes.game).all_seat_counts())


def _show_dry_run(store: Store, wishes: Wishes) -> None:
    named = [registry.find(argument, store).bot for argument in wishes.bots]
    registered = [store.registration(store.versions(name)[-1]).bot for name in store.bots()]
    playing = {bot.name: bot for bot in (*registered, *named) if wishes.game in bot.manifest.all_games()}
    if len(playing) < _seats(wishes):
        raise UserProblem(
            f"{len(playing)} bots play {wishes.game}, a table has {_seats(wishes)} seats; see serai bot add"
        )
    show_dry_run(store, wishes.game, list(playing.values()), _seats(wishes), _format(wishes), False)
