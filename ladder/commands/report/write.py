"""The work of `serai report`: files in a folder."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, select_autoescape

from serai.ladder.commands.at_desk import desk
from serai.ladder.commands.console import counted, note, say
from serai.ladder.commands.progress import late_progress, progress
from serai.ladder.commands.replay.finding import recorded
from serai.ladder.commands.report.drawing import COLOURS, Scale, chart, heat
from serai.ladder.commands.report.event import Event, gather
from serai.ladder.commands.report.film_data import film_data
from serai.ladder.errors import UserProblem, unwritable
from serai.ladder.model.game_record import GameRecord
from serai.referee.core.picture import LETTERS
from serai.referee.replay import ReplayError

_INTERVAL_WIDTH = 160


def write_report(folder: str, name: str | None, most_games: int | None) -> None:
    """Write all pages of a tournament; UserProblem if the folder cannot be written to."""
    with late_progress("folding") as shown, desk(shown) as asked:
        event = gather(asked, name)
        pages = _Pages(Path(folder))
        shown_games = set()
        most = len(event.facts) if most_games is None else min(most_games, len(event.facts))
        with progress("writing games", most) as display:
            for done, game in enumerate(islice(recorded(asked, event.details["name"]), most), 1):
                if pages.write_game(event, game):
                    shown_games.add(game.fact["game_id"])
                display.at(done)
    pages.write_event(event, shown_games)
    say(f"{pages.index}: {counted(len(event.facts), 'game')}, {len(shown_games)} of them to walk through")


class _Pages:
    """The folder, and how its pages are filled in."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.index = folder / "index.html"
        self._templates = Environment(
            loader=PackageLoader("serai.ladder.commands.report"),
            autoescape=select_autoescape(),
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._make(folder / "games")

    def _make(self, folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UserProblem(f"{folder} cannot be made: {error.strerror}") from None

    def write_game(self, event: Event, game: GameRecord) -> bool:
        """Write the page of a game; False if it cannot be played again, which is said."""
        game_id = game.fact["game_id"]
        try:
            data = film_data(game)
        except ReplayError as error:
            note(f"no page for game {game_id}: {error}")
            return False
        seats = sorted(enumerate(game.fact["seats"]), key=lambda seat: seat[1]["rank"])
        self._write(
            self._folder / "games" / f"{game_id}.html",
            "game.html",
            {"event": event, "fact": game.fact, "seats": seats, "letters": LETTERS, "data": data},
        )
        return True

    def write_event(self, event: Event, shown_games: set[str]) -> None:
        """Write the page of the event, last: whoever finds it finds all that it leads to."""
        bounds = [row[bound] for row in event.standings for bound in ("rating_low", "rating_high")]
        filled = {
            "event": event,
            "shown_games": shown_games,
            "chart": chart(event.histories),
            "scale": Scale(min(bounds), max(bounds), 4, _INTERVAL_WIDTH - 4),
            "interval_width": _INTERVAL_WIDTH,
            "colours": COLOURS,
            "heat": heat,
        }
        self._write(self.index, "event.html", filled)

    def _write(self, path: Path, template: str, filled: Mapping[str, Any]) -> None:
        text = self._templates.get_template(template).render(filled)
        try:
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise unwritable(path, error) from None
