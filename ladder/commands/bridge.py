"""`serai bridge`: bots without gRPC."""

from __future__ import annotations

import click

from serai.bot import from_environment, quiet_interrupt
from serai.child import Child
from serai.errors import Stopped


@click.command(name="bridge", context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
@click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED, metavar="-- COMMAND [ARGS]...")
def bridge_command(command: tuple[str, ...]) -> int:
    """Let COMMAND, a program that knows nothing of gRPC, be a bot: it reads and writes lines of JSON.

    On its standard input COMMAND reads a line for everything the referee says, with one item each: {"welcome":{...}},
    {"games_started":[{...}]}, {"questions":[{...}]}, {"games_ended":[{...}]} or {"faults":[{...}]}. On its standard
    output it writes a hello, then answers; what is ready at the same time is sent together. Write each line at once:
    flush. The token is filled in. Its stderr is kept for its author. The fields are those of serai/v1/referee.proto,
    in the JSON of protobuf: numbers of 64 bits, such as question_id, are texts.

    When the input ends there is nothing more to play: COMMAND should exit with 0. If it ends in the middle of a game
    its exit code is passed on; a line that cannot be understood ends it with 1.

    \b
    Examples, the first a line of a bot.toml:
      run = ["{serai}", "bridge", "--", "./bot"]
      {"hello":{"name":"my_bot","games":["yspahan"],"max_games":64}}
      {"answers":[{"question_id":"1048577","option":0}]}
      serai play yspahan c-random awk-random random
    """
    with quiet_interrupt():
        try:
            return _bridge(command)
        except Stopped as reason:
            click.echo(f"serai bridge: {' '.join(str(reason).split())}", err=True)
            return reason.code


def _bridge(command: tuple[str, ...]) -> int:
    address, token = from_environment()
    child = Child(command)
    # Only now: it loads gRPC, and a process that has done so should start no other. The bot gets ready meanwhile.
    from serai.bridge import Bridge

    return Bridge(child, address, token).run()
