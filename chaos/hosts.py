"""Where processes run: hosts in namespaces of their own, joined by a bridge, or this machine under several names."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

# What the whole run lives in: its network is ours to cut, and nothing outlives it.
_APART = ("--net", "--pid", "--mount", "--uts", "--ipc", "--fork", "--kill-child", "--mount-proc")
_HOST = ("--net", "--pid", "--mount", "--uts", "--fork", "--kill-child", "--mount-proc")
_TRIAL = """ip link add serai0 type bridge && ip link add serai1 type veth peer name serai2 &&
ip link set serai1 master serai0"""
# The first process of a namespace has to take note of the end of orphans, which a shell does.
_REAPER = ("sh", "-c", '"$@"; exit $?', "sh")
_BRIDGE = "serai0"
_NETWORK = "10.77.0"
_TOWER = 254  # the address of this process among the hosts
_KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "JAVA_HOME")


def apart() -> list[str]:
    """Return the command that starts another in namespaces of its own; without root it maps the user to root there."""
    return ["unshare", *(() if os.getuid() == 0 else ("--user", "--map-root-user")), *_APART]


def why_not_apart() -> str | None:
    """Return why this machine cannot have hosts in namespaces, in one line; None if it can."""
    for program in ("unshare", "nsenter", "ip"):
        if shutil.which(program) is None:
            return f"there is no {program}"
    trial = subprocess.run([*apart(), "sh", "-c", _TRIAL], capture_output=True, text=True, check=False)
    return (trial.stderr.strip().splitlines() or ["no reason given"])[-1] if trial.returncode else None


def go_apart(arguments: Sequence[str], module: str = "chaos") -> NoReturn:
    """Start this program again in namespaces; it dies with us, and all it started with it."""
    line = [*apart(), *_REAPER, sys.executable, "-m", module, *arguments]
    os.execvp(line[0], line)


class Host:
    """A machine: its name, its address and what its processes find in their environment."""

    def __init__(self, name: str, folder: Path, address: str = "127.0.0.1") -> None:
        self.name = name
        self.address = address
        self.home = folder / "home" / name
        self.temporary = folder / "tmp" / name
        for made in (self.home, self.temporary):
            made.mkdir(parents=True, exist_ok=True)

    def environment(self, redis_url: str | None) -> dict[str, str]:
        """Return the environment of a process here; without a URL it uses the embedded server."""
        kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
        ours = {"SERAI_HOME": str(self.home), "TMPDIR": str(self.temporary), "PYTHONUNBUFFERED": "1"}
        return {**kept, **ours, **({"REDIS_URL": redis_url} if redis_url else {})}

    def line(self, command: Sequence[str]) -> list[str]:
        """Return the command line that runs a command here."""
        return list(command)


class HostApart(Host):
    """A host with its own network, name and process numbers, on a cable that can be cut."""

    def __init__(self, name: str, folder: Path, number: int) -> None:
        super().__init__(name, folder, f"{_NETWORK}.{number}")
        self._cable = f"v{number}"
        holder = subprocess.Popen(["unshare", *_HOST, "sh", "-c", f"hostname {name}; echo; sleep infinity; exit 0"],
                                  stdout=subprocess.PIPE)  # fmt: skip
        assert holder.stdout is not None
        holder.stdout.read(1)
        self._pid = _only_child(holder.pid)
        self._plug_in()

    def _plug_in(self) -> None:
        _ip("link", "add", self._cable, "type", "veth", "peer", "name", "eth0", "netns", str(self._pid))
        _ip("link", "set", self._cable, "master", _BRIDGE, "up")
        inside = ["nsenter", "--target", str(self._pid), "--net", "ip"]
        for words in ("link set lo up", f"address add {self.address}/24 dev eth0", "link set eth0 up"):
            subprocess.run([*inside, *words.split()], check=True)

    def line(self, command: Sequence[str]) -> list[str]:
        return ["nsenter", "--target", str(self._pid), "--net", "--uts", "--mount", "--pid", "--", *command]

    def cut(self) -> None:
        """Cut the cable: what is sent vanishes, and nobody is told."""
        _ip("link", "set", self._cable, "nomaster")

    def heal(self) -> None:
        _ip("link", "set", self._cable, "master", _BRIDGE)


def build_network() -> None:
    """Make the bridge that the hosts are plugged into, with this process on it."""
    _ip("link", "set", "lo", "up")
    _ip("link", "add", _BRIDGE, "type", "bridge")
    _ip("address", "add", f"{_NETWORK}.{_TOWER}/24", "dev", _BRIDGE)
    _ip("link", "set", _BRIDGE, "up")


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)


def _only_child(pid: int) -> int:
    while not (children := Path(f"/proc/{pid}/task/{pid}/children").read_text().split()):
        time.sleep(0.01)
    return int(children[0])
