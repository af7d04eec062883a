"""How a bot says that it plays every game, in its class, in the hello of a bridge and in bot.toml."""

from __future__ import annotations

from collections.abc import Iterable

# For a bot that looks at nothing but the list of options, and so plays whatever there is.
EVERY_GAME = ("*",)


def names_every_game(games: Iterable[str]) -> bool:
    """Return True if one of the games is `*`."""
    return not set(EVERY_GAME).isdisjoint(games)


def spelt_out(games: Iterable[str], known: Iterable[str]) -> tuple[str, ...]:
    """Return the games by name: all that are known if one of them is `*`."""
    named = tuple(games)
    return tuple(known) if names_every_game(named) else named
