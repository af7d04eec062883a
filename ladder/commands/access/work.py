"""The work of `serai owner` and `serai token`."""

from __future__ import annotations

from typing import Any

from serai.ladder.commands.at_desk import desk
from serai.ladder.commands.console import Column, note, say, say_json, say_json_list, table, when
from serai.ladder.desk import people


def add_owner(name: str, about: str, as_json: bool) -> None:
    """Add an owner."""
    with desk() as asked:
        owner = asked.ask(people.add_owner, name=name, about=about)
    if as_json:
        say_json(owner)
    else:
        say(f"{name} is an owner; serai token create {name} --role author lets them in")


def show_owners(as_json: bool) -> None:
    """Print all owners with their bots."""
    with desk() as asked:
        listed = list(asked.ask(people.owners))
    if as_json:
        say_json_list(listed)
    elif not listed:
        say("There are no owners yet; serai owner add NAME adds one.")
    else:
        columns = [Column("owner", style="bold"), Column("since, UTC"), Column("bots"), Column("about")]
        table(columns, [[row["name"], when(row["created"]), ", ".join(row["bots"]), row["about"]] for row in listed])


def create_token(owner: str, role: str, bot: str, seconds: float, purpose: str, as_json: bool) -> None:
    """Make a token and print it, alone on stdout."""
    with desk() as asked:
        row = asked.ask(people.create_token, owner=owner, role=role, bot=bot, seconds=seconds, purpose=purpose)
    if as_json:
        say_json(row)
        return
    good_for = f"the bot {bot}" if bot else f"{owner} as {role}"
    note(f"token {row['id']} for {good_for}, good until {when(row['expires'])} UTC; it is shown this once:")
    say(row["token"])


def show_tokens(owner: str | None, everything: bool, as_json: bool) -> None:
    """Print the tokens that are good, or all."""
    with desk() as asked:
        listed = list(asked.ask(people.tokens, owner=owner, everything=everything))
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
    with desk() as asked:
        owner = asked.ask(people.revoke_token, id=name, why=why)
    say(f"token {name} of {owner} is revoked")
