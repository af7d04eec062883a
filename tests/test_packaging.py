"""What `pip install serai` brings: one package at the top of an environment, whichever way it is built."""

import runpy
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path, PurePosixPath

import click
import pytest

from serai.command import main

ROOT = Path(__file__).resolve().parent.parent
# What a build leaves in a checkout: no part of a package.
MADE = ("__pycache__", "node_modules", "target", "build", "*.egg-info")
PARTS = ("referee", "server", "ladder", "sample_bots")
BUILD = "import sys; from setuptools import build_meta; print(getattr(build_meta, sys.argv[1])(sys.argv[2]))"


def for_the_image() -> list[str]:
    """What .dockerignore lets through to the Dockerfile's COPY: it forbids all and then names what is let in."""
    lines = (ROOT / ".dockerignore").read_text().split()
    assert lines[0] == "*"
    return [line.removeprefix("!") for line in lines if line.startswith("!")]


def build(source: Path, kind: str, target: Path) -> Path:
    """Build a wheel or an sdist with the tools of this environment; nothing is fetched."""
    line = [sys.executable, "-c", BUILD, f"build_{kind}", str(target)]
    done = subprocess.run(line, cwd=source, check=True, capture_output=True, text=True)
    return target / done.stdout.splitlines()[-1]


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds exactly what is copied into the image."""
    folder = tmp_path_factory.mktemp("source")
    for name in for_the_image():
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, symlinks=True, ignore=shutil.ignore_patterns(*MADE))
        else:
            shutil.copy(ROOT / name, folder)
    return folder


@pytest.fixture(scope="module")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(source, "wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def site(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of packages that holds the wheel and nothing else: no click, no gRPC."""
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def python(site: Path, program: str) -> "subprocess.CompletedProcess[str]":
    """Run a program where only the standard library and this folder can be imported."""
    line = [sys.executable, "-S", "-P", "-c", f"import sys; sys.path.append({str(site)!r}); {program}"]
    return subprocess.run(line, cwd=site, check=False, capture_output=True, text=True)


def files(folder: Path) -> set[str]:
    """The files below a folder, without those that only git reads."""
    found = (path for path in folder.rglob("*") if path.is_file() and path.name != ".gitignore")
    return {path.relative_to(folder).as_posix() for path in found}


def test_the_wheel_holds_one_package(site: Path) -> None:
    assert [path.name for path in site.iterdir() if path.suffix not in (".dist-info", ".data")] == ["serai"]


def test_the_wheel_holds_the_command(site: Path) -> None:
    """It is installed as it is, and finds the interpreter beside it, also through a link."""
    [script] = site.glob("*.data/scripts/*")
    assert script.name == "serai"
    assert script.read_bytes() == (ROOT / "bin" / "serai").read_bytes()


def test_the_command_takes_the_interpreter_beside_it_and_lets_ctrl_c_wait(tmp_path: Path) -> None:
    """Python is told to say its words, how it was called, and what is blocked when it starts."""
    folder = tmp_path / "its environment"
    folder.mkdir()
    shutil.copy(ROOT / "bin" / "serai", folder)
    beside = folder / "python3"
    blocked = "import signal; print(*map(int, signal.pthread_sigmask(0, [])))"
    beside.write_text(f'#!/bin/sh\necho "$1" "$2"\nexec {sys.executable} -c "{blocked}"\n')
    beside.chmod(0o755)
    link = tmp_path / "serai"
    link.symlink_to(folder / "serai")
    done = subprocess.run([link, "--help me"], check=True, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == (f"{link} --help me\n2\n", "")


def test_processes_that_a_command_starts_do_not_run_it_again() -> None:
    """They load the script under another name."""
    names = runpy.run_path(str(ROOT / "bin" / "serai"), run_name="__mp_main__")
    assert names["main"] is main


def test_ctrl_c_is_ours_before_anything_is_loaded_that_python_has_not_loaded_itself(site: Path) -> None:
    """What is loaded before that is a moment in which Ctrl-C is a traceback."""
    loaded = "before = set(sys.modules); import serai.command; print(*sorted(set(sys.modules) - before))"
    assert python(site, f"import os; {loaded}").stdout == "__future__ serai serai.command serai.errors\n"


def test_the_wheel_holds_every_file_of_every_part(source: Path, site: Path) -> None:
    for part in (*PARTS, "proto"):
        assert files(site / "serai" / part) == files(source / part)
        assert files(source / part)


def test_the_parts_are_imported_from_serai_alone(site: Path) -> None:
    for part in PARTS:
        assert python(site, f"import serai.{part}").returncode == 0
        alone = python(site, f"import {part}")
        assert f"ModuleNotFoundError: No module named '{part}'" in alone.stderr
    assert python(site, "from serai.referee.games import GAMES; GAMES['yspahan'].rules").returncode == 0
    searched = python(site, "from serai import sim; print(sim.World.start('yspahan', 3).rollout(n=2)[1].over)")
    assert (searched.returncode, searched.stdout) == (0, "True\n")
    assert python(site, "import serai; serai.Bot, serai.Table, serai.EVERY_GAME").returncode == 0


def test_without_the_arena_the_command_says_what_to_install(site: Path) -> None:
    done = python(site, "from serai.command import main; sys.exit(main())")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == (
        "serai: this command runs the arena, and click is not installed; pip install 'serai[arena]' brings it\n"
    )


def test_with_a_part_of_the_arena_the_command_says_it_too(site: Path, tmp_path: Path) -> None:
    """Many environments have click for other reasons."""
    (tmp_path / "click").symlink_to(Path(click.__path__[0]))
    program = f"sys.path.append({str(tmp_path)!r}); from serai.command import main; sys.argv[1:] = ['games']"
    done = python(site, f"{program}; sys.exit(main())")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == (
        "serai: this command runs the arena, and rich is not installed; pip install 'serai[arena]' brings it\n"
    )


def test_the_source_distribution_builds_the_same_wheel(source: Path, wheel: Path, tmp_path: Path) -> None:
    # With tar: not every Python 3.11 has the filters that later ones ask for.
    subprocess.run(["tar", "-xzf", build(source, "sdist", tmp_path), "-C", tmp_path], check=True)
    [unpacked] = [path for path in tmp_path.iterdir() if path.is_dir()]
    again = build(unpacked, "wheel", tmp_path)
    with zipfile.ZipFile(wheel) as first, zipfile.ZipFile(again) as second:
        assert sorted(first.namelist()) == sorted(second.namelist())
        for name in first.namelist():
            if PurePosixPath(name).name != "RECORD":
                assert first.read(name) == second.read(name)
