"""What is shown of rounds costs nothing where there are none."""

import pytest

from serai.ladder.bots.version import Package
from serai.ladder.service.json_rows import rounds_of
from serai.ladder.storage.store import Store
from tests.ladder.test_feeder import create


def test_no_fact_of_a_round_robin_is_read_for_its_rounds(
    store: Store, packages: list[Package], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They can be a million."""
    tournament = create(store, packages)
    monkeypatch.setattr(store, "blocks_of_facts", None)
    monkeypatch.setattr(store, "done", None)
    assert rounds_of(store, tournament)[1] == []
