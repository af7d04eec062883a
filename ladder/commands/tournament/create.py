"""The work of `serai tournament create`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from serai.ladder.bots import registry
from serai.ladder.bots.version import Package
from serai.ladder.commands.console import say, say_json
from serai.ladder.commands.progress import late_progress
from serai.ladder.commands.tournament.dry_run import show_dry_run
from serai.ladder.commands.tournament.show import summarise
from serai.ladder.errors import UserProblem
from serai.ladder.model.facts import Entrant
from serai.ladder.model.format import Format
from serai.ladder.model.plan import RemoteTerms, find_game
from serai.ladder.ratings.elo import START
from serai.ladder.service.json_rows import tournament_details
from serai.ladder.storage import audit, folds, tournaments
from serai.ladder.storage.store import Store, open_store
from serai.referee.clock import TimeControl
from serai.referee.core.game import Game


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is asked for on the command line."""

    name: str
    game: str
    bots: Sequence[str]
    seats: int | None
    form: Format
    hero: str | None
    seeds: str
    twins: bool
    settings: Mapping[str, str]
    control: TimeControl | None
    in_flight: int
    deadline: float | None
    own: Mapping[str, TimeControl]
    remote: RemoteTerms
    own_deals: bool
    worlds: bool


def create(wishes: Wishes, dry_run: bool, as_json: bool) -> None:
    """Create a tournament and print what it will play; with `dry_run` only say what it would be."""
    rules = find_game(wishes.game)
    with open_store() as store:
        packages = _packages(store, wishes)
        seats = wishes.seats or _most_seats(rules, len(packages), wishes.settings)
        form = _with_hero(store, wishes, packages)
        if dry_run:
            show_dry_run(store, wishes.game, [package.bot for package in packages], seats, form, as_json)
            return
        with late_progress(f"scheduling {wishes.name}") as shown:
            tournament = tournaments.create(
                store,
                wishes.name,
                wishes.game,
                packages,
                seats=seats,
                blocks=form.blocks,
                settings=wishes.settings,
                control=wishes.control,
                form=form,
                in_flight=wishes.in_flight,
                own=_own_times(store, wishes, packages),
                remote=wishes.remote,
                own_deals=wishes.own_deals,
                worlds=wishes.worlds,
                shown=shown,
            )
        audit.record(store.redis, audit.line("create", wishes.name, format=form.kind, bots=len(packages)))
        if wishes.deadline is not None:
            store.note(wishes.name, "deadline", repr(wishes.deadline))
        if as_json:
            say_json(tournament_details(store, tournament))
            return
    summarise(tournament)
    say(f"\nTo play it: serai tournament run {wishes.name}")


def _packages(store: Store, wishes: Wishes) -> list[Package]:
    """Return the bots in the order of their seeds; the hero takes part if it is named."""
    named = [*wishes.bots, *([wishes.hero] if wishes.hero and wishes.hero not in wishes.bots else ())]
    packages = _find(store, named)
    packages += [registry.twin(package) for package in packages] if wishes.twins else []
    return packages if wishes.seeds == "order" else _by_rating(store, wishes, packages)


def _by_rating(store: Store, wishes: Wishes, packages: list[Package]) -> list[Package]:
    """Return bots with the best rating on the ladder first; who is not on it stands where everybody begins."""
    ladders = folds.ladders(store, wishes.game, options=wishes.settings)
    ratings = {one.entrant: one.rating for scope in ladders for one in folds.standings(store, scope).rated}
    return sorted(packages, key=lambda package: -ratings.get(Entrant(package.bot.name, package.bot.version), START))


def _with_hero(store: Store, wishes: Wishes, packages: Sequence[Package]) -> Format:
    """Return the format with the number of its hero; UserProblem if one is wanted and not named, or the reverse."""
    if (wishes.form.kind == "gauntlet") != (wishes.hero is not None):
        raise UserProblem("a gauntlet needs --hero BOT, and only a gauntlet has one: --format gauntlet --hero BOT")
    if wishes.hero is None:
        return wishes.form
    version = registry.find(wishes.hero, store).bot.version
    return replace(wishes.form, hero=[package.bot.version for package in packages].index(version))


def _own_times(store: Store, wishes: Wishes, packages: Sequence[Package]) -> dict[int, TimeControl]:
    """Return the time controls of bots that have their own, by number; UserProblem if one does not take part."""
    versions = [package.bot.version for package in packages]
    own = {registry.find(argument, store).bot: control for argument, control in wishes.own.items()}
    for bot in own:
        if bot.version not in versions:
            raise UserProblem(f"{bot} does not take part, so it cannot have a time of its own")
    return {versions.index(bot.version): control for bot, control in own.items()}


def _find(store: Store, bots: Sequence[str]) -> list[Package]:
    found = []
    with late_progress("reading bots") as shown:
        for argument in bots:
            found.append(registry.find(argument, store))
            shown(len(found), len(bots))
    return found


def _most_seats(game: Game, bots: int, settings: Mapping[str, str]) -> int:
    """Return the largest number of seats the bots can fill; where there is none, creating says what is wrong."""
    for seats in range(bots, 1, -1):
        with suppress(ValueError):
            game.complete(seats, settings)
            return seats
    return bots
