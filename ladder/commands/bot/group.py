"""`serai bot`: begin bots, register them, look them up and check them."""

from __future__ import annotations

import os
from pathlib import Path

import click

from serai.ladder.commands import completion
from serai.ladder.commands.console import json_option
from serai.ladder.commands.params import deal_option, sandbox_option, unsafe_option


@click.group(name="bot")
def bot_command() -> None:
    """Begin bots, register them, look them up and check them.

    \b
    Examples:
      serai bot new --language python my_bot
      serai bot add ./my_bot
      serai bot list
      serai bot check ./my_bot
    """


@bot_command.command(name="new", short_help="Write a working bot to begin with.")
@click.argument("name")
@click.option(
    "--language",
    default="python",
    metavar="LANGUAGE",
    help="python, typescript, go, rust, java, cpp; or c, awk, json: lines of JSON. [python]",
    shell_complete=completion.languages,
)
@click.option(
    "--into",
    default=".",
    type=click.Path(exists=True, file_okay=False),
    help="The folder in which the bot's folder is made; this one by default.",
)
@json_option
def new_command(name: str, language: str, into: str, as_json: bool) -> None:
    """Write a bot called NAME into a new folder of that name. It plays every game at once, choosing any option.

    Bots in c, awk and json read and write lines of JSON through serai bridge and need no library; the one in json is
    a pattern for languages that are not listed.

    \b
    Examples:
      serai bot new my_bot
      serai bot new --language rust --into bots my_bot

    With --json: {name, language, folder, files, lack}; lack is a line on what this machine lacks to build it, or empty.
    """
    from serai.ladder.commands.bot.new import new

    new(name, language, into, as_json)


@bot_command.command(name="check", short_help="Whether a bot does all that the platform may ask of it.")
@click.argument("bot", required=False, shell_complete=completion.bots)
@click.option("--list", "listing", is_flag=True, help="Print all checks and what they mean; nothing is run.")
@click.option("--fail-fast", is_flag=True, help="Stop at the first failure.")
@click.option(
    "--patience",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    default=20.0,
    help="How long the bot may take to say hello, and for an answer. [20]",
)
@sandbox_option
@json_option
def check_command(
    bot: str | None, listing: bool, fail_fast: bool, patience: float, confined: bool, as_json: bool
) -> int:
    """Check a bot of any language: BOT is a folder with a bot.toml, a built-in name or a registered one.

    The bot is started a few times by an examiner that speaks to it as the referee does: messages in all the shapes the
    protocol allows, many games at once, every kind of decision of every game it claims (each as the first question of
    a game, with all that has happened so far), a whole game of each, and the ways a stream can end. What fails is
    shown with the question, the answer, the last lines the bot printed, and a hint.

    \b
    Examples:
      serai bot check ./my_bot
      serai bot check greedy --json
      serai bot check ./my_bot --fail-fast --patience 2
      serai bot check ./my_bot --sandbox
      serai bot check --list

    With --json: {checks, summary}; checks is a list of {check, result, cause, detail, question, answer, output, hint},
    result is ok, FAILED or not reached; summary is {bot, checks, ok, failed, not_reached, seconds}. With --list, a
    list of {check, meaning, hint}. Exit code 1 if a check failed.
    """
    if bot is None and not listing:
        raise click.UsageError("Missing argument 'BOT'", click.get_current_context())
    from serai.ladder.commands.bot.check import check, show_checks

    if bot is None or listing:
        show_checks(as_json)
        return 0
    return check(bot, patience, fail_fast, confined, as_json)


@bot_command.command(name="add", short_help="Register the bot in a folder, as it is now.")
@click.argument("path", type=click.Path(exists=True, file_okay=False))
@click.option(
    "--owner", metavar="NAME", shell_complete=completion.owners, help="Whose bot it is, from serai owner list."
)
@unsafe_option
@json_option
def add_command(path: str, owner: str | None, as_json: bool) -> None:
    """Register the bot in the folder PATH as it is now, and build it if its bot.toml says how.

    A version is named by the digest of its files and never changes; adding a changed folder makes a new version. It is
    built in a sandbox, as workers do it, without a network unless SERAI_BUILD_NETWORK is on.
    All versions of a bot belong to one owner, if it has one; --owner gives it to another.

    \b
    Examples:
      serai bot add ./my_bot
      serai bot add ./my_bot --owner anna
      serai tournament create spring --game yspahan --bot my_bot --bot greedy --bot random

    With --json: {name, version, new, manifest, owner}; new is false if this version was registered before, owner is
    null if it has none.
    """
    from serai.ladder.commands.bot.register import add

    add(path, owner, as_json)


@bot_command.command(name="remote", short_help="Register a bot that runs elsewhere and connects to the arena.")
@click.argument("name")
@click.option("--games", required=True, metavar="GAME,GAME", help="The games it plays, or '*' for all.")
@click.option("--label", default="1", metavar="TEXT", help="What its author calls this version. [1]")
@json_option
def remote_command(name: str, games: str, label: str, as_json: bool) -> None:
    """Register the bot NAME, which runs where its author likes and connects to the arena with its token.

    It has no files here: its version is what its author declares by --label, and begins with "remote" wherever it is
    shown. Another label or other games make a new version. Line-ups with a remote bot get a deal of their own for
    every game.

    \b
    Examples:
      serai bot remote far_bot --games yspahan,catan --label 1.2
      serai tournament create spring --game yspahan --bot far_bot --bot greedy --bot random

    With --json: {name, version, new, manifest}; new is false if this version was registered before.
    """
    from serai.ladder.commands.bot.remote import add_remote

    add_remote(name, games, label, as_json)


@bot_command.command(name="connect", short_help="Let the bot in a folder play from here, connected to an arena.")
@click.argument("path", type=click.Path(exists=True, file_okay=False))
@click.argument("words", nargs=-1, metavar="[GAME BOT ...]", shell_complete=completion.bots)
@click.option(
    "--arena",
    envvar="SERAI_REFEREE",
    default="",
    metavar="HOST:PORT",
    help="Where the arena is. [SERAI_REFEREE, SERAI_ARENA, or the one you logged in to]",
)
@click.option("--bot", "name", default="", metavar="NAME", help="What it is called there. [as in its bot.toml]")
@click.option(
    "--practice", is_flag=True, help="Begin with unrated games: of GAME against these bots, if they are named."
)
@click.option(
    "--trust",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Certificates to trust, in PEM. [as at login, else those of the system]",
)
@click.option("--insecure", is_flag=True, help="Plain text; on loopback and unix:/path it is anyway.")
def connect_command(
    path: str, words: tuple[str, ...], arena: str, name: str, practice: bool, trust: Path | None, insecure: bool
) -> None:
    """Build the bot in the folder PATH, run it here and keep it connected to an arena, with the token in SERAI_TOKEN.

    If you are logged in there as its author (serai login) no token is needed: one is made and kept for the bot; and the
    certificate is checked as it was at login.

    It waits for games and plays them: each is shown as it begins and ends. When the connection breaks or the bot ends,
    it is started again after a moment, at most 30 seconds; games that are running go on, and only their clocks end
    them. The bot dials a door on this machine and is passed on, so any language will do, also over TLS. Ctrl-C ends
    it. With --practice it begins with unrated games, as serai practice does.

    \b
    Examples:
      SERAI_TOKEN=... serai bot connect ./my_bot --arena arena.example:7470
      serai bot connect ./my_bot --practice
      serai bot connect ./my_bot --practice yspahan greedy random
    """
    if words and not practice:
        raise click.UsageError("a game and bots are for --practice", click.get_current_context())
    # The gRPC library must not write to stderr: errors are one line, and ours.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    from serai.ladder.commands.bot.connect import connect

    connect(path, arena, name, trust, insecure, words if practice else None)


@bot_command.command(name="debug", short_help="Let a bot play with your terminal, so that breakpoint() works.")
@click.argument("path", type=click.Path(exists=True, file_okay=False))
@click.option("--rules", metavar="GAME", shell_complete=completion.games, help="What it plays. [the first it names]")
@click.option(
    "--game",
    metavar="GAME_ID|FILE",
    shell_complete=completion.game_ids_or_files,
    help="Ask it one question of this game.",
)
@click.option("--seat", type=click.IntRange(0), metavar="N", help="With --game, whose question. [its own seat]")
@click.option(
    "--question", type=click.IntRange(1), metavar="N", help="With --game, which question; see serai replay show."
)
@deal_option
def debug_command(
    path: str, rules: str | None, game: str | None, seat: int | None, question: int | None, deal: bytes | None
) -> int:
    """Start the bot in the folder PATH with your terminal, so that breakpoint() and input() work in it, and play.

    It plays one game against random bots, or is asked one question of a recorded game. No clock runs. A bot without a
    build line is run in its own folder, so that a debugger finds its files; others where they were built.

    \b
    Examples:
      serai bot debug ./my_bot
      serai bot debug ./my_bot --rules catan --deal 00..01
      serai bot debug ./my_bot --game 3f2a9c --question 12

    Exit code 1 if the bot was retired, or gave no legal answer.
    """
    from serai.ladder.commands.bot.debug import debug_game, debug_question

    if game is None:
        if seat is not None or question is not None:
            raise click.UsageError("--seat and --question are of a recorded game: --game GAME_ID")
        return debug_game(path, rules, deal)
    if question is None or rules is not None or deal is not None:
        raise click.UsageError("--game takes --question N and no --rules or --deal: it is the game that was played")
    return debug_question(path, game, seat, question)


@bot_command.command(name="list", short_help="Every bot that can be named in a tournament.")
@json_option
def list_command(as_json: bool) -> None:
    """The bots that can be named in tournaments: those that come with Serai, and those that were registered.

    \b
    Examples:
      serai bot list
      serai bot list --json

    With --json: a list of {name, version, language, games, built_in, versions, added, disabled, remote, connected};
    version is the latest of so many versions, added its time (null if it was never registered), remote what the author
    of a remote bot calls it (null for others), connected {since, arena} if it is (null if not).
    """
    from serai.ladder.commands.bot.register import show_list

    show_list(as_json)


@bot_command.command(name="show", short_help="What is known of a bot, or of one of its versions.")
@click.argument("name", metavar="NAME[@VERSION]", shell_complete=completion.names)
@json_option
def show_command(name: str, as_json: bool) -> None:
    """What is known of a registered bot, or of one of its versions (which may be abbreviated).

    \b
    Examples:
      serai bot show my_bot
      serai bot show my_bot@3f2a

    With --json: {name, version, manifest, versions, owner, unable, connected}; versions is a list of {version, added},
    the latest last; owner is null if it has none; unable is null, or {why, log} if this version could not be built and
    so plays nowhere; connected is {since, arena} of a remote bot that is, else null.
    """
    from serai.ladder.commands.bot.register import show

    show(name, as_json)


@bot_command.command(name="logs", short_help="What a bot printed in its games.")
@click.argument("name", metavar="NAME[@VERSION]", shell_complete=completion.names)
@click.argument("game", required=False, metavar="[GAME_ID]", shell_complete=completion.game_ids)
@json_option
def logs_command(name: str, game: str | None, as_json: bool) -> None:
    """What a registered bot printed in the games of tournaments, on stdout or stderr; of its latest version, if none is
    named.

    Without GAME_ID: the games of which something is kept, oldest first. Of every seat in a game the last 16 KiB are
    kept, of a version the last 4 MiB, packed; older games are dropped. Behind # stands the number of the question that
    the bot had in hand (0: before the first), as in serai replay show and serai replay ask.

    \b
    Examples:
      serai bot logs my_bot
      serai bot logs my_bot 3f2a9c
      serai bot logs my_bot@3f2a --json

    With --json: a list of {game, seat, bytes}; with GAME_ID a list of {game, seat, dropped, lines}: dropped are the
    bytes that were printed before and are not kept, lines pairs of the number of a question and text.
    """
    from serai.ladder.commands.bot.logs import list_logs, show_logs

    if game is None:
        list_logs(name, as_json)
    else:
        show_logs(name, game, as_json)


@bot_command.command(name="disable", short_help="Let a bot enter no more tournaments.")
@click.argument("name", shell_complete=completion.registered)
def disable_command(name: str) -> None:
    """Let a bot enter no more tournaments; those it is in go on.

    \b
    Example:
      serai bot disable my_bot
    """
    from serai.ladder.commands.bot.register import set_disabled

    set_disabled(name, True)


@bot_command.command(name="enable", short_help="Let a disabled bot enter tournaments again.")
@click.argument("name", shell_complete=completion.registered)
def enable_command(name: str) -> None:
    """Let a disabled bot enter tournaments again; versions that could not be built are tried again.

    \b
    Example:
      serai bot enable my_bot
    """
    from serai.ladder.commands.bot.register import set_disabled

    set_disabled(name, False)
