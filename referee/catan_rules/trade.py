"""Trade between seats (rules 6.7): an offer, sealed replies, the choice of a partner.

Offers and counter-offers are free: `check_offer` and `check_counter` are the authority, and the lists hold a few that
make sense (sensible_terms.py). A seat is asked, and a question is put, by public numbers alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache

from serai.referee.catan_rules.building import NOTHING
from serai.referee.catan_rules.components import CARD_KINDS, OFFERS
from serai.referee.catan_rules.events import Countered, Exchanged, FoundNoPartner, Offered, Replied
from serai.referee.catan_rules.goods import hand_over
from serai.referee.catan_rules.hidden_hands import show
from serai.referee.catan_rules.rules import Rules
from serai.referee.catan_rules.sensible_terms import sensible_terms
from serai.referee.catan_rules.state import Goods, Proposal, Refused, Settlers
from serai.referee.core.agenda import Action, Decision, Sealed
from serai.referee.core.errors import IllegalAction


class TradeAction(Action):
    """Whatever is said in a trade; it earns its seat no time."""

    __slots__ = ()
    earns_time = False


@dataclass(frozen=True, slots=True)
class Offer(TradeAction):
    """Offer goods for others: to all who could deliver, or to the seats named."""

    form = "offer:{give}:{get}:{to}"
    give: Goods
    get: Goods
    to: tuple[int, ...] = ()

    def apply(self, state: Settlers, seat: int) -> None:
        state.offers_made += 1
        state.tell(Offered(seat, self.give, self.get, self.to))
        show(state, seat, self.give)
        state.then(Replies(self.asked(state, seat), seat=seat, offer=self))

    def asked(self, state: Settlers, seat: int) -> tuple[int, ...]:
        """Those it is made to, clockwise, who could deliver as far as everybody can see."""
        return tuple(
            other
            for other in state.others(seat)
            if (not self.to or other in self.to) and could_deliver(state, other, self.get)
        )


@dataclass(frozen=True, slots=True)
class Accept(TradeAction):
    form = "accept"


@dataclass(frozen=True, slots=True)
class Decline(TradeAction):
    form = "decline"


@dataclass(frozen=True, slots=True)
class Counter(TradeAction):
    """Answer an offer with another: what the answering seat would give, and what it wants for it."""

    form = "counter:{give}:{get}"
    give: Goods
    get: Goods


@dataclass(frozen=True, slots=True)
class ChoosePartner(TradeAction):
    """Trade with a seat that has accepted, or on the terms of its counter-offer."""

    form = "choose_partner:{partner}"
    partner: int


@dataclass(frozen=True, slots=True)
class ChooseNobody(TradeAction):
    """Trade with none of them."""

    form = "choose_nobody"


counter = cache(Counter)
ACCEPT, DECLINE, CHOOSE_NOBODY = Accept(), Decline(), ChooseNobody()
choose_partner = cache(ChoosePartner)


# --- who has what


def could_deliver(state: Settlers, seat: int, goods: Goods) -> bool:
    """Whether everybody must think that the seat has them: by its number of cards, and by gold, which lies open."""
    me = state.players[seat]
    if goods[-1] < CARD_KINDS:
        return me.cards >= len(goods)
    gold = goods.count(CARD_KINDS)
    return me.cards >= len(goods) - gold and me.hand[CARD_KINDS] >= gold


def has(state: Settlers, seat: int, goods: Goods) -> bool:
    """Whether the seat holds all of them."""
    hand = state.players[seat].hand
    if len(goods) == 1:
        return hand[goods[0]] > 0
    return all(goods.count(good) <= hand[good] for good in {*goods})


def exchange(state: Settlers, seat: int, partner: int, give: Goods, get: Goods) -> None:
    """The active seat gives, the partner gives in return, both face up."""
    for giver, taker, goods in ((seat, partner, give), (partner, seat, get)):
        for good in {*goods}:
            hand_over(state, giver, taker, good, goods.count(good))
    state.tell(Exchanged(seat, partner, give, get))


# --- what may be said


def check_offer(state: Settlers, seat: int, made: Offer) -> None:
    """IllegalAction says why this offer cannot be made now."""
    if state.offers_made >= OFFERS.per_turn:
        raise IllegalAction(f"{OFFERS.per_turn} offers have been made this turn, and no more are allowed")
    check_terms(state, seat, made.give, made.get)
    if made.to != tuple(other for other in range(len(state.players)) if other in made.to and other != seat):
        raise IllegalAction(f"an offer is made to other seats, each named once and in order, not to {list(made.to)}")
    asked = made.asked(state, seat)
    if not asked or (made.to and len(asked) < len(made.to)):
        raise IllegalAction("nobody it is made to could deliver, or one of those named could not, as everybody can see")
    if was_refused(state, seat, made):
        raise IllegalAction("a seat it is made to has refused the same terms this turn")


def check_terms(state: Settlers, seat: int, give: Goods, get: Goods) -> None:
    """IllegalAction unless there is something on each side, nothing on both, and the seat has what it would give."""
    kinds = range(len(state.rules.goods))
    for goods in (give, get):
        if not goods or list(goods) != sorted(goods) or goods[0] not in kinds or goods[-1] not in kinds:
            raise IllegalAction("on each side of a trade there is at least one good, in the order of goods")
    if not {*give}.isdisjoint(get):
        raise IllegalAction("no good is on both sides of a trade")
    if not has(state, seat, give):
        raise IllegalAction("the seat does not have what it would give")


def was_refused(state: Settlers, seat: int, made: Offer) -> bool:
    """Whether one of the seats it would be put to has refused the same terms this turn."""
    same = [refused.to for refused in state.refused if refused.give == made.give and refused.get == made.get]
    return any(other in seats for seats in same for other in made.asked(state, seat))


def offer_choices(state: Settlers, seat: int) -> Sequence[Action]:
    """A few offers to all that make sense and may be made; each of them asks for one card."""
    if state.offers_made >= OFFERS.per_turn:
        return NOTHING
    found = sensible_offers(state, seat)
    if not found or not any(state.players[other].cards for other in state.others(seat)):
        return NOTHING
    return [made for made in found if not was_refused(state, seat, made)] if state.refused else found


def sensible_offers(state: Settlers, seat: int) -> tuple[Offer, ...]:
    """What the seat might offer to everybody, by its own hand."""
    return _offers(state.rules, tuple(state.players[seat].hand))


@lru_cache(1 << 14)
def _offers(rules: Rules, hand: tuple[int, ...]) -> tuple[Offer, ...]:
    """A pure function of few values, so each list is made once."""
    return tuple(Offer(give, get) for give, get in sensible_terms(rules, hand))


def check_counter(state: Settlers, seat: int, made: Counter, offered: Offer) -> None:
    """IllegalAction says why this offer cannot be answered so."""
    check_terms(state, seat, made.give, made.get)
    objection = _objection(state, seat, made, offered)
    if objection:
        raise IllegalAction(objection)


def _objection(state: Settlers, seat: int, made: Counter, offered: Offer) -> str | None:
    """What speaks against a counter-offer whose terms are sound."""
    if (made.give, made.get) == (offered.get, offered.give):
        return "these are the terms of the offer: accept or decline it"
    if not could_deliver(state, state.active, made.get):
        return f"seat {state.active} could not deliver that, as everybody can see"
    if Proposal(seat, made.give, made.get) in state.refused_counters:
        return "the same counter-offer has been refused this turn"
    return None


def counter_choices(state: Settlers, seat: int, offered: Offer) -> list[Action]:
    """What was asked for, for one more of what was offered; and what the seat itself would offer first."""
    made = [for_one_more(offered)] if has(state, seat, offered.get) else []
    made += [counter(first.give, first.get) for first in sensible_offers(state, seat)[:1]]
    return [each for each in made if not _objection(state, seat, each, offered)]


@lru_cache(1 << 14)
def for_one_more(offered: Offer) -> Counter:
    """What was asked for, for what was offered and one more of its first good."""
    return Counter(offered.get, (offered.give[0], *offered.give))


# --- what is asked


@dataclass(frozen=True, slots=True)
class Replies(Sealed[Settlers]):
    """All who were asked answer unseen, also those who cannot accept."""

    seat: int = field(kw_only=True)
    offer: Offer = field(kw_only=True)

    open_ended = (Counter,)

    def options(self, state: Settlers, seat: int) -> list[Action]:
        found: list[Action] = [ACCEPT, DECLINE] if has(state, seat, self.offer.get) else [DECLINE]
        return found + counter_choices(state, seat, self.offer)

    def check(self, state: Settlers, seat: int, action: Action) -> None:
        if isinstance(action, Counter):
            check_counter(state, seat, action, self.offer)
        else:
            Sealed.check(self, state, seat, action)

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
        """If somebody accepted or would trade otherwise, who offered chooses. Who did not accept has refused."""
        accepted = tuple(seat for seat in self.asked if answers[seat] == ACCEPT)
        replies = [(seat, answers[seat]) for seat in self.asked]
        counters = tuple(Proposal(seat, reply.give, reply.get) for seat, reply in replies if isinstance(reply, Counter))
        state.tell(Replied(self.seat, accepted))
        for seat in accepted:
            show(state, seat, self.offer.get)
        for proposal in counters:
            state.tell(Countered(*proposal))
            show(state, proposal.seat, proposal.give)
        refused = tuple(sorted(seat for seat in self.asked if seat not in accepted))
        if refused:
            state.refused = (*state.refused, Refused(self.offer.give, self.offer.get, refused))
        if accepted or counters:
            state.then(Partner(self.seat, self.offer, accepted, counters))


@dataclass(frozen=True, slots=True)
class Partner(Decision[Settlers]):
    """Some have accepted or made a counter-offer: one of them is chosen, or nobody."""

    seat: int
    offer: Offer
    accepted: tuple[int, ...]
    counters: tuple[Proposal, ...] = ()

    def options(self, state: Settlers, seat: int) -> list[Action]:
        payable = [proposal.seat for proposal in self.counters if has(state, seat, proposal.get)]
        return [*map(choose_partner, self.accepted), *map(choose_partner, payable), CHOOSE_NOBODY]

    def always_asked(self, state: Settlers, seat: int) -> bool:
        """Not being asked would tell that the hand cannot pay for a counter-offer."""
        return True

    def default(self, state: Settlers, seat: int) -> Action:
        return CHOOSE_NOBODY

    def resolve(self, state: Settlers, seat: int, action: Action) -> None:
        partner = action.partner if isinstance(action, ChoosePartner) else None
        left = tuple(proposal for proposal in self.counters if proposal.seat != partner)
        state.refused_counters = (*state.refused_counters, *left)
        if partner is None:
            state.tell(FoundNoPartner(seat))
        elif partner in self.accepted:
            exchange(state, seat, partner, self.offer.give, self.offer.get)
        else:
            (taken,) = (proposal for proposal in self.counters if proposal.seat == partner)
            exchange(state, seat, partner, taken.get, taken.give)
