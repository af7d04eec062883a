"""A store full of games that nobody played: real tournaments with schedules and ids, results drawn by chance.

Deals, commitments and ids are those of the schedule; digests are random and as long as real ones. Some segments of
every tournament have replays, of real games played at random: as many different ones as are compressed together, so
that bytes are those of real play.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from math import comb
from typing import Any, NamedTuple

from bench.workload import PATIENT, deals
from serai.ladder.bots.manifest import Manifest
from serai.ladder.bots.version import BotVersion, Package
from serai.ladder.model.facts import Fact, SeatResult
from serai.ladder.model.plan import DealOf
from serai.ladder.model.tournament import Tournament
from serai.ladder.storage import tournaments
from serai.ladder.storage.archive_format import GROUP, SEGMENT
from serai.ladder.storage.fact_store import PackedBlock
from serai.ladder.storage.packing import pack, pack_facts
from serai.ladder.storage.store import Store
from serai.referee.games import GAMES
from serai.referee.match import Match
from serai.referee.replay import record

_MOST_BOTS = 24
_NEARLY = 0.95
_AT_ONCE = 64
_SPREAD = 15.0
_RETIRED = 0.01
_LEFT = 8  # blocks of the first tournament that are not on record: it is being played


class Shape(NamedTuple):
    """A tournament of this game, and its share of all games."""

    name: str
    game: str
    seats: int
    share: float


SHAPES = (
    Shape("large", "yspahan", 3, 1 / 2),
    Shape("middle", "council_of_four", 4, 1 / 4),
    *(Shape(f"small-{number}", "alexander", 3, 1 / 32) for number in range(8)),
)


def fill(store: Store, games: int, segments: int = 1) -> list[Tournament]:
    """Make and record about so many games, with replays in the first segments of each tournament.

    A few blocks of the first one are left.
    """
    made = [create(store, shape, round(games * shape.share)) for shape in SHAPES]
    for tournament in made:
        blocks = len(tournament.blocks) - (_LEFT if tournament is made[0] else 0)
        record_blocks(store, tournament, range(blocks), segments * SEGMENT)
    return made


def play_on(store: Store) -> None:
    """Record the next block of the tournament that is being played."""
    tournament = tournaments.load(store, SHAPES[0].name)
    record_blocks(store, tournament, store.done(tournament.name).missing(len(tournament.blocks))[:1])


def create(store: Store, shape: Shape, games: int) -> Tournament:
    """Create a tournament of about so many games, in which every line-up plays equally often."""
    blocks = max(1, games // shape.seats)
    bots = next((bots for bots in range(_MOST_BOTS, shape.seats, -1) if fits(bots, shape.seats, blocks)), shape.seats)
    each = max(1, blocks // comb(bots, shape.seats))
    return tournaments.create(
        store, shape.name, shape.game, entrants()[:bots], seats=shape.seats, blocks=each, secret=bytes(32)
    )


def fits(bots: int, seats: int, blocks: int) -> bool:
    """Return True if full rounds of all line-ups make up nearly so many blocks."""
    round_ = comb(bots, seats)
    return blocks // round_ * round_ >= _NEARLY * blocks


def entrants() -> list[Package]:
    """Bots that have a name and a version but no files."""
    luck = random.Random(0)
    manifests = [Manifest(f"made-up-{number}", "python", ("*",), ("true",)) for number in range(_MOST_BOTS)]
    return [Package(BotVersion(manifest.name, luck.randbytes(16).hex(), manifest), b"") for manifest in manifests]


def record_blocks(store: Store, tournament: Tournament, indices: Sequence[int], with_replays: int = 0) -> None:
    """Record blocks of a tournament, the first ones of it with replays."""
    blocks = packed_blocks(tournament, indices, tournaments.deals(store, tournament.name), with_replays)
    while portion := list(islice(blocks, _AT_ONCE)):
        store.record_packed(tournament.name, portion)


def packed_blocks(
    tournament: Tournament, indices: Sequence[int], deal_of: DealOf, with_replays: int
) -> Iterator[PackedBlock]:
    """Yield blocks of a tournament with made-up results."""
    luck = random.Random(f"{tournament.name} {indices[0]}")
    replays = real_replays(tournament.game, tournament.seats)
    for index in indices:
        facts = made_up_facts(tournament, index, deal_of(index).hex(), luck)
        packed = replays[index % GROUP] if index < with_replays else b""
        yield PackedBlock(index, pack_facts(facts), packed, tuple(fact["game_id"] for fact in facts))


@cache
def real_replays(game: str, seats: int) -> list[bytes]:
    """Return the replays of a few blocks, each packed, of games between players who choose at random."""
    luck, source = random.Random(0), deals()
    return [pack([replay(game, seats, deal, luck) for _ in range(seats)]) for deal in islice(source, GROUP)]


def replay(game: str, seats: int, deal: bytes, luck: random.Random) -> dict[str, Any]:
    """Play a game at random and return its replay."""
    match = Match(GAMES[game], seats, deal, {}, PATIENT)
    while not match.over:
        for question in match.questions():
            match.sent(question, 0.0)
            match.answer(question, luck.randrange(len(question.options)), 0.0)
    return record(match).as_json()


def made_up_facts(tournament: Tournament, index: int, deal: str, luck: random.Random) -> list[Fact]:
    """Return the facts of a block, by rotation."""
    block = tournament.blocks[index]
    return [
        {
            "game_id": game_id,
            "tournament": tournament.name,
            "block": index,
            "rotation": rotation,
            "game": tournament.game,
            "epoch": tournament.epoch,
            "options": dict(tournament.settings),
            "seats": results(tournament, block.seating(rotation), luck),
            "commitment": block.commitment,
            "deal": deal,
            "decisions": luck.randrange(150, 400),
            "digest": luck.randbytes(16).hex(),
            "times": {"started": started(index, luck), "seconds": luck.randrange(50, 900) / 1000},
        }
        for rotation, game_id in enumerate(tournament.game_ids(index))
    ]


def started(index: int, luck: random.Random) -> str:
    """Return when a game of this block began: a block a second."""
    minutes, second = divmod(index, 60)
    hours, minute = divmod(minutes, 60)
    return f"2026-01-{1 + hours // 24 % 28:02}T{hours % 24:02}:{minute:02}:{second:02}.{luck.randrange(1000):03}+00:00"


def results(tournament: Tournament, seating: Sequence[int], luck: random.Random) -> list[SeatResult]:
    """Return how the seats fared: a bot of a higher number is stronger, and a few are retired."""
    points = [max(0, round(luck.gauss(60 + bot, _SPREAD))) for bot in seating]
    retired = [luck.random() < _RETIRED for _ in seating]
    order = [(not out, score) for out, score in zip(retired, points, strict=True)]
    return [
        {
            "bot": tournament.bots[bot].name,
            "version": tournament.bots[bot].version,
            "points": points[seat],
            "rank": 1 + sum(other > order[seat] for other in order),
            "ending": "retired" if retired[seat] else "played",
            "cause": "time" if retired[seat] else None,
        }
        for seat, bot in enumerate(seating)
    ]
