"""What a signature costs: CPU time to sign a block of facts and to check one.

python -m bench.signing
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

from serai.ladder.storage.signing import Signer, holds

TIMES = 2000
SEATS = 4


def facts() -> list[Any]:
    """The facts of a block of four, as long as real ones."""
    seat = {"bot": "greedy", "version": "0" * 32, "points": 90, "rank": 1, "ending": "played", "cause": None}
    times = {"started": "2026-01-01T00:00:00.000+00:00", "seconds": 0.512}
    return [
        {
            "game_id": "0" * 20,
            "tournament": "spring",
            "block": 7,
            "rotation": rotation,
            "game": "yspahan",
            "epoch": 1,
            "options": {"first_player": "0"},
            "seats": [seat] * SEATS,
            "commitment": "0" * 64,
            "deal": "0" * 64,
            "decisions": 200,
            "digest": "0" * 32,
            "times": times,
        }
        for rotation in range(SEATS)
    ]


def microseconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    for _ in range(TIMES):
        work()
    return (time.process_time() - began) / TIMES * 1e6


def main() -> None:
    block, signer = facts(), Signer(bytes(32))
    kept = signer.sign("spring", 7, block)
    assert holds(kept, "spring", 7, block)
    cost = {
        "sign": microseconds(lambda: signer.sign("spring", 7, block)),
        "check": microseconds(lambda: holds(kept, "spring", 7, block)),
    }
    print(json.dumps({f"{name}_cpu_us_per_block": round(value) for name, value in cost.items()}))


if __name__ == "__main__":
    main()
