"""Classes of workers: which bots a worker can play, by the languages whose toolchains its machine has.

A class is a set of languages and has a queue of its own. A worker listens to the queue of its class alone, because RQ
takes jobs from a single queue in a way that survives a crash; so who cuts jobs puts each where it can be played.
"""

from __future__ import annotations

from collections.abc import Iterable

from serai.ladder.bots.toolchains import TOOLCHAINS, lack
from serai.ladder.bots.version import BotVersion

QUEUE = "serai"

Languages = frozenset[str]


def own_languages() -> Languages:
    """Return the languages this machine has the toolchain of. Those that need none are not counted."""
    return frozenset(language for language in TOOLCHAINS if not lack(language))


def needed(bots: Iterable[BotVersion]) -> Languages:
    """Return the languages a worker must have to play these bots."""
    return frozenset(bot.manifest.language for bot in bots) & frozenset(TOOLCHAINS)


def queue_name(languages: Languages) -> str:
    """Return the name of the queue of a class."""
    return ".".join((QUEUE, *sorted(languages)))


def languages_of(queue: str) -> Languages | None:
    """Return the class whose queue has this name; None if it is no queue of ours."""
    ours, *languages = queue.split(".")
    return frozenset(languages) if ours == QUEUE else None


def shown(languages: Iterable[str]) -> str:
    """Return a class as people read it."""
    return ", ".join(("python", *sorted(languages)))
