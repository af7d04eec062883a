"""What every test of the public package needs: a way to let a bot play in this process."""

from collections.abc import Callable

import pytest

from serai import Bot
from tests.serai.scripted import TOKEN, ScriptedReferee

Play = Callable[[Bot, ScriptedReferee], None]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Play:
    """Run a bot in this process against a referee, as the platform would run it in its own."""

    def run(bot: Bot, referee: ScriptedReferee) -> None:
        monkeypatch.setenv("SERAI_REFEREE", referee.address)
        monkeypatch.setenv("SERAI_TOKEN", TOKEN)
        bot.run()

    return run
