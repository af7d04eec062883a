"""What of this machine is seen in a sandbox: the system, the toolchain of a command, our own library, all read-only.

Everything lies where it lies outside, for interpreters and built programs name their places.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from serai import v1

SYSTEM = Path("/usr")
_MERGED = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")  # links into /usr on most systems
_ETC = ("alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "maven", "mime.types")
_ETC_PATTERNS = ("java-*", "openjdk-*")
_ETC_FOR_NETWORK = (
    *("resolv.conf", "hosts", "nsswitch.conf", "gai.conf", "npmrc"),
    *("ssl", "pki", "ca-certificates", "crypto-policies"),
)
_LIBRARIES = ("site-packages", "dist-packages")
_NEVER_WHOLE = (".local", ".cargo")  # in a home folder: a program's prefix there holds more than the program


def bindings(programs: Sequence[str], network: bool = False) -> list[Path]:
    """Return the paths that are bound read-only for a command: no path lies below another."""
    wanted = [SYSTEM, *_top_folders(), *_etc(network), *_python(), *_toolchains(tuple(programs))]
    return _outermost(path for path in wanted if path.exists())


def links() -> list[tuple[str, Path]]:
    """Return the links at the top, such as /bin, with what they lead to."""
    found = (Path("/", name) for name in _MERGED)
    return [(str(path.readlink()), path) for path in found if path.is_symlink()]


def _top_folders() -> list[Path]:
    return [path for name in _MERGED if (path := Path("/", name)).is_dir() and not path.is_symlink()]


def _etc(network: bool) -> Iterator[Path]:
    names = (*_ETC, *_ETC_FOR_NETWORK) if network else _ETC
    yield from (Path("/etc", name) for name in names)
    for pattern in _ETC_PATTERNS:
        yield from Path("/etc").glob(pattern)


@cache
def _python() -> tuple[Path, ...]:
    """Return our interpreter, its libraries, and the package serai with all it links to."""
    prefixes = [Path(sys.prefix), Path(sys.base_prefix), Path(sys.executable).resolve().parent.parent]
    libraries = [Path(path) for path in sys.path if Path(path).name in _LIBRARIES]
    package = Path(v1.__path__[0]).parent
    linked = [entry.resolve() for entry in package.iterdir() if entry.is_symlink()]
    return (*filter(_is_narrow, prefixes), *libraries, package, *linked)


@cache
def _toolchains(programs: tuple[str, ...]) -> tuple[Path, ...]:
    """Return what the programs need that does not lie in /usr."""
    found = [Path(path) for program in programs if (path := shutil.which(program))]
    return tuple(part for path in found for part in _toolchain(path))


def _toolchain(program: Path) -> Iterator[Path]:
    """Yield the prefix of a program, or only its folder where that prefix would show more than the program."""
    for path in {program, program.resolve()}:
        prefix = path.parent.parent
        if path.parent.name == "bin" and _is_narrow(prefix):
            yield prefix
        else:
            yield path.parent if path.parent.name == "bin" and prefix.name == ".cargo" else path
    if program.resolve().name in ("rustup", "cargo", "rustc"):
        yield Path(os.environ.get("RUSTUP_HOME") or Path.home() / ".rustup")


def _is_narrow(prefix: Path) -> bool:
    """Whether a prefix holds a toolchain and nothing else."""
    return prefix != Path("/") and not Path.home().is_relative_to(prefix) and prefix.name not in _NEVER_WHOLE


def _outermost(paths: Iterable[Path]) -> list[Path]:
    """Return the paths without those that lie below another of them."""
    kept: list[Path] = []
    for path in sorted({path.absolute() for path in paths}, key=lambda path: len(path.parts)):
        if not any(path.is_relative_to(other) for other in kept):
            kept.append(path)
    return kept
