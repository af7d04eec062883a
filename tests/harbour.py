"""Harbour: a tiny invented game that has what the motor must be able to do and not every game needs.

Ships bring goods and secret cards. In a storm the full holds throw goods overboard, all unseen and at the same
time (`Jettison`); a raided seat decides out of turn (`Raided`); bids for a lighthouse are free (`Auction`).

docs/adding-a-game.md says which part belongs in which file of a game's folder; a test cuts it up accordingly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from serai.referee.core.agenda import Action, Decision, Event, Sealed, State, relist_options, settle
from serai.referee.core.data_file import DataFile
from serai.referee.core.errors import IllegalAction
from serai.referee.core.game import Game, Items, Score, Settings, Switch, ranks_by
from serai.referee.core.luck import Luck
from serai.referee.core.notation import Notation
from serai.referee.core.picture import UNNAMED, Picture, row_head, who

# --- what is printed


@dataclass(frozen=True, slots=True)
class Limits:
    hold: int
    light: int


@dataclass(frozen=True, slots=True)
class Card:
    name: str
    effect: str
    coins: int


DATA = DataFile(Path(__file__).with_name("harbour.toml"))
LIMITS = DATA.one("limits", Limits)
PRINTED = DATA.rows("cards", Card, key="name")
GOODS: tuple[str, ...] = tuple(DATA.data["goods"])
CARDS = tuple(card.name for card in PRINTED)
WINDFALL, FOG = range(len(CARDS))
DECK: tuple[int, ...] = (WINDFALL, FOG) * DATA.data["copies"]
ROUNDS: dict[str, int] = DATA.data["rounds"]
WORDS = {"good": GOODS, "card": CARDS}


# --- what changes


@dataclass(slots=True)
class Player:
    coins: int = 3
    goods: list[int] = field(default_factory=lambda: [1, 1, 1])
    hand: list[int] = field(default_factory=list)
    lights: int = 0

    def clone(self) -> Player:
        return Player(self.coins, self.goods[:], self.hand[:], self.lights)


class Harbour(State):
    __slots__ = ("active", "deck", "discard", "players", "round", "rounds")
    active: int
    deck: list[int]
    discard: list[int]
    players: list[Player]
    round: int
    rounds: int

    def __init__(self, seats: int, luck: Luck, rounds: int) -> None:
        State.__init__(self, luck)
        self.players = [Player() for _ in range(seats)]
        self.active = 0
        self.round = 1
        self.rounds = rounds
        self.deck = []
        self.discard = []

    def clone(self) -> Harbour:
        copy = self.branch()
        copy.players = [seat.clone() for seat in self.players]
        copy.active = self.active
        copy.round = self.round
        copy.rounds = self.rounds
        copy.deck = self.deck[:]
        copy.discard = self.discard[:]
        return copy

    def snapshot(self) -> tuple[object, ...]:
        seats = [(s.coins, tuple(s.goods), tuple(s.hand), s.lights) for s in self.players]
        return (self.round, self.active, seats, tuple(self.deck), tuple(self.discard))


# --- events


@dataclass(frozen=True, slots=True)
class Landed(Event):
    form = "seat {seat} lands {amount} {good}"
    seat: int
    amount: int
    good: int


@dataclass(frozen=True, slots=True)
class Drew(Event):
    form = "seat {seat} draws {card}"
    secret = ("card",)
    knower = ("seat",)
    seat: int
    card: int | None


@dataclass(frozen=True, slots=True)
class Stole(Event):
    """Thief and victim know the card; a raid on an empty hand has no victim, and nobody knows a card of it."""

    form = "seat {thief} steals {card} from {victim}"
    secret = ("card",)
    knower = ("thief", "victim")
    thief: int
    victim: int | None
    card: int | None


@dataclass(frozen=True, slots=True)
class Storm(Event):
    form = "a storm takes goods: {lost}"
    lost: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Played(Event):
    form = "seat {seat} plays {card}"
    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Lit(Event):
    form = "seat {seat} lights a lighthouse for {coins}"
    seat: int
    coins: int


# --- what cards do


@dataclass(frozen=True, slots=True)
class Nothing:
    """A card that is only held."""

    coins: int

    def apply(self, state: Harbour, seat: int) -> None:
        raise AssertionError("nobody may play it")


@dataclass(frozen=True, slots=True)
class Gain:
    """Coins from the bank."""

    coins: int

    def apply(self, state: Harbour, seat: int) -> None:
        state.players[seat].coins += self.coins


EFFECTS: dict[str, type[Gain | Nothing]] = {"none": Nothing, "gain": Gain}
EFFECT_OF = [EFFECTS[card.effect](card.coins) for card in PRINTED]


# --- actions


@dataclass(frozen=True, slots=True)
class Sell(Action):
    form = "sell:{good}"
    good: int

    def apply(self, state: Harbour, seat: int) -> None:
        state.players[seat].goods[self.good] -= 1
        state.players[seat].coins += 1


@dataclass(frozen=True, slots=True)
class Give(Action):
    form = "give:{goods}"
    goods: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Raid(Action):
    form = "raid:{victim}"
    victim: int


@dataclass(frozen=True, slots=True)
class Pay(Action):
    """Buy the raider off."""

    form = "pay"


@dataclass(frozen=True, slots=True)
class Play(Action):
    form = "play:{card}"
    card: int

    def apply(self, state: Harbour, seat: int) -> None:
        state.players[seat].hand.remove(self.card)
        state.discard.append(self.card)
        EFFECT_OF[self.card].apply(state, seat)
        state.tell(Played(seat, self.card))


@dataclass(frozen=True, slots=True)
class Bid(Action):
    form = "bid:{coins}"
    coins: int


@dataclass(frozen=True, slots=True)
class Pass(Action):
    form = "pass"


PASS, PAY = Pass(), Pay()


# --- the course of a turn


def begin_turn(state: Harbour) -> None:
    state.turn += 1
    state.then(land, weather, Trade(state.active), auction, end_turn)


def land(state: Harbour) -> None:
    """Two goods of one kind and a card."""
    seat, good = state.players[state.active], state.luck.below(len(GOODS), "ships")
    seat.goods[good] += 2
    state.tell(Landed(state.active, 2, good))
    if state.deck:
        seat.hand.append(state.deck.pop())
        state.tell(Drew(state.active, seat.hand[-1]))


def weather(state: Harbour) -> None:
    """Half of the time a storm: whoever holds more than two goods throws half of them overboard."""
    full = tuple(seat for seat, own in enumerate(state.players) if sum(own.goods) > LIMITS.hold)
    if state.luck.below(2, "weather") and full:
        state.then(Jettison(full))


@dataclass(frozen=True, slots=True)
class Jettison(Sealed[Harbour]):
    """The seats choose unseen; nothing goes overboard until all have chosen."""

    def options(self, state: Harbour, seat: int) -> list[Action]:
        goods = state.players[seat].goods
        ways = product(*(range(held + 1) for held in goods))
        return [Give(way) for way in ways if sum(way) == sum(goods) // 2]

    def reveal(self, state: Harbour, answers: dict[int, Any]) -> None:
        for seat, given in answers.items():
            own = state.players[seat]
            own.goods = [held - lost for held, lost in zip(own.goods, given.goods, strict=True)]
            state.tell(Storm((seat, *given.goods)))


@dataclass(frozen=True, slots=True)
class Trade(Decision[Harbour]):
    """Sell, play a windfall, raid a rival; a raid or a pass ends it."""

    seat: int

    def options(self, state: Harbour, seat: int) -> list[Action]:
        own = state.players[seat]
        sales: list[Action] = [Sell(good) for good, held in enumerate(own.goods) if held]
        cards: list[Action] = [Play(WINDFALL)] if WINDFALL in own.hand else []
        return [*sales, *cards, *(Raid(victim) for victim in range(len(state.players)) if victim != seat), PASS]

    def always_asked(self, state: Harbour, seat: int) -> bool:
        """Not asking would tell that no windfall is held."""
        return bool(state.players[seat].hand)

    def default(self, state: Harbour, seat: int) -> Action:
        return PASS

    def resolve(self, state: Harbour, seat: int, action: Action) -> None:
        if isinstance(action, Raid):
            state.then(Raided(action.victim, seat))
        elif action != PASS:
            state.then(self)
            action.apply(state, seat)


@dataclass(frozen=True, slots=True)
class Raided(Decision[Harbour]):
    """Out of turn: the victim buys the raider off for a coin, or loses a card it cannot choose."""

    seat: int
    thief: int

    def options(self, state: Harbour, seat: int) -> list[Action]:
        return [PASS, PAY] if state.players[seat].coins else [PASS]

    def resolve(self, state: Harbour, seat: int, action: Action) -> None:
        victim, thief = state.players[seat], state.players[self.thief]
        if action == PAY:
            victim.coins -= 1
            thief.coins += 1
        elif victim.hand:
            thief.hand.append(victim.hand.pop(state.luck.below(len(victim.hand), "raid")))
            state.tell(Stole(self.thief, seat, thief.hand[-1]))
        else:
            state.tell(Stole(self.thief, None, None))


def auction(state: Harbour) -> None:
    """One lighthouse, beginning with the seat whose turn it is."""
    seats = len(state.players)
    state.then(Auction(tuple((state.active + place) % seats for place in range(seats)), 0, None))


@dataclass(frozen=True, slots=True)
class Auction(Decision[Harbour]):
    """Whoever passes is out; the last bidder pays. A bid is free: the options name the smallest, `check` decides."""

    ring: tuple[int, ...]
    price: int
    leader: int | None

    open_ended = (Bid,)

    def waiting(self, state: Harbour) -> tuple[int, ...]:
        return self.ring[:1]

    def options(self, state: Harbour, seat: int) -> list[Action]:
        return [PASS, Bid(self.price + 1)] if state.players[seat].coins > self.price else [PASS]

    def check(self, state: Harbour, seat: int, action: Action) -> None:
        held = state.players[seat].coins
        if action != PASS and not (isinstance(action, Bid) and self.price < action.coins <= held):
            raise IllegalAction(f"{action} is neither a pass nor a bid above {self.price} and up to {held}")

    def resolve(self, state: Harbour, seat: int, action: Action) -> None:
        rest = self.ring[1:]
        after = replace(self, ring=rest)
        if isinstance(action, Bid):
            after = Auction((*rest, seat), action.coins, seat)
        if after.ring == (after.leader,):
            sold(state, after)
        elif after.ring:
            state.then(after)


def sold(state: Harbour, auction: Auction) -> None:
    assert auction.leader is not None
    state.players[auction.leader].coins -= auction.price
    state.players[auction.leader].lights += 1
    state.tell(Lit(auction.leader, auction.price))


def end_turn(state: Harbour) -> None:
    state.active = (state.active + 1) % len(state.players)
    state.round += state.active == 0
    if state.round <= state.rounds:
        state.then(begin_turn)


def score(state: Harbour) -> Score:
    points = tuple(seat.coins + LIMITS.light * seat.lights for seat in state.players)
    return Score(points, ranks_by(points))


def items(state: Harbour) -> Items:
    coins, lights = zip(*((seat.coins, LIMITS.light * seat.lights) for seat in state.players), strict=True)
    return {"coins": coins, "lighthouses": lights}


# --- what a seat may see


class PlayerView(NamedTuple):
    coins: int
    goods: tuple[int, ...]
    lights: int
    cards: int


class View(NamedTuple):
    seat: int | None
    round: int
    active: int
    pending: str
    players: tuple[PlayerView, ...]
    deck: int
    discard: tuple[int, ...]
    hand: tuple[int, ...]


def view(state: Harbour, seat: int | None) -> View:
    """The table, how many cards everybody holds, and the own hand."""
    players = tuple(PlayerView(own.coins, tuple(own.goods), own.lights, len(own.hand)) for own in state.players)
    hand = () if seat is None else tuple(sorted(state.players[seat].hand))
    return View(seat, state.round, state.active, pending(state), players, len(state.deck), tuple(state.discard), hand)


def pending(state: Harbour) -> str:
    """What is decided, without the answers that lie sealed."""
    if not state.agenda:
        return "over"
    top = state.agenda[-1]
    return repr(replace(top, answers=()) if isinstance(top, Sealed) else top)


def redeal(state: Harbour, seat: int | None, luck: Luck) -> Harbour:
    """Other hands, the deck and the sealed answers of others dealt anew."""
    copy = state.clone()
    copy.luck = luck
    others = [own for index, own in enumerate(copy.players) if index != seat]
    unseen = luck.shuffled(sorted(copy.deck + [card for own in others for card in own.hand]), "redeal")
    for own in others:
        own.hand, unseen = unseen[: len(own.hand)], unseen[len(own.hand) :]
    copy.deck = unseen
    if copy.agenda and isinstance(copy.agenda[-1], Jettison):
        copy.agenda[-1] = reseal(copy, copy.agenda[-1], seat)
    relist_options(copy)
    return copy


def reseal(state: Harbour, jettison: Jettison, seat: int | None) -> Jettison:
    def anew(chooser: int, answer: Action) -> Action:
        ways = jettison.options(state, chooser)
        return answer if chooser == seat else ways[state.luck.below(len(ways), "reseal")]

    return replace(jettison, answers=tuple((chooser, anew(chooser, answer)) for chooser, answer in jettison.answers))


LEGEND = "Every seat with its coins, goods, lighthouses and cards."


def picture(seen: View, names: Sequence[str] = UNNAMED) -> Picture:
    """The view as text, a line for each seat."""
    seats = tuple(f"{row_head(names, seat, False)} {tuple(own)}" for seat, own in enumerate(seen.players))
    beside = (f"deck {seen.deck}, discard {seen.discard}, hand {seen.hand}",)
    return Picture(f"Harbour, round {seen.round} of {who(names, seen.active)}", seen.pending, (), seats, beside)


# --- the record of the game


def start(seats: int, luck: Luck, settings: Settings) -> Harbour:
    state = Harbour(seats, luck, ROUNDS[settings["length"]])
    state.deck = luck.shuffled(DECK, "deck")
    state.then(begin_turn)
    settle(state)
    return state


def check(state: Harbour) -> None:
    """No card is lost, and nobody has less than nothing."""
    cards = Counter(state.deck + state.discard + [card for seat in state.players for card in seat.hand])
    assert cards == Counter(DECK), "a card is lost"
    assert all(seat.coins >= 0 and min(seat.goods) >= 0 for seat in state.players)


REVEALS = frozenset({Storm})  # what was chosen unseen comes to light
HARBOUR = Game(
    name="harbour",
    title="Harbour",
    edition="invented",
    seat_counts=(2, 3, 4),
    epoch=1,
    switches=(Switch("length", ("short", "long"), "short", "how many rounds are played"),),
    start=start,
    state=Harbour,
    clone=Harbour.clone,
    view=view,
    redeal=redeal,
    score=score,
    items=items,
    picture=picture,
    legend=LEGEND,
    actions=Notation((Sell, Give, Raid, Pay, Play, Bid, Pass), WORDS),
    events=Notation((Landed, Drew, Stole, Storm, Played, Lit), WORDS),
    folder=Path(__file__).parent,
)
