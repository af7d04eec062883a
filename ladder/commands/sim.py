"""`serai sim`: the engine for programs in any language."""

from __future__ import annotations

import click

from serai.ladder.errors import UserProblem


@click.command(name="sim")
@click.option("--listen", metavar="ADDRESS", help="Over gRPC at unix:PATH or HOST:PORT, until Ctrl-C.")
@click.option("--lines", is_flag=True, help="With --listen: lines of JSON instead of gRPC, at unix:PATH.")
def sim_command(listen: str | None, lines: bool) -> None:
    """Play on in worlds for a program in any language: calls in lines of JSON on standard input, answers on output.

    With --listen it is the SimulatorService of simulator.proto. A bot that says simulator = "grpc" or "lines" in its
    bot.toml has one beside it, at SERAI_SIMULATOR.

    A line is {"id": ..., "calls": [...]} with up to 1000 calls; the answer is {"id": ..., "results": [...]}, in the
    same order, with {"error": "why"} for a call that failed. What a call makes is kept under a handle until it is
    freed, up to 10000 worlds. Options are counted from 0, in the order in which a question lists them.

    \b
    load     {world, seat}        the world of a question, in base64; {world: HANDLE}
    start    {game, seats, seed, options, seat}     a game at its first decision; {world}
    clone    {world}              {world}
    redeal   {world, seed}        all that its seat cannot know dealt anew; {world}
    options  {world, seat, messages}    in words, or as the messages of the game; {options}
    play     {world, choices}     for whoever is asked, one after the other; with seat one choice; {waiting, over}
    view     {world, seat}        {view}
    score    {world}              {points, ranks, over, decisions}
    rollout  {world, n, depth, turns, seed, redeals, policy, choices, seat, judged}     games to the end, or for so
             many decisions or turns, by policy random or greedy, each beginning with the choices if there are
             any; with judged each says what its position is worth to the seats; {outcomes}
    advice   {world, seat, policy}      what it would answer: a place, null for an offer of its own; greedy also
             says what it thinks of each option; {choice, words, gains}
    save     {world}              {data}
    free     {worlds}             {freed, kept}

    \b
    Examples:
      serai sim
      {"id":1,"calls":[{"start":{"game":"catan","seats":3}},{"rollout":{"world":1,"n":10}}]}
      serai sim --listen unix:/tmp/simulator
    """
    # Only here: help must not wait for the rules.
    import sys

    from serai.ladder.commands.console import say
    from serai.simulator.lines import serve
    from serai.simulator.listening import listen_until_told

    if lines and not listen:
        raise click.UsageError("--lines goes with --listen; without it there are lines anyway")
    if not listen:
        serve(sys.stdin.buffer, sys.stdout.buffer)
        return
    try:
        listen_until_told("lines" if lines else "grpc", listen, lambda address: say(f"listening at {address}"))
    except OSError as error:
        raise UserProblem(f"nobody can listen at {listen}: {error.strerror or error}") from None
