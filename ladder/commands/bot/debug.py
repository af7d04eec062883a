"""The work of `serai bot debug`: a bot with our terminal, in a game or at one question."""

from __future__ import annotations

import secrets
from dataclasses import replace
from pathlib import Path

from serai.ladder.bots import registry
from serai.ladder.bots.version import BotVersion
from serai.ladder.commands.console import say
from serai.ladder.commands.game_folders import write_games
from serai.ladder.commands.own_games import made_own_games, prune_own
from serai.ladder.commands.replay.ask import ask_program
from serai.ladder.commands.replay.finding import find
from serai.ladder.commands.table.games import FOREVER, Table, play_at_table
from serai.ladder.errors import UserProblem
from serai.ladder.model.plan import casual_plan, find_game
from serai.referee.clock import UNLIMITED
from serai.referee.core.luck import DEAL_BYTES
from serai.server.bot_process import BotCommand


def _attached(path: str) -> tuple[BotVersion, BotCommand]:
    """Return the bot in a folder, and how to start it with our terminal."""
    found = registry.find(path if "/" in path else f"./{path}")
    registry.install(found)
    command = replace(registry.command(found.bot), attached=True)
    if not found.bot.manifest.build:
        command = replace(command, folder=Path(path).resolve())
    return found.bot, command


def debug_game(path: str, rules: str | None, deal: bytes | None) -> int:
    """Let it play one game against random bots, and return the exit code."""
    bot, command = _attached(path)
    game = find_game(rules or bot.manifest.all_games()[0])
    other = registry.find("random")
    registry.install(other)
    bots = [bot, *[other.bot] * (min(game.seat_counts) - 1)]
    first = secrets.token_bytes(DEAL_BYTES) if deal is None else deal
    plan, deal_of = casual_plan(game.name, bots, 1, {}, UNLIMITED, 1, first)
    replays = made_own_games()
    say(f"{bot} plays {game.name} against {len(bots) - 1} random; breakpoint() stops it here")
    table = Table(plan, deal_of, {}, None, None, {0: command})
    [played] = play_at_table(table, lambda game: write_games([game], replays, None))
    prune_own(replays)
    kept = replays / f"{played.fact['game_id']}.json"
    say(f"deal {first.hex()} (--deal plays it again)\nthe game: serai replay show {kept}")
    why = next((r for r in played.replay["retirements"] if r["seat"] == 0), None)
    if why is not None:
        say(f"{bot.name} was retired ({why['cause']}): {why['text']}", "red")
    return 0 if why is None else 1


def debug_question(path: str, reference: str, seat: int | None, question: int) -> int:
    """Ask it one question of a recorded game, and return the exit code."""
    bot, command = _attached(path)
    if seat is None:
        names = [result["bot"] for result in find(reference)[0].fact["seats"]]
        if bot.name not in names:
            raise UserProblem(f"{bot.name} did not play there, but {', '.join(names)}; --seat N says whose question")
        seat = names.index(bot.name)
    return ask_program(reference, seat, question, command, FOREVER, as_json=False)
