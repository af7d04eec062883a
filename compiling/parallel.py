"""Compiling with all cores: setuptools takes the sources of one library one after the other."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from setuptools.command.build_ext import build_ext


class BuildOnAllCores(build_ext):  # type: ignore[misc]  # setuptools ships no types
    """As setuptools builds extensions, with as many compilers at a time as there are cores."""

    def build_extensions(self) -> None:
        self.compiler.compile = partial(_compile, self.compiler)
        super().build_extensions()


def _compile(
    compiler: Any,
    sources: list[str],
    output_dir: str | None = None,
    macros: Any = None,
    include_dirs: Any = None,
    debug: bool = False,
    extra_preargs: Any = None,
    extra_postargs: Any = None,
    depends: Any = None,
) -> list[str]:
    """What the compiler's own `compile` does, file by file, at the same time."""
    _, objects, after, options, build = compiler._setup_compile(
        output_dir, macros, include_dirs, sources, depends, extra_postargs
    )
    before = compiler._get_cc_args(options, debug, extra_preargs)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda made: compiler._compile(made, *build[made], before, after, options), build))
    found: list[str] = objects
    return found
