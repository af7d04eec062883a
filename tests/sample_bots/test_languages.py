"""The sample bots outside Python play whole games, choose alike in every language, and leave as a bot should."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from serai.ladder.bots import manifest, registry
from serai.ladder.bots.bot_archive import File, files
from serai.ladder.commands.main import run as serai
from serai.referee.clock import TimeControl
from serai.referee.games import GAMES
from serai.v1 import referee_pb2 as wire
from tests.sample_bots.languages import (
    EVERY_BOT,
    EVERY_GREEDY,
    EVERY_RANDOM,
    EVERY_SEARCH,
    EVERY_TYPED,
    LANGUAGES,
    Draws,
    command,
    play,
    play_blocks,
    random_game,
    run,
    smallest,
)
from tests.serai.scripted import asked, ended, luck, question, refereeing, started

# The first build of a language on a machine compiles all that its bots need.
pytestmark = pytest.mark.timeout(1200)

LARGEST_ID = 2**64 - 1
SHORT_QUESTION = wire.Question(question_id=6, game_handle=1, options=[wire.Action()])
LONG_BATCHES = [40_000 * 3**more for more in range(4)]
HOST = re.compile(rb"://([\w.-]+)")
# What looks like hosts and is a name: cargo's for its public index, and the namespaces of a pom.xml.
NAMES = {b"github.com", b"maven.apache.org", b"www.w3.org"}
UNKNOWN_FIELD = b"\xfa\x7d\x03new"  # number 2015, a text


def from_the_future(message: wire.PlayResponse) -> wire.PlayResponse:
    """The message with a field that no bot of today knows."""
    return wire.PlayResponse.FromString(message.SerializeToString() + UNKNOWN_FIELD)


def folder(name: str) -> Path:
    return registry.built_in()[name]


def version(name: str) -> dict[str, File]:
    """The files of a bot as they are built and played."""
    return {file.path: file for file in files(folder(name), manifest.read_manifest(folder(name)).ignore)}


@pytest.mark.parametrize("name", EVERY_BOT)
def test_a_bot_says_of_itself_what_its_folder_says(name: str) -> None:
    """It leaves without a word when there is nothing to play."""
    with refereeing() as referee:
        done = run(name, referee.address)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    said = manifest.read_manifest(folder(name))
    assert (said.name, said.language) == (name, folder(name).parent.name)
    assert list(said.all_games()) == list(referee.hello.games)
    assert (referee.hello.name, referee.hello.protocol, referee.hello.max_games) == (name, 1, 64)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", EVERY_RANDOM)
def test_random_bots_play_the_same_game_in_every_language(name: str, game: str) -> None:
    """A whole game, move by move what the common way of drawing gives, and nobody is retired."""
    seats, options = smallest(game)
    assert play(game, [name] * seats, 1, options) == random_game(game, name, seats, 1, options)


@pytest.mark.parametrize("name", EVERY_RANDOM)
def test_a_bot_answers_a_batch_in_its_order(name: str) -> None:
    """Two games, whose questions have ids that only a 64-bit number holds; what is new in the messages is skipped."""
    batch = asked(question(1, handle=1), question(2, handle=2, shops=range(40)))
    for offset, each in enumerate(batch.questions):
        each.question_id = LARGEST_ID - offset
    script = [started(1), started(2, seat=3), batch, ended(1), ended(2)]
    with refereeing(*map(from_the_future, script)) as referee:
        done = run(name, referee.address)
    assert (done.returncode, done.stderr) == (0, "")
    wanted = [(LARGEST_ID, Draws(luck(1)).below(3)), (LARGEST_ID - 1, Draws(luck(2)).below(40))]
    assert [(answer.question_id, answer.option) for answer in referee.answers] == wanted


@pytest.mark.parametrize("name", EVERY_TYPED)
def test_the_first_answers_of_a_long_batch_do_not_wait_for_the_last(name: str) -> None:
    """The bot gives up at the last question, and yet the referee has answers. A fast bot needs a longer batch."""
    for count in LONG_BATCHES:
        batch = asked(*[SHORT_QUESTION] * count, question(7, handle=7))
        with refereeing(started(1), batch) as referee:
            done = run(name, referee.address)
        assert (done.returncode, len(done.stderr.splitlines())) == (1, 1)
        if referee.answers:
            break
    assert len(referee.heard) - 1 < len(referee.answers)  # the hello is no answer, and the others come in batches


@pytest.mark.parametrize("name", EVERY_RANDOM)
def test_a_retired_seat_does_not_end_the_other_games(name: str) -> None:
    fault = wire.Fault(cause=wire.FAULT_CAUSE_TIME, game_handle=1, text="too slow")
    script = [started(1), started(2), wire.PlayResponse(faults=[fault]), asked(question(5, handle=2)), ended(2)]
    with refereeing(*script) as referee:
        done = run(name, referee.address)
    assert done.returncode == 0
    assert "too slow" in done.stderr
    assert [answer.question_id for answer in referee.answers] == [5]


@pytest.mark.parametrize(
    ("last", "complaint"),
    [
        (
            wire.PlayResponse(faults=[wire.Fault(cause=wire.FAULT_CAUSE_PROTOCOL, text="no such token")]),
            "no such token",
        ),
        (wire.PlayResponse(questions=[question(5, handle=7)]), "7"),
        (wire.PlayResponse(questions=[question(5, shops=())]), "options"),
    ],
    ids=["a fault of the stream", "a game that never began", "a question without options"],
)
@pytest.mark.parametrize("name", EVERY_BOT)
def test_a_bot_that_cannot_go_on_says_so_in_one_line(name: str, last: wire.PlayResponse, complaint: str) -> None:
    with refereeing(started(1), last) as referee:
        done = run(name, referee.address)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert complaint in done.stderr


@pytest.mark.parametrize("name", EVERY_TYPED)
def test_a_bot_plays_only_the_games_it_knows(name: str) -> None:
    with refereeing(started(1), started(2, game="harbour")) as referee:
        done = run(name, referee.address)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "harbour" in done.stderr


@pytest.mark.parametrize("name", EVERY_BOT)
def test_a_bot_without_a_referee_says_so_in_one_line(name: str, tmp_path: Path) -> None:
    done = run(name, f"unix:{tmp_path}/nobody")
    assert done.returncode in (1, 3)
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("name", [name for name, _ in EVERY_GREEDY])
def test_a_greedy_bot_passes_the_check(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The random ones pass it as new bots, which are their copies, in the tests of the page for bot authors."""
    command(name)
    monkeypatch.setenv("SERAI_HOME", os.environ["SERAI_TEST_BUILDS"])
    code = serai(["bot", "check", name])
    assert code == 0, capsys.readouterr().out


@pytest.mark.parametrize(("name", "game"), EVERY_GREEDY)
def test_greedy_beats_random(name: str, game: str) -> None:
    """Four blocks against three random bots: it wins nearly every game, with more than twice their points."""
    opponents = ["random"] * 3
    played = play_blocks(game, [name, *opponents], 4)
    assert [replay.retirements for _, replay in played] == [()] * 16
    results = [[replay.outcomes[seats.index(bot)] for bot in range(4)] for seats, replay in played]
    assert sum(result[0]["rank"] == 1 for result in results) >= 14
    points = [sum(result[bot]["points"] for result in results) for bot in range(4)]
    assert points[0] > 2 * max(points[1:])


@pytest.mark.parametrize("name", EVERY_SEARCH)
def test_a_searching_bot_beats_random_and_keeps_to_its_clock(name: str) -> None:
    """With little time, in a game of its own for each seat, through the simulator that its bot.toml asks for."""
    played = play_blocks("yspahan", [name, "random", "random"], 1, TimeControl(bank=3.0, increment=0.05, cap=2.0))
    assert [replay.retirements for _, replay in played] == [()] * 3
    assert [replay.outcomes[seats.index(0)]["rank"] for seats, replay in played] == [1] * 3


def test_a_searching_bot_plays_on_without_worlds() -> None:
    """An organiser may have switched them off; there is nothing to search in, and no simulator is needed."""
    with refereeing(started(1), asked(question(5, handle=1)), ended(1)) as referee:
        done = run("go-search", referee.address)
    assert (done.returncode, done.stderr) == (0, "")
    assert referee.hello.worlds
    assert [(answer.question_id, answer.option) for answer in referee.answers] == [(5, 0)]


@pytest.mark.parametrize("name", [name for one in LANGUAGES.values() for name in (one.greedy, one.search) if name])
def test_the_conversation_is_the_same_in_all_bots_of_a_language(name: str) -> None:
    """What is no idea of a bot's own is there once: a link of the others, which is a plain file of their versions."""
    (bots_of,) = [language for language in LANGUAGES.values() if name in (language.greedy, language.search)]
    links = {path for path in bots_of.shared if (folder(name) / path).is_symlink()}
    assert links == set(bots_of.shared)
    own, borrowed = version(bots_of.random), version(name)
    assert [path for path in bots_of.shared if own[path] != borrowed[path]] == []


@pytest.mark.parametrize("name", EVERY_BOT)
def test_a_bot_names_no_host_to_fetch_from(name: str) -> None:
    """Registries are chosen where a bot is built; a lock file that names one would fail behind another."""
    named = {host for file in version(name).values() for host in HOST.findall(file.content)}
    assert named <= NAMES
