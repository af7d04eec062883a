"""Settings that hold for every test."""

import os
import shutil
import signal
import sys
import tempfile

import pytest
from hypothesis import HealthCheck, settings

from tests.compiled_engine import skip_what_needs_the_source

# Examples are the same on every run and never judged by their speed; `--hypothesis-profile=search` looks further.
settings.register_profile(
    "steady", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("search", parent=settings.get_profile("steady"), derandomize=False, max_examples=1000)
settings.load_profile("steady")

HOME = pytest.StashKey[str]()


def pytest_configure(config: pytest.Config) -> None:
    """No test touches the data or the Redis of the person who runs it. The path is short: sockets live below it.

    Every worker has a home of its own, but inherits where builds are shared from the process that started it.
    """
    # A shell starts background jobs with Ctrl-C ignored, and what the tests start would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # Thousands of processes are started here. Some machines let none of them keep what it has compiled, so that every
    # command and worker would compile all of the project again.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    os.environ.pop("REDIS_URL", None)
    os.environ.pop("SERAI_ARCHIVE", None)
    os.environ["SERAI_HOME"] = config.stash[HOME] = tempfile.mkdtemp(prefix="serai-")
    os.environ.setdefault("SERAI_TEST_BUILDS", f"{config.stash[HOME]}/builds")


def pytest_unconfigure(config: pytest.Config) -> None:
    shutil.rmtree(config.stash[HOME], ignore_errors=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    skip_what_needs_the_source(items)
