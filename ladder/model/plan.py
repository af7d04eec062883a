"""What is to be played, decided before the first game: by a tournament, or by somebody who just wants to see games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from serai.ladder.bots.version import BotVersion
from serai.ladder.errors import UserProblem
from serai.ladder.model import schedule
from serai.ladder.model.schedule import Block
from serai.ladder.suggest import suggestion
from serai.referee.clock import TimeControl
from serai.referee.core.game import Game
from serai.referee.games import GAMES

DealOf = Callable[[int], bytes]


@dataclass(frozen=True, slots=True)
class Plan:
    """Blocks of games between bots. It holds no secret: deals are named by what was committed to."""

    name: str | None
    game: str
    epoch: int
    options: Mapping[str, str]
    seats: int
    control: TimeControl
    in_flight: int
    bots: tuple[BotVersion, ...]
    blocks: tuple[Block, ...]

    @property
    def games(self) -> int:
        """How many games are played in all."""
        return len(self.blocks) * self.seats

    def game_ids(self, block: int) -> tuple[str, ...]:
        """The ids of the games of a block, by rotation."""
        return tuple(
            schedule.game_id(self.identity, block, rotation, versions, self.game, self.epoch, self.options)
            for rotation, versions in enumerate(self._versions(block))
        )

    def _versions(self, block: int) -> list[list[str]]:
        return [[self.bots[bot].version for bot in seating] for seating in self.blocks[block].seatings()]

    @property
    def identity(self) -> str:
        """What its game ids begin with. Games outside of a tournament are told apart by their deals, and no tournament
        can have such a name."""
        return f"play {self.blocks[0].commitment}" if self.name is None else self.name


def casual(
    game: str,
    bots: Sequence[BotVersion],
    blocks: int,
    options: Mapping[str, str],
    control: TimeControl,
    in_flight: int,
    deal: bytes,
) -> tuple[Plan, DealOf]:
    """A plan outside of any tournament: all the bots at one table. The first block has this very deal."""
    rules = find_game(game)
    complete = check(rules, bots, len(bots), options)

    def deal_of(block: int) -> bytes:
        return deal if block == 0 else schedule.deal(deal, block)

    agenda = schedule.schedule(len(bots), len(bots), blocks, None, deal_of)
    plan = Plan(None, game, rules.epoch, complete, len(bots), control, in_flight, tuple(bots), agenda)
    return plan, deal_of


def find_game(name: str) -> Game:
    if name not in GAMES:
        there_are = f"there are {', '.join(GAMES)}"
        raise UserProblem(f"there is no game called {name}; {suggestion(name, GAMES, there_are)}")
    return GAMES[name]


def check(game: Game, bots: Sequence[BotVersion], seats: int, options: Mapping[str, str]) -> dict[str, str]:
    """The options with all defaults, if these bots can play so; UserProblem says why they cannot."""
    try:
        complete = game.complete(seats, options)
    except ValueError as error:
        raise UserProblem(str(error)) from None
    for bot in bots:
        if game.name not in bot.manifest.all_games():
            raise UserProblem(
                f"{bot.name} does not play {game.name}; its bot.toml names {', '.join(bot.manifest.games)}"
            )
    return complete
