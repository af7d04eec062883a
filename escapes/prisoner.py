"""A program that tries to get out. It runs inside, knows where things lie outside, and says what each attempt got.

It is given the attempts by name and the stage as JSON, and prints a line of JSON for each: its name, and what it got,
empty if nothing. Standard library only, and nothing of Serai.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

Stage = dict[str, Any]
Attempt = Callable[[Stage], object]

ATTEMPTS: dict[str, Attempt] = {}
LIBC = ctypes.CDLL(None, use_errno=True)
MACHINE = os.uname().machine
CALLS = {  # by name: the number on x86_64 and on aarch64
    "add_key": (248, 217),
    "bpf": (321, 280),
    "cachestat": (451, 451),
    "clock_settime": (227, 112),
    "clone": (56, 220),
    "finit_module": (313, 273),
    "fsopen": (430, 430),
    "inotify_init1": (294, 26),
    "io_uring_setup": (425, 425),
    "kexec_load": (246, 104),
    "keyctl": (250, 219),
    "mincore": (27, 232),
    "mount": (165, 40),
    "open_by_handle_at": (304, 265),
    "perf_event_open": (298, 241),
    "pidfd_getfd": (438, 438),
    "preadv2": (327, 286),
    "process_vm_readv": (310, 270),
    "ptrace": (101, 117),
    "reboot": (169, 142),
    "setns": (308, 268),
    "unshare": (272, 97),
    "userfaultfd": (323, 282),
}
NO_GROUP = "no control group for memory here"  # so only each single process is limited
NEW_USER, NEW_MOUNTS, NEW_NET = 0x10000000, 0x00020000, 0x40000000
SEES = (
    "PATH",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "TZ",
    "JAVA_HOME",
    "HOME",
    "TMPDIR",
    "PWD",
    "SERAI_REFEREE",
    "SERAI_TOKEN",
)


def attempt(function: Attempt) -> Attempt:
    ATTEMPTS[function.__name__] = function
    return function


def call(name: str, *arguments: Any) -> str:
    """Make a system call by its number; what came of it, empty if it was refused."""
    number = CALLS[name][MACHINE == "aarch64"]
    if LIBC.syscall(ctypes.c_long(number), *map(ctypes.c_long, arguments)) >= 0:
        return f"{name} worked"
    failure = ctypes.get_errno()
    refused = (errno.EPERM, errno.ENOSYS, errno.EACCES)
    return "" if failure in refused else f"{name} was not refused but failed: {os.strerror(failure)}"


def read(*paths: str) -> str:
    """Return the first bytes of the first of these that can be read."""
    for path in paths:
        with suppress(OSError), Path(path).open("rb") as file:
            if data := file.read(64):
                return f"{path}: {data!r}"
    return ""


def write(*paths: str) -> str:
    """Return which of these could be written."""
    for path in paths:
        with suppress(OSError):
            with Path(path).open("wb") as file:
                file.write(b"escaped")
            return f"wrote {path}"
    return ""


def below(folder: str) -> list[str]:
    """Return the files in a folder and below, as far as they are seen."""
    return [str(Path(base, name)) for base, _, names in os.walk(folder) for name in names]


def dial(kind: int, address: Any) -> str:
    with suppress(OSError), socket.socket(kind, socket.SOCK_STREAM) as one:
        one.settimeout(2)
        one.connect(address)
        return f"connected to {address}"
    return ""


@contextmanager
def child(body: Callable[[], object]) -> Iterator[int]:
    """Run something in a process of its own, for it may end it; yields how that ended."""
    number = os.fork()
    if not number:
        try:
            body()
        finally:
            os._exit(0)
    yield os.waitstatus_to_exitcode(os.waitpid(number, 0)[1])


# The store, the deals, other bots


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


# Writing


@attempt
def write_outside(stage: Stage) -> str:
    places = ("/", "/usr", "/usr/local", "/etc", "/var", "/home", "/root", "/run", "/run/serai", "/dev", "/opt", "/srv")
    write(f"{stage['home']}/escaped")  # Where that lies in /tmp it is another /tmp; whoever runs this looks outside.
    return write(*(f"{place.rstrip('/')}/escaped" for place in places))


@attempt
def write_proc(_: Stage) -> str:
    return write(
        *("/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname", "/proc/sysrq-trigger", "/proc/sys/x"),
        *("/proc/1/oom_score_adj", "/proc/1/comm"),
    )


@attempt
def write_groups(_: Stage) -> str:
    return write("/sys/fs/cgroup/cgroup.procs", "/sys/fs/cgroup/memory/cgroup.procs", "/sys/fs/cgroup/cpu/tasks")


# The network


@attempt
def loopback(stage: Stage) -> str:
    return dial(socket.AF_INET, ("127.0.0.1", stage["tcp"])) or dial(socket.AF_INET6, ("::1", stage["tcp"]))


@attempt
def udp(stage: Stage) -> str:
    """Whether it arrives is seen by who listens."""
    for address in ("127.0.0.1", "255.255.255.255", "8.8.8.8"):
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
            one.sendto(b"escaped", (address, stage["udp"]))
    return ""


@attempt
def outside_tcp(_: Stage) -> str:
    return dial(socket.AF_INET, ("192.0.2.1", 80)) or dial(socket.AF_INET, ("169.254.169.254", 80))


@attempt
def abstract_socket(stage: Stage) -> str:
    return dial(socket.AF_UNIX, "\0" + stage["abstract"])


@attempt
def other_families(_: Stage) -> str:
    for family in (socket.AF_NETLINK, socket.AF_PACKET, getattr(socket, "AF_VSOCK", 40), getattr(socket, "AF_ALG", 38)):
        with suppress(OSError):
            socket.socket(family, socket.SOCK_RAW if family == socket.AF_PACKET else socket.SOCK_DGRAM).close()
            return f"a socket of family {family}"
    with suppress(OSError):
        socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP).close()
        return "a raw socket"
    return ""


# The kernel


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
    names = ("loadavg", "stat", "meminfo", "vmstat", "cmdline", "kallsyms", "kcore", "interrupts", "keys", "locks")
    more = ("sys/fs/file-nr", "sys/kernel/random/boot_id", "pressure/cpu", "schedstat", "diskstats", "timer_list")
    return read(*(f"/proc/{name}" for name in (*names, *more)))


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
    return ""


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


# Channels to another process of the same event


@attempt
def locks(stage: Stage) -> str:
    with Path(stage["own"], "bot.toml").open("rb") as file:
        for lock in (fcntl.flock, fcntl.lockf):
            with suppress(OSError):
                lock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
                return f"{lock.__name__} on a file that others see"
        with suppress(OSError):
            fcntl.fcntl(file, 1024, fcntl.F_RDLCK)
            return "a lease on a file that others see"
    return ""


@attempt
def watches(_: Stage) -> str:
    return call("inotify_init1", 0)


@attempt
def access_times(stage: Stage) -> str:
    path = Path(stage["own"], "bot.toml")
    before = path.stat().st_atime_ns
    path.read_bytes()
    with suppress(OSError):
        os.utime(path)
    return "" if path.stat().st_atime_ns == before else "reading can be seen by others"


@attempt
def page_cache(stage: Stage) -> str:
    with Path(stage["own"], "bot.toml").open("rb") as file:
        one = call("preadv2", file.fileno(), 0, 0, 0, 0, 8)
        return one or call("cachestat", file.fileno(), 0, 0, 0) or call("mincore", 0, 0, 0)


@attempt
def remember(_: Stage) -> str:
    """Write wherever it is possible, and look for what an earlier process of the same bot has written."""
    folders = ("/tmp", "/dev/shm", "/var/tmp", "/run", "/run/serai", ".", "/dev/mqueue", "/dev")
    notes = [Path(folder, "dice") for folder in folders]
    found = [str(note) for note in notes if note.exists()]
    if LIBC.shmget(0x5E8A1, 4096, 0) >= 0:
        found.append("shared memory")
    LIBC.shmget(0x5E8A1, 4096, 0o1666)
    for note in notes:
        with suppress(OSError):
            note.write_text("3 1 4 1 5")
    return str(found or "")


# Taking too much


@attempt
def memory_bomb(stage: Stage) -> str:
    """Take memory in one process; the limit is for each and for all together."""
    taken: list[bytearray] = []
    with suppress(MemoryError):
        while len(taken) < 4 * stage["memory"]:
            taken.append(bytearray(1 << 20))
    size = len(taken)
    taken.clear()
    return f"{size} MiB" if size > stage["memory"] else ""


@attempt
def memory_bomb_in_many(stage: Stage) -> str:
    """Take it in several processes: the kernel ends them when the group is full."""
    if not stage["counts_memory"]:
        return NO_GROUP
    held = stage["memory"] // 2

    def take() -> None:
        block = bytearray(held << 20)
        block[:: 1 << 12] = b"x" * len(block[:: 1 << 12])
        time.sleep(0.5)

    started = []
    for _ in range(6):
        with suppress(OSError):
            number = os.fork()
            if not number:
                try:
                    take()
                except MemoryError:
                    os._exit(1)
                os._exit(0)
            started.append(number)
    codes = [os.waitstatus_to_exitcode(os.waitpid(number, 0)[1]) for number in started]
    return f"{codes.count(0) * held} MiB in several processes" if codes.count(0) * held > stage["memory"] else ""


@attempt
def fork_bomb(stage: Stage) -> str:
    started = []
    with suppress(OSError):
        for _ in range(4 * stage["processes"]):
            number = os.fork()
            if not number:
                time.sleep(60)
                os._exit(0)
            started.append(number)
    for number in started:
        os.kill(number, signal.SIGKILL)
        os.waitpid(number, 0)
    return f"{len(started)} processes" if len(started) > stage["processes"] else ""


@attempt
def disk_filler(stage: Stage) -> str:
    size = 0
    for number, folder in enumerate(("/tmp", "/tmp", "/dev/shm", "/dev/shm")):
        with suppress(OSError), Path(folder, f"filler{number}").open("wb", buffering=0) as file:
            for _ in range(4 * stage["temporary"]):
                size += file.write(bytes(1 << 20))
    for path in (*Path("/tmp").glob("filler*"), *Path("/dev/shm").glob("filler*")):
        path.unlink()
    most = (stage["temporary"] + 17) << 20
    return f"{size >> 20} MiB" if size > most else ""


@attempt
def inode_filler(stage: Stage) -> str:
    """Every file takes memory of the kernel, which is counted in the group."""
    if not stage["counts_memory"]:
        return NO_GROUP
    made = 0
    with suppress(OSError):
        for made in range(stage["files"]):
            os.mknod(f"/tmp/{made}")
    return f"{made} files" if made + 1 == stage["files"] else ""


@attempt
def open_files(_: Stage) -> str:
    held: list[int] = []
    with suppress(OSError):
        while len(held) < 5000:
            held.append(os.open("/dev/null", os.O_RDONLY))
    for number in held:
        os.close(number)
    return f"{len(held)} open files" if len(held) > 256 else ""


@attempt
def daemon(stage: Stage) -> str:
    """Leave a process behind, in a session of its own; whoever runs this looks for it."""
    if not os.fork():
        os.setsid()
        if not os.fork():
            for number in range(3):
                os.close(number)
            os.execvp("sleep", ["sleep", stage["daemon"]])
        os._exit(0)
    return ""


def main() -> None:
    """Make the attempts, one after another, and say what each got."""
    stage = json.loads(sys.argv[1])
    for name in sys.argv[2:]:
        try:
            got = ATTEMPTS[name](stage)
        except Exception as error:
            got = f"the attempt itself failed: {type(error).__name__}: {error}"
        print(json.dumps({"attempt": name, "got": str(got or "")}), flush=True)


if __name__ == "__main__":
    main()
