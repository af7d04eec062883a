"""`serai completion`, and the completions of arguments.

They have to be quick and must change nothing: what is in the store is offered only if a server already runs, none is
started, and after any error less is offered. All commands import this module for them, so it imports little itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click import Context, Parameter
from click.shell_completion import BashComplete, CompletionItem, get_completion_class

from serai import referee

if TYPE_CHECKING:
    from serai.ladder.storage.store import Store

_MOST_IDS = 100


@click.command(name="completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion_command(shell: str) -> None:
    """Print what makes SHELL (bash, zsh or fish) complete the commands of serai.

    \b
    Examples:
      eval "$(serai completion bash)"      in ~/.bashrc
      eval "$(serai completion zsh)"       in ~/.zshrc
      serai completion fish > ~/.config/fish/completions/serai.fish
    """
    completion = get_completion_class(shell)
    assert completion is not None
    click.echo(completion(click.get_current_context().find_root().command, {}, "serai", "_SERAI_COMPLETE").source())


def games(_ctx: Context, _param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete a game. Every game has a folder of its name; to look there is much quicker than to load all rules."""
    return _beginning(incomplete, sorted(path.parent.name for path in Path(*referee.__path__).glob("games/*/game.py")))


def bots(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete a bot by name, or a folder where no name begins so."""
    return names(ctx, param, incomplete) or [CompletionItem(incomplete, type="dir")]


def names(_ctx: Context, _param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the name of a built-in or registered bot."""
    from serai.ladder.bots import registry

    return _beginning(incomplete, dict.fromkeys((*registry.built_in(), *_from_store(lambda store: store.bots()))))


def registered(_ctx: Context, _param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the name of a registered bot."""
    return _beginning(incomplete, _from_store(lambda store: store.bots()))


def languages(_ctx: Context, _param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete a language that a new bot can be written in."""
    from serai.ladder.bots import scaffold

    return _beginning(incomplete, scaffold.languages())


def tournaments(_ctx: Context, _param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the name of a tournament."""
    return _beginning(incomplete, _from_store(lambda store: store.tournaments()))


def owners(_ctx: Context, _param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the name of an owner."""
    from serai.ladder.access.register import Register

    return _beginning(incomplete, _from_store(lambda store: [owner.name for owner in Register(store).owners()]))


def settings(ctx: Context, _param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete NAME=VALUE with the switches of the game that was named, of all games if none was yet."""
    from serai.referee.games import GAMES

    named = GAMES.get(ctx.params.get("game") or "")
    meant = [named] if named else GAMES.values()
    choices = (f"{switch.name}={choice}" for game in meant for switch in game.switches for choice in switch.choices)
    return _beginning(incomplete, dict.fromkeys(choices))


def game_ids(_ctx: Context, _param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the id of a game on record."""
    return _beginning(incomplete, _from_store(lambda store: store.game_ids(incomplete, _MOST_IDS)))


def game_ids_or_files(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the id of a game on record, or a file where no id begins so."""
    return game_ids(ctx, param, incomplete) or [CompletionItem(incomplete, type="file")]


def _beginning(incomplete: str, words: Iterable[str]) -> list[CompletionItem]:
    return [CompletionItem(word) for word in words if word.startswith(incomplete)]


def _from_store(read: Callable[[Store], list[str]]) -> list[str]:
    """Return what is read from the store, nothing if no server runs, or if an arena is asked: that takes too long."""
    from serai.ladder.access.where import Where
    from serai.ladder.storage.redis_connection import connection_if_running
    from serai.ladder.storage.store import Store

    try:
        if Where().is_afar():
            return []
        with connection_if_running() as redis:
            return read(Store(redis))
    except Exception:  # whatever it is, a message would only disturb the line that is being typed
        return []


class Bash(BashComplete):
    """Bash takes NAME=VALUE for three words and replaces only the last of them."""

    before = ""

    def get_completion_args(self) -> tuple[list[str], str]:
        args, incomplete = super().get_completion_args()
        if incomplete == "=":
            args, incomplete = [*args, "="], ""
        if len(args) < 2 or args[-1] != "=":
            return args, incomplete
        self.before = f"{args[-2]}="
        return args[:-2], self.before + incomplete

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        found = super().get_completions(args, incomplete)
        return [CompletionItem(item.value.removeprefix(self.before), item.type, item.help) for item in found]
