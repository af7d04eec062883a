"""GAMES: the one list of games."""

from __future__ import annotations

from serai.referee.core.game import Game
from serai.referee.games.alexander.game import GAME as ALEXANDER
from serai.referee.games.catan.game import GAME as CATAN
from serai.referee.games.cheops.game import GAME as CHEOPS
from serai.referee.games.council_of_four.game import GAME as COUNCIL_OF_FOUR
from serai.referee.games.tadmor.game import GAME as TADMOR
from serai.referee.games.yspahan.game import GAME as YSPAHAN

GAMES: dict[str, Game] = {game.name: game for game in (YSPAHAN, COUNCIL_OF_FOUR, TADMOR, CATAN, CHEOPS, ALEXANDER)}
