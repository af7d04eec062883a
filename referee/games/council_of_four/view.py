"""What a seat may see, built up from nothing (rules 10): everything public, and its own hand.

Named tuples, made and hashed four times faster than frozen records, and filled by position, which is faster still: a
view is made for every question.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from serai.referee.core.agenda import Decision
from serai.referee.games.council_of_four.board import KING
from serai.referee.games.council_of_four.building import BuildCity, BuildTile
from serai.referee.games.council_of_four.effects import EFFECTS, Effect
from serai.referee.games.council_of_four.election import ElectColour, ElectCouncil
from serai.referee.games.council_of_four.king import KingCity, KingPayment
from serai.referee.games.council_of_four.nobility import FirstToken, OneToken, PermitAgain, TakePermit
from serai.referee.games.council_of_four.permits import PermitPayment, PermitRegion, PermitTile, SwapRegion, refill
from serai.referee.games.council_of_four.state import Council, Player
from serai.referee.games.council_of_four.turn import Phase2

PHASE_OF: dict[type[Decision[Council]], str] = {
    Phase2: "turn",
    ElectCouncil: "elect_council",
    ElectColour: "elect_colour",
    PermitRegion: "permit_region",
    PermitTile: "permit_tile",
    PermitPayment: "payment",
    BuildTile: "build_tile",
    BuildCity: "build_city",
    KingCity: "king_city",
    KingPayment: "payment",
    SwapRegion: "swap_region",
    OneToken: "token",
    FirstToken: "token_first",
    TakePermit: "free_permit",
    PermitAgain: "reuse_permit",
}
PHASES = ("over", *dict.fromkeys(PHASE_OF.values()))
_PHASE = {cls: PHASES.index(phase) for cls, phase in PHASE_OF.items()}
_EFFECT = {cls: number for number, cls in enumerate(EFFECTS.values())}


class Pending(NamedTuple):
    """What is being decided, by whom, and what has been chosen so far (None where it does not apply).

    `quick` tells an election by an assistant from the main action. `city` is where the king goes, or the city of the
    first of two tokens.
    """

    phase: int
    actor: int | None = None
    council: int | None = None
    tile: int | None = None
    city: int | None = None
    quick: bool = False


class Pile(NamedTuple):
    """A region's permit pile: its size, the tiles nobody has seen yet, and the known ones below them, top first."""

    size: int
    unseen: tuple[int, ...]
    known_bottom: tuple[int, ...]


class PlayerView(NamedTuple):
    """What everybody sees of a player."""

    coins: int
    assistants: int
    vp: int
    nobility: int
    cards: int
    emporia: tuple[int, ...]
    permits_up: tuple[int, ...]
    permits_down: tuple[int, ...]
    bonus_tiles: tuple[int, ...]
    king_tiles: tuple[int, ...]


class View(NamedTuple):
    """The state as one seat sees it (seat None: the public). Effects are (number, amount), next first."""

    seat: int | None
    sides: tuple[int, ...]
    tokens: tuple[int | None, ...]
    neutral: tuple[int, ...]
    round: int
    active: int
    main_left: int
    mains_done: int
    quick_left: int
    owned: tuple[int, ...]
    pending: Pending
    effects: tuple[tuple[int, int], ...]
    trigger: int | None
    last_turns: tuple[int, ...]
    king: int
    balconies: tuple[tuple[int, ...], ...]
    pool: tuple[int, ...]
    face_up: tuple[int | None, ...]
    piles: tuple[Pile, ...]
    king_pile: tuple[int, ...]
    bonus_left: tuple[int, ...]
    assistant_pool: int
    deck: int
    discard: tuple[int, ...]
    players: tuple[PlayerView, ...]
    hand: tuple[int, ...]


def view(state: Council, seat: int | None) -> View:
    """What the seat may know (None: the public): all that is public, and the hand of the seat itself."""
    return View(
        seat,
        state.variant.kingdom.sides,
        state.tokens,
        in_order(state.neutral),
        state.round,
        state.active,
        state.main_left,
        state.mains_done,
        state.quick_left,
        state.owned,
        pending(state),
        effects(state),
        state.trigger,
        state.last_turns,
        state.king,
        tuple(state.balconies),
        tuple(state.pool),
        tuple(state.face_up),
        tuple([pile(tuple(tiles), known) for tiles, known in zip(state.piles, state.known, strict=True)]),
        state.king_pile,
        state.bonus_left,
        state.assistant_pool,
        len(state.deck),
        tuple(state.discard),
        tuple(map(player_view, state.players)),
        () if seat is None else tuple(state.players[seat].hand),
    )


def player_view(player: Player) -> PlayerView:
    """What everybody sees of a player."""
    return PlayerView(
        player.coins,
        player.assistants,
        player.vp,
        player.nobility,
        sum(player.hand),
        in_order(player.emporia),
        player.permits_up,
        player.permits_down,
        player.bonus_tiles,
        player.king_tiles,
    )


@lru_cache(1 << 12)
def in_order(cities: frozenset[int]) -> tuple[int, ...]:
    """Cities by their numbers; they change seldom, so each set is put in order once."""
    return tuple(sorted(cities))


@lru_cache(1 << 12)
def pile(tiles: tuple[int, ...], known: int) -> Pile:
    """Unseen tiles in the order of data.toml, never in that of the pile, of which so many at the bottom are known.

    A pile changes seldom, so each is looked at once.
    """
    return Pile(len(tiles), tuple(sorted(tiles[known:])), tuple(reversed(tiles[:known])))


def pending(state: Council) -> Pending:
    """What the game waits for, from the decision on top of the agenda."""
    if not state.agenda:
        return Pending(0)
    top = state.agenda[-1]
    assert isinstance(top, Decision)
    phase, seat = _PHASE[type(top)], state.active
    match top:
        case ElectCouncil():
            return Pending(phase, seat, quick=not top.coins)
        case ElectColour():
            return Pending(phase, seat, council=top.council, quick=not top.coins)
        case PermitTile():
            return Pending(phase, seat, council=top.region)
        case PermitPayment():
            return Pending(phase, seat, council=top.region, tile=top.tile)
        case BuildCity():
            return Pending(phase, seat, tile=top.tile)
        case KingPayment():
            return Pending(phase, seat, council=KING, city=top.city)
        case OneToken() if top.after >= 0:
            return Pending(phase, seat, city=top.after)
    return Pending(phase, seat)


def effects(state: Council) -> tuple[tuple[int, int], ...]:
    """What is still to be gained in this action, below the decision on top."""
    waiting: list[tuple[int, int]] = []
    for thing in state.agenda[-2::-1]:
        if thing is refill:
            break
        if isinstance(thing, Effect):
            waiting.append((_EFFECT[type(thing)], thing.amount))
    return tuple(waiting)
