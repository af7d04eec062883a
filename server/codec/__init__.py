"""CODECS: one per game."""

from __future__ import annotations

from server.codec.alexander import CODEC as ALEXANDER
from server.codec.catan import CODEC as CATAN
from server.codec.cheops import CODEC as CHEOPS
from server.codec.codec import Codec
from server.codec.council_of_four import CODEC as COUNCIL_OF_FOUR
from server.codec.tadmor import CODEC as TADMOR
from server.codec.yspahan import CODEC as YSPAHAN

CODECS: dict[str, Codec] = {codec.game: codec for codec in (YSPAHAN, COUNCIL_OF_FOUR, TADMOR, CATAN, CHEOPS, ALEXANDER)}
