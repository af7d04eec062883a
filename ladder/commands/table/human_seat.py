"""A seat that a person plays: the referee asks it as it asks any bot, and it is shown what its seat may know alone."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Sequence

from serai.ladder.commands.table.draft import Draft
from serai.ladder.commands.table.menu import LEAVE, UNDO
from serai.ladder.commands.table.person import Ask, Asked, rule_lines
from serai.referee.core.agenda import Action, Event
from serai.referee.core.errors import IllegalAction
from serai.referee.core.telling import Teller, in_words
from serai.referee.match import Cause, Fault, Question
from serai.server.seated_bot import SeatedBot
from serai.server.stall_clock import StallClock
from serai.server.stream import Listener, Place, Stream
from serai.v1 import referee_pb2 as pb


class HumanSeat(SeatedBot):
    """The person as the sitting knows them."""

    def __init__(self, listener: Listener, ask: Ask, names: Sequence[str]) -> None:
        super().__init__()
        self._own = self.stream = HumanStream(listener, ask, names)

    @property
    def luck_name(self) -> str:
        return "human"

    @property
    def output(self) -> str:
        return ""

    def is_on(self, stream: Stream) -> bool:
        return stream is self._own

    async def exit_fault(self) -> Fault:
        return Fault(Cause.DISCONNECT, "the person has left the table")


class HumanStream(Stream):
    """Takes questions as objects: nothing goes over a wire. The person thinks in a thread, so that clocks go on."""

    def __init__(self, listener: Listener, ask: Ask, names: Sequence[str]) -> None:
        super().__init__(pb.Hello(), StallClock(), listener)
        self._person = ask
        self._names = names
        self._loop = asyncio.get_running_loop()
        self._ready: deque[Action] = deque()

    def start(self, message: bytes) -> None:
        """Nothing has to be told: the first question shows the table."""

    def end(self, place: Place, message: bytes) -> None:
        """Nothing has to be told: the result is printed."""

    def fault(self, fault: Fault, handle: int = 0, question_id: int = 0) -> None:
        """Nothing has to be told: the person knows that they left."""

    def withdraw(self, question_id: int) -> bool:
        return True

    def ask(self, question_id: int, question: Question, message: bytes) -> None:
        """Answer at once what the person has decided already; otherwise let them think."""
        del question_id, message  # a person reads no messages
        self._listener.sent([question], time.monotonic())
        if self._ready:
            self._loop.call_soon(self._reply, question, self._ready.popleft())
            return
        draft = Draft(question.match.game, question.match.state, question.seat)
        thinking = threading.Thread(
            target=self._think, args=(question, draft, question.events), name="person", daemon=True
        )
        thinking.start()

    def _think(self, question: Question, draft: Draft, events: Sequence[Event]) -> None:
        try:
            left = not self._decide(question, draft, events)
        except BaseException as error:
            self._loop.call_soon_threadsafe(
                self._loop.call_exception_handler, {"message": "a seat", "exception": error}
            )
            left = True
        self._loop.call_soon_threadsafe(self._leave if left else self._decided, *(() if left else (question, draft)))

    def _decide(self, question: Question, draft: Draft, events: Sequence[Event]) -> bool:
        """Ask until an answer is final; False if the person leaves."""
        message = ""
        while True:
            asked = self._asked(question, draft, events, message)
            chosen = self._person(asked)
            events, message = (), ""
            if chosen == LEAVE:
                return False
            if chosen == UNDO:
                draft.undo()
                continue
            try:
                action = self._action(question, draft, chosen)
            except (IllegalAction, ValueError) as error:
                message = f"that is not allowed: {error}"
                continue
            if not draft.answer(action):
                return True
            events = draft.events

    def _asked(self, question: Question, draft: Draft, events: Sequence[Event], message: str) -> Asked:
        game, seat = question.match.game, question.seat
        spoken = game.spoken(draft.state)
        teller = Teller(game.events, self._names, spoken)
        return Asked(
            picture=game.picture(game.view(draft.state, seat), self._names),
            told=[teller.tell(event) for event in events],
            options=[f"{game.actions.say(option)}  {in_words(option, spoken)}".rstrip() for option in draft.options],
            rule=rule_lines(draft.asked, draft.options, game.name),
            can_undo=draft.can_undo,
            is_open=bool(draft.asked.open_ended),
            message=message,
        )

    @staticmethod
    def _action(question: Question, draft: Draft, chosen: int | str) -> Action:
        """The action that an answer stands for; IllegalAction or ValueError if it is none."""
        if isinstance(chosen, int):
            return draft.options[chosen]
        action: Action = question.match.game.actions.read(chosen)
        draft.asked.check(draft.state, question.seat, action)
        return action

    def _decided(self, question: Question, draft: Draft) -> None:
        self._ready.extend(draft.actions)
        self._reply(question, self._ready.popleft())

    def _reply(self, question: Question, action: Action) -> None:
        self._listener.answered(question, action, max(0.0, time.monotonic() - question.sent))

    def _leave(self) -> None:
        self.close()
        self._listener.lost(self)
