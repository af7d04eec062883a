"""Bots that come along with a question: which one is meant, and that the audit log has those that are new."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from serai.ladder.bots import registry
from serai.ladder.desk import bots, hand, making, people, standing
from serai.ladder.desk.desk import LocalDesk
from serai.ladder.errors import UserProblem
from serai.ladder.storage.store import Store
from tests.ladder.conftest import write_bot

TABLE: dict[str, Any] = {
    "game": "yspahan",
    "seats": 2,
    "kind": "round-robin",
    "blocks": 1,
    "limit": None,
    "hero": None,
    "rounds": None,
    "seeds": "order",
    "twins": False,
    "settings": {"two_players": "on"},
    "control": None,
    "in_flight": 64,
    "own": {},
    "deadline": None,
    "wait": 60.0,
    "wire": 0.25,
    "own_deals": None,
    "worlds": True,
}
LADDER: dict[str, Any] = {
    "game": "yspahan",
    "name": "standing",
    "seats": 2,
    "blocks": 1,
    "apart": False,
    "control": None,
    "settings": {"two_players": "on"},
    "in_flight": 64,
    "own_deals": None,
    "worlds": True,
}


def archive(folder: Path, name: str) -> bytes:
    return registry.package(write_bot(folder / name, name)).archive


def test_every_bot_that_is_registered_is_in_the_audit_log_once(store: Store, tmp_path: Path) -> None:
    """However it comes in: by itself, with an event, later, or with a ladder. Those of the house are no news."""
    desk = LocalDesk(lambda: store)
    ann, ben, cid, dan = ({f"./{name}": archive(tmp_path, name)} for name in ("ann", "ben", "cid", "dan"))
    desk.bring({bots.PACKAGE: ann["./ann"]}, bots.add, owner=None)
    desk.bring({**ann, **ben}, making.create, name="spring", bots=["./ann", "./ben", "greedy"], **TABLE)
    desk.bring(cid, hand.add_bot, name="spring", bot="./cid", why="")
    desk.bring({**dan, **cid}, standing.make, bots=["./dan", "./cid"], **LADDER)
    added = [line["subject"] for line in desk.ask(people.audit_lines, subject=None) if line["what"] == "add"]
    assert added == ["ann", "ben", "cid", "dan"]


def test_a_folder_is_not_taken_for_the_remote_bot_of_its_name(store: Store, tmp_path: Path) -> None:
    """Whoever connects a bot has its folder at hand; an event means the bot that is connected, and has to be told."""
    desk, folder = LocalDesk(lambda: store), archive(tmp_path, "far")
    version = desk.ask(bots.add_remote, name="far", games=["yspahan"], label="1")["version"]
    line = rf"^far is a folder here and a remote bot there: say \./far, or far@{version[:8]}$"
    with pytest.raises(UserProblem, match=line):
        desk.bring({"far": folder}, making.create, name="spring", bots=["far", "greedy"], **TABLE)
    remote = desk.ask(making.create, name="one", bots=[f"far@{version[:8]}", "greedy"], **TABLE)
    assert remote["details"]["bots"][0]["version"] == version
    hosted = desk.bring({"./far": folder}, making.create, name="other", bots=["./far", "greedy"], **TABLE)
    assert hosted["details"]["bots"][0]["version"] != version
