"""A list of games in one sitting with fresh processes, for measurements and tests."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from serai.referee.clock import TimeControl
from serai.referee.core.game import Game
from serai.server.bot_process import BotCommand
from serai.server.hosted_bot import Instance
from serai.server.live_game import Played, Terms
from serai.server.sitting import START_SECONDS, Sitting, give_up


@dataclass(frozen=True, slots=True)
class GameToPlay:
    """A game of a sitting: its id, its deal, which bot sits where, whether the deal may be revealed at its end."""

    key: str
    deal: bytes
    seating: tuple[int, ...]
    reveals: bool


def play_sitting(
    game: Game,
    settings: Mapping[str, str],
    bots: Sequence[BotCommand],
    games: Sequence[GameToPlay],
    control: TimeControl,
    *,
    in_flight: int = 64,
    start_seconds: float = START_SECONDS,
    on_game: Callable[[Played], None] = lambda played: None,
) -> list[Played]:
    """Play all games, and return them in the order they were given."""

    async def play() -> list[Played]:
        async with Sitting(len(bots), start_seconds) as sitting:
            return await play_games(sitting, Terms(game, settings, control), bots, games, in_flight, on_game)

    return asyncio.run(play())


async def play_games(
    sitting: Sitting,
    terms: Terms,
    bots: Sequence[BotCommand],
    games: Sequence[GameToPlay],
    in_flight: int,
    on_game: Callable[[Played], None],
) -> list[Played]:
    """Play all games, so many at a time, and return them in the order they were given."""
    players = [Instance(bot, terms.game.name, copy=number) for number, bot in enumerate(bots)]
    waiting, over = deque(games), dict[str, Played]()

    async def play_one_after_another() -> None:
        while waiting:
            planned = waiting.popleft()

            def on_over(played: Played, reveals: bool = planned.reveals) -> bool:
                over[played.key] = played
                on_game(played)
                return reveals

            await sitting.play(planned.key, terms, planned.deal, [players[bot] for bot in planned.seating], on_over)

    lanes = [asyncio.create_task(play_one_after_another()) for _ in range(min(in_flight, len(games)))]
    try:
        await asyncio.gather(*lanes)
    finally:
        await give_up(lanes)
    return [over[planned.key] for planned in games]
