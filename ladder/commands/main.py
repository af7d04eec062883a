"""The entry point of `serai`. Modules of commands are loaded when they are called, so that --help answers at once."""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import click

from serai.errors import INTERRUPTED, missing_library
from serai.ladder.access.where import Where
from serai.ladder.commands.streams import fill_standard_streams, write_what_cannot_be_encoded
from serai.ladder.errors import Problem
from serai.ladder.plain_text import one_line
from serai.ladder.storage.paths import home
from serai.ladder.suggest import suggestion

_NAME_SHOWN = 40  # characters of a name that no file can have
# What a machine may refuse: no room, no leave, no such place.
_MACHINE = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOENT, errno.ENOTDIR)

# For whom, and what: each command with its module in this package and its line in the help.
SECTIONS: dict[str, dict[str, tuple[str, str]]] = {
    "For everyone": {
        "demo": ("demo", "A tournament from nothing to a ladder, in a minute or so."),
        "games": ("games", "The games that can be played."),
        "rules": ("games", "The rules of a game."),
        "play": ("play", "Let bots play here and now: no queue, nothing kept."),
        "login": ("access.login", "Talk to an arena from here on, with your token."),
        "logout": ("access.login", "Forget an arena and its token."),
        "whoami": ("access.login", "Which arena you talk to, and as whom."),
        "doctor": ("doctor", "What works on this machine."),
        "completion": ("completion", "Completion of commands for your shell."),
    },
    "For bot authors": {
        "bot": ("bot.group", "Begin bots, register them, look them up and check them."),
        "practice": ("practice", "Unrated games at once, for a bot that is connected to an arena."),
        "sprt": ("sprt", "Is a new version stronger than the old one? An A/B test."),
        "bridge": ("bridge", "Let a program without gRPC be a bot, over lines of JSON."),
        "sim": ("sim", "The rules for bots that search, in any language."),
        "proto": ("proto", "Where the .proto files lie."),
    },
    "For organisers": {
        "tournament": ("tournament.group", "Create, run and follow tournaments."),
        "worker": ("worker", "Play what is in the queue, on as many machines as you like."),
        "workers": ("workers", "Who is there to play: the workers of all hosts."),
        "status": ("status", "How everything stands, and what is stuck and why."),
        "owner": ("access.owner", "Whom bots and tokens belong to."),
        "token": ("access.token", "What lets somebody into the arena."),
        "audit": ("audit", "Who did what to tournaments, bots and tokens, and why."),
        "export": ("export", "Facts or standings as JSON Lines, CSV or Parquet."),
        "archive": ("archive", "Move replays from Redis to compressed archives."),
        "prove": ("prove", "Prove that a game tells no seat what it may not know."),
        "serve": ("serve", "The arena: what others reach over gRPC."),
    },
    "For viewers": {
        "ladder": ("ladder.group", "Ratings and cross table."),
        "rate": ("rate", "Ratings of anybody's facts, from a file."),
        "watch": ("watch", "A tournament while it is played, and a game of it."),
        "report": ("report.command", "An event as pages for any browser."),
        "replay": ("replay.group", "Look at a game, or prove that it was played so."),
    },
}
# Commands that are about this machine, or play on it: no arena can do that for them.
HERE_ONLY = (
    *("demo", "play", "doctor", "completion", "sprt", "bridge", "sim", "proto"),
    *("worker", "archive", "prove", "serve", "rate"),
)
COMMANDS = {name: entry for section in SECTIONS.values() for name, entry in section.items()}


class Serai(click.Group):
    """A group whose commands are loaded when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        place, line = COMMANDS[cmd_name]
        command: click.Command = getattr(import_module(f"serai.ladder.commands.{place}"), f"{cmd_name}_command")
        command.short_help = line
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        hint = "" if args[0] in COMMANDS else suggestion(args[0], COMMANDS)
        if hint and not ctx.resilient_parsing:
            ctx.fail(f"No such command {args[0]!r}; {hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, commands in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(name, line) for name, (_, line) in commands.items()])


@click.group(cls=Serai, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="serai", prog_name="serai")
@click.option("--arena", metavar="HOST:PORT", help="Ask this arena. [SERAI_ARENA, or the one you logged in to]")
@click.option("--local", is_flag=True, help="Use the store of this machine, whatever arena you logged in to.")
@click.pass_context
def serai(ctx: click.Context, arena: str | None, local: bool) -> None:
    """Serai: an arena where bots in any language play deep board games against each other.

    \b
    Examples:
      serai demo
      serai play yspahan greedy random ./my_bot --blocks 10
      serai tournament create spring --game yspahan --bot greedy --bot random --bot ./my_bot --seats 3 --blocks 8
      serai tournament run spring
      serai ladder

    Data is kept in the Redis of REDIS_URL; without it, in an embedded server with its data in SERAI_HOME. After serai
    login, commands for authors, organisers and viewers ask that arena instead. What wins, in this order: --local;
    --arena or SERAI_ARENA; REDIS_URL; the arena you logged in to; the embedded server.

    Exit codes: 0 done, 1 the answer is no, 2 a mistake in what was asked for, 3 the platform failed.
    """
    if arena and local:
        ctx.fail("--arena and --local are two places to ask; choose one")
    if arena and ctx.invoked_subcommand in HERE_ONLY:
        ctx.fail(f"serai {ctx.invoked_subcommand} works on this machine and asks no arena; leave out --arena")
    ctx.obj = Where(arena or "", local)


def run_command_line() -> int:
    """Run the command line of this process and return the exit code."""
    if sys.stdin is None or sys.stderr is None:
        fill_standard_streams()
    if sys.stdout is None:
        return _print_error("standard output is closed, so there is nowhere to print to", Problem.exit_code)
    for stream in (sys.stdout, sys.stderr):
        write_what_cannot_be_encoded(stream)
    if "_SERAI_COMPLETE" in os.environ:
        _complete()
    return run(sys.argv[1:])


def _complete() -> None:
    """Answer a shell that asks for completions, and exit."""
    from click.shell_completion import add_completion_class

    from serai.ladder.commands.completion import Bash

    add_completion_class(Bash)
    serai.main(prog_name="serai")


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code. Every error is one line on stderr, never a traceback."""
    try:
        with serai.make_context("serai", list(arguments)) as context:
            code = serai.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as end:
        return end.exit_code
    except Exception as error:
        if isinstance(error, click.UsageError) and _asks_for_help(arguments):
            return _help(arguments)
        return _report(error, arguments)
    except KeyboardInterrupt:
        return _print_error("interrupted", INTERRUPTED)
    return code if isinstance(code, int) else 0


def _report(error: Exception, arguments: Sequence[str]) -> int:
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        click.echo(error.format_message())
        return 2
    if isinstance(error, click.UsageError):
        return _print_error(_usage(error, arguments), 2)
    if isinstance(error, BrokenPipeError):
        return _pipe_closed()
    if isinstance(error, ModuleNotFoundError) and missing_library(error):
        return _print_error(missing_library(error), Problem.exit_code)
    if isinstance(error, Problem):
        return _print_error(str(error), error.exit_code)
    if isinstance(error, OSError) and error.errno == errno.ENAMETOOLONG:
        return _print_error(f"no file can have so long a name: {str(error.filename)[:_NAME_SHOWN]}...", 2)
    if isinstance(error, OSError) and error.errno in _MACHINE:
        return _print_error(_machine(error), Problem.exit_code)
    return _unexpected(error)


def _machine(error: OSError) -> str:
    """Return what this machine refused, and where."""
    if error.filename is None:
        return f"what is printed cannot be written: {error.strerror}"
    path = Path(os.fsdecode(error.filename))
    hint = "; set SERAI_HOME to another folder" if path.is_relative_to(home()) or home().is_relative_to(path) else ""
    return f"{path}: {error.strerror}{hint}"


def _asks_for_help(arguments: Sequence[str]) -> bool:
    """Return True if the help is wanted: whatever is wrong beside that is what it is wanted for."""
    ours = arguments[: arguments.index("--")] if "--" in arguments else arguments
    return "--help" in ours or "-h" in ours


def _help(arguments: Sequence[str]) -> int:
    return run([*_command_of(arguments), "--help"])


def _command_of(arguments: Sequence[str]) -> list[str]:
    """Return the words of a command line that name its command."""
    words: list[str] = []
    group: click.Command | None = serai
    context = click.Context(serai)
    for word in arguments:
        if not isinstance(group, click.Group):
            break
        if found := group.get_command(context, word):
            words.append(word)
            group = found
    return words


def _usage(error: click.UsageError, arguments: Sequence[str]) -> str:
    """Return the message of click in one line, with the command that shows the help."""
    where = error.ctx.command_path if error.ctx else " ".join(["serai", *_command_of(arguments)])
    message = error.format_message()
    if message.endswith("?"):
        return f"{message} See {where} --help"
    return f"{message.rstrip('.')}; see {where} --help"


def _pipe_closed() -> int:
    """Exit quietly: who reads our output has closed the pipe (`serai rules yspahan | head`)."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _unexpected(error: Exception) -> int:
    if os.environ.get("SERAI_TRACEBACK"):
        traceback.print_exception(error)
    reason = str(error) or "no reason given"
    return _print_error(f"failed: {type(error).__name__}: {reason} (SERAI_TRACEBACK=1 shows where)", Problem.exit_code)


def _print_error(line: str, code: int) -> int:
    click.echo("serai: " + one_line(" ".join(line.split())), err=True)
    return code
