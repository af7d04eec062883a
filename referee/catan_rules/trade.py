"""Trade between seats (rules 6.7): an offer, sealed replies, the choice of a partner. Offers are bounded per turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, lru_cache

from serai.referee.catan_rules.building import NOTHING
from serai.referee.catan_rules.components import CARD_KINDS, OFFERS
from serai.referee.catan_rules.events import Exchanged, Offered, Replied
from serai.referee.catan_rules.goods import hand_over
from serai.referee.catan_rules.state import Settlers
from serai.referee.core.agenda import Action, Decision, Sealed

MOST = max(amount for ratio in OFFERS.ratios for amount in ratio)


@dataclass(frozen=True, slots=True)
class Offer(Action):
    """Offer some of one good for some of another to all who could deliver."""

    form = "offer:{give}:{n}:{get}:{m}"
    give: int
    n: int
    get: int
    m: int

    def apply(self, state: Settlers, seat: int) -> None:
        state.offers_made += 1
        state.tell(Offered(seat, self.give, self.n, self.get, self.m))
        state.then(Replies(self.asked(state, seat), seat=seat, offer=self))

    @property
    def number(self) -> int:
        """A number of its own, by which refused offers are remembered."""
        return ((self.give * 8 + self.get) * 8 + self.n) * 8 + self.m

    def asked(self, state: Settlers, seat: int) -> tuple[int, ...]:
        """All others with enough cards of whatever kind, or enough of a good that lies open: public numbers decide."""
        return tuple(other for other in state.others(seat) if shown(state, other, self.get) >= self.m)

    def exchange(self, state: Settlers, seat: int, partner: int) -> None:
        hand_over(state, seat, partner, self.give, self.n)
        hand_over(state, partner, seat, self.get, self.m)
        state.tell(Exchanged(seat, partner, self.give, self.n, self.get, self.m))


@dataclass(frozen=True, slots=True)
class Accept(Action):
    form = "accept"


@dataclass(frozen=True, slots=True)
class Decline(Action):
    form = "decline"


@dataclass(frozen=True, slots=True)
class ChoosePartner(Action):
    """Trade with one of those who accepted."""

    form = "choose_partner:{partner}"
    partner: int


offer = cache(Offer)
ACCEPT, DECLINE = Accept(), Decline()
choose_partner = cache(ChoosePartner)

EITHER: list[Action] = [ACCEPT, DECLINE]
ONLY_DECLINE: list[Action] = [DECLINE]


def offer_numbered(number: int) -> Offer:
    return offer(number >> 9, number >> 3 & 7, number >> 6 & 7, number & 7)


def shown(state: Settlers, seat: int, good: int) -> int:
    """How many of this good everybody must think the seat could have: its cards, or what lies open."""
    me = state.players[seat]
    return me.cards if good < CARD_KINDS else me.hand[good]


def offer_choices(state: Settlers, seat: int) -> Iterable[Action]:
    """All offers the seat can keep and another seat might be able to take, except those refused this turn."""
    if state.offers_made >= OFFERS.per_turn:
        return NOTHING
    players, others = state.players, state.others(seat)
    held = tuple([amount if amount < MOST else MOST for amount in players[seat].hand])
    could = [max([players[other].cards for other in others])]
    could += [max([players[other].hand[good] for other in others]) for good in range(CARD_KINDS, len(held))]
    found = _offers(held, tuple([most if most < MOST else MOST for most in could]))
    if state.refused:
        found = found.copy()
        for number in state.refused:
            found.pop(number, None)
    return found.values()


@lru_cache(1 << 12)
def _offers(held: tuple[int, ...], shown: tuple[int, ...]) -> dict[int, Offer]:
    """A pure function of few values (no amount counts beyond the largest ratio), so each list is made once."""
    could = (*shown[:1] * CARD_KINDS, *shown[1:])
    found = [
        offer(give, n, get, m)
        for give, own in enumerate(held)
        for get, most in enumerate(could)
        if give != get
        for n, m in OFFERS.ratios
        if own >= n and most >= m
    ]
    return {action.number: action for action in found}


@dataclass(frozen=True, slots=True)
class Replies(Sealed[Settlers]):
    """All who were asked answer unseen, also those who can only decline."""

    seat: int = field(kw_only=True)
    offer: Offer = field(kw_only=True)

    def options(self, state: Settlers, seat: int) -> list[Action]:
        return EITHER if state.players[seat].hand[self.offer.get] >= self.offer.m else ONLY_DECLINE

    def always_asked(self, state: Settlers, seat: int) -> bool:
        """Not being asked would tell that the hand holds too few."""
        return True

    def default(self, state: Settlers, seat: int) -> Action:
        return DECLINE

    def resolve(self, state: Settlers, seat: int, action: Action) -> None:
        """As every sealed choice, but the next record is made directly: in random play that halves its cost."""
        answers = (*self.answers, (seat, action))
        if len(answers) < len(self.asked):
            state.agenda.append(Replies(self.asked, answers, seat=self.seat, offer=self.offer))
        else:
            self.reveal(state, dict(answers))

    def reveal(self, state: Settlers, answers: dict[int, Action]) -> None:
        """None: the offer is not repeated this turn; one: the exchange is made; several: who offered must choose."""
        accepted = tuple(seat for seat in self.asked if answers[seat] == ACCEPT)
        state.tell(Replied(self.seat, accepted))
        if not accepted:
            state.refused = (*state.refused, self.offer.number)
        elif len(accepted) == 1:
            self.offer.exchange(state, self.seat, accepted[0])
        else:
            state.then(Partner(self.seat, self.offer, accepted))


@dataclass(frozen=True, slots=True)
class Partner(Decision[Settlers]):
    """Several have accepted: one must be chosen, an offer binds."""

    seat: int
    offer: Offer
    accepted: tuple[int, ...]

    def options(self, state: Settlers, seat: int) -> list[Action]:
        return [choose_partner(partner) for partner in self.accepted]

    def resolve(self, state: Settlers, seat: int, action: Action) -> None:
        assert isinstance(action, ChoosePartner)
        self.offer.exchange(state, seat, action.partner)
