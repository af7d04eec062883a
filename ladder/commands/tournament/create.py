"""The work of `serai tournament create`."""

from __future__ import annotations

from dataclasses import dataclass

from serai.ladder.commands.at_desk import desk
from serai.ladder.commands.console import say, say_json
from serai.ladder.commands.progress import late_progress
from serai.ladder.commands.tournament.dry_run import show_dry_run
from serai.ladder.commands.tournament.show import summarise
from serai.ladder.desk import brought, making
from serai.ladder.model.plan import find_game


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is asked for on the command line."""

    name: str
    game: str
    bots: tuple[str, ...]
    seats: int | None
    kind: str
    blocks: int
    limit: int | None
    hero: str | None
    rounds: int | None
    seeds: str
    twins: bool
    settings: dict[str, str]
    control: str | None
    in_flight: int
    deadline: float | None
    own: dict[str, str]
    wait: float
    wire: float
    own_deals: bool | None
    worlds: bool
    apart: bool


def create(wishes: Wishes, dry_run: bool, as_json: bool) -> None:
    """Create a tournament and print what it will play; with `dry_run` only say what it would be."""
    if dry_run:
        _foresee(wishes, as_json)
        return
    files = _files(wishes)
    with late_progress(f"scheduling {wishes.name}") as shown, desk(shown) as asked:
        whole = asked.bring(
            files,
            making.create,
            name=wishes.name,
            game=wishes.game,
            bots=list(wishes.bots),
            seats=wishes.seats,
            kind=wishes.kind,
            blocks=wishes.blocks,
            limit=wishes.limit,
            hero=wishes.hero,
            rounds=wishes.rounds,
            seeds=wishes.seeds,
            twins=wishes.twins,
            settings=wishes.settings,
            control=wishes.control,
            in_flight=wishes.in_flight,
            own=wishes.own,
            deadline=wishes.deadline,
            wait=wishes.wait,
            wire=wishes.wire,
            own_deals=wishes.own_deals,
            worlds=wishes.worlds,
            apart=wishes.apart,
        )
    if as_json:
        say_json(whole["details"])
        return
    summarise(whole)
    say(f"\nTo play it: serai tournament run {wishes.name}")


def _foresee(wishes: Wishes, as_json: bool) -> None:
    files = _files(wishes)
    with desk() as asked:
        told = asked.bring(
            files,
            making.foresee,
            game=wishes.game,
            bots=list(wishes.bots),
            seats=wishes.seats,
            kind=wishes.kind,
            blocks=wishes.blocks,
            limit=wishes.limit,
            hero=wishes.hero,
            rounds=wishes.rounds,
            seeds=wishes.seeds,
            twins=wishes.twins,
            settings=wishes.settings,
            apart=wishes.apart,
        )
    show_dry_run(told, as_json)


def _files(wishes: Wishes) -> dict[str, bytes]:
    """Return the bots that are folders of this machine; before them, a wrong game is the mistake to hear of."""
    find_game(wishes.game)
    with late_progress("reading bots") as shown:
        return brought.files(*wishes.bots, *wishes.own, *([wishes.hero] if wishes.hero else ()), shown=shown)
