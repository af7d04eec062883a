"""Worlds on the wire: sent to who asks, where they are allowed, and they tell a seat nothing that it does not know."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bench.one_sitting import GameToPlay, play_games
from serai.referee.core.agenda import waiting
from serai.referee.core.luck import bot_luck
from serai.referee.match import Match
from serai.referee.replay import Replay
from serai.referee.replay_question import replay_question
from serai.referee.saving import load
from serai.referee.world import world, world_luck
from serai.server.live_game import Played, Terms
from serai.server.messages import MatchMessages, question_json
from serai.server.sitting import Sitting
from serai.server.stream import QUESTIONS_PER_GAME
from serai.v1 import referee_pb2 as pb
from tests.broken_bots.kinds import broken_bot
from tests.server.sittings import QUICK, YSPAHAN, sample

DEAL = b"canary! " * 4


def what_a_bot_saw(book: Path, kind: str, worlds: bool) -> tuple[pb.PlayResponse, Played, str]:
    """All that a bot in seat 1 received, the game, and the name its luck is made from."""
    bots = [sample("random"), broken_bot(f"{kind}:{book}"), sample("random")]

    async def play() -> list[Played]:
        async with Sitting(len(bots)) as sitting:
            terms = Terms(YSPAHAN, {}, QUICK, worlds=worlds)
            return await play_games(sitting, terms, bots, [GameToPlay("g", DEAL, (0, 1, 2), False)], 1, lambda _: None)

    (played,) = asyncio.run(play())
    return pb.PlayResponse.FromString(book.read_bytes()), played, bots[1].luck_name


def test_who_asks_for_worlds_has_one_in_every_question(tmp_path: Path) -> None:
    """It agrees with the view, is drawn with the bot's own luck, and holds neither deal nor draws of the game."""
    seen, played, bot = what_a_bot_saw(tmp_path / "book", "seer", worlds=True)
    assert seen.questions
    luck, replay = bot_luck(DEAL, bot, 1), Replay.from_json(played.replay.as_json())
    for number, question in enumerate(seen.questions, start=1):
        game, state = load(question.world)
        assert (game, waiting(state)) == (YSPAHAN, (1,))
        assert state.luck.drawn == {}
        assert len(state.players[1].hand) == len(question.view.yspahan.hand)
        if number % 10 == 1:
            asked = replay_question(YSPAHAN, replay, 1, number, QUICK).question.match
            assert question.world == world(YSPAHAN, asked.state, 1, world_luck(luck, number))
    assert b"canary" not in (tmp_path / "book").read_bytes()


def test_who_does_not_ask_is_sent_none(tmp_path: Path) -> None:
    seen, _, _ = what_a_bot_saw(tmp_path / "book", "spy", worlds=True)
    assert seen.questions
    assert not any(question.HasField("world") for question in seen.questions)


def test_an_event_without_worlds_sends_none(tmp_path: Path) -> None:
    seen, _, _ = what_a_bot_saw(tmp_path / "book", "seer", worlds=False)
    assert seen.questions
    assert not any(question.HasField("world") for question in seen.questions)


def test_worlds_differ_from_question_to_question_and_from_luck_to_luck() -> None:
    lucks = {world_luck(luck, number).deal for luck in ("a", "b") for number in range(5)}
    assert len(lucks) == 10
    assert world_luck("a", 1).deal.hex() == "b1ef45837f6ac9b2a50a298c98dfee1f09224c5bddfa7cc327bde1e76513c2c2"


def test_the_evidence_of_a_fault_holds_no_world() -> None:
    match = Match(YSPAHAN, 3, DEAL, {}, QUICK)
    messages = MatchMessages(match)
    messages.send_worlds(0, "luck")
    (question,) = match.questions()
    sent = messages.question(question, QUESTIONS_PER_GAME + 1, 1)
    assert pb.PlayResponse.FromString(sent).questions[0].world
    assert "world" not in question_json(sent)
