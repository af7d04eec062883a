"""Sends random and mutated input to all that strangers can reach, and fails if any of it does harm.

    ./dev fuzz --count 100000 --seed 7

What is found goes into tests/fuzz/ as a test, with the input.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
from collections.abc import Callable

from fuzz import arena_streams, calls, documents, operations, streams, trees, worlds
from fuzz.found import Found

# How much of the whole each subject gets.
SUBJECTS: dict[str, tuple[Callable[[int, str], Found], float]] = {
    "streams": (streams.fuzz_streams, 0.505),
    "arena": (arena_streams.fuzz_arena, 0.03),
    "manifests": (documents.fuzz_manifests, 0.10),
    "packages": (documents.fuzz_packages, 0.06),
    "replays": (documents.fuzz_replays, 0.04),
    "records": (trees.fuzz_records, 0.04),
    "tables": (trees.fuzz_tables, 0.04),
    "facts": (documents.fuzz_facts, 0.08),
    "worlds": (worlds.fuzz_worlds, 0.04),
    "calls": (calls.fuzz_calls, 0.03),
    "operations": (operations.fuzz_operations, 0.03),
    "words": (documents.fuzz_words, 0.005),
}


def main() -> int:
    given = arguments()
    found = []
    for name in given.only or SUBJECTS:
        work, share = SUBJECTS[name]
        found.append(work(max(1, round(given.count * (1 if given.only else share))), given.seed))
        found[-1].check_growth()
        print(found[-1], file=sys.stderr, flush=True)
    failures = [failure for each in found for failure in each.failures]
    sent, memory = sum(each.sent for each in found), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    if given.json:
        counts = {each.subject: {"sent": each.sent, "grown": each.growth, **each.came_to} for each in found}
        print(json.dumps({"sent": sent, "failures": failures, "most_memory_mib": memory, "subjects": counts}))
    else:
        print(*failures, f"{sent} sent, {len(failures)} failures, most memory {memory} MiB", sep="\n")
    return 1 if failures else 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev fuzz", description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--count", type=int, default=100_000, help="inputs in all, or for each of --only [100000]")
    parser.add_argument("--seed", default="1", help="other inputs with every seed [1]")
    parser.add_argument("--only", action="append", choices=list(SUBJECTS), help="only this subject")
    parser.add_argument("--json", action="store_true", help="print JSON for programs")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
