"""Tournaments in a store: created, loaded, and how far they have come, which follows from their facts."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import partial

from serai.ladder.bots.manifest import NAME, NAME_RULE
from serai.ladder.bots.version import BotVersion, Package
from serai.ladder.errors import UserProblem
from serai.ladder.model import schedule
from serai.ladder.model.plan import DealOf, check, find_game
from serai.ladder.model.schedule import Block
from serai.ladder.model.tournament import Tournament
from serai.ladder.storage.store import Store
from serai.referee.clock import TimeControl

IN_FLIGHT = 64
_SECRET_BYTES = 32


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
    in_flight: int = IN_FLIGHT,
    secret: bytes | None = None,
    now: float | None = None,
) -> Tournament:
    """Fix all that a tournament will play, register its bots and return it. UserProblem says what does not fit.

    `blocks` is per line-up; `limit` the most line-ups. Who knows the secret could foresee every deal.
    """
    entered = [package.bot for package in bots]
    _check_entry(store, name, entered, seats, blocks)
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
        blocks=_schedule(len(entered), seats, blocks, limit, secret),
    )
    for package in bots:
        store.add_bot(package, moment)
    if not store.add_tournament(name, tournament.header(), secret, tournament.blocks):
        raise UserProblem(f"there is already a tournament called {name}; choose another name")
    return tournament


def _check_entry(store: Store, name: str, bots: Sequence[BotVersion], seats: int, blocks: int) -> None:
    if not NAME.fullmatch(name):
        raise UserProblem(f"{name!r} cannot be the name of a tournament: {NAME_RULE}")
    if name in store.tournaments():
        raise UserProblem(f"there is already a tournament called {name}; choose another name")
    if blocks < 1:
        raise UserProblem(f"{blocks} blocks of each line-up play nothing; give at least 1")
    for bot in bots:
        if sum(other.version == bot.version for other in bots) > 1:
            raise UserProblem(f"{bot} is named twice; every bot enters a tournament once")
        if store.is_disabled(bot.name):
            raise UserProblem(f"{bot.name} is disabled; serai bot enable {bot.name} lets it play again")
    if len(bots) < seats:
        raise UserProblem(f"{len(bots)} bots cannot fill a table of {seats} seats")


def _schedule(bots: int, seats: int, blocks: int, limit: int | None, secret: bytes) -> tuple[Block, ...]:
    try:
        return schedule.schedule(bots, seats, blocks, limit, partial(schedule.deal, secret))
    except ValueError as error:
        raise UserProblem(str(error)) from None


def load(store: Store, name: str) -> Tournament:
    """Return the tournament of this name, whose blocks are read when asked for; UserProblem if there is none."""
    header = store.header(name)
    return Tournament.from_header(header, store.blocks(name, header["blocks"]))


def load_all(store: Store) -> list[Tournament]:
    """Return all tournaments in order of creation."""
    return [load(store, name) for name in store.tournaments()]


def deals(store: Store, tournament: Tournament) -> DealOf:
    """Return the function that makes the deal of a block: a secret, for those who play the games."""
    return partial(schedule.deal, store.secret(tournament.name))


def missing(store: Store, tournament: Tournament) -> list[int]:
    """Return the blocks that are not on record yet, in schedule order."""
    return store.done(tournament.name).missing(len(tournament.blocks))


def state(store: Store, tournament: Tournament) -> str:
    """Return how far it has come: finished, paused, cancelled, new or running, in this order of precedence."""
    played = store.count(tournament.name)
    if played == tournament.games:
        return "finished"
    return store.halted(tournament.name) or ("running" if played else "new")
