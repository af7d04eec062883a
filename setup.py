"""Everything is in pyproject.toml. This file is for the compiled engine: SERAI_COMPILED=1 builds a wheel with it."""

import os
import sys
from pathlib import Path

from setuptools import setup

ROOT = Path(__file__).resolve().parent

if os.environ.get("SERAI_COMPILED") == "1":
    sys.path.insert(0, str(ROOT))
    from compiling.extensions import engine
    from compiling.parallel import BuildOnAllCores

    setup(ext_modules=engine(ROOT), cmdclass={"build_ext": BuildOnAllCores})
else:
    setup()
