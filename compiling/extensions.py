"""The engine as extension modules: one library with all of it, and for each module a small one that leads there."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from mypyc.build import mypycify
from setuptools import Extension

from compiling.tree import write_tree

# Beside the package's other files, so that it stays the only name at the top of an environment.
LIBRARY = "serai.engine"
_OPTIONS = ["--config-file=", "--namespace-packages", "--explicit-package-bases", "--no-warn-no-return"]


def engine(root: Path) -> list[Extension]:
    """What setuptools compiles; what mypyc reads and writes on the way is below build/engine."""
    work = root / "build" / "engine"
    files = write_tree(root, work / "tree")
    with _working_in(work / "tree"):
        made: list[Extension] = mypycify(
            [*_OPTIONS, *files],
            target_dir=str(work / "c"),
            group_name=LIBRARY,
            opt_level="2",
            debug_level="0",
            multi_file=True,
        )
    for extension in made:  # setuptools wants paths within the project, where it is started
        extension.sources = [os.path.relpath(source) for source in extension.sources]
        extension.include_dirs.append(str(work / "c" / "serai"))  # where the headers are for the library's name
    return made


@contextlib.contextmanager
def _working_in(folder: Path) -> Iterator[None]:
    """mypy finds modules by the folder it is started in."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
