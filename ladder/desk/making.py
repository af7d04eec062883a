"""Making tournaments: what is asked for becomes a schedule with a commitment to every deal, or is only foreseen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import cast

from serai.ladder.access.caller import ORGANISER
from serai.ladder.bots import registry
from serai.ladder.bots.version import Package
from serai.ladder.desk import brought, events
from serai.ladder.desk.foreseeing import told
from serai.ladder.desk.operation import Call, Row, operation
from serai.ladder.errors import UserProblem
from serai.ladder.model.facts import Entrant
from serai.ladder.model.format import KINDS, Format, Kind
from serai.ladder.model.plan import RemoteTerms, find_game
from serai.ladder.ratings.elo import START
from serai.ladder.storage import audit, folds, tournaments
from serai.referee.clock import TimeControl
from serai.referee.core.game import Game

_LONGEST_WAIT, _MOST_WIRE = 3600.0, 5.0


@dataclass(frozen=True, slots=True)
class _Wishes:
    """What is asked for."""

    game: str
    bots: Sequence[str]
    form: Format
    hero: str | None
    seeds: str
    twins: bool
    settings: Mapping[str, str]
    own: Mapping[str, TimeControl] = field(default_factory=dict)


@operation("tournament.create", ORGANISER, takes_files=True)
def create(
    call: Call,
    name: str,
    game: str,
    bots: list[str],
    seats: int | None,
    kind: str,
    blocks: int,
    limit: int | None,
    hero: str | None,
    rounds: int | None,
    seeds: str,
    twins: bool,
    settings: dict[str, str],
    control: str | None,
    in_flight: int,
    own: dict[str, str],
    deadline: float | None,
    wait: float,
    wire: float,
    own_deals: bool | None,
    worlds: bool,
    apart: bool = False,
) -> Row:
    """Create a tournament and return it as it stands.

    If it is not said whether games have `own_deals`, they do as soon as a bot of an owner takes part: two processes of
    a stranger's bot could tell each other what they were dealt.
    """
    rules = find_game(game)
    form = _format(kind, blocks, limit, rounds, apart)
    times = {bot: read_time(text) for bot, text in own.items()}
    check_terms(in_flight, RemoteTerms(wait, wire))
    wishes = _Wishes(game, bots, form, hero, seeds, twins, settings, times)
    packages = _packages(call, wishes)
    with brought.registering(call, packages):
        tournament = tournaments.create(
            call.store,
            name,
            game,
            packages,
            seats=_seats(seats, rules, len(packages), settings),
            blocks=form.blocks,
            settings=settings,
            control=None if control is None else read_time(control),
            form=_with_hero(call, wishes, packages),
            in_flight=in_flight,
            own=_own_times(call, wishes, packages),
            remote=RemoteTerms(wait, wire),
            own_deals=_has_strangers(call, packages) if own_deals is None else own_deals,
            worlds=worlds,
            shown=call.shown,
        )
    audit.record(call.store.redis, audit.line("create", name, format=form.kind, bots=len(packages)))
    if deadline is not None:
        call.store.note(name, "deadline", repr(deadline))
    return events.whole(call, tournament)


@operation("tournament.foresee", ORGANISER, takes_files=True)
def foresee(
    call: Call,
    game: str,
    bots: list[str],
    seats: int | None,
    kind: str,
    blocks: int,
    limit: int | None,
    hero: str | None,
    rounds: int | None,
    seeds: str,
    twins: bool,
    settings: dict[str, str],
    apart: bool = False,
) -> Row:
    """Return what a tournament would be, and create nothing."""
    rules = find_game(game)
    wishes = _Wishes(game, bots, _format(kind, blocks, limit, rounds, apart), hero, seeds, twins, settings)
    packages = _packages(call, wishes)
    at_a_table = _seats(seats, rules, len(packages), settings)
    whose = tournaments.kept_apart_by(call.store, wishes.form, [package.bot for package in packages])
    return told(call.store, game, len(packages), at_a_table, _with_hero(call, wishes, packages), whose)


def _format(kind: str, blocks: int, limit: int | None, rounds: int | None, apart: bool) -> Format:
    if kind not in KINDS or kind == "ladder":
        raise UserProblem(
            f"{kind!r} is no format of a tournament: {', '.join(each for each in KINDS if each != 'ladder')}"
        )
    if blocks < 1 or (limit is not None and limit < 1) or (rounds is not None and rounds < 1):
        raise UserProblem("blocks, limit and rounds are at least 1")
    return Format(cast(Kind, kind), blocks, limit, rounds=rounds, apart=apart)


def _has_strangers(call: Call, packages: Sequence[Package]) -> bool:
    return any(call.store.owner_of(package.bot.name) for package in packages)


def check_terms(in_flight: int, remote: RemoteTerms) -> None:
    """UserProblem if terms are out of bounds."""
    if in_flight < 1 or not 0 <= remote.wait <= _LONGEST_WAIT or not 0 <= remote.wire <= _MOST_WIRE:
        raise UserProblem(
            f"in_flight is at least 1, wait from 0 to {_LONGEST_WAIT:.0f} seconds, wire from 0 to {_MOST_WIRE:.0f}"
        )


def read_time(text: str) -> TimeControl:
    """Return the time control that a text stands for; UserProblem if it is none."""
    try:
        return TimeControl.read(text)
    except ValueError as error:
        raise UserProblem(str(error)) from None


def _seats(seats: int | None, rules: Game, bots: int, settings: Mapping[str, str]) -> int:
    """Return how many sit at a table: as many as the bots can fill, if it was not said."""
    if seats is None:
        return _most_seats(rules, bots, settings)
    if seats < 2:
        raise UserProblem(f"{seats} seats make no table; 2 are the fewest")
    return seats


def _most_seats(game: Game, bots: int, settings: Mapping[str, str]) -> int:
    """Return the largest number of seats the bots can fill; where there is none, creating says what is wrong."""
    for seats in range(bots, 1, -1):
        with suppress(ValueError):
            game.complete(seats, settings)
            return seats
    return bots


def _packages(call: Call, wishes: _Wishes) -> list[Package]:
    """Return the bots in the order of their seeds; the hero takes part if it is named."""
    named = [*wishes.bots, *([wishes.hero] if wishes.hero and wishes.hero not in wishes.bots else ())]
    packages = [brought.bot(call, argument) for argument in named]
    packages += [registry.twin(package) for package in packages] if wishes.twins else []
    return packages if wishes.seeds == "order" else _by_rating(call, wishes, packages)


def _by_rating(call: Call, wishes: _Wishes, packages: list[Package]) -> list[Package]:
    """Return bots with the best rating on the ladder first; who is not on it stands where everybody begins."""
    ladders = folds.ladders(call.store, wishes.game, options=wishes.settings)
    ratings = {one.entrant: one.rating for scope in ladders for one in folds.standings(call.store, scope).rated}
    return sorted(packages, key=lambda package: -ratings.get(Entrant(package.bot.name, package.bot.version), START))


def _with_hero(call: Call, wishes: _Wishes, packages: Sequence[Package]) -> Format:
    """Return the format with the number of its hero; UserProblem if one is wanted and not named, or the reverse."""
    if (wishes.form.kind == "gauntlet") != (wishes.hero is not None):
        raise UserProblem("a gauntlet needs --hero BOT, and only a gauntlet has one: --format gauntlet --hero BOT")
    if wishes.hero is None:
        return wishes.form
    version = brought.bot(call, wishes.hero).bot.version
    return replace(wishes.form, hero=[package.bot.version for package in packages].index(version))


def _own_times(call: Call, wishes: _Wishes, packages: Sequence[Package]) -> dict[int, TimeControl]:
    """Return the time controls of bots that have their own, by number; UserProblem if one does not take part."""
    versions = [package.bot.version for package in packages]
    own = {brought.bot(call, argument).bot: control for argument, control in wishes.own.items()}
    for bot in own:
        if bot.version not in versions:
            raise UserProblem(f"{bot} does not take part, so it cannot have a time of its own")
    return {versions.index(bot.version): control for bot, control in own.items()}
