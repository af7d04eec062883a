"""What several commands take in the same form: bots, deals, options and time controls."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from serai.ladder.commands import completion

if TYPE_CHECKING:
    from serai.ladder.bots.version import Package
    from serai.ladder.storage.store import Store
    from serai.referee.clock import TimeControl

C = TypeVar("C", bound=Callable[..., Any])

DEAL_DIGITS = 64
_HEX = re.compile(r"[0-9a-fA-F]*")
_ZEROS = ".."


def read_time(_: click.Context, param: click.Parameter, text: str | None) -> TimeControl | None:
    """A time control, BANK+INCREMENT/CAP in seconds."""
    from serai.referee.clock import TimeControl

    try:
        return None if text is None else TimeControl.read(text)
    except ValueError as error:
        raise click.BadParameter(str(error), param=param) from None


def read_deal(_: click.Context, param: click.Parameter, text: str | None) -> bytes | None:
    """A deal: 64 hexadecimal digits, or fewer with `..` for the zeros in between."""
    if text is None:
        return None
    begin, zeros, end = text.partition(_ZEROS)
    digits = begin + "0" * (DEAL_DIGITS - len(begin) - len(end)) + end if zeros else text
    if len(digits) != DEAL_DIGITS or not _HEX.fullmatch(digits):
        raise click.BadParameter(
            f"{text!r} is not a deal: {DEAL_DIGITS} hexadecimal digits, or fewer with {_ZEROS} for the zeros "
            "in between, for example 00..01",
            param=param,
        )
    return bytes.fromhex(digits)


def read_options(_: click.Context, param: click.Parameter, texts: tuple[str, ...]) -> dict[str, str]:
    """The options of the game by name, each given once as NAME=VALUE."""
    options: dict[str, str] = {}
    for text in texts:
        name, given, choice = text.partition("=")
        if not name or not given:
            raise click.BadParameter(f"{text!r} should read NAME=VALUE, for example first_player=2", param=param)
        if name in options:
            raise click.BadParameter(f"{name} is given twice", param=param)
        options[name] = choice
    return options


def deal_option(command: C) -> C:
    return click.option(
        "--deal", callback=read_deal, metavar="HEX", help="The deal of the first block: all luck. [a random one]"
    )(command)


def game_settings(command: C) -> C:
    """The options --option, --time and --in-flight, for commands that decide how games are played."""
    for option in (
        click.option(
            "--in-flight",
            type=click.IntRange(1),
            metavar="N",
            default=64,
            help="Games at once; 1 for timed events. [64]",
        ),
        click.option(
            "--time", "control", callback=read_time, metavar="BANK+INC/CAP", help="Seconds for each seat. [120+1/20]"
        ),
        click.option(
            "--option",
            "options",
            callback=read_options,
            multiple=True,
            metavar="NAME=VALUE",
            shell_complete=completion.options,
            help="See serai games.",
        ),
    ):
        command = option(command)
    return command


def random_deal() -> bytes:
    return secrets.token_bytes(DEAL_DIGITS // 2)


def find_bot(argument: str, store: Store) -> Package:
    """The bot a person means: a built-in name, else a folder here, else a registered name with optional @version."""
    from serai.ladder.bots import registry

    return registry.find(argument, None if is_here(argument) else store)


def is_here(argument: str) -> bool:
    """Whether a BOT argument can be understood without a store: it is built in, or a folder."""
    from serai.ladder.bots import registry

    return argument in registry.built_in() or "/" in argument or (Path(argument) / "bot.toml").is_file()
