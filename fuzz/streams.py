"""Messages to the referee: a hostile bot at a table with an honest one, both on real streams.

Whatever the hostile one sends, in whatever order and at whatever time: the game ends, its record verifies, and the
honest seat is not retired.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from fuzz.found import Found
from fuzz.mutations import mutated
from serai.referee.clock import TimeControl
from serai.referee.core.agenda import Action
from serai.referee.core.game import Game
from serai.referee.games import GAMES
from serai.referee.match import Cause, Fault, Match, Question, Retirement
from serai.referee.replay import Replay, record, verify
from serai.server.codec import CODECS
from serai.server.messages import MatchMessages
from serai.server.stall_clock import StallClock
from serai.server.stream import Place, Stream
from serai.v1 import referee_pb2 as pb

HOSTILE = 0
AFTERWARDS = 100  # messages of one who was retired before
WRONG = (0.01, 0.05, 0.4)  # of what the hostile bot sends; it differs by game, so that some get far
SLOW = 0.2  # of the games: the hostile bot reads only now and then
MOST_UNREAD = 1 << 20  # bytes that may wait for a bot that does not read
PLAYED_OUT = 10  # every so many games are played to their end also when the hostile bot has no more to say


class Table:
    """A match with a real stream for every seat, which does what a sitting does with what they report."""

    def __init__(self, game: Game, seats: int, settings: dict[str, str], chance: random.Random) -> None:
        self.match = Match(game, seats, chance.randbytes(32), settings, TimeControl())
        self.time = 100.0
        self._messages = MatchMessages(self.match)
        clock = StallClock(lambda: self.time)
        read_action = CODECS[game.name].read_action
        self.streams = [Stream(pb.Hello(max_games=64), clock, self) for _ in range(seats)]
        self.places = [stream.add_place((self.match, at), read_action) for at, stream in enumerate(self.streams)]
        self.is_closed = False

    def ask(self) -> None:
        """Ask what is due, as a live game does."""
        for question in self.match.questions():
            place, stream = self.places[question.seat], self.streams[question.seat]
            number = place.next_question_id()
            stream.ask(number, question, self._messages.question(question, number, place.handle))

    def open(self, seat: int) -> int:
        """Return how many options the open question of a seat has; 0 if none is open."""
        question = self.match.open_question(seat)
        return 0 if question is None else len(question.options)

    def say(self, seat: int, data: bytes, reads: bool = True) -> None:
        """Let a seat's bot send something, and before that read what there is for it."""
        if reads:
            self.read(seat)
        self.streams[seat].receive(data)

    def read(self, seat: int) -> None:
        unread = len(self.streams[seat].next_message())
        assert unread <= MOST_UNREAD, f"{unread} bytes were waiting for a bot that does not read"

    def retire(self, seat: int, fault: Fault) -> None:
        question, place = self.match.open_question(seat), self.places[seat]
        if question is not None:
            self.streams[seat].withdraw(place.question_id)
        self.match.retire(
            Retirement(seat, fault.cause, len(self.match.decisions), fault.text, "{}" if question else "")
        )
        self.streams[seat].fault(fault, place.handle, place.question_id)

    # What the streams report

    def sent(self, questions: Sequence[Question], now: float) -> None:
        for question in questions:
            self.match.sent(question, now)

    def answered(self, question: Question, choice: int | Action, seconds: float) -> None:
        if question.seat in self.match.retirements:
            return
        try:
            self.match.answer(question, choice, seconds)
        except Fault as fault:
            self.retire(question.seat, fault)
        self.ask()

    def faulted(self, stream: Stream, place: Place | None, fault: Fault, evidence: str) -> None:
        seat = self.streams.index(stream)
        self.is_closed = self.is_closed or place is None
        if seat not in self.match.retirements:
            self.retire(seat, fault)
        self.ask()

    def lost(self, stream: Stream) -> None:
        self.faulted(stream, None, Fault(Cause.DISCONNECT, "it said goodbye"), "")


def fuzz_streams(count: int, seed: str) -> Found:
    """Send so many messages, in games of all kinds."""
    found, chance, number = Found("streams"), random.Random(seed), 0
    games = list(GAMES.values())
    while found.sent < count:
        game = games[number % len(games)]
        seats, chosen = next(iter(game.all_seat_counts().items()))
        number += 1
        sent = list[bytes]()
        try:
            table = Table(game, seats, dict(choice.split("=") for choice in chosen), chance)
            _play(table, chance, found, sent, to_the_end=number % PLAYED_OUT == 0)
        except Exception as error:  # whatever it is, it is what is looked for
            found.fail(sent[-1:], error)
            if len(found.failures) > 5:
                break
    return found


def _play(table: Table, chance: random.Random, found: Found, sent: list[bytes], to_the_end: bool) -> None:
    """Play a game: the honest seats at random, the hostile one now right, now wrong."""
    table.ask()
    afterwards, reads, wrong = 0, 0.1 if chance.random() < SLOW else 1.0, chance.choice(WRONG)
    while not table.match.over:
        is_out = HOSTILE in table.match.retirements
        if not table.is_closed and (table.open(HOSTILE) or (is_out and afterwards < AFTERWARDS)):
            afterwards += is_out
            table.time += chance.choice((0.0, 0.0, 0.001, 0.1))
            _attack(table, chance, found, sent, wrong, chance.random() < reads)
        elif is_out and not to_the_end:
            break
        for seat in range(1, table.match.seats):
            if options := table.open(seat):
                answer = pb.Answer(question_id=table.places[seat].question_id, option=chance.randrange(options))
                table.say(seat, pb.PlayRequest(answers=[answer]).SerializeToString())
    table.read(HOSTILE)
    assert set(table.match.retirements) <= {HOSTILE}, "an honest seat was retired"
    if table.match.over:
        replay = record(table.match)
        verify(table.match.game, Replay.from_json(replay.as_json()))
        found.came_to["games verified"] += 1


def _attack(table: Table, chance: random.Random, found: Found, sent: list[bytes], wrong: float, reads: bool) -> None:
    """Send one message of the hostile bot: right, late, twice, or mutated; without reading, if it is slow."""
    number = table.places[HOSTILE].question_id + (
        chance.choice((-1, 1, 1 << 20, -(1 << 20))) if chance.random() < wrong else 0
    )
    answer = pb.Answer(question_id=max(0, number), option=chance.randrange(max(1, table.open(HOSTILE))))
    question = table.match.open_question(HOSTILE)
    if question is not None and chance.random() < 0.3:
        action = pb.Action()
        name = table.match.game.name
        getattr(action, name).MergeFromString(CODECS[name].action(chance.choice(question.options)))
        answer = pb.Answer(question_id=answer.question_id, action=action)
    right = pb.PlayRequest(answers=[answer] * chance.choice((1, 1, 1, 2))).SerializeToString()
    data = right if chance.random() >= wrong else mutated(right, chance, sent[-20:])
    sent.append(data)
    before = HOSTILE in table.match.retirements
    table.say(HOSTILE, data, reads)
    now = HOSTILE in table.match.retirements
    found.note("closed the stream" if table.is_closed else "retired" if now and not before else "taken or ignored")
