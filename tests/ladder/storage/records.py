"""Games that nobody played, with as little in them as the store needs."""

from serai.ladder.model.facts import Fact
from serai.ladder.model.game_record import GameRecord
from serai.ladder.model.tournament import Tournament
from serai.ladder.storage.store import Store


def record(game_id: str, tournament: str, block: int, rotation: int, points: int = 1) -> GameRecord:
    fact: Fact = {
        "game_id": game_id,
        "tournament": tournament,
        "block": block,
        "rotation": rotation,
        "game": "yspahan",
        "epoch": 1,
        "options": {},
        "seats": [
            {"bot": "a", "version": "v", "points": points, "rank": 1, "ending": "played", "cause": None},
        ],
        "commitment": "c",
        "deal": "d",
        "decisions": 2,
        "digest": "e",
        "times": {"started": "2026-01-01T00:00:00.000+00:00", "seconds": 0.5},
    }
    return GameRecord(tournament, fact, {"format": 1, "of": game_id, "points": points})


def record_blocks(store: Store, tournament: Tournament, blocks: range) -> None:
    """Record blocks of a tournament, one after the other."""
    for block in blocks:
        ids = enumerate(tournament.game_ids(block))
        store.record_block(tournament.name, block, [record(name, tournament.name, block, turn) for turn, name in ids])
