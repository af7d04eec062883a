"""Tournaments in a store: created, loaded, and how far they have come, which follows from their facts."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial

from serai.ladder.bots.manifest import NAME, NAME_RULE
from serai.ladder.bots.version import BotVersion, Package
from serai.ladder.errors import UserProblem
from serai.ladder.model import schedule
from serai.ladder.model.apart import Whose
from serai.ladder.model.format import Format
from serai.ladder.model.formats.gauntlet import line_ups_with
from serai.ladder.model.formats.swiss import usual_rounds
from serai.ladder.model.plan import DealOf, RemoteTerms, check, find_game
from serai.ladder.model.schedule import Block
from serai.ladder.model.tournament import Tournament
from serai.ladder.shown import Shown, quiet
from serai.ladder.storage.store import Store
from serai.referee.clock import UNLIMITED, TimeControl

IN_FLIGHT = 64
_SECRET_BYTES = 32


@dataclass(frozen=True, slots=True)
class JobToPlay:
    """What a job is about: its tournament, the deals, the blocks that are not on record, and why it may not start."""

    tournament: Tournament
    deal_of: DealOf
    missing: tuple[int, ...]
    halted: str | None


def create(
    store: Store,
    name: str,
    game: str,
    bots: Sequence[Package],
    *,
    seats: int,
    blocks: int,
    settings: Mapping[str, str] | None = None,
    control: TimeControl | None = None,
    limit: int | None = None,
    form: Format | None = None,
    in_flight: int = IN_FLIGHT,
    own: Mapping[int, TimeControl] | None = None,
    remote: RemoteTerms | None = None,
    own_deals: bool = False,
    worlds: bool = True,
    secret: bytes | None = None,
    now: float | None = None,
    shown: Shown = quiet,
) -> Tournament:
    """Fix what a tournament will play, register its bots and return it. UserProblem says what does not fit.

    `form` is its format, a round-robin if none is given, with so many `blocks` and at most `limit` line-ups; `own` are
    the time controls of bots that have another, by number; `own_deals` says whether every game has a deal of its own,
    `worlds` whether bots are sent them. Who knows the secret could foresee every deal.
    """
    if UNLIMITED in (control, *(own or {}).values()):
        raise UserProblem("a tournament needs a time control: with none, a bot that hangs would never end")
    entered = [package.bot for package in bots]
    form = _complete(form or Format(blocks=blocks, limit=limit), len(bots), seats)
    _check_entry(store, name, entered, seats, form)
    rules = find_game(game)
    secret = secrets.token_bytes(_SECRET_BYTES) if secret is None else secret
    moment = time.time() if now is None else now
    tournament = Tournament(
        name=name,
        created=datetime.fromtimestamp(moment, UTC).isoformat(timespec="seconds"),
        game=game,
        epoch=rules.epoch,
        settings=check(rules, entered, seats, settings or {}),
        seats=seats,
        control=control or TimeControl(),
        in_flight=in_flight,
        bots=tuple(entered),
        blocks=first_blocks(
            form, len(entered), seats, partial(schedule.deal, secret), shown, kept_apart_by(store, form, entered)
        ),
        format=form,
        committed=schedule.commit_to_secret(secret),
        own=own or {},
        remote=remote or RemoteTerms(),
        own_deals=own_deals,
        worlds=worlds,
    )
    for package in bots:
        store.add_bot(package, moment)
    if not store.add_tournament(name, tournament.header(), secret, tournament.blocks):
        raise UserProblem(f"there is already a tournament called {name}; choose another name")
    return tournament


def _check_entry(store: Store, name: str, bots: Sequence[BotVersion], seats: int, form: Format) -> None:
    check_name(store, name)
    if form.blocks < 1:
        raise UserProblem(f"{form.blocks} blocks of each line-up play nothing; give at least 1")
    for bot in bots:
        if sum(other.version == bot.version for other in bots) > 1:
            raise UserProblem(f"{bot} is named twice; every bot enters a tournament once")
        if bot.is_remote and sum(other.is_remote and other.name == bot.name for other in bots) > 1:
            raise UserProblem(f"{bot.name} is remote and enters once: one process cannot be two versions")
        if store.is_disabled(bot.name):
            raise UserProblem(f"{bot.name} is disabled; serai bot enable {bot.name} lets it play again")
    if len(bots) < seats and form.kind != "ladder":
        raise UserProblem(f"{len(bots)} bots cannot fill a table of {seats} seats")


def _complete(form: Format, bots: int, seats: int) -> Format:
    """Return the format with the rounds it will have, if it did not say."""
    if form.kind == "swiss" and form.rounds is None:
        return replace(form, rounds=usual_rounds(bots, seats))
    return form


def check_name(store: Store, name: str) -> None:
    """Raise UserProblem if no tournament can be called so: it is no name, or somebody had it first."""
    if not NAME.fullmatch(name):
        raise UserProblem(f"{name!r} cannot be the name of a tournament: {NAME_RULE}")
    if name in store.tournaments() or store.name_of(name) != name:
        raise UserProblem(f"there is already a tournament called {name}; choose another name")
    if store.was_deleted(name):
        raise UserProblem(f"there was a tournament called {name}, and ids of games hold its name; choose another name")


def kept_apart_by(store: Store, form: Format, bots: Sequence[BotVersion]) -> Whose:
    """Return whose bots they are, if those of one are kept apart: the owner's, else whoever bot.toml names."""
    if not form.apart:
        return {}
    owners = store.owners_of_bots()
    return {at: owners.get(bot.name) or bot.manifest.author for at, bot in enumerate(bots)}


def first_blocks(
    form: Format, bots: int, seats: int, deal_of: DealOf, shown: Shown = quiet, whose: Whose | None = None
) -> tuple[Block, ...]:
    """Return what is scheduled at once: all of a round-robin or gauntlet, nothing where rounds follow from results.

    With `whose`, bots of one owner are kept apart.
    """
    if form.apart and form.kind in ("swiss", "knockout"):
        raise UserProblem(f"who meets in a {form.kind} follows from results: bots of one owner cannot be kept apart")
    try:
        if form.kind == "round-robin":
            return schedule.schedule(bots, seats, form.blocks, form.limit, deal_of, shown, whose)
        if form.hero is not None:
            others = [bot for bot in range(bots) if bot != form.hero]
            line_ups = line_ups_with(form.hero, others, seats, form.limit, whose)
            return schedule.blocks_of(line_ups, form.blocks, deal_of)
    except ValueError as error:
        raise UserProblem(str(error)) from None
    return ()


def load(store: Store, name: str) -> Tournament:
    """Return the tournament that is called so, whose blocks are read when asked for; UserProblem if there is none."""
    header = store.header(store.name_of(name))
    return Tournament.from_header(header, store.blocks(header["name"], header["blocks"]))


def load_job(store: Store, name: str, blocks: Sequence[int]) -> JobToPlay:
    """Return what has to be known to play these blocks, in one round trip to Redis; UserProblem if it is gone."""
    found = store.read_job(name, blocks)
    schedule_of = store.blocks(name, found.header["blocks"], found.chunks)
    missing_blocks = tuple(index for index in blocks if index not in found.settled)
    tournament = Tournament.from_header(found.header, schedule_of)
    return JobToPlay(tournament, partial(schedule.deal, found.secret), missing_blocks, found.halted)


def load_all(store: Store) -> list[Tournament]:
    """Return all tournaments in order of creation."""
    return [load(store, name) for name in store.tournaments()]


def deals(store: Store, name: str) -> DealOf:
    """Return the function that makes the deal of a tournament's block: a secret, for those who play the games."""
    return partial(schedule.deal, store.secret(name))


def missing(store: Store, tournament: Tournament) -> list[int]:
    """Return the blocks that are still to be played, in schedule order."""
    return store.settled(tournament.name).missing(len(tournament.blocks))


def is_over(store: Store, tournament: Tournament) -> bool:
    """Return True if nothing is missing, and no further round follows."""
    if store.tally(tournament.name).missing:
        return False
    return store.has_ended(tournament.name) if tournament.format.has_rounds else True


def state(store: Store, tournament: Tournament) -> str:
    """Return how far it has come: archived, finished, halted in some way, new or running, in this order of precedence.

    Halted is paused, drained, cancelled or overdue.
    """
    halted = store.halted(tournament.name)
    if halted != "archived" and is_over(store, tournament):
        return "finished"
    return halted or ("running" if store.count(tournament.name) else "new")
