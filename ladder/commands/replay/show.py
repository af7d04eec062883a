"""How `serai replay show` prints a game."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import indent, shorten
from typing import Any

from serai.ladder.commands.console import Column, number, say, say_json, short, table
from serai.ladder.commands.replay.retry_hint import ask_again
from serai.ladder.commands.replay.walk import Eyes, Move, Walk
from serai.ladder.errors import UserProblem
from serai.ladder.model.facts import Fact
from serai.ladder.model.game_record import GameRecord
from serai.ladder.model.plan import find_game
from serai.ladder.plain_text import one_line
from serai.referee.replay import Replay, ReplayError

_PARTS = 3
_LONGEST_QUESTION = 400
_MOST_STDERR_LINES = 20
_ACTION_WIDTH = 28


def show(game: GameRecord, name: str, eyes: Eyes, boards: str, as_json: bool) -> None:
    """Tell the game, for people or for programs; `name` is what other commands find it by."""
    try:
        replay = Replay.from_json(game.replay)
        walk = Walk(find_game(replay.game), replay, eyes)
        if as_json:
            _show_json(game, walk, eyes)
        else:
            _Teller(game.fact, name, walk, boards).tell(eyes)
    except ReplayError as error:
        raise UserProblem(f"the game cannot be played again: {error}") from None


def _show_json(game: GameRecord, walk: Walk, eyes: Eyes) -> None:
    moves = [move.as_json() for move in walk.moves()]
    say_json({"fact": game.fact, "eyes": str(eyes), "moves": moves, "retirements": walk.retirements()})


class _Teller:
    """Prints a game as it goes on."""

    def __init__(self, fact: Fact, name: str, walk: Walk, boards: str) -> None:
        self._fact = fact
        self._game = name
        self._walk = walk
        self._boards = boards
        self._bots = [seat["bot"] for seat in fact["seats"]]
        self._width = max(map(len, self._bots))
        self._heading = ""
        self._turn = 0
        # The table is drawn when so many turns are over; the last picture is that of the end.
        turns = len(walk.replay.turns)
        self._thirds = {turns * part // _PARTS for part in range(1, _PARTS)}
        self._turns_over = 0

    def tell(self, eyes: Eyes) -> None:
        self._introduce(eyes)
        for move in self._walk.moves():
            self._tell_move(move)
            self._tell_retirements(move.number)
            self._draw_if_wanted()
        if self._boards != "none":
            self._draw("The end")
        self._tell_result()
        for retirement in self._walk.retirements():
            if eyes.see_answers_of(retirement["seat"]):
                self._tell_evidence(retirement)

    def _introduce(self, eyes: Eyes) -> None:
        fact = self._fact
        where = f"{fact['tournament']}, block {fact['block']}" if fact["tournament"] else f"block {fact['block']}"
        say(
            f"game {fact['game_id']}: {fact['game']}, epoch {fact['epoch']}, {where}, rotation {fact['rotation']}",
            "bold",
        )
        options = ", ".join(f"{name} {value}" for name, value in fact["options"].items())
        say(f"seen by: {eyes}; options: {options or 'none'}")
        say(f"deal {fact['deal']}")

    def _tell_move(self, move: Move) -> None:
        if move.seat is not None:
            answer = move.action or "decides"
            mark = "  (default answer: retired)" if move.is_default else f"  #{move.question}"
            who = f"{move.seat} {self._bots[move.seat]:{self._width}}"
            say(f"{move.number:5}  {who}  {answer:{_ACTION_WIDTH}} of {move.options}{mark}")
        for event in move.events:
            say(f"{'':9}{'':{self._width}}  · {event}", "dim")
        self._tell_heading()

    def _tell_heading(self) -> None:
        """The first line of the picture says where in the game we are."""
        heading = self._walk.picture().partition("\n")[0]
        if heading != self._heading:
            self._heading = heading
            say(f"\n{heading}", "bold cyan")

    def _tell_retirements(self, decisions: int) -> None:
        for retirement in self._walk.retirements():
            if retirement["after"] == decisions:
                reason = f": {one_line(retirement['text'])}" if retirement["text"] else ""
                say(f"       {self._name(retirement)} is RETIRED ({retirement['cause']}){reason}", "bold red")

    def _name(self, retirement: Mapping[str, Any]) -> str:
        return f"{retirement['seat']} {self._bots[retirement['seat']]}"

    def _draw_if_wanted(self) -> None:
        turn_over = self._walk.turn != self._turn
        if turn_over:
            self._turn = self._walk.turn
            self._turns_over += 1
        wanted = {
            "every": True,
            "turn": turn_over,
            "some": turn_over and self._turns_over - 1 in self._thirds,
            "none": False,
        }
        if wanted[self._boards]:
            self._draw()

    def _draw(self, title: str = "") -> None:
        say()
        if title:
            say(title, "bold cyan")
        say(indent(self._walk.picture(), "    "))
        say()

    def _tell_result(self) -> None:
        columns = [number("rank"), number("seat"), Column("bot", style="bold"), Column("version"), number("points")]
        results = sorted(enumerate(self._fact["seats"]), key=lambda result: result[1]["rank"])
        rows = [
            [str(seat["rank"]), str(at), seat["bot"], short(seat["version"]), str(seat["points"]), seat["cause"] or ""]
            for at, seat in results
        ]
        say()
        table([*columns, Column("retired", style="red")], rows)

    def _tell_evidence(self, retirement: Mapping[str, Any]) -> None:
        """All that is known of why a seat was retired, for the author of its bot."""
        say(f"\nSeat {self._name(retirement)} was retired after {retirement['after']} decisions", "bold red")
        say(f"  cause     {retirement['cause']}: {one_line(retirement['text'])}")
        options = self._walk.options_at(retirement)
        say(f"  options   {'  '.join(options) or 'it was not asked anything'}")
        question = shorten(retirement["question"], _LONGEST_QUESTION, placeholder=" … (--json shows all of it)")
        say(f"  question  {question or 'none was open'}")
        say(f"  answer    {one_line(retirement['answer']) or 'none'}")
        lines = retirement["stderr"].strip().splitlines()[-_MOST_STDERR_LINES:]
        say(f"  output    {'its last lines:' if lines else 'it wrote nothing'}")
        for line in lines:
            say(f"    | {line}")
        again = ask_again(self._game, self._fact, self._walk.replay.decisions, retirement)
        if again:
            say(f"  again     in the folder of the bot:\n    {again}")
