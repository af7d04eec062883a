"""Facts of games that nobody played, for tests of ratings and tables."""

from __future__ import annotations

from collections.abc import Sequence

from serai.ladder.model.facts import Cause, Fact, SeatResult


def seat(bot: str, rank: int, points: int = 0, cause: Cause | None = None) -> SeatResult:
    """A bot may be written `name@version`; without it the version is `1`."""
    name, _, version = bot.partition("@")
    return {
        "bot": name,
        "version": version or "1",
        "points": points,
        "rank": rank,
        "ending": "retired" if cause else "played",
        "cause": cause,
    }


def fact(seats: Sequence[SeatResult], block: int = 0, rotation: int = 0, epoch: int = 1, game: str = "yspahan") -> Fact:
    return {
        "game_id": f"{game}-{epoch}-{block}-{rotation}",
        "tournament": "spring",
        "block": block,
        "rotation": rotation,
        "game": game,
        "epoch": epoch,
        "options": {},
        "seats": list(seats),
        "commitment": "",
        "deal": "",
        "decisions": 0,
        "digest": "",
        "times": {"started": "", "seconds": 0.0},
    }


def ranked(result: str, block: int = 0, rotation: int = 0) -> Fact:
    """`ann > ben = cid` is a game that Ann won before Ben and Cid, who shared the second place; seats in this order."""
    seats: list[SeatResult] = []
    for group in result.split(" > "):
        rank = len(seats) + 1
        seats += [seat(bot, rank) for bot in group.split(" = ")]
    return fact(seats, block, rotation)
