"""The core of the rules, compiled here and now, under the rules of a game in plain Python.

All of the engine takes minutes to compile: ./dev compiled test runs every test on it.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
CORE = tuple(f"serai/referee/{name}.py" for name in ("clock", "core/errors", "core/luck", "core/agenda"))
COMPILE = f"""
import sys
from pathlib import Path
from setuptools import setup
from compiling.extensions import engine
from compiling.parallel import BuildOnAllCores
extensions = engine(Path({str(ROOT)!r}), Path("work").resolve(), {CORE!r})
lines = ["build_ext", "--build-lib", "."]
setup(name="serai", ext_modules=extensions, cmdclass={{"build_ext": BuildOnAllCores}}, script_args=lines, packages=[])
"""
PLAY = """
import random, sys
sys.path.insert(0, sys.argv[1])
from serai.referee.clock import TimeControl
from serai.referee.core.agenda import digest, options, over, push, waiting
from serai.referee.engine import is_compiled
from serai.referee.games import GAMES
print(is_compiled(), file=sys.stderr)
print(TimeControl.read("120+1/20"), repr(TimeControl()), TimeControl() == TimeControl(120.0, 1.0))
for name in ("yspahan", "catan"):
    game, choose = GAMES[name], random.Random(1)
    state = game.begin(max(game.seat_counts), bytes(32), {})
    for _ in range(200):
        seat = waiting(state)[0]
        push(state, seat, choose.choice(options(state, seat)))
    print(digest(state), digest(game.clone(state)), game.saved.shape)
"""


@pytest.mark.skipif(not (shutil.which("cc") and shutil.which("gcc")), reason="there is no C compiler")
def test_the_core_is_compiled_and_plays_the_same(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-c", COMPILE], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True
    )
    (tmp_path / "serai" / "__init__.py").write_text("")
    ignored = shutil.ignore_patterns("__pycache__", "*.so")
    shutil.copytree(ROOT / "serai" / "referee", tmp_path / "serai" / "referee", ignore=ignored, dirs_exist_ok=True)
    plain, compiled = (
        subprocess.run([sys.executable, "-P", "-c", PLAY, where], check=True, capture_output=True, text=True)
        for where in (str(ROOT), str(tmp_path))
    )
    assert compiled.stderr == "True\n"
    assert compiled.stdout == plain.stdout
