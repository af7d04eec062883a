"""The work of `serai bot check`: check a bot and print what failed, with its evidence."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from serai.ladder.bots import registry
from serai.ladder.bots.check import Report, check_bot
from serai.ladder.bots.confinement import required
from serai.ladder.commands.console import Column, counted, number, say, say_json, say_json_list, table
from serai.ladder.commands.progress import progress
from serai.referee.games import GAMES
from serai.server.conformance.bot_under_test import Limits
from serai.server.conformance.checks import Check, checks
from serai.server.conformance.results import CheckResult, Result

_LONGEST = 500  # characters of a piece of evidence that are shown; --json has all of it
_LAST_LINES = 5  # of what the bot printed


def check(bot: str, patience: float, fail_fast: bool, confined: bool, as_json: bool) -> int:
    """Check a bot and print the report. Return the exit code: 1 if a check failed."""
    report = _run(bot, patience, fail_fast, confined)
    if as_json:
        say_json(report.as_json())
    else:
        _show(report)
    return 1 if report.failed else 0


def show_checks(as_json: bool) -> None:
    """Print all checks and what they mean."""
    listed = checks(GAMES)
    if as_json:
        say_json_list({"check": check.name, "meaning": check.meaning, "hint": check.hint} for check in listed)
        return
    table([Column("check", style="bold"), Column("what it wants")], [[check.name, check.meaning] for check in listed])
    say(f"\n{counted(len(listed), 'check')}; of the games, a bot is asked those in its bot.toml.")


def _run(bot: str, patience: float, fail_fast: bool, confined: bool) -> Report:
    sandbox = required() if confined else None
    with progress("checking", 0) as display:
        return check_bot(
            lambda: registry.find_all([bot])[0],
            Path(bot).expanduser() if "/" in bot or Path(bot).is_dir() else None,
            Limits(start=patience, answer=min(patience, Limits().answer)),
            fail_fast,
            lambda done, total: display.at(done, total=total),
            sandbox,
        )


def _show(report: Report) -> None:
    _show_subjects(report)
    shown: dict[str, str] = {}
    for check, checked in zip(report.checks, report.results, strict=True):
        if checked in report.failed:
            _show_failure(check, checked, shown)
    _show_missed(report)
    _show_sum(report)


def _show_subjects(report: Report) -> None:
    rows = []
    for subject, group in groupby(zip(report.checks, report.results, strict=True), lambda pair: pair[0].subject):
        results = [checked.result for _, checked in group]
        counts = [results.count(result) for result in (Result.OK, Result.FAILED, Result.MISSED)]
        rows.append([subject, *(str(count or "") for count in counts)])
    say(f"{report.bot}\n", "bold")
    table([Column("subject"), number("ok"), number("FAILED"), number("not reached")], rows)
    say()


def _show_failure(check: Check, checked: CheckResult, shown: dict[str, str]) -> None:
    """Print a failure with its evidence, or the name under which the same evidence was shown before."""
    say(f"FAILED {checked.check} ({checked.cause}): {checked.detail}", "red")
    say(f"  wanted    {check.meaning}")
    evidence = f"{checked.detail}\n{checked.question}\n{checked.answer}"
    if evidence in shown:
        say(f"  see       {shown[evidence]}")
    else:
        shown[evidence] = checked.check
        _show_evidence(checked)
    say(f"  hint      {check.hint}\n")


def _show_evidence(checked: CheckResult) -> None:
    for title, text in (("question", checked.question), ("answer", checked.answer)):
        if text:
            say(f"  {title:8}  {_cut(text)}")
    for line in checked.output.strip().splitlines()[-_LAST_LINES:]:
        say(f"  printed   {_cut(line)}")


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]} ... (--json has more)"


def _show_missed(report: Report) -> None:
    missed = sorted((checked.detail, checked.check) for checked in report.results if checked.result is Result.MISSED)
    for reason, group in groupby(missed, lambda pair: pair[0]):
        names = [check for _, check in group]
        say(f"not reached, because {reason}: {_few(names)}")


def _few(names: Sequence[str]) -> str:
    most = 4
    return ", ".join(names) if len(names) <= most else f"{', '.join(names[:most])} and {len(names) - most} more"


def _show_sum(report: Report) -> None:
    parts = [f"{report.count(Result.OK)} ok", f"{report.count(Result.FAILED)} failed"]
    if report.count(Result.MISSED):
        parts.append(f"{report.count(Result.MISSED)} not reached")
    style = "red" if report.failed else "green"
    say(f"{counted(len(report.results), 'check')}: {', '.join(parts)}, {report.seconds:.1f} s", style)
