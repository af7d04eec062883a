"""The work of `serai owner` and `serai token`."""

from __future__ import annotations

import time
from collections import defaultdict
from typing import Any

from serai.ladder.access.register import Listed, Register, rows
from serai.ladder.commands.console import Column, note, say, say_json, say_json_list, table, when
from serai.ladder.service.json_rows import moment
from serai.ladder.storage.store import open_store


def add_owner(name: str, about: str, as_json: bool) -> None:
    """Add an owner."""
    with open_store() as store:
        owner = Register(store).add_owner(name, about)
    if as_json:
        say_json({"name": owner.name, "about": owner.about, "created": moment(owner.created)})
    else:
        say(f"{name} is an owner; serai token create {name} --role author lets them in")


def show_owners(as_json: bool) -> None:
    """Print all owners with their bots."""
    with open_store() as store:
        owners, bots = Register(store).owners(), defaultdict[str, list[str]](list)
        for bot, owner in sorted(store.owners_of_bots().items()):
            bots[owner].append(bot)
    listed: list[dict[str, Any]] = [
        {"name": each.name, "about": each.about, "created": moment(each.created), "bots": bots[each.name]}
        for each in owners
    ]
    if as_json:
        say_json_list(listed)
    elif not listed:
        say("There are no owners yet; serai owner add NAME adds one.")
    else:
        columns = [Column("owner", style="bold"), Column("since, UTC"), Column("bots"), Column("about")]
        table(columns, [[row["name"], when(row["created"]), ", ".join(row["bots"]), row["about"]] for row in listed])


def create_token(owner: str, role: str, bot: str, seconds: float, purpose: str, as_json: bool) -> None:
    """Make a token and print it, alone on stdout."""
    with open_store() as store:
        made, text = Register(store).create(owner, role=role, bot=bot, purpose=purpose, seconds=seconds)
    [row] = rows([Listed(made, None, None)], made.created)
    if as_json:
        say_json({**row, "token": text})
        return
    good_for = f"the bot {bot}" if bot else f"{owner} as {role}"
    note(f"token {made.id} for {good_for}, good until {when(row['expires'])} UTC; it is shown this once:")
    say(text)


def show_tokens(owner: str | None, everything: bool, as_json: bool) -> None:
    """Print the tokens that are good, or all."""
    now = time.time()
    with open_store() as store:
        register = Register(store)
        if owner is not None:
            register.check_owner(owner)
        found = [each for each in register.tokens(owner) if everything or each.state(now) == "valid"]
    listed = list(rows(found, now))
    if as_json:
        say_json_list(listed)
    elif not listed:
        say("There are no tokens; serai token create makes one.")
    else:
        _show_rows(listed)


def _show_rows(listed: list[dict[str, Any]]) -> None:
    columns = [
        *(Column("id", style="bold"), Column("owner"), Column("good for"), Column("state"), Column("expires, UTC")),
        *(Column("last used, UTC"), Column("purpose")),
    ]
    table(
        columns,
        [
            [
                *(row["id"], row["owner"], row["role"] or f"bot {row['bot']}", row["state"], when(row["expires"])),
                *(when(row["used"]) or "never", row["purpose"]),
            ]
            for row in listed
        ],
    )


def revoke_token(name: str, why: str) -> None:
    """Revoke a token."""
    with open_store() as store:
        found = Register(store).revoke(name, why)
    say(f"token {name} of {found.owner} is revoked")
