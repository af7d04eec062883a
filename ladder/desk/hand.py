"""The organiser's hand from anywhere: what may be done to a tournament after it was created."""

from __future__ import annotations

from serai.ladder.access.caller import ORGANISER
from serai.ladder.desk import brought
from serai.ladder.desk.operation import Call, Row, operation
from serai.ladder.errors import UserProblem
from serai.ladder.queue.running import stop_queued
from serai.ladder.storage import hand, tournaments
from serai.ladder.storage.live_games import LONGEST_DELAY

_HALTS = ("paused", "drained", "cancelled")
_SETS = ("disable", "enable", "exclude", "include")


@operation("tournament.halt", ORGANISER)
def halt(call: Call, name: str, halted: str, why: str) -> str:
    """Pause, drain or cancel a tournament, and return its name."""
    if halted not in _HALTS:
        raise UserProblem(f"a tournament is {', '.join(_HALTS)}, not {halted!r}")
    own = call.store.name_of(name)
    hand.halt(call.store, own, halted, why)
    stop_queued(call.store, own)
    return own


@operation("tournament.resume", ORGANISER)
def resume(call: Call, name: str, why: str) -> str:
    """Let a paused or drained tournament go on, and return its name."""
    own = call.store.name_of(name)
    hand.resume(call.store, own, why)
    return own


@operation("tournament.deadline", ORGANISER)
def deadline(call: Call, name: str, deadline: float | None, why: str) -> str:
    """Give a tournament a deadline, or take it away, and return its name."""
    own = call.store.name_of(name)
    hand.set_deadline(call.store, own, deadline, why)
    return own


@operation("tournament.delay", ORGANISER)
def delay(call: Call, name: str, seconds: float, why: str) -> str:
    """Let those who watch a tournament see its games so many seconds later, and return its name."""
    if not 0 <= seconds <= LONGEST_DELAY:
        raise UserProblem(f"games are seen 0 to {LONGEST_DELAY} seconds late, not {seconds:g}")
    own = call.store.name_of(name)
    hand.set_delay(call.store, own, seconds, why)
    return own


@operation("tournament.add_bot", ORGANISER, takes_files=True)
def add_bot(call: Call, name: str, bot: str, why: str) -> Row:
    """Let a bot take part; return its name, that of the tournament, and how many blocks are new."""
    before = tournaments.load(call.store, name)
    package = brought.bot(call, bot)
    with brought.registering(call, [package]):
        after = hand.add_bot(call.store, before.name, package, why)
    return {
        "bot": str(package.bot),
        "tournament": after.name,
        "blocks": len(after.blocks) - len(before.blocks),
        "has_rounds": after.format.has_rounds,
    }


@operation("tournament.set_bot", ORGANISER)
def set_bot(call: Call, name: str, bot: str, what: str, why: str) -> Row:
    """Disable, enable, exclude or include a bot; return its name, and how many games count and are missing now."""
    if what not in _SETS:
        raise UserProblem(f"a bot can be {', '.join(f'{each}d' for each in _SETS)}; {what!r} is none of it")
    tournament = hand.set_bot(call.store, call.store.name_of(name), bot, what, why)
    tally = call.store.tally(tournament.name)
    return {
        "bot": str(tournament.bots[hand.find_bot(tournament, bot)]),
        "tournament": tournament.name,
        "counted": tally.counted,
        "missing": tally.missing,
    }


@operation("tournament.void", ORGANISER)
def void(call: Call, game_id: str, why: str) -> Row:
    """Void the block of a game, and have another one played instead."""
    name, block, instead = hand.void(call.store, game_id, why)
    return {"tournament": name, "block": block, "instead": instead}


@operation("tournament.unvoid", ORGANISER)
def unvoid(call: Call, game_id: str, why: str) -> Row:
    """Let a voided block count again."""
    name, block = hand.unvoid(call.store, game_id, why)
    return {"tournament": name, "block": block}


@operation("tournament.rename", ORGANISER)
def rename(call: Call, name: str, called: str, why: str) -> str:
    """Call a tournament by another name, and return its own."""
    own = call.store.name_of(name)
    hand.rename(call.store, own, called, why)
    return own


@operation("tournament.archive", ORGANISER)
def archive(call: Call, name: str, why: str) -> str:
    """Take a tournament out of the list, and return its name."""
    own = call.store.name_of(name)
    hand.archive(call.store, own, why)
    stop_queued(call.store, own)
    return own


@operation("tournament.unarchive", ORGANISER)
def unarchive(call: Call, name: str, why: str) -> str:
    """Put a tournament back into the list, and return its name."""
    own = call.store.name_of(name)
    hand.unarchive(call.store, own, why)
    return own


@operation("tournament.delete", ORGANISER)
def delete(call: Call, name: str, why: str) -> int:
    """Delete a tournament with all its facts, and return how many games that were."""
    return hand.delete(call.store, call.store.name_of(name), why)
