"""Completion offers what is there, as a real bash is told it, and never starts a server for it."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

import pytest

from serai.ladder.bots import registry
from serai.ladder.storage import embedded_redis
from serai.ladder.storage.locks import is_free
from serai.referee.games import GAMES
from tests.commands.conftest import NAME
from tests.commands.terminal import LINE, Here, environment, succeeded
from tests.waiting import wait_until

# What bash does when the key is pressed: its own splitting of the line into words, then the function of click.
PRESS = """
eval "$1"
IFS=' ' read -r -a COMP_WORDS <<< "$3"
COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 ))
if [[ $3 == *' ' ]]; then COMP_WORDS+=(''); COMP_CWORD=$(( COMP_CWORD + 1 )); fi
compopt() { echo "$2"; }
_serai_completion "$2"
printf '%s\\n' "${COMPREPLY[@]}"
"""


@cache
def script() -> str:
    return subprocess.run([*LINE, "completion", "bash"], check=True, capture_output=True, text=True).stdout


def offered(home: Path, words: str, **settings: str) -> list[str]:
    """What is offered after these words, in which `=` stands alone as in bash; an empty last word is a blank."""
    program = home / "bin" / "serai"
    program.parent.mkdir(exist_ok=True)
    program.write_text("#!/bin/sh\nexec " + " ".join(LINE) + ' "$@"\n')
    program.chmod(0o700)
    shell = ["bash", "-c", PRESS, "bash", script(), str(program), words]
    done = subprocess.run(shell, check=False, capture_output=True, text=True, env={**environment(home), **settings})
    assert (done.returncode, done.stderr) == (0, "")
    return [word for word in done.stdout.split("\n") if word]


BUILT_IN = list(registry.built_in())
OFFERS = {
    "serai tour": ["tournament"],
    "serai rules y": ["yspahan"],
    "serai play ys": ["yspahan"],
    "serai play yspahan ": BUILT_IN,
    "serai play yspahan random gree": ["greedy"],
    "serai play yspahan ./my": ["dirnames"],
    "serai play yspahan random --option two": ["two_players=off", "two_players=on"],
    "serai play yspahan random --option two_players =": ["off", "on"],
    "serai play yspahan random --option two_players = of": ["off"],
    "serai tournament create cup --game ys": ["yspahan"],
    "serai tournament create cup --option two_players = o": ["off", "on"],
    "serai tournament create cup --bot rand": ["random"],
    "serai tournament show ": [],
    "serai bot show gree": ["greedy"],
    "serai bot disable ": [],
    "serai bot new --language py": ["python"],
    "serai replay show games/": ["default"],
    "serai replay export ": [],
    "serai ladder --game ys": ["yspahan"],
}


@pytest.mark.parametrize("words", OFFERS)
def test_without_a_server_what_is_built_in_is_offered(words: str, home: Path) -> None:
    assert offered(home, words) == OFFERS[words]
    assert not (home / "valkey").exists(), "completion has started a server"


def test_every_game_is_offered(home: Path) -> None:
    assert offered(home, "serai rules ") == sorted(GAMES)


def test_a_redis_that_does_not_answer_is_no_hindrance(home: Path) -> None:
    assert offered(home, "serai bot show ", REDIS_URL="redis://127.0.0.1:1/0") == BUILT_IN


def test_a_server_that_runs_is_asked(arena: Path) -> None:
    assert offered(arena, "serai bot show ") == [*BUILT_IN, "twin"]
    assert offered(arena, "serai bot disable t") == ["twin"]
    assert offered(arena, "serai tournament games ") == [NAME]
    assert offered(arena, "serai replay verify --tournament s") == [NAME]


def test_games_on_record_are_offered_by_id(arena: Path, here: Here) -> None:
    ids = sorted(game["game_id"] for game in succeeded(here(arena, "tournament", "games", NAME, "--json")).json)
    assert offered(arena, "serai replay show ") == ids
    prefix = ids[0][:2]
    found = [game_id for game_id in ids if game_id.startswith(prefix)]
    assert offered(arena, f"serai replay verify {ids[1]} {prefix}") == found


def test_a_server_that_has_stopped_is_not_started_again(home: Path, here: Here, twin: Path) -> None:
    succeeded(here(home, "bot", "add", twin))
    lock = home / "valkey" / embedded_redis.SERVER
    wait_until(lambda: is_free(lock))
    assert offered(home, "serai bot show ") == BUILT_IN
    assert is_free(lock)
