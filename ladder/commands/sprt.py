"""`serai sprt`: is a new version of a bot stronger than the old one?"""

from __future__ import annotations

import click

from serai.ladder.commands import completion
from serai.ladder.commands.console import json_option
from serai.ladder.commands.params import deal_option, game_settings
from serai.referee.clock import TimeControl

_BLOCKS = 20_000
_CHANCE = click.FloatRange(0, 0.5, min_open=True, max_open=True)


@click.command(name="sprt")
@click.argument("new", metavar="NEW", shell_complete=completion.bots)
@click.argument("old", metavar="OLD", shell_complete=completion.bots)
@click.option("--game", required=True, shell_complete=completion.games, help="The game to play; see serai games.")
@click.option(
    "--field",
    multiple=True,
    metavar="BOT",
    shell_complete=completion.bots,
    help="A bot that fills a further seat (repeatable). [none: two seats]",
)
@click.option("--elo0", type=float, default=0.0, metavar="E", help="Not better means stronger by this much. [0]")
@click.option("--elo1", type=float, default=10.0, metavar="E", help="Better means stronger by this much. [10]")
@click.option("--alpha", type=_CHANCE, default=0.05, metavar="P", help="Chance of a false `better` at elo0. [0.05]")
@click.option("--beta", type=_CHANCE, default=0.05, metavar="P", help="Chance of a false `not better` at elo1. [0.05]")
@click.option(
    "--blocks", type=click.IntRange(1), metavar="N", default=_BLOCKS, help=f"Deals after which it gives up. [{_BLOCKS}]"
)
@deal_option
@game_settings
@json_option
def sprt_command(
    new: str,
    old: str,
    game: str,
    field: tuple[str, ...],
    elo0: float,
    elo1: float,
    alpha: float,
    beta: float,
    blocks: int,
    deal: bytes | None,
    settings: dict[str, str],
    control: TimeControl | None,
    in_flight: int,
    as_json: bool,
) -> int:
    """Let NEW and OLD play here and now until it is plain whether NEW is stronger: a sequential A/B test on blocks.

    Both sit at every table, with the bots of --field in the other seats; every deal is played once with each rotation
    of the seats. What counts is the share of games of a block in which NEW was ahead of OLD. The test ends as soon as
    the evidence suffices: with --elo0 0 --elo1 10, a NEW that is no stronger is called better in at most alpha of all
    tests, and one that is stronger by 10 points is missed in at most beta. Nothing is kept.

    Exit codes, for the checks of a bot's own repository: 0 NEW is better, 1 it is not, 2 a mistake in what was asked
    for, 3 the platform failed, 4 undecided after --blocks.

    \b
    Examples:
      serai sprt ./my_bot my_bot@3f2a --game catan
      serai sprt ./new ./old --game yspahan --field greedy --elo1 20 --json

    With --json: {verdict, ratio, low_bound, high_bound, blocks, games, score, difference, low, high, retirements, new,
    old, game, epoch, options}; verdict is better, not better or undecided, ratio the logarithm of the likelihood ratio,
    difference the points of Elo with their 95 % interval, retirements how often NEW and OLD were retired.
    """
    from serai.ladder.commands.sprt_games import run
    from serai.ladder.ratings.sprt import Hypotheses

    if elo0 >= elo1:
        raise click.UsageError(f"--elo0 {elo0:g} must be below --elo1 {elo1:g}")
    hypotheses = Hypotheses(elo0, elo1, alpha, beta)
    return run(new, old, game, field, hypotheses, blocks, deal, settings, control, in_flight, as_json)
