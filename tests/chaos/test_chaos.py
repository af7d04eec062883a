"""A short storm: killed, cut off and hung at random, tournaments come out as if nothing had happened."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from chaos.plan import CUT, KINDS

ROOT = Path(__file__).resolve().parent.parent.parent
LINE = [sys.executable, "-m", "chaos", "--short", "--kills", "12", "--seed", "7", "--json"]


@pytest.fixture(scope="module")
def summary(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    log = tmp_path_factory.mktemp("chaos") / "disturbances.jsonl"
    done = subprocess.run([*LINE, "--log", str(log)], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    found: dict[str, Any] = json.loads(done.stdout)
    assert len(log.read_text().splitlines()) >= found["kills"]
    assert done.returncode == (1 if any(row["problems"] for row in found["parts"]) else 0)
    return found


@pytest.mark.parametrize("part", KINDS)
def test_what_comes_out_is_as_undisturbed(summary: dict[str, Any], part: str) -> None:
    """Facts, ratings and tables; every replay verifies; no process, folder, job or lock is left."""
    [row] = [row for row in summary["parts"] if row["part"] == part]
    assert row["problems"] == []
    assert row["games"] > 0


def test_all_kinds_were_killed(summary: dict[str, Any]) -> None:
    done = {(row["part"], kind) for row in summary["parts"] for kind in row["kills"]}
    missed = {(row["part"], kind) for row in summary["parts"] for kind in row["left_out"]}
    assert {("hosts", kind) for kind in KINDS["hosts"]} <= done | missed
    assert summary["kills"] >= 8


def test_networks_were_cut(summary: dict[str, Any]) -> None:
    if summary["left_out"]:
        pytest.skip(f"no namespaces here: {summary['left_out']}")
    assert summary["parts"][0]["cuts"] + summary["parts"][0]["left_out"].get(CUT, 0) == 1
