"""Everything is in pyproject.toml. This file is for the compiled engine: SERAI_COMPILED=1 builds a wheel with it."""

import os
import sys
from pathlib import Path

from setuptools import Extension, setup

ROOT = Path(__file__).resolve().parent


def extensions() -> list[Extension]:
    if os.environ.get("SERAI_COMPILED") != "1":
        return []
    sys.path.insert(0, str(ROOT))
    from compiling.extensions import engine

    return engine(ROOT)


setup(ext_modules=extensions())
