"""The organiser's hand: what may be done to a tournament after it was created. Facts stay as they are.

Everything is one step together with its line in the audit log. What changes the schedule or what counts is an entry of
the tournament's history, which can be undone by another entry.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from serai.ladder.bots.version import BotVersion, Package
from serai.ladder.errors import UserProblem
from serai.ladder.model import schedule
from serai.ladder.model.formats.additions import line_ups_of_newcomer
from serai.ladder.model.history import Entry, History
from serai.ladder.model.plan import check, find_game
from serai.ladder.model.schedule import Block
from serai.ladder.model.tournament import Tournament
from serai.ladder.storage import audit, keys, tournaments
from serai.ladder.storage.store import Store
from serai.referee.core.luck import commit


class Change(NamedTuple):
    """What is to happen: an entry, and the blocks or the bot that come with it."""

    entry: Entry
    blocks: Sequence[Block] = ()
    bot: BotVersion | None = None


# What to do with a tournament as it stands; UserProblem if that cannot be done.
Decide = Callable[[Tournament, History], Change]


def _change(store: Store, name: str, what: str, why: str, decide: Decide, **details: Any) -> Tournament:
    """Do something to a tournament, again if something else came first; return the tournament as it stands then."""
    while True:
        tournament, history = tournaments.load(store, name), store.history(name)
        _check_not_archived(store, name)
        change = decide(tournament, history)
        said = audit.line(what, name, why, **details)
        bot = None if change.bot is None else change.bot.as_json()
        if store.add_entry(tournament, history, change.entry, change.blocks, bot, said):
            return tournaments.load(store, name)


def _check_not_archived(store: Store, name: str) -> None:
    if store.halted(name) == "archived":
        raise UserProblem(f"{name} is archived; serai tournament unarchive {name} takes it out")


# Halting


def halt(store: Store, name: str, why_halted: str, why: str = "") -> None:
    """Pause, drain or cancel a tournament; UserProblem if that is impossible in its state."""
    state = tournaments.state(store, tournaments.load(store, name))
    if state in ("finished", "cancelled", "archived", why_halted):
        raise UserProblem(f"{name} is {state}, so it cannot be {why_halted}")
    with store.redis.pipeline() as pipeline:
        pipeline.set(keys.tournament(name, "halt"), why_halted)
        audit.record(pipeline, audit.line({"paused": "pause", "drained": "drain"}.get(why_halted, "cancel"), name, why))
        pipeline.execute()


def resume(store: Store, name: str, why: str = "") -> None:
    """Let a paused or drained tournament go on; UserProblem if it is neither."""
    tournament = tournaments.load(store, name)
    if store.halted(name) not in ("paused", "drained"):
        raise UserProblem(f"{name} is {tournaments.state(store, tournament)}, not paused")
    with store.redis.pipeline() as pipeline:
        pipeline.delete(keys.tournament(name, "halt"))
        audit.record(pipeline, audit.line("resume", name, why))
        pipeline.execute()


def set_deadline(store: Store, name: str, deadline: float | None, why: str = "") -> None:
    """Begin nothing after this moment (in seconds since 1970); None takes the deadline away."""
    tournaments.load(store, name)
    _note(store, name, "deadline", None if deadline is None else repr(deadline), "deadline", why, deadline=deadline)


def set_delay(store: Store, name: str, seconds: float, why: str = "") -> None:
    """Let those who watch see games so much later."""
    tournaments.load(store, name)
    _note(store, name, "delay", repr(seconds), "delay", why, seconds=seconds)


def archive(store: Store, name: str, why: str = "") -> None:
    """Take a tournament out of the list, and let nothing more happen to it; its facts still count."""
    if store.halted(name) == "archived":
        raise UserProblem(f"{name} is archived already")
    tournaments.load(store, name)
    _note(store, name, "shelved", repr(time.time()), "archive", why)


def unarchive(store: Store, name: str, why: str = "") -> None:
    """Undo `archive`."""
    if store.halted(name) != "archived":
        raise UserProblem(f"{name} is not archived")
    _note(store, name, "shelved", None, "unarchive", why)


def _note(store: Store, name: str, what: str, value: str | None, done: str, why: str, **details: Any) -> None:
    key = keys.tournament(name, "notes")
    with store.redis.pipeline() as pipeline:
        if value is None:
            pipeline.hdel(key, what)
        else:
            pipeline.hset(key, what, value)
        audit.record(pipeline, audit.line(done, name, why, **details))
        pipeline.execute()


# Bots


def find_bot(tournament: Tournament, argument: str) -> int:
    """Return the number of the bot that NAME or NAME@VERSION means; UserProblem if none or several take part."""
    name, _, prefix = argument.partition("@")
    found = [
        number for number, bot in enumerate(tournament.bots) if bot.name == name and bot.version.startswith(prefix)
    ]
    if len(found) == 1:
        return found[0]
    known = ", ".join(str(bot) for bot in tournament.bots if not found or bot.name == name)
    wrong = f"several versions of {name} take" if found else f"no {argument} takes"
    raise UserProblem(f"{wrong} part in {tournament.name}; there are {known}")


_SETS = {"disable": "disabled", "enable": "disabled", "exclude": "excluded", "include": "excluded"}


def set_bot(store: Store, name: str, argument: str, what: str, why: str = "") -> Tournament:
    """Disable, enable, exclude or include a bot of a tournament; UserProblem if that changes nothing."""
    entered = tournaments.load(store, name)
    number = find_bot(entered, argument)

    def decide(tournament: Tournament, history: History) -> Change:
        is_in = number in getattr(history, _SETS[what])
        if is_in == (what in ("disable", "exclude")):
            raise UserProblem(f"{tournament.bots[number]} is {'' if is_in else 'not '}{_SETS[what]} in {name}")
        return Change(Entry(kind=what, bot=number, why=why))

    return _change(store, name, what, why, decide, bot=str(entered.bots[number]))


def add_bot(store: Store, name: str, package: Package, why: str = "") -> Tournament:
    """Let another bot take part; UserProblem if it cannot. What it plays is added to the schedule in the same step."""
    bot = package.bot

    def decide(tournament: Tournament, history: History) -> Change:
        check(find_game(tournament.game), [bot], tournament.seats, tournament.settings)
        if any(bot.version == other.version for other in tournament.bots):
            raise UserProblem(f"{bot} takes part in {name} already")
        if store.is_disabled(bot.name):
            raise UserProblem(f"{bot.name} is disabled; serai bot enable {bot.name} lets it play again")
        if tournament.format.kind == "knockout" and history.rounds:
            raise UserProblem(f"the first round of {name} is made, so nobody can enter it any more")
        whose = tournaments.kept_apart_by(store, tournament.format, [*tournament.bots, bot])
        line_ups, each = line_ups_of_newcomer(tournament, history.off, whose)
        blocks = schedule.blocks_of(line_ups, each, tournaments.deals(store, name), history.blocks)
        entry = Entry(kind="enter", bot=history.bots, version=bot.version, why=why)
        if blocks:
            entry |= Entry(kind="enter", first=history.blocks, blocks=len(blocks))
        return Change(entry, blocks, bot)

    store.add_bot(package)
    return _change(store, name, "add-bot", why, decide, bot=str(bot))


# Games


def void(store: Store, game_id: str, why: str) -> tuple[str, int, int]:
    """Let the block of a game not count, and have its table play another with the next deal.

    The games of a block share their luck and are recorded together, so they are voided together. Return the tournament,
    the block and the one that is played instead.
    """
    fact = store.game(game_id).fact
    name, block = str(fact["tournament"]), fact["block"]

    def decide(tournament: Tournament, history: History) -> Change:
        if block in history.voided:
            raise UserProblem(f"block {block} of {name} is voided already")
        deal = tournaments.deals(store, name)(history.blocks)
        instead = Block(history.blocks, tournament.blocks[block].line_up, commit(deal))
        return Change(Entry(kind="void", block=block, why=why, first=history.blocks, blocks=1), [instead])

    tournament = _change(store, name, "void", why, decide, game=fact["game_id"], block=block)
    return name, block, len(tournament.blocks) - 1


def unvoid(store: Store, game_id: str, why: str = "") -> tuple[str, int]:
    """Let the block of a game count again, and what was played instead no more. Return tournament and block."""
    fact = store.game(game_id).fact
    name, block = str(fact["tournament"]), fact["block"]

    def decide(_: Tournament, history: History) -> Change:
        if block not in history.voided:
            raise UserProblem(f"block {block} of {name} is not voided")
        return Change(Entry(kind="unvoid", block=block, why=why))

    _change(store, name, "unvoid", why, decide, game=fact["game_id"], block=block)
    return name, block


# Names and the end


def rename(store: Store, name: str, called: str, why: str = "") -> None:
    """Call a tournament by another name. Ids of games hold the one it was created with, which stays good too."""
    tournaments.load(store, name)
    before = store.notes(name).get("title")
    if called != name:
        tournaments.check_name(store, called)
    with store.redis.pipeline() as pipeline:
        if before is not None:
            pipeline.hdel(keys.ALIASES, before)
        if called == name:
            pipeline.hdel(keys.tournament(name, "notes"), "title")
        else:
            pipeline.hset(keys.ALIASES, called, name)
            pipeline.hset(keys.tournament(name, "notes"), "title", called)
        audit.record(pipeline, audit.line("rename", name, why, before=before or name, called=called))
        pipeline.execute()


def delete(store: Store, name: str, why: str = "") -> int:
    """Delete a tournament with all its facts and replays, for good; return how many games that were.

    UserProblem unless it is finished or halted. Its name is never used again: a worker that was cut off may still
    record something for it.
    """
    state = tournaments.state(store, tournaments.load(store, name))
    if state in ("new", "running", "overdue"):
        raise UserProblem(f"{name} is {state}; serai tournament cancel {name} ends it first")
    games = 0
    for block in store.recorded(name):
        for fact in store.blocks_of_facts(name, [block])[0]:
            store.redis.zrem(keys.GAMES, f"{fact['game_id']} {name} {block}")
            games += 1
    patterns = (f"{keys.tournament(name)}:*", keys.fold("*", name))
    parts = [key for pattern in patterns for key in store.redis.scan_iter(match=pattern)]
    called = store.notes(name).get("title")
    with store.redis.pipeline() as pipeline:
        pipeline.delete(keys.tournament(name), keys.secret(name), *parts)
        pipeline.lrem(keys.TOURNAMENTS, 0, name)
        pipeline.sadd(keys.DELETED, name)
        if called is not None:
            pipeline.hdel(keys.ALIASES, called)
        audit.record(pipeline, audit.line("delete", name, why, games=games))
        pipeline.execute()
    return games
