"""`serai tournament pause`, `void` and all else that organisers do to a tournament after it was created."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from serai.ladder.commands import completion
from serai.ladder.commands.console import json_option
from serai.ladder.commands.params import read_moment

C = TypeVar("C", bound=Callable[..., Any])

_name = click.argument("name", shell_complete=completion.tournaments)
_bot = click.argument("bot", metavar="BOT", shell_complete=completion.registered)
_why = click.option("--why", metavar="TEXT", default="", help="The reason, for the audit log.")
_reason = click.option("--why", metavar="TEXT", required=True, help="The reason, for the audit log and the players.")
_yes = click.option("--yes", is_flag=True, help="Do not ask.")


@click.command(name="pause", short_help="Begin no more blocks until it is resumed.")
@_name
@_why
def pause_command(name: str, why: str) -> None:
    """Begin no more blocks of the tournament NAME until it is resumed; those begun get a few seconds to end.

    \b
    Example:
      serai tournament pause spring
    """
    from serai.ladder.commands.tournament.act import halt

    halt(name, "paused", why)


@click.command(name="drain", short_help="Give out nothing more; what is given out is played to its end.")
@_name
@_why
def drain_command(name: str, why: str) -> None:
    """Give no more blocks of the tournament NAME to workers until it is resumed; what they have is played to its end.

    \b
    Example:
      serai tournament drain spring --why "new machine"
    """
    from serai.ladder.commands.tournament.act import halt

    halt(name, "drained", why)


@click.command(name="cancel", short_help="Begin no more blocks, for good.")
@_name
@_why
@_yes
def cancel_command(name: str, why: str, yes: bool) -> None:
    """Begin no more blocks of the tournament NAME, for good; what is on record stays.

    Blocks that are begun get a few seconds to end. It cannot be undone, so you are asked twice, or give --yes.

    \b
    Example:
      serai tournament cancel spring --yes
    """
    from serai.ladder.commands.tournament.act import cancel

    cancel(name, why, yes)


@click.command(name="resume", short_help="Let a paused or drained tournament go on.")
@_name
@_why
def resume_command(name: str, why: str) -> None:
    """Let a paused or drained tournament go on; serai tournament run plays it.

    \b
    Example:
      serai tournament resume spring
    """
    from serai.ladder.commands.tournament.act import resume

    resume(name, why)


@click.command(name="deadline", short_help="Begin nothing after a moment.")
@_name
@click.argument("deadline", metavar="[WHEN]", required=False, callback=read_moment)
@_why
def deadline_command(name: str, deadline: float | None, why: str) -> None:
    """Begin nothing of the tournament NAME after WHEN, a time in ISO 8601 (UTC if it does not say). Without it: no end.

    \b
    Examples:
      serai tournament deadline spring 2026-05-01T18:00
      serai tournament deadline spring
    """
    from serai.ladder.commands.tournament.act import set_deadline

    set_deadline(name, deadline, why)


@click.command(name="delay", short_help="Let those who watch see games later.")
@_name
@click.argument("seconds", type=click.FloatRange(0, 3600))
@_why
def delay_command(name: str, seconds: float, why: str) -> None:
    """Let those who watch the tournament NAME (serai watch) see its games so many SECONDS later; 0 is at once.

    \b
    Examples:
      serai tournament delay spring 60
      serai tournament delay spring 0
    """
    from serai.ladder.commands.tournament.act import set_delay

    set_delay(name, seconds, why)


@click.command(name="add-bot", short_help="Let another bot take part.")
@_name
@click.argument("bot", metavar="BOT", shell_complete=completion.bots)
@_why
def add_bot_command(name: str, bot: str, why: str) -> None:
    """Let BOT take part in the tournament NAME from now on.

    In a round-robin or gauntlet it plays as many blocks as the others, which are added to the schedule; in a Swiss it
    is in the next round, with no score. A knockout takes nobody once its first round is made.

    \b
    Example:
      serai tournament add-bot spring ./late_bot
    """
    from serai.ladder.commands.tournament.act import add_bot

    add_bot(name, bot, why)


@click.command(name="disable-bot", short_help="Let a bot play no more; what it has played counts.")
@_name
@_bot
@_why
def disable_bot_command(name: str, bot: str, why: str) -> None:
    """Let BOT play no more in the tournament NAME; what it has played counts. enable-bot takes it back.

    \b
    Examples:
      serai tournament disable-bot spring my_bot --why "its author asked"
      serai tournament enable-bot spring my_bot
    """
    from serai.ladder.commands.tournament.act import set_bot

    set_bot(name, bot, "disable", why)


@click.command(name="enable-bot", short_help="Undo disable-bot.")
@_name
@_bot
@_why
def enable_bot_command(name: str, bot: str, why: str) -> None:
    """Let a disabled BOT play again in the tournament NAME; what it missed is played.

    \b
    Example:
      serai tournament enable-bot spring my_bot
    """
    from serai.ladder.commands.tournament.act import set_bot

    set_bot(name, bot, "enable", why)


@click.command(name="exclude-bot", short_help="Let no game of a bot count.")
@_name
@_bot
@_reason
def exclude_bot_command(name: str, bot: str, why: str) -> None:
    """Let no block count in which BOT sat, in all tables of the tournament NAME and of the ladder; it plays no more.

    Facts stay on record; include-bot takes it back, and the tables are what they were to the bit.

    \b
    Examples:
      serai tournament exclude-bot spring my_bot --why "two accounts of one author"
      serai tournament include-bot spring my_bot
    """
    from serai.ladder.commands.tournament.act import set_bot

    set_bot(name, bot, "exclude", why)


@click.command(name="include-bot", short_help="Undo exclude-bot.")
@_name
@_bot
@_why
def include_bot_command(name: str, bot: str, why: str) -> None:
    """Let the blocks of an excluded BOT count again in the tournament NAME.

    \b
    Example:
      serai tournament include-bot spring my_bot
    """
    from serai.ladder.commands.tournament.act import set_bot

    set_bot(name, bot, "include", why)


@click.command(name="void", short_help="Let a game not count, and play it again.")
@click.argument("game_id", metavar="GAME", shell_complete=completion.game_ids)
@_reason
def void_command(game_id: str, why: str) -> None:
    """Let the block of a GAME (its id, or the beginning of it) not count, and have it played again with the next deal.

    The games of a block share their luck, so they are voided together, and the same table plays another block. Facts
    and replays stay on record; unvoid takes it back.

    \b
    Examples:
      serai tournament void acc93faf --why "the network of one host was down"
      serai tournament unvoid acc93faf
    """
    from serai.ladder.commands.tournament.act import void

    void(game_id, why)


@click.command(name="unvoid", short_help="Undo void.")
@click.argument("game_id", metavar="GAME", shell_complete=completion.game_ids)
@_why
def unvoid_command(game_id: str, why: str) -> None:
    """Let the block of a voided GAME count again; the block that was played instead counts no more.

    \b
    Example:
      serai tournament unvoid acc93faf
    """
    from serai.ladder.commands.tournament.act import unvoid

    unvoid(game_id, why)


@click.command(name="rename", short_help="Call a tournament by another name.")
@_name
@click.argument("called", metavar="NEW")
@_why
def rename_command(name: str, called: str, why: str) -> None:
    """Call the tournament NAME by another name, NEW.

    Ids of games and facts hold the name it was created with, which stays good too; to be called so again undoes it.

    \b
    Examples:
      serai tournament rename spring spring-2026
      serai tournament rename spring-2026 spring
    """
    from serai.ladder.commands.tournament.act import rename

    rename(name, called, why)


@click.command(name="archive", short_help="Take a tournament out of the list.")
@_name
@_why
def archive_command(name: str, why: str) -> None:
    """Take the tournament NAME out of serai tournament list, and let nothing more happen to it; its facts still count.

    \b
    Examples:
      serai tournament archive spring
      serai tournament unarchive spring
    """
    from serai.ladder.commands.tournament.act import archive

    archive(name, why)


@click.command(name="unarchive", short_help="Undo archive.")
@_name
@_why
def unarchive_command(name: str, why: str) -> None:
    """Put the tournament NAME back into serai tournament list.

    \b
    Example:
      serai tournament unarchive spring
    """
    from serai.ladder.commands.tournament.act import unarchive

    unarchive(name, why)


@click.command(name="delete", short_help="Delete a tournament with all its facts.")
@_name
@_reason
@_yes
def delete_command(name: str, why: str, yes: bool) -> None:
    """Delete the tournament NAME with all its facts and replays, as if it had never been played.

    It must be finished, paused, drained, cancelled or archived. It cannot be undone, so you are asked twice, or give
    --yes; serai export keeps the facts. The name is never used again.

    \b
    Example:
      serai tournament delete spring --why "a rehearsal" --yes
    """
    from serai.ladder.commands.tournament.act import delete

    delete(name, why, yes)


@click.command(name="history", short_help="Rounds, and what was done to a tournament.")
@_name
@json_option
def history_command(name: str, as_json: bool) -> None:
    """What happened to the tournament NAME since it was created: rounds, bots that entered, games that were voided.

    \b
    Example:
      serai tournament history spring

    With --json: a list of {kind, ...}; kind is one of round, end, enter, disable, enable, exclude, include, void,
    unvoid, rest, wake; bot and block are numbers that count from 0.
    """
    from serai.ladder.commands.tournament.act import show_history

    show_history(name, as_json)


HAND = (
    pause_command,
    drain_command,
    cancel_command,
    resume_command,
    deadline_command,
    delay_command,
    add_bot_command,
    disable_bot_command,
    enable_bot_command,
    exclude_bot_command,
    include_bot_command,
    void_command,
    unvoid_command,
    rename_command,
    archive_command,
    unarchive_command,
    delete_command,
    history_command,
)
