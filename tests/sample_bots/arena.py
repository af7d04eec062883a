"""Sample bots at one table without processes: rules, messages and the Bot class are real, only the wire is missing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from queue import SimpleQueue

from serai import Bot
from serai.referee.clock import TimeControl
from serai.referee.core.agenda import Action
from serai.referee.core.luck import bot_luck, commit
from serai.referee.games import GAMES
from serai.referee.match import Match, Outcome, Question
from serai.server.codec import CODECS
from serai.stream import Connection, Conversation
from serai.v1 import referee_pb2 as wire

HANDLE = 1


class Seat:
    """A bot at the table: questions go in as bytes, answers come out as bytes."""

    def __init__(self, match: Match, bot: Bot, seat: int) -> None:
        self.match = match
        self.codec = CODECS[match.game.name]
        self.line = Connection("", iter(()), SimpleQueue())
        self.conversation = Conversation(bot, self.line)
        self.conversation.start(
            wire.GameStarted(
                game_handle=HANDLE,
                game=match.game.name,
                seat=seat,
                seats=match.seats,
                options=match.settings,
                board=self.codec.started_board(match.state),
                commitment=commit(match.deal),
                luck=bot_luck(match.deal, bot.name, seat),
            )
        )

    def answer(self, question: Question) -> int | Action:
        """The place of the option the bot chooses, or an action of its own."""
        seen = self.match.game.view(self.match.state, question.seat)
        events = b"".join(map(self.codec.event_field, question.events))
        asked = self.codec.question(1, HANDLE, events, seen, question.options, clock=0)
        self.conversation.handle(wire.PlayResponse.FromString(asked))
        said = self.line.outbox.get_nowait()
        assert said is not None
        answer = said.answers[0]
        return answer.option if answer.HasField("option") else self.codec.read_action(answer.action)


def play(game: str, bots: Sequence[Bot], deal: bytes, options: Mapping[str, str]) -> Match:
    """One game to its end."""
    match = Match(GAMES[game], len(bots), deal, options, TimeControl())
    seats = [Seat(match, bot, number) for number, bot in enumerate(bots)]
    while not match.over:
        for question in match.questions():
            match.answer(question, seats[question.seat].answer(question), seconds=0.0)
    return match


def block(game: str, bots: Sequence[Bot], deal: bytes, options: Mapping[str, str]) -> Iterator[list[Outcome]]:
    """One deal played once per rotation: how it came out for each bot."""
    for turn in range(len(bots)):
        seated = [*bots[turn:], *bots[:turn]]
        outcomes = play(game, seated, deal, options).outcomes()
        yield [*outcomes[len(bots) - turn :], *outcomes[: len(bots) - turn]]


def deal(number: int) -> bytes:
    return sha256(f"deal {number}".encode()).digest()
