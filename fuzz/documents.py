"""Files and records that others made: manifests, packages, replays, facts, and words on the command line."""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import os
import random
import shutil
import tarfile
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fuzz.found import Found
from fuzz.mutations import mutated
from serai.ladder.bots.bot_archive import unpack
from serai.ladder.bots.manifest import parse_manifest
from serai.ladder.commands.main import run
from serai.ladder.commands.rate_facts import read_facts
from serai.ladder.errors import Problem
from serai.ladder.model import game_record
from serai.ladder.model.schedule import game_id
from serai.ladder.model.verification import verify_game
from serai.ladder.storage.packing import canonical, pack_facts, read_json, unpack_facts
from serai.referee.clock import TimeControl
from serai.referee.games import GAMES
from serai.referee.match import Match
from serai.referee.replay import ReplayError, record

MANIFEST = b"""name = "my_bot"
language = "python"
games = ["yspahan", "catan"]
run = ["{python}", "bot.py"]
build = ["make", "-j2"]
transport = "tcp"
"""
IDENTITY = "x"
# Commands that only look, with words that are right.
WORDS = (
    ("games", "--json"),
    ("rules", "yspahan", "--json"),
    ("ladder", "--game", "catan", "--epoch", "1"),
    ("ladder", "crosstable", "--tournament", "spring", "--bot", "greedy"),
    ("ladder", "verify", "--tournament", "spring"),
    ("tournament", "show", "spring"),
    ("tournament", "games", "spring", "--json"),
    ("replay", "show", "3f2a9c", "--seat", "1", "--boards", "turn"),
    ("replay", "verify", "3f2a9c"),
    ("replay", "export", "3f2a9c"),
    ("bot", "show", "greedy@9bfb61f4"),
    ("bot", "list", "--json"),
    ("completion", "bash"),
    ("prove", "chess", "--states", "1"),
    ("play", "yspahan", "nobody", "random", "--option", "two_players=on", "--time", "1+1/1"),
)


def fuzz_manifests(count: int, seed: str) -> Found:
    return _each("manifests", count, seed, MANIFEST, lambda data: parse_manifest(data.decode("utf-8", "replace"), "it"))


def fuzz_packages(count: int, seed: str) -> Found:
    """Archives of bots: nothing is written outside of their folder."""
    with tempfile.TemporaryDirectory(prefix="serai-fuzz-") as place:
        outside = Path(place)
        inside = outside / "inside"

        def work(data: bytes) -> None:
            inside.mkdir()
            packed = gzip.compress(data, 1)
            try:
                unpack(packed if len(data) % 4 else mutated(packed, random.Random(len(data))), inside / "bot")
            finally:
                shutil.rmtree(inside)
                assert list(outside.iterdir()) == [], "something was written outside"

        return _each("packages", count, seed, package(), work)


def package() -> bytes:
    """A bot as a tar."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as tar:
        for name, content in (("bot.toml", MANIFEST), ("bot.py", b"print()\n"), ("deep/down/file", b"x" * 700)):
            info = tarfile.TarInfo(name)
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))
    return buffer.getvalue()


def fuzz_replays(count: int, seed: str) -> Found:
    """Files of games, as viewers send them to each other."""
    with tempfile.TemporaryDirectory(prefix="serai-fuzz-") as place:
        path = Path(place, "game.json")

        def work(data: bytes) -> None:
            path.write_bytes(data)
            verify_game(game_record.read(path), None)

        return _each("replays", count, seed, game(random.Random(seed)), work)


def game(chance: random.Random) -> bytes:
    """A short real game with its fact."""
    match = Match(GAMES["yspahan"], 2, chance.randbytes(32), {"two_players": "on"}, TimeControl())
    while not match.over:
        for question in match.questions():
            match.answer(question, chance.randrange(len(question.options)), seconds=0.0)
    replay = record(match).as_json()
    seats = [{"bot": "a", "version": "0" * 32, **outcome} for outcome in replay["outcomes"]]
    shared = {key: replay[key] for key in ("game", "epoch", "options", "commitment", "deal", "digest")}
    fact: dict[str, Any] = {"tournament": None, "block": 0, "rotation": 0, "seats": seats, **shared}
    fact |= {"decisions": len(replay["decisions"]), "times": {"started": "", "seconds": 1.0}}
    versions = [seat["version"] for seat in seats]
    fact["game_id"] = game_id(IDENTITY, 0, 0, versions, fact["game"], fact["epoch"], fact["options"])
    return json.dumps({"identity": IDENTITY, "fact": fact, "replay": replay}).encode()


def fuzz_facts(count: int, seed: str) -> Found:
    """What is in the store, changed behind our back, before or after it was packed: it is no JSON, or it is read."""
    right: Any = [json.loads(game(random.Random(seed)))["fact"]]
    words = pack_facts(right)

    def work(data: bytes) -> None:
        whole = unpack_facts(mutated(words, random.Random(len(data)))) if len(data) % 4 == 0 else read_json(data)
        list(read_facts([json.dumps(whole)], "it"))

    return _each("facts", count, seed, canonical(right[0]).encode(), work, expected=(zlib.error, ValueError))


def fuzz_words(count: int, seed: str) -> Found:
    """Command lines: an exit code and lines, never an error that is not explained."""
    found, chance = Found("words"), random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="serai-fuzz-") as place:
        os.environ["SERAI_HOME"] = place
        os.environ.pop("REDIS_URL", None)
        while found.sent < count:
            words = _wrong_words(chance)
            said = io.StringIO()
            try:
                with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
                    code = run(words)
                assert code in (0, 1, 2), f"exit code {code}: {said.getvalue()[-300:]}"
            except (Exception, SystemExit) as error:
                found.fail(words, error)
            else:
                found.note(f"exit code {code}")
    return found


def _wrong_words(chance: random.Random) -> list[str]:
    words = list(chance.choice(WORDS))
    for _ in range(chance.choice((1, 1, 2))):
        at = chance.randrange(1, len(words) + 1)
        if at == len(words) or chance.random() < 0.3:
            words.insert(at, chance.choice(chance.choice(WORDS)))
        else:
            words[at] = mutated(words[at].encode(), chance).decode("utf-8", "replace").replace("\0", "")[:2000]
    return [word for word in words if word not in ("-", "--help")]


def _each(
    subject: str,
    count: int,
    seed: str,
    right: bytes,
    work: Callable[[bytes], object],
    expected: tuple[type[Exception], ...] = (),
) -> Found:
    """Let something be read, mutated again and again; what was accepted is mutated further."""
    chance, kept = random.Random(seed), [right]

    def mutation() -> bytes:
        return mutated(chance.choice(kept), chance, kept)[: 1 << 20]

    def keep(data: bytes) -> None:
        work(data)
        kept[:] = [right, *kept[-30:], data]

    return read_each(subject, count, keep, mutation, expected)


def read_each(
    subject: str,
    count: int,
    work: Callable[[Any], object],
    make: Callable[[], Any],
    expected: tuple[type[Exception], ...] = (),
) -> Found:
    """Let so many inputs be read: each is accepted, or refused for a reason that is given."""
    found = Found(subject)
    refusals: tuple[type[Exception], ...] = (Problem, ReplayError, *expected)
    while found.sent < count:
        data = make()
        try:
            work(data)
        except refusals as error:
            found.note("refused" if str(error) else "refused without a reason")
        except (Exception, RecursionError) as error:  # whatever it is, it is what is looked for
            found.fail(data, error)
        else:
            found.note("accepted")
    return found
