"""`serai play`: games here and now, without queue and store."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from serai.ladder.commands import completion
from serai.ladder.commands.console import json_option
from serai.ladder.commands.params import deal_option, game_settings, sandbox_option


@click.command(name="play")
@click.argument("game", shell_complete=completion.games)
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT [BOT BOT]", shell_complete=completion.bots)
@click.option(
    "--blocks",
    type=click.IntRange(1, 100_000),
    metavar="N",
    default=1,
    help="Deals, each played once in every rotation. [1]",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    metavar="N",
    default=1,
    help="Processes that play, each with bots of its own: for more cores. [1]",
)
@deal_option
@game_settings
@click.option(
    "--replays",
    type=click.Path(path_type=Path, file_okay=False),
    help="Keep every game in this folder. [the last 500 in SERAI_HOME/games]",
)
@click.option(
    "--logs", type=click.Path(path_type=Path, file_okay=False), help="Write what each bot prints in each game here."
)
@click.option(
    "--listen", metavar="HOST:PORT", help="Where a seat for @wait listens, in plain text. [127.0.0.1, any port]"
)
@click.option("--from", "start", metavar="GAME:N", help="Begin with the position after move N of a recorded game.")
@click.option(
    "--luck",
    type=click.Choice(["new", "same"]),
    help="Whether luck after --from is new in every block, or as it was. [new]",
)
@sandbox_option
@json_option
def play_command(**asked: Any) -> int:
    """Let bots play GAME here and now; nothing is queued and nothing is rated.

    A BOT is a built-in name (random, greedy), a folder with a bot.toml, or a registered name with an optional
    @version. Every block is one deal, played once with each rotation of the seats. With the same --deal
    everything but the times is the same again, if the bots are deterministic. Bots are plain processes of yours, unless
    --sandbox confines them as an arena does.

    A remote bot (serai bot remote) plays if it is connected to an arena of the same store; it is waited for a minute.
    Its games have a deal of their own each.

    \b
    Examples:
      serai play yspahan greedy random random
      serai play yspahan ./my_bot greedy greedy random --blocks 20 --replays games
      serai play yspahan ./my_bot greedy random --blocks 200 --jobs 4
      serai play yspahan ./my_bot random random --deal 00..01 --json
      serai play yspahan ./my_bot random random --sandbox
      serai play yspahan ./my_bot random random --logs printed --in-flight 1
      serai play yspahan greedy random --option two_players=on --time 60+0.5/10
      serai play yspahan @wait greedy random --time none
      serai play catan human greedy greedy
      serai play yspahan ./my_bot greedy random --from games/3f2a9c41d07be2a85c10.json:57 --blocks 10

    Two more can sit at the table; then every block is one game, and in each everybody moves a seat on. The BOT @wait is
    a bot that you start yourself, in a debugger or anywhere: its address and token are printed, and it is waited for.
    With --time none no clock runs. The BOT human is you: options are numbered and found by typing a part of them, ?
    tells the rule, undo takes back what has told you nothing yet.

    Without --replays the last 500 games are kept in SERAI_HOME/games; serai replay finds them by their ids.

    With --from every game begins with the position after move N of GAME, as serai replay show numbers them: hands stay
    as they were, and who sits down is told all that happened before. The BOTs take the seats of that game in turn.

    What bots print is kept with the games: GAME_ID.SEAT.BOT.log in the folder of --logs, each line with the number of
    the question that the bot had in hand. It is also in the files of --replays.

    From two blocks on, the first bot is compared with each of the others: the mean difference over the blocks, with its
    95 % interval. Exit code 1 if a bot was retired; one that cannot start ends the run.

    With --json: the facts, an object a line: {game_id, tournament, block, rotation, game, epoch, options, seats,
    commitment, deal, decisions, digest, times, sandbox}.
    """
    # The gRPC library must not write to stderr: errors are one line, and ours.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    from serai.ladder.commands.play_games import Asked, play

    return play(Asked(**asked))
