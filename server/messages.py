"""What the referee sends of a game, as bytes: its start, its questions and its end.

Sittings, conformance checks and replayed questions all send what is made here; each message is a PlayResponse with one
field, so several can be joined to one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from google.protobuf.json_format import MessageToJson

from serai.referee.clock import TimeControl
from serai.referee.core.agenda import Event
from serai.referee.core.game import Game
from serai.referee.core.luck import Luck, bot_luck, commit
from serai.referee.match import Match, Question
from serai.referee.world import world, world_luck
from serai.server.codec import CODECS
from serai.server.codec.event_log import EventLog
from serai.server.codec.wire import field
from serai.server.stream import QUESTIONS_PER_GAME
from serai.v1 import referee_pb2 as pb


class MatchMessages:
    """The messages of one match. `handle` is the number by which a seat's stream calls the game."""

    def __init__(self, match: Match) -> None:
        assert match.state.journal is not None
        self._match = match
        self._codec = CODECS[match.game.name]
        self._view = match.game.view
        self._events = EventLog(match.state.journal, self._codec)
        self._lucks: dict[int, str] = {}  # of the seats that are sent worlds

    def send_worlds(self, seat: int, luck: str) -> None:
        """From now on a seat's questions carry a world, drawn with the luck that its bot is told at the start."""
        self._lucks[seat] = luck

    def luck_of(self, seat: int, bot: str) -> str:
        """Return the luck that a bot is told in this seat."""
        return bot_luck(self._match.bots_deal, bot, seat)

    def world(self, seat: int, luck: Luck) -> bytes:
        """Return a position that agrees with all that the seat knows now."""
        return world(self._match.game, self._match.state, seat, luck)

    def started(self, handle: int, seat: int, bot: str = "") -> bytes:
        """Return the GameStarted of a seat, with the luck of the bot (its version) that sits there."""
        return self._started(handle, seat, bot, None)

    def started_again(self, handle: int, seat: int, bot: str) -> bytes:
        """Return the GameStarted of a game that is resumed: with all the seat was told before its open question."""
        return self._started(handle, seat, bot, self._match.events(seat, 0, self._match.told(seat)))

    @cached_property
    def _board(self) -> pb.Board:
        """What never changes, the same for all seats."""
        return self._codec.started_board(self._match.state)

    def _started(self, handle: int, seat: int, bot: str, told: Sequence[Event] | None) -> bytes:
        match = self._match
        return game_started(
            match.game,
            self._board,
            match.settings,
            match.deal,
            match.controls[seat],
            handle=handle,
            seat=seat,
            seats=match.seats,
            bot=bot,
            luck=match.bots_deal,
            told=told,
        )

    def question(self, question: Question, question_id: int, handle: int) -> bytes:
        """Return a Question, with the view and the clock as they are now."""
        return self._question(question, question_id, handle, self._match.clocks[question.seat].next_milliseconds)

    def question_again(self, question: Question, question_id: int, handle: int, spent: float) -> bytes:
        """Return a Question that was sent before; so many seconds of its time are spent."""
        left = self._match.clocks[question.seat].next_milliseconds - int(spent * 1000)
        return self._question(question, question_id, handle, max(0, left))

    def _question(self, question: Question, question_id: int, handle: int, milliseconds: int) -> bytes:
        match, seat = self._match, question.seat
        luck = self._lucks.get(seat)
        return self._codec.question(
            question_id,
            handle,
            self._events.encoded(seat, question.since, question.until),
            self._view(match.state, seat),
            question.options,
            milliseconds,
            self.world(seat, world_luck(luck, question_id % QUESTIONS_PER_GAME)) if luck else None,
        )

    def ended(self, handle: int, seat: int, reveals: bool) -> bytes:
        """Return the GameEnded of a seat, with the deal if it may be revealed and the events it has not seen."""
        match, outcomes = self._match, self._match.outcomes()
        return game_ended(
            match.game,
            handle,
            points=[outcome.points for outcome in outcomes],
            ranks=[outcome.rank for outcome in outcomes],
            deal=match.deal if reveals else b"",
            events=match.unseen_events(seat),
        )


def game_started(
    game: Game,
    board: pb.Board,
    settings: Mapping[str, str],
    deal: bytes,
    control: TimeControl,
    *,
    handle: int,
    seat: int,
    seats: int,
    bot: str = "",
    luck: bytes = b"",
    told: Sequence[Event] | None = None,
) -> bytes:
    """Return a GameStarted; the deal goes into it as its commitment and, unless another deal does, as the bot's luck.

    With what the seat was `told` already it is one of a game that is resumed.
    """
    codec = CODECS[game.name]
    message = pb.GameStarted(
        game_handle=handle,
        game=game.name,
        epoch=game.epoch,
        seat=seat,
        seats=seats,
        options=settings,
        board=board,
        time_control=pb.TimeControl(
            bank_seconds=control.bank, increment_seconds=control.increment, cap_seconds=control.cap
        ),
        commitment=commit(deal),
        luck=bot_luck(luck or deal, bot, seat),
        resumed=told is not None,
        events=[codec.event_message(event) for event in told or ()],
    )
    return field(pb.PlayResponse.GAMES_STARTED_FIELD_NUMBER, message.SerializeToString())


def game_ended(
    game: Game,
    handle: int,
    *,
    points: Sequence[int],
    ranks: Sequence[int],
    deal: bytes = b"",
    events: Iterable[Event] = (),
) -> bytes:
    """Return a GameEnded."""
    message = pb.GameEnded(
        game_handle=handle,
        points=points,
        ranks=ranks,
        deal=deal,
        events=[CODECS[game.name].event_message(event) for event in events],
    )
    return field(pb.PlayResponse.GAMES_ENDED_FIELD_NUMBER, message.SerializeToString())


def question_json(message: bytes) -> str:
    """Return the question in a message as its bot may read it, for the evidence; a world can be drawn again."""
    (question,) = pb.PlayResponse.FromString(message).questions
    question.ClearField("world")
    return MessageToJson(question, preserving_proto_field_name=True, indent=None)
