"""Games at a table with seats that are not processes of ours, one after the other, each with a deal of its own."""

from __future__ import annotations

import asyncio
import secrets
import socket
import termios
import tty
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial

from serai.ladder.access.address import Address
from serai.ladder.bots import registry
from serai.ladder.bots.manifest import Manifest
from serai.ladder.bots.version import BotVersion
from serai.ladder.commands.console import note, say
from serai.ladder.commands.table.human_seat import HumanSeat
from serai.ladder.commands.table.person import Person
from serai.ladder.commands.viewer.terminal import can_view
from serai.ladder.errors import UserProblem
from serai.ladder.model.game_record import GameRecord
from serai.ladder.model.plan import DealOf, Plan
from serai.ladder.queue.played_game import record_of
from serai.referee.clock import UNLIMITED
from serai.referee.games import GAMES
from serai.referee.match import Fault
from serai.server.bot_process import BotCommand
from serai.server.hosted_bot import Instance
from serai.server.live_game import Played, Terms
from serai.server.sandbox.sandbox import Sandbox
from serai.server.seated_bot import SeatedBot
from serai.server.sitting import LOOPBACK, START_SECONDS, Player, Sitting
from serai.server.waited_bot import WaitedBot
from serai.trust import INSECURE

HUMAN, WAIT = "human", "@wait"
NO_FOLDER = (HUMAN, "waited")  # versions of whom there is no folder to be asked again
FOREVER = UNLIMITED.bank  # seconds that a bot in a debugger may take to start
OnGame = Callable[[GameRecord], None]


def is_special(argument: str) -> bool:
    """Return True if a BOT argument means a person, or a bot that somebody else starts."""
    return argument in (HUMAN, WAIT)


def special_seats(bots: Sequence[str], listen: str | None) -> dict[int, str]:
    """Return which BOT arguments are special, by their place; UserProblem if they cannot be played together."""
    found = {place: bot for place, bot in enumerate(bots) if is_special(bot)}
    if list(found.values()).count(HUMAN) > 1:
        raise UserProblem("one person can play at this keyboard; give human once")
    if listen is not None and WAIT not in found.values():
        raise UserProblem(f"--listen is where a bot is waited for, but no BOT is {WAIT}")
    if listen is not None:
        _address(listen)
    return found


def _address(listen: str) -> Address:
    """Return where to listen; UserProblem if that is no host and port."""
    try:
        address = Address.read(listen)
    except ValueError:
        address = Address(path=listen)
    if address.path:
        raise UserProblem(f"--listen {listen} should read HOST:PORT, for example 0.0.0.0:7471; port 0 is any")
    return address


def _dialled(address: Address) -> str:
    """Return what a bot has to dial: where all addresses of this machine are listened at, its name."""
    return str(Address(socket.gethostname(), address.port) if _is_any(address) else address)


def _is_any(address: Address) -> bool:
    return address.host in ("0.0.0.0", "::")


def special(argument: str) -> BotVersion:
    """Return what stands for them in a plan."""
    name = NO_FOLDER[argument == WAIT]
    return BotVersion(name, name, Manifest(name, name, ("*",), (name,)))


@dataclass(frozen=True, slots=True)
class Table:
    """What is played: a plan, its deals, the seats by the place of their bot in it, and where a bot is waited for.

    Of `attached` bots it says how to start them; there is no hurry with that.
    """

    plan: Plan
    deal_of: DealOf
    special: Mapping[int, str]
    sandbox: Sandbox | None
    listen: str | None
    attached: Mapping[int, BotCommand] = field(default_factory=dict)


def play_at_table(table: Table, on_game: OnGame) -> list[GameRecord]:
    """Play one game of every block, in each of which everybody moves a seat on, and return them.

    UserProblem if nobody can listen there.
    """
    games: list[GameRecord] = []

    def take(game: GameRecord) -> None:
        games.append(game)
        on_game(game)

    with _keyboard(HUMAN in table.special.values()):
        asyncio.run(_play(table, take))
    return games


@contextmanager
def _keyboard(wanted: bool) -> Iterator[None]:
    """Keys one by one, unseen, if somebody plays at a terminal; all is as before when we leave, however we do."""
    if not wanted or not can_view():
        yield
        return
    before = termios.tcgetattr(0)
    try:
        tty.setcbreak(0)
        yield
    except KeyboardInterrupt:
        say()  # what is said of it does not stand behind what was being typed
        raise
    finally:
        termios.tcsetattr(0, termios.TCSADRAIN, before)


async def _play(table: Table, on_game: OnGame) -> None:
    plan = table.plan
    person = Person()
    seconds = FOREVER if table.attached else START_SECONDS
    async with Sitting(start_seconds=seconds) as sitting, AsyncExitStack() as doors:
        waited = {bot: await _door(table, sitting, doors) for bot, kind in table.special.items() if kind == WAIT}
        for index, block in enumerate(plan.blocks):
            rotation = index % plan.seats
            seating = block.seating(rotation)
            await asyncio.gather(*(bot.arrive(_refused) for bot in waited.values()))
            names = [plan.bots[bot].name for bot in seating]
            seats: dict[int, SeatedBot] = {**waited}
            for bot, kind in table.special.items():
                if kind == HUMAN:
                    seats[bot] = HumanSeat(sitting, person.ask, names)
            players = _players(table, seating, seats)
            own = {seat: UNLIMITED for seat, bot in enumerate(seating) if table.special.get(bot) == HUMAN}
            terms = Terms(GAMES[plan.game], plan.settings, plan.control, own, plan.worlds, plan.beginning)
            take = partial(_take, table, index, rotation, on_game)
            await sitting.play(plan.game_ids(index)[rotation], terms, table.deal_of(index), players, take)


def _players(table: Table, seating: Sequence[int], seats: Mapping[int, SeatedBot]) -> list[Player]:
    """Return who sits in each seat; entries that are the same bot are different processes."""
    players: list[Player] = []
    for bot in seating:
        if bot in seats:
            players.append(seats[bot])
            continue
        entered = table.plan.bots
        copy = sum(entered[other] == entered[bot] for other in range(bot))
        command = table.attached.get(bot) or registry.command(entered[bot], table.sandbox)
        players.append(Instance(command, table.plan.game, 0, copy))
    return players


def _take(table: Table, index: int, rotation: int, on_game: OnGame, played: Played) -> bool:
    layers = table.sandbox.layers if table.sandbox else []
    on_game(record_of(table.plan, index, rotation, played, layers))
    return True


async def _door(table: Table, sitting: Sitting, doors: AsyncExitStack) -> WaitedBot:
    """Open a door for a bot that somebody else starts, and say how to come in."""
    token = secrets.token_urlsafe(24)
    try:
        referee = await doors.enter_async_context(sitting.door(table.plan.game, table.listen or LOOPBACK))
    except RuntimeError:
        raise UserProblem(f"nobody can listen at {table.listen}: it is no address of this machine, or taken") from None
    say(f"A seat of {table.plan.game} waits for a bot, as long as it takes. Start it with:")
    address = Address.read(referee.tcp_address)
    plain = "" if address.is_local else f" {INSECURE}=1"
    say(f"  SERAI_REFEREE={_dialled(address)} SERAI_TOKEN={token}{plain} python bot.py")
    say("or whatever starts yours: in a debugger, a notebook, any language.")
    if _is_any(address):
        say(f"Where {socket.gethostname()} is not known, any address of this machine does for it.")
    if not address.is_local:
        note("What is said there is plain text, the token too: for a network that you trust.")
    return WaitedBot("waited", referee, token)


def _refused(fault: Fault) -> None:
    note(f"a bot came and was sent away: {fault.text}")
