"""GAMES: the one list of games."""

from __future__ import annotations

from referee.core.game import Game
from referee.games.alexander.game import GAME as ALEXANDER
from referee.games.catan.game import GAME as CATAN
from referee.games.cheops.game import GAME as CHEOPS
from referee.games.council_of_four.game import GAME as COUNCIL_OF_FOUR
from referee.games.tadmor.game import GAME as TADMOR
from referee.games.yspahan.game import GAME as YSPAHAN

GAMES: dict[str, Game] = {game.name: game for game in (YSPAHAN, COUNCIL_OF_FOUR, TADMOR, CATAN, CHEOPS, ALEXANDER)}
