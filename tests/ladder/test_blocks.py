"""Blocks are played with every rotation in a process of its own, and become facts that anybody can check."""

from dataclasses import replace
from pathlib import Path

import pytest

from serai.ladder.bots import registry
from serai.ladder.bots.version import Package
from serai.ladder.model import schedule
from serai.ladder.model.facts import Fact
from serai.ladder.model.game_record import GameRecord
from serai.ladder.model.plan import Plan, casual_plan
from serai.ladder.queue.batch import GiveBack
from serai.ladder.queue.blocks import BlockPlayer
from serai.referee.clock import TimeControl
from serai.referee.core.luck import commit
from serai.referee.games import GAMES
from serai.referee.replay import Replay, verify
from tests.ladder.conftest import write_bot
from tests.recorded import without_times

DEAL = bytes(range(32))
TWO = {"two_players": "on"}
LOOK = """
    def look(self, table):
        seat = self.__dict__.setdefault(table.commitment, table.seat)
        assert seat == table.seat, "seen this deal before"
        return 0

"""


def play(packages: list[Package], blocks: int = 2) -> tuple[Plan, list[list[GameRecord]], list[int]]:
    for package in packages:
        registry.install(package)
    entered = [package.bot for package in packages]
    settings = TWO if len(packages) == 2 else {}
    made, deal_of = casual_plan("yspahan", entered, blocks, settings, TimeControl(), 64, DEAL)
    heard: list[int] = []
    handed_over: dict[int, list[GameRecord]] = {}
    with BlockPlayer() as player:
        player.play(made, range(blocks), deal_of, on_block=handed_over.__setitem__, on_game=heard.append)
    return made, [handed_over[index] for index in range(blocks)], heard


def test_what_is_not_begun_in_time_is_left_to_others(packages: list[Package]) -> None:
    entered = [package.bot for package in packages[:2]]
    for package in packages[:2]:
        registry.install(package)
    made, deal_of = casual_plan("yspahan", entered, 3, TWO, TimeControl(), 64, DEAL)
    handed_over: dict[int, list[GameRecord]] = {}
    left: list[int] = []
    with BlockPlayer() as player:
        give_back = GiveBack(0.0, left.extend)
        player.play(made, range(3), deal_of, on_block=handed_over.__setitem__, give_back=give_back)
    assert list(handed_over) == [0], "the first is begun at once, and played to its end"
    assert left == [1, 2]


@pytest.fixture(scope="module")
def played(packages: list[Package]) -> tuple[Plan, list[list[GameRecord]], list[int]]:
    return play([packages[0], packages[2]])


def test_every_game_of_the_plan_becomes_a_fact(played: tuple[Plan, list[list[GameRecord]], list[int]]) -> None:
    made, blocks, heard = played
    for index, block in enumerate(blocks):
        facts = [game.fact for game in block]
        assert [fact["game_id"] for fact in facts] == list(made.game_ids(index))
        assert [(fact["block"], fact["rotation"]) for fact in facts] == [(index, 0), (index, 1)]
    assert heard == [1, 2, 3, 4]


def test_a_fact_says_all_that_is_known_of_a_game(played: tuple[Plan, list[list[GameRecord]], list[int]]) -> None:
    made, blocks, _ = played
    fact = blocks[1][1].fact
    assert set(fact) == set(Fact.__annotations__) - {"drawn"}  # the games of this block share its deal
    assert fact["tournament"] is None
    assert (fact["game"], fact["epoch"]) == ("yspahan", GAMES["yspahan"].epoch)
    assert fact["options"] == {"first_player": "0", "two_players": "on"}
    seating = [made.bots[bot] for bot in made.blocks[1].seating(1)]
    assert [(seat["bot"], seat["version"]) for seat in fact["seats"]] == [(b.name, b.version) for b in seating]
    assert [(seat["ending"], seat["cause"]) for seat in fact["seats"]] == [("played", None)] * 2
    assert sorted(seat["rank"] for seat in fact["seats"]) in ([1, 2], [1, 1])
    assert fact["times"]["started"].endswith("+00:00")
    assert fact["times"]["seconds"] > 0


def test_the_games_of_a_block_share_the_deal_that_was_committed_to(
    played: tuple[Plan, list[list[GameRecord]], list[int]],
) -> None:
    made, blocks, _ = played
    for index, deal in enumerate((DEAL, schedule.deal(DEAL, 1))):
        assert {game.fact["deal"] for game in blocks[index]} == {deal.hex()}
        assert {game.fact["commitment"] for game in blocks[index]} == {commit(deal)} == {made.blocks[index].commitment}


def test_the_replay_proves_the_fact(played: tuple[Plan, list[list[GameRecord]], list[int]]) -> None:
    _, blocks, _ = played
    for game in (game for block in blocks for game in block):
        fact, replay = game.fact, Replay.from_json(game.replay)
        verify(GAMES["yspahan"], replay)
        assert (replay.digest, replay.commitment) == (fact["digest"], fact["commitment"])
        assert len(replay.decisions) == fact["decisions"]
        assert [outcome["points"] for outcome in replay.outcomes] == [seat["points"] for seat in fact["seats"]]


def test_the_same_blocks_give_the_same_facts_but_for_the_times(
    played: tuple[Plan, list[list[GameRecord]], list[int]], packages: list[Package]
) -> None:
    _, again, _ = play([packages[0], packages[2]])
    assert [_untimed(block) for block in again] == [_untimed(block) for block in played[1]]


def _untimed(block: list[GameRecord]) -> list[object]:
    return [({**game.fact, "times": None}, without_times(game)) for game in block]


def test_a_bot_sees_every_deal_in_one_process_only(tmp_path: Path, packages: list[Package]) -> None:
    """A bot that remembers its seat at every deal never meets a deal in another seat."""
    folder = write_bot(tmp_path / "curious", "curious", "self.look(table)")
    source = (folder / "bot.py").read_text()
    (folder / "bot.py").write_text(source.replace("    def choose", f"{LOOK}    def choose"))
    _, blocks, _ = play([registry.package(folder), packages[1]])
    causes = [seat["cause"] for block in blocks for game in block for seat in game.fact["seats"]]
    assert causes == [None] * 8


@pytest.mark.parametrize(("own_deals", "processes"), [(False, 2), (True, 1)])
def test_where_no_deal_is_played_twice_one_process_plays_all_rotations(
    tmp_path: Path, packages: list[Package], own_deals: bool, processes: int
) -> None:
    folder = write_bot(tmp_path / "self", "self", "print(__import__('os').getpid()) or 0")
    bots = [registry.package(folder), packages[0]]
    for package in bots:
        registry.install(package)
    made, deal_of = casual_plan("yspahan", [package.bot for package in bots], 1, TWO, TimeControl(), 64, DEAL)
    games: list[GameRecord] = []
    with BlockPlayer() as player:
        plan = replace(made, own_deals=own_deals)
        player.play(plan, range(1), deal_of, on_block=lambda index, played: games.extend(played))
    printed = [game.printed[rotation]["lines"] for rotation, game in enumerate(games)]
    assert len({text for lines in printed for _, text in lines}) == processes
    assert len({game.fact["deal"] for game in games}) == 3 - processes


def test_equal_bots_at_one_table_are_processes_of_their_own(tmp_path: Path, packages: list[Package]) -> None:
    """Else one would see a deal from several seats."""
    folder = write_bot(tmp_path / "curious", "curious", "self.look(table)")
    source = (folder / "bot.py").read_text()
    (folder / "bot.py").write_text(source.replace("    def choose", f"{LOOK}    def choose"))
    _, blocks, _ = play([registry.package(folder)] * 3)
    causes = [seat["cause"] for block in blocks for game in block for seat in game.fact["seats"]]
    assert causes == [None] * 18


def test_a_batch_is_seated_by_the_table_order_of_each_block(packages: list[Package]) -> None:
    """With three seats the order around the table differs from block to block, and all are in one batch."""
    made, blocks, _ = play(packages, blocks=2)
    names = [[[seat["bot"] for seat in game.fact["seats"]] for game in block] for block in blocks]
    wanted = [[[made.bots[bot].name for bot in seating] for seating in block.seatings()] for block in made.blocks]
    assert names == wanted
    assert names[0] != names[1]
