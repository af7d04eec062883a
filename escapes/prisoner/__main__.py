"""Make attempts, one after another, and say what each got."""

from __future__ import annotations

import json
import sys

from escapes.prisoner import ATTEMPTS


def main() -> None:
    """Make the attempts that are named; what comes after -- is only there to be seen in a command line."""
    stage = json.loads(sys.argv[1])
    names = sys.argv[2:]
    for name in names[: names.index("--")] if "--" in names else names:
        try:
            got = ATTEMPTS[name](stage)
        except Exception as error:
            got = f"the attempt itself failed: {type(error).__name__}: {error}"
        print(json.dumps({"attempt": name, "got": str(got or "")}), flush=True)


if __name__ == "__main__":
    main()
