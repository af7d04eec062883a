"""Playing a tournament: who is to see to it, how far it has come, and what it waits for."""

from __future__ import annotations

from serai.ladder.access.caller import ORGANISER
from serai.ladder.access.needs import READ
from serai.ladder.desk.operation import Call, Row, operation
from serai.ladder.errors import UserProblem
from serai.ladder.queue.feeder import why_halted
from serai.ladder.queue.live_workers import live_workers
from serai.ladder.queue.running import progress_of
from serai.ladder.storage import audit, tournaments
from serai.ladder.storage.live_games import LiveGames
from serai.ladder.storage.queue_notes import QueueNotes
from serai.ladder.storage.wanted import Wanted, want, why_failed


@operation("tournament.run", ORGANISER)
def start(call: Call, name: str, tended: bool) -> str:
    """Let the arena see to a tournament: its workers play it until it is over. Return its name."""
    tournament = tournaments.load(call.store, name)
    halted = call.store.halted(tournament.name)
    if halted is not None and not tournaments.is_over(call.store, tournament):
        raise UserProblem(why_halted(tournament.name, halted))
    QueueNotes(call.store.redis).clear_failures(tournament.name)
    want(call.store.redis, tournament.name, Wanted(tended))
    audit.record(call.store.redis, audit.line("run", tournament.name))
    return tournament.name


@operation("tournament.progress", READ)
def progress(call: Call, name: str) -> Row:
    """Return how many games are on record, over and to be played in all, and what it waits for."""
    return _progress(call, name)


@operation("tournament.live", READ)
def live(call: Call, name: str) -> Row:
    """Return how far a tournament is, and a game of it as the public saw it; whoever asks counts as watching.

    `delay` is how many seconds late that is, as its organiser wants it.
    """
    now = _progress(call, name)
    delay = float(call.store.notes(now["name"]).get("delay", 0.0))
    games = LiveGames(call.store.redis)
    games.watch(now["name"])
    return {**now, "delay": delay, "frame": games.latest(now["name"], delay)}


def _progress(call: Call, name: str) -> Row:
    tournament = tournaments.load(call.store, name)
    now, own, redis = progress_of(call.store, tournament), tournament.name, call.store.redis
    halted = call.store.halted(own)
    return {
        "name": own,
        "recorded": now.recorded,
        "over": now.over,
        "games": now.games,
        "ends": tournament.format.ends,
        "is_over": tournaments.is_over(call.store, tournament),
        "halted": halted,
        "why_halted": None if halted is None else why_halted(own, halted),
        "failed": why_failed(redis, own) or None,
        "is_fed": QueueNotes(redis).is_fed(own),
        "has_workers": bool(live_workers(redis)),
    }
