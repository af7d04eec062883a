"""What is recorded of a game that was played: its fact, its replay, and what the bots printed."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import cast

from serai.ladder.model.facts import Fact, SeatResult, Times, WireTime
from serai.ladder.model.game_record import GameRecord
from serai.ladder.model.plan import Plan
from serai.server.live_game import Played


def record_of(plan: Plan, index: int, rotation: int, played: Played, layers: list[str]) -> GameRecord:
    """Return the record of a game that was played in this rotation of a block, and the layers of its sandbox."""
    replay = played.replay
    fact = Fact(
        game_id=played.key,
        tournament=plan.name,
        block=index,
        rotation=rotation,
        game=plan.game,
        epoch=plan.epoch,
        options=dict(plan.settings),
        seats=_seats(plan, index, rotation, played),
        commitment=replay.commitment,
        deal=replay.deal,
        decisions=len(replay.decisions),
        digest=replay.digest,
        times=_times(played),
        sandbox=layers,
    )
    return GameRecord(plan.identity, fact, replay.as_json(), played.printed)


def _seats(plan: Plan, index: int, rotation: int, played: Played) -> list[SeatResult]:
    seating = [plan.bots[bot] for bot in plan.blocks[index].seating(rotation)]
    return [
        cast(SeatResult, {"bot": bot.name, "version": bot.version, **outcome})
        for bot, outcome in zip(seating, played.replay.outcomes, strict=True)
    ]


def _times(played: Played) -> Times:
    started = datetime.fromtimestamp(played.started, UTC).isoformat(timespec="milliseconds")
    times = Times(started=started, seconds=round(played.seconds, 3))
    if played.stalled > 0:
        times["stalled"] = round(played.stalled, 3)
    if played.slowed:
        times["slowed"] = list(played.slowed)
    if played.on_wire:
        times["wire"] = [
            WireTime(seat=seat, measured=round(wire.measured / wire.answers, 6), given=round(wire.given, 3))
            for seat, wire in sorted(played.on_wire.items())
        ]
    return times
