"""`serai audit`."""

from __future__ import annotations

import click

from serai.ladder.commands import completion
from serai.ladder.commands.console import Column, json_option, say, say_json_list, table, when


@click.command(name="audit")
@click.argument("subject", required=False, metavar="[NAME]", shell_complete=completion.tournaments)
@json_option
def audit_command(subject: str | None, as_json: bool) -> None:
    """Who did what to tournaments, bots, owners and tokens, when and why, oldest first; of one of them with NAME.

    Nothing is ever taken out of it. Who acts is SERAI_USER, or the user of the machine; from afar, the owner of the
    token and its id. What is done to tokens is found under their owner.

    \b
    Examples:
      serai audit
      serai audit spring --json

    With --json: a list of {when, who, what, subject, why, details}; when is a time in ISO 8601.
    """
    from serai.ladder.commands.at_desk import desk
    from serai.ladder.desk import people

    with desk() as asked:
        rows = list(asked.ask(people.audit_lines, subject=subject))
    if as_json:
        say_json_list(rows)
    elif not rows:
        say("Nothing was done yet.")
    else:
        columns = [Column("when, UTC"), Column("who"), Column("what", style="bold"), Column("of"), Column("details")]
        table(
            [*columns, Column("why")],
            [
                [
                    when(row["when"]),
                    row["who"],
                    row["what"],
                    row["subject"],
                    _details(row["details"]),
                    row["why"],
                ]
                for row in rows
            ],
        )


def _details(details: dict[str, object]) -> str:
    return ", ".join(f"{name} {'none' if value is None else value}" for name, value in details.items())
