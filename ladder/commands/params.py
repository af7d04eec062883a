"""Parameters that several commands take: deals, settings of a game, time controls, how tables are read."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, TypeVar

import click

from serai.ladder.commands import completion
from serai.ladder.storage.paths import UNSAFE
from serai.referee.clock import TimeControl
from serai.referee.core.luck import DEAL_BYTES

C = TypeVar("C", bound=Callable[..., Any])

_DEAL_DIGITS = 2 * DEAL_BYTES
_HEX = re.compile(r"[0-9a-fA-F]*")
_ZEROS = ".."
_DURATION = re.compile(r"([0-9]{1,5})([mhd])")
_SECONDS = {"m": 60.0, "h": 3600.0, "d": 86400.0}


def read_time(_: click.Context, param: click.Parameter, text: str | None) -> TimeControl | None:
    """Return the time control that BANK+INCREMENT/CAP stands for, in seconds."""
    try:
        return None if text is None else TimeControl.read(text)
    except ValueError as error:
        raise click.BadParameter(str(error), param=param) from None


def read_moment(_: click.Context, param: click.Parameter, text: str | None) -> float | None:
    """Return the moment that a time in ISO 8601 stands for, UTC if it does not say; in seconds since 1970."""
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise click.BadParameter(f"{text!r} is not a time such as 2026-05-01T18:00", param=param) from None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


def read_duration(_: click.Context, param: click.Parameter, text: str) -> float:
    """Return the seconds that a number of minutes, hours or days stands for: 30m, 12h, 90d."""
    found = _DURATION.fullmatch(text)
    if not found:
        raise click.BadParameter(f"{text!r} should read 30m, 12h or 90d: minutes, hours or days", param=param)
    return float(found[1]) * _SECONDS[found[2]]


def read_deal(_: click.Context, param: click.Parameter, text: str | None) -> bytes | None:
    """Return the deal that 64 hexadecimal digits stand for, or fewer with `..` for the zeros in between."""
    if text is None:
        return None
    begin, zeros, end = text.partition(_ZEROS)
    digits = begin + "0" * (_DEAL_DIGITS - len(begin) - len(end)) + end if zeros else text
    if len(digits) != _DEAL_DIGITS or not _HEX.fullmatch(digits):
        raise click.BadParameter(
            f"{text!r} is not a deal: {_DEAL_DIGITS} hexadecimal digits, or fewer with {_ZEROS} for the zeros "
            "in between, for example 00..01",
            param=param,
        )
    return bytes.fromhex(digits)


def read_own_times(_: click.Context, param: click.Parameter, texts: tuple[str, ...]) -> dict[str, TimeControl]:
    """Return the time controls of bots that have their own, each given once as BOT=BANK+INCREMENT/CAP."""
    controls: dict[str, TimeControl] = {}
    for text in texts:
        bot, given, control = text.rpartition("=")
        if not given or bot in controls:
            raise click.BadParameter(f"{text!r} should read BOT=BANK+INC/CAP, once for a bot", param=param)
        try:
            controls[bot] = TimeControl.read(control)
        except ValueError as error:
            raise click.BadParameter(str(error), param=param) from None
    return controls


def read_settings(_: click.Context, param: click.Parameter, texts: tuple[str, ...]) -> dict[str, str]:
    """Return the settings by name, each given once as NAME=VALUE."""
    settings: dict[str, str] = {}
    for text in texts:
        name, given, choice = text.partition("=")
        if not name or not given:
            raise click.BadParameter(f"{text!r} should read NAME=VALUE, for example first_player=2", param=param)
        if name in settings:
            raise click.BadParameter(f"{name} is given twice", param=param)
        settings[name] = choice
    return settings


def deal_option(command: C) -> C:
    """Add the option --deal."""
    return click.option(
        "--deal", callback=read_deal, metavar="HEX", help="The deal of the first block: all luck. [a random one]"
    )(command)


def game_settings(command: C) -> C:
    """Add the options --option, --time and --in-flight, for commands that decide how games are played."""
    for option in (
        click.option(
            "--in-flight",
            type=click.IntRange(1),
            metavar="N",
            default=64,
            help="Games a bot process plays at once; 1 for timed events: one game at a time. [64]",
        ),
        click.option(
            "--time", "control", callback=read_time, metavar="BANK+INC/CAP", help="Seconds for each seat. [120+1/20]"
        ),
        click.option(
            "--option",
            "settings",
            callback=read_settings,
            multiple=True,
            metavar="NAME=VALUE",
            shell_complete=completion.settings,
            help="See serai games.",
        ),
    ):
        command = option(command)
    return command


def unsafe_option(command: C) -> C:
    """Add the option --unsafe-no-sandbox, which this process and its workers find in their environment."""
    return click.option(
        "--unsafe-no-sandbox",
        is_flag=True,
        expose_value=False,
        callback=_allow_unsafe,
        help="Run bots as plain processes, with your files and network; results are marked.",
    )(command)


def deals_option(command: C) -> C:
    """Add the option --deals, which becomes the argument `own_deals`."""
    return click.option(
        "--deals",
        "own_deals",
        type=click.Choice(["shared", "own"]),
        callback=lambda _, __, value: None if value is None else value == "own",
        help="Whether the games of a block share their deal, or each has its own. [own where strangers may play]",
    )(command)


def worlds_option(command: C) -> C:
    """Add the option --worlds, which becomes the argument `worlds`."""
    return click.option(
        "--worlds",
        type=click.Choice(["on", "off"]),
        default="on",
        callback=lambda _, __, value: value == "on",
        help="Whether bots that ask for worlds to search from are sent them. [on]",
    )(command)


def _allow_unsafe(_: click.Context, __: click.Parameter, wanted: bool) -> None:
    if wanted:
        os.environ[UNSAFE] = "1"


def sandbox_option(command: C) -> C:
    """Add the option --sandbox, for commands that run an author's own bots."""
    return click.option("--sandbox", "confined", is_flag=True, help="Confine the bots, as an arena does.")(command)


def read_anchors(_: click.Context, param: click.Parameter, texts: tuple[str, ...]) -> dict[str, float]:
    """Return the ratings of reference bots by name, each given once as BOT=RATING."""
    anchors: dict[str, float] = {}
    for text in texts:
        name, _given, rating = text.rpartition("=")
        try:
            value = float(rating)
        except ValueError:
            value = math.nan
        if not name or not math.isfinite(value):
            raise click.BadParameter(f"{text!r} should read BOT=RATING, for example random=1000", param=param)
        if name in anchors:
            raise click.BadParameter(f"{name} is given twice", param=param)
        anchors[name] = value
    return anchors


def table_choice(command: C) -> C:
    """Add the options --anchor, --latest and --without-outages, for commands that print ratings."""
    for option in (
        click.option(
            "--without-outages", is_flag=True, help="Leave out blocks in which the platform failed all of the bots."
        ),
        click.option("--latest", is_flag=True, help="Only the newest version of each bot that played."),
        click.option(
            "--anchor",
            "anchors",
            callback=read_anchors,
            multiple=True,
            metavar="BOT=RATING",
            help="A reference bot and its rating; of several, the mean (repeatable). [the mean of all is 1500]",
        ),
    ):
        command = option(command)
    return command


def cores() -> int:
    """Return the number of cores this process may use."""
    return len(os.sched_getaffinity(0))
