"""Tournaments that grow, with bots that do not exist and games that nobody played: low numbers win."""

from __future__ import annotations

from random import Random
from typing import Any

from serai.ladder.bots.manifest import Manifest
from serai.ladder.bots.version import BotVersion, Package
from serai.ladder.model.facts import Fact
from serai.ladder.model.format import Format
from serai.ladder.model.game_record import GameRecord
from serai.ladder.model.tournament import Tournament
from serai.ladder.storage import tournaments
from serai.ladder.storage.growth import Growth
from serai.ladder.storage.store import Store

SECRET = bytes(range(32))
NAMES = ("ann", "ben", "cid", "dan", "eve", "fay", "gus", "hal")


def package(name: str, version: str = "", author: str = "") -> Package:
    manifest = Manifest(name, "python", ("yspahan",), ("run",), author=author)
    return Package(BotVersion(name, version or f"{name}0000", manifest), b"")


def create(store: Store, form: Format, bots: int = 6, name: str = "spring", **changes: Any) -> Tournament:
    entered = [package(bot) for bot in NAMES[:bots]]
    given = {"seats": 3, "blocks": form.blocks, "secret": SECRET, "now": 0.0, "form": form, **changes}
    return tournaments.create(store, name, "yspahan", entered, **given)


def record(store: Store, name: str, *indices: int) -> None:
    """Record blocks: who was entered earlier is mostly ahead, and always the same comes of the same block."""
    tournament = tournaments.load(store, name)
    for index in indices:
        assert store.record_block(name, index, games(tournament, index))


def games(tournament: Tournament, index: int) -> list[GameRecord]:
    """The games of a block."""
    luck, made = Random(index), []
    for rotation, game_id in enumerate(tournament.game_ids(index)):
        seating = tournament.blocks[index].seating(rotation)
        order = sorted(seating, key=lambda bot: bot + luck.gauss(0, 2))
        seats: list[Any] = [
            {
                "bot": tournament.bots[bot].name,
                "version": tournament.bots[bot].version,
                "points": luck.randrange(90),
                "rank": order.index(bot) + 1,
                "ending": "played",
                "cause": None,
            }
            for bot in seating
        ]
        played = Fact(
            game_id=game_id,
            tournament=tournament.name,
            block=index,
            rotation=rotation,
            game="yspahan",
            epoch=tournament.epoch,
            options={},
            seats=seats,
            commitment=tournament.blocks[index].commitment,
            deal="",
            decisions=1,
            digest="",
            times={"started": "2026-01-01T00:00:00.000+00:00", "seconds": 0.5},
        )
        made.append(GameRecord(tournament.name, played, {"of": game_id}))
    return made


def play(store: Store, name: str, rounds: int = 100) -> None:
    """Play what is missing, and so many rounds that are added, as `serai tournament run` would."""
    growth = Growth(store, name)
    record(store, name, *tournaments.missing(store, tournaments.load(store, name)))
    for _ in range(rounds):
        if growth.grow() is None:
            return
        record(store, name, *tournaments.missing(store, tournaments.load(store, name)))
