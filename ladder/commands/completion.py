"""`serai completion`."""

from __future__ import annotations

import click


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

    from ladder.commands.main import COMPLETION, serai

    completion = get_completion_class(shell)
    assert completion is not None
    click.echo(completion(serai, {}, "serai", COMPLETION).source())
