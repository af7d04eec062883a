"""When a bot speaks TLS: the rule that all our bots follow."""

from __future__ import annotations

from pathlib import Path

import pytest

from serai.errors import UsageError
from serai.trust import Trust, read_trust

PLAIN, TLS = Trust(tls=False), Trust(tls=True)


@pytest.mark.parametrize(
    ("address", "plain"),
    [
        ("unix:/tmp/referee.sock", True),
        ("127.0.0.1:7470", True),
        ("127.8.9.1:7470", True),
        ("localhost:7470", True),
        ("[::1]:7470", True),
        ("arena.example:7470", False),
        ("localhost.example:7470", False),
        ("127.example:7470", False),
        ("192.0.2.1:7470", False),
    ],
)
def test_plain_text_stays_on_this_machine(address: str, plain: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_trust(address) == (PLAIN if plain else TLS)
    monkeypatch.setenv("SERAI_INSECURE", "1")
    assert read_trust(address) == PLAIN


def test_a_file_of_certificates_means_tls_everywhere_but_on_a_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "arena.pem").write_bytes(b"PEM")
    monkeypatch.setenv("SERAI_CA", str(tmp_path / "arena.pem"))
    monkeypatch.setenv("SERAI_INSECURE", "1")
    assert read_trust("127.0.0.1:7470") == read_trust("arena.example:7470") == Trust(True, b"PEM")
    assert read_trust("unix:/tmp/referee.sock") == PLAIN
    monkeypatch.setenv("SERAI_CA", str(tmp_path / "nowhere.pem"))
    with pytest.raises(UsageError, match=r"SERAI_CA=.*nowhere.pem cannot be read"):
        read_trust("arena.example:7470")
