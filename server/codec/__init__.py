"""CODECS: one for each game, in the module of its name."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from serai.referee.core.on_demand import OnDemand
from serai.referee.games import NAMES
from serai.server.codec.base import Codec


def _codec(game: str) -> Codec:
    codec: Codec = import_module(f"serai.server.codec.{game}").CODEC
    return codec


CODECS: Mapping[str, Codec] = OnDemand(NAMES, _codec)
