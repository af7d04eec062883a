"""`serai proto`: the files that code for other languages is generated from."""

from __future__ import annotations

import click

from serai.ladder.bots.registry import proto_folder
from serai.ladder.commands.console import json_option, say_json


@click.command(name="proto")
@json_option
def proto_command(as_json: bool) -> None:
    """The folder of the .proto files, from which code for any language is generated.

    When Serai builds a bot it names this folder in SERAI_PROTO; set it to build by hand.

    \b
    Examples:
      serai proto
      SERAI_PROTO=$(serai proto) make

    With --json: {folder, files}.
    """
    folder = proto_folder()
    if as_json:
        say_json({"folder": str(folder), "files": sorted(path.name for path in folder.glob("serai/v1/*.proto"))})
    else:
        click.echo(folder)
