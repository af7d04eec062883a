"""What a codec is: the one place that knows both the rules of a game and its messages.

Sections of a view, actions and events are encoded by pure functions of their values and remembered by those
values: nothing is encoded twice, and there are no dirty flags in the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from serai.referee.core.agenda import Action, Event
from serai.server.codec.cache import Interned, Records
from serai.server.codec.wire import field, tag, varint
from serai.v1 import referee_pb2 as pb

_QUESTION_EVENTS = pb.Question.EVENTS_FIELD_NUMBER
_QUESTION_VIEW = tag(pb.Question.VIEW_FIELD_NUMBER)
_QUESTION_OPTIONS = pb.Question.OPTIONS_FIELD_NUMBER
_QUESTION_CLOCK = varint(pb.Question.CLOCK_MILLISECONDS_FIELD_NUMBER << 3)
_QUESTION_WORLD = pb.Question.WORLD_FIELD_NUMBER
_QUESTION_ID = varint(pb.Question.QUESTION_ID_FIELD_NUMBER << 3)
_QUESTION_HANDLE = varint(pb.Question.GAME_HANDLE_FIELD_NUMBER << 3)
_RESPONSE_QUESTION = tag(pb.PlayResponse.QUESTIONS_FIELD_NUMBER)


class Codec:
    """Rules to messages and back, for one game."""

    def __init__(
        self,
        game: str,
        view: Callable[[Any], bytes],
        action: Callable[[Any], bytes],
        event: Callable[[Any], bytes],
        board: Callable[[Any], bytes],
        read_action: Callable[[Any], Action],
    ) -> None:
        self.game = game
        self.view = view
        self.action = action
        self.event = event
        self.board = board
        self._read_action = read_action
        self._number = pb.View.DESCRIPTOR.fields_by_name[game].number
        self._tag = tag(self._number)
        self._options = Interned(self._encode_option).encoded
        # An event in wire form, as a field of a Question.
        self.event_field: Callable[[Event], bytes] = Records(self._encode_event_field).encoded

    def question(
        self,
        question_id: int,
        handle: int,
        events: bytes,
        view: Any,
        options: list[Action],
        clock: int,
        world: bytes | None = None,
    ) -> bytes:
        """One question, as a field of a PlayResponse; `events` are in wire form."""
        seen = self.view(view)
        game = self._tag + varint(len(seen))
        parts = [
            _QUESTION_ID + varint(question_id) + _QUESTION_HANDLE + varint(handle),
            events,
            _QUESTION_VIEW + varint(len(game) + len(seen)) + game,
            seen,
            *self._options(options),
            _QUESTION_CLOCK + varint(clock),
        ]
        if world is not None:
            parts.append(field(_QUESTION_WORLD, world))
        body = b"".join(parts)
        return _RESPONSE_QUESTION + varint(len(body)) + body

    def read_action(self, action: pb.Action) -> Action:
        """The action a bot sent: ValueError when it is none of this game's, IllegalAction when its numbers say nothing.

        Other numbers out of range are read, for the rules to refuse.
        """
        if action.WhichOneof("game") != self.game:
            raise ValueError(f"the action is {action.WhichOneof('game')!r}'s, the game is {self.game!r}")
        return self._read_action(getattr(action, self.game))

    def started_board(self, state: Any) -> pb.Board:
        """The static board, for GameStarted."""
        return pb.Board.FromString(field(self._number, self.board(state)))

    def event_message(self, event: Event) -> pb.Event:
        return pb.Event.FromString(field(self._number, self.event(event)))

    def _encode_option(self, action: Action) -> bytes:
        return field(_QUESTION_OPTIONS, field(self._number, self.action(action)))

    def _encode_event_field(self, event: Event) -> bytes:
        return field(_QUESTION_EVENTS, field(self._number, self.event(event)))
