"""The work of `serai bot logs`: what a registered bot printed in its games."""

from __future__ import annotations

from serai.ladder.bots import registry
from serai.ladder.commands.console import Column, number, say, say_json_list, table
from serai.ladder.commands.replay.seat_log import log_lines
from serai.ladder.errors import UserProblem
from serai.ladder.storage.bot_logs import BotLogs
from serai.ladder.storage.store import open_store


def list_logs(argument: str, as_json: bool) -> None:
    """Print the games of which something is kept."""
    name, _, prefix = argument.partition("@")
    with open_store() as store:
        bot = registry.registered(store, name, prefix).bot
        kept = BotLogs(store.redis).kept(bot.version)
    if as_json:
        say_json_list({"game": game, "seat": seat, "bytes": size} for game, seat, size in kept)
    elif kept:
        table(
            [Column("game"), number("seat"), number("bytes, packed")],
            [[game, str(seat), str(size)] for game, seat, size in kept],
        )
    else:
        say(f"nothing is kept of what {bot} printed in games of tournaments")


def show_logs(argument: str, game_id: str, as_json: bool) -> None:
    """Print what the bot printed in one game, in every seat that it had."""
    name, _, prefix = argument.partition("@")
    with open_store() as store:
        version = registry.registered(store, name, prefix).bot.version if prefix else ""
        game = store.game(game_id)
        seats = [
            seat
            for seat, result in enumerate(game.fact["seats"])
            if result["bot"] == name and version in ("", result["version"])
        ]
        if not seats:
            played = ", ".join(result["bot"] for result in game.fact["seats"])
            raise UserProblem(f"{argument} did not play in {game.fact['game_id']}; there played {played}")
        logs = BotLogs(store.redis)
        found = [(seat, logs.printed(game, seat)) for seat in seats]
    if as_json:
        say_json_list({"game": game.fact["game_id"], "seat": seat, **log} for seat, log in found if log is not None)
        return
    for seat, log in found:
        say(f"game {game.fact['game_id']}: {game.fact['game']}, seat {seat} ({name})", "bold")
        for line in ["nothing is kept of what it printed there"] if log is None else log_lines(log):
            say(line)
