"""The tree that mypyc reads: the package without links, the modules that are compiled rewritten."""

from __future__ import annotations

import shutil
from importlib import import_module
from pathlib import Path

from compiling.modules import compiled_modules
from compiling.rewriting import rewritten

PACKAGES = ("referee", "server", "v1")


def write_tree(root: Path, target: Path) -> list[str]:
    """Write the package below target; returned are the files to compile, relative to it."""
    shutil.rmtree(target, ignore_errors=True)
    for name in PACKAGES:
        shutil.copytree(
            root / "serai" / name, target / "serai" / name, ignore=shutil.ignore_patterns("__pycache__", "*.so")
        )
    for file in (root / "serai").glob("*.py*"):
        shutil.copy(file, target / "serai" / file.name)
    files = []
    for path in compiled_modules(root):
        module = import_module("serai." + path.with_suffix("").as_posix().replace("/", "."))
        (target / "serai" / path).write_text(rewritten((root / path).read_text(), module))
        files.append(f"serai/{path.as_posix()}")
    return files
