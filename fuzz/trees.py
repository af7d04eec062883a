"""Records and manifests that can be read, but are not what they should be: changed by what they mean, not by bytes."""

from __future__ import annotations

import copy
import json
import random
import tempfile
from pathlib import Path
from typing import Any

from fuzz.documents import game, read_each
from fuzz.found import Found
from serai.ladder.bots.manifest import check_manifest
from serai.ladder.model import game_record
from serai.ladder.model.verification import verify_game

ODD: tuple[Any, ...] = (
    *(None, True, -1, 0, 2**31, 2**64, -(2**70), 1e308, float("nan"), float("inf"), 0.5),
    *("", "\x1b[2J", "../../etc", "\ud800", "9" * 400, "\0", "a" * 5000),
    *([], {}, [[]], [None] * 50, {"": ""}),
)
MANIFEST: dict[str, Any] = {
    "name": "my_bot",
    "language": "python",
    "games": ["yspahan", "catan"],
    "run": ["{python}", "bot.py"],
    "build": ["make", "-j2"],
    "transport": "tcp",
    "ignore": ["*.o"],
}


def fuzz_records(count: int, seed: str) -> Found:
    """Games in which some value is another: they are refused for a reason, or verify."""
    right, chance = json.loads(game(random.Random(seed))), random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="serai-fuzz-") as place:
        path = Path(place, "game.json")

        def work(data: bytes) -> None:
            path.write_bytes(data)
            verify_game(game_record.read(path).public(), None)

        return read_each("records", count, work, lambda: dumped(changed(right, chance)))


def fuzz_tables(count: int, seed: str) -> Found:
    """Manifests in which some value is another."""
    chance = random.Random(seed)
    return read_each("tables", count, lambda table: check_manifest(table, "it"), lambda: changed(MANIFEST, chance))


def dumped(tree: Any) -> bytes:
    return json.dumps(tree).encode("utf-8", "surrogatepass")


def changed(tree: Any, chance: random.Random) -> Any:
    """Return a copy in which one to three places are other ones: odd, gone, doubled, or from elsewhere in it."""
    tree = copy.deepcopy(tree)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        holders = [node for node in nodes(tree) if node]
        if not holders:
            return tree
        holder = chance.choice(holders)
        at = chance.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        change = chance.random()
        if change < 0.6:
            holder[at] = copy.deepcopy(chance.choice(ODD))
        elif change < 0.8:
            del holder[at]
        elif change < 0.9 and isinstance(holder, list):
            holder.append(holder[at])
        else:
            holder[at] = copy.deepcopy(chance.choice(holders))
    return tree


def nodes(tree: Any) -> list[Any]:
    """Return all objects and lists in a tree."""
    found = [tree] if isinstance(tree, dict | list) else []
    for node in found:
        found += [each for each in (node.values() if isinstance(node, dict) else node) if isinstance(each, dict | list)]
    return found
