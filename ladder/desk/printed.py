"""What bots printed in their games: for their authors, each of their own bots, and organisers."""

from __future__ import annotations

from collections.abc import Iterator

from serai.ladder.access.caller import AUTHOR
from serai.ladder.bots import registry
from serai.ladder.desk.operation import Call, Row, operation
from serai.ladder.errors import UserProblem
from serai.ladder.storage.bot_logs import BotLogs


@operation("logs.list", AUTHOR)
def listed(call: Call, bot: str) -> Iterator[Row]:
    """Yield the games in which a bot printed something that is kept; BOT, or BOT@VERSION."""
    name, _, prefix = bot.partition("@")
    version = registry.registered(call.store, name, prefix).bot.version
    call.check_own(name)
    for game, seat, size in BotLogs(call.store.redis).kept(version):
        yield {"game": game, "seat": seat, "bytes": size}


@operation("logs.game", AUTHOR)
def of_game(call: Call, bot: str, game_id: str) -> Row:
    """Return what a bot printed in a game, in every seat that it had; null where nothing is kept."""
    name, _, prefix = bot.partition("@")
    call.check_own(name)
    version = registry.registered(call.store, name, prefix).bot.version if prefix else ""
    game = call.store.game(game_id)
    fact = game.fact
    mine = [at for at, seat in enumerate(fact["seats"]) if seat["bot"] == name and version in ("", seat["version"])]
    if not mine:
        played = ", ".join(result["bot"] for result in fact["seats"])
        raise UserProblem(f"{bot} did not play in {fact['game_id']}; there played {played}")
    logs = BotLogs(call.store.redis)
    seats = [{"seat": seat, "printed": logs.printed(game, seat)} for seat in mine]
    return {"game_id": fact["game_id"], "game": fact["game"], "seats": seats}


@operation("logs.seat", AUTHOR)
def of_seat(call: Call, game_id: str, seat: int) -> Row | None:
    """Return what the bot in one seat of a game printed; null if nothing is kept."""
    game = call.store.game(game_id)
    if not 0 <= seat < len(game.fact["seats"]):
        raise UserProblem(f"there is no seat {seat}: the game has seats 0 to {len(game.fact['seats']) - 1}")
    call.check_own(game.fact["seats"][seat]["bot"])
    found = BotLogs(call.store.redis).printed(game, seat)
    return None if found is None else {**found}
