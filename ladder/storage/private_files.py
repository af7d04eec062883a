"""Files that only their owner may read: keys and tokens. Each is there as a whole or not at all."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from serai.ladder.storage.whole_files import named_or_removed


def make_once(path: Path, content: bytes) -> bytes:
    """Write a file that must not change; if another process was faster, return what it wrote. OSError if it cannot."""
    draft = _draft(path, content)
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return path.read_bytes()


def write(path: Path, content: bytes) -> None:
    """Write a file in place of the one that is there. OSError if it cannot be done."""
    _draft(path, content).replace(path)


def _draft(path: Path, content: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with named_or_removed(draft), os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    return draft
