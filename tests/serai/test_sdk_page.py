"""Everything an author touches is explained, on its page and in help()."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

import serai

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "python-sdk.md").read_text(encoding="utf-8")
TABLE = [field.name for field in fields(serai.Table) if not field.name.startswith("_")] + ["events"]


@pytest.mark.parametrize("name", TABLE)
def test_what_a_table_holds_is_explained(name: str) -> None:
    assert f"`{name}`" in PAGE
    assert name in (serai.Table.__doc__ or "")


@pytest.mark.parametrize("name", [name for name in vars(serai.Bot) if not name.startswith("_")])
def test_what_a_bot_may_say_and_write_is_explained(name: str) -> None:
    assert f"`{name}`" in PAGE or f"`{name}(" in PAGE


@pytest.mark.parametrize("name", [field.name for field in fields(serai.Result)])
def test_a_result_is_explained(name: str) -> None:
    assert f"`{name}`" in PAGE
    assert name in (serai.Result.__doc__ or "")
