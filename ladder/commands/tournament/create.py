"""The work of `serai tournament create`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from serai.ladder.bots import registry
from serai.ladder.commands.console import say, say_json
from serai.ladder.commands.tournament.show import summarise
from serai.ladder.model.plan import find_game
from serai.ladder.service.json_rows import tournament_details
from serai.ladder.storage import tournaments
from serai.ladder.storage.store import open_store
from serai.referee.clock import TimeControl
from serai.referee.core.game import Game


def create(
    name: str,
    game: str,
    bots: Sequence[str],
    seats: int | None,
    blocks: int,
    limit: int | None,
    settings: Mapping[str, str],
    control: TimeControl | None,
    in_flight: int,
    as_json: bool,
) -> None:
    """Create a tournament and print what it will play."""
    rules = find_game(game)
    with open_store() as store:
        packages = [registry.find(argument, store) for argument in bots]
        tournament = tournaments.create(
            store,
            name,
            game,
            packages,
            seats=seats or _most_seats(rules, len(packages), settings),
            blocks=blocks,
            settings=settings,
            control=control,
            limit=limit,
            in_flight=in_flight,
        )
        if as_json:
            say_json(tournament_details(store, tournament))
            return
    summarise(tournament)
    say(f"\nTo play it: serai tournament run {name}")


def _most_seats(game: Game, bots: int, settings: Mapping[str, str]) -> int:
    """Return the largest number of seats the bots can fill; where there is none, creating says what is wrong."""
    for seats in range(bots, 1, -1):
        with suppress(ValueError):
            game.complete(seats, settings)
            return seats
    return bots
