"""The work of `serai rate`: read facts, check them, and print their tables."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, cast

import click

from serai.ladder.commands.console import say_json_list
from serai.ladder.commands.ladder.show import show_standings
from serai.ladder.errors import UserProblem
from serai.ladder.model.facts import Fact, RuleSet, rules_of
from serai.ladder.ratings.fold import run
from serai.ladder.ratings.outcomes import Outcomes
from serai.ladder.ratings.standings import Standings
from serai.ladder.ratings.table import Choice, Table, make_table
from serai.ladder.service.json_rows import ladder_rows, table_row

# A place is decided among all sets of seats, so their number must not grow without end.
_MOST_SEATS = 8
_FIELDS: dict[str, type] = {"game": str, "epoch": int, "options": dict, "block": int, "rotation": int, "seats": list}
_SEAT_FIELDS: dict[str, type] = {"bot": str, "version": str, "rank": int, "points": int}


def rate(path: Path, choice: Choice, as_json: bool) -> None:
    """Print the ratings of the facts in a file; UserProblem names the first line that is not a fact."""
    with click.open_file(str(path), encoding="utf-8", errors="replace") as lines:
        facts = list(read_facts(lines, str(path)))
    if not facts:
        raise UserProblem(f"{path}: there are no facts in it; serai play --json prints some")
    tables = [_table(of, choice) for of in _by_rules(facts)]
    if as_json:
        say_json_list(row for table in tables for row in ladder_rows(table))
        return
    for table in tables:
        show_standings(table_row(table))


def read_facts(lines: Iterable[str], source: str) -> Iterator[Fact]:
    """Yield the facts of JSON Lines; UserProblem says in which line something is wrong, and what."""
    seen: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        if line.strip():
            fact = _read(line, f"{source}, line {number}")
            identity = str(fact.get("game_id") or number)
            if identity in seen:
                raise UserProblem(f"{source}, line {number}: game {identity} was in line {seen[identity]} already")
            seen[identity] = number
            yield cast("Fact", fact)


def _read(line: str, where: str) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:  # also if it nests too deep
        raise UserProblem(f"{where}: this is not JSON ({error}); a fact is one object a line") from None
    if not isinstance(data, dict):
        raise UserProblem(f"{where}: a fact is an object with game, epoch, seats and more, not {_kind(data)}")
    fact = {"options": {}, "block": 0, "rotation": 0, "tournament": None, "commitment": "", **data}
    _check(fact, _FIELDS, where)
    if not 2 <= len(fact["seats"]) <= _MOST_SEATS:
        raise UserProblem(f"{where}: a fact has 2 to {_MOST_SEATS} seats, this one has {len(fact['seats'])}")
    fact["seats"] = [_seat(seat, len(fact["seats"]), f"{where}, seat {at}") for at, seat in enumerate(fact["seats"])]
    return fact


def _seat(seat: object, seats: int, where: str) -> dict[str, Any]:
    if not isinstance(seat, dict):
        raise UserProblem(f"{where}: a seat is an object with bot, version, rank and points, not {_kind(seat)}")
    found = {"version": "", "points": 0, "cause": None, **seat}
    _check(found, _SEAT_FIELDS, where)
    if not 1 <= found["rank"] <= seats:
        raise UserProblem(f"{where}: rank {found['rank']} should be from 1 to {seats}")
    return found


def _check(data: Mapping[str, Any], fields: Mapping[str, type], where: str) -> None:
    for name, kind in fields.items():
        if name not in data:
            raise UserProblem(f"{where}: {name} is missing")
        if not isinstance(data[name], kind) or isinstance(data[name], bool):
            raise UserProblem(f"{where}: {name} should be {_KINDS[kind]}, not {_kind(data[name])}")


_KINDS: dict[type, str] = {str: "text", int: "a whole number", dict: "an object", list: "a list"}


def _kind(value: object) -> str:
    return _KINDS.get(type(value), json.dumps(value))


def _by_rules(facts: Iterable[Fact]) -> Iterator[list[Fact]]:
    """Yield the facts under each set of rules, in an order that does not depend on that of the file."""
    found: dict[RuleSet, list[Fact]] = {}
    for fact in facts:
        found.setdefault(rules_of(fact), []).append(fact)
    for rules in sorted(found):
        yield sorted(found[rules], key=_place)


def _place(fact: Fact) -> tuple[str, int, int, str]:
    return fact["tournament"] or fact["commitment"], fact["block"], fact["rotation"], fact.get("game_id", "")


def _table(facts: list[Fact], choice: Choice) -> Table:
    return make_table(run(Standings(), facts), run(Outcomes(), facts), choice)
