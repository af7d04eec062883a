"""The record every game gives to the list of games, and what its switches and results look like."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from serai.referee.core.agenda import State
from serai.referee.core.luck import Luck
from serai.referee.core.notation import Notation
from serai.referee.core.picture import Picture
from serai.referee.core.saved import Shared
from serai.referee.core.saved_state import SavedState
from serai.referee.core.telling import Spoken

Settings = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Switch:
    """A switch of a game: what an organiser may choose, and what holds when nothing is chosen."""

    name: str
    choices: tuple[str, ...]
    default: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Score:
    """How a game came out: points and rank per seat; equal ranks share a place, 1 is the winner's."""

    points: tuple[int, ...]
    ranks: tuple[int, ...]


# Where the points of a finished game come from: by item, those of each seat.
Items = Mapping[str, tuple[int, ...]]


def no_piles(_: State, luck: Luck) -> None:
    """What is shuffled anew where luck begins anew, where there are no piles."""


def no_words(_: State) -> Spoken:
    """What people are told in other words than programs, where that is nothing."""
    return {}


@dataclass(frozen=True, slots=True)
class Game:
    """All that Serai needs to know of a game; everything else is written once for all games."""

    name: str
    title: str
    edition: str
    seat_counts: tuple[int, ...]
    epoch: int
    switches: tuple[Switch, ...]
    start: Callable[[int, Luck, Settings], Any]
    state: type[State]
    clone: Callable[[Any], Any]
    view: Callable[[Any, int | None], Any]
    redeal: Callable[[Any, int | None, Luck], Any]
    score: Callable[[Any], Score]
    items: Callable[[Any], Items]
    picture: Callable[[Any, Sequence[str]], Picture]
    legend: str
    actions: Notation
    events: Notation
    folder: Path
    shared: Mapping[type[Any], Shared] = field(default_factory=dict)
    spoken: Callable[[Any], Spoken] = no_words
    reshuffle: Callable[[Any, Luck], None] = no_piles
    seat_counts_for: Callable[[Settings], tuple[int, ...]] | None = None
    saved: SavedState = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "saved", SavedState(self.state, self.actions, self.shared))

    def starting_from(self, state: State) -> Game:
        """The same game, whose start is this state. How states are saved is not worked out again."""
        game = replace(self, start=lambda seats, luck, settings: state)
        object.__setattr__(game, "saved", self.saved)
        return game

    def complete(self, seats: int, chosen: Settings) -> dict[str, str]:
        """The chosen settings with every default filled in; ValueError says what does not fit."""
        known = {switch.name: switch for switch in self.switches}
        for name, value in chosen.items():
            if name not in known:
                raise ValueError(f"{self.name} has no option {name!r}; it has {', '.join(known) or 'none'}")
            if value not in known[name].choices:
                choices = ", ".join(known[name].choices)
                raise ValueError(f"option {name} of {self.name} is {value!r}; it can be {choices}")
        settings = {name: chosen.get(name, switch.default) for name, switch in known.items()}
        allowed = self._allowed(settings)
        if seats not in allowed:
            hint = "".join(f"; {choice} allows {seats}" for choice in self._within_reach(settings).get(seats, ()))
            raise ValueError(f"{self.name} is played by {_either(allowed)} seats with these options, not {seats}{hint}")
        return settings

    def all_seat_counts(self) -> dict[int, tuple[str, ...]]:
        """Every number of seats, in order, with the option it takes as NAME=VALUE; none where the defaults will do."""
        return dict(sorted(self._within_reach({switch.name: switch.default for switch in self.switches}).items()))

    def _within_reach(self, settings: Settings) -> dict[int, tuple[str, ...]]:
        """The numbers of seats that are allowed with these options, or with one of them chosen otherwise."""
        found: dict[int, tuple[str, ...]] = dict.fromkeys(self._allowed(settings), ())
        for switch in self.switches:
            for choice in switch.choices:
                for seats in self._allowed({**settings, switch.name: choice}):
                    found.setdefault(seats, (f"{switch.name}={choice}",))
        return found

    def _allowed(self, settings: Settings) -> tuple[int, ...]:
        return self.seat_counts_for(settings) if self.seat_counts_for else self.seat_counts

    def begin(self, seats: int, deal: bytes, chosen: Settings) -> State:
        """A game at its first decision."""
        state: State = self.start(seats, Luck(deal), self.complete(seats, chosen))
        return state

    def renew_luck(self, state: State, deal: bytes) -> None:
        """Draw all luck to come from another deal: dice, and the order of cards that nobody has looked at."""
        state.luck = Luck(deal)
        self.reshuffle(state, state.luck)

    @property
    def rules(self) -> str:
        """The rules in our own words, with rulings and provenance."""
        return (self.folder / "RULES.md").read_text(encoding="utf-8")


def ranks_by(keys: tuple[Any, ...]) -> tuple[int, ...]:
    """Ranks from sort keys, higher is better; equal keys share the better rank."""
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def _either(numbers: tuple[int, ...]) -> str:
    return " or ".join(map(str, numbers))
