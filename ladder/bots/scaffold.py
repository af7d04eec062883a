"""Scaffolds: a new bot is the random sample of a language under another name."""

from __future__ import annotations

import re
import shutil
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from serai.ladder.bots import bot_archive, registry
from serai.ladder.bots.bot_archive import File
from serai.ladder.bots.manifest import NAME, NAME_RULE, read_manifest
from serai.ladder.errors import UserProblem, unwritable
from serai.ladder.suggest import suggestion

# The built-in bot that a new one of each language is made from.
SAMPLES = {
    "python": "random",
    "typescript": "ts-random",
    "go": "go-random",
    "rust": "rust-random",
    "java": "java-random",
    "cpp": "cpp-random",
    "c": "c-random",
    "awk": "awk-random",
    "json": "json-random",
}
ALIASES = {
    **dict.fromkeys(("py", "python3"), "python"),
    **dict.fromkeys(("ts", "node", "nodejs", "javascript", "js"), "typescript"),
    **dict.fromkeys(("c++", "cxx", "cplusplus"), "cpp"),
    **dict.fromkeys(("jsonl", "json-lines", "bridge"), "json"),
    "golang": "go",
    "rs": "rust",
}
# Where a sample has its choose(): a file of one of these names, if it is named in several.
_STEMS = ("bot", "main")


@dataclass(frozen=True, slots=True)
class NewBot:
    """A bot that was written: its folder, the files in it, and the one in which its author goes on."""

    name: str
    language: str
    folder: Path
    files: tuple[str, ...]
    start: str


def languages() -> list[str]:
    """Return the languages that a bot can be made in."""
    built_in = registry.built_in()
    return [language for language, sample in SAMPLES.items() if sample in built_in]


def create(name: str, language: str, parent: Path) -> NewBot:
    """Write a bot into a new folder of its name, all of it or nothing; UserProblem says why not."""
    language = _language(language)
    folder = parent / name
    _check(name, folder)
    files = _files(SAMPLES[language], name)
    _write(files, folder)
    return NewBot(name, language, folder, tuple(file.path for file in files), _start(files))


def _language(given: str) -> str:
    word = given.lower()
    language = ALIASES.get(word, word)
    known = languages()
    if language not in known:
        hint = suggestion(word, [*known, *ALIASES])
        raise UserProblem(
            f"there is no sample in {given}; there are {', '.join(known)}" + (f"; {hint}" if hint else "")
        )
    return language


def _check(name: str, folder: Path) -> None:
    if not NAME.fullmatch(name):
        raise UserProblem(f"a bot cannot be called {name!r}: a name is {NAME_RULE}")
    if name in registry.built_in():
        raise UserProblem(f"{name} is the name of a built-in bot; choose another")
    if folder.exists() or folder.is_symlink():
        raise UserProblem(f"{folder} exists already; choose another name, or another place with --into")


def _files(sample: str, name: str) -> list[File]:
    """Return the files of a sample under the new name, without what a build has made of them."""
    folder = registry.built_in()[sample]
    found = bot_archive.files(folder, read_manifest(folder).ignore)
    return [replace(file, content=renamed(file.content, sample, name)) for file in found]


def renamed(content: bytes, sample: str, name: str) -> bytes:
    """Return a file with another name for the sample's; a name that is also a word is replaced in quotes only."""
    before, after = (rb"(?<![\w-])", rb"(?![\w-])") if "-" in sample else (rb'(?<=")', rb'(?=")')
    content = re.sub(before + re.escape(sample.encode()) + after, name.encode(), content)
    old, new = _class(sample), _class(name)
    return re.sub(rb"\bclass %b\b|\b%b\(\)" % (old, old), lambda found: found[0].replace(old, new), content)


def _class(name: str) -> bytes:
    """Return my_bot as the name of a class: MyBot."""
    words = "".join(word.capitalize() for word in re.split("[-_]", name))
    return (words if words[0].isalpha() else f"Bot{words}").encode()


def _write(files: list[File], folder: Path) -> None:
    """Write the files beside the folder first, then rename: the folder is complete or not there."""
    try:
        draft = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}-"))
        try:
            _fill(draft, files)
            draft.rename(folder)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
    except OSError as error:
        raise unwritable(folder, error) from None


def _fill(draft: Path, files: list[File]) -> None:
    draft.chmod(0o755)
    for file in files:
        place = draft / file.path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(file.content)
        if file.executable:
            place.chmod(0o755)


def _start(files: list[File]) -> str:
    """Return the file in which choose() is."""
    found = [file.path for file in files if re.search(rb"\bchoose\(", file.content, re.IGNORECASE)]
    return min(found, key=_rank)


def _rank(path: str) -> tuple[int, str]:
    stem = PurePosixPath(path).stem.lower()
    return (_STEMS.index(stem) if stem in _STEMS else len(_STEMS), path)
