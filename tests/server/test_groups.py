"""Control groups of version 2: what is written for a group and read of it, and a real hierarchy where there is one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from serai.server.sandbox.groups import Group, Places, find_places
from serai.server.sandbox.settings import Limits

LIMITS = Limits(memory=96, processes=24, open_files=256, file_size=8, temporary=8, cores=1.0)


@pytest.fixture
def group(tmp_path: Path) -> Group:
    return Group(Places(2, dict.fromkeys(("memory", "cpu", "pids"), tmp_path)), LIMITS)


def folder_of(group: Group) -> Path:
    return group.join_files[0].parent


def test_the_limits_of_a_group_are_written(group: Group) -> None:
    names = ("memory.max", "memory.swap.max", "pids.max", "cpu.max")
    written = [(folder_of(group) / name).read_text() for name in names]
    assert written == [str(96 << 20), "0", "24", "100000 100000"]
    group.set_cores(0.1)
    assert (folder_of(group) / "cpu.max").read_text() == "10000 100000"
    group.set_cores()
    assert (folder_of(group) / "cpu.max").read_text() == "100000 100000"


@pytest.mark.parametrize(
    ("events", "full", "killed"),
    [
        ("low 0\nhigh 0\nmax 0\noom 0\noom_kill 0\n", False, False),
        ("low 0\nhigh 0\nmax 31\noom 1\noom_kill 1\n", True, True),  # by its own limit
        ("low 0\nhigh 0\nmax 0\noom 0\noom_kill 1\n", False, True),  # for lack of memory on the machine (D2)
    ],
)
def test_who_is_to_blame_for_a_lack_of_memory_is_read(group: Group, events: str, full: bool, killed: bool) -> None:
    (folder_of(group) / "memory.events").write_text(events)
    assert (group.was_full(), group.was_killed()) == (full, killed)


def test_processor_time_is_read_in_seconds(group: Group) -> None:
    assert group.cpu_seconds() is None
    (folder_of(group) / "cpu.stat").write_text("usage_usec 2500000\nuser_usec 2000000\nsystem_usec 500000\n")
    assert group.cpu_seconds() == 2.5


@pytest.mark.parametrize("controllers", ["", "cpu memory", "cpuset hugetlb"])
def test_without_all_controllers_version_2_is_not_used(tmp_path: Path, controllers: str) -> None:
    (tmp_path / "cgroup.controllers").write_text(controllers)
    mounts, own = tmp_path / "mounts", tmp_path / "own"
    mounts.write_text(f"cgroup2 {tmp_path} cgroup2 rw 0 0\n")
    own.write_text("0::/\n")
    assert find_places(mounts, own) is None


@pytest.mark.parametrize(("namespace", "hours", "stays"), [("1", 2, False), ("1", 0, True), ("4026531836x", 2, True)])
def test_groups_of_a_namespace_that_is_gone_are_removed_when_they_are_old(
    tmp_path: Path, namespace: str, hours: int, stays: bool
) -> None:
    """Nobody can ask there whether the process still lives, but a bot's group is not empty for long."""
    top = tmp_path / "top"
    top.mkdir()
    (top / "cgroup.controllers").write_text("memory cpu pids")
    (top / "cgroup.subtree_control").write_text("memory cpu pids")
    left = top / f"serai-{namespace}.7.1234-1"
    left.mkdir()
    made = left.stat().st_mtime - 3600 * hours
    os.utime(left, (made, made))
    mounts, own = tmp_path / "mounts", tmp_path / "own"
    mounts.write_text(f"cgroup2 {top} cgroup2 rw 0 0\n")
    own.write_text("0::/\n")
    assert find_places(mounts, own) is not None
    assert left.exists() == stays


@pytest.fixture
def real_group() -> Iterator[Path]:
    """A group of a real hierarchy of version 2 which has a controller to hand on."""
    mounted = [line.split() for line in Path("/proc/self/mounts").read_text().splitlines()]
    for top in (Path(point) for _, point, kind, *_ in mounted if kind == "cgroup2"):
        if (top / "cgroup.subtree_control").read_text().split() and os.access(top, os.W_OK):
            place = top / f"serai-test-{os.getpid()}"
            place.mkdir()
            yield place
            for path in (*place.iterdir(), place):
                if path.is_dir():
                    path.rmdir()
            return
    pytest.skip("no hierarchy of version 2 that hands on a controller and can be written to")


WITHIN = """
import os, sys
from pathlib import Path
from serai.server.sandbox import groups
from tests.server.test_groups import LIMITS

folder = Path(sys.argv[1])
(folder / "cgroup.procs").write_text(str(os.getpid()))
groups.CONTROLLERS = tuple((folder / "cgroup.controllers").read_text().split())[:1]
places = groups.find_places()
group = groups.Group(places, LIMITS)
if not os.fork():
    group.join_files[0].write_text(str(os.getpid()))
    sum(range(10**6))
    os._exit(0)
os.wait()
print(places.version, Path("/proc/self/cgroup").read_text().rsplit("/", 1)[1].strip(), group.remove())
"""


def test_in_a_real_hierarchy_we_step_aside_and_bots_get_groups(real_group: Path) -> None:
    """A group that hands controllers on may hold no processes: we move, and a bot joins a group beside ours."""
    said = subprocess.run(
        [sys.executable, "-c", WITHIN, str(real_group)], capture_output=True, text=True, check=False, cwd=Path.cwd()
    )
    assert said.stdout.split() == ["2", "serai-main", "True"], said.stderr
