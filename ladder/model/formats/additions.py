"""What is added to a schedule that was fixed, when a bot enters later: it plays as much as the others did."""

from __future__ import annotations

from collections.abc import Set
from math import comb

from serai.ladder.model.apart import Whose, are_apart
from serai.ladder.model.formats.gauntlet import line_ups_with
from serai.ladder.model.formats.results import LineUp
from serai.ladder.model.schedule import count_line_ups
from serai.ladder.model.tournament import Tournament


def line_ups_of_newcomer(tournament: Tournament, off: Set[int], whose: Whose) -> tuple[list[LineUp], int]:
    """Return the line-ups of the next bot to enter with those who play, and how many blocks each has.

    There are none where rounds follow from results: it is in the next one. With `whose`, bots of one owner, the
    newcomer's too, are kept apart.
    """
    found, each = _line_ups(tournament, off)
    return [line_up for line_up in found if are_apart(line_up, whose)], each


def _line_ups(tournament: Tournament, off: Set[int]) -> tuple[list[LineUp], int]:
    form, newcomer = tournament.format, len(tournament.bots)
    others = [bot for bot in range(newcomer) if bot not in off]
    if form.has_rounds or len(others) < tournament.seats - 1:
        return [], 0
    if form.hero is not None:
        return _with_hero(form.hero, newcomer, others, tournament.seats), form.blocks
    found = line_ups_with(newcomer, others, tournament.seats, _limit(tournament))
    return found, form.blocks if tournament.committed else _blocks_each(tournament)


def _with_hero(hero: int, newcomer: int, others: list[int], seats: int) -> list[LineUp]:
    if hero not in others:
        return []
    if seats == 2:
        return [(hero, newcomer)]
    company = line_ups_with(hero, [bot for bot in others if bot != hero], seats - 1)
    return [(*line_up, newcomer) for line_up in company]


def _limit(tournament: Tournament) -> int | None:
    """Return how many line-ups each of the others is in, if they are not all there are."""
    if tournament.format.limit is None:
        return None
    bots, seats = len(tournament.bots), tournament.seats
    return max(1, round(min(tournament.format.limit, comb(bots, seats)) * seats / bots))


def _blocks_each(tournament: Tournament) -> int:
    """Return how many blocks a line-up has in a tournament of an older Serai, which did not say."""
    return len(tournament.blocks) // count_line_ups(tournament.blocks)
