"""Server reflection, read by gRPC's own client: what `grpcurl list` and `describe` show."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest
from google.protobuf.descriptor_pool import DescriptorPool
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase

from serai.ladder.storage.redis_connection import Connection
from serai.ladder.storage.store import Store
from serai.v1 import arena_pb2, ladder_pb2
from tests.ladder.access.served import Loop

PAGE = (Path(__file__).parents[3] / "docs" / "security.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def database(connection: Connection) -> Iterator[ProtoReflectionDescriptorDatabase]:
    loop = Loop()
    with (
        loop.arena(Store(connection.redis), None) as arena,
        grpc.insecure_channel(str(arena.address)) as channel,
    ):
        yield ProtoReflectionDescriptorDatabase(channel)
    loop.stop()


def test_the_services_are_those_of_the_page(database: ProtoReflectionDescriptorDatabase) -> None:
    shown = PAGE.partition("\n### The services\n")[2].partition("```\n")[2].partition("```")[0]
    assert sorted(database.get_services()) == shown.splitlines()


@pytest.mark.parametrize("file", [ladder_pb2, arena_pb2], ids=lambda file: file.DESCRIPTOR.name)
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
