"""Whether the facts on record are those that workers recorded: block by block, against their signatures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from serai.ladder.model.facts import Fact
from serai.ladder.storage.fact_store import FactStore
from serai.ladder.storage.signing import KEY_BYTES, Trusted, holds

BLOCKS_AT_ONCE = 256


class State(StrEnum):
    """What a signature says of a block."""

    SIGNED = "signed"
    UNSIGNED = "unsigned"
    UNKNOWN = "unknown key"
    CHANGED = "changed"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Checked:
    """A block on record: what its signature says, and by whom it is, if that is known."""

    tournament: str
    block: int
    games: int
    state: State
    signer: str


def check(store: FactStore, tournaments: Iterable[str], trusted: Iterable[Trusted]) -> Iterator[Checked]:
    """Yield every block on record, in schedule order."""
    names = dict(reversed(list(trusted)))
    for tournament in tournaments:
        recorded = iter(store.done(tournament))
        while indices := list(islice(recorded, BLOCKS_AT_ONCE)):
            facts = store.blocks_of_facts(tournament, indices)
            kept = store.signatures(tournament, indices)
            for index, block, signature in zip(indices, facts, kept, strict=True):
                state = state_of(tournament, index, block, signature, names)
                signer = "" if signature is None else names.get(signature[:KEY_BYTES], signature[:4].hex())
                yield Checked(tournament, index, len(block), state, signer)


def state_of(tournament: str, index: int, facts: list[Fact], signature: bytes | None, names: dict[bytes, str]) -> State:
    """Return what is to be thought of a block. Lost: it is noted as done, and its facts are gone."""
    if not facts:
        return State.LOST
    if signature is None:
        return State.UNSIGNED
    if not holds(signature, tournament, index, facts):
        return State.CHANGED
    return State.SIGNED if signature[:KEY_BYTES] in names else State.UNKNOWN
