"""`serai bot check`: whether a bot of any language does all that the platform may ask of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from serai.ladder.commands import completion
from serai.ladder.commands.console import Column, counted, json_option, number, say, say_json, say_json_list, table
from serai.ladder.commands.progress import progress

if TYPE_CHECKING:
    from serai.ladder.bots.check import Report
    from serai.server.conformance.checks import Check
    from serai.server.conformance.results import CheckResult

_LONGEST = 500  # characters of a piece of evidence that are shown; --json has all of it
_LAST_LINES = 5  # of what the bot printed


@click.command(name="check", short_help="Whether a bot does all that the platform may ask of it.")
@click.argument("bot", required=False, shell_complete=completion.bots)
@click.option("--list", "listing", is_flag=True, help="Print all checks and what they mean; nothing is run.")
@click.option("--fail-fast", is_flag=True, help="Stop at the first failure.")
@click.option(
    "--patience",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    default=20.0,
    help="How long the bot may take to say hello, and for an answer. [20]",
)
@json_option
def check_command(bot: str | None, listing: bool, fail_fast: bool, patience: float, as_json: bool) -> int:
    """Check a bot of any language: BOT is a folder with a bot.toml, a built-in name or a registered one.

    The bot is started a few times by an examiner that speaks to it as the referee does: messages in all the shapes the
    protocol allows, many games at once, every kind of decision of every game it claims (each as the first question of
    a game, with all that has happened so far), a whole game of each, and the ways a stream can end. What fails is
    shown with the question, the answer, the last lines the bot printed, and a hint.

    \b
    Examples:
      serai bot check ./my_bot
      serai bot check greedy --json
      serai bot check ./my_bot --fail-fast --patience 2
      serai bot check --list

    With --json: {checks, summary}; checks is a list of {check, result, cause, detail, question, answer, output, hint},
    result is ok, FAILED or not reached; summary is {bot, checks, ok, failed, not_reached, seconds}. With --list, a
    list of {check, meaning, hint}. Exit code 1 if a check failed.
    """
    if listing:
        _list(as_json)
        return 0
    if bot is None:
        raise click.UsageError("Missing argument 'BOT'", click.get_current_context())
    report = _run(bot, patience, fail_fast)
    if as_json:
        say_json(report.as_json())
    else:
        _show(report)
    return 1 if report.failed else 0


def _list(as_json: bool) -> None:
    from serai.referee.games import GAMES
    from serai.server.conformance.checks import checks

    listed = checks(GAMES)
    if as_json:
        say_json_list({"check": check.name, "meaning": check.meaning, "hint": check.hint} for check in listed)
        return
    table([Column("check", style="bold"), Column("what it wants")], [[check.name, check.meaning] for check in listed])
    say(f"\n{counted(len(listed), 'check')}; of the games, a bot is asked those in its bot.toml.")


def _run(bot: str, patience: float, fail_fast: bool) -> Report:
    from serai.ladder.bots.check import check_bot
    from serai.ladder.commands.play import find_bots
    from serai.server.conformance.bot_under_test import Limits

    with progress("checking", 0) as shown:
        return check_bot(
            lambda: find_bots([bot])[0],
            Path(bot).expanduser() if "/" in bot or Path(bot).is_dir() else None,
            Limits(start=patience, answer=min(patience, Limits().answer)),
            fail_fast,
            lambda done, total: shown.at(done, total=total),
        )


def _show(report: Report) -> None:
    _show_subjects(report)
    told: dict[str, str] = {}
    for check, mark in zip(report.checks, report.marks, strict=True):
        if mark in report.failed:
            _show_failure(check, mark, told)
    _show_missed(report)
    _show_sum(report)


def _show_subjects(report: Report) -> None:
    from serai.server.conformance.results import Result

    rows = []
    for subject, group in groupby(zip(report.checks, report.marks, strict=True), lambda pair: pair[0].subject):
        results = [mark.result for _, mark in group]
        counts = [results.count(result) for result in (Result.OK, Result.FAILED, Result.MISSED)]
        rows.append([subject, *(str(count or "") for count in counts)])
    say(f"{report.bot}\n", "bold")
    table([Column("subject"), number("ok"), number("FAILED"), number("not reached")], rows)
    say()


def _show_failure(check: Check, mark: CheckResult, told: dict[str, str]) -> None:
    """A failure with its evidence; what was shown under another name already is only referred to."""
    say(f"FAILED {mark.check} ({mark.cause}): {mark.detail}", "red")
    say(f"  wanted    {check.meaning}")
    evidence = f"{mark.detail}\n{mark.question}\n{mark.answer}"
    if evidence in told:
        say(f"  see       {told[evidence]}")
    else:
        told[evidence] = mark.check
        _show_evidence(mark)
    say(f"  hint      {check.hint}\n")


def _show_evidence(mark: CheckResult) -> None:
    for title, text in (("question", mark.question), ("answer", mark.answer)):
        if text:
            say(f"  {title:8}  {_cut(text)}")
    for line in mark.output.strip().splitlines()[-_LAST_LINES:]:
        say(f"  printed   {_cut(line)}")


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]} ... (--json has more)"


def _show_missed(report: Report) -> None:
    from serai.server.conformance.results import Result

    missed = sorted((mark.detail, mark.check) for mark in report.marks if mark.result is Result.MISSED)
    for reason, group in groupby(missed, lambda pair: pair[0]):
        names = [check for _, check in group]
        say(f"not reached, because {reason}: {_few(names)}")


def _few(names: Sequence[str]) -> str:
    most = 4
    return ", ".join(names) if len(names) <= most else f"{', '.join(names[:most])} and {len(names) - most} more"


def _show_sum(report: Report) -> None:
    from serai.server.conformance.results import Result

    parts = [f"{report.count(Result.OK)} ok", f"{report.count(Result.FAILED)} failed"]
    if report.count(Result.MISSED):
        parts.append(f"{report.count(Result.MISSED)} not reached")
    style = "red" if report.failed else "green"
    say(f"{counted(len(report.marks), 'check')}: {', '.join(parts)}, {report.seconds:.1f} s", style)
