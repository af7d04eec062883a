"""Rules for every building, with a permit or with the king (chapter "Rules for building"; rules 5.6)."""

from __future__ import annotations

from serai.referee.games.council_of_four.board import CITIES, COSTS, EMPORIA
from serai.referee.games.council_of_four.bonus_tiles import take_tiles
from serai.referee.games.council_of_four.ending import last_emporium
from serai.referee.games.council_of_four.events import Built
from serai.referee.games.council_of_four.gains import return_assistants
from serai.referee.games.council_of_four.state import Council, Player


def foreign_emporia(state: Council, me: Player, city: int) -> int:
    """Emporia of other players, and the neutral one."""
    others = sum(city in player.emporia for player in state.players if player is not me)
    return others + (city in state.neutral)


def toll(state: Council, me: Player, city: int) -> int:
    """The assistants to return for building in the city."""
    return COSTS.emporium * foreign_emporia(state, me, city)


def buildable(state: Council, me: Player, city: int) -> bool:
    """One emporium per city and player, while some are left, with assistants for those already there."""
    return city not in me.emporia and len(me.emporia) < EMPORIA and me.assistants >= toll(state, me, city)


def build(state: Council, seat: int, city: int) -> None:
    """Pay, place, take tiles, then gain the rewards; what they bring cannot pay for this building (R24)."""
    me = state.players[seat]
    assistants = toll(state, me, city)
    return_assistants(state, assistants)
    me.emporia |= {city}
    state.tell(Built(seat, city, assistants))
    take_tiles(state, seat)
    if len(me.emporia) == EMPORIA:
        last_emporium(state, seat)
    gain_rewards(state, me, city)


def gain_rewards(state: Council, me: Player, city: int) -> None:
    """The token of the city, then those of the cities linked to it, by letter (R5); the king's city has none."""
    linked = connected(state, me, city)
    order = [city, *(other for other in range(len(CITIES)) if other in linked and other != city)]
    bonus_of = state.variant.token_bonus
    tokens = [state.tokens[place] for place in order]
    state.then(*(effect for token in tokens if token is not None for effect in bonus_of[token]))


def connected(state: Council, me: Player, city: int) -> set[int]:
    """The cities reached over roads with an own emporium at both ends."""
    neighbours = state.variant.kingdom.neighbours
    reached = {city}
    todo = [city]
    while todo:
        for other in neighbours[todo.pop()]:
            if other in me.emporia and other not in reached:
                reached.add(other)
                todo.append(other)
    return reached
