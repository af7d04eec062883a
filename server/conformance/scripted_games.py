"""Games on the stream of a bot under test: single questions, and whole games against random seats."""

from __future__ import annotations

from random import Random
from time import monotonic

from google.protobuf.message import Message

from serai.referee.core.agenda import Action
from serai.referee.core.game import Game
from serai.referee.match import Match, Question
from serai.server.codec import CODECS
from serai.server.codec.wire import field, number_field
from serai.server.conformance.bot_under_test import BotUnderTest
from serai.server.conformance.sample_questions import SampleQuestion
from serai.server.conformance.stream_checks import Asked
from serai.server.messages import MatchMessages
from serai.v1 import referee_pb2 as pb

PLENTY = 121_000  # milliseconds on the clock of a seat that has just begun
RETIRED = "retired by the examiner, to see whether the bot goes on elsewhere"
# Fields that no version of the protocol has: a number, some bytes, and a large number.
UNKNOWN = number_field(1900, 7) + field(1901, b"new") + number_field(1902, 1 << 40)


def padded(message: Message, *path: str) -> bytes:
    """Return the message in wire form, with unknown fields added to what the path leads to."""
    if not path:
        return message.SerializeToString() + UNKNOWN
    number = message.DESCRIPTOR.fields_by_name[path[0]].number
    found = getattr(message, path[0])
    inner = [found] if isinstance(found, Message) else list(found)
    rest = type(message).FromString(message.SerializeToString())
    rest.ClearField(path[0])
    return rest.SerializeToString() + b"".join(field(number, padded(part, *path[1:])) for part in inner)


class SampleGame:
    """A game of one sample question: it starts, its question is asked, it ends."""

    def __init__(self, bot: BotUnderTest, sample: SampleQuestion, handle: int | None = None) -> None:
        self._bot = bot
        self._sample = sample
        self.handle = bot.next_handle() if handle is None else handle

    def started(self) -> bytes:
        return self._sample.started(self.handle, self._bot.limits.control)

    def question(self, number: int | None = None, clock: int = PLENTY) -> bytes:
        number = self._bot.next_question() if number is None else number
        encoded = self._sample.question(number, self.handle, clock)
        self._bot.checks.ask(Asked(number, self.handle, encoded, self._sample.codec, self._sample.judge))
        return encoded

    def ended(self, deal: bytes = b"") -> bytes:
        self._bot.checks.withdraw(self.handle)
        return self._sample.ended(self.handle, deal)

    def retired(self, cause: int = pb.FAULT_CAUSE_TIME) -> bytes:
        """Return a fault that takes the seat from the bot, and its open question too."""
        self._bot.checks.withdraw(self.handle)
        fault = pb.Fault(game_handle=self.handle, text=RETIRED)
        return _fault(fault, cause)


def _fault(fault: pb.Fault, cause: int) -> bytes:
    """Return a fault with any number for its cause, also one that this version of the protocol does not name."""
    return field(
        pb.PlayResponse.FAULTS_FIELD_NUMBER,
        fault.SerializeToString() + number_field(pb.Fault.CAUSE_FIELD_NUMBER, cause),
    )


class WholeGame:
    """A real match in which the bot has one seat and the others choose by chance."""

    def __init__(self, bot: BotUnderTest, game: Game, deal: bytes) -> None:
        seats, wanted = next(iter(game.all_seat_counts().items()))
        self._bot = bot
        self._chance = Random(deal)
        self._match = Match(game, seats, deal, dict(choice.split("=") for choice in wanted), bot.limits.control)
        self._messages = MatchMessages(self._match)
        self._seat = 0
        self.handle = bot.next_handle()
        if bot.hello.worlds:
            self._messages.send_worlds(self._seat, self._messages.luck_of(self._seat, ""))

    def started(self) -> bytes:
        return self._messages.started(self.handle, self._seat)

    def question(self) -> bytes:
        """Return the bot's next question; nothing when the game is over."""
        mine: Question | None = None
        while mine is None and not self._match.over:
            for question in self._match.questions():
                if question.seat == self._seat:
                    mine = question
                else:
                    self._choose_for(question)
        return b"" if mine is None else self._ask(mine)

    def _choose_for(self, question: Question) -> None:
        self._match.sent(question, 0.0)
        self._match.answer(question, self._chance.randrange(len(question.options)), 0.0)

    def _ask(self, question: Question) -> bytes:
        match, number = self._match, self._bot.next_question()
        encoded = self._messages.question(question, number, self.handle)
        match.sent(question, monotonic())

        def take(choice: int | Action) -> None:
            match.answer(question, choice, monotonic() - question.sent)

        self._bot.checks.ask(Asked(number, self.handle, encoded, CODECS[match.game.name], take))
        return encoded

    def ended(self) -> bytes:
        """Return the result; of a game that is not over, as if the bot's seat had been played out."""
        self._bot.checks.withdraw(self.handle)
        return self._messages.ended(self.handle, self._seat, reveals=True)
