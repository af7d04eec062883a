"""What the compose file lets containers do: workers may make namespaces, nobody may do more (D10, M7)."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from serai.ladder.commands.main import run

ROOT = Path(__file__).parents[1]
LINES = (ROOT / "docker-compose.yml").read_text().splitlines()


def service(name: str) -> list[str]:
    """The lines of a service, without comments."""
    start = LINES.index(f"  {name}:") + 1
    rest = LINES[start:]
    ends = [at for at, line in enumerate(rest) if re.match(r" {0,2}\S", line) and not line.lstrip().startswith("#")]
    body = rest[: ends[0]] if ends else rest
    return [line.strip() for line in body if not line.lstrip().startswith("#")]


def test_a_worker_has_no_capability_and_cannot_get_any() -> None:
    worker = service("worker")
    assert 'cap_drop: ["ALL"]' in worker
    assert "- no-new-privileges:true" in worker
    assert not any("privileged: true" in line or "cap_add" in line for line in LINES)


def test_a_worker_has_a_filter_of_its_own_and_no_other_container_is_loosened() -> None:
    assert "- seccomp=./docker/seccomp.json" in service("worker")
    assert not any("seccomp=unconfined" in line or "seccomp:unconfined" in line for line in LINES)
    for name in ("redis", "server", "organiser"):
        assert 'cap_drop: ["ALL"]' in service(name)
        assert 'security_opt: ["no-new-privileges:true"]' in service(name)
        assert not any("unconfined" in line for line in service(name))


def test_nobody_is_root_and_redis_is_not_published() -> None:
    """Every stage of the image ends as serai, but for that which only compiles; Redis has a user of its own image."""
    image = (ROOT / "Dockerfile").read_text()
    stages = re.split(r"^FROM ", image, flags=re.MULTILINE)[1:]
    users = {stage.split(" AS ")[1].split()[0]: re.findall(r"^USER (\w+)", stage, re.MULTILINE) for stage in stages}
    assert users == {"engine": [], "base": ["serai"], "toolchains": ["root", "serai"], "serai": []}
    assert all(stage.startswith("base AS ") for stage in stages[2:])
    assert "user: redis" in service("redis")
    assert not any("ports:" in line for name in ("redis", "worker", "organiser") for line in service(name))


def test_every_command_and_every_file_that_is_named_exists(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("server", "worker", "organiser"):
        [line] = [line for line in service(name) if line.startswith("command:")]
        command, *options = json.loads(line.removeprefix("command:"))
        assert run([command, "--help"]) == 0
        said = capsys.readouterr().out
        assert all(re.search(rf"{option}\b", said) for option in options if option.startswith("-"))
    mounted = re.findall(r"(?:^|[ =])\./(docker/[\w./-]+)", "\n".join(LINES), re.MULTILINE)
    assert len(mounted) == 2
    assert all((ROOT / path).exists() for path in mounted)
    targets = re.findall(r"target: (?:\$\{\w+:-)?(\w+)", "\n".join(LINES))
    assert set(targets) == {"serai"}


def test_the_filter_refuses_what_a_worker_has_no_use_for() -> None:
    rules = json.loads((ROOT / "docker" / "seccomp.json").read_text())
    refused = {name for rule in rules["syscalls"] if rule["action"] == "SCMP_ACT_ERRNO" for name in rule["names"]}
    assert {"bpf", "kexec_load", "init_module", "keyctl", "perf_event_open", "ptrace", "reboot", "syslog"} <= refused
    assert not refused & {"clone", "unshare", "mount", "pivot_root", "umount2"}  # what a sandbox is made with


def test_redis_lets_nobody_in_without_a_password_and_the_server_administers_nothing() -> None:
    users = (ROOT / "docker" / "users.acl").read_text().splitlines()
    assert users[0] == "user default off"
    assert all(">@" in line for line in users[1:])
    assert any("arena:${SERAI_ARENA_PASSWORD}" in line for line in service("server"))
    [arena] = [line.split() for line in users if line.startswith("user arena ")]
    assert [word for word in arena if word.startswith("~")] == ["~serai:*", "~rq:*"]
    assert {"-@admin", "-@dangerous"} <= set(arena)
    assert not any("worker:${" in line for line in service("server"))
