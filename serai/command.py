"""The entry point of the command `serai`, whose libraries a bot's environment does not have."""

from __future__ import annotations

import sys

MISSING = "serai: this command runs the arena, and {name} is not installed; pip install 'serai[arena]' brings it"


def main() -> int:
    """Run the command line of this process and return its exit code: 3 if the arena's libraries are not installed."""
    try:
        from serai.ladder.commands.main import main as run
    except ModuleNotFoundError as error:
        if (error.name or "serai").startswith("serai"):
            raise
        print(MISSING.format(name=error.name), file=sys.stderr)
        return 3
    return run()
