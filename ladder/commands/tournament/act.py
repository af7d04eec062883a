"""The work of the commands with which organisers act on a tournament."""

from __future__ import annotations

import sys

import click

from serai.ladder.bots import registry
from serai.ladder.commands.console import Column, counted, number, say, say_json_list, table
from serai.ladder.errors import UserProblem
from serai.ladder.model.history import Entry
from serai.ladder.model.tournament import Tournament
from serai.ladder.queue.running import stop_queued
from serai.ladder.service.json_rows import moment
from serai.ladder.storage import hand, tournaments
from serai.ladder.storage.store import Store, open_store


def halt(called: str, halted: str, why: str) -> None:
    """Pause or drain a tournament."""
    with open_store() as store:
        _halt(store, store.name_of(called), halted, why)


def cancel(called: str, why: str, yes: bool) -> None:
    """Cancel a tournament, after asking twice."""
    with open_store() as store:
        name = tournaments.load(store, called).name
        ask_twice(f"cancel {name}: what is not played yet never will be", name, yes)
        _halt(store, name, "cancelled", why)


def _halt(store: Store, name: str, halted: str, why: str) -> None:
    hand.halt(store, name, halted, why)
    stop_queued(store, name)
    rest = "what workers have is played to its end" if halted == "drained" else "what is being played gets 5 seconds"
    say(f"{name} is {halted}: nothing more is begun, and {rest}")


def ask_twice(what: str, name: str, yes: bool) -> None:
    """Ask on the terminal, and ask for the name; UserProblem if the answer is no, or nobody can be asked."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise UserProblem(f"to {what}; this cannot be undone, so say --yes")
    if not click.confirm(f"This will {what}. It cannot be undone. Go on?", err=True):
        raise UserProblem("nothing was done")
    if click.prompt("Its name, to be sure", err=True) != name:
        raise UserProblem(f"that is not {name}; nothing was done")


def resume(called: str, why: str) -> None:
    """Let a paused or drained tournament go on."""
    with open_store() as store:
        name = store.name_of(called)
        hand.resume(store, name, why)
    say(f"{name} may go on: serai tournament run {name}")


def set_deadline(called: str, deadline: float | None, why: str) -> None:
    """Give a tournament a deadline, or take it away."""
    with open_store() as store:
        name = store.name_of(called)
        hand.set_deadline(store, name, deadline, why)
    say(f"{name} has no deadline" if deadline is None else f"nothing of {name} is begun after {moment(deadline)}")


def add_bot(called: str, argument: str, why: str) -> None:
    """Let a bot take part."""
    with open_store() as store:
        before = tournaments.load(store, called)
        package = registry.find(argument, store)
        after = hand.add_bot(store, before.name, package, why)
    new = len(after.blocks) - len(before.blocks)
    when = "in the next round" if after.format.has_rounds else f"in {counted(new, 'new block')}"
    say(f"{package.bot} takes part in {after.name}, {when}")


def set_bot(called: str, argument: str, what: str, why: str) -> None:
    """Disable, enable, exclude or include a bot."""
    with open_store() as store:
        tournament = hand.set_bot(store, store.name_of(called), argument, what, why)
        tally = store.tally(tournament.name)
        bot = tournament.bots[hand.find_bot(tournament, argument)]
    counts = f"{counted(tally.counted, 'game')} of {tournament.name} count, {tally.missing} are to be played"
    say(f"{bot} is {what}d: {counts}")


def void(game_id: str, why: str) -> None:
    """Void the block of a game, and have it played again."""
    with open_store() as store:
        name, block, instead = hand.void(store, game_id, why)
    say(f"block {block} of {name} does not count; block {instead} is played instead: serai tournament run {name}")


def unvoid(game_id: str, why: str) -> None:
    """Let a voided block count again."""
    with open_store() as store:
        name, block = hand.unvoid(store, game_id, why)
    say(f"block {block} of {name} counts again")


def rename(called: str, new: str, why: str) -> None:
    """Call a tournament by another name."""
    with open_store() as store:
        name = store.name_of(called)
        hand.rename(store, name, new, why)
    say(f"{name} is called {new}")


def archive(called: str, why: str) -> None:
    """Take a tournament out of the list."""
    with open_store() as store:
        name = store.name_of(called)
        hand.archive(store, name, why)
        stop_queued(store, name)
    say(f"{name} is archived; serai tournament list --all shows it, unarchive takes it out")


def unarchive(called: str, why: str) -> None:
    """Put a tournament back into the list."""
    with open_store() as store:
        name = store.name_of(called)
        hand.unarchive(store, name, why)
    say(f"{name} is not archived any more")


def delete(called: str, why: str, yes: bool) -> None:
    """Delete a tournament, after asking twice."""
    with open_store() as store:
        name = tournaments.load(store, called).name
        ask_twice(f"delete {name} with {counted(store.recorded(name).count, 'block')} on record", name, yes)
        games = hand.delete(store, name, why)
    say(f"{name} is deleted, with {counted(games, 'game')}")


def show_history(called: str, as_json: bool) -> None:
    """Print what happened to a tournament."""
    with open_store() as store:
        tournament = tournaments.load(store, called)
        entries = store.entries(tournament.name)
    if as_json:
        say_json_list(entries)
    elif not entries:
        say(f"Nothing happened to {tournament.name} since it was created.")
    else:
        columns = [number(""), Column("what", style="bold"), Column("of"), Column("why")]
        table(columns, [_line(at, entry, tournament) for at, entry in enumerate(entries, 1)])


def _line(at: int, entry: Entry, tournament: Tournament) -> list[str]:
    first, last = entry.get("first", 0), entry.get("first", 0) + entry.get("blocks", 0) - 1
    added = "" if last < first else f"block {first}" if first == last else f"blocks {first} to {last}"
    if "title" in entry:
        byes = [tournament.bots[bot].name for bot in entry.get("byes", ())]
        of = ", ".join([entry["title"], added, *(f"bye: {name}" for name in byes)])
    elif "block" in entry:
        of = f"block {entry['block']}" + (f", instead of it {added}" if added else "")
    else:
        of = ", ".join(filter(None, [str(tournament.bots[entry["bot"]]) if "bot" in entry else "", added]))
    return [str(at), entry["kind"], of, entry.get("why", "")]
