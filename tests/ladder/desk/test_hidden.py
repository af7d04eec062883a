"""Canaries: no token, no secret of deals, no deal of a block to come and no log reaches a role that may not see it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import grpc
import pytest

from serai.ladder.access.needs import READ
from serai.ladder.access.register import Register
from serai.ladder.bots.version import Package
from serai.ladder.desk.catalogue import all_operations
from serai.ladder.queue.play_job import play
from serai.ladder.storage import tournaments
from serai.ladder.storage.redis_connection import Connection
from serai.ladder.storage.store import Store
from tests.ladder.access.served import Loop
from tests.ladder.conftest import write_bot
from tests.ladder.desk.asking import Asker
from tests.ladder.test_canaries import SECRET, hidden, traces

SHOUTS = """
import sys
sys.stderr.write("CANARY of stderr\\n")
sys.stderr.flush()
sys.exit(3)
"""


@pytest.fixture(scope="module")
def channel(connection: Connection) -> Iterator[grpc.Channel]:
    loop = Loop()
    with loop.arena(Store(connection.redis), None) as arena, grpc.insecure_channel(str(arena.address)) as found:
        yield found
    loop.stop()


def questions(game: str, deal: str) -> dict[str, dict[str, Any]]:
    """What can be asked of every operation that reads."""
    rules: dict[str, Any] = {"game": None, "epoch": None, "options": {}}
    spring = {"name": "spring"}
    return {
        "desk.operations": {},
        "games.list": {},
        "games.rules": {"game": "yspahan"},
        "bot.list": {},
        "bot.show": {"name": "shouts"},
        "ladder.show": {**rules, "anchors": {}, "with_outages": True, "latest": False},
        "ladder.crosstable": {**rules, "tournament": "spring", "bot": None},
        "ladder.compare": {**rules, "tournament": None, "one": "first", "other": "shouts"},
        "ladder.history": {**rules, "tournament": None, "bot": "first"},
        "ladder.verify": {"tournament": None},
        "replay.game": {"game_id": game},
        "replay.games": {"tournament": "spring"},
        "replay.proofs": {"games": [], "tournament": "spring"},
        "replay.published": {"tournament": "spring", "block": 1, "deal": deal},
        "replay.count": {"tournament": None},
        "tournament.list": {},
        **{f"tournament.{what}": spring for what in ("show", "row", "blocks", "games", "history", "standings")},
        "tournament.progress": spring,
        "tournament.live": spring,
        "tournament.facts": {**spring, "voided": True},
        "token.list": {"owner": None, "everything": True},
        "token.revoke": {"id": "000000000000", "why": ""},
        "owner.list": {},
        "audit.list": {"subject": None},
        "workers.list": {},
    }


def test_nothing_hidden_is_in_the_bytes_of_any_answer(
    store: Store, channel: grpc.Channel, packages: list[Package], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """One block is on record, in which a bot was retired that had printed something; two are still to come."""
    from serai.ladder.bots import registry

    folder = write_bot(tmp_path_factory.mktemp("shouting") / "shouts", "shouts")
    (folder / "bot.py").write_text(SHOUTS)
    shouts, settings = registry.package(folder), {"two_players": "on"}
    event = tournaments.create(
        store, "spring", "yspahan", [packages[0], shouts], seats=2, blocks=3, settings=settings, secret=SECRET
    )
    play("spring", [0])
    register, askers = Register(store), {"nobody": Asker(channel)}
    texts = {}
    for owner, role in (("vera", "viewer"), ("anna", "author"), ("ben", "author"), ("olga", "organiser")):
        register.add_owner(owner)
        texts[owner] = register.create(owner, role=role, seconds=3600.0)[1]
        askers[owner] = Asker(channel, texts[owner])
    store.give_bot("shouts", "anna")
    game = next(store.facts("spring"))["game_id"]
    deal = tournaments.deals(store, "spring")(1).hex()
    asked = questions(game, deal)
    assert asked.keys() >= {name for name, operation in all_operations().items() if operation.need == READ}
    seen = {
        who: b"".join(b"%s %s\n" % (answer.data, answer.line.encode()) for answer in answers)
        for who, asker in askers.items()
        for answers in [[asker.ask(name, arguments) for name, arguments in asked.items()]]
    }
    secrets = [*hidden(store, event), *(t for text in texts.values() for t in traces(text.rpartition("_")[2].encode()))]
    for who, data in seen.items():
        assert not any(secret in data for secret in secrets), who
        assert next(store.facts("spring"))["deal"].encode() in data, "the search would find one"
    assert {who for who, data in seen.items() if b"CANARY of stderr" in data} == {"anna", "olga"}
