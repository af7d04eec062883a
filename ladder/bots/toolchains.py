"""Toolchains: what bots of each language are built and run with. Nothing else in Serai needs them."""

from __future__ import annotations

import shutil
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Toolchain:
    """The programs that must be on the PATH, what brings them, and how they say their version."""

    programs: tuple[str, ...]
    brought_by: str
    version: tuple[str, ...]

    @property
    def missing(self) -> tuple[str, ...]:
        return tuple(program for program in self.programs if shutil.which(program) is None)

    @property
    def lack(self) -> str:
        """Return one line about what this machine lacks; empty if it lacks nothing."""
        if not self.missing:
            return ""
        return f"no {' and no '.join(self.missing)} on the PATH; {self.brought_by}"


TOOLCHAINS = {
    "typescript": Toolchain(("node", "npm"), "install Node.js 20 or newer with npm", ("node", "--version")),
    "go": Toolchain(("go",), "install Go 1.24 or newer", ("go", "version")),
    "rust": Toolchain(("cargo",), "install Rust with rustup", ("cargo", "--version")),
    "java": Toolchain(("javac", "mvn"), "install a JDK 17 or newer and Maven", ("javac", "-version")),
    "cpp": Toolchain(
        ("g++", "make", "protoc", "grpc_cpp_plugin"),
        "on Debian: apt install g++ make libgrpc++-dev libprotobuf-dev protobuf-compiler protobuf-compiler-grpc",
        ("g++", "--version"),
    ),
    "c": Toolchain(("cc",), "install a C compiler (Debian: apt install gcc libc6-dev)", ("cc", "--version")),
    # Not every awk can say its version.
    "awk": Toolchain(("awk",), "install any awk (Debian: apt install mawk)", ("awk", 'BEGIN { print "any will do" }')),
}


def lack(language: str) -> str:
    """Return one line about what this machine lacks for bots of a language; empty if it lacks nothing we know of."""
    toolchain = TOOLCHAINS.get(language)
    return toolchain.lack if toolchain else ""
