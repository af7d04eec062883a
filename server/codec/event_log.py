"""The events of one game in wire form, encoded once for all seats; secret ones once more for those who know them."""

from __future__ import annotations

from collections.abc import Sequence

from serai.referee.core.agenda import Event
from serai.server.codec.base import Codec


class EventLog:
    """Follows a journal as it grows."""

    def __init__(self, journal: Sequence[Event], codec: Codec) -> None:
        self._journal = journal
        self._codec = codec
        self._encoded: list[bytes] = []
        self._secret: list[int] = []

    def encoded(self, seat: int, since: int, until: int) -> bytes:
        """Return the events from `since` up to `until` as the seat may know them: fields of a Question."""
        if until > len(self._encoded):
            self._catch_up()
        events = self._encoded[since:until]
        for number in reversed(self._secret):
            if number < since:
                break
            if number < until and self._journal[number].is_known_to(seat):
                events[number - since] = self._codec.event_field(self._journal[number])
        return b"".join(events)

    def _catch_up(self) -> None:
        for event in self._journal[len(self._encoded) :]:
            if event.secret:
                self._secret.append(len(self._encoded))
            self._encoded.append(self._codec.event_field(event.seen_by(None) if event.secret else event))
