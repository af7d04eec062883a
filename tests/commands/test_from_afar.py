"""Every command for authors, organisers and viewers, here and from afar: the same bytes, whatever is asked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from serai.ladder.access import arenas
from tests.commands.arena_afar import Arena, machine, serving, token_of
from tests.commands.conftest import NAME
from tests.commands.terminal import Here, succeeded

LADDER = ("--game", "yspahan")
CREATE = ("tournament", "create", "cup", "--game", "yspahan", "--bot", "greedy", "--bot", "random")
WRONG = (
    "tournament show sprong",
    "ladder --game chess",
    "ladder compare greedy nobody",
    "ladder history nobody",
    "ladder crosstable --bot nobody",
    "replay show zzzz",
    "bot show nobody",
    "bot disable nobody",
    "rules chess",
    "export sprong",
    "tournament resume spring",
    "tournament pause spring",
    "tournament add-bot spring nobody",
    "tournament disable-bot spring nobody",
    "tournament create cup --game yspahan --bot greedy --bot nobody",
    "tournament create cup --game yspahan --bot greedy --bot random --seats 9",
    "tournament create cup --game yspahan --bot greedy --bot random --hero greedy",
    "token create nobody --role author",
    "token revoke 0123456789ab",
    "owner add A/B",
)
# Each is asked for as text, and with --json where it has that.
LISTINGS = (
    "games",
    "rules yspahan",
    "bot list",
    "bot show twin",
    "bot show greedy",
    "tournament list",
    "tournament list --all",
    "tournament show spring",
    "tournament blocks spring",
    "tournament games spring",
    "tournament history spring",
    "tournament watch spring",
    "tournament run spring",
    "ladder",
    "ladder --latest --anchor random=1000",
    "ladder crosstable",
    "ladder crosstable --tournament spring --bot greedy",
    "ladder compare greedy random",
    "ladder history greedy",
    "ladder verify",
    "ladder rebuild",
    "replay verify --tournament spring",
    "replay verify --all",
    "owner list",
    "token list --all",
    "audit",
    "workers",
    "tournament create cup --game yspahan --bot greedy --bot random --dry-run",
)
TEXTS = (
    "export spring",
    "export spring --what standings --format csv",
    "ladder run --game yspahan --bot greedy --bot random --dry-run",
    *WRONG,
)


@pytest.fixture(scope="module")
def served(arena: Path) -> Iterator[Arena]:
    with serving(arena) as found:
        yield found


@pytest.fixture(scope="module")
def operator(served: Arena) -> Iterator[Path]:
    with machine(served, token_of(served.home, "olga", "operator")) as home:
        yield home


@pytest.fixture(autouse=True)
def nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (arenas.ARENA, arenas.TOKEN, "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("line", [*LISTINGS, *(f"{line} --json" for line in LISTINGS), *TEXTS])
def test_the_same_is_printed_here_and_from_afar(line: str, operator: Path, served: Arena, here: Here) -> None:
    """Commands on the store itself, and on a machine that knows nothing but the arena."""
    words = line.split()
    assert here(operator, *words) == here(served.home, *words)


def test_a_game_is_shown_asked_about_and_taken_along_alike(operator: Path, served: Arena, here: Here) -> None:
    game = succeeded(here(operator, "tournament", "games", NAME, "--json")).json[0]["game_id"]
    for words in (
        ("replay", "show", game),
        ("replay", "show", game, "--seat", "0", "--json"),
        ("replay", "export", game),
        ("replay", "verify", game),
    ):
        assert succeeded(here(operator, *words)) == here(served.home, *words)
    (operator / "game.json").write_text(here(operator, "replay", "export", game).out)
    proved = succeeded(here(operator, "replay", "verify", operator / "game.json"))
    assert proved == here(served.home, "replay", "verify", operator / "game.json")
    assert "1 accepted" in proved.out


def test_what_organisers_do_is_said_alike_and_undone(operator: Path, served: Arena, here: Here, twin: Path) -> None:
    """Each step is done from afar and undone, then done here and undone: both say the same."""
    game = succeeded(here(operator, "tournament", "games", NAME, "--json")).json[0]["game_id"]
    steps = (
        ("tournament", "exclude-bot", NAME, "twin", "--why", "a test"),
        ("tournament", "include-bot", NAME, "twin"),
        ("tournament", "deadline", NAME, "2126-05-01T18:00"),
        ("tournament", "deadline", NAME),
        ("tournament", "rename", NAME, "summer"),
        ("tournament", "rename", "summer", NAME),
        ("tournament", "archive", NAME),
        ("tournament", "unarchive", NAME),
        ("bot", "disable", "twin"),
        ("bot", "enable", "twin"),
        ("bot", "add", str(twin)),
        ("bot", "add", str(twin), "--json"),
        ("bot", "remote", "far", "--games", "yspahan"),
        ("bot", "remote", "far", "--games", "yspahan"),
    )
    first = [succeeded(here(operator, *words)) for words in steps]
    assert first[:-2] == [succeeded(here(served.home, *words)) for words in steps[:-2]]
    assert first[-1] == here(served.home, *steps[-1])
    log = succeeded(here(operator, "audit", NAME, "--json")).json
    assert {line["who"].partition(",")[0] for line in log if line["what"] == "exclude"} >= {"olga"}
    assert game in succeeded(here(operator, "tournament", "games", NAME, "--json")).out


def test_tournaments_are_created_halted_and_deleted_from_afar(
    operator: Path, served: Arena, here: Here, twin: Path
) -> None:
    """A folder comes along; nothing of it is built or run by the arena."""
    made = {}
    for where, name in ((operator, "far-cup"), (served.home, "near-cup")):
        words = [name if word == "cup" else word for word in CREATE]
        steps = (
            (*words, "--bot", twin, "--seats", "2", "--option", "two_players=on", "--time", "60+1/10"),
            ("tournament", "pause", name),
            ("tournament", "resume", name),
            ("tournament", "cancel", name, "--yes"),
            ("tournament", "show", name),
            ("tournament", "delete", name, "--why", "a test", "--yes"),
        )
        made[name] = [succeeded(here(where, *step)).out.replace(name, "cup") for step in steps]
    assert made["far-cup"] == made["near-cup"]


def test_what_is_said_decides_where_it_is_asked(
    operator: Path, served: Arena, here: Here, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "spring" in succeeded(here(operator, "tournament", "list")).out
    monkeypatch.setenv("SERAI_HOME", str(home))
    assert "no tournaments yet" in succeeded(here(home, "--local", "tournament", "list")).out
    monkeypatch.setenv(arenas.ARENA, "127.0.0.1:1")
    away = here(operator, "tournament", "list")
    assert (away.code, away.err) == (3, "serai: 127.0.0.1:1 cannot be reached: Connection refused\n")
    assert "spring" in succeeded(here(operator, "--arena", served.address, "tournament", "list")).out
    monkeypatch.delenv(arenas.ARENA)
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:1/0")
    assert "127.0.0.1:1" in here(operator, "tournament", "list").err


def test_workers_of_the_arena_play_it(operator: Path, here: Here) -> None:
    refused = here(operator, "tournament", "run", NAME, "--workers", "2")
    assert refused.code == 0, "it is over, so nobody has to play"
    succeeded(here(operator, *CREATE, "--option", "two_players=on"))
    refused = here(operator, "tournament", "run", "cup", "--workers", "2")
    assert (refused.code, refused.err.startswith("serai: the arena's workers play it")) == (2, True)
    succeeded(here(operator, "tournament", "cancel", "cup", "--yes"))
    succeeded(here(operator, "tournament", "delete", "cup", "--why", "a test", "--yes"))
