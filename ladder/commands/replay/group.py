"""`serai replay`: look at games, prove them, take them along."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from serai.ladder.commands import completion
from serai.ladder.commands.console import counted, json_option, say, say_json_list
from serai.ladder.commands.progress import progress
from serai.ladder.errors import UserProblem
from serai.ladder.plain_text import json_text
from serai.referee.core.picture import LETTERS

if TYPE_CHECKING:
    from serai.ladder.model.game_record import GameRecord

# More games than this are proved without a line for each that is accepted.
_MOST_LINES = 20


def read_seat(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    """Read a seat by its number or its letter."""
    if value is None:
        return None
    if value.upper() in LETTERS and len(value) == 1:
        return LETTERS.index(value.upper())
    if value.isdecimal():
        return int(value)
    raise click.BadParameter(f"{value!r} is no seat; it is a number from 0 or a letter from A", ctx, param)


@click.group(name="replay")
def replay_command() -> None:
    """Look at games, prove that they were played so, take them along, ask a bot once more.

    \b
    Examples:
      serai replay show 3f2a9c
      serai replay ask 3f2a9c 1 12 -- python bot.py
      serai replay verify --tournament spring
    """


@replay_command.command(name="show", short_help="Tell a game move by move.")
@click.argument("game", metavar="GAME_ID|FILE", shell_complete=completion.game_ids_or_files)
@click.option("--seat", callback=read_seat, metavar="N|LETTER", help="As this seat saw it: 0 or A, 1 or B, ...")
@click.option("--public", is_flag=True, help="As somebody beside the table saw it.")
@click.option(
    "--boards",
    type=click.Choice(["some", "turn", "every", "none"]),
    help="Draw the table after each third of the game, each turn, every move, or never. [some]",
)
@click.option("--moves", "only_moves", is_flag=True, help="Only the moves: the same as --boards none.")
@click.option("--from", "first", type=click.IntRange(0), metavar="N", help="Begin with this move. [the set-up]")
@click.option("--to", "last", type=click.IntRange(0), metavar="N", help="End with this move. [the end]")
@click.option("--print", "is_printed", is_flag=True, help="Print it, on a terminal too.")
@click.option("--move", type=click.IntRange(0), metavar="N", help="Only this move, and the table after it.")
@click.option(
    "--log", callback=read_seat, metavar="N|LETTER", help="With what the bot in this seat printed, below its moves."
)
@json_option
def show_command(
    game: str,
    seat: int | None,
    public: bool,
    boards: str | None,
    only_moves: bool,
    first: int | None,
    last: int | None,
    is_printed: bool,
    move: int | None,
    log: int | None,
    as_json: bool,
) -> None:
    """A game move by move: who decided what, what came of it, the table, and why seats were retired.

    On a terminal this is a viewer: arrows step from move to move, ? lists all keys, q leaves. In a pipe, and with
    --print, --boards, --moves, --from, --to, --move, --log or --json, the game is printed.

    Game ids may be abbreviated. Without --seat and --public everything is shown: the game is over. With them, answers
    and the evidence of retirements are shown for that seat alone, and events as far as it was told of them.

    \b
    Examples:
      serai replay show 3f2a9c
      serai replay show games/3f2a9c41d07be2a85c10.json --seat B --boards turn
      serai replay show 3f2a9c --from 40 --to 60
      serai replay show 3f2a9c --move 57
      serai replay show 3f2a9c --moves --log B
      serai replay show 3f2a9c --public --json

    Behind each move, #N is the number of the seat's question: serai replay ask puts it to a bot once more. What a bot
    printed is kept with the question that it had in hand; see docs/finding-out.md.

    With --json: {fact, eyes, moves, retirements}, with --log also printed, which is {dropped, lines}, pairs of N and
    text; a move is {number, seat, question, action, options, default, events, milliseconds}, where question is the
    number N, options counts what could be chosen from, default marks the answer of a retired seat, milliseconds are
    what the seat was charged (null if that is not known), and number 0 is the set-up.
    """
    from serai.ladder.commands.replay.seat_log import find_log
    from serai.ladder.commands.replay.show import Part, show
    from serai.ladder.commands.replay.walk import Eyes
    from serai.ladder.commands.viewer.terminal import can_view
    from serai.ladder.commands.viewer.watch import watch
    from serai.ladder.model.game_record import is_file

    if public and seat is not None:
        raise UserProblem("--seat and --public are two points of view; choose one")
    found = _find(game)
    for chosen in (seat, log):
        if chosen is not None and chosen >= len(found.fact["seats"]):
            raise UserProblem(f"there is no seat {chosen}: the game has seats 0 to {len(found.fact['seats']) - 1}")
    everything = seat is None and not public
    name = str(Path(game).resolve()) if is_file(game) else found.fact["game_id"]
    eyes = Eyes(everything, seat)
    asks_for_print = (
        only_moves or is_printed or as_json or any(value is not None for value in (boards, first, last, move, log))
    )
    if not asks_for_print and can_view():
        watch(found, name, eyes)
        return
    part = Part("none" if only_moves else boards or "some", first or 0, last)
    if move is not None:
        if first is not None or last is not None:
            raise UserProblem("--move is one move, --from and --to are several; choose one")
        part = Part("none" if only_moves else "every", move, move)
    show(found, name, eyes, part, as_json, None if log is None else find_log(game, found, log))


@replay_command.command(name="ask", short_help="Put a question of a game to a bot once more.")
@click.argument("game", metavar="GAME_ID|FILE", shell_complete=completion.game_ids_or_files)
@click.argument("seat", type=click.IntRange(0))
@click.argument("number", type=click.IntRange(1), metavar="N")
@click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED, metavar="BOT | -- COMMAND [ARGS]...")
@click.option("--tcp", is_flag=True, help='As with transport = "tcp" in bot.toml.')
@click.option(
    "--patience",
    type=click.FloatRange(0, min_open=True),
    metavar="SECONDS",
    help="How long the bot may think. [as long as its clock allowed]",
)
@json_option
def ask_command(
    game: str, seat: int, number: int, command: tuple[str, ...], tcp: bool, patience: float | None, as_json: bool
) -> int:
    """Start a bot and ask it question N of SEAT in a recorded game once more, to see what it does with it.

    BOT is a folder with a bot.toml, which is built if that says how, a built-in name or a registered one with an
    optional @version. COMMAND is started in the current folder as the platform starts a bot, with the words of run in
    its bot.toml ({python} and {serai} mean there what they mean here). The game is played again up to the question; the
    bot is told that it begins, gets that one question with what had happened since the seat's last one, and nothing
    more after its answer. A bot that keeps a memory of the game has seen nothing before it.

    serai replay show prints N behind each move, and this whole line below a retirement. The clock is what it was in the
    game, whose record holds the time control and the time of every move; in older ones, where it is known.

    \b
    Examples:
      serai replay ask 3f2a9c 1 12 ./my_bot
      serai replay ask 3f2a9c 1 12 -- python bot.py
      serai replay ask games/3f2a9c41d07be2a85c10.json 0 3 --patience 600 -- {serai} bridge -- ./bot

    With --json: {game, seat, question, asked, options, chosen, answer, recorded, legal, cause, text, seconds, output};
    asked is the question as the bot read it, chosen the place of its answer among the options, recorded what the seat
    did in the game. Exit code 1 if the bot gave no legal answer.
    """
    from serai.ladder.commands.replay.ask import ask

    return ask(game, seat, number, command, tcp, patience, as_json)


@replay_command.command(name="export", short_help="Print a game as JSON, to take it along.")
@click.argument("game", metavar="GAME_ID", shell_complete=completion.game_ids)
@click.option("--output", is_flag=True, help="With what retired bots printed: for their authors and organisers only.")
def export_command(game: str, output: bool) -> None:
    """Print a game as JSON, with all that is needed to prove it elsewhere.

    \b
    Examples:
      serai replay export 3f2a9c > game.json
      serai replay verify game.json

    The shape: {identity, fact, replay}; the game id is a digest of identity, versions, block, rotation and rules. What
    retired bots printed is left out: it is nobody's business but their authors'.
    """
    record = _find(game)
    click.echo(json_text((record if output else record.public()).text()), nl=False)


@replay_command.command(name="verify", short_help="Play games again and check every claim about them.")
@click.argument("games", nargs=-1, metavar="GAME_ID|FILE ...", shell_complete=completion.game_ids_or_files)
@click.option("--tournament", shell_complete=completion.tournaments, help="All games of this tournament.")
@click.option("--all", "everything", is_flag=True, help="All games on record.")
@json_option
def verify_command(games: tuple[str, ...], tournament: str | None, everything: bool, as_json: bool) -> int:
    """Play games again and check every claim about them: accepted or refused, with the reason.

    Checked are the deal against the commitment, every decision, every turn and the result, the fact against the
    replay, the game id against what was played, and the commitment that the tournament published before it began.

    \b
    Examples:
      serai replay verify 3f2a9c
      serai replay verify games/*.json
      serai replay verify --tournament spring

    With --json: a list of {game, accepted, reason}; reason is null if accepted. Exit code 1 if any is refused.
    """
    if sum((bool(games), tournament is not None, everything)) != 1:
        raise UserProblem("say which games: GAME_ID or FILE, --tournament NAME, or --all")
    from serai.ladder.commands.at_desk import desk
    from serai.ladder.commands.replay.verify import Verifier

    with desk() as asked:
        verifier = Verifier(asked)
        with progress("verifying", len(games) or verifier.count(tournament)) as shown:
            verdicts = []
            for verdict in verifier.named(games) if games else verifier.of_tournament(tournament):
                verdicts.append(verdict)
                shown.at(len(verdicts))
    refused = [verdict for verdict in verdicts if verdict.reason is not None]
    if as_json:
        say_json_list(verdict.as_json() for verdict in verdicts)
    else:
        for verdict in verdicts if len(verdicts) <= _MOST_LINES else refused:
            say(str(verdict), "red" if verdict.reason else "green")
        say(f"{counted(len(verdicts), 'game')}: {len(verdicts) - len(refused)} accepted, {len(refused)} refused")
    return 1 if refused else 0


def _find(reference: str) -> GameRecord:
    from serai.ladder.commands.replay.finding import find

    return find(reference)[0]
