"""`serai sim`: the engine for programs in any language."""

from __future__ import annotations

import click


@click.command(name="sim")
def sim_command() -> None:
    """Play on in worlds for a program in any language: calls in lines of JSON on standard input, answers on output.

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
    rollout  {world, n, depth, seed, redeals, policy}     at random to the end; {outcomes}
    save     {world}              {data}
    free     {worlds}             {freed, kept}

    \b
    Examples:
      serai sim
      {"id":1,"calls":[{"start":{"game":"catan","seats":3}},{"rollout":{"world":1,"n":10}}]}
    """
    from serai.simulator import main

    main()
