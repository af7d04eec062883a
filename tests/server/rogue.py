"""A bot that misbehaves in the way its first argument names, over plain gRPC. It plays properly until then."""

from __future__ import annotations

import os
import queue
import sys
import threading
from pathlib import Path
from typing import Any

import grpc

from serai.v1 import referee_pb2 as pb

METHOD = "/serai.v1.RefereeService/Play"
PROPER_ANSWERS = 5


class Rogue:
    """Answers the first options, until it is time for its trick."""

    def __init__(self, trick: str) -> None:
        self.trick = trick
        self.outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.answered = 0

    def run(self) -> None:
        if self.trick == "die-at-start":
            sys.exit(f"rogue: no wish to play with {sorted(os.environ)}")
        if self.trick == "hang-at-hello":
            threading.Event().wait()
        with grpc.insecure_channel(os.environ["SERAI_REFEREE"]) as channel:
            method: Any = channel.stream_stream(METHOD)
            call = method(iter(self.outbox.get, None))
            self.say(self.hello())
            for message in call:
                self.spy(message)
                self.hear(pb.PlayResponse.FromString(message))

    def spy(self, message: bytes) -> None:
        """Write down every byte that arrives."""
        if self.trick.startswith("spy:"):
            with Path(self.trick.removeprefix("spy:")).open("ab") as book:
                book.write(message)

    def hello(self) -> pb.PlayRequest:
        token = "wrong" if self.trick == "wrong-token" else os.environ["SERAI_TOKEN"]
        protocol = 99 if self.trick == "wrong-version" else 1
        games = ["chess"] if self.trick == "other-game" else ["yspahan"]
        return pb.PlayRequest(hello=pb.Hello(token=token, protocol=protocol, games=games, max_games=8))

    def hear(self, message: pb.PlayResponse) -> None:
        for fault in message.faults:
            print("fault:", fault.text, file=sys.stderr, flush=True)
        for question in message.questions:
            self.answered += 1
            if self.answered <= PROPER_ANSWERS or self.trick.startswith(("proper", "spy:")):
                self.say(answer(question.question_id, option=self.favourite(question)))
            else:
                self.misbehave(question)

    def favourite(self, question: pb.Question) -> int:
        """The first option; a spy takes the last one, which is often to draw a card."""
        return len(question.options) - 1 if self.trick.startswith("spy:") else 0

    def misbehave(self, question: pb.Question) -> None:
        print("rogue: about to", self.trick, file=sys.stderr, flush=True)
        match self.trick:
            case "illegal-option":
                self.say(answer(question.question_id, option=len(question.options)))
            case "illegal-action":
                self.say(pb.PlayRequest(answers=[pb.Answer(question_id=question.question_id, action=absurd())]))
            case "empty-action":
                self.say(pb.PlayRequest(answers=[pb.Answer(question_id=question.question_id, action=pb.Action())]))
            case "no-choice":
                self.say(pb.PlayRequest(answers=[pb.Answer(question_id=question.question_id)]))
            case "twice":
                self.say(answer(question.question_id))
                self.say(answer(question.question_id))
            case "never-asked":
                self.say(answer(question.question_id + 7))
            case "malformed":
                self.outbox.put(b"\xff\xff\xff")
            case "oversize":
                self.say(pb.PlayRequest(hello=pb.Hello(name="x" * 300_000)))
            case "hello-again":
                self.say(self.hello())
            case "empty":
                self.say(pb.PlayRequest())
            case "bye":
                self.say(pb.PlayRequest(bye=pb.Bye()))
            case "half-close":
                self.outbox.put(None)
            case "crash":
                os._exit(7)
            case "leave":
                os._exit(0)
            case "hang":
                threading.Event().wait()

    def say(self, message: pb.PlayRequest) -> None:
        self.outbox.put(message.SerializeToString())


def answer(question_id: int, option: int = 0) -> pb.PlayRequest:
    return pb.PlayRequest(answers=[pb.Answer(question_id=question_id, option=option)])


def absurd() -> pb.Action:
    """A well-formed action that is never legal."""
    action = pb.Action()
    action.yspahan.roll.yellow_dice = 77
    return action


if __name__ == "__main__":
    Rogue(sys.argv[1]).run()
