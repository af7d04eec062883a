"""An arena with TLS that is started by its command, and people who know it by `serai login` alone."""

from __future__ import annotations

import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from serai.ladder.access.register import Register
from serai.ladder.commands.main import run
from serai.ladder.storage.store import open_store
from tests.commands.terminal import start


class Arena(NamedTuple):
    """Where it is, how its certificate is known, and where its store is."""

    address: str
    fingerprint: str
    home: Path


@contextmanager
def serving(home: Path, listen: str = "127.0.0.1:0", may_say: str = "") -> Iterator[Arena]:
    """Serve the store of a home while the block runs.

    Afterwards the arena has ended in order, without a word, or with nothing but what it may say.
    """
    with start(home, "serve", "--listen", listen, "--tls", "auto", "--rate", "100000") as server:
        assert server.stderr is not None
        words = server.stderr.readline().split()
        assert words[:2] == ["serving", "on"]
        try:
            yield Arena(words[2], words[-3].rstrip(";"), home)
        finally:
            server.send_signal(signal.SIGTERM)
            out, err = server.communicate()
        assert (server.returncode, out) == (0, ""), err
        assert set(err.splitlines()) <= ({may_say} if may_say else set())


def token_of(home: Path, owner: str, role: str) -> str:
    """Make a token where the store is; the owner is added if there is none."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SERAI_HOME", str(home))
        with open_store() as store:
            register = Register(store)
            if owner not in [each.name for each in register.owners()]:
                register.add_owner(owner)
            return register.create(owner, role=role, seconds=3600.0)[1]


@contextmanager
def machine(arena: Arena, token: str) -> Iterator[Path]:
    """A home on another machine, of somebody who has logged in and has nothing else."""
    with tempfile.TemporaryDirectory(prefix="serai-", ignore_cleanup_errors=True) as folder:
        home = Path(folder)
        (home / "token").write_text(token)
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("SERAI_HOME", folder)
            words = ["login", arena.address, "--fingerprint", arena.fingerprint, "--token-file", str(home / "token")]
            assert run(words) == 0
        yield home
        assert not (home / "redis").exists(), "no store is opened on this machine"
