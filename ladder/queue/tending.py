"""Tending a standing ladder: the latest version of every registered bot that plays its game takes part by itself.

Who is disabled, has a newer version, cannot be built, or needs a language that no worker has, rests meanwhile. All of
it goes into the history of the ladder, so that everybody pairs the same bots.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from serai.ladder.bots.version import BotVersion
from serai.ladder.model.history import Entry, History
from serai.ladder.model.tournament import Tournament
from serai.ladder.queue.live_workers import live_workers
from serai.ladder.queue.worker_classes import Languages, needed
from serai.ladder.storage import tournaments
from serai.ladder.storage.queue_notes import QueueNotes
from serai.ladder.storage.store import Store

Say = Callable[[str], None]


class Tender:
    """Lets bots into one ladder, and lets them rest."""

    def __init__(self, store: Store, name: str, say: Say) -> None:
        self._store = store
        self._name = name
        self._say = say
        self._seen: dict[str, str] | None = None

    def tend(self) -> None:
        """Bring the ladder up to date with the register, if that or the workers have changed."""
        latest = self._latest()
        classes = {worker.languages for worker in live_workers(self._store.redis)}
        reasons = {version: self._reason(bot, classes) for version, bot in latest.items()}
        if reasons == self._seen:
            return
        self._seen = reasons
        self._enter(bot for version, bot in latest.items() if not reasons[version])
        self._let_rest(reasons)

    def _latest(self) -> dict[str, BotVersion]:
        """Return the latest version of every registered bot that plays the game, by version."""
        game = self._store.header(self._name)["game"]
        found = (self._store.registration(self._store.versions(name)[-1]).bot for name in self._store.bots())
        return {bot.version: bot for bot in found if game in bot.manifest.all_games()}

    def _reason(self, bot: BotVersion, classes: set[Languages]) -> str:
        """Return why a bot does not play now; nothing if it does."""
        if self._store.is_disabled(bot.name):
            return "it is disabled"
        if QueueNotes(self._store.redis).inability(bot.version) is not None:
            return "it cannot be built"
        if classes and not any(needed([bot]) <= can for can in classes):
            return f"no worker has {bot.manifest.language}"
        return ""

    def _enter(self, bots: Iterable[BotVersion]) -> None:
        for bot in bots:
            tournament, history = self._read()
            if all(bot.version != there.version for there in tournament.bots):
                entry = Entry(kind="enter", bot=history.bots, version=bot.version)
                self._add(tournament, history, entry, bot, f"{bot} enters {self._name}")

    def _let_rest(self, reasons: dict[str, str]) -> None:
        for number in range(len(self._read()[0].bots)):
            tournament, history = self._read()
            bot = tournament.bots[number]
            why = reasons.get(bot.version, "it has a newer version")
            if why and number not in history.resting:
                entry = Entry(kind="rest", bot=number, why=why)
                self._add(tournament, history, entry, None, f"{bot} rests: {why}")
            elif not why and number in history.resting:
                self._add(tournament, history, Entry(kind="wake", bot=number), None, f"{bot} plays again")

    def _read(self) -> tuple[Tournament, History]:
        return tournaments.load(self._store, self._name), self._store.history(self._name)

    def _add(self, tournament: Tournament, history: History, entry: Entry, bot: BotVersion | None, line: str) -> None:
        """Add an entry; if something else came first, look again the next time."""
        if self._store.add_entry(tournament, history, entry, bot=None if bot is None else bot.as_json()):
            self._say(line)
        else:
            self._seen = None
