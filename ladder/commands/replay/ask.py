"""The work of `serai replay ask`: find the question, ask the bot, and print what it did."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from serai.ladder.bots import registry
from serai.ladder.commands.console import say, say_json
from serai.ladder.commands.replay.finding import find
from serai.ladder.errors import PlatformProblem, UserProblem
from serai.ladder.model.game_record import GameRecord
from serai.ladder.model.plan import find_game
from serai.ladder.plain_text import one_line
from serai.referee.replay import Replay, ReplayError
from serai.referee.replay_question import ReplayedQuestion, replay_question
from serai.server.bot_process import BotCommand
from serai.server.errors import PlatformError
from serai.server.messages import question_json
from serai.server.single_question import Reply, ask_bot

_MOST_OUTPUT_LINES = 20


def ask(
    reference: str, seat: int, number: int, command: tuple[str, ...], tcp: bool, patience: float | None, as_json: bool
) -> int:
    """Ask, print what came of it, and return the exit code."""
    return ask_program(reference, seat, number, _program(command, tcp), patience, as_json)


def ask_program(
    reference: str, seat: int, number: int, program: BotCommand, patience: float | None, as_json: bool
) -> int:
    """Ask a program, print what came of it, and return the exit code."""
    game, control = find(reference)
    if seat >= len(game.fact["seats"]):
        raise UserProblem(f"there is no seat {seat}: the game has seats 0 to {len(game.fact['seats']) - 1}")
    try:
        replay = Replay.from_json(game.replay)
        asked = replay_question(find_game(replay.game), replay, seat, number, control)
    except ReplayError as error:
        raise UserProblem(str(error)) from None
    program = replace(program, version=game.fact["seats"][seat]["version"])  # its luck is what it was
    retirement = next((r for r in replay.retirements if r["seat"] == seat), None)
    report = _Report(game, asked, retirement, _ask(asked, program, patience))
    if as_json:
        say_json(report.as_json())
    else:
        report.tell()
    return 1 if report.reply.fault else 0


def _program(command: tuple[str, ...], tcp: bool) -> BotCommand:
    """A bot, which is built if it has to be, or a command to be started here."""
    if len(command) == 1 and _is_bot(command[0]):
        [found] = registry.find_all(command)
        registry.install(found)
        return registry.command(found.bot)
    return _command(command, tcp)


def _is_bot(word: str) -> bool:
    """Whether a single word means a bot: a folder, or a name that is no program."""
    return Path(word).is_dir() or ("/" not in word and shutil.which(word) is None)


def _command(command: tuple[str, ...], tcp: bool) -> BotCommand:
    resolved = registry.resolve(command)
    if shutil.which(resolved[0]) is None:
        raise UserProblem(f"{resolved[0]} cannot be started: there is no such program, or it is not executable")
    return BotCommand(resolved[0], resolved, Path.cwd(), "tcp" if tcp else "unix")


def _ask(asked: ReplayedQuestion, program: BotCommand, patience: float | None) -> Reply:
    try:
        return ask_bot(asked, program, patience, *((patience,) if program.attached and patience else ()))
    except PlatformError as error:
        raise PlatformProblem(f"the referee failed: {error}") from error


class _Report:
    """What was asked, what the bot answered, and what the seat did in the game."""

    def __init__(
        self, game: GameRecord, asked: ReplayedQuestion, retirement: Mapping[str, Any] | None, reply: Reply
    ) -> None:
        self.reply = reply
        self._fact = game.fact
        self._seat = asked.question.seat
        self._number = asked.number
        self._say = asked.question.match.game.actions.say
        self._options = [self._say(option) for option in asked.question.options]
        self._recorded = None if asked.answer is None else self._say(asked.answer)
        self._retirement = retirement

    @property
    def _answer(self) -> str | None:
        """What the bot said, in words where it means something."""
        choice = self.reply.choice
        if choice is None:
            return None
        if not isinstance(choice, int):
            return self._say(choice)
        return self._options[choice] if choice < len(self._options) else f"option {choice}"

    @property
    def _chosen(self) -> int | None:
        if isinstance(self.reply.choice, int) and self.reply.choice < len(self._options):
            return self.reply.choice
        return self._options.index(self._answer) if self._answer in self._options else None

    def as_json(self) -> dict[str, Any]:
        fault = self.reply.fault
        return {
            "game": self._fact["game_id"],
            "seat": self._seat,
            "question": self._number,
            "asked": json.loads(question_json(self.reply.question)) if self.reply.question else None,
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
        say(f"  answer    {one_line(self._answer or 'none')}")
        if self.reply.fault is None:
            say(f"  verdict   legal, after {self.reply.seconds:.3f} s", "green")
        else:
            say(f"  verdict   {self.reply.fault.cause}: {one_line(self.reply.fault.text)}", "red")
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
