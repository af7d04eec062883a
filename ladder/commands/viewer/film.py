"""A recorded game from beginning to end, as somebody may know it: every move with the table after it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from serai.ladder.commands.replay.evidence import evidence
from serai.ladder.commands.replay.show import walk_of
from serai.ladder.commands.replay.walk import Eyes, Move
from serai.ladder.model.game_record import GameRecord
from serai.ladder.plain_text import one_line
from serai.referee.core.game import Items
from serai.referee.core.picture import Picture, plain, who

_REMEMBERED = 512  # pictures


class Film:
    """All moves of a game as these eyes see it; ReplayError if it cannot be played again.

    `name` is what other commands find the game by.
    """

    def __init__(self, game: GameRecord, eyes: Eyes, name: str = "") -> None:
        self._eyes = eyes
        self._name = name
        self._walk = walk = walk_of(game, eyes)
        self.moves: list[Move] = []
        self._states: list[Any] = []
        for move in walk.moves():
            self.moves.append(move)
            self._states.append(walk.snapshot())
        self.names = walk.names
        self.legend = walk.legend
        self.items: Items = walk.items()
        self.retirements = walk.retirements()
        self.picture = lru_cache(_REMEMBERED)(self._draw)
        self._title = lru_cache(None)(lambda at: walk.title(self._states[at]))

    @property
    def last(self) -> int:
        return len(self.moves) - 1

    def _draw(self, at: int) -> Picture:
        """The table after a move."""
        return self._walk.picture(self._states[at])

    def retired(self, at: int) -> list[str]:
        """Who was retired after a move, and why."""
        found = [retirement for retirement in self.retirements if retirement["after"] == at]
        return [f"{who(self.names, r['seat'])} is RETIRED ({r['cause']}) {one_line(r['text'])}".rstrip() for r in found]

    def evidence(self, at: int) -> list[str]:
        """Why seats were retired after a move, as far as these eyes may know."""
        found = [r for r in self.retirements if r["after"] == at and self._eyes.see_answers_of(r["seat"])]
        return [line for r in found for line in evidence(self._name, self._walk, r)]

    def phase(self, at: int) -> tuple[str, int | None]:
        """Where in the game we are, and who decides next."""
        return self._title(at), self.moves[at + 1].seat if at < self.last else None

    def says(self, at: int, words: str) -> bool:
        """Whether a move, what came of it or the heading has these words, in small letters."""
        move = self.moves[at]
        seat = "" if move.seat is None else who(self.names, move.seat)
        told = (seat, move.action or "", *move.told, *self.retired(at))
        return words in plain("\n".join(told)).lower()
