"""The work of `serai sprt`: play blocks until the test has its answer."""

from __future__ import annotations

import secrets
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from serai.ladder.bots import registry
from serai.ladder.bots.version import BotVersion
from serai.ladder.commands.console import counted, say, say_json
from serai.ladder.commands.progress import ProgressDisplay, progress
from serai.ladder.errors import UserProblem
from serai.ladder.model.game_record import GameRecord
from serai.ladder.model.plan import Plan, casual_plan
from serai.ladder.queue.blocks import BlockPlayer
from serai.ladder.ratings.sprt import Hypotheses, Sprt, Verdict, block_score
from serai.referee.clock import TimeControl
from serai.referee.core.luck import DEAL_BYTES

EXIT_CODES: dict[Verdict, int] = {"better": 0, "not better": 1, "undecided": 4}


def run(
    new: str,
    old: str,
    game: str,
    field: Sequence[str],
    hypotheses: Hypotheses,
    blocks: int,
    deal: bytes | None,
    settings: Mapping[str, str],
    control: TimeControl | None,
    in_flight: int,
    as_json: bool,
) -> int:
    """Play until the test is over or the blocks are; print how it ended and return the exit code."""
    packages = registry.find_all([new, old, *field])
    bots = [package.bot for package in packages]
    if bots[0].version == bots[1].version:
        raise UserProblem(f"{new} and {old} are the same version, {bots[0]}: there is nothing to test")
    first = secrets.token_bytes(DEAL_BYTES) if deal is None else deal
    plan, deal_of = casual_plan(game, bots, blocks, settings, control or TimeControl(), in_flight, first)
    for package in packages:
        registry.install(package)
    test = _Test(plan, hypotheses)
    with progress("testing", blocks) as shown, BlockPlayer() as player:
        test.shown = shown
        player.play(plan, range(blocks), deal_of, on_block=test.on_block, stop=test.over)
    if as_json:
        say_json(test.as_json())
    else:
        test.show()
    return EXIT_CODES[test.sprt.verdict]


class _Test:
    """The test and what it takes in: blocks in schedule order, whichever is over first, and none after the verdict."""

    def __init__(self, plan: Plan, hypotheses: Hypotheses) -> None:
        self.sprt = Sprt(hypotheses)
        self.over = threading.Event()
        self.shown: ProgressDisplay | None = None
        self._plan = plan
        self._waiting: dict[int, list[GameRecord]] = {}
        self._retired: Counter[int] = Counter()

    def on_block(self, index: int, games: list[GameRecord]) -> None:
        """Take in a block as soon as all before it are in: short games must not count before long ones."""
        self._waiting[index] = games
        while self.sprt.verdict == "undecided" and self.sprt.blocks in self._waiting:
            self._take(self.sprt.blocks, self._waiting.pop(self.sprt.blocks))
        if self.sprt.verdict != "undecided":
            self.over.set()
        if self.shown is not None:
            self.shown.at(self.sprt.blocks, self._so_far())

    def _take(self, index: int, games: Sequence[GameRecord]) -> None:
        facts, seatings = [game.fact for game in games], list(self._plan.blocks[index].seatings())
        for fact in facts:
            causes = [seat["cause"] for seat in fact["seats"]]
            self._retired.update(bot for bot, cause in zip(seatings[fact["rotation"]], causes, strict=True) if cause)
        self.sprt.add(block_score(facts, seatings))

    def _both(self) -> tuple[BotVersion, BotVersion]:
        return self._plan.bots[0], self._plan.bots[1]

    def _so_far(self) -> str:
        if not self.sprt.blocks:
            return ""
        low, high = self.sprt.hypotheses.bounds()
        return f"ratio {self.sprt.ratio:+.2f} within {low:.2f} and {high:.2f}, {self.sprt.interval()[0]:+.0f} Elo"

    def as_json(self) -> dict[str, Any]:
        low, high = self.sprt.hypotheses.bounds()
        new, old = self._both()
        points = self.sprt.interval() if self.sprt.blocks else (None, None, None)
        return {
            "verdict": self.sprt.verdict,
            "ratio": round(self.sprt.ratio, 4),
            "low_bound": round(low, 4),
            "high_bound": round(high, 4),
            "blocks": self.sprt.blocks,
            "games": self.sprt.blocks * self._plan.seats,
            "score": round(self.sprt.score, 4) if self.sprt.blocks else None,
            **dict(zip(("difference", "low", "high"), (p and round(p, 1) for p in points), strict=True)),
            "retirements": {"new": self._retired[0], "old": self._retired[1]},
            "new": {"bot": new.name, "version": new.version},
            "old": {"bot": old.name, "version": old.version},
            "game": self._plan.game,
            "epoch": self._plan.epoch,
            "options": dict(self._plan.settings),
        }

    def show(self) -> None:
        new, old = self._both()
        test, of = self.sprt, self.sprt.hypotheses
        low, high = of.bounds()
        say(f"{self._plan.game}, epoch {self._plan.epoch}: {new} against {old}", "bold")
        say(f"  tested      {of.elo0:+g} Elo (not better) against {of.elo1:+g} (better)")
        say(f"  played      {counted(test.blocks, 'block')}, {counted(test.blocks * self._plan.seats, 'game')}")
        if test.blocks:
            middle, below, above = test.interval()
            say(f"  {new.name} scored {test.score:.1%}, {middle:+.0f} Elo, 95 % interval {below:+.0f} to {above:+.0f}")
        say(f"  evidence    {test.ratio:+.2f}, not better below {low:.2f}, better above {high:.2f}")
        retired = [f"{bot.name} {self._retired[at]}" for at, bot in enumerate((new, old)) if self._retired[at]]
        if retired:
            say(f"  retired     {', '.join(retired)}", "red")
        say(f"{new} is {test.verdict}" if test.verdict != "undecided" else "undecided: more --blocks may tell", "bold")
