"""The work of `serai play`: play the games, and say how they went and how to look at them."""

from __future__ import annotations

import secrets
import shlex
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serai.ladder.bots import registry
from serai.ladder.bots.complaints import crash_reason
from serai.ladder.bots.confinement import required
from serai.ladder.bots.version import BotVersion, Package
from serai.ladder.commands.console import Column, counted, number, retirements, say, say_json_lines, table
from serai.ladder.commands.game_folders import check_folders, write_games
from serai.ladder.commands.own_games import MOST_KEPT, made_own_games, prune_own
from serai.ladder.commands.play_jobs import play_in_jobs
from serai.ladder.commands.progress import ProgressDisplay, progress
from serai.ladder.commands.replay.beginning import find_beginning
from serai.ladder.commands.replay.retry_hint import ask_again
from serai.ladder.commands.table.games import HUMAN, NO_FOLDER, Table, is_special, play_at_table, special, special_seats
from serai.ladder.errors import PlatformProblem, UserProblem
from serai.ladder.model.facts import Fact
from serai.ladder.model.game_record import GameRecord
from serai.ladder.model.plan import DealOf, Plan, casual_plan
from serai.ladder.plain_text import one_line
from serai.ladder.queue.afar import Afar
from serai.ladder.queue.batch import RemoteSide, lacked_a_bot
from serai.ladder.queue.blocks import BlockPlayer
from serai.ladder.ratings.margins import leads
from serai.ladder.ratings.standings import Row, standings
from serai.ladder.storage.store import open_store
from serai.referee.clock import TimeControl
from serai.referee.core.luck import DEAL_BYTES
from serai.server.sandbox.sandbox import Sandbox

_BLOCKS_BETWEEN = 50  # two looks whether too many games are kept


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command was asked for, as its help says."""

    game: str
    bots: Sequence[str]
    blocks: int
    jobs: int
    deal: bytes | None
    settings: Mapping[str, str]
    control: TimeControl | None
    in_flight: int
    replays: Path | None
    logs: Path | None
    listen: str | None
    start: str | None
    luck: str | None
    confined: bool
    as_json: bool


def play(asked: Asked) -> int:
    """Play games, print their results, and return the exit code."""
    first = secrets.token_bytes(DEAL_BYTES) if asked.deal is None else asked.deal
    seats = special_seats(asked.bots, asked.listen)
    check_folders(asked.replays, asked.logs)
    replays, logs = asked.replays or made_own_games(), asked.logs
    packages = registry.find_all([bot for bot in asked.bots if not is_special(bot)])
    plan, deal_of = _plan(asked, packages, first)
    if seats and any(bot.is_remote for bot in plan.bots):
        raise UserProblem("a remote bot plays in games of its own; not with human or @wait")
    if asked.jobs > 1 and (seats or any(bot.is_remote for bot in plan.bots)):
        raise UserProblem("--jobs is for bots that are started here, all of them; leave it out")
    sandbox = required() if asked.confined else None
    for package in packages:
        if not package.bot.is_remote:
            registry.install(package, sandbox=sandbox)
    if seats:
        games = play_at_table(
            Table(plan, deal_of, seats, sandbox, asked.listen), lambda game: write_games([game], replays, logs)
        )
    else:
        games = _play_blocks(plan, deal_of, (replays, logs), sandbox, asked.jobs)
    prune_own(replays)
    if asked.as_json:
        say_json_lines(record.fact for record in games)
        return _exit_code(games)
    if not games:
        raise PlatformProblem("no game was played to its end")
    _summarise(plan, games, first)
    _say_where_kept(games, asked.replays)
    if logs is not None:
        say(f"What the bots printed: {logs}, a file for each seat that printed something")
    if not seats and len(games) < plan.games:
        say(f"A bot cannot start, so the other {counted(plan.games - len(games), 'game')} were not played.", "red")
    return _exit_code(games)


def _plan(asked: Asked, packages: Sequence[Package], first: bytes) -> tuple[Plan, DealOf]:
    """Return what is played; UserProblem says why it cannot be."""
    found = iter(packages)
    bots = [special(bot) if is_special(bot) else next(found).bot for bot in asked.bots]
    control = asked.control or TimeControl()
    if asked.start is None:
        if asked.luck is not None:
            raise UserProblem("--luck is about the position of --from, but there is none")
        return casual_plan(asked.game, bots, asked.blocks, asked.settings, control, asked.in_flight, first)
    begun, replay = find_beginning(asked.start, asked.game, len(bots), renews_luck=asked.luck != "same")
    if not begun.renews_luck and asked.blocks > 1:
        raise UserProblem("with --luck same every block is the same; leave out --blocks")
    if any(replay.options.get(name) != choice for name, choice in asked.settings.items()):
        raise UserProblem("games from a position have the options of the game it is from; leave out --option")
    if any(bot.is_remote for bot in bots):
        raise UserProblem("a remote bot has to play from the beginning; it cannot play --from a position")
    return casual_plan(asked.game, bots, asked.blocks, replay.options, control, asked.in_flight, first, beginning=begun)


def _exit_code(games: Sequence[GameRecord]) -> int:
    """Return 1 if a bot was retired; a person may leave."""
    retired = [game.fact["seats"][retirement["seat"]] for game, retirement in _first_retirements(games)]
    return int(any(seat["version"] != HUMAN for seat in retired))


@contextmanager
def _afar(bots: Sequence[BotVersion]) -> Iterator[Afar | None]:
    """Open the way to remote bots while the block runs, if there are any: the store says where they are."""
    if not any(bot.is_remote for bot in bots):
        yield None
        return
    with open_store() as store:
        yield Afar(store.redis)


def _remote_side(plan: Plan) -> RemoteSide:
    """Return how games with remote bots are played outside of a tournament: each once, and nothing is put off."""

    async def only_attempt(*_: object) -> int:
        return 0

    return RemoteSide(only_attempt, frozenset(range(len(plan.blocks))))


def _play_blocks(
    plan: Plan, deal_of: DealOf, folders: tuple[Path, Path | None], sandbox: Sandbox | None, jobs: int
) -> list[GameRecord]:
    """Return all games of a plan whose bots are processes of ours, or remote."""
    with _afar(plan.bots) as afar, progress("playing", plan.games) as shown:
        return _play(plan, deal_of, shown, folders, sandbox, afar, jobs)


def _play(
    plan: Plan,
    deal_of: DealOf,
    shown: ProgressDisplay,
    folders: tuple[Path, Path | None],
    sandbox: Sandbox | None,
    afar: Afar | None,
    jobs: int,
) -> list[GameRecord]:
    """Return the games in schedule order, not all if a bot cannot start.

    They are written by a thread, so that the referee need not wait for it.
    """
    played: dict[int, list[GameRecord]] = {}
    with ThreadPoolExecutor(1) as writer:
        written: list[Future[None]] = []
        stop = threading.Event()

        def on_block(index: int, games: list[GameRecord]) -> bool:
            played[index] = games
            if any(lacked_a_bot(game.replay["retirements"]) for game in games):
                stop.set()
            written.append(writer.submit(write_games, games, *folders))
            if len(written) % _BLOCKS_BETWEEN == 0:
                written.append(writer.submit(prune_own, folders[0]))
            return not stop.is_set()

        if jobs > 1:
            play_in_jobs(plan, deal_of, jobs, sandbox is not None, on_block, shown.at)
        else:
            _play_here(plan, deal_of, on_block, shown, sandbox, afar, stop)
    for block in written:
        block.result()
    return [game for index in sorted(played) for game in played[index]]


def _play_here(
    plan: Plan,
    deal_of: DealOf,
    on_block: Callable[[int, list[GameRecord]], bool],
    shown: ProgressDisplay,
    sandbox: Sandbox | None,
    afar: Afar | None,
    stop: threading.Event,
) -> None:
    """Play all blocks in this process."""
    locate, remote = (None, None) if afar is None else (afar.locate, _remote_side(plan))
    with BlockPlayer(sandbox=sandbox, locate=locate) as player:
        blocks = range(len(plan.blocks))
        player.play(plan, blocks, deal_of, on_block=on_block, on_game=shown.at, stop=stop, remote=remote)


def _summarise(plan: Plan, games: Sequence[GameRecord], deal: bytes) -> None:
    say(f"{plan.game}, epoch {plan.epoch}, {counted(len(games), 'game')}, time {plan.control}")
    say(f"deal {deal.hex()} (--deal plays it again)\n")
    show_standings(game.fact for game in games)
    for lead in leads((game.fact for game in games), plan.bots[0].name):
        say(
            f"{plan.bots[0].name} less {lead.other}: points {lead.points}, place {lead.places} "
            f"(mean and 95 % interval over {lead.blocks} blocks)"
        )


def show_standings(facts: Iterable[Fact]) -> None:
    """Print who did how well."""
    columns = [Column("bot", style="bold"), *map(number, ("games", "wins", "points", "place")), Column("retired")]
    rows = sorted(standings(facts), key=mean_place)
    table(columns, [_line(row) for row in rows])
    say("\nPoints and place are means over the games of the bot in that row.")


def _say_where_kept(games: Sequence[GameRecord], folder: Path | None) -> None:
    """Say how to look at games, in a folder or among those that are kept by themselves: the last ones."""
    for game, retirement in _first_retirements(games):
        say(_why(game.fact, retirement), "red")
        say(f"  {_show(folder, game.fact['game_id'])}")
        if game.fact["seats"][retirement["seat"]]["version"] in NO_FOLDER:
            continue
        if again := ask_again(_kept(folder, game.fact["game_id"], whole=True), game.replay["decisions"], retirement):
            say(f"  in the folder of the bot: {again}")
    if folder is None and len(games) > MOST_KEPT:
        say(f"The last {MOST_KEPT} games are kept; --replays FOLDER keeps all.")
    which, shown = ("first", games[0]) if len(games) <= MOST_KEPT else ("last", games[-1])
    say(f"To look at the {which} game: {_show(folder, shown.fact['game_id'])}")


def _kept(folder: Path | None, game_id: str, *, whole: bool = False) -> str:
    """Return what other commands find a game by."""
    if folder is None:
        return game_id
    return str((folder.resolve() if whole else folder) / f"{game_id}.json")


def _show(folder: Path | None, game_id: str) -> str:
    return shlex.join(("serai", "replay", "show", _kept(folder, game_id)))


def _first_retirements(games: Sequence[GameRecord]) -> Iterator[tuple[GameRecord, Mapping[str, Any]]]:
    """Yield for each bot that was retired its first retirement and the game: authors need not search for it."""
    seen = set()
    for game in games:
        for retirement in game.replay["retirements"]:
            bot = game.fact["seats"][retirement["seat"]]["bot"]
            if bot not in seen:
                seen.add(bot)
                yield game, retirement


def _why(fact: Fact, retirement: Mapping[str, Any]) -> str:
    bot = fact["seats"][retirement["seat"]]["bot"]
    wrote = crash_reason(retirement["stderr"])
    reason = f"; it last wrote: {wrote}" if wrote else ""
    return one_line(f"{bot} was retired in {fact['game_id']} ({retirement['cause']}): {retirement['text']}{reason}")


def mean_place(row: Row) -> float:
    """Return the mean rank of a bot over its games."""
    return sum(place * count for place, count in enumerate(row.places, 1)) / row.games


def _line(row: Row) -> list[str]:
    return [
        row.bot,
        str(row.games),
        str(row.wins),
        f"{row.points:.1f}",
        f"{mean_place(row):.2f}",
        retirements(row.retirements),
    ]
