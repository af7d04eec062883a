"""The kernel: tracing, mounts, namespaces, users, devices, limits."""

from __future__ import annotations

import ctypes
import fcntl
import os
import resource
import signal
import socket
import subprocess
from contextlib import suppress
from pathlib import Path

from escapes.prisoner.tools import (
    LIBC,
    MACHINE,
    NEW_MOUNTS,
    NEW_NET,
    NEW_USER,
    Stage,
    attempt,
    below,
    call,
    child,
    read,
    write,
)

PROC = ("cpuinfo", "filesystems", "mounts", "net", "self", "thread-self", "version")  # what may be seen there
REAL_TIME_DISK = 1 << 13


@attempt
def ptrace(_: Stage) -> str:
    return call("ptrace", 16, 1, 0, 0) or call("ptrace", 16, os.getppid(), 0, 0)


@attempt
def steal_descriptors(_: Stage) -> str:
    with suppress(OSError), os.fdopen(os.pidfd_open(1)) as process:
        return call("pidfd_getfd", process.fileno(), 0, 0)
    return ""


@attempt
def mount(_: Stage) -> str:
    return call("mount", 0, 0, 0, 0, 0) or call("fsopen", 0, 0)


@attempt
def nested_namespaces(_: Stage) -> str:
    found = [call("unshare", flags) for flags in (NEW_USER, NEW_MOUNTS, NEW_NET)]
    return "".join(found) or call("clone", NEW_USER | signal.SIGCHLD, 0, 0, 0, 0)


@attempt
def enter_namespace(_: Stage) -> str:
    for name in ("user", "mnt", "net", "pid"):
        with suppress(OSError), Path(f"/proc/1/ns/{name}").open("rb") as namespace:
            if got := call("setns", namespace.fileno(), 0):
                return got
    return ""


@attempt
def change_root(_: Stage) -> str:
    with suppress(OSError):
        os.chroot("/tmp")
        return "chroot worked"
    return ""


@attempt
def become_root(_: Stage) -> str:
    for change in (os.setuid, os.seteuid, os.setgid):
        with suppress(OSError):
            change(0)
            return f"{change.__name__}(0) worked"
    with suppress(OSError):
        os.setgroups([0])
        return "setgroups worked"
    return ""


@attempt
def setuid_programs(_: Stage) -> str:
    """A program that changes users must not, and a copy of our own cannot be made one."""
    found = Path("/tmp/shell")
    with suppress(OSError):
        found.write_bytes(Path("/bin/sh").read_bytes())
        found.chmod(0o6755)
        said = subprocess.run([found, "-p", "-c", "id -u"], capture_output=True, text=True, check=False).stdout
        if said.strip() == "0":
            return "a program with the bit set became root"
    said = subprocess.run(["su", "-c", "id"], capture_output=True, text=True, check=False, input="").stdout
    return said if "uid=0" in said else ""


@attempt
def capabilities(_: Stage) -> str:
    lines = dict(line.split(":\t") for line in Path("/proc/self/status").read_text().splitlines() if ":\t" in line)
    held = {name: lines[name] for name in ("CapPrm", "CapEff", "CapBnd", "CapAmb") if int(lines[name], 16)}
    return str(held or "") or ("" if lines["NoNewPrivs"] == "1" and lines["Seccomp"] == "2" else "no filter in force")


@attempt
def device_nodes(_: Stage) -> str:
    for device in (os.makedev(1, 1), os.makedev(254, 0), os.makedev(8, 0)):
        with suppress(OSError):
            os.mknod("/tmp/device", 0o600 | 0o060000, device)
            return "made a device"
    return read("/dev/mem", "/dev/kmsg", "/dev/sda", "/dev/vda", "/dev/port")


@attempt
def proc_leaks(_: Stage) -> str:
    """All that tells of the machine, whatever this kernel calls it."""
    tops = [path for path in Path("/proc").iterdir() if not path.name.isdecimal() and path.name not in PROC]
    inner = ("sys/fs/file-nr", "sys/kernel/random/boot_id", "pressure/cpu", "net/../../loadavg")
    return read(*(str(path) for path in tops), *(f"/proc/{name}" for name in inner), *below("/proc/sys")[:5])


@attempt
def name_of_the_machine(stage: Stage) -> str:
    return "" if stage["host"] not in (os.uname().nodename, socket.gethostname()) else stage["host"]


@attempt
def sys_leaks(_: Stage) -> str:
    return read("/sys/kernel/uevent_seqnum", "/sys/class/net/eth0/address", *below("/sys")[:1])


@attempt
def keyring(_: Stage) -> str:
    kind, name = ctypes.create_string_buffer(b"user"), ctypes.create_string_buffer(b"serai")
    made = call("add_key", ctypes.addressof(kind), ctypes.addressof(name), ctypes.addressof(name), 5, -4)
    return made or call("keyctl", 0, -4, 1)


@attempt
def core_dump(_: Stage) -> str:
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (-1, -1))
        return "core dumps can be switched on"
    os.chdir("/tmp")
    with child(os.abort):
        return str([str(path) for path in Path("/tmp").glob("*core*")] or "")


@attempt
def raise_limits(_: Stage) -> str:
    limits = ("NOFILE", "DATA", "NPROC", "FSIZE", "CPU", "CORE", "MEMLOCK")
    for name in limits:
        kind = getattr(resource, f"RLIMIT_{name}")
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (-1, -1))
            return f"{name} has no limit any more"
    return ""


@attempt
def priority(_: Stage) -> str:
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, 0, -5)
        return "went before others"
    with suppress(OSError):
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
        return "runs in real time"
    return call("ioprio_set", 1, 0, REAL_TIME_DISK)


@attempt
def spared_when_memory_is_short(_: Stage) -> str:
    """Make the kernel end anybody but us."""
    return write("/proc/self/oom_score_adj", "/proc/self/oom_adj", text=b"-1000")


@attempt
def kernel_calls(_: Stage) -> str:
    names = ("bpf", "perf_event_open", "userfaultfd", "io_uring_setup", "finit_module", "kexec_load", "reboot")
    return "".join(call(name, 0, 0, 0, 0, 0) for name in (*names, "clock_settime", "open_by_handle_at"))


@attempt
def other_numbers(_: Stage) -> str:
    """The same calls by the numbers of another interface must not pass the filter by."""
    if MACHINE != "x86_64":
        return ""
    with child(lambda: LIBC.syscall(ctypes.c_long(0x40000000 | 39))) as code:
        return "" if code == -signal.SIGSYS else f"the call was answered ({code})"


@attempt
def host_name(_: Stage) -> str:
    with suppress(OSError):
        socket.sethostname("escaped")
        return "changed the name of the host"
    return ""


@attempt
def type_on_terminal(_: Stage) -> str:
    for path in ("/dev/tty", "/dev/console", "/dev/stdin"):
        with suppress(OSError), Path(path).open("rb+", buffering=0) as terminal:
            fcntl.ioctl(terminal, 0x5412, b"x")
            return f"typed on {path}"
    return ""


@attempt
def inherited_descriptors(_: Stage) -> str:
    leads = {}
    for path in Path("/proc/self/fd").iterdir():
        with suppress(OSError):  # One of them was there for the listing only.
            leads[path.name] = str(path.readlink())
    return str(
        {number: lead for number, lead in leads.items() if number not in "012" and lead != "/proc/self/fd"} or ""
    )
