"""Server reflection, read by gRPC's own client and by `buf curl`: what is there, to the last field."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest
from google.protobuf.descriptor_pool import DescriptorPool
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase

from serai.ladder.service.arena_server import SERVICES
from serai.ladder.storage.redis_connection import Connection
from serai.ladder.storage.store import Store
from serai.v1 import arena_pb2, desk_pb2, ladder_pb2
from tests.ladder.access.served import Loop

PAGE = (Path(__file__).parents[3] / "docs" / "security.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def address(connection: Connection) -> Iterator[str]:
    loop = Loop()
    connection.redis.flushall()
    with loop.arena(Store(connection.redis), None) as arena:
        yield str(arena.address)
    loop.stop()


@pytest.fixture(scope="module")
def database(address: str) -> Iterator[ProtoReflectionDescriptorDatabase]:
    with grpc.insecure_channel(address) as channel:
        yield ProtoReflectionDescriptorDatabase(channel)


def test_the_services_are_listed(database: ProtoReflectionDescriptorDatabase) -> None:
    assert set(SERVICES) < set(database.get_services())


def sessions() -> list[tuple[str, str]]:
    """What is typed on the page, and what it prints."""
    shown = PAGE.partition("\n### The services\n")[2].partition("```console\n")[2].partition("```")[0]
    parts = [session.partition("\n") for session in shown.split("$ ")[1:]]
    return [(line, printed) for line, _, printed in parts]


def test_buf_reads_them_without_files(address: str, tmp_path: Path) -> None:
    for line, printed in sessions():
        words = shlex.split(line.replace("127.0.0.1:7470", address))
        words[0] = str(Path(sys.executable).with_name(words[0]))
        done = subprocess.run(words, check=False, capture_output=True, text=True, cwd=tmp_path)
        assert (done.stdout, done.stderr, done.returncode) == (printed, "", 0)
    assert len(sessions()) == 3


@pytest.mark.parametrize("file", [ladder_pb2, arena_pb2, desk_pb2], ids=lambda file: file.DESCRIPTOR.name)
def test_a_service_is_described_to_the_last_field(database: ProtoReflectionDescriptorDatabase, file: object) -> None:
    descriptor = file.DESCRIPTOR  # type: ignore[attr-defined] # every generated module has one
    pool = DescriptorPool(database)
    for name, ours in descriptor.services_by_name.items():
        service = pool.FindServiceByName(f"serai.v1.{name}")
        assert [
            (method.name, method.input_type.full_name, method.output_type.full_name) for method in service.methods
        ] == [(method.name, method.input_type.full_name, method.output_type.full_name) for method in ours.methods]
    for name, message in descriptor.message_types_by_name.items():
        found = pool.FindMessageTypeByName(f"serai.v1.{name}")
        assert [(field.name, field.number) for field in found.fields] == [
            (field.name, field.number) for field in message.fields
        ]
