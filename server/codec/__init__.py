"""CODECS: one per game."""

from __future__ import annotations

from server.codec.codec import Codec
from server.codec.tadmor import CODEC as TADMOR
from server.codec.yspahan import CODEC as YSPAHAN

CODECS: dict[str, Codec] = {codec.game: codec for codec in (YSPAHAN, TADMOR)}
