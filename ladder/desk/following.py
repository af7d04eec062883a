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
from serai.ladder.storage.live_games import ANY, LiveGames
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
def live(call: Call, name: str, game: str = ANY) -> Row:
    """Return how far a tournament is, and a game of it as the public saw it; whoever asks counts as watching.

    The name may be that of a game, by the beginning of its id: `game` says which it is, for the next time. `delay` is
    how many seconds late everything is, as its organiser wants it.
    """
    if game == ANY and name not in call.store.tournaments():
        name, game = _game_to_come(call, name)
    now = _progress(call, name)
    delay = float(call.store.notes(now["name"]).get("delay", 0.0))
    games = LiveGames(call.store.redis)
    games.watch(now["name"], game)
    return {**now, "game": game, "delay": delay, "frame": games.latest(now["name"], delay, game)}


def _game_to_come(call: Call, prefix: str) -> tuple[str, str]:
    """Return the tournament and the id of a game that is being played, or will be; UserProblem if there is none."""
    over = call.store.game_ids(prefix, 1)
    if over:
        raise UserProblem(f"game {over[0][:8]} is over: serai replay show {over[0][:8]}")
    for name in filter(QueueNotes(call.store.redis).is_fed, call.store.tournaments()):
        tournament, recorded = tournaments.load(call.store, name), call.store.recorded(name)
        for block in tournament.blocks:
            found = [] if block.index in recorded else tournament.game_ids(block.index)
            for game_id in found:
                if game_id.startswith(prefix):
                    return name, game_id
    tournaments.load(call.store, prefix)  # says what names there are
    raise AssertionError("a tournament that was not there is there now")


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
