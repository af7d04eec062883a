"""Options of the commands that run for long: where their numbers are read, and how they say what happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from serai.ladder import journal
from serai.ladder.access.address import Address
from serai.ladder.commands.console import note

C = TypeVar("C", bound=Callable[..., Any])

_HERE = "127.0.0.1"


def read_endpoint(_: click.Context, param: click.Parameter, text: str | None) -> Address | None:
    """Return the address that PORT, for this machine alone, or HOST:PORT stands for; port 0 lets the system choose."""
    if text is None:
        return None
    try:
        address = Address.read(text if ":" in text else f"{_HERE}:{text}")
    except ValueError:
        address = Address(path=text)
    if address.path:
        raise click.BadParameter(f"{text!r} should read PORT or HOST:PORT, for example 9470", param=param)
    return address


def metrics_option(command: C) -> C:
    """Add the option --metrics, which becomes an address or None."""
    return click.option(
        "--metrics",
        callback=read_endpoint,
        metavar="[HOST:]PORT",
        help="Numbers for Prometheus, on 127.0.0.1 unless a host is said.",
    )(command)


def log_option(command: C) -> C:
    """Add the option --log-format, which becomes `say`: what says a line, as text or as JSON."""
    return click.option(
        "--log-format",
        "say",
        type=click.Choice(journal.FORMATS),
        envvar=journal.SETTING,
        default=journal.TEXT,
        callback=_begin,
        help="What is said on stderr: lines for people, or JSON with what happens to games and bots. [text]",
    )(command)


def _begin(_: click.Context, __: click.Parameter, form: str) -> Callable[[str], None]:
    journal.begin(form)
    return journal.tell if form == journal.JSON else note
