"""`./dev reference-ladder`: how strong the house bots are, in every game at every number of seats.

greedy plays against random and search against greedy: one of them against weaker ones on all other seats, every deal
with each rotation. Facts are kept in docs/reference-ladder, a file for each table, and docs/reference-ladder.md is
written from all that are there. So the run can be made in parts, and anybody can rate the facts again:

zcat docs/reference-ladder/yspahan-3.jsonl.gz | serai rate -
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serai.ladder.commands.rate_facts import read_facts
from serai.ladder.model.facts import Entrant, Fact
from serai.ladder.ratings.comparison import Comparison, Difference
from serai.ladder.ratings.estimate import estimate
from serai.ladder.ratings.fold import run
from serai.ladder.ratings.outcomes import Outcomes
from serai.referee.clock import TimeControl
from serai.referee.games import GAMES

DOCS = Path(__file__).resolve().parent.parent / "docs"
STEPS = (("greedy", "random"), ("search", "greedy"))
GOAL, AT_LEAST = 200, 120  # Elo, and where the lower end of the interval should be


@dataclass(frozen=True)
class Setting:
    """A table: the game, the number of seats, and the option that this number takes."""

    game: str
    seats: int
    options: tuple[str, ...]

    @property
    def file(self) -> str:
        return f"{self.game}-{self.seats}.jsonl.gz"


def every_setting() -> list[Setting]:
    return [
        Setting(game.name, seats, choices[:1])
        for game in GAMES.values()
        for seats, choices in game.all_seat_counts().items()
    ]


def main(given: Sequence[str]) -> int:
    asked = arguments(given)
    wanted = [
        setting
        for setting in every_setting()
        if setting.game in (asked.games or GAMES) and (asked.seats is None or setting.seats == asked.seats)
    ]
    folder = asked.docs / "reference-ladder"
    folder.mkdir(exist_ok=True, parents=True)
    if asked.missing:
        wanted = [setting for setting in wanted if not (folder / setting.file).exists()]
    with ThreadPoolExecutor(asked.jobs) as jobs:
        for setting, facts in zip(wanted, jobs.map(lambda each: played(each, asked), wanted), strict=True):
            write_facts(folder / setting.file, facts)
            write_notes(folder / "run.json", setting, asked)
            (asked.docs / "reference-ladder.md").write_text(page(folder), encoding="utf-8")
            print(row_of(setting, facts), flush=True)
    return 0


def arguments(given: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="./dev reference-ladder", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="all games if none is named")
    parser.add_argument("--seats", type=int, help="only tables of so many seats")
    parser.add_argument(
        "--blocks", type=int, default=20, help="deals of search against greedy; twice as many for greedy"
    )
    parser.add_argument("--time", type=TimeControl.read, default=TimeControl(10, 0.1, 5), metavar="BANK+INCREMENT/CAP")
    parser.add_argument("--missing", action="store_true", help="only tables without facts: goes on with a run")
    parser.add_argument("--jobs", type=int, default=1, help="tables at once; leave search a core for each")
    parser.add_argument("--docs", type=Path, default=DOCS, help="where the page and the facts go")
    asked = parser.parse_args(given)
    unknown = [game for game in asked.games if game not in GAMES]
    if unknown:
        parser.error(f"there is no game called {unknown[0]!r}; there are {', '.join(GAMES)}")
    return asked


def played(setting: Setting, asked: argparse.Namespace) -> list[str]:
    """The facts of both matches, as lines."""
    lines: list[str] = []
    for (strong, weak), blocks in zip(STEPS, (2 * asked.blocks, asked.blocks), strict=True):
        bots = [strong, *[weak] * (setting.seats - 1)]
        options = [word for choice in setting.options for word in ("--option", choice)]
        command = ["play", setting.game, *bots, "--blocks", str(blocks), "--time", str(asked.time), *options, "--json"]
        done = subprocess.run(
            [str(Path(sys.executable).with_name("serai")), *command, "--in-flight", "1"],
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
        if done.returncode not in (0, 1):  # 1: somebody was retired, which the facts say
            raise SystemExit(f"serai {' '.join(command)} ended with exit code {done.returncode}")
        lines += done.stdout.splitlines()
    return lines


def write_facts(path: Path, lines: list[str]) -> None:
    with gzip.GzipFile(path, "wb", mtime=0) as file:
        file.write("".join(f"{line}\n" for line in lines).encode())


def write_notes(path: Path, setting: Setting, asked: argparse.Namespace) -> None:
    """What facts do not say: with which time control a table was played, and on what machine."""
    known: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    machine = f"{processor()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    known[setting.file] = {"time": str(asked.time), "jobs": asked.jobs, "machine": machine}
    path.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def processor() -> str:
    found = [
        line.partition(":")[2].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if "name" in line
    ]
    return found[0] if found else platform.machine()


# --- what came out


def differences(facts: Sequence[Fact]) -> Iterator[tuple[int, int, Difference]]:
    """For each step of the ladder: its games, how many seats lost on time, and the difference."""
    compared = Comparison(estimate(run(Outcomes(), facts)))
    versions = {seat["bot"]: seat["version"] for fact in facts for seat in fact["seats"]}
    for strong, weak in STEPS:
        games = [fact for fact in facts if any(seat["bot"] == strong for seat in fact["seats"])]
        games = [fact for fact in games if any(seat["bot"] == weak for seat in fact["seats"])]
        late = sum(seat["cause"] is not None for fact in games for seat in fact["seats"])
        difference = compared.difference(*(Entrant(bot, versions[bot]) for bot in (strong, weak)))
        yield len(games), late, difference


def row_of(setting: Setting, lines: Sequence[str]) -> str:
    facts = list(read_facts(lines, setting.file))
    cells = [GAMES[setting.game].title, str(setting.seats)]
    for games, late, found in differences(facts):
        reached = "yes" if found.points >= GOAL and found.low >= AT_LEAST else "no"
        cells += [str(games), f"{found.points:+.0f}", f"{found.low:.0f} to {found.high:.0f}", reached, str(late)]
    return f"| {' | '.join(cells)} |"


def page(folder: Path) -> str:
    """The page of all facts that are there."""
    notes: dict[str, Any] = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    kept = [setting for setting in every_setting() if (folder / setting.file).exists()]
    rows = [row_of(setting, read_lines(folder / setting.file)) for setting in kept]
    runs = sorted({(note["time"], note["machine"]) for note in notes.values()})
    played_at = "\n".join(f"- {time}, on {machine}" for time, machine in runs)
    head = "\n".join((f"| {' | '.join(COLUMNS)} |", f"|{' --- |' * len(COLUMNS)}"))
    return PAGE.format(head=head, rows="\n".join(rows), runs=played_at, goal=GOAL, at_least=AT_LEAST)


def read_lines(path: Path) -> list[str]:
    return gzip.decompress(path.read_bytes()).decode().splitlines()


COLUMNS = (
    *("game", "seats"),
    *("games", "greedy over random", "interval", "goal", "retired"),
    *("games", "search over greedy", "interval", "goal", "retired"),
)

PAGE = """# The reference ladder

How strong the house bots are: `random` takes any option, `greedy` the one that looks best, `search` looks ahead
([search and learning](search-and-learning.md)). In each game one bot plays against the weaker one on all other seats;
every deal is played with each rotation of the seats. The difference is that of the [ratings](ratings.md), in Elo, with
its 95 % interval. The goal is {goal} with a lower end of at least {at_least}. Retired are seats that lost on time or
otherwise.

Time controls and machines:

{runs}

{head}
{rows}

Made by `./dev reference-ladder`. The facts are in [reference-ladder](reference-ladder), a file for each line, with what
else there is to know in `run.json`. To rate them again:

```console
$ zcat docs/reference-ladder/yspahan-3.jsonl.gz | serai rate -
```
"""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
