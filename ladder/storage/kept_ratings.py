"""Ratings that were worked out, kept beside the tables with what they cover.

They are right as long as nothing is new. To work them out takes seconds where a ladder is very large, so while such a
ladder is being played, those may be shown that lack a few of the newest blocks: readers are told how many.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from serai.ladder.model.facts import Entrant
from serai.ladder.ratings.rated import Rated
from serai.ladder.storage.checkpoints import Checkpoints
from serai.ladder.storage.coverage import Member, Scope
from serai.ladder.storage.done import Done

if TYPE_CHECKING:
    from redis import Redis

_KIND = "ratings"
# Raised with any change that gives other ratings for the same outcomes: kept ones of other versions are dropped.
_VERSION = 2
_SLOT = "tip"

LARGE = 20_000  # blocks on record; with fewer, ratings are worked out in a moment
LATE = 128  # one block of so many may be missing in what readers are shown
DUE = 256  # one of so many is enough for whoever runs the tournament to work them out again


class Kept(NamedTuple):
    """Ratings, the best first, and how many blocks on record they do not take in."""

    rated: list[Rated]
    behind: int


def name(scope: Scope) -> str:
    """Return what ratings over these tournaments are called."""
    return f"{_KIND} of {scope.name}"


def load(redis: Redis, scope: Scope) -> Kept | None:
    """Return what is kept; None if there is nothing, or it takes in blocks that are not on record any more."""
    found = _checkpoints(redis, scope).load(_SLOT)
    if found is None:
        return None
    coverage, state = found
    if coverage == scope.whole():
        behind = 0
    else:
        covered = {_key(member): member.done for member in scope.members}
        then = {key: Done(b64decode(bitmap)) for key, bitmap in state["done"].items()}
        if not all(key in covered and done.is_within(covered[key]) for key, done in then.items()):
            return None
        behind = _blocks(scope) - sum(done.count for done in then.values())
    return Kept([Rated(Entrant(bot, version), *rest) for bot, version, *rest in state["rated"]], behind)


def may_be_shown(kept: Kept, scope: Scope) -> bool:
    """Return whether these are good enough for readers: all is in them, or nearly all while much is being played."""
    return kept.behind == 0 or (_is_being_played(scope) and _is_near(kept, scope, LATE))


def is_large(scope: Scope) -> bool:
    """Return whether it takes more than a moment to work ratings out."""
    return _blocks(scope) >= LARGE


def are_due(kept: Kept | None, scope: Scope) -> bool:
    """Return whether ratings of a large ladder that are kept ahead for readers lack too much."""
    return kept is None or not (kept.behind == 0 or (_is_being_played(scope) and _is_near(kept, scope, DUE)))


def _is_near(kept: Kept, scope: Scope, share: int) -> bool:
    return is_large(scope) and kept.behind * share <= _blocks(scope)


def _is_being_played(scope: Scope) -> bool:
    return any(member.done.count < member.blocks for member in scope.members)


def _blocks(scope: Scope) -> int:
    return sum(member.done.count for member in scope.members)


def save(redis: Redis, scope: Scope, rated: Sequence[Rated]) -> None:
    """Keep the ratings of all that is on record."""
    rows = [[*row.entrant, *row[1:]] for row in rated]
    done = {_key(member): b64encode(member.done.bitmap).decode() for member in scope.members}
    _checkpoints(redis, scope).save(_SLOT, scope.whole(), len(rows), {"rated": rows, "done": done})


def _key(member: Member) -> str:
    """Return what tells a tournament from a later one of the same name."""
    return f"{member.name} {member.created}"


def _checkpoints(redis: Redis, scope: Scope) -> Checkpoints:
    return Checkpoints(redis, _KIND, _VERSION, scope.name)
