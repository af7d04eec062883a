"""A Python bot names its libraries, and has them when it plays; in an arena they come from where it allows (M2)."""

import hashlib
import os
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from serai.ladder.bots import environments, libraries, registry
from serai.ladder.bots.building import BuildFailed
from serai.ladder.bots.confinement import required
from serai.ladder.bots.manifest import read_manifest
from serai.ladder.bots.version import Package
from serai.ladder.errors import PlatformProblem, UserProblem
from serai.server.sandbox.sandbox import running
from tests.ladder.conftest import MakeBot

TELL = "import serai, oracle; print(oracle.ANSWER, serai.Bot.__name__)"
WANTED = {"tried": "oracle==1.0", "registered": "oracle>=1", "used": "oracle<2", "new": "oracle==2.0"}


def wheel(folder: Path, version: str = "1.0") -> Path:
    """A library of one file, as a wheel: a zip with three notes about itself."""
    name, about = f"oracle-{version}", f"oracle-{version}.dist-info"
    files = {
        "oracle.py": f"ANSWER = {version!r}\n",
        f"{about}/METADATA": f"Metadata-Version: 2.1\nName: oracle\nVersion: {version}\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    files[f"{about}/RECORD"] = "".join(f"{path},,\n" for path in (*files, f"{about}/RECORD"))
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as made:
        for file, text in files.items():
            made.writestr(file, text)
    return path


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("SERAI_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: Path) -> Path:
    """A folder with a library of its own, which is where this machine takes libraries from."""
    folder = tmp_path / "wheels"
    wheel(folder)
    monkeypatch.setenv(libraries.WHEELS, str(folder))
    monkeypatch.delenv(libraries.INDEX, raising=False)
    return folder


@pytest.fixture
def naming(make_bot: MakeBot) -> Callable[..., Path]:
    """Makes a bot's folder that names libraries."""

    def make(
        text: str, file: str = "requirements.txt", run: str = '["{python}", "tell.py"]', name: str = "first"
    ) -> Path:
        folder = make_bot(name)
        manifest = (folder / "bot.toml").read_text()
        (folder / "bot.toml").write_text(manifest.replace('["{python}", "bot.py"]', run))
        (folder / "tell.py").write_text(TELL)
        (folder / file).write_text(text)
        return folder

    return make


def printed(found: Package) -> str:
    """What the bot prints when it is started in the sandbox of this machine."""
    command = registry.command(found.bot, required())
    assert command.sandbox is not None
    with running(command.sandbox.for_bot(command.command, command.folder, None, shown=command.shown)) as process:
        return process.communicate(timeout=60)[0].decode()


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("requirements.txt", "# what it needs\noracle==1.0  # and why\n"),
        ("pyproject.toml", '[project]\nname = "x"\ndependencies = ["oracle >= 1, < 2"]\n'),
    ],
)
def test_a_confined_bot_has_the_libraries_it_names(
    wheels: Path, naming: Callable[..., Path], file: str, text: str
) -> None:
    found = registry.package(naming(text, file))
    assert not registry.is_installed(found.bot)
    registry.install(found, sandbox=required())
    assert registry.is_installed(found.bot)
    assert printed(found) == "1.0 Bot\n"


def test_an_environment_is_made_once_for_the_same_libraries(
    wheels: Path, naming: Callable[..., Path], make_bot: MakeBot, home: Path
) -> None:
    first = registry.package(naming("oracle==1.0"))
    registry.install(first)
    (wheels / "oracle-1.0-py3-none-any.whl").unlink()
    other = make_bot("other")
    (other / "requirements.txt").write_text("oracle==1.0\n")
    second = registry.package(other)
    registry.install(second)
    assert registry.command(first.bot).command[0] == registry.command(second.bot).command[0]
    assert [path.suffix for path in (home / "environments").iterdir() if path.is_dir()] == [""]


def test_a_library_with_another_digest_than_it_should_have_is_refused(
    wheels: Path, naming: Callable[..., Path]
) -> None:
    digest = hashlib.sha256((wheels / "oracle-1.0-py3-none-any.whl").read_bytes()).hexdigest()
    registry.install(registry.package(naming(f"oracle==1.0 \\\n    --hash=sha256:{digest}\n")))
    with pytest.raises(BuildFailed, match=r"HASHES|hashes"):
        registry.install(registry.package(naming(f"oracle==1.0 --hash=sha256:{'0' * 64}\n", name="other")))


def test_a_library_that_cannot_be_had_is_the_authors_fault(wheels: Path, naming: Callable[..., Path]) -> None:
    found = registry.package(naming("oracle==2.0"))
    with pytest.raises(BuildFailed, match=r"cannot be installed .*oracle==2\.0.*libraries\.log") as failed:
        registry.install(found)
    assert failed.value.exit_code == 1
    assert not registry.is_installed(found.bot)
    wheel(wheels, "2.0")
    registry.install(found)


@pytest.mark.parametrize(
    "line",
    [
        "--index-url https://example.org/simple",
        "-r /etc/passwd",
        "-e .",
        "./oracle-1.0.whl",
        "oracle @ https://example.org/oracle.whl",
        "oracle==1.0 --install-option=x",
        "https://example.org/oracle.whl",
    ],
)
def test_only_names_with_versions_are_taken(naming: Callable[..., Path], line: str) -> None:
    """Options, addresses and paths could read files of this machine, or ask others than the index."""
    with pytest.raises(UserProblem, match=r"requirements\.txt: .* should be a name with versions"):
        registry.package(naming(line))


@pytest.mark.parametrize(
    "line", ["oracle", "oracle[fast]~=1.0", "oracle>=1,<2,!=1.5; python_version < '3.14'", "Oracle_x.y==1.0.*"]
)
def test_what_is_taken(naming: Callable[..., Path], line: str) -> None:
    folder = naming(line)
    assert libraries.wanted(folder, read_manifest(folder)) == (line,)


def test_bots_that_do_not_run_on_our_python_name_nothing(naming: Callable[..., Path]) -> None:
    folder = naming("oracle==1.0", run='["sh", "run.sh"]')
    assert libraries.wanted(folder, read_manifest(folder)) == ()


def test_an_arena_offers_no_libraries_unless_its_organiser_says_so(
    home: Path, naming: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (libraries.WHEELS, libraries.INDEX):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(BuildFailed, match="this arena offers none; its organiser can set SERAI_WHEELS=FOLDER"):
        registry.install(registry.package(naming("oracle==1.0")), sandbox=required())


def test_a_folder_of_wheels_that_is_not_there_is_named(
    home: Path, naming: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(libraries.WHEELS, str(tmp_path / "nowhere"))
    with pytest.raises(PlatformProblem, match=r"SERAI_WHEELS is .*nowhere'; it should be a folder of wheels"):
        registry.install(registry.package(naming("oracle==1.0")))


def aged(folder: Path, days: float) -> Path:
    """An environment, or one left unfinished, that was last used so many days ago."""
    mark = folder.with_suffix(".made")
    then = time.time() - days * 24 * 3600
    os.utime(mark if mark.exists() else folder, (then, then))
    return folder


def test_what_nobody_has_used_for_long_goes_when_another_is_made(
    wheels: Path, naming: Callable[..., Path], home: Path
) -> None:
    """An author's goes, and what was left unfinished; what a registered version uses stays, as does what was used."""
    wheel(wheels, "2.0")
    found = {name: registry.package(naming(text, name=name)) for name, text in WANTED.items()}
    places = {name: environments.place((text,)) for name, text in WANTED.items()}
    for name in ("tried", "registered", "used"):
        registry.install(found[name])
    registry.keep_libraries(found["registered"].bot)
    unfinished = home.resolve() / "environments" / "0123"
    unfinished.mkdir()
    for folder in (places["tried"], places["registered"], places["used"], unfinished):
        aged(folder, 31)
    registry.install(found["used"])
    registry.install(found["new"])
    assert {name for name, folder in places.items() if folder.exists()} == {"registered", "used", "new"}
    assert not unfinished.exists()
    registry.install(found["tried"])
    assert printed(found["tried"]) == "1.0 Bot\n"


def test_of_many_environments_the_last_used_stay(home: Path) -> None:
    """Nobody has used them today, so none of them is in use now."""
    made = [home.resolve() / "environments" / f"{number:032x}" for number in range(environments.MOST_KEPT + 3)]
    for days, folder in enumerate(made, start=2):
        folder.mkdir(parents=True)
        folder.with_suffix(".made").touch()
        aged(folder, days)
    aged(made[-1], 0.5)
    environments.prune()
    assert [folder for folder in made if folder.exists()] == [*made[: environments.MOST_KEPT - 1], made[-1]]
