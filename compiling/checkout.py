"""A copy of the checkout with the compiled engine beside its sources: where both are, Python imports the compiled."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from compiling.modules import compiled_modules
from compiling.wheel import build_wheel

FOLDER = "build/compiled"
STAMP = "compiled-from"


def bring_up_to_date(root: Path) -> None:
    """Copy what changed, and compile if that changed which goes into it."""
    checkout = root / FOLDER
    wanted = _fingerprint(root)
    stamp = checkout / STAMP
    is_stale = not stamp.exists() or stamp.read_text() != wanted
    if is_stale:
        stamp.unlink(missing_ok=True)
    _copy(root, checkout)
    if is_stale:
        print("dev: compiling the engine into build/compiled (minutes, once)", file=sys.stderr, flush=True)
        for library in _libraries(checkout):
            library.unlink()
        with zipfile.ZipFile(build_wheel(root, compiled=True)) as wheel:
            wheel.extractall(checkout, [name for name in wheel.namelist() if name.endswith(".so")])
        stamp.write_text(wanted)


def _fingerprint(root: Path) -> str:
    """Of all that decides what the compiled engine is."""
    digest = hashlib.sha256(sys.version.encode())
    makers = sorted((root / "compiling").glob("*.py"))
    types = sorted((root / "serai" / "v1").glob("*.pyi"))
    compiled = [root / path for path in compiled_modules(root)]
    for path in (root / "setup.py", root / "requirements-dev.lock", *makers, *types, *compiled):
        digest.update(path.relative_to(root).as_posix().encode() + b"\n" + path.read_bytes())
    return digest.hexdigest()


def _copy(root: Path, checkout: Path) -> None:
    """All files that git knows or would take, links as links; what is no longer there goes."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(listing, cwd=root, check=True, capture_output=True, text=True).stdout
    names = {name for name in listed.split("\0") if name and ((root / name).exists() or (root / name).is_symlink())}
    before = checkout / "copied-files"
    for name in set(before.read_text().split("\0") if before.exists() else ()) - names:
        (checkout / name).unlink(missing_ok=True)
    for name in sorted(names):
        _copy_one(root / name, checkout / name)
    before.write_text("\0".join(sorted(names)))


def _copy_one(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_symlink():
        target.unlink(missing_ok=True)
        target.symlink_to(source.readlink())
    elif not target.exists() or target.read_bytes() != source.read_bytes():
        shutil.copy2(source, target)


def _libraries(checkout: Path) -> list[Path]:
    parts = ("serai", "referee", "server")
    return [path for part in parts for path in (checkout / part).rglob("*.so") if path.is_file()]
