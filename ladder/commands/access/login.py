"""`serai login`, `serai logout` and `serai whoami`: which arena this user talks to, and as whom."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from serai.ladder.access.where import Where
from serai.ladder.commands.console import json_option


def named_arena() -> str:
    """Return the address that --arena gives, empty if it does not."""
    # From here on gRPC is loaded. It must not write to stderr: errors are one line, and ours.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    where: Where = click.get_current_context().find_root().obj
    return where.arena


@click.command(name="login")
@click.argument("address", metavar="HOST:PORT", required=False)
@click.option("--fingerprint", metavar="SHA256:…", help="What its organiser says its certificate is; nothing is asked.")
@click.option(
    "--token-file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path, allow_dash=True),
    help="A file with the token, - for stdin. [asked for, or stdin]",
)
@click.option("--without-token", is_flag=True, help="Come as nobody, to read.")
@click.option("--insecure", is_flag=True, help="Plain text also where others can listen.")
@json_option
def login_command(
    address: str | None,
    fingerprint: str | None,
    token_file: Path | None,
    without_token: bool,
    insecure: bool,
    as_json: bool,
) -> None:
    """Remember an arena and the token you have for it: commands talk to it from then on.

    At the first time you are shown the fingerprint of its certificate, unless an authority that this machine trusts
    vouches for it; compare it with what its organiser says. From then on another certificate is refused. The token is
    asked for without showing it; it is kept in SERAI_HOME/arenas.json, which only you can read.

    \b
    Examples:
      serai login arena.example:7470
      serai login arena.example:7470 --fingerprint SHA256:3vFSW0Xlq… --token-file my_token
      serai login 127.0.0.1:7470 --without-token

    With --json: {arena, owner, role, bot, token_id}, as serai whoami has it.
    """
    named = named_arena()
    address = address or named
    if not address:
        raise click.UsageError("Missing argument 'HOST:PORT'", click.get_current_context())
    from serai.ladder.commands.access.arena_work import login

    login(address, fingerprint, lambda: "" if without_token else _ask_token(token_file), insecure, as_json)


def _ask_token(path: Path | None) -> str:
    """Return the token from a file, from stdin, or from the person at the terminal, who sees nothing of it."""
    if path is None and sys.stdin.isatty():
        return str(click.prompt("token", hide_input=True, err=True)).strip()
    if path is None or str(path) == "-":
        return sys.stdin.readline().strip()
    return path.read_text(encoding="utf-8", errors="replace").strip()


@click.command(name="logout")
@click.argument("address", metavar="HOST:PORT", required=False)
def logout_command(address: str | None) -> None:
    """Forget an arena, its token and its certificate: the one that is named, or the one you logged in to last.

    The token is still good: serai token revoke ends it.

    \b
    Examples:
      serai logout
      serai logout arena.example:7470
    """
    named = named_arena()
    from serai.ladder.commands.access.arena_work import logout

    logout(address or named)


@click.command(name="whoami")
@json_option
def whoami_command(as_json: bool) -> None:
    """Which arena you talk to, and as whom: it is asked.

    SERAI_ARENA and SERAI_ARENA_TOKEN, or serai --arena HOST:PORT, name another.

    \b
    Examples:
      serai whoami
      serai --arena arena.example:7470 whoami --json

    With --json: {arena, owner, role, bot, token_id}; owner and token_id are null without a token, role for a token of a
    bot, bot for all others.
    """
    named = named_arena()
    from serai.ladder.commands.access.arena_work import whoami

    whoami(named, as_json)
