"""CODECS: one per game."""

from __future__ import annotations

from serai.server.codec.alexander import CODEC as ALEXANDER
from serai.server.codec.base import Codec
from serai.server.codec.catan import CODEC as CATAN
from serai.server.codec.cheops import CODEC as CHEOPS
from serai.server.codec.council_of_four import CODEC as COUNCIL_OF_FOUR
from serai.server.codec.tadmor import CODEC as TADMOR
from serai.server.codec.yspahan import CODEC as YSPAHAN

CODECS: dict[str, Codec] = {codec.game: codec for codec in (YSPAHAN, COUNCIL_OF_FOUR, TADMOR, CATAN, CHEOPS, ALEXANDER)}
