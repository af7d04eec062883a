"""`serai play`: games here and now, without queue and store."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from serai.ladder.commands import completion
from serai.ladder.commands.console import Column, counted, json_option, number, say, say_json_lines, table
from serai.ladder.commands.params import deal_option, find_bot, game_settings, is_here, random_deal
from serai.ladder.commands.progress import Shown, progress

if TYPE_CHECKING:
    from serai.ladder.bots.version import Package
    from serai.ladder.model.facts import Fact
    from serai.ladder.model.plan import DealOf, Plan
    from serai.ladder.queue.blocks import Record
    from serai.ladder.ratings.standings import Row
    from serai.referee.clock import TimeControl

# Blocks whose games are played side by side: enough to keep all in flight, few enough to show results soon.
_BLOCKS_TOGETHER = 64
# Where the games go if they are played again to be looked at.
_KEPT = Path("games")
# The line of a Python traceback that says what happened: the first that is not indented. Notes may follow it.
_EXCEPTION = re.compile(r"^Traceback \(most recent call last\):\n(?:[ \t].*\n)*(\S.*)$", re.MULTILINE)


class _Remembering(click.Command):
    """A command that knows the words it was called with, so that it can say how to call it again."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.obj = tuple(args)
        return super().parse_args(ctx, args)


@click.command(name="play", cls=_Remembering)
@click.argument("game", shell_complete=completion.games)
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT [BOT BOT]", shell_complete=completion.bots)
@click.option(
    "--blocks", type=click.IntRange(1), metavar="N", default=1, help="Deals, each played once in every rotation. [1]"
)
@deal_option
@game_settings
@click.option("--replays", type=click.Path(path_type=Path, file_okay=False), help="Keep every game in this folder.")
@json_option
@click.pass_obj
def play_command(
    words: tuple[str, ...],
    game: str,
    bots: tuple[str, ...],
    blocks: int,
    deal: bytes | None,
    options: dict[str, str],
    control: TimeControl | None,
    in_flight: int,
    replays: Path | None,
    as_json: bool,
) -> None:
    """Let bots play GAME here and now; nothing is queued and nothing is rated.

    A BOT is a built-in name (random, greedy), a folder with a bot.toml, or a registered name with an optional
    @version. Every block is one deal, played once with each rotation of the seats. With the same --deal
    everything but the times is the same again, if the bots are deterministic.

    \b
    Examples:
      serai play yspahan greedy random random
      serai play yspahan ./my_bot greedy greedy random --blocks 20 --replays games
      serai play yspahan ./my_bot random random --deal 00..01 --json
      serai play yspahan greedy random --option two_players=on --time 60+0.5/10

    With --json: the facts, an object a line: {game_id, tournament, block, rotation, game, epoch, options, seats,
    commitment, deal, decisions, digest, times}.
    """
    from serai.ladder.model import plan as plans
    from serai.referee.clock import TimeControl

    first = random_deal() if deal is None else deal
    packages = find_bots(bots)
    entered = [package.bot for package in packages]
    plan, deal_of = plans.casual(game, entered, blocks, options, control or TimeControl(), in_flight, first)
    _install(packages)
    records = []
    with progress("playing", plan.games) as shown:
        for record in _play(plan, deal_of, shown):
            records.append(record)
            if replays is not None:
                _keep(plan, record, replays)
    if as_json:
        say_json_lines(fact for fact, _ in records)
    else:
        _summarise(plan, records, first)
        if replays is None:
            fixed = () if deal is not None else ("--deal", first.hex())
            _say_how_to_keep(records, shlex.join(("serai", "play", *words, *fixed, "--replays", str(_KEPT))))
        else:
            _say_where_kept(records, replays)


def find_bots(arguments: Sequence[str]) -> list[Package]:
    """The bots that are meant. A store is opened only if one of them is a registered name."""
    from serai.ladder.bots import registry
    from serai.ladder.storage import store

    if all(map(is_here, arguments)):
        return [registry.find(argument) for argument in arguments]
    with store.opened() as opened:
        return [find_bot(argument, opened) for argument in arguments]


def _install(packages: Sequence[Package]) -> None:
    from serai.ladder.bots import registry

    for package in packages:
        registry.install(package)


def _play(plan: Plan, deal_of: DealOf, shown: Shown) -> Iterator[Record]:
    """The games in schedule order."""
    from serai.ladder.model import schedule
    from serai.ladder.queue.blocks import play_blocks

    for batch in schedule.jobs(plan.blocks, _BLOCKS_TOGETHER):

        def at(done: int, before: int = batch[0] * plan.seats) -> None:
            shown.at(before + done)

        for block in play_blocks(plan, batch, deal_of, at):
            yield from block


def _keep(plan: Plan, record: Record, folder: Path) -> None:
    from serai.ladder.model.game_record import GameFile

    game = GameFile(plan.identity, *record)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{game.fact['game_id']}.json").write_text(game.text(), encoding="utf-8")


def _summarise(plan: Plan, records: list[Record], deal: bytes) -> None:
    from serai.ladder.ratings.standings import standings

    say(f"{plan.game}, epoch {plan.epoch}, {counted(plan.games, 'game')}, time {plan.control}")
    say(f"deal {deal.hex()} (--deal plays it again)\n")
    columns = [Column("bot", style="bold"), *map(number, ("games", "wins", "points", "place")), Column("retired")]
    rows = sorted(standings(fact for fact, _ in records), key=mean_place)
    table(columns, [_line(row) for row in rows])
    say("\nPoints and place are means over the games of the bot in that row.")


def _say_where_kept(records: list[Record], folder: Path) -> None:
    from serai.ladder.commands.replay.retry_hint import ask_again

    for (fact, replay), retirement in _first_retirements(records):
        say(_why(fact, retirement), "red")
        say(f"  {_show(folder, fact['game_id'])}")
        kept = folder.resolve() / f"{fact['game_id']}.json"
        if again := ask_again(str(kept), fact, replay["decisions"], retirement):
            say(f"  {again}")
    say(f"To look at the first game: {_show(folder, records[0][0]['game_id'])}")


def _say_how_to_keep(records: list[Record], again: str) -> None:
    """Nothing was kept, but the same deal gives the same games under the same ids."""
    retirements = list(_first_retirements(records))
    for (fact, _), retirement in retirements:
        say(_why(fact, retirement), "red")
    game_id = (retirements[0][0] if retirements else records[0])[0]["game_id"]
    say(f"To look at a game, play once more and keep them all:\n  {again}\n  {_show(_KEPT, game_id)}")


def _show(folder: Path, game_id: str) -> str:
    return shlex.join(("serai", "replay", "show", str(folder / f"{game_id}.json")))


def _first_retirements(records: list[Record]) -> Iterator[tuple[Record, Mapping[str, Any]]]:
    """For each bot that was retired, its first game and case: authors should not have to search for it."""
    told = set()
    for fact, replay in records:
        for retirement in replay["retirements"]:
            bot = fact["seats"][retirement["seat"]]["bot"]
            if bot not in told:
                told.add(bot)
                yield (fact, replay), retirement


def _why(fact: Fact, retirement: Mapping[str, Any]) -> str:
    bot = fact["seats"][retirement["seat"]]["bot"]
    wrote = last_words(retirement["stderr"])
    said = f"; it last wrote: {wrote}" if wrote else ""
    return f"{bot} was retired in {fact['game_id']} ({retirement['cause']}): {retirement['text']}{said}"


def last_words(stderr: str) -> str:
    """The line that says most of why a bot ended: its last exception, else the last line it wrote."""
    exceptions: list[str] = _EXCEPTION.findall(stderr)
    return exceptions[-1] if exceptions else stderr.strip().rpartition("\n")[2]


def mean_place(row: Row) -> float:
    return sum(place * count for place, count in enumerate(row.places, 1)) / row.games


def _line(row: Row) -> list[str]:
    return [
        row.bot,
        str(row.games),
        str(row.wins),
        f"{row.points:.1f}",
        f"{mean_place(row):.2f}",
        retirements(row),
    ]


def retirements(row: Row) -> str:
    """How often the bot was retired, by cause."""
    return ", ".join(f"{count} {cause}" for cause, count in row.retirements.items())
