"""`serai completion`, and what the shell offers when somebody presses the key for completion.

It has to be quick and must change nothing: what is on record is offered only if a server answers already, none is
started, and whatever goes wrong just offers less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click import Context, Parameter
from click.shell_completion import BashComplete, CompletionItem

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
    from click.shell_completion import get_completion_class

    completion = get_completion_class(shell)
    assert completion is not None
    click.echo(completion(click.get_current_context().find_root().command, {}, "serai", "_SERAI_COMPLETE").source())


def games(_ctx: Context, _param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Every game has a folder of its name; to look there is much quicker than to load the rules of all."""
    from serai import referee

    return _beginning(incomplete, sorted(path.parent.name for path in Path(*referee.__path__).glob("games/*/game.py")))


def bots(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Bots by name, and folders where no name begins so."""
    return names(ctx, param, incomplete) or [CompletionItem(incomplete, type="dir")]


def names(_ctx: Context, _param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Bots that come with Serai, and those in the register."""
    from serai.ladder.bots.registry import built_in

    return _beginning(incomplete, dict.fromkeys((*built_in(), *_on_record(lambda store: store.bots()))))


def registered(_ctx: Context, _param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Bots in the register."""
    return _beginning(incomplete, _on_record(lambda store: store.bots()))


def languages(_ctx: Context, _param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Languages that a new bot can be written in."""
    from serai.ladder.bots import scaffold

    return _beginning(incomplete, scaffold.languages())


def tournaments(_ctx: Context, _param: Parameter, incomplete: str) -> list[CompletionItem]:
    return _beginning(incomplete, _on_record(lambda store: store.tournaments()))


def options(ctx: Context, _param: Parameter, incomplete: str) -> list[CompletionItem]:
    """The options of the game that was named, of all games if none was yet, as NAME=VALUE."""
    from serai.referee.games import GAMES

    named = ctx.params.get("game")
    meant = [GAMES[named]] if named in GAMES else GAMES.values()
    choices = (f"{option.name}={choice}" for game in meant for option in game.switches for choice in option.choices)
    return _beginning(incomplete, dict.fromkeys(choices))


def game_ids(_ctx: Context, _param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Games on record."""
    return _beginning(incomplete, _on_record(lambda store: store.game_ids(incomplete, _MOST_IDS)))


def game_ids_or_files(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Games on record, and files where no id begins so."""
    return game_ids(ctx, param, incomplete) or [CompletionItem(incomplete, type="file")]


def _beginning(incomplete: str, words: Iterable[str]) -> list[CompletionItem]:
    return [CompletionItem(word) for word in words if word.startswith(incomplete)]


def _on_record(ask: Callable[[Store], list[str]]) -> list[str]:
    """What a store holds, if there is one to be asked."""
    from serai.ladder.storage import redis_connection

    try:
        with redis_connection.visit() as redis:
            from serai.ladder.storage.store import Store

            return ask(Store(redis))
    except Exception:  # whatever it is, a complaint would only disturb the line that is being typed
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
