"""A simulator beside a bot: found at SERAI_SIMULATOR, in the bot's confinement and on its clock, gone with the bot."""

from __future__ import annotations

import asyncio
import json
import secrets
import signal
import socket
import sys
from base64 import b64encode
from collections.abc import Awaitable, Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from serai.referee.core.luck import Luck
from serai.referee.games import GAMES
from serai.referee.world import world
from serai.server.bot_process import BotCommand, BotProcess
from serai.server.conformance.bot_under_test import processes_with
from serai.server.sandbox.sandbox import NoSandbox, Sandbox, sandbox
from serai.simulator.calls import Simulator
from serai.simulator.lines import answer
from tests.random_play import Play, plain_cases
from tests.waiting import wait_until

# What every bot here begins with: `ask` sends a call to its simulator and returns the result.
LINES = """
import json, os, socket, sys, time
lines = socket.socket(socket.AF_UNIX)
lines.connect(os.environ["SERAI_SIMULATOR"].removeprefix("unix:"))
stream = lines.makefile("rwb")
def send(call):
    stream.write(json.dumps({"calls": [call]}).encode() + b"\\n")
    stream.flush()
def ask(call):
    send(call)
    return json.loads(stream.readline())["results"][0]
start = {"start": {"game": "yspahan", "seats": 3}}
"""
GRPC = """
import os, sys
import grpc
from serai.v1 import simulator_pb2 as pb
from serai.v1.simulator_pb2_grpc import SimulatorServiceStub
start = pb.SimulatorCall(start=pb.StartCall(game="yspahan", seats=3))
with grpc.insecure_channel(os.environ["SERAI_SIMULATOR"]) as channel:
    (response,) = SimulatorServiceStub(channel).Simulate(iter([pb.SimulateRequest(calls=[start])]))
print(response.results[0].world, flush=True)
sys.exit(7)
"""
CONFINED = [pytest.param(False, id="free"), pytest.param(True, id="confined")]


def confinement(confined: bool) -> Sandbox | None:
    try:
        return sandbox() if confined else None
    except NoSandbox as why:
        pytest.skip(str(why))


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., Any]:
    """Run a program as a bot with a simulator, and return what `watch` found; nothing of it is left afterwards."""

    def run_bot(
        program: str,
        watch: Callable[[BotProcess], Awaitable[Any]],
        confined: bool = False,
        form: str = "lines",
        transport: str = "unix",
    ) -> Any:
        folder = tmp_path / "bot"
        folder.mkdir()
        (folder / "bot.py").write_text(program)
        (folder / "random.py").write_text("raise SystemExit('a module of the bot was taken for one of ours')")
        for path in (tmp_path, *tmp_path.parents[:2], folder):
            path.chmod(0o755)  # a confined bot has a user of its own
        door = tmp_path / "door"
        with socket.socket(socket.AF_UNIX) as referee:
            referee.bind(str(door))
            line = (sys.executable, "-P", "bot.py")
            bot = BotCommand("bot", line, folder, transport, sandbox=confinement(confined), simulator=form)
            return asyncio.run(_run(bot, f"unix:{door}", watch))

    return run_bot


async def _run(bot: BotCommand, address: str, watch: Callable[[BotProcess], Awaitable[Any]]) -> Any:
    token = secrets.token_urlsafe(16)
    process = await BotProcess.start(bot, address, token)
    try:
        return await watch(process)
    finally:
        await process.stop(grace=0.0)
        wait_until(lambda: processes_with(token) == [])  # the kernel takes a moment to end a whole sandbox


async def the_end(process: BotProcess) -> tuple[int, str]:
    return await process.wait(), process.output


async def first_line(process: BotProcess) -> str:
    heard: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def listen(chunk: bytes) -> None:
        if "\n" in process.output and not heard.done():
            heard.set_result(process.output)

    process.on_output = listen
    listen(b"")
    return await heard


@pytest.mark.parametrize("confined", CONFINED)
@pytest.mark.parametrize(("form", "transport"), [("lines", "unix"), ("grpc", "unix"), ("grpc", "tcp")])
def test_a_bot_finds_its_simulator_and_exits_by_its_own_code(
    run: Callable[..., Any], confined: bool, form: str, transport: str
) -> None:
    program = GRPC if form == "grpc" else LINES + "print(ask(start)['world'], flush=True)\nsys.exit(7)"
    assert run(program, the_end, confined, form, transport) == (7, "1\n")


def test_the_signal_that_ended_a_bot_is_known(run: Callable[..., Any]) -> None:
    code, _ = run(LINES + "os.kill(os.getpid(), 11)", the_end)
    assert code == 128 + signal.SIGSEGV


@pytest.mark.parametrize("confined", CONFINED)
def test_a_simulator_does_not_outlive_its_bot(run: Callable[..., Any], confined: bool) -> None:
    """Nor does what it was computing: the bot leaves while ten thousand games are being played for it."""
    program = LINES + "ask(start)\nsend({'rollout': {'world': 1, 'n': 10000}})\nprint('gone', flush=True)"

    async def gone(process: BotProcess) -> int:
        return await process.wait()

    assert run(program, gone, confined) == 0


@pytest.mark.parametrize("confined", CONFINED)
def test_a_bot_does_not_outlive_its_simulator(run: Callable[..., Any], confined: bool) -> None:
    """A bot that ends it ends itself: there is no life beside the process that the referee has started."""
    program = LINES + "os.kill(os.getppid(), 9)\ntime.sleep(3600)"
    code, _ = run(program, the_end, confined)
    assert code in (-signal.SIGKILL, 128 + signal.SIGKILL)


@pytest.mark.parametrize("confined", CONFINED)
def test_a_bot_is_stopped_with_its_simulator(run: Callable[..., Any], confined: bool) -> None:
    """Stopping it ends both, also in the middle of a call; `run` sees that nothing is left."""
    program = LINES + "ask(start)\nsend({'rollout': {'world': 1, 'n': 10000}})\nprint('on', flush=True)\nstream.read()"
    assert run(program, first_line, confined) == "on\n"


def test_what_the_simulator_computes_is_the_bots_time(run: Callable[..., Any]) -> None:
    """The bot only waits. Its control group has all the time that the two processes have used."""
    program = LINES + (
        "ask(start)\n"
        "ask({'rollout': {'world': 1, 'n': 100}})\n"
        "fields = open(f'/proc/{os.getppid()}/stat').read().rpartition(')')[2].split()\n"
        "ticks = int(fields[11]) + int(fields[12])\n"
        "print(json.dumps([ticks / os.sysconf('SC_CLK_TCK'), time.process_time()]), flush=True)\n"
        "sys.stdin.read()\ntime.sleep(3600)"
    )

    async def used(process: BotProcess) -> tuple[str, float | None]:
        said = await first_line(process)
        return said, process.group.cpu_seconds() if process.group else None

    said, counted = run(program, used, True)
    if counted is None:
        pytest.skip("there are no control groups here")
    simulator, bot = json.loads(said)
    assert simulator > 2 * bot
    assert counted >= simulator + bot - 0.02  # both are counted in hundredths


def test_a_simulator_is_confined_as_its_bot_is(run: Callable[..., Any]) -> None:
    """The same user, the same namespaces, the same filter, no way to more rights."""
    program = LINES + (
        "def seen(pid):\n"
        "    wanted = ('Uid', 'Gid', 'Groups', 'CapEff', 'CapBnd', 'NoNewPrivs', 'Seccomp', 'Seccomp_filters')\n"
        "    lines = [line.split() for line in open(f'/proc/{pid}/status')]\n"
        "    status = {line[0][:-1]: line[1:] for line in lines if line[0][:-1] in wanted}\n"
        "    spaces = {name: os.readlink(f'/proc/{pid}/ns/{name}') for name in ('net', 'pid', 'mnt', 'ipc', 'user')}\n"
        "    return status, spaces\n"
        "print(seen('self') == seen(os.getppid()), seen('self')[0]['Seccomp'], flush=True)"
    )
    assert run(program, the_end, True) == (0, "True ['2']\n")


@pytest.mark.parametrize("game", GAMES)
def test_it_says_the_same_whatever_is_hidden(game: str) -> None:
    """Two games that differ only in what a seat cannot know: all that its simulator can say is the same."""
    case = plain_cases(GAMES[game])[0]
    for state in islice(Play(case, 3).states(), 20, 200, 60):
        (seat, *_) = state.options
        other = case.game.redeal(state, seat, Luck(b"\1" * 32))
        assert everything_about(world(case.game, state, seat, Luck(bytes(32))), seat, case.seats) == everything_about(
            world(case.game, other, seat, Luck(bytes(32))), seat, case.seats
        )


def everything_about(sent: bytes, seat: int, seats: int) -> bytes:
    """What a simulator answers to all calls there are, to the seat that was sent this world posing as any other."""
    calls: list[dict[str, Any]] = []
    for handle, claimed in enumerate([seat, *range(seats)], 1):
        calls.append({"load": {"world": b64encode(sent).decode(), "seat": claimed}})
        calls += [{"view": {"world": handle, "seat": viewer}} for viewer in range(seats)]
        calls += [{"options": {"world": handle}}, {"score": {"world": handle}}, {"save": {"world": handle}}]
        calls.append({"rollout": {"world": handle, "n": 2, "depth": 5}})
    found = answer(Simulator(), json.dumps({"calls": calls}).encode())
    assert b'"error"' not in found
    return found
