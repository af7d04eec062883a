"""The work of `serai practice`: ask the arena for games, say how they go, keep them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serai.ladder.access import arenas
from serai.ladder.access.address import Address
from serai.ladder.access.arenas import KnownArena
from serai.ladder.access.client import channel
from serai.ladder.commands.console import counted, note, say, say_json_lines
from serai.ladder.commands.play_games import show_standings
from serai.ladder.errors import UserProblem
from serai.ladder.model.facts import Fact
from serai.ladder.storage.whole_files import write_whole
from serai.v1 import practice_pb2 as pb
from serai.v1.practice_pb2_grpc import PracticeServiceStub

TOKEN = "SERAI_TOKEN"
REFEREE = "SERAI_REFEREE"


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be played."""

    bot: str
    game: str
    opponents: Sequence[str]
    blocks: int
    settings: Mapping[str, str]


def practise(named: str, wish: Wish, replays: Path | None, as_json: bool) -> None:
    """Practise, and print how it went; the arena is the one that is named, or meant."""
    meant = arenas.meant(named or os.environ.get(arenas.ARENA) or os.environ.get(REFEREE, ""))
    token = "" if wish.bot else os.environ.get(TOKEN, "")
    if not wish.bot and not token:
        raise UserProblem(f"which bot practises? Its token belongs in {TOKEN}; or serai login, and --bot NAME")
    found = games(meant, token, wish, replays, note)
    facts = sorted(found, key=lambda fact: (fact["block"], fact["rotation"]))
    if as_json:
        say_json_lines(facts)
        return
    show_standings(facts)
    if replays is not None:
        say(f"\nTo look at the first game: serai replay show {_file(replays, facts[0])}")


def games(
    meant: KnownArena | Address, token: str, wish: Wish, replays: Path | None, tell: Callable[[str], None]
) -> Iterator[Fact]:
    """Yield the games as they end, while `tell` says how it goes."""
    request = pb.PractiseRequest(
        bot=wish.bot, game=wish.game, opponents=wish.opponents, blocks=wish.blocks, options=wish.settings
    )
    with channel(meant, token) as opened:
        for event in PracticeServiceStub(opened).Practise(request):
            if event.HasField("queued"):
                tell(_queued(event.queued))
            elif event.HasField("begun"):
                tell(f"game {event.begun.number} begins: {', '.join(event.begun.bots)}")
            elif event.HasField("over"):
                fact: Fact = json.loads(event.over.fact_json)
                tell(f"a game is over: {_result(fact)}")
                if replays is not None:
                    replays.mkdir(parents=True, exist_ok=True)
                    write_whole(_file(replays, fact), f"{event.over.record_json}\n".encode())
                yield fact


def _queued(queued: pb.PracticeQueued) -> str:
    before = f", behind {counted(queued.before, 'job')}" if queued.before else ""
    workers = counted(queued.workers, "worker")
    return f"{counted(queued.games, 'game')} of {', '.join(queued.bots)} for {workers}{before}"


def _result(fact: Fact) -> str:
    seats: list[Any] = sorted(fact["seats"], key=lambda seat: seat["rank"])
    return ", ".join(f"{seat['rank']}. {seat['bot']} {seat['points']}{_why(seat)}" for seat in seats)


def _why(seat: Mapping[str, Any]) -> str:
    return f" (retired: {seat['cause']})" if seat["cause"] else ""


def _file(folder: Path, fact: Fact) -> Path:
    return folder / f"{fact['game_id']}.json"
