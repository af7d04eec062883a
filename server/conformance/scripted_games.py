"""Games on the stream of a bot under examination: single moments, and whole games against random seats."""

from __future__ import annotations

from random import Random
from time import monotonic

from google.protobuf.message import Message

from serai.referee.core.agenda import Action
from serai.referee.core.game import Game
from serai.referee.match import Match, Question
from serai.server.codec import CODECS
from serai.server.codec.event_log import Chronicle
from serai.server.codec.wire import field, number_field
from serai.server.conformance.bot_under_test import Examinee
from serai.server.conformance.sample_questions import Moment, introduction
from serai.server.conformance.stream_checks import Asked
from serai.v1 import referee_pb2 as pb

PLENTY = 121_000  # milliseconds on the clock of a seat that has just begun
RETIRED = "retired by the examiner, to see whether the bot goes on elsewhere"
# Fields that no version of the protocol has: a number, some bytes, and a large number.
UNKNOWN = number_field(1900, 7) + field(1901, b"new") + number_field(1902, 1 << 40)


def padded(message: Message, *path: str) -> bytes:
    """The message in wire form, with unknown fields added to what the path leads to."""
    if not path:
        return message.SerializeToString() + UNKNOWN
    number = message.DESCRIPTOR.fields_by_name[path[0]].number
    found = getattr(message, path[0])
    inner = [found] if isinstance(found, Message) else list(found)
    rest = type(message).FromString(message.SerializeToString())
    rest.ClearField(path[0])
    return rest.SerializeToString() + b"".join(field(number, padded(part, *path[1:])) for part in inner)


class MomentTable:
    """A game that is shown at one moment only: it begins, its question is asked, it ends."""

    def __init__(self, bot: Examinee, moment: Moment, handle: int | None = None) -> None:
        self._bot = bot
        self._moment = moment
        self.handle = bot.next_handle() if handle is None else handle

    def started(self) -> bytes:
        introduction = self._moment.started(self.handle, self._bot.limits.control)
        return pb.PlayResponse(games_started=[introduction]).SerializeToString()

    def question(self, number: int | None = None, clock: int = PLENTY) -> bytes:
        number = self._bot.next_question() if number is None else number
        encoded = self._moment.question(number, self.handle, clock)
        self._bot.conduct.ask(Asked(number, self.handle, encoded, self._moment.codec, self._moment.judge))
        return encoded

    def ended(self, deal: bytes = b"") -> bytes:
        self._bot.conduct.withdraw(self.handle)
        seats = self._moment.seats
        ended = pb.GameEnded(game_handle=self.handle, points=[0] * seats, ranks=[1] * seats, deal=deal)
        return pb.PlayResponse(games_ended=[ended]).SerializeToString()

    def retired(self, cause: int = pb.FAULT_CAUSE_TIME) -> bytes:
        """The seat is taken from the bot, and so is its open question."""
        self._bot.conduct.withdraw(self.handle)
        fault = pb.Fault(game_handle=self.handle, text=RETIRED)
        return _fault(fault, cause)


def _fault(fault: pb.Fault, cause: int) -> bytes:
    """A fault with any number for its cause, also one that this version of the protocol does not name."""
    return field(
        pb.PlayResponse.FAULTS_FIELD_NUMBER,
        fault.SerializeToString() + number_field(pb.Fault.CAUSE_FIELD_NUMBER, cause),
    )


class WholeGame:
    """A real match in which the bot has one seat and the others choose by chance."""

    def __init__(self, bot: Examinee, game: Game, deal: bytes) -> None:
        seats, wanted = next(iter(game.all_seat_counts().items()))
        self._bot = bot
        self._chance = Random(deal)
        self._control = bot.limits.control
        self._match = Match(game, seats, deal, dict(choice.split("=") for choice in wanted), self._control)
        self._chronicle = Chronicle(self._match, CODECS[game.name])
        self._seat = 0
        self.handle = bot.next_handle()

    def started(self) -> bytes:
        match = self._match
        told = introduction(
            *(match.game, match.state, match.seats, match.settings, match.deal),
            *(self._control, self.handle, self._seat),
        )
        return pb.PlayResponse(games_started=[told]).SerializeToString()

    def question(self) -> bytes:
        """The bot's next question; nothing when the game is over."""
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
        match, seat = self._match, self._seat
        question.id = self._bot.next_question()
        encoded = CODECS[match.game.name].question(
            *(question.id, self.handle, self._chronicle.told(seat, question.since, question.until)),
            *(match.game.view(match.state, seat), question.options, match.clocks[seat].next_milliseconds),
        )
        match.sent(question, monotonic())

        def take(choice: int | Action) -> None:
            match.answer(question, choice, monotonic())

        self._bot.conduct.ask(Asked(question.id, self.handle, encoded, CODECS[match.game.name], take))
        return encoded

    def ended(self) -> bytes:
        """The result; of a game that is not over, as if the bot's seat had been played out."""
        self._bot.conduct.withdraw(self.handle)
        match = self._match
        outcomes = match.outcomes()
        ended = pb.GameEnded(
            game_handle=self.handle,
            points=[outcome.points for outcome in outcomes],
            ranks=[outcome.rank for outcome in outcomes],
            deal=match.deal,
            events=[CODECS[match.game.name].event_message(event) for event in match.news(self._seat)],
        )
        return pb.PlayResponse(games_ended=[ended]).SerializeToString()
