"""A plan: what is to be played, decided before the first game, in a tournament or outside of one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from serai.ladder.bots.version import BotVersion
from serai.ladder.errors import UserProblem
from serai.ladder.model import schedule
from serai.ladder.model.schedule import Block
from serai.ladder.suggest import suggestion
from serai.referee.clock import TimeControl
from serai.referee.core.game import Game
from serai.referee.games import GAMES
from serai.referee.match import Beginning

DealOf = Callable[[int], bytes]


@dataclass(frozen=True, slots=True)
class RemoteTerms:
    """What holds for remote bots, in seconds.

    How long one is waited for whose block is due, and how much of the time on the wire is given back for a question.
    """

    wait: float = 60.0
    wire: float = 0.25


_USUAL = RemoteTerms()


@dataclass(frozen=True, slots=True)
class Plan:
    """Blocks of games between bots. It holds no secret: of each deal it has the commitment only."""

    name: str | None
    game: str
    epoch: int
    settings: Mapping[str, str]
    seats: int
    control: TimeControl
    in_flight: int
    bots: tuple[BotVersion, ...]
    blocks: Sequence[Block]
    # The time controls of bots that have another than everybody.
    own: Mapping[int, TimeControl] = field(default_factory=dict, kw_only=True)
    remote: RemoteTerms = field(default=_USUAL, kw_only=True)
    # Whether no two games share their luck, though no bot is remote: then processes have nothing to tell each other.
    own_deals: bool = field(default=False, kw_only=True)
    # Whether bots that ask for worlds are sent them.
    worlds: bool = field(default=True, kw_only=True)
    # The position that all games begin with, if they do not begin from nothing.
    beginning: Beginning | None = field(default=None, kw_only=True)

    @property
    def games(self) -> int:
        """Return how many games are played in all."""
        return len(self.blocks) * self.seats

    def has_own_deals(self, block: int) -> bool:
        """Return True if every game of a block has a deal of its own: wanted, or because a remote bot sits in it."""
        return self.own_deals or self.has_remote(block)

    def has_remote(self, block: int) -> bool:
        """Return True if a remote bot sits in a block."""
        return any(self.bots[bot].is_remote for bot in self.blocks[block].line_up)

    def game_ids(self, block: int) -> tuple[str, ...]:
        """Return the ids of the games of a block, by rotation."""
        return tuple(
            schedule.game_id(self.identity, block, rotation, versions, self.game, self.epoch, self.settings)
            for rotation, versions in enumerate(self._versions(block))
        )

    def _versions(self, block: int) -> list[list[str]]:
        return [[self.bots[bot].version for bot in seating] for seating in self.blocks[block].seatings()]

    @property
    def identity(self) -> str:
        """Return what its game ids are made from: the name of the tournament, else the first commitment.

        No tournament can have such a name.
        """
        if self.name is not None:
            return self.name
        begun = self.beginning
        where = "" if begun is None else f" from {begun.name}, luck {'new' if begun.renews_luck else 'as it was'}"
        return f"play {self.blocks[0].commitment}{where}"


def casual_plan(
    game: str,
    bots: Sequence[BotVersion],
    blocks: int,
    settings: Mapping[str, str],
    control: TimeControl,
    in_flight: int,
    deal: bytes,
    remote: RemoteTerms = _USUAL,
    beginning: Beginning | None = None,
) -> tuple[Plan, DealOf]:
    """Return a plan outside of any tournament, all bots at one table, and its deals. The first block has this deal."""
    rules = find_game(game)
    complete = check(rules, bots, len(bots), settings)
    deal_of = partial(_casual_deal, deal)
    try:
        scheduled = schedule.schedule(len(bots), len(bots), blocks, None, deal_of)
    except ValueError as error:
        raise UserProblem(str(error)) from None
    plan = Plan(None, game, rules.epoch, complete, len(bots), control, in_flight, tuple(bots), scheduled, remote=remote)
    return replace(plan, beginning=beginning), deal_of


def _casual_deal(first: bytes, block: int) -> bytes:
    return first if block == 0 else schedule.deal(first, block)


def find_game(name: str) -> Game:
    """Return the game of this name; UserProblem suggests another if there is none."""
    if name not in GAMES:
        there_are = f"there are {', '.join(GAMES)}"
        raise UserProblem(f"there is no game called {name}; {suggestion(name, GAMES, there_are)}")
    return GAMES[name]


def check(game: Game, bots: Sequence[BotVersion], seats: int, settings: Mapping[str, str]) -> dict[str, str]:
    """Return the settings with all defaults filled in; UserProblem says why these bots cannot play so."""
    try:
        complete = game.complete(seats, settings)
    except ValueError as error:
        raise UserProblem(str(error)) from None
    for bot in bots:
        if game.name not in bot.manifest.all_games():
            raise UserProblem(
                f"{bot.name} does not play {game.name}; "
                f"{'it was registered for' if bot.is_remote else 'its bot.toml names'} {', '.join(bot.manifest.games)}"
            )
    return complete
