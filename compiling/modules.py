"""What is compiled: the rules of all games, what plays them, and the codecs."""

from __future__ import annotations

from pathlib import Path

PARTS = ("referee", "server/codec")

# What looks at classes as such, or is not used while games are played: nothing would be gained.
LEFT = frozenset(
    {
        "referee/core/data_file.py",
        "referee/core/described.py",
        "referee/core/notation.py",
        "referee/core/saved.py",
        "referee/core/saved_row.py",
        "referee/core/saved_state.py",
        "referee/core/telling.py",
        "referee/engine.py",
        "referee/replay.py",
        "referee/replay_question.py",
        "referee/saving.py",
        "referee/world.py",
        "server/codec/alexander.py",
        "server/codec/catan.py",
        "server/codec/cheops.py",
        "server/codec/council_of_four.py",
        "server/codec/derive.py",
        "server/codec/differences.py",
        "server/codec/form.py",
        "server/codec/part.py",
        "server/codec/sections.py",
        "server/codec/tadmor.py",
        "server/codec/yspahan.py",
    }
)
LEFT_NAMES = frozenset({"__init__.py", "picture.py", "words.py"})


def compiled_modules(root: Path) -> list[Path]:
    """The files that are compiled, as paths within the checkout."""
    found = [path.relative_to(root) for part in PARTS for path in sorted((root / part).rglob("*.py"))]
    return [path for path in found if path.name not in LEFT_NAMES and path.as_posix() not in LEFT]
