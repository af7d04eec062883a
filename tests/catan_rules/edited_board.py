"""A board read anew from an edited copy of its data.toml: in this process, so that it is done for every edit."""

from __future__ import annotations

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

from serai.referee.core.errors import DataError

READ = "read"


def outcome(board: ModuleType, edits: dict[str, str], folder: Path) -> str:
    """What reading the table says after these edits, each in the first place where it fits."""
    source = Path(board.__file__ or "")
    text = source.with_name("data.toml").read_text(encoding="utf-8")
    for old, new in edits.items():
        assert old in text
        text = text.replace(old, new, 1)
    (folder / "data.toml").write_text(text, encoding="utf-8")
    spec = spec_from_loader(board.__name__, SourceFileLoader(board.__name__, str(source)))
    assert spec is not None
    assert spec.loader is not None
    again = module_from_spec(spec)
    again.__file__ = str(folder / source.name)  # the module looks for its table beside itself
    try:
        spec.loader.exec_module(again)
    except DataError as error:
        return str(error)
    return READ
