"""What came of a game's mutants: as one record, and as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from mutate.mutants import Mutant
from mutate.scope import Scope
from mutate.trial import KILLED, SURVIVED, TIMED_OUT, Verdict


def summary(
    scope: Scope, verdicts: Sequence[Verdict], equivalent: Mapping[str, str], *, goal: float, **known: object
) -> dict[str, Any]:
    """Return counts, kill rate and the mutants that were not killed; a time-out counts as killed."""
    outcomes = Counter(verdict.outcome for verdict in verdicts)
    noticed = outcomes[KILLED] + outcomes[TIMED_OUT]
    rate = 100 * noticed / len(verdicts) if verdicts else 100.0
    return {
        "game": scope.name,
        "mutants": len(verdicts) + len(equivalent),
        **known,
        "killed": outcomes[KILLED],
        "timed_out": [_record(scope, one) for one in verdicts if one.outcome == TIMED_OUT],
        "survived": [_record(scope, one) for one in verdicts if one.outcome == SURVIVED],
        "equivalent": [{"mutant": key, "reason": reason} for key, reason in equivalent.items()],
        "kill_rate": round(rate, 1),
        "goal": goal,
        "reached": rate >= goal,
    }


def _record(scope: Scope, verdict: Verdict) -> dict[str, Any]:
    mutant: Mutant = verdict.mutant
    return {
        "where": mutant.where(scope.root),
        "function": mutant.scope,
        "change": mutant.change,
        "tests": verdict.tests,
        "key": mutant.key(scope.root),
    }


def text(report: Mapping[str, Any]) -> str:
    """Return the report as a person reads it."""
    head = f"{report['game']}: {report['mutants']} of {report['of']} mutants, seed {report['seed']}"
    counts = (
        f"killed {report['killed']}, timed out {len(report['timed_out'])}, survived {len(report['survived'])}, "
        f"equivalent {len(report['equivalent'])}"
    )
    rate = f"kill rate {report['kill_rate']:.1f} %, goal {report['goal']:g} %"
    lines = [f"{head}: {counts}; {rate}; {report['seconds']} s"]
    lines += [line for one in report["survived"] for line in _lines("survived", one)]
    lines += [line for one in report["timed_out"] for line in _lines("timed out", one)]
    return "\n".join(lines)


def _lines(outcome: str, one: Mapping[str, Any]) -> list[str]:
    reached = f"{one['tests']} tests reach it" if one["tests"] else "no test reaches it"
    return [f"  {outcome}  {one['where']}  {one['function'] or 'module'}  ({reached})", f"      {one['change']}"]
