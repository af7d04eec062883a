"""What the viewer does with a key, without a terminal: where in the game we are, with whose eyes, and what is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial

from serai.ladder.commands.replay.walk import Eyes
from serai.ladder.commands.viewer.film import Film
from serai.referee.core.picture import LETTERS

BOARD, HELP, TOLD = "board", "help", "told"  # what is shown below the move
PROMPTS = {"g": "go to move: ", "/": "search: "}
SCROLLS = {"up": -1, "down": 1, "page up": -10, "page down": 10}


@dataclass(slots=True)
class Shown:
    """All that a screen depends on, but for its size."""

    at: int = 0
    scroll: int = 0
    eyes: int = 0
    page: str = BOARD
    prompt: str = ""
    typed: str = ""
    wanted: str = ""  # what was searched for last
    message: str = ""
    over: bool = False
    parts: tuple[int, ...] = (0,)  # the lines at which parts of the picture begin
    is_bottom: bool = False  # the last line is on the screen


class Viewer:
    """A game and a place in it. `press` takes the name of a key, or the character itself."""

    def __init__(self, film: Callable[[Eyes], Film], seats: int, eyes: Eyes) -> None:
        views = [Eyes(), Eyes(everything=False), *(Eyes(everything=False, seat=seat) for seat in range(seats))]
        self._views = views[views.index(eyes) :] + views[: views.index(eyes)]
        self._film = cache(film)
        self.shown = Shown()
        self._keys = self._all_keys(seats)

    @property
    def film(self) -> Film:
        return self._film(self.eyes)

    @property
    def eyes(self) -> Eyes:
        return self._views[self.shown.eyes]

    def _all_keys(self, seats: int) -> dict[str, Callable[[], None]]:
        keys: dict[str, Callable[[], None]] = {
            **dict.fromkeys(("right", " ", "l", "enter"), lambda: self._go(self.shown.at + 1)),
            **dict.fromkeys(("left", "h", "backspace"), lambda: self._go(self.shown.at - 1)),
            **dict.fromkeys(("home", "<"), lambda: self._go(0)),
            **dict.fromkeys(("end", ">"), lambda: self._go(self.film.last)),
            "]": lambda: self._seek(self._new_turn, "no later turn"),
            "[": lambda: self._seek(self._new_turn, "no earlier turn", back=True),
            "}": lambda: self._seek(self._new_phase, "no later phase"),
            "{": lambda: self._seek(self._new_phase, "no earlier phase", back=True),
            "r": lambda: self._seek(self._retires, "no later retirement"),
            "R": lambda: self._seek(self._retires, "no earlier retirement", back=True),
            "n": self._search,
            "N": partial(self._search, back=True),
            "v": self._change_eyes,
            "?": partial(self._turn_to, HELP),
            "e": partial(self._turn_to, TOLD),
            "q": self._quit,
            "tab": self._next_part,
        }
        for seat, letter in enumerate(LETTERS[:seats]):
            keys[letter.lower()] = partial(self._seek_seat, seat)
            keys[letter] = partial(self._seek_seat, seat, back=True)
        return keys | {name: partial(self._scroll, lines) for name, lines in SCROLLS.items()}

    # --- keys

    def press(self, key: str) -> None:
        shown = self.shown
        shown.message = ""
        if shown.prompt:
            self._type(key)
        elif key in PROMPTS:
            shown.prompt, shown.typed = PROMPTS[key], ""
        elif key == "escape":
            self._turn_to(BOARD)
        elif key in self._keys:
            self._keys[key]()
        else:
            shown.message = f"{key!r} does nothing here; ? lists the keys"

    def _type(self, key: str) -> None:
        """Take a character of what is asked for, or all of it."""
        shown = self.shown
        if key == "escape":
            shown.prompt = ""
        elif key == "backspace":
            shown.typed = shown.typed[:-1]
        elif key == "enter":
            prompt, shown.prompt = shown.prompt, ""
            self._answer(prompt, shown.typed.strip())
        elif len(key) == 1 and key.isprintable():
            shown.typed += key

    def _answer(self, prompt: str, typed: str) -> None:
        if prompt == PROMPTS["/"]:
            self.shown.wanted = typed.lower()
            self._search()
        elif typed.isdecimal() and int(typed) <= self.film.last:
            self._go(int(typed))
        else:
            self.shown.message = f"there is no move {typed!r}: they go from 0 to {self.film.last}"

    def _go(self, at: int) -> None:
        """To a move, or as far as there are any."""
        if not 0 <= at <= self.film.last:
            self.shown.message = "this is the end" if at > 0 else "this is the beginning"
            return
        self.shown.at = at
        if self.shown.page != BOARD:
            self._turn_to(BOARD)

    def _quit(self) -> None:
        """Leave a page for the board, or the board for good."""
        if self.shown.page == BOARD:
            self.shown.over = True
        else:
            self._turn_to(BOARD)

    def _turn_to(self, page: str) -> None:
        """Turn to a page from its beginning, or back from it to the board."""
        self.shown.page = BOARD if page == self.shown.page else page
        self.shown.scroll = 0

    def _scroll(self, lines: int) -> None:
        self.shown.scroll = max(0, self.shown.scroll + lines)

    def _next_part(self) -> None:
        """Scroll to the next part of the picture: the board, the seats, what lies beside."""
        below = [] if self.shown.is_bottom else [start for start in self.shown.parts if start > self.shown.scroll]
        self.shown.scroll = min(below, default=0)

    def _change_eyes(self) -> None:
        self.shown.eyes = (self.shown.eyes + 1) % len(self._views)
        self.shown.message = f"seen by: {self.eyes}"

    # --- finding moves

    def _search(self, back: bool = False) -> None:
        wanted = self.shown.wanted
        if not wanted:
            self.shown.message = "nothing to search for: / asks for words"
            return
        way = "earlier" if back else "later"
        self._seek(lambda at: self.film.says(at, wanted), f"no {way} move has {wanted!r}", back)

    def _seek_seat(self, seat: int, back: bool = False) -> None:
        way = "earlier" if back else "later"
        self._seek(lambda at: self.film.moves[at].seat == seat, f"{LETTERS[seat]} has no {way} decision", back)

    def _new_turn(self, at: int) -> bool:
        return at > 0 and self.film.moves[at].turn != self.film.moves[at - 1].turn

    def _new_phase(self, at: int) -> bool:
        return at > 0 and self.film.phase(at) != self.film.phase(at - 1)

    def _retires(self, at: int) -> bool:
        return bool(self.film.retired(at))

    def _seek(self, fits: Callable[[int], bool], otherwise: str, back: bool = False) -> None:
        """Go to the nearest move that fits, in one direction."""
        here, last = self.shown.at, self.film.last
        ways: Iterable[int] = range(here - 1, -1, -1) if back else range(here + 1, last + 1)
        found = next(filter(fits, ways), None)
        if found is None:
            self.shown.message = otherwise
        else:
            self._go(found)
