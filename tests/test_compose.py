"""What the compose file lets containers do: workers may make namespaces, nobody may do more (D10, M7)."""

from __future__ import annotations

import json
import re
from pathlib import Path

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
    for name in ("redis", "server"):
        assert not any("security_opt" in line or "unconfined" in line for line in service(name))


def test_the_filter_refuses_what_a_worker_has_no_use_for() -> None:
    rules = json.loads((ROOT / "docker" / "seccomp.json").read_text())
    refused = {name for rule in rules["syscalls"] if rule["action"] == "SCMP_ACT_ERRNO" for name in rule["names"]}
    assert {"bpf", "kexec_load", "init_module", "keyctl", "perf_event_open", "ptrace", "reboot", "syslog"} <= refused
    assert not refused & {"clone", "unshare", "mount", "pivot_root", "umount2"}  # what a sandbox is made with


def test_redis_lets_nobody_in_without_a_password_and_the_server_writes_only_what_it_must() -> None:
    users = (ROOT / "docker" / "users.acl").read_text().splitlines()
    assert users[0] == "user default off"
    assert all(">@" in line for line in users[1:])
    assert any("arena:${SERAI_ARENA_PASSWORD}" in line for line in service("server"))
    [arena] = [line.split() for line in users if line.startswith("user arena ")]
    assert [word for word in arena if word.startswith("~")] == [
        *("~rq:*", "~serai:safe:*", "~serai:practice:*", "~serai:owners", "~serai:bots:owners", "~serai:audit"),
        *("~serai:secret:RELAY", "~serai:remote:*", "~serai:arenas", "~serai:handles"),
    ]
    assert not any("worker:${" in line for line in service("server"))
