"""Limits, addresses and needs: values and pure functions."""

from __future__ import annotations

import pytest
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2

from serai.ladder.access.address import Address, net_of
from serai.ladder.access.caller import NOBODY, ROLES, Caller
from serai.ladder.access.limits import BURST_SECONDS, Limits
from serai.ladder.access.needs import CLOSED, OPEN, READ, TOKEN, check, need_of
from serai.ladder.access.refusal import Exhausted, Forbidden, Unknown
from serai.v1 import arena_pb2, ladder_pb2


def allowed(limits: Limits, caller: str, now: float) -> bool:
    try:
        limits.take(caller, now)
    except Exhausted:
        return False
    return True


def test_a_burst_is_let_through_and_then_so_many_a_second() -> None:
    limits = Limits(2.0, 1)
    at_once = int(2.0 * BURST_SECONDS)
    assert [allowed(limits, "anna", 0.0) for _ in range(at_once + 2)] == [True] * at_once + [False, False]
    assert [allowed(limits, "anna", 1.0) for _ in range(3)] == [True, True, False]
    assert [allowed(limits, "anna", 1e6) for _ in range(at_once + 1)] == [True] * at_once + [False]


def test_callers_do_not_take_from_each_other() -> None:
    limits = Limits(0.1, 1)
    assert [allowed(limits, name, 0.0) for name in ("anna", "ben", "anna", "ben")] == [True, True, False, False]


def test_whoever_waits_as_told_is_let_through() -> None:
    limits = Limits(0.25, 1)
    while allowed(limits, "anna", 0.0):
        pass
    with pytest.raises(Exhausted, match=r"too many calls: 0.25 a second are let through; wait 2.00 s") as raised:
        limits.take("anna", 0.0)
    assert not allowed(limits, "anna", raised.value.wait - 0.01)
    assert allowed(limits, "anna", raised.value.wait)


def test_only_so_many_callers_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who comes from a thousand addresses does not fill the memory."""
    monkeypatch.setattr("serai.ladder.access.limits._MOST_CALLERS", 2)
    limits = Limits(0.1, 1)
    assert [allowed(limits, name, 0.0) for name in "abcb"] == [True, True, True, False]
    assert len(limits._buckets) == 2
    assert allowed(limits, "a", 0.0), "whoever was silent longest is forgotten"


def test_only_so_many_calls_are_open_at_once() -> None:
    limits = Limits(1.0, 2)
    limits.enter("anna")
    limits.enter("anna")
    with pytest.raises(Exhausted, match="2 may be open"):
        limits.enter("anna")
    limits.enter("ben")
    limits.leave("anna")
    limits.enter("anna")
    for name in ("anna", "anna", "ben"):
        limits.leave(name)
    assert not limits._open


@pytest.mark.parametrize("text", ["127.0.0.1:7470", "arena.example:0", "[::1]:65535", "unix:/run/arena"])
def test_an_address_is_read_and_written(text: str) -> None:
    assert str(Address.read(text)) == text


@pytest.mark.parametrize(
    "text", ["", "7470", "host", "host:", ":7470", "host:99999", "host:٣", "::1:7470", "unix:here"]
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="should read"):
        Address.read(text)


@pytest.mark.parametrize(
    ("text", "local"),
    [
        ("127.0.0.1:1", True),
        ("127.9.9.9:1", True),
        ("localhost:1", True),
        ("[::1]:1", True),
        ("unix:/a", True),
        ("0.0.0.0:1", False),
        ("[::]:1", False),
        ("10.0.0.1:1", False),
        ("localhost.example:1", False),
    ],
)
def test_where_nobody_else_can_listen(text: str, local: bool) -> None:
    assert Address.read(text).is_local == local


@pytest.mark.parametrize(
    ("peer", "net"),
    [
        ("ipv4:10.1.2.3:5678", "10.1.2.3"),
        ("ipv6:%5B2001:db8:1:2:3:4:5:6%5D:5678", "2001:db8:1:2::/64"),
        ("ipv6:[2001:db8:1:2::9]:5678", "2001:db8:1:2::/64"),
        ("ipv6:[::ffff:10.1.2.3]:5678", "10.1.2.3"),
        ("ipv6:[fe80::1%25eth0]:5678", "fe80::/64"),
        ("unix:", "unix"),
        ("ipv4:nonsense", "ipv4"),
    ],
)
def test_a_peer_is_counted_by_its_address(peer: str, net: str) -> None:
    assert net_of(peer) == net


def test_every_call_of_the_arena_has_a_need_and_all_else_is_closed() -> None:
    files = (ladder_pb2, arena_pb2, health_pb2, reflection_pb2)
    services = [service for file in files for service in file.DESCRIPTOR.services_by_name.values()]
    needs = {
        f"/{each.full_name}/{method.name}": need_of(f"/{each.full_name}/{method.name}")
        for each in services
        for method in each.methods
    }
    assert len(needs) > 15
    assert CLOSED not in needs.values()
    assert {need_of("/serai.v1.Other/Do"), need_of("/serai.v1.AccessService/Other"), need_of("")} == {CLOSED}


def test_who_may_do_what() -> None:
    callers = {role: Caller("anna", role, "", "1") for role in ROLES}
    bot = Caller("anna", "", "my_bot", "2")
    for place, role in enumerate(ROLES):
        for at, caller in enumerate(callers.values()):
            if at >= place:
                check(caller, role, False)
            else:
                with pytest.raises(Forbidden, match=f"anna comes as {caller.role} here; .* {role}"):
                    check(caller, role, False)
        with pytest.raises(Forbidden, match="lets the bot my_bot play and nothing else"):
            check(bot, role, True)
        with pytest.raises(Unknown):
            check(NOBODY, role, True)
    for who in (NOBODY, bot, *callers.values()):
        check(who, OPEN, False)
        with pytest.raises(Forbidden):
            check(who, CLOSED, True)
    check(bot, TOKEN, False)
    check(NOBODY, READ, True)
    with pytest.raises(Unknown):
        check(NOBODY, READ, False)
    with pytest.raises(Forbidden):
        check(bot, READ, True)
