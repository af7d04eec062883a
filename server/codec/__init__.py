"""CODECS: one per game."""

from __future__ import annotations

from server.codec.alexander import CODEC as ALEXANDER
from server.codec.catan import CODEC as CATAN
from server.codec.cheops import CODEC as CHEOPS
from server.codec.codec import Codec
from server.codec.tadmor import CODEC as TADMOR
from server.codec.yspahan import CODEC as YSPAHAN

CODECS: dict[str, Codec] = {codec.game: codec for codec in (YSPAHAN, TADMOR, CATAN, CHEOPS, ALEXANDER)}
