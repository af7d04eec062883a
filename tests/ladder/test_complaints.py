"""The line that matters, of what compilers and crashed programs of all languages print."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from serai.ladder.bots.complaints import crash_reason, first_error

SAMPLES = tomllib.loads(Path(__file__).with_name("complaints.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", SAMPLES["build"])
def test_the_first_error_of_a_build_has_file_and_line(language: str) -> None:
    sample = SAMPLES["build"][language]
    assert first_error(sample["printed"]) == sample["line"]


@pytest.mark.parametrize("language", SAMPLES["crash"])
def test_a_crash_is_summed_up_by_its_panic_or_exception(language: str) -> None:
    sample = SAMPLES["crash"][language]
    assert crash_reason(sample["printed"]) == sample["line"]
