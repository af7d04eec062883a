"""CODECS: one for each game, in the module of its name."""

from __future__ import annotations

from importlib import import_module

from serai.referee.games import GAMES
from serai.server.codec.base import Codec


def _codec(game: str) -> Codec:
    codec: Codec = import_module(f"serai.server.codec.{game}").CODEC
    return codec


CODECS: dict[str, Codec] = {game: _codec(game) for game in GAMES}
