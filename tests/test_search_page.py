"""docs/search-and-learning.md: the bot it shows searches, and every name it gives is there."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from serai import sim
from serai.referee.core.luck import Luck
from serai.referee.games import GAMES
from serai.referee.world import world
from serai.simulator.calls import Simulator
from serai.simulator.lines import answer
from serai.table import Luck as BotLuck
from serai.table import Table
from tests.random_play import Play, plain_cases

PAGE = Path(__file__).parent.parent.joinpath("docs", "search-and-learning.md").read_text(encoding="utf-8")

PROGRAMS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def run(program: str) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "shown"}
    exec(compile(program, "shown.py", "exec"), names)
    return names


@pytest.fixture(scope="module")
def bot() -> Any:
    return run(PROGRAMS[0])["Searcher"]()


@pytest.mark.parametrize("game", ["yspahan", "council_of_four"])
def test_the_bot_searches(bot: Any, game: str) -> None:
    """With no time left it tries every option once."""
    case = plain_cases(GAMES[game])[0]
    state = next(islice(Play(case, 1).states(), 25, None))
    (seat, *_) = state.options
    table = Table(1, game, 1, seat, case.seats, {}, None, None, "", BotLuck("x"))  # type: ignore[arg-type]  # no clock
    table.world = world(case.game, state, seat, Luck(bytes(32)))
    assert bot.worlds
    assert bot.choose(table, None, state.options[seat]) in range(len(state.options[seat]))
    table.world = None
    assert bot.choose(table, None, state.options[seat]) == 0


@pytest.mark.parametrize("program", PROGRAMS[1:])
def test_what_is_shown_for_learning_runs(program: str) -> None:
    run(program)


def test_the_line_of_json_is_answered_as_shown() -> None:
    (asked, answered) = re.findall(r"^{.*}$", PAGE.partition("\n## In any language\n")[2], re.MULTILINE)
    assert answer(Simulator(), asked.encode()).decode() == answered + "\n"


def test_every_name_in_the_table_is_there() -> None:
    section = PAGE.partition("\n## serai.sim\n")[2].partition("\n## ")[0]
    named = re.findall(r"`(?:World|world)\.(\w+)", section)
    assert set(named) >= {name for name in vars(sim.World) if not name.startswith("_")} - {"game", "epoch", "seats"}
    assert [name for name in named if not hasattr(sim.World, name)] == []
