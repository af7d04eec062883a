"""The entry point of the command `serai`, whose libraries a bot's environment does not have."""

from __future__ import annotations

import sys

from serai.errors import missing_library


def main() -> int:
    """Run the command line of this process and return its exit code: 3 if the arena's libraries are not installed."""
    try:
        from serai.ladder.commands.main import run_command_line
    except ModuleNotFoundError as error:
        if not missing_library(error):
            raise
        print(f"serai: {missing_library(error)}", file=sys.stderr)
        return 3
    return run_command_line()
