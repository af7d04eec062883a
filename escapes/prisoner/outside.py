"""Writing where it must not, and the network."""

from __future__ import annotations

import errno
import socket
from contextlib import suppress

from escapes.prisoner.tools import (
    Stage,
    attempt,
    dial,
    write,
)

SCTP, MPTCP, UDP_LITE, AF_TIPC = 132, 262, 136, 30


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
def other_protocols(_: Stage) -> str:
    """Parts of the kernel that it loads for who asks for them."""
    for kind, protocol in ((socket.SOCK_STREAM, SCTP), (socket.SOCK_STREAM, MPTCP), (socket.SOCK_DGRAM, UDP_LITE)):
        with suppress(OSError):
            socket.socket(socket.AF_INET, kind, protocol).close()
            return f"a socket of protocol {protocol}"
    for family in (socket.AF_INET, AF_TIPC):
        try:
            socket.socketpair(family)
        except OSError as error:
            if error.errno != errno.EAFNOSUPPORT:
                return f"a pair of family {family} was not refused but failed: {error.strerror}"
        else:
            return f"a pair of sockets of family {family}"
    return ""


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
