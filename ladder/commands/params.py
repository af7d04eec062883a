"""Parameters that several commands take: deals, settings of a game, time controls and numbers of workers."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any, TypeVar

import click

from serai.ladder.commands import completion
from serai.referee.clock import TimeControl
from serai.referee.core.luck import DEAL_BYTES

C = TypeVar("C", bound=Callable[..., Any])

_DEAL_DIGITS = 2 * DEAL_BYTES
_HEX = re.compile(r"[0-9a-fA-F]*")
_ZEROS = ".."


def read_time(_: click.Context, param: click.Parameter, text: str | None) -> TimeControl | None:
    """Return the time control that BANK+INCREMENT/CAP stands for, in seconds."""
    try:
        return None if text is None else TimeControl.read(text)
    except ValueError as error:
        raise click.BadParameter(str(error), param=param) from None


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


def cores() -> int:
    """Return the number of cores this process may use."""
    return len(os.sched_getaffinity(0))
