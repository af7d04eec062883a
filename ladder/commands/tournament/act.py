"""The work of the commands with which organisers act on a tournament."""

from __future__ import annotations

import sys

import click

from serai.ladder.commands.at_desk import desk
from serai.ladder.commands.console import Column, counted, number, say, say_json_list, short, table
from serai.ladder.desk import brought, events, hand
from serai.ladder.desk.operation import Row
from serai.ladder.errors import UserProblem
from serai.ladder.service.json_rows import moment


def halt(called: str, halted: str, why: str) -> None:
    """Pause or drain a tournament."""
    with desk() as asked:
        name = asked.ask(hand.halt, name=called, halted=halted, why=why)
    _say_halted(name, halted)


def cancel(called: str, why: str, yes: bool) -> None:
    """Cancel a tournament, after asking twice."""
    with desk() as asked:
        name = asked.ask(events.row, name=called)["name"]
        ask_twice(f"cancel {name}: what is not played yet never will be", name, yes)
        asked.ask(hand.halt, name=name, halted="cancelled", why=why)
    _say_halted(name, "cancelled")


def _say_halted(name: str, halted: str) -> None:
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
    with desk() as asked:
        name = asked.ask(hand.resume, name=called, why=why)
    say(f"{name} may go on: serai tournament run {name}")


def set_deadline(called: str, deadline: float | None, why: str) -> None:
    """Give a tournament a deadline, or take it away."""
    with desk() as asked:
        name = asked.ask(hand.deadline, name=called, deadline=deadline, why=why)
    say(f"{name} has no deadline" if deadline is None else f"nothing of {name} is begun after {moment(deadline)}")


def set_delay(called: str, seconds: float, why: str) -> None:
    """Let those who watch see games later."""
    with desk() as asked:
        name = asked.ask(hand.delay, name=called, seconds=seconds, why=why)
    say(f"who watches {name} sees its games {f'{seconds:g} s late' if seconds else 'at once'}")


def add_bot(called: str, argument: str, why: str) -> None:
    """Let a bot take part."""
    files = brought.files(argument)
    with desk() as asked:
        done = asked.bring(files, hand.add_bot, name=called, bot=argument, why=why)
    when = "in the next round" if done["has_rounds"] else f"in {counted(done['blocks'], 'new block')}"
    say(f"{done['bot']} takes part in {done['tournament']}, {when}")


def set_bot(called: str, argument: str, what: str, why: str) -> None:
    """Disable, enable, exclude or include a bot."""
    with desk() as asked:
        done = asked.ask(hand.set_bot, name=called, bot=argument, what=what, why=why)
    count = counted(done["counted"], "game")
    say(f"{done['bot']} is {what}d: {count} of {done['tournament']} count, {done['missing']} are to be played")


def void(game_id: str, why: str) -> None:
    """Void the block of a game, and have it played again."""
    with desk() as asked:
        done = asked.ask(hand.void, game_id=game_id, why=why)
    name, instead = done["tournament"], done["instead"]
    line = f"block {done['block']} of {name} does not count; block {instead} is played instead"
    say(f"{line}: serai tournament run {name}")


def unvoid(game_id: str, why: str) -> None:
    """Let a voided block count again."""
    with desk() as asked:
        done = asked.ask(hand.unvoid, game_id=game_id, why=why)
    say(f"block {done['block']} of {done['tournament']} counts again")


def rename(called: str, new: str, why: str) -> None:
    """Call a tournament by another name."""
    with desk() as asked:
        name = asked.ask(hand.rename, name=called, called=new, why=why)
    say(f"{name} is called {new}")


def archive(called: str, why: str) -> None:
    """Take a tournament out of the list."""
    with desk() as asked:
        name = asked.ask(hand.archive, name=called, why=why)
    say(f"{name} is archived; serai tournament list --all shows it, unarchive takes it out")


def unarchive(called: str, why: str) -> None:
    """Put a tournament back into the list."""
    with desk() as asked:
        name = asked.ask(hand.unarchive, name=called, why=why)
    say(f"{name} is not archived any more")


def delete(called: str, why: str, yes: bool) -> None:
    """Delete a tournament, after asking twice."""
    with desk() as asked:
        row = asked.ask(events.row, name=called)
        name = row["name"]
        ask_twice(f"delete {name} with {counted(row['recorded'], 'block')} on record", name, yes)
        games = asked.ask(hand.delete, name=name, why=why)
    say(f"{name} is deleted, with {counted(games, 'game')}")


def show_history(called: str, as_json: bool) -> None:
    """Print what happened to a tournament."""
    with desk() as asked:
        event = asked.ask(events.row, name=called)
        entries = list(asked.ask(events.history, name=called))
    if as_json:
        say_json_list(entries)
    elif not entries:
        say(f"Nothing happened to {event['name']} since it was created.")
    else:
        columns = [number(""), Column("what", style="bold"), Column("of"), Column("why")]
        table(columns, [_line(at, entry, event["entrants"]) for at, entry in enumerate(entries, 1)])


def _line(at: int, entry: Row, bots: list[Row]) -> list[str]:
    first, last = entry.get("first", 0), entry.get("first", 0) + entry.get("blocks", 0) - 1
    added = "" if last < first else f"block {first}" if first == last else f"blocks {first} to {last}"
    if "title" in entry:
        byes = [bots[bot]["bot"] for bot in entry.get("byes", ())]
        of = ", ".join([entry["title"], added, *(f"bye: {name}" for name in byes)])
    elif "block" in entry:
        of = f"block {entry['block']}" + (f", instead of it {added}" if added else "")
    else:
        of = ", ".join(filter(None, [_bot(bots[entry["bot"]]) if "bot" in entry else "", added]))
    return [str(at), entry["kind"], of, entry.get("why", "")]


def _bot(row: Row) -> str:
    return f"{row['bot']}@{short(row['version'])}"
