"""Which hands there could be after thefts: compared with a count of all that may have happened, in fractions."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest

from serai.referee.catan_rules import beliefs
from serai.referee.catan_rules.beliefs import CERTAIN, LOST
from serai.referee.catan_rules.components import CARD_KINDS
from serai.referee.catan_rules.effects import monopolise
from serai.referee.catan_rules.goods import draw_card, gain, give_back, steal_card
from serai.referee.catan_rules.hidden_hands import show
from serai.referee.games import GAMES
from tests.chances import assert_fits, drawn
from tests.games.catan.table import GameTable

SEATS = 4
Hands = tuple[tuple[int, ...], ...]  # of all seats
Chances = dict[Hands, Fraction]


def moved(hands: Hands, seat: int, kind: int, change: int) -> Hands:
    hand = list(hands[seat])
    hand[kind] += change
    return (*hands[:seat], tuple(hand), *hands[seat + 1 :])


def known(chances: Chances, holds: Callable[[Hands], bool]) -> Chances:
    """What is left when something has been seen."""
    left = {hands: chance for hands, chance in chances.items() if holds(hands)}
    whole = sum(left.values())
    return {hands: chance / whole for hands, chance in left.items()}


def robbed(chances: Chances, thief: int, victim: int, seen: int | None) -> Chances:
    """All that may have been stolen; who saw the kind knows which of it was."""
    found: Chances = defaultdict(Fraction)
    for hands, chance in chances.items():
        for kind, count in enumerate(hands[victim]):
            if count and seen in (None, kind):
                after = moved(moved(hands, victim, kind, -1), thief, kind, 1)
                found[after] += chance * Fraction(count, sum(hands[victim]))
    return known(found, lambda hands: True)


class Accounts:
    """A table, and beside it what each viewer can work out, without any of the code that is tested."""

    def __init__(self) -> None:
        self.state = GameTable().state
        for player in self.state.players:
            player.hand[:] = [0] * CARD_KINDS
            player.cards = 0
        self.chances: list[Chances] = [{self.hands: Fraction(1)} for _ in range(SEATS + 1)]

    @property
    def hands(self) -> Hands:
        return tuple(tuple(player.hand) for player in self.state.players)

    def gain(self, seat: int, kind: int, amount: int) -> None:
        gain(self.state, seat, kind, amount)
        self.all_see(lambda hands: moved(hands, seat, kind, amount))

    def pay(self, seat: int, kind: int, amount: int) -> None:
        give_back(self.state, seat, kind, amount)
        self.all_know(lambda hands: hands[seat][kind] >= amount)
        self.all_see(lambda hands: moved(hands, seat, kind, -amount))

    def show(self, seat: int, goods: tuple[int, ...]) -> None:
        show(self.state, seat, goods)
        self.all_know(lambda hands: all(hands[seat][kind] >= goods.count(kind) for kind in goods))

    def steal(self, thief: int, victim: int, place: int) -> None:
        kind = steal_card(self.state, thief, victim, place)
        for viewer, chances in enumerate(self.chances):
            self.chances[viewer] = robbed(chances, thief, victim, kind if viewer in (thief, victim) else None)

    def monopolise(self, seat: int, kind: int) -> None:
        before = self.hands
        monopolise(self.state, seat, kind)
        for other in {*range(SEATS)} - {seat}:
            amount = before[other][kind]
            self.all_know(lambda hands, other=other, amount=amount: hands[other][kind] == amount)  # type: ignore[misc]
            self.all_see(
                lambda hands, other=other, amount=amount: moved(  # type: ignore[misc]
                    moved(hands, other, kind, -amount), seat, kind, amount
                )
            )

    def all_know(self, holds: Callable[[Hands], bool]) -> None:
        self.chances = [known(chances, holds) for chances in self.chances]

    def all_see(self, change: Callable[[Hands], Hands]) -> None:
        self.chances = [{change(hands): chance for hands, chance in chances.items()} for chances in self.chances]

    def believed(self, viewer: int) -> Chances:
        """What the state holds of a viewer's belief, as chances of hands."""
        belief = self.state.beliefs[viewer]
        if belief == CERTAIN:
            return {self.hands: Fraction(1)}
        whole = sum(each[0] for each in belief)
        return {self._differing(each[1:]): Fraction(each[0], whole) for each in belief}

    def _differing(self, differs: tuple[int, ...]) -> Hands:
        cut = [differs[seat * CARD_KINDS : (seat + 1) * CARD_KINDS] for seat in range(SEATS)]
        return tuple(
            tuple(held + more for held, more in zip(hand, row, strict=True))
            for hand, row in zip(self.hands, cut, strict=True)
        )


def happenings(accounts: Accounts, chance: random.Random, number: int) -> Iterator[None]:
    """So many things happen; after each there is a moment to compare."""
    for _ in range(number):
        seat, kind = chance.randrange(SEATS), chance.randrange(CARD_KINDS)
        held = accounts.hands[seat]
        victims = [other for other in range(SEATS) if other != seat and any(accounts.hands[other])]
        match chance.choice(["gain", "gain", "pay", "steal", "steal", "show", "monopolise"]):
            case "gain" if sum(held) < 6:
                accounts.gain(seat, kind, chance.randint(1, 2))
            case "pay" if held[kind]:
                accounts.pay(seat, kind, chance.randint(1, held[kind]))
            case "show" if held[kind]:
                accounts.show(seat, (kind,) * chance.randint(1, held[kind]))
            case "steal" if victims:
                victim = chance.choice(victims)
                accounts.steal(seat, victim, chance.randrange(accounts.state.players[victim].cards))
            case "monopolise" if chance.random() < 0.3:
                accounts.monopolise(seat, kind)
        yield


def test_every_viewer_believes_what_can_be_worked_out() -> None:
    compared = several = 0
    for game in range(25):
        accounts, chance = Accounts(), random.Random(game)
        for _ in happenings(accounts, chance, 40):
            for viewer in range(SEATS + 1):
                if accounts.state.beliefs[viewer] == LOST:
                    break
                believed = accounts.believed(viewer)
                assert believed.keys() == accounts.chances[viewer].keys()
                for hands, often in accounts.chances[viewer].items():
                    assert abs(believed[hands] - often) < Fraction(1, 100_000)
                compared += 1
                several += len(believed) > 1
            else:
                continue
            break
    assert compared > 1000
    assert several > 300


def after_two_thefts() -> Accounts:
    accounts = Accounts()
    accounts.gain(1, 2, 3)
    accounts.gain(1, 1, 1)
    accounts.gain(2, 0, 1)
    accounts.steal(0, 1, 1)
    accounts.steal(2, 1, 0)
    return accounts


def test_worlds_are_drawn_by_these_chances() -> None:
    """Anna and Carla have each stolen a card of Ben's three wool and a brick: Dirk deals as he should."""
    accounts = after_two_thefts()
    found = drawn(
        lambda luck: GAMES["catan"].redeal(accounts.state, 3, luck),
        lambda twin: tuple(tuple(player.hand) for player in twin.players),
    )
    assert len(accounts.chances[3]) == 3
    assert_fits(found, {hands: float(chance) for hands, chance in accounts.chances[3].items()})


def test_in_a_world_the_others_know_their_own_hands() -> None:
    accounts = after_two_thefts()
    for number in range(20):
        twin: Any = GAMES["catan"].redeal(accounts.state, 3, type(accounts.state.luck)(number.to_bytes(32, "big")))
        assert len(twin.beliefs[3]) == len(twin.beliefs[4]) == 3
        assert len(twin.beliefs[1]) < 3
        assert all(not any(each[1 + CARD_KINDS : 1 + 2 * CARD_KINDS]) for each in twin.beliefs[1])


def test_who_has_lost_count_is_certain_again_when_nothing_is_in_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beliefs, "MOST", 1)
    accounts = after_two_thefts()
    assert accounts.state.beliefs[3:] == (LOST, LOST)
    assert accounts.state.beliefs[:3] != (LOST,) * 3
    twin = GAMES["catan"].redeal(accounts.state, 3, type(accounts.state.luck)(bytes(32)))
    assert [sum(player.hand) for player in twin.players] == [1, 2, 2, 0]
    for seat, hand in enumerate(accounts.hands):
        for kind, amount in enumerate(hand):
            if amount:
                accounts.pay(seat, kind, amount)
    assert accounts.state.beliefs == (CERTAIN,) * 5


def test_a_card_from_a_pile_is_too_much_to_keep_count_of() -> None:
    state = GAMES["alexander"].begin(3, bytes(32), {})
    assert state.beliefs == (LOST,) * 4  # type: ignore[attr-defined]  # of the family's states
    accounts = Accounts()
    draw_card(accounts.state, 1, 0)
    assert accounts.state.beliefs == (LOST, CERTAIN, LOST, LOST, LOST)
