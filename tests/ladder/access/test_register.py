"""Owners and tokens in a real store: what opens the door, what does not, and what can be read of it."""

from __future__ import annotations

import pytest

from serai.ladder.access import refusal, token
from serai.ladder.access.caller import NOBODY, ROLES, Caller, may_give
from serai.ladder.access.refusal import Unknown
from serai.ladder.access.register import GRAIN_SECONDS, Register, rows
from serai.ladder.errors import UserProblem
from serai.ladder.storage import audit, keys
from serai.ladder.storage.store import Store
from tests.ladder.test_canaries import everything, traces

HOUR = 3600.0


@pytest.fixture
def register(store: Store) -> Register:
    found = Register(store)
    found.add_owner("anna", "anna@example.org")
    found.add_owner("ben")
    return found


def test_a_token_stands_for_its_owner_and_role(register: Register) -> None:
    made, text = register.create("anna", role="author", seconds=HOUR)
    assert register.identify(text) == Caller("anna", "author", "", made.id)


def test_a_token_of_a_bot_has_no_role_and_makes_it_its_owners(register: Register, store: Store) -> None:
    made, text = register.create("anna", bot="my_bot", seconds=HOUR)
    caller = register.identify(text)
    assert caller == Caller("anna", "", "my_bot", made.id)
    assert not any(caller.has(role) for role in ROLES)
    assert store.owner_of("my_bot") == "anna"
    with pytest.raises(UserProblem, match=r"^my_bot belongs to another owner$"):
        register.create("ben", bot="my_bot", seconds=HOUR)
    with pytest.raises(UserProblem, match=r"^greedy comes with Serai and belongs to nobody$"):
        register.create("ben", bot="greedy", seconds=HOUR)


def test_an_unknown_id_and_a_wrong_secret_get_the_same_line(register: Register) -> None:
    _, text = register.create("anna", role="viewer", seconds=HOUR)
    other = token.make("anna", 0.0, role="viewer")[1]
    for wrong in (text[:-1] + ("0" if text[-1] != "0" else "1"), other, text[:19] + other[19:]):
        with pytest.raises(Unknown) as raised:
            register.identify(wrong)
        assert str(raised.value) == refusal.WRONG


@pytest.mark.parametrize("change", [lambda text: "", lambda text: text[:-1], lambda text: text + "0", str.upper])
def test_what_is_no_token_is_told_so_without_being_repeated(register: Register, change: object) -> None:
    assert callable(change)
    _, text = register.create("anna", role="viewer", seconds=HOUR)
    with pytest.raises(Unknown) as raised:
        register.identify(change(text))
    assert str(raised.value) == refusal.NO_SUCH_TEXT


def test_a_token_expires(register: Register, monkeypatch: pytest.MonkeyPatch) -> None:
    made, text = register.create("anna", role="viewer", seconds=HOUR)
    monkeypatch.setattr("time.time", lambda: made.expires - 0.001)
    register.identify(text)
    monkeypatch.setattr("time.time", lambda: made.expires)
    with pytest.raises(Unknown, match=f"^{refusal.EXPIRED}$"):
        register.identify(text)


def test_a_token_is_revoked_once_and_for_good(register: Register) -> None:
    made, text = register.create("anna", role="viewer", seconds=HOUR)
    register.revoke(made.id, "lost")
    with pytest.raises(Unknown, match=f"^{refusal.REVOKED}$"):
        register.identify(text)
    with pytest.raises(UserProblem, match="revoked before"):
        register.revoke(made.id)
    with pytest.raises(UserProblem, match="no token with this id"):
        register.revoke("000000000000")


def test_when_a_token_was_used_is_known_to_the_hour(
    register: Register, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, text = register.create("anna", role="viewer", seconds=9 * HOUR)
    [listed] = register.tokens()
    assert listed.used is None
    begin = (made.created // GRAIN_SECONDS + 1) * GRAIN_SECONDS
    for now, hour in ((begin + 1.0, begin), (begin + 3599.0, begin), (begin + HOUR, begin + HOUR)):
        monkeypatch.setattr("time.time", lambda now=now: now)
        register.identify(text)
        [listed] = register.tokens()
        assert listed.used == hour


@pytest.mark.parametrize(
    ("wishes", "line"),
    [
        ({}, "a token is for a role"),
        ({"role": "viewer", "bot": "my_bot"}, "a token is for a role"),
        ({"role": "king"}, "a token is for a role, viewer, author, organiser, operator, or for one bot"),
        ({"bot": "no name!"}, "cannot be the name of a bot"),
        ({"role": "viewer", "seconds": 0.0}, "for more than nothing"),
        ({"role": "viewer", "seconds": 1e10}, "ten years at most"),
        ({"role": "viewer", "purpose": "x" * 201}, "200 are the most"),
    ],
)
def test_a_token_that_makes_no_sense_is_refused(register: Register, wishes: dict[str, object], line: str) -> None:
    with pytest.raises(UserProblem, match=line):
        register.create("anna", **{"seconds": HOUR, **wishes})  # type: ignore[arg-type] # some are wrong on purpose
    with pytest.raises(UserProblem, match=r"there is no owner called ann; did you mean anna\?"):
        register.create("ann", role="viewer", seconds=HOUR)
    assert register.tokens() == []


def test_an_owner_has_only_so_many_tokens(register: Register, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("serai.ladder.access.register.MOST_TOKENS", 1)
    made, _ = register.create("anna", role="viewer", seconds=HOUR)
    with pytest.raises(UserProblem, match="anna has 1 tokens that are good, which are the most"):
        register.create("anna", role="viewer", seconds=HOUR)
    register.create("ben", role="viewer", seconds=HOUR)
    register.revoke(made.id)
    register.create("anna", role="viewer", seconds=HOUR)


def test_names_of_owners_are_names_and_taken_once(register: Register) -> None:
    with pytest.raises(UserProblem, match="already an owner called anna"):
        register.add_owner("anna")
    with pytest.raises(UserProblem, match="cannot be the name of an owner"):
        register.add_owner("anna\n")
    assert [owner.name for owner in register.owners()] == ["anna", "ben"]


def test_who_may_give_what() -> None:
    anna, ben = Caller("anna", "author", token="1"), Caller("ben", "organiser", token="2")
    root, viewer = Caller("root", "operator", token="3"), Caller("anna", "viewer", token="4")
    bot = Caller("anna", "", "my_bot", "5")
    given = ("", *ROLES)
    assert [role for role in given if may_give(root, "anna", role)] == list(given)
    assert [role for role in given if may_give(ben, "anna", role)] == ["", "viewer", "author"]
    assert [role for role in given if may_give(anna, "anna", role)] == ["", "viewer", "author"]
    assert not any(may_give(caller, "ben", role) for role in given for caller in (anna, viewer, bot, NOBODY))
    assert not any(may_give(caller, "anna", role) for role in given for caller in (viewer, bot, NOBODY))


def test_the_secret_of_a_token_is_nowhere(register: Register, store: Store) -> None:
    """Not in Redis in any shape, not in listings, not in the audit log; its digest is where readers cannot look."""
    made, text = register.create("anna", role="author", seconds=HOUR)
    register.identify(text)
    register.revoke(made.id)
    secret = text.rpartition("_")[2]
    hidden = [*traces(bytes.fromhex(secret)), *traces(text.encode()), secret[:16].encode()]
    assert not [key for key, value in everything(store.redis) if any(trace in value for trace in hidden)]
    digest = made.digest.encode()
    assert {key for key, value in everything(store.redis) if digest in value} == {keys.TOKENS}
    assert keys.TOKENS.startswith("serai:s"), "see docker/users.acl"
    shown = repr([list(rows(register.tokens(), 0.0)), list(audit.lines(store.redis))])
    assert made.id in shown
    assert not any(trace.decode(errors="replace") in shown for trace in [*hidden, digest])


def test_everything_leaves_a_line_with_who_did_it(register: Register, store: Store) -> None:
    with audit.acting("ben, token 123"):
        made, _ = register.create("anna", bot="my_bot", seconds=HOUR)
    register.revoke(made.id, "lost")
    said = list(audit.lines(store.redis, "anna"))
    assert [(line["what"], line["why"]) for line in said] == [
        ("add-owner", ""),
        ("create-token", ""),
        ("revoke-token", "lost"),
    ]
    assert said[1]["who"] == "ben, token 123"
    assert said[1]["details"] == {"token": made.id, "bot": "my_bot"}
    assert said[2]["who"] == audit.who()
