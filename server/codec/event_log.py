"""The events of one game in wire form, encoded once for all seats; what is secret, once for each seat that is told."""

from __future__ import annotations

from serai.referee.match import Match
from serai.server.codec.base import Codec


class Chronicle:
    """Follows the journal of a match."""

    def __init__(self, match: Match, codec: Codec) -> None:
        assert match.state.journal is not None
        self._journal = match.state.journal
        self.codec = codec
        self._told: list[bytes] = []
        self._secret: list[int] = []

    def told(self, seat: int, since: int, until: int) -> bytes:
        """The events from `since` up to `until` as the seat may know them: fields of a Question."""
        if until > len(self._told):
            self._catch_up()
        told = self._told[since:until]
        for number in reversed(self._secret):
            if number < since:
                break
            if number < until:
                told[number - since] = self.codec.told(self._journal[number].seen_by(seat))
        return b"".join(told)

    def _catch_up(self) -> None:
        for event in self._journal[len(self._told) :]:
            if event.secret:
                self._secret.append(len(self._told))
                self._told.append(b"")
            else:
                self._told.append(self.codec.told(event))
