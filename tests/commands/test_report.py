"""The pages of an event: what they hold, and how they behave in a real browser."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from serai.ladder.commands.report.drawing import Scale, heat
from serai.ladder.commands.report.film_data import film_data
from serai.ladder.storage.store import open_store
from serai.referee.core.picture import plain
from tests.commands.conftest import NAME
from tests.commands.terminal import Here, serai, succeeded
from tests.recorded import recorded

GOLDEN = "3-seats-327099f5"
HOSTILE = "<img src=x onerror=\"document.title='taken'\"> & co"


@pytest.fixture(scope="session")
def pages(arena: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of the tournament that was played in advance, under a title that tries to be a part of the page."""
    folder = tmp_path_factory.mktemp("pages")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SERAI_HOME", str(arena))
        with open_store() as store:
            before = store.notes(NAME)
            store.note(NAME, "title", HOSTILE)
            succeeded(serai(arena, "report", str(folder), "--tournament", NAME))
            store.note(NAME, "title", before.get("title"))
    return folder


class _Resources(HTMLParser):
    """Everything that a page would load from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [(tag, value or "") for name, value in attrs if name in ("src", "data", "srcset", "xlink:href")]
        self.found += [(tag, value or "") for name, value in attrs if tag == "link" and name == "href"]


def test_the_pages_hold_what_the_commands_print(arena: Path, here: Here, pages: Path) -> None:
    text = unescape((pages / "index.html").read_text())
    for row in succeeded(here(arena, "tournament", "show", NAME, "--json")).json["standings"]:
        assert f"{row['rating']:.0f}</td><td>{row['rating_low']:.0f}–{row['rating_high']:.0f}" in text
    games = succeeded(here(arena, "tournament", "games", NAME, "--json")).json
    assert all(f'href="games/{game["game_id"]}.html"' in text for game in games)
    assert {path.stem for path in (pages / "games").iterdir()} == {game["game_id"] for game in games}
    assert text.count("<polyline") == 3


def test_nothing_is_loaded_from_elsewhere_and_nothing_of_a_title_is_a_tag(pages: Path) -> None:
    for page in (pages / "index.html", next((pages / "games").iterdir())):
        resources = _Resources()
        resources.feed(page.read_text())
        assert resources.found == []
        assert "default-src 'none'" in page.read_text()
        assert "&lt;img src=x" in page.read_text()


def test_a_game_is_told_to_its_end_with_the_table_after_every_move() -> None:
    data = film_data(recorded("yspahan", GOLDEN))
    assert len(data["moves"]) == recorded("yspahan", GOLDEN).fact["decisions"] + 1
    assert len(set(data["lines"])) == len(data["lines"])
    first, last = (plain("\n".join(data["lines"][n] for n in data["moves"][at]["picture"])) for at in (0, -1))
    assert "week 1" in first
    assert first != last
    assert [sum(points) for points in zip(*data["items"].values(), strict=True)] == [
        seat["points"] for seat in recorded("yspahan", GOLDEN).fact["seats"]
    ]


def test_fewer_games_may_have_pages(arena: Path, here: Here, tmp_path: Path) -> None:
    succeeded(here(arena, "report", tmp_path, "--tournament", NAME, "--games", "1"))
    assert len(list((tmp_path / "games").iterdir())) == 1
    assert (tmp_path / "index.html").read_text().count('href="games/') == 1


def test_what_cannot_be_written_is_said_in_a_line(arena: Path, here: Here, home: Path, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    said = here(arena, "report", file / "below", "--tournament", NAME)
    assert (said.code, said.err) == (2, f"serai: {file}/below/games cannot be made: Not a directory\n")
    assert here(arena, "report", tmp_path, "--tournament", "summer").code == 2
    assert here(home, "report", tmp_path).err == (
        "serai: say which tournament: --tournament NAME (there is none yet)\n"
    )


def test_scores_have_colours_and_ratings_places() -> None:
    assert heat(0.5).endswith("/ 0.00)")
    assert [heat(score).split()[0] for score in (1.0, 0.0)] == ["hsl(205", "hsl(28"]
    scale = Scale(1000, 2000, 0, 100)
    assert [scale(value) for value in scale.steps(3)] == [0, 50, 100]
    assert Scale(1500, 1500, 10, 20)(1500) == 10


# In a browser


def browsed(page: Path, script: str) -> str:
    """What a page shows in a real browser after a script has used it: the body as HTML."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("no Chromium on this machine: pages are not opened in a browser")
    copy = page.with_name(f"driven-{page.name}")
    copy.write_text(page.read_text().replace("</body>", f"<script>{script}</script></body>"))
    try:
        command = [program, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", copy.as_uri()]
        return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
    finally:
        copy.unlink()


def test_a_game_is_walked_through_in_a_browser(pages: Path) -> None:
    page = min((pages / "games").iterdir())
    [written] = re.findall(r'<script id="game"[^>]*>(.*?)</script>', page.read_text(), re.DOTALL)
    data = json.loads(written)
    script = """
      const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
      press("ArrowRight"); press("ArrowRight"); press("ArrowRight"); press("ArrowLeft");
      document.getElementById("on").click();
    """
    dom = browsed(page, script)
    assert f"move 3 of {len(data['moves']) - 1}" in dom
    wanted = [plain(data["lines"][number]) for number in data["moves"][3]["picture"]]
    [picture] = re.findall(r'<pre id="picture">(.*?)</pre>', dom, re.DOTALL)
    assert unescape(re.sub(r"<[^>]+>", "", picture)) == "\n".join(wanted)
    assert 'class="s0"' in picture
    at_end = browsed(page, 'document.getElementById("last").click(); document.getElementById("turn-back").click();')
    turns = [move["turn"] for move in data["moves"]]
    start = max(at for at in range(1, len(turns) - 1) if turns[at] != turns[at - 1])
    assert f"move {start} of" in at_end


def test_games_are_found_and_no_title_runs_in_a_browser(pages: Path) -> None:
    script = """
      filter.value = "greedy twin";
      filter.dispatchEvent(new Event("input"));
    """
    dom = browsed(pages / "index.html", script)
    assert '<span id="count">2 of 6</span>' in dom
    assert "<title>taken</title>" not in dom
    assert "&lt;img src=x" in dom
