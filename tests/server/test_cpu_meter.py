"""Who burns the processors on the time of others is slowed down, and who thinks on its own time is not (D15)."""

from __future__ import annotations

from pathlib import Path

import pytest

from serai.server.cpu_meter import CpuMeter
from serai.server.sandbox.groups import Group, Places
from serai.server.sandbox.settings import Limits

WHOLE, TENTH = "100000 100000", "10000 100000"


class Bot:
    """A group, laid out as the kernel does it, whose processor time is as we say."""

    def __init__(self, folder: Path) -> None:
        limits = Limits(memory=96, processes=24, open_files=256, file_size=8, temporary=8, cores=1.0)
        group = Group(Places(2, {"cpu": folder}), limits)
        self._folder = group.join_files[0].parent
        self._now = self._used = 0.0
        self.uses(0.0)
        self.meter = CpuMeter(group, 0.0)

    def uses(self, seconds: float) -> None:
        self._used += seconds
        (self._folder / "cpu.stat").write_text(f"usage_usec {round(self._used * 1e6)}\n")

    def spends(self, seconds: float, using: float, *, asked: bool) -> None:
        """Let time go by in looks of a quarter of a second, and the bot use so many cores meanwhile."""
        for _ in range(round(seconds / 0.25)):
            self._now += 0.25
            self.uses(0.25 * using)
            self.meter.look(self._now, asked)

    @property
    def may_use(self) -> str:
        return (self._folder / "cpu.max").read_text()


@pytest.fixture
def bot(tmp_path: Path) -> Bot:
    return Bot(tmp_path)


def test_who_thinks_on_its_own_time_has_a_core(bot: Bot) -> None:
    bot.spends(60, using=1.0, asked=True)
    assert bot.may_use == WHOLE
    assert not bot.meter.was_slowed


def test_a_moment_on_the_time_of_others_is_allowed(bot: Bot) -> None:
    bot.spends(1, using=1.0, asked=False)
    assert not bot.meter.was_slowed


def test_who_burns_on_the_time_of_others_is_slowed(bot: Bot) -> None:
    bot.spends(2, using=1.0, asked=False)
    assert bot.may_use == TENTH
    assert bot.meter.was_slowed


def test_who_has_stopped_has_its_core_again_and_it_is_remembered(bot: Bot) -> None:
    bot.spends(2, using=1.0, asked=False)
    bot.spends(30, using=0.0, asked=False)
    assert bot.may_use == WHOLE
    assert bot.meter.was_slowed
