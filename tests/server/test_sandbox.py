"""What a sandbox is told: where programs are looked for, and what of a command line may show a toolchain (D10)."""

from __future__ import annotations

import struct

import pytest

from serai.server.sandbox.filter import filter_bytes
from serai.server.sandbox.sandbox import _names, environment


@pytest.mark.parametrize("path", [".:/usr/bin", ":/usr/bin", "bin:/usr/bin:", "/usr/bin:./tools"])
def test_programs_are_never_looked_for_in_the_folder_of_a_bot(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before a bot is run, others are run by name where we are root: a package must not bring its own."""
    monkeypatch.setenv("PATH", path)
    assert environment()["PATH"] == "/usr/bin"


def test_without_a_path_the_usual_one_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", ".")
    assert environment()["PATH"] == "/usr/local/bin:/usr/bin:/bin"


def test_only_names_can_show_a_toolchain() -> None:
    line = ("node", "--flag", "/srv/versions/other/bin/bot", "../other/bot", "bot.js", "x" * 300)
    assert _names(line) == ("node", "bot.js")


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
@pytest.mark.parametrize("channels_closed", [True, False])
def test_every_jump_of_the_filter_stays_within_it(machine: str, channels_closed: bool) -> None:
    """The kernel would refuse it, but only on the machine that it is for."""
    program = list(struct.iter_unpack("=HBBI", filter_bytes(channels_closed=channels_closed, machine=machine)))
    jumps = [(at, max(yes, no)) for at, (code, yes, no, _) in enumerate(program) if code & 7 == 5]
    assert jumps
    assert all(at + 1 + jump < len(program) for at, jump in jumps)
    assert program[-1] == (0x06, 0, 0, 0x7FFF0000)
