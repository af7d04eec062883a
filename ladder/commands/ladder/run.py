"""The work of `serai ladder run`."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from serai.ladder.commands.at_desk import desk
from serai.ladder.commands.console import note
from serai.ladder.commands.tournament.dry_run import show_dry_run
from serai.ladder.commands.tournament.run import play_tournament
from serai.ladder.desk import brought, standing
from serai.ladder.model.plan import find_game


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is asked for on the command line; what only a new ladder needs is ignored by one that is there."""

    game: str
    name: str
    bots: list[str]
    seats: int | None
    blocks: int
    apart: bool
    settings: dict[str, str]
    control: str | None
    in_flight: int
    own_deals: bool | None
    worlds: bool


def run(wishes: Wishes, workers: int | None, dry_run: bool) -> None:
    """Run the standing ladder of a game until it is interrupted or halted; make it if it is not there."""
    find_game(wishes.game)
    files = brought.files(*wishes.bots)
    with desk(waiting=note) as asked:
        if dry_run:
            told = asked.bring(
                files,
                standing.foresee,
                game=wishes.game,
                bots=wishes.bots,
                seats=wishes.seats,
                blocks=wishes.blocks,
                apart=wishes.apart,
            )
            show_dry_run(told, False)
            return
        name = asked.bring(files, standing.make, **asdict(wishes))
        play_tournament(asked, name, workers, True, f"serai ladder run --game {wishes.game}")
