"""A wheel of a checkout, with the tools of this environment: nothing is fetched."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

_BUILD = "import sys; from setuptools import build_meta; print(build_meta.build_wheel(sys.argv[1]))"


def build_wheel(root: Path, compiled: bool) -> Path:
    """Build the wheel into dist/."""
    target = root / "dist"
    target.mkdir(exist_ok=True)
    environment = {**os.environ, "SERAI_COMPILED": "1" if compiled else "0"}
    line = [sys.executable, "-c", _BUILD, str(target)]
    done = subprocess.run(line, cwd=root, env=environment, check=False, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.stderr.write(done.stdout)
        raise SystemExit("dev: the wheel could not be built, the reason is above")
    return target / done.stdout.splitlines()[-1]
