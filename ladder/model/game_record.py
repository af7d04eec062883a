"""The record of a game: its fact and its replay, with all that is needed to prove it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from serai.ladder.errors import UserProblem
from serai.ladder.model.facts import Fact
from serai.server.bot_log import Printed


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A fact, its replay, and what its game id begins with (the tournament, or the first deal outside of one).

    `printed` is what the bots printed, by seat, where that is at hand: it is for their authors and organisers.
    """

    identity: str
    fact: Fact
    replay: Mapping[str, Any]
    printed: tuple[Printed, ...] = ()

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> GameRecord:
        """Return what `as_json` made this data of."""
        printed = (Printed(dropped=log["dropped"], lines=log["lines"]) for log in data.get("printed", ()))
        return cls(data["identity"], cast(Fact, data["fact"]), data["replay"], tuple(printed))

    def as_json(self) -> dict[str, Any]:
        kept = {"printed": list(self.printed)} if any(map(_holds_something, self.printed)) else {}
        return {"identity": self.identity, "fact": self.fact, "replay": self.replay, **kept}

    def public(self) -> GameRecord:
        """Return what everybody may read: without what bots printed, which is for authors and organisers."""
        return self.without_output(lambda _: False)

    def without_output(self, may_read: Callable[[Mapping[str, Any]], bool]) -> GameRecord:
        """Return it without what bots printed, but for retirements and seats (`{"seat": N}`) that may be read."""
        retired = [
            retirement if may_read(retirement) else {**retirement, "stderr": ""}
            for retirement in self.replay.get("retirements", ())
        ]
        printed = tuple(
            log if may_read({"seat": seat}) else Printed(dropped=0, lines=[]) for seat, log in enumerate(self.printed)
        )
        return replace(self, replay={**self.replay, "retirements": retired}, printed=printed)

    def text(self) -> str:
        """Return the content of a file that `read` reads."""
        return json.dumps(self.as_json(), ensure_ascii=False) + "\n"


def is_file(reference: str) -> bool:
    """Return True if a file is meant: what looks like one, or is there."""
    return "/" in reference or reference.endswith(".json") or Path(reference).is_file()


def read(path: Path) -> GameRecord:
    """Return the game in a file of `serai play --replays` or `serai replay export`; UserProblem if it is none."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserProblem(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):  # it nests too deep
        raise UserProblem(f"{path} does not hold JSON; games are kept by serai play --replays FOLDER") from None
    wanted = {"identity": str, "fact": dict, "replay": dict}
    if not isinstance(data, dict) or not all(isinstance(data.get(key), kind) for key, kind in wanted.items()):
        raise UserProblem(f"{path} does not hold a game: an object with {', '.join(wanted)}")
    retired = data["replay"].get("retirements", [])
    if not isinstance(retired, list) or not all(isinstance(each, dict) for each in retired):
        raise UserProblem(f"{path} does not hold a game: its retirements are no list of objects")
    return GameRecord(
        data["identity"], cast(Fact, data["fact"]), data["replay"], _printed(data.get("printed", []), path)
    )


def _holds_something(printed: Printed) -> bool:
    return bool(printed["lines"] or printed["dropped"])


def _printed(data: Any, path: Path) -> tuple[Printed, ...]:
    """Return what the bots printed, as a file has it; UserProblem if it is something else."""
    try:
        return tuple(
            Printed(dropped=int(log["dropped"]), lines=[(int(number), str(line)) for number, line in log["lines"]])
            for log in data
        )
    except (KeyError, TypeError, ValueError):
        raise UserProblem(f"{path} does not hold a game: what its bots printed is no list of dropped, lines") from None
