"""What a confined build finds: its folder, the cache of its language, and the network only if the organiser says so.

The cache of a language is written by builds of the bots that come with Serai only. Any other build gets a copy, which
is thrown away: no build can leave anything for the next (D10).
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from serai.ladder.bots import tree
from serai.ladder.bots.toolchains import TOOLCHAINS
from serai.ladder.errors import PlatformProblem
from serai.server.sandbox.bubblewrap import World
from serai.server.sandbox.sandbox import Sandbox, environment

NETWORK = "SERAI_BUILD_NETWORK"  # in the environment: whether builds of strangers may fetch
_PASSED_ON = ("PATH", "LANG", "LC_ALL", "TZ", "JAVA_HOME", "RUSTUP_TOOLCHAIN")
_FOR_NETWORK = (
    *("HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"),
    *("SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS", "GOPROXY", "GOSUMDB"),
)


def network_allowed() -> bool:
    """Return True if builds of strangers may use the network; PlatformProblem if the environment says neither."""
    text = os.environ.get(NETWORK, "off")
    if text not in ("on", "off"):
        raise PlatformProblem(f"{NETWORK} is {text!r}; it should be on or off")
    return text == "on"


@contextmanager
def world(
    sandbox: Sandbox, folder: Path, shown: Path, cache: Path, language: str, *, ours: bool
) -> Iterator[tuple[World, Mapping[str, str]]]:
    """Yield what a build finds and its environment. The folder belongs to the builder meanwhile, afterwards to us."""
    network = ours or network_allowed()
    own = cache if ours else own_cache(folder)
    if not ours:
        _copy(cache, own)
    owner = sandbox.builder_uid()
    for place in (folder, own):
        _hand_over(place, owner)
    toolchain = TOOLCHAINS.get(language)
    try:
        yield (
            World(
                folder,
                (*(toolchain.programs if toolchain else ()), "sh", "cc", "make"),
                writable=((folder, folder), (own, cache)),
                shown=(shown, *(_certificates() if network else ())),
                network=network,
            ),
            _environment(shown, cache, network),
        )
    finally:
        tree.seal(folder)
        if not ours:
            tree.remove_tree(own)


@contextmanager
def lent(sandbox: Sandbox, world: World) -> Iterator[tuple[World, Mapping[str, str]]]:
    """Yield a world with what its network needs, and its environment; its folder is the builder's meanwhile."""
    _hand_over(world.folder, sandbox.builder_uid())
    try:
        certificates = _certificates() if world.network else []
        passed_on = (*_PASSED_ON, *_FOR_NETWORK) if world.network else _PASSED_ON
        yield replace(world, shown=(*world.shown, *certificates)), environment(passed_on)
    finally:
        tree.seal(world.folder)


def own_cache(folder: Path) -> Path:
    """Return where the cache of a stranger's build is while it runs."""
    return folder.with_name("cache")


def _environment(proto: Path, cache: Path, network: bool) -> dict[str, str]:
    passed_on = (*_PASSED_ON, *_FOR_NETWORK) if network else _PASSED_ON
    rustup = os.environ.get("RUSTUP_HOME") or str(Path.home() / ".rustup")
    offline = {} if network else {"GOPROXY": "off", "CARGO_NET_OFFLINE": "true", "npm_config_offline": "true"}
    return {
        **environment(passed_on),
        **offline,
        "PYTHONUNBUFFERED": "1",  # so that the log is in order
        "SERAI_PROTO": str(proto),
        "SERAI_CACHE": str(cache),
        "GOMODCACHE": str(cache / "modules"),
        "GOCACHE": str(cache / "go-build"),
        "GOFLAGS": "-modcacherw",
        "GOTOOLCHAIN": "local",
        "CARGO_HOME": str(cache / "cargo"),
        "RUSTUP_HOME": rustup,
        "npm_config_cache": str(cache / "npm"),
        "MAVEN_OPTS": f"-Dmaven.repo.local={cache / 'maven'}",
    }


def _certificates() -> list[Path]:
    named = [os.environ.get(name) for name in ("SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS")]
    return [Path(path) for path in named if path and Path(path).exists() and not path.startswith("/usr/")]


def _copy(cache: Path, own: Path) -> None:
    tree.remove_tree(own)
    cache.mkdir(parents=True, exist_ok=True)
    subprocess.run(["cp", "-a", "--reflink=auto", str(cache), str(own)], check=True, stdin=subprocess.DEVNULL)


def _hand_over(place: Path, owner: int | None) -> None:
    """Give a folder to the builder, unless it has it already."""
    if owner is None or place.stat().st_uid == owner:
        return
    for path in (place, *place.rglob("*")):
        os.chown(path, owner, owner, follow_symlinks=False)
