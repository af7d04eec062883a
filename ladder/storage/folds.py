"""Tables of a store: standings, ratings and cross tables, from stored checkpoints and what was recorded since.

A checkpoint is used only if what it covers is exactly the beginning of what is on record; what follows is folded as a
full computation would, step for step, so a table is the same to the bit whichever way it was made. See fold.py.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from serai.ladder.model.facts import Fact, RuleSet
from serai.ladder.model.tournament import Tournament
from serai.ladder.ratings.crosstable import Crosstable
from serai.ladder.ratings.outcomes import Outcomes
from serai.ladder.ratings.standings import Standings
from serai.ladder.ratings.table import PLAIN, Choice, Table, make_table
from serai.ladder.shown import Shown, quiet
from serai.ladder.storage import kept_ratings
from serai.ladder.storage.checkpoints import alone
from serai.ladder.storage.coverage import Member, Position, Scope
from serai.ladder.storage.cursor import Cursor
from serai.ladder.storage.store import Store

AnyCursor = Cursor[Standings] | Cursor[Crosstable] | Cursor[Outcomes]
Cursors = Sequence[AnyCursor]

_BLOCKS_AT_ONCE = 256
# Work of so many blocks is done by one process at a time.
_LONG = 4_000
_SECONDS_BETWEEN_CHECKPOINTS = 5.0
# What `advance` waits for, and how long it works at most: it is called every few seconds.
_WORTH_ADVANCING = 128
_ADVANCE_SECONDS = 1.0


# Scopes: which tournaments make a table


def ladders(
    store: Store, game: str | None = None, epoch: int | None = None, options: Mapping[str, str] | None = None
) -> list[Scope]:
    """Return what each ladder is made from: of every game in this epoch, if none is named in the latest played.

    A ladder takes in all tournaments under its rules in order of creation, but for those in which a bot has a time
    control of its own: there it is not the same player. Games with different options are different ladders; if some
    options are named, only those ladders are returned that have them.
    """
    wanted = (options or {}).items()
    headers = (header for header in map(store.header, store.tournaments()) if not header.get("own"))
    lines: dict[RuleSet, list[Member]] = {}
    for header in headers:
        if game in (None, header["game"]) and epoch in (None, header["epoch"]) and wanted <= header["options"].items():
            rules = RuleSet.of(header["game"], header["epoch"], header["options"])
            lines.setdefault(rules, []).append(_member(store, header))
    played = {rules: line for rules, line in lines.items() if any(member.done.count for member in line)}
    latest = {name: max(rules.epoch for rules in played if rules.game == name) for name in {r.game for r in played}}
    return [Scope(str(rules), tuple(played[rules])) for rules in sorted(played) if rules.epoch == latest[rules.game]]


def all_ladders(store: Store) -> list[Scope]:
    """Return what the ladder of every game in every epoch is made from."""
    epochs = sorted({(header["game"], header["epoch"]) for header in map(store.header, store.tournaments())})
    return [scope for game, epoch in epochs for scope in ladders(store, game, epoch)]


def tournament_scope(store: Store, name: str) -> Scope:
    """Return what the table of a tournament is made from; UserProblem if there is none of this name."""
    return _alone(_member(store, store.header(name)))


def _alone(member: Member) -> Scope:
    return Scope(member.name, (member,))


def _member(store: Store, header: dict[str, Any]) -> Member:
    name = header["name"]
    return Member(name, header["created"], header["seats"], header["blocks"], store.done(name))


# Tables


def standings(store: Store, scope: Scope, shown: Shown = quiet, choice: Choice = PLAIN) -> Table:
    """Return the standings and ratings of all that is on record in a scope; UserProblem if the choice does not fit."""
    return _rated(store, scope, shown, choice, [])


def tables(store: Store, scope: Scope, shown: Shown = quiet) -> tuple[Table, Crosstable]:
    """Return the standings and the cross table of all that is on record in a scope."""
    cross = Cursor(store.redis, Crosstable, scope)
    return _rated(store, scope, shown, PLAIN, [cross]), cross.fold


def blocks(store: Store, scope: Scope, shown: Shown = quiet) -> Iterator[list[Fact]]:
    """Yield the facts of every block on record in a scope, in schedule order. They are read in portions."""
    total = sum(member.done.count for member in scope.members)
    done = 0
    for member in scope.members:
        for indices in _chunks(member.recorded(0, member.blocks)):
            yield from store.blocks_of_facts(member.name, indices)
            done += len(indices)
            shown(done, total)


def outcomes(store: Store, scope: Scope, shown: Shown = quiet) -> Outcomes:
    """Return how every block on record in a scope came out."""
    cursor = Cursor(store.redis, Outcomes, scope)
    _read(store, scope, [cursor], shown)
    return cursor.fold


def _rated(store: Store, scope: Scope, shown: Shown, choice: Choice, others: Cursors) -> Table:
    """Return the standings, and bring other tables to the end too. Plain ratings are kept and found again."""
    first = Cursor(store.redis, Standings, scope)
    kept = kept_ratings.load(store.redis, scope) if choice.is_plain else None
    if kept is not None and kept_ratings.may_be_shown(kept, scope):
        _read(store, scope, [first, *others], shown)
        if {rated.entrant for rated in kept.rated} == set(first.fold.entrants()):
            return Table(first.fold, kept.rated, behind=kept.behind)
    return _work_out(store, scope, shown, choice, others)


def _work_out(store: Store, scope: Scope, shown: Shown, choice: Choice, others: Cursors) -> Table:
    """Return the standings with ratings made anew, and bring other tables to the end too; plain ratings are kept."""
    standings, outcomes = Cursor(store.redis, Standings, scope), Cursor(store.redis, Outcomes, scope)
    _read(store, scope, [standings, outcomes, *others], shown)
    table = make_table(standings.fold, outcomes.fold, choice)
    if choice.is_plain:
        kept_ratings.save(store.redis, scope, table.rated)
    return table


def _read(store: Store, scope: Scope, cursors: Cursors, shown: Shown) -> None:
    """Bring tables to the end of their scope. Only one process at a time does long work; the others find it done."""
    _load(cursors)
    if max(cursor.left() for cursor in cursors) > _LONG:
        with alone(store.redis, scope.name):
            _load(cursors)
            _finish(store, scope, cursors, shown)
    else:
        _finish(store, scope, cursors, shown)


def _load(cursors: Cursors) -> None:
    for cursor in cursors:
        cursor.load()


def _finish(store: Store, scope: Scope, cursors: Cursors, shown: Shown) -> None:
    _Forward(store, cursors, shown).through(scope.members)
    for cursor in cursors:
        cursor.keep_tip()


def advance(store: Store, tournament: Tournament) -> None:
    """Bring the tables of a tournament that is being played nearly up to date, so that readers find them done.

    To be called every few seconds: it does nothing as long as little is new, works for a second or two at most, and
    keeps tables at the first gap, behind which blocks are still being recorded.
    """
    ladder = next(iter(ladders(store, tournament.game, tournament.epoch, tournament.settings)), None)
    place = None if ladder is None else ladder.place(tournament.name)
    if ladder is None or place is None:
        return
    member = ladder.members[place]
    cursors = [*_fresh(store, ladder), *_fresh(store, _alone(member))]
    worth = [cursor for cursor in cursors if _is_worth_advancing(cursor, member)]
    _load(worth)
    _Forward(store, worth, quiet, _ADVANCE_SECONDS).to_gap(ladder.members[: place + 1])


def rate_ahead(store: Store, tournament: Tournament) -> None:
    """Work out ratings in which a tournament counts if readers would have to wait for them, and keep them."""
    ladder = ladders(store, tournament.game, tournament.epoch, tournament.settings)
    for scope in [*ladder, tournament_scope(store, tournament.name)]:
        if kept_ratings.is_large(scope) and kept_ratings.are_due(kept_ratings.load(store.redis, scope), scope):
            _work_out(store, scope, quiet, PLAIN, [])


def _is_worth_advancing(cursor: AnyCursor, member: Member) -> bool:
    """Return False if reading and writing the table would take longer than what it saves."""
    rows = cursor.find()
    gap = Position(cursor.scope.place(member.name) or 0, member.gap())
    return cursor.left(gap) >= max(_WORTH_ADVANCING, rows // 50)


def rebuild(store: Store, shown: Shown = quiet) -> list[str]:
    """Make all tables anew from the facts alone and keep them; return the names of those that stood otherwise.

    Tables are compared to the bit with what readers would have been given.
    """
    wrong: list[str] = []
    scopes = all_ladders(store)
    total, done = sum(member.done.count for scope in scopes for member in scope.members), 0
    for scope in scopes:
        ladder = _fresh(store, scope)
        for member in scope.members:
            # So far the ladder is the first tournament alone, whose facts need not be folded twice.
            is_first = member is scope.members[0]
            own = [] if is_first else _fresh(store, _alone(member))

            def show(folded: int, _total: int, before: int = done) -> None:
                shown(before + folded, total)

            _Forward(store, [*ladder, *own], show, keeps=False).through([member])
            done += member.done.count
            wrong += _replace(store, [cursor.of(_alone(member)) for cursor in ladder] if is_first else own)
        wrong += _replace(store, ladder)
    return wrong


def _fresh(store: Store, scope: Scope) -> Cursors:
    redis = store.redis
    return [Cursor(redis, Standings, scope), Cursor(redis, Crosstable, scope), Cursor(redis, Outcomes, scope)]


def _replace(store: Store, fresh: Cursors) -> list[str]:
    """Keep fresh tables instead of the stored ones; return the names of those that differ."""
    scope = fresh[0].scope
    stored = [cursor for cursor in _fresh(store, scope) if cursor.is_stored()]
    if stored:
        _read(store, scope, stored, quiet)
    texts = {cursor.name: cursor.text() for cursor in stored}
    for cursor in fresh:
        cursor.replace()
    wrong = [cursor.name for cursor in fresh if texts.get(cursor.name, cursor.text()) != cursor.text()]
    return wrong + ([] if _rate_again(store, scope) else [kept_ratings.name(scope)])


def _rate_again(store: Store, scope: Scope) -> bool:
    """Work out ratings anew and keep them; return False if those that were kept for the same facts were others."""
    before = kept_ratings.load(store.redis, scope)
    again = _work_out(store, scope, quiet, PLAIN, [])
    return before is None or before.behind > 0 or before.rated == list(again.rated)


class _Forward:
    """Cursors on their way together: facts are read once for all of them."""

    def __init__(
        self, store: Store, cursors: Cursors, shown: Shown, seconds: float | None = None, keeps: bool = True
    ) -> None:
        self._store = store
        self._keeps = keeps
        self._cursors = cursors
        self._shown = shown
        self._done = 0
        self._total = max((cursor.left() for cursor in cursors), default=0)
        self._saved = time.monotonic()
        self._deadline = None if seconds is None else self._saved + seconds

    def through(self, members: Iterable[Member]) -> None:
        """Take in all that is on record."""
        for member in members:
            self._take(member, 0, member.gap())
            if member.gap() < member.blocks and any(cursor.is_moving(member) for cursor in self._cursors):
                self._keep_gap(member)
            self._take(member, member.gap(), member.blocks)
            self._reach(member, member.blocks)

    def to_gap(self, members: Sequence[Member]) -> None:
        """Take in what is on record up to the first gap of the last tournament, or what there is time for."""
        for member in members:
            end = member.gap() if member is members[-1] else member.blocks
            if not self._take(member, 0, end):
                self._keep_tips()
                return
            self._reach(member, end)
        self._keep_gap(members[-1])

    def _take(self, member: Member, begin: int, end: int) -> bool:
        """Take in blocks from a tournament; return False if there was no time for all."""
        firsts = [first for cursor in self._cursors if (first := cursor.first(member)) is not None]
        if not firsts:
            return True
        for indices in _chunks(member.recorded(max(begin, min(firsts)), end)):
            if self._deadline is not None and time.monotonic() > self._deadline:
                return False
            blocks = self._store.blocks_of_facts(member.name, indices)
            for cursor in self._cursors:
                cursor.take(member, indices, blocks)
            self._done += len(indices)
            self._shown(self._done, max(self._done, self._total))
            self._keep_sometimes()
        return True

    def _reach(self, member: Member, block: int) -> None:
        for cursor in self._cursors:
            cursor.reach(member, block)

    def _keep_gap(self, member: Member) -> None:
        """Keep the tables at the first gap of a tournament, if there is one; else where they are."""
        if member.gap() == member.blocks:
            self._keep_tips()
            return
        self._reach(member, member.gap())
        for cursor in self._cursors:
            cursor.keep_gap(member)

    def _keep_sometimes(self) -> None:
        """Keep the tables on the way: whoever is killed in long work has not done it for nothing."""
        if self._keeps and time.monotonic() - self._saved > _SECONDS_BETWEEN_CHECKPOINTS:
            self._keep_tips()

    def _keep_tips(self) -> None:
        for cursor in self._cursors:
            cursor.keep_tip()
        self._saved = time.monotonic()


def _chunks(indices: Iterator[int]) -> Iterator[list[int]]:
    while chunk := list(islice(indices, _BLOCKS_AT_ONCE)):
        yield chunk
