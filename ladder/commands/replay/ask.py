"""The work of `serai replay ask`: recall the question, let a bot be asked, and tell what it did."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from serai.ladder.bots import registry
from serai.ladder.commands.console import say, say_json
from serai.ladder.errors import PlatformProblem, UserProblem
from serai.ladder.model import game_record
from serai.ladder.model.game_record import GameRecord, is_file
from serai.ladder.model.plan import find_game
from serai.ladder.storage import tournaments
from serai.ladder.storage.store import open_store
from serai.referee.clock import TimeControl
from serai.referee.recall import Recalled, question_number, recall
from serai.referee.replay import Replay, ReplayError
from serai.server.bot_process import BotCommand
from serai.server.errors import PlatformError
from serai.server.single_question import Reply
from serai.server.single_question import ask as put
from serai.server.sitting import as_json as read_question

_MOST_OUTPUT_LINES = 20


def ask(
    reference: str, seat: int, number: int, command: tuple[str, ...], tcp: bool, patience: float | None, as_json: bool
) -> int:
    """Ask and tell; gives the exit code."""
    program = _command(command, tcp)
    game, control = _find(reference)
    if seat >= len(game.fact["seats"]):
        raise UserProblem(f"there is no seat {seat}: the game has seats 0 to {len(game.fact['seats']) - 1}")
    try:
        replay = Replay.from_json(game.replay)
        recalled = recall(find_game(replay.game), replay, seat, number, control)
    except ReplayError as error:
        raise UserProblem(str(error)) from None
    retirement = next((r for r in replay.retirements if r["seat"] == seat), None)
    if retirement is not None and question_number(replay.decisions, retirement) == number:
        _set_clock(recalled, json.loads(retirement["question"]))
    report = _Report(game, recalled, retirement, _put(recalled, program, patience))
    if as_json:
        say_json(report.as_json())
    else:
        report.tell()
    return 1 if report.reply.fault else 0


def _command(command: tuple[str, ...], tcp: bool) -> BotCommand:
    resolved = registry.resolve(command)
    if shutil.which(resolved[0]) is None:
        raise UserProblem(f"{resolved[0]} cannot be started: there is no such program, or it is not executable")
    return BotCommand(resolved[0], resolved, Path.cwd(), "tcp" if tcp else "unix")


def _find(reference: str) -> tuple[GameRecord, TimeControl]:
    """The game, and its time control: that of its tournament; a file does not say it."""
    if is_file(reference):
        return game_record.read(Path(reference)), TimeControl()
    with open_store() as store:
        game = store.game(reference)
        return game, tournaments.load(store, game.identity).control


def _set_clock(recalled: Recalled, asked: Mapping[str, Any]) -> None:
    """What the bank held is known of a question that is kept as evidence."""
    milliseconds = asked.get("clock_milliseconds")
    if isinstance(milliseconds, int):
        clock = recalled.question.match.clocks[recalled.question.seat]
        clock.bank = (milliseconds + 0.5) / 1000 - clock.control.increment


def _put(recalled: Recalled, program: BotCommand, patience: float | None) -> Reply:
    try:
        return put(recalled, program, patience)
    except PlatformError as error:
        raise PlatformProblem(f"the referee failed: {error}") from error


class _Report:
    """What was asked, what the bot answered, and what the seat did in the game."""

    def __init__(
        self, game: GameRecord, recalled: Recalled, retirement: Mapping[str, Any] | None, reply: Reply
    ) -> None:
        self.reply = reply
        self._fact = game.fact
        self._seat = recalled.question.seat
        self._number = recalled.number
        self._say = recalled.question.match.game.actions.say
        self._question = recalled.question
        self._options = [self._say(option) for option in recalled.question.options]
        self._recorded = None if recalled.answer is None else self._say(recalled.answer)
        self._retirement = retirement

    @property
    def _answer(self) -> str | None:
        """What the bot said, in words where it means something."""
        said = self.reply.said
        if said is None:
            return None
        if not isinstance(said, int):
            return self._say(said)
        return self._options[said] if said < len(self._options) else f"option {said}"

    @property
    def _chosen(self) -> int | None:
        if isinstance(self.reply.said, int) and self.reply.said < len(self._options):
            return self.reply.said
        return self._options.index(self._answer) if self._answer in self._options else None

    def as_json(self) -> dict[str, Any]:
        fault = self.reply.fault
        return {
            "game": self._fact["game_id"],
            "seat": self._seat,
            "question": self._number,
            "asked": json.loads(read_question(self.reply.question)) if self.reply.question else None,
            "options": self._options,
            "chosen": self._chosen,
            "answer": self._answer,
            "recorded": self._recorded,
            "legal": fault is None,
            "cause": fault and fault.cause.value,
            "text": fault and fault.text,
            "seconds": round(self.reply.seconds, 3),
            "output": self.reply.output,
        }

    def tell(self) -> None:
        bot = self._fact["seats"][self._seat]["bot"]
        name, title = self._fact["game_id"], self._fact["game"]
        say(f"game {name}: {title}, seat {self._seat} ({bot}), question {self._number}", "bold")
        for place, option in enumerate(self._options):
            chosen = place == self._chosen
            say(f"  {'>' if chosen else ' '} {place:3}  {option}", "bold" if chosen else "")
        say(f"  recorded  {self._recorded or self._why_retired()}")
        say(f"  answer    {self._answer or 'none'}")
        if self.reply.fault is None:
            say(f"  verdict   legal, after {self.reply.seconds:.3f} s", "green")
        else:
            say(f"  verdict   {self.reply.fault.cause}: {self.reply.fault.text}", "red")
            self._tell_output()

    def _why_retired(self) -> str:
        if self._retirement is None:
            return "nothing"
        return f"nothing that counted: retired ({self._retirement['cause']}): {self._retirement.get('text', '')}"

    def _tell_output(self) -> None:
        lines = self.reply.output.strip().splitlines()[-_MOST_OUTPUT_LINES:]
        say(f"  output    {'its last lines:' if lines else 'it wrote nothing'}")
        for line in lines:
            say(f"    | {line}")
