"""Ratings that were worked out, kept beside the tables with what they cover: right as long as nothing is new."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from serai.ladder.model.facts import Entrant
from serai.ladder.ratings.rated import Rated
from serai.ladder.storage.checkpoints import Checkpoints
from serai.ladder.storage.coverage import Scope

if TYPE_CHECKING:
    from redis import Redis

_KIND = "ratings"
# Raised with any change that gives other ratings for the same outcomes: kept ones of other versions are dropped.
_VERSION = 1
_SLOT = "tip"


def name(scope: Scope) -> str:
    """Return what ratings over these tournaments are called."""
    return f"{_KIND} of {scope.name}"


def load(redis: Redis, scope: Scope) -> list[Rated] | None:
    """Return the ratings, the best first; None if none are kept that cover exactly what is on record."""
    found = _checkpoints(redis, scope).load(_SLOT)
    if found is None or found[0] != scope.whole():
        return None
    return [Rated(Entrant(bot, version), *rest) for bot, version, *rest in found[1]["rated"]]


def save(redis: Redis, scope: Scope, rated: Sequence[Rated]) -> None:
    """Keep the ratings of all that is on record."""
    rows = [[*row.entrant, *row[1:]] for row in rated]
    _checkpoints(redis, scope).save(_SLOT, scope.whole(), len(rows), {"rated": rows})


def drop(redis: Redis, scope: Scope) -> None:
    _checkpoints(redis, scope).drop_all()


def _checkpoints(redis: Redis, scope: Scope) -> Checkpoints:
    return Checkpoints(redis, _KIND, _VERSION, scope.name)
