"""Wheels, and a checkout on the compiled engine.

./dev build              a wheel in dist/, pure Python
./dev build --compiled   a wheel in dist/ with the engine compiled, for this Python and this kind of machine
./dev compiled COMMAND   a command of ./dev in build/compiled: a copy of this checkout with the compiled engine beside
                         its sources. It is compiled anew when a file changed that goes into it.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from compiling.checkout import bring_up_to_date
from compiling.wheel import build_wheel

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="./dev build", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--compiled", action="store_true", help="compile the engine with mypyc (minutes)")
    parser.add_argument("--checkout", action="store_true", help=argparse.SUPPRESS)  # for ./dev compiled
    arguments = parser.parse_args()
    if arguments.checkout:
        bring_up_to_date(ROOT)
    else:
        print(os.path.relpath(build_wheel(ROOT, compiled=arguments.compiled)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
