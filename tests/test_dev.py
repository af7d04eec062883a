"""The script that sets everything up: what it needs, when it thinks it is done, and what the locks hold."""

import ast
import fcntl
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ("requirements.lock", "requirements-dev.lock", "requirements-proto.lock")
COMMANDS = (
    "demo",
    "test",
    "lint",
    "proto",
    "build",
    "compiled",
    "bench",
    "chaos",
    "three-hosts",
    "mutate",
    "events",
    "saved",
    "escapes",
    "fuzz",
    "formats",
    "simulate",
    "reference-ladder",
    "environments",
    "screens",
    "setup",
)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of what the script reads, with lock files that ask for nothing, so that nothing is fetched."""
    shutil.copy(ROOT / "dev", tmp_path)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for lock in LOCKS:
        (tmp_path / lock).write_text("# nothing\n")
    return tmp_path


def load(checkout: Path) -> ModuleType:
    loader = SourceFileLoader("dev_script", str(checkout / "dev"))
    spec = importlib.util.spec_from_loader("dev_script", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["dev_script"] = module
    loader.exec_module(module)
    return module


@pytest.fixture
def dev(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script as a module, at home in the copy."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    return load(checkout)


def run(checkout: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, str(checkout / "dev"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def pretend(folder: Path, program: str) -> Path:
    """An environment whose python is a shell script."""
    python = folder / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f"#!/bin/sh\n{program}\n")
    python.chmod(0o755)
    return python


# --- what it needs


def test_the_script_needs_nothing_but_the_standard_library() -> None:
    tree = ast.parse((ROOT / "dev").read_text())
    names = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "." for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names


def test_an_old_python_can_read_the_script_up_to_the_line_that_refuses_it() -> None:
    tree = ast.parse((ROOT / "dev").read_text(), feature_version=(3, 7))
    before = [
        type(node) for node in tree.body[: next(i for i, node in enumerate(tree.body) if isinstance(node, ast.If))]
    ]
    assert set(before) == {ast.Expr, ast.Import, ast.ImportFrom}


def test_a_python_without_pip_is_told_what_to_install(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "executable", str(pretend(tmp_path / "bare", "exit 1")))
    assert dev.main(["setup"]) == 3
    assert capsys.readouterr().err == (
        "dev: this Python has no pip; install it (Debian, Ubuntu: apt install python3-pip) and try again\n"
    )


# --- commands and exit codes


def test_help_names_every_command() -> None:
    result = run(ROOT, "--help")
    assert result.returncode == 0
    assert re.findall(r"^  ([\w-]+) +\w", result.stdout, re.MULTILINE) == list(COMMANDS)


def test_no_command_is_a_usage_error_that_shows_the_help() -> None:
    result = run(ROOT)
    assert (result.returncode, result.stdout.splitlines()[0]) == (2, "usage: ./dev COMMAND [ARGUMENT ...]")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["tests"], "dev: there is no command 'tests'; ./dev --help lists the commands\n"),
        (["lint", "server"], "dev: unexpected argument 'server'; ./dev --help lists the commands\n"),
        (["proto", "--chek"], "dev: unexpected argument '--chek'; ./dev --help lists the commands\n"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_two(arguments: list[str], message: str) -> None:
    result = run(ROOT, *arguments)
    assert (result.returncode, result.stdout, result.stderr) == (2, "", message)


def test_arguments_go_in_and_the_exit_code_comes_out(checkout: Path, dev: ModuleType) -> None:
    pretend(checkout / ".venv", 'echo "$@"; exit 7')
    dev.write_stamp(dev.DEVELOP)
    result = run(checkout, "bench", "--seconds", "3")
    assert (result.returncode, result.stdout, result.stderr) == (7, "-m bench --seconds 3\n", "")


@pytest.mark.parametrize(
    ("arguments", "processes"),
    [
        (["-x", "tests/referee"], ["-n", "2", "--dist", "worksteal"]),
        (["-k", "net"], ["-n", "2", "--dist", "worksteal"]),
        (["-n", "0"], []),
        (["-n4"], []),
        (["--numprocesses=1"], []),
        (["-p", "no:xdist"], []),
        (["--pdb"], []),
    ],
)
def test_two_test_processes_unless_told_otherwise(dev: ModuleType, arguments: list[str], processes: list[str]) -> None:
    assert dev.workers(arguments) == processes


def test_a_failed_check_shows_what_it_printed(dev: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert not dev.passes("colour", ["sh", "-c", "echo too blue; exit 4"])
    assert dev.passes("shape", ["sh", "-c", "echo round"])
    assert capsys.readouterr().out == "FAILED  colour\ntoo blue\n\nok      shape\n"


# --- when an environment is ready


def test_a_stamped_environment_is_ready(checkout: Path, dev: ModuleType) -> None:
    pretend(checkout / ".venv", "exit 0")
    assert not dev.is_ready(dev.DEVELOP)
    dev.write_stamp(dev.DEVELOP)
    assert dev.is_ready(dev.DEVELOP)


def test_the_development_environment_serves_the_demo_but_not_the_other_way_round(
    checkout: Path, dev: ModuleType
) -> None:
    pretend(checkout / ".venv", "exit 0")
    dev.write_stamp(dev.DEVELOP)
    assert dev.is_ready(dev.RUN)
    dev.write_stamp(dev.RUN)
    assert dev.is_ready(dev.RUN)
    assert not dev.is_ready(dev.DEVELOP)


@pytest.mark.parametrize("name", ["requirements-dev.lock", "pyproject.toml"])
def test_a_changed_requirement_asks_for_a_new_set_up(checkout: Path, dev: ModuleType, name: str) -> None:
    pretend(checkout / ".venv", "exit 0")
    dev.write_stamp(dev.DEVELOP)
    with (checkout / name).open("a") as file:
        file.write("# changed\n")
    assert not dev.is_ready(dev.DEVELOP)


def test_an_environment_without_its_interpreter_is_not_ready(checkout: Path, dev: ModuleType) -> None:
    python = pretend(checkout / ".venv", "exit 0")
    dev.write_stamp(dev.DEVELOP)
    python.unlink()
    assert not dev.is_ready(dev.DEVELOP)


def test_an_environment_that_was_moved_is_not_ready(checkout: Path, dev: ModuleType) -> None:
    pretend(checkout / ".venv", "exit 0")
    dev.write_stamp(dev.DEVELOP)
    elsewhere = shutil.copytree(checkout, checkout / "elsewhere")
    moved = load(elsewhere)
    assert not moved.is_ready(moved.DEVELOP)


def test_a_damaged_stamp_is_no_stamp(checkout: Path, dev: ModuleType) -> None:
    pretend(checkout / ".venv", "exit 0")
    dev.DEVELOP.stamp.write_text('{"place": ')
    assert not dev.is_ready(dev.DEVELOP)


def test_an_interrupted_set_up_is_made_anew_and_a_finished_one_is_kept(checkout: Path, dev: ModuleType) -> None:
    """Half an installed package looks installed to pip, so what has no stamp is thrown away."""
    debris = pretend(checkout / ".venv-proto", "exit 0").with_name("debris")
    debris.touch()
    dev.ensure(dev.GENERATE)
    assert dev.is_ready(dev.GENERATE)
    assert not debris.exists()
    debris.touch()
    (checkout / "requirements-proto.lock").write_text("# still nothing\n")
    dev.ensure(dev.GENERATE)
    assert dev.is_ready(dev.GENERATE)
    assert debris.exists()


def test_a_failed_set_up_leaves_no_stamp(checkout: Path, dev: ModuleType, capfd: pytest.CaptureFixture[str]) -> None:
    (checkout / "requirements-proto.lock").write_text("not a requirement!\n")
    assert dev.main(["proto"]) == 3
    assert capfd.readouterr().err.endswith("dev: setting up failed, the reason is above; the next run starts again\n")
    assert not dev.is_ready(dev.GENERATE)


def test_a_second_run_waits_for_the_first_and_uses_what_it_made(checkout: Path, dev: ModuleType) -> None:
    pretend(checkout / ".venv", "exit 0")
    folder = os.open(checkout, os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)
    second = subprocess.Popen([sys.executable, checkout / "dev", "setup"], stderr=subprocess.PIPE, text=True)
    with second:
        assert second.stderr is not None
        assert second.stderr.readline() == "dev: another ./dev is setting up, waiting for it\n"
        dev.write_stamp(dev.DEVELOP)
        os.close(folder)
        assert second.stderr.read() == ""
    assert second.returncode == 0


# --- generated code


def test_generated_files_that_differ_lack_or_are_too_many_are_put_right(
    checkout: Path, dev: ModuleType, tmp_path_factory: pytest.TempPathFactory
) -> None:
    fresh = tmp_path_factory.mktemp("fresh")
    write(fresh, {"same_pb2.py": "1", "new_pb2.pyi": "1", "other_pb2_grpc.py": "1"})
    write(checkout, {"same_pb2.py": "1", "old_pb2.py": "1", "other_pb2_grpc.py": "2", "__init__.py": "by hand"})
    files = dev.stale(fresh)
    assert [file.name for file in files] == ["new_pb2.pyi", "old_pb2.py", "other_pb2_grpc.py"]
    dev.replace(files, fresh)
    assert dev.stale(fresh) == []
    assert (checkout / "serai/v1/__init__.py").read_text() == "by hand"


def write(folder: Path, files: dict[str, str]) -> None:
    (folder / "serai/v1").mkdir(parents=True)
    for name, text in files.items():
        (folder / "serai/v1" / name).write_text(text)


# --- the locks


def pins(lock: str) -> dict[str, str]:
    """Package name to everything the lock says about it."""
    entries = re.sub(r"\\\n\s+", "", (ROOT / lock).read_text()).splitlines()
    return {entry.partition("==")[0]: entry for entry in entries if not entry.startswith("#")}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_requirement_is_pinned_by_version_and_hash(lock: str) -> None:
    wrong = [entry for entry in pins(lock).values() if not re.match(r"[\w.-]+==\S+.*--hash=sha256:[0-9a-f]{64}", entry)]
    assert pins(lock)
    assert wrong == []


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_no_host(lock: str) -> None:
    assert not re.search(r"://|--(extra-)?index-url|--find-links|--trusted-host", (ROOT / lock).read_text())


def test_the_development_lock_holds_every_pin_of_the_run_time_lock() -> None:
    assert pins("requirements.lock").items() <= pins("requirements-dev.lock").items()


def test_the_locks_hold_what_the_project_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    groups = project["dependency-groups"]
    assert names(project["project"]["dependencies"] + groups["build"]) <= pins("requirements.lock").keys()
    assert names(groups["dev"]) <= pins("requirements-dev.lock").keys()
    assert names(groups["proto"]) <= pins("requirements-proto.lock").keys()


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[^\w.-]", requirement)[0] for requirement in requirements}
