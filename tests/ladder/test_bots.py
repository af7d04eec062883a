"""What a BOT argument means, what belongs to a version, and how it gets onto a machine."""

import io
import re
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from serai.ladder.bots import bot_archive, manifest, registry
from serai.ladder.bots.version import BotVersion, Package
from serai.ladder.errors import PlatformProblem, UserProblem
from serai.ladder.storage.store import Store
from serai.referee.games import GAMES

MakeBot = Callable[..., Path]


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("SERAI_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


GOOD = {"name": "a", "language": "python", "games": ["yspahan"], "run": ["./bot"]}


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"colour": "red"}, "bot.toml: colour is not a key of a bot.toml; it may have name, language"),
        ({"name": 7}, "bot.toml: name should be a text in quotes, not 7"),
        ({"name": "Big Bot"}, "bot.toml: name 'Big Bot' should be up to 40 of"),
        ({"name": "a" * 41}, "should be up to 40"),
        ({"run": "./bot"}, 'bot.toml: run should be a list of texts, for example run = \\["one", "two"\\]'),
        ({"run": []}, "bot.toml: run is empty"),
        ({"games": [1]}, "bot.toml: games should be a list"),
        ({"transport": "pigeon"}, "bot.toml: transport is 'pigeon'; it can be unix or tcp"),
        ({"simulator": "pigeon"}, "bot.toml: simulator is 'pigeon'; it can be grpc or lines"),
        ({"simulator": "lines", "transport": "tcp"}, 'bot.toml: simulator = "lines" goes over a unix socket'),
    ],
)
def test_a_wrong_manifest_is_explained_in_one_line(change: dict[str, object], complaint: str) -> None:
    with pytest.raises(UserProblem, match=complaint) as problem:
        manifest.check_manifest({**GOOD, **change}, "bot.toml")
    assert "\n" not in str(problem.value)


def test_a_star_stands_for_every_game() -> None:
    assert manifest.check_manifest({**GOOD, "games": ["*"]}, "bot.toml").all_games() == tuple(GAMES)
    assert manifest.check_manifest(GOOD, "bot.toml").all_games() == ("yspahan",)


@pytest.mark.parametrize("key", GOOD)
def test_a_missing_key_is_named(key: str) -> None:
    with pytest.raises(UserProblem, match=f"bot.toml: {key} is missing"):
        manifest.check_manifest({k: v for k, v in GOOD.items() if k != key}, "bot.toml")


def test_text_that_is_not_toml_is_explained(make_bot: MakeBot) -> None:
    folder = make_bot()
    (folder / "bot.toml").write_text("name = ")
    with pytest.raises(UserProblem, match="is not TOML: Invalid value"):
        registry.package(folder)


def test_a_manifest_comes_back_from_json() -> None:
    read = manifest.check_manifest({**GOOD, "build": ["make"], "ignore": ["bot"]}, "bot.toml")
    assert manifest.check_manifest(read.as_json(), "json") == read
    bot = BotVersion("a", "0" * 32, read)
    assert BotVersion.from_json(bot.as_json()) == bot


def test_the_version_depends_on_the_files_alone(make_bot: MakeBot, tmp_path: Path) -> None:
    folder = make_bot()
    version = registry.version_of(folder)
    moved = folder.rename(tmp_path / "elsewhere")
    (moved / "__pycache__").mkdir()
    (moved / "__pycache__/bot.pyc").write_bytes(b"1")
    (moved / ".git").mkdir()
    (moved / ".git/HEAD").write_text("1")
    assert registry.version_of(moved) == version


def test_any_change_of_content_name_or_mode_makes_another_version(make_bot: MakeBot) -> None:
    folder = make_bot()
    versions = [registry.version_of(folder)]
    (folder / "more.py").write_text("1")
    versions.append(registry.version_of(folder))
    (folder / "more.py").rename(folder / "less.py")
    versions.append(registry.version_of(folder))
    (folder / "less.py").chmod(0o755)
    versions.append(registry.version_of(folder))
    (folder / "less.py").write_text("2")
    versions.append(registry.version_of(folder))
    assert len(set(versions)) == 5


def test_what_the_build_makes_does_not_count(make_bot: MakeBot) -> None:
    folder = make_bot(extra='ignore = ["out", "*.o", "cache/big"]')
    version = registry.version_of(folder)
    for made in ("out/program", "bot.o", "deep/bot.o", "cache/big/file"):
        (folder / made).parent.mkdir(parents=True, exist_ok=True)
        (folder / made).write_text("made")
    assert registry.version_of(folder) == version


def test_packing_is_deterministic_and_comes_back(make_bot: MakeBot, tmp_path: Path) -> None:
    folder = make_bot()
    (folder / "lib").mkdir()
    (folder / "lib/run.sh").write_text("#!/bin/sh\n")
    (folder / "lib/run.sh").chmod(0o700)
    content = bot_archive.pack(folder)
    (folder / "bot.py").touch()
    assert bot_archive.pack(folder) == content
    bot_archive.unpack(content, tmp_path / "unpacked")
    assert registry.version_of(tmp_path / "unpacked") == registry.version_of(folder)
    assert (tmp_path / "unpacked/lib/run.sh").stat().st_mode & 0o777 == 0o755


def test_a_link_does_not_become_part_of_a_bot(make_bot: MakeBot) -> None:
    folder = make_bot()
    (folder / "secret").symlink_to("/etc/passwd")
    with pytest.raises(UserProblem, match="secret is not a plain file"):
        registry.package(folder)


def test_a_folder_that_is_too_big_is_refused(make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = make_bot()
    (folder / "weights").write_bytes(bytes(bot_archive.LARGEST))
    with pytest.raises(UserProblem, match="holds 16 MiB; a bot may have 16"):
        registry.package(folder)


def archive(name: str, kind: bytes = tarfile.REGTYPE) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as made:
        entry = tarfile.TarInfo(name)
        entry.type = kind
        entry.linkname = "/etc/passwd"
        made.addfile(entry)
    return buffer.getvalue()


@pytest.mark.parametrize(
    "content",
    [archive("../out"), archive("/tmp/out"), archive("a/../../out"), archive("link", tarfile.SYMTYPE), b"junk"],
    ids=["above", "absolute", "roundabout", "link", "junk"],
)
def test_a_malicious_archive_leaves_nothing(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(PlatformProblem):
        bot_archive.unpack(content, tmp_path / "in" / "bot")
    assert [path for path in tmp_path.rglob("*") if path != tmp_path / "in"] == []


def test_a_folder_and_a_registered_name_are_found(store: Store, make_bot: MakeBot) -> None:
    folder = make_bot("mine")
    old = registry.find(str(folder))
    store.add_bot(old)
    (folder / "bot.py").write_text("raise SystemExit\n")
    new = registry.find(f"{folder}/")
    store.add_bot(new)
    assert old.bot.version != new.bot.version
    assert registry.find("mine", store) == new
    assert registry.find(f"mine@{old.bot.version}", store) == old
    assert registry.find(f"mine@{old.bot.version[:6]}", store) == old


def test_a_folder_in_the_current_one_needs_no_slash(make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(make_bot("mine").parent)
    assert registry.find("mine").bot.name == "mine"


@pytest.mark.parametrize(
    ("argument", "complaint"),
    [
        ("nobody", r"nobody is not a bot: neither built in nor registered nor a folder"),
        ("nobody@abcd", "no bot called nobody is registered"),
        ("./nowhere", "nowhere is not a bot"),
        ("first@12", "at least 4 digits"),
        ("first@zzzz", "its versions are"),
    ],
)
def test_what_is_not_a_bot_is_explained(store: Store, packages: list[Package], argument: str, complaint: str) -> None:
    store.add_bot(packages[0])
    with pytest.raises(UserProblem, match=complaint):
        registry.find(argument, store)


def test_a_built_in_bot_is_found_by_name_and_cannot_be_impersonated(make_bot: MakeBot) -> None:
    original = registry.find("random")
    assert original.bot.name == "random"
    assert registry.find(str(registry.built_in()["random"])) == original
    with pytest.raises(UserProblem, match="random is the name of a built-in bot"):
        registry.find(str(make_bot("random")))


def test_every_built_in_bot_is_called_like_its_folder() -> None:
    found = {name: registry.package(folder).bot.name for name, folder in registry.built_in().items()}
    assert found
    assert all(name == folder for folder, name in found.items())


def test_a_version_is_installed_once(home: Path, make_bot: MakeBot) -> None:
    found = registry.package(make_bot())
    assert not registry.is_installed(found.bot)
    folder = registry.install(found)
    assert registry.is_installed(found.bot)
    (folder / "mark").write_text("1")
    assert registry.install(found) == folder
    assert (folder / "mark").exists()


def test_a_bot_is_built_once_and_what_it_printed_is_kept(home: Path, make_bot: MakeBot) -> None:
    build = 'build = ["{python}", "-c", "print(42); open(\'made\', \'a\').write(\'x\')"]\nignore = ["made"]'
    found = registry.package(make_bot(extra=build))
    folder = registry.install(found)
    registry.install(found)
    assert (folder / "made").read_text() == "x"
    assert (folder.parent / "build.log").read_text() == "42\n"


def test_what_a_build_leaves_in_its_temporary_folder_goes(home: Path, make_bot: MakeBot) -> None:
    """D3: compilers leave files where TMPDIR points when they are killed; what is left goes with the next build."""
    script = "rmdir $TMPDIR && mkdir $TMPDIR && echo x > $TMPDIR/cc.s && pwd && echo $TMPDIR"
    found = registry.package(make_bot(extra=f'build = ["sh", "-c", "{script}"]'))
    temporary = registry.folder_of(found.bot.version).parent / "tmp"
    temporary.mkdir(parents=True)
    (temporary / "killed.s").touch()
    folder = registry.install(found)
    assert (folder.parent / "build.log").read_text() == f"{folder}\n{temporary}\n"
    assert not temporary.exists()


@pytest.mark.parametrize(("games", "builds"), [('["*"]', 2), ('["yspahan"]', 1)])
def test_a_bot_of_every_game_is_built_anew_when_the_messages_change(
    home: Path, make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, games: str, builds: int
) -> None:
    """Its program took the games from them, and would not know a new one."""
    count = tmp_path / "builds"
    bot = make_bot(extra=f'build = ["{{python}}", "-c", "open({str(count)!r}, \'a\').write(\'x\')"]')
    text = (bot / "bot.toml").read_text()
    (bot / "bot.toml").write_text(re.sub("^games = .*$", f"games = {games}", text, flags=re.MULTILINE))
    monkeypatch.setattr(registry, "proto_folder", lambda: tmp_path / "proto")
    (tmp_path / "proto").mkdir()
    for content in ("six games", "seven games"):
        (tmp_path / "proto" / "referee.proto").write_text(content)
        registry.install(registry.package(bot))
        registry.install(registry.package(bot))
    assert count.read_text() == "x" * builds


def test_a_build_is_told_where_the_proto_files_lie_and_what_is_kept_between_builds(
    home: Path, make_bot: MakeBot
) -> None:
    look = (
        "import os; from pathlib import Path; p = Path(os.environ['SERAI_PROTO']); c = Path(os.environ['SERAI_CACHE'])"
    )
    prints = "print((p / 'serai/v1/referee.proto').is_file(), c.is_dir(), c.name)"
    folder = registry.install(registry.package(make_bot(extra=f'build = ["{{python}}", "-c", "{look}; {prints}"]')))
    assert (folder.parent / "build.log").read_text() == "True True python\n"


def test_a_missing_toolchain_is_named_with_what_brings_it(
    home: Path, make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = make_bot(extra='build = ["go", "build"]')
    text = (folder / "bot.toml").read_text()
    (folder / "bot.toml").write_text(text.replace('language = "python"', 'language = "go"'))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(PlatformProblem, match=r"cannot be built: no go on the PATH; install Go 1\.24 or newer"):
        registry.install(registry.package(folder))


def test_a_build_that_fails_for_want_of_a_tool_names_the_tool(
    home: Path, make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A script that calls the compiler fails with a line that does not help."""
    folder = make_bot(extra='build = ["{python}", "-c", "raise SystemExit(127)"]')
    text = (folder / "bot.toml").read_text()
    (folder / "bot.toml").write_text(text.replace('language = "python"', 'language = "go"'))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(PlatformProblem, match=r"cannot be built \(no go on the PATH; install Go 1\.24 or newer\)"):
        registry.install(registry.package(folder))


def test_the_words_python_and_serai_in_braces_are_ours() -> None:
    python, serai, rest = registry.resolve(("{python}", "{serai}", "bridge"))
    assert (python, rest) == (sys.executable, "bridge")
    assert Path(serai).name == "serai"
    assert Path(serai).is_file()


@pytest.mark.parametrize(
    ("build", "complaint"),
    [
        ('["{python}", "-c", "raise SystemExit(\'no compiler\')"]', "cannot be built .no compiler.; all it printed"),
        ('["no-such-program"]', "cannot be built: no-such-program: No such file"),
    ],
)
def test_a_build_that_fails_is_reported_and_tried_again(
    home: Path, make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch, build: str, complaint: str
) -> None:
    # A PATH with a folder that this user may not read would be another error.
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    found = registry.package(make_bot(extra=f"build = {build}"))
    for _ in range(2):
        with pytest.raises(PlatformProblem, match=complaint):
            registry.install(found)
    assert not registry.is_installed(found.bot)


def test_the_command_runs_on_our_interpreter_in_the_bots_folder(home: Path, make_bot: MakeBot) -> None:
    found = registry.package(make_bot(extra='transport = "tcp"'))
    command = registry.command(found.bot)
    assert command.name == "first"
    assert command.command == (sys.executable, "bot.py")
    assert command.folder == home / "versions" / found.bot.version / "bot"
    assert command.transport == "tcp"
    assert command.simulator == ""


@pytest.mark.usefixtures("home")
def test_a_simulator_is_started_beside_who_asks_for_it(make_bot: MakeBot) -> None:
    found = registry.package(make_bot(extra='simulator = "grpc"'))
    assert registry.command(found.bot).simulator == "grpc"
