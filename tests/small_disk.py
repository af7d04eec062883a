"""Small disks that tests fill: a tmpfs over a folder, which only one command and what it starts can see."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

_MOUNT = 'mount -t tmpfs -o size="$1" none "$0" && shift && exec "$@"'


def on_small_disk(folder: Path, size: str) -> tuple[str, ...]:
    """The beginning of a command line whose command finds a small disk in place of a folder. It keeps its number.

    Skips the test where that is impossible.
    """
    folder.mkdir(exist_ok=True)
    line = ("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", _MOUNT, str(folder), size)
    if subprocess.run([*line, "true"], check=False, capture_output=True).returncode:
        pytest.skip("no user namespace in which a small disk can be mounted")
    return line


@contextmanager
def full(folder: Path, pid: int) -> Iterator[None]:
    """Fill the disk that a process finds in a folder, and make room again at the end of the block."""
    filler = Path(f"/proc/{pid}/root{folder}/filler")
    _fill(filler)
    try:
        yield
    finally:
        filler.unlink()


def _fill(filler: Path) -> None:
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            return
