"""Help and complaints: every command explains itself, and no mistake ends in a traceback."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from serai.ladder.commands.main import COMMANDS, SECTIONS, run, serai
from tests.commands.terminal import LINE, environment, start


def paths(command: click.Command, above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every command as the words that call it."""
    if above:
        yield above
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from paths(inner, (*above, name))


EVERY = list(paths(serai))


def find(path: tuple[str, ...]) -> click.Command:
    command: click.Command = serai
    for name in path:
        assert isinstance(command, click.Group)
        inner = command.get_command(click.Context(command), name)
        assert inner is not None
        command = inner
    return command


def test_the_help_names_every_command_under_its_audience(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    said = capsys.readouterr().out
    assert all(f"{title}:" in said for title in SECTIONS)
    assert all(f"\n  {name} " in said for name in COMMANDS)


@pytest.mark.parametrize("path", EVERY, ids=" ".join)
def test_every_command_explains_itself_with_an_example(
    path: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*path, "--help"]) == 0
    said = capsys.readouterr().out
    assert "Example" in said
    assert "serai" in said.partition("Example")[2]


@pytest.mark.parametrize("path", EVERY, ids=" ".join)
def test_what_prints_json_says_in_which_shape(path: tuple[str, ...]) -> None:
    command = find(path)
    prints = any("--json" in option.opts for option in command.params)
    assert prints == ("With --json:" in (command.help or ""))


GROUPS = [path for path in EVERY if isinstance(find(path), click.Group)]


@pytest.mark.parametrize("path", [(), *GROUPS], ids=" ".join)
def test_a_list_of_commands_has_a_whole_sentence_for_each(
    path: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run([*path, "--help"]) == 0
    said = [re.sub(" {2,}", "  ", line.strip()) for line in capsys.readouterr().out.splitlines()]
    inner = [find(other) for other in EVERY if other[:-1] == path]
    assert inner
    for command in inner:
        assert (command.short_help or "").endswith(".")
        assert f"{command.name}  {command.short_help}" in said


def test_without_a_command_the_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 2
    assert "For viewers:" in capsys.readouterr().out


MISTAKES = {
    "nonsense": "No such command 'nonsense'",
    "games extra": "unexpected extra argument",
    "rules": "Missing argument 'GAME'",
    "torunament list": "No such command 'torunament'; did you mean tournament? See serai --help",
    "tournament crate": "Did you mean 'create'? See serai tournament --help",
    "rules harbour": "there is no game called harbour; there are ",
    "rules yspahn": "there is no game called yspahn; did you mean yspahan?",
    "bot show gredy": "no bot called gredy is registered; did you mean greedy?",
    "play yspahan gredy random random": "nor a folder with a bot.toml; did you mean greedy?",
    "play yspahan gredy@1234 random random": "so there is no gredy@1234; did you mean greedy?",
    "completion csh": "'csh' is not one of 'bash', 'zsh', 'fish'",
    "play yspahan": "Missing argument 'BOT BOT",
    "play harbour random random": "there is no game called harbour",
    "play yspahan random random": "played by 3 or 4 seats with these options, not 2; two_players=on allows 2",
    "play yspahan random random random --blocks 0": "0 is not in the range 1<=x<=100000",
    "play yspahan random random random --deal 01": "'01' is not a deal: 64 hexadecimal digits",
    "play yspahan random random random --deal zz..01": "'zz..01' is not a deal",
    "play yspahan random random random --time fast": "should read BANK+INCREMENT/CAP",
    "play yspahan random random random --option fast": "'fast' should read NAME=VALUE",
    "play yspahan random random random --option a=1 --option a=2": "a is given twice",
    "play yspahan random random random --option speed=9": "yspahan has no option 'speed'",
    "play yspahan random random ./nowhere": "./nowhere is not a bot",
    "replay show nowhere.json": "nowhere.json cannot be read: No such file",
    "replay show a.json --seat 1 --public": "two points of view",
    "replay verify": "say which games",
    "replay verify --all --tournament spring": "say which games",
    "replay ask a.json 0 1": "Missing argument 'BOT | -- COMMAND [ARGS]...'",
    "replay ask nowhere.json 0 1 -- true": "nowhere.json cannot be read: No such file",
    "bridge": "Missing argument '-- COMMAND [ARGS]...'",
    "bot add nowhere": "Directory 'nowhere' does not exist",
    "bot check": "Missing argument 'BOT'; see serai bot check --help",
    "bot check ./nowhere": "./nowhere is not a bot",
    "bot check random --patience 0": "0.0 is not in the range x>0",
    "serve --listen 7470": "'7470' should read HOST:PORT",
    "serve --listen here:99999": "'here:99999' should read HOST:PORT",
    "serve --listen unix:here": "'unix:here' should read unix:/path",
    "serve --listen 0.0.0.0:7470": "on 0.0.0.0:7470 others can listen: give --tls auto, or --tls-cert FILE",
    "serve --tls-cert a.pem": "--tls-cert and --tls-key belong together: give both",
    "serve --tls-cert a.pem --tls-key a.key": "a.key cannot be read: No such file",
    "serve --tls auto --tls-cert a.pem --tls-key a.key": "give one of them",
    "serve --tls auto --insecure": "--insecure means plain text",
    "serve --name arena.example": "--name is for --tls auto",
    "serve --tls auto --name a..b": "'a..b' cannot be a name of a certificate",
    "login": "Missing argument 'HOST:PORT'",
    "login here": "'here' should read HOST:PORT",
    "--arena here:1 play yspahan": "serai play works on this machine and asks no arena; leave out --arena",
    "--arena here:1 --local ladder": "--arena and --local are two places to ask; choose one",
    "token create anna": "give --role or --bot, one of them",
    "token create anna --role king": "'king' is not one of 'viewer', 'author', 'organiser', 'operator'",
    "token create anna --role viewer --expires soon": "'soon' should read 30m, 12h or 90d",
    "worker -n 0": "0 is not in the range x>=1",
}


@pytest.mark.parametrize("line", MISTAKES)
def test_a_mistake_is_answered_with_one_clear_line(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(line.split()) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert said.err.startswith("serai: ")
    assert MISTAKES[line] in said.err


@pytest.mark.parametrize(
    "line", ["ladder", "bot list", "tournament list", "replay verify --all", "tournament run spring", "serve"]
)
def test_a_redis_that_does_not_answer_is_one_clear_line(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A worker waits for it: see test_redis_goes_away.py."""
    monkeypatch.setenv("REDIS_URL", "redis://:secret@127.0.0.1:1/0")
    assert run(line.split()) == 3
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "REDIS_URL is redis://:***@127.0.0.1:1/0" in said


def fail(*_: object) -> None:
    raise RuntimeError("the roof\nis leaking")


def test_what_nobody_foresaw_is_one_line_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("serai.ladder.desk.games.game_row", fail)
    assert run(["games", "--json"]) == 3
    assert (
        capsys.readouterr().err == "serai: failed: RuntimeError: the roof is leaking (SERAI_TRACEBACK=1 shows where)\n"
    )


def test_the_traceback_is_there_for_who_asks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("serai.ladder.desk.games.game_row", fail)
    monkeypatch.setenv("SERAI_TRACEBACK", "1")
    assert run(["games", "--json"]) == 3
    assert "Traceback" in capsys.readouterr().err


def test_a_reader_that_leaves_early_is_no_mistake(home: Path) -> None:
    """serai rules yspahan | head -1"""
    with start(home, "rules", "yspahan") as rules:
        assert rules.stdout is not None
        assert rules.stderr is not None
        rules.stdout.close()
        assert (rules.stderr.read(), rules.wait()) == ("", 0)


def test_the_installed_command_says_its_version(home: Path) -> None:
    said = subprocess.run([*LINE, "--version"], check=True, capture_output=True, text=True, env=environment(home))
    assert said.stdout.startswith("serai, version ")
