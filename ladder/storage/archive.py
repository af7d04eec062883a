"""Moving replays from Redis to archives, a segment at a time, when all its blocks are on record.

The archive is written and read back before Redis forgets the replays, in one step with noting the archive's digest.
Whoever is killed in between leaves at most an archive that the next one writes again, byte for byte the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from serai.ladder.model.tournament import Tournament
from serai.ladder.storage import archive_format, archive_place
from serai.ladder.storage.archive_place import ArchivePlace
from serai.ladder.storage.store import Store


@dataclass(frozen=True, slots=True)
class Moved:
    """What went from Redis to archives: so many segments with so many games, in archives of so many bytes."""

    segments: int = 0
    games: int = 0
    bytes: int = 0

    def __add__(self, other: Moved) -> Moved:
        return Moved(self.segments + other.segments, self.games + other.games, self.bytes + other.bytes)


def move(store: Store, tournament: Tournament, at_most: int | None = None) -> Moved:
    """Move the replays of complete segments, at most so many; none if replays stay in Redis.

    PlatformProblem if the archive cannot be written: then the replays are where they were.
    """
    place = archive_place.configured()
    moved = Moved()
    if place is not None:
        for segment in _complete(store, tournament):
            if moved.segments == at_most:
                break
            moved += _move_segment(store, tournament, segment, place)
    return moved


def _complete(store: Store, tournament: Tournament) -> Iterator[int]:
    """Yield the segments of which nothing is to be played any more and that are not archived."""
    done, archived = store.settled(tournament.name), store.archived(tournament.name)
    blocks = len(tournament.blocks)
    for segment in range(-(-blocks // archive_format.SEGMENT)):
        segment_blocks = archive_format.blocks_of(segment, blocks)
        if len(segment_blocks) < archive_format.SEGMENT and tournament.format.has_rounds:
            return  # more blocks will belong to it
        if segment not in archived and all(block in done for block in segment_blocks):
            yield segment


def _move_segment(store: Store, tournament: Tournament, segment: int, place: ArchivePlace) -> Moved:
    blocks = archive_format.blocks_of(segment, len(tournament.blocks))
    recorded = store.recorded(tournament.name)
    played = [block for block in blocks if block in recorded]
    replays = dict(zip(played, store.replays_as_json(tournament.name, played), strict=False))
    if len(replays) < len(played) or not played:
        return Moved()  # somebody else has moved them meanwhile, or there are none
    content = archive_format.write(tournament.name, blocks.start, [replays.get(block, b"[]") for block in blocks])
    name = archive_format.digest(content)
    place.put(name, content)
    if not store.forget_replays(tournament.name, segment, played, name):
        return Moved()
    return Moved(1, len(played) * tournament.seats, len(content))
