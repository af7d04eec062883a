"""Points, and how a game is won: only in one's own turn, hidden cards counting (rules 6.10)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from serai.referee.catan_rules.components import VICTORY, VICTORY_POINT
from serai.referee.catan_rules.events import BY_GUARD, BY_TARGET, GameOver
from serai.referee.catan_rules.state import Settlers
from serai.referee.core.game import Items, Score, ranks_by


def public_points(state: Settlers, seat: int) -> int:
    """What everybody sees: buildings and special cards."""
    me = state.players[seat]
    points = me.settlements * VICTORY.settlement + me.cities * VICTORY.city
    for award in state.rules.awards:
        points += award(state, seat)
    return points


def true_points(state: Settlers, seat: int) -> int:
    """With the hidden victory point cards."""
    return public_points(state, seat) + state.players[seat].dev_cards[VICTORY_POINT] * VICTORY.vp_card


def longest_road_points(state: Settlers, seat: int) -> int:
    return VICTORY.longest_road if state.longest_road == seat else 0


def largest_army_points(state: Settlers, seat: int) -> int:
    return VICTORY.largest_army if state.largest_army == seat else 0


def claim_victory(state: Settlers) -> None:
    """The active seat wins as soon as it has the target; the game ends at once, also inside a card."""
    if true_points(state, state.active) >= state.rules.target:
        end_game(state, BY_TARGET, (state.active,))


def end_by_points(state: Settlers, ending: int) -> None:
    """Without anybody at the target: the most points win, hidden cards included; who is still level wins jointly."""
    standings = [standing(state, seat) for seat in range(len(state.players))]
    end_game(state, ending, tuple(seat for seat, own in enumerate(standings) if own == max(standings)))


def standing(state: Settlers, seat: int) -> tuple[int, ...]:
    """What seats are ranked by: true points, then what the game names to break ties."""
    return (true_points(state, seat), *(count(state, seat) for count in state.rules.tie_breaks))


def end_by_guard(state: Settlers) -> None:
    end_by_points(state, BY_GUARD)


def end_game(state: Settlers, ending: int, winners: tuple[int, ...]) -> None:
    """Nothing that was still to happen happens."""
    state.agenda.clear()
    state.winners = winners
    state.ending = ending
    points = tuple(true_points(state, seat) for seat in range(len(state.players)))
    state.tell(GameOver(ending, winners, points))


def score(state: Settlers) -> Score:
    """The winners first, even if another shows as many points; then by standing, equals sharing a rank."""
    standings = [standing(state, seat) for seat in range(len(state.players))]
    ranks = ranks_by(tuple((seat in state.winners, own) for seat, own in enumerate(standings)))
    return Score(tuple(own[0] for own in standings), ranks)


def items(state: Settlers) -> Items:
    """Where the points come from, hidden cards included."""
    seats = range(len(state.players))
    awards = {_title(award): tuple(award(state, seat) for seat in seats) for award in state.rules.awards}
    return {
        "settlements": tuple(me.settlements * VICTORY.settlement for me in state.players),
        "cities": tuple(me.cities * VICTORY.city for me in state.players),
        "point cards": tuple(me.dev_cards[VICTORY_POINT] * VICTORY.vp_card for me in state.players),
        **awards,
    }


def _title(award: Callable[[Any, int], int]) -> str:
    """`longest_road_points` counts the longest road."""
    return award.__name__.removesuffix("_points").replace("_", " ")
