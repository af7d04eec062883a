"""The work of `serai bot logs`: what a registered bot printed in its games."""

from __future__ import annotations

from serai.ladder.commands.at_desk import desk
from serai.ladder.commands.console import Column, number, say, say_json_list, table
from serai.ladder.commands.replay.seat_log import log_lines
from serai.ladder.desk import printed
from serai.ladder.errors import UserProblem


def list_logs(bot: str, as_json: bool) -> None:
    """Print the games of which something is kept."""
    _check_registered(bot)
    with desk() as asked:
        kept = list(asked.ask(printed.listed, bot=bot))
    if as_json:
        say_json_list(kept)
    elif kept:
        table(
            [Column("game"), number("seat"), number("bytes, packed")],
            [[row["game"], str(row["seat"]), str(row["bytes"])] for row in kept],
        )
    else:
        say(f"nothing is kept of what {bot} printed in games of tournaments")


def show_logs(bot: str, game_id: str, as_json: bool) -> None:
    """Print what the bot printed in one game, in every seat that it had."""
    _check_registered(bot)
    with desk() as asked:
        found = asked.ask(printed.of_game, bot=bot, game_id=game_id)
    game, seats = found["game_id"], found["seats"]
    if as_json:
        say_json_list({"game": game, "seat": each["seat"], **each["printed"]} for each in seats if each["printed"])
        return
    for each in seats:
        say(f"game {game}: {found['game']}, seat {each['seat']} ({bot.partition('@')[0]})", "bold")
        for line in log_lines(each["printed"]) if each["printed"] else ["nothing is kept of what it printed there"]:
            say(line)


def _check_registered(bot: str) -> None:
    """UserProblem for a folder: such a bot plays only in `serai play`, where what it prints is kept with the game."""
    if "/" in bot:
        raise UserProblem(
            f"{bot} is a folder and no registered bot; what it printed in a game of serai play: "
            "serai replay show GAME --log SEAT"
        )
