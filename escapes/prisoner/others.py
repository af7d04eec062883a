"""The store, the deals, other bots."""

from __future__ import annotations

import os
import signal
import socket
import time
from contextlib import suppress
from pathlib import Path

from escapes.prisoner.tools import (
    SEES,
    Stage,
    attempt,
    below,
    call,
    dial,
    read,
    write,
)


@attempt
def read_store(stage: Stage) -> str:
    return read(*(path for path in below(stage["home"]) if not path.startswith(stage["own"])), stage["secret"])


@attempt
def list_home(stage: Stage) -> str:
    known = str(stage["own"])
    seen = [path for path in below(stage["home"]) if not path.startswith(known)]
    return str(seen[:3]) if seen else ""


@attempt
def store_socket(stage: Stage) -> str:
    return dial(socket.AF_UNIX, stage["store_socket"])


@attempt
def store_over_tcp(stage: Stage) -> str:
    return dial(socket.AF_INET, ("127.0.0.1", stage["tcp"]))


@attempt
def store_address_in_environment(_: Stage) -> str:
    return str({name for name in os.environ if name not in SEES} or "")


@attempt
def read_other_package(stage: Stage) -> str:
    return read(*below(stage["other"]), f"{stage['other']}/bot.py")


@attempt
def programs_named_in_the_command(stage: Stage) -> str:
    """A manifest can name any program of the machine by its path; what lies beside it may be anything."""
    return read(*stage["programs"], *below(stage["tool"]), f"{stage['tool']}/password")


@attempt
def write_other_package(stage: Stage) -> str:
    return write(f"{stage['other']}/bot.py", f"{stage['other']}/new")


@attempt
def write_own_package(stage: Stage) -> str:
    return write(f"{stage['own']}/bot.toml", f"{stage['own']}/new")


@attempt
def own_package_by_mode(stage: Stage) -> str:
    with suppress(OSError):
        Path(stage["own"]).chmod(0o777)
        return "changed the mode of the package"
    return ""


@attempt
def read_code_of_serai_home(stage: Stage) -> str:
    return read(f"{stage['home']}/../secret", f"/proc/1/root{stage['secret']}", f"/proc/self/root{stage['secret']}")


@attempt
def other_environment(stage: Stage) -> str:
    for path in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if stage["canary"].encode() in path.read_bytes():
                return f"the token of another seat in {path}"
    return read(f"/proc/{stage['pid']}/environ")


@attempt
def other_memory(stage: Stage) -> str:
    return read(f"/proc/{stage['pid']}/mem", f"/proc/{stage['pid']}/maps") or call("process_vm_readv", stage["pid"])


@attempt
def other_door(stage: Stage) -> str:
    return dial(socket.AF_UNIX, stage["other_door"])


@attempt
def other_processes(_: Stage) -> str:
    seen = {int(path.name) for path in Path("/proc").glob("[0-9]*")}
    others = [number for number in seen if number not in (1, os.getpid(), os.getppid())]
    return f"processes {others}" if others else ""


@attempt
def kill_others(stage: Stage) -> str:
    for number in (stage["pid"], stage["referee"]):
        with suppress(ProcessLookupError, PermissionError):
            os.kill(number, signal.SIGKILL)
            return f"killed {number}"
    return ""


@attempt
def kill_the_first(_: Stage) -> str:
    """The first process of the namespace is all that can be seen of what holds it; it must outlive this."""
    with suppress(OSError):
        os.kill(1, signal.SIGKILL)
        os.kill(1, signal.SIGTERM)
    time.sleep(0.05)
    return ""  # Whoever hears this knows that it failed.


@attempt
def links_out(stage: Stage) -> str:
    """A link made inside leads to what lies inside."""
    for name, target in (("link", stage["secret"]), ("up", "../" * 20 + stage["secret"].lstrip("/"))):
        with suppress(OSError):
            Path("/tmp", name).symlink_to(target)
    with suppress(OSError):
        os.link(stage["secret"], "/tmp/hard")
    return read("/tmp/link", "/tmp/up", "/tmp/hard")
