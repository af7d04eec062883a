"""A bot that misbehaves in the way its first argument names, over plain gRPC; most play properly until then."""

from __future__ import annotations

import os
import queue
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import grpc
from google.protobuf.unknown_fields import UnknownFieldSet

from serai.v1 import referee_pb2 as pb

METHOD = "/serai.v1.RefereeService/Play"
PROPER_ANSWERS = 5
LATE = 7.0
MEGABYTE = "too much to say\n" * 65_536
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
# What is wrong with these shows in something else than their answers.
PROPER = (
    *("proper", "spy", "seer", "nameless", "loud", "tells-token", "clingy", "bad-exit", "parent", "reader", "writer"),
    *("chatty", "strict", "many-streams", "claims-cheops", "short-ids", "hungry"),
)


class BrokenBot:
    """Answers the first options, until it is time for what it is kept for."""

    def __init__(self, kind: str) -> None:
        self.kind, _, self.argument = kind.partition(":")
        self.outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.answered = 0
        self.first_id = 0
        self.method: Any = None
        self.call: Any = None

    def run(self) -> None:
        before_dialling(self.kind)
        with grpc.insecure_channel(os.environ["SERAI_REFEREE"]) as channel:
            self.method = channel.stream_stream(METHOD)
            self.call = self.method(iter(self.outbox.get, None))
            self.greet()
            self.converse()
        after_the_stream(self.kind)

    def converse(self) -> None:
        try:
            for message in self.call:
                self.spy(message)
                self.hear(pb.PlayResponse.FromString(message))
        except grpc.RpcError:
            if self.kind == "gigantic":
                os._exit(8)
            raise

    def greet(self) -> None:
        if self.kind == "silent-stream":
            forever()
        self.say(answer(1) if self.kind == "speaks-first" else self.hello())
        if self.kind == "tells-token":
            print("hello with", os.environ["SERAI_TOKEN"], flush=True)

    def hello(self) -> pb.PlayRequest:
        token = "wrong" if self.kind == "wrong-token" else os.environ["SERAI_TOKEN"]
        protocol = 99 if self.kind == "wrong-version" else 1
        games = ["chess"] if self.kind == "other-game" else ["yspahan", "cheops"]
        name = "" if self.kind == "nameless" else "broken bot"
        many = 32 if self.kind == "chatty" else 8
        hello = pb.Hello(token=token, protocol=protocol, name=name, games=games, max_games=many)
        hello.worlds = self.kind == "seer"
        return pb.PlayRequest(hello=hello)

    def spy(self, message: bytes) -> None:
        """Write down every byte that arrives."""
        if self.kind in ("spy", "seer"):
            with Path(self.argument).open("ab") as book:
                book.write(message)

    def hear(self, message: pb.PlayResponse) -> None:
        for fault in message.faults:
            print("fault:", fault.text, file=sys.stderr, flush=True)
        if self.kind == "many-streams" and message.HasField("welcome"):
            threading.Thread(target=self.storm, daemon=True).start()
        if self.kind == "strict" and any(len(UnknownFieldSet(question)) for question in message.questions):
            sys.exit("broken bot: what is this field?")
        if self.kind == "claims-cheops" and any(started.game == "cheops" for started in message.games_started):
            sys.exit("broken bot: how is cheops played?")
        if self.kind in PROPER:
            self.answer_properly(message.questions)
        else:
            for question in message.questions:
                self.answer_for_a_while(question)

    def answer_properly(self, questions: Any) -> None:
        answers = [pb.Answer(question_id=self.id_of(asked), option=self.favourite(asked)) for asked in questions]
        if self.kind == "chatty":
            for given in answers:
                self.say(pb.PlayRequest(answers=[given]))
        elif answers:
            self.say(pb.PlayRequest(answers=answers))

    def id_of(self, question: pb.Question) -> int:
        return question.question_id & 0xFFFFFFFF if self.kind == "short-ids" else question.question_id

    def favourite(self, question: pb.Question) -> int:
        """The first option; a spy takes the last one, which is often to draw a card."""
        return len(question.options) - 1 if self.kind == "spy" else 0

    def answer_for_a_while(self, question: pb.Question) -> None:
        self.answered += 1
        self.first_id = self.first_id or question.question_id
        if self.answered <= PROPER_ANSWERS:
            self.say(answer(question.question_id))
        else:
            print("broken bot: about to", self.kind, file=sys.stderr, flush=True)
            self.misbehave(question)

    def misbehave(self, question: pb.Question) -> None:
        number = question.question_id
        match self.kind:
            case "illegal-option":
                self.say(answer(number, option=len(question.options)))
            case "illegal-action":
                self.say(pb.PlayRequest(answers=[pb.Answer(question_id=number, action=absurd())]))
            case "foreign-action":
                self.say(pb.PlayRequest(answers=[pb.Answer(question_id=number, action=foreign())]))
            case "empty-action":
                self.say(pb.PlayRequest(answers=[pb.Answer(question_id=number, action=pb.Action())]))
            case "no-choice":
                self.say(pb.PlayRequest(answers=[pb.Answer(question_id=number)]))
            case "twice":
                self.say(answer(number))
                self.say(answer(number))
            case "old-question":
                self.say(answer(self.first_id))
            case "never-asked":
                self.say(answer(number + 7))
            case "malformed":
                self.outbox.put(b"\xff\xff\xff")
            case "oversize":
                self.say(pb.PlayRequest(hello=pb.Hello(name="x" * 300_000)))
            case "gigantic":
                self.say(pb.PlayRequest(hello=pb.Hello(name="x" * 5_000_000)))
            case "hello-again":
                self.say(self.hello())
            case "empty":
                self.say(pb.PlayRequest())
            case _:
                self.leave_or_stay(number)

    def leave_or_stay(self, number: int) -> None:
        match self.kind:
            case "bye":
                self.say(pb.PlayRequest(bye=pb.Bye()))
            case "half-close":
                self.outbox.put(None)
            case "crash":
                os._exit(7)
            case "leave":
                os._exit(0)
            case "hang":
                forever()
            case "late":
                time.sleep(LATE)
                self.say(answer(number))
            case "flood":
                while True:
                    self.say(answer(number))
                    wait_until_sent(self.outbox)
            case "flood-of-nothing":
                while True:
                    self.say(pb.PlayRequest())
                    wait_until_sent(self.outbox)
            case "storm":
                self.call.cancel()
                self.storm()

    def storm(self) -> None:
        """Dial again and again with a token that has been used."""
        while True:
            try:
                list(self.method(iter([self.hello().SerializeToString()])))
            except grpc.RpcError:
                time.sleep(0.005)

    def say(self, message: pb.PlayRequest) -> None:
        self.outbox.put(message.SerializeToString())


def before_dialling(kind: str) -> None:
    match kind:
        case "die-at-start":
            sys.exit(f"broken bot: no wish to play with {sorted(os.environ)}")
        case "hungry" if "SERAI_FOOD" not in os.environ:
            sys.exit("broken bot: there is no SERAI_FOOD")
        case "hang-at-hello":
            forever()
        case "drip":
            drip()
        case "parent":
            subprocess.Popen([sys.executable, "-c", "import threading; threading.Event().wait()"])
        case "reader":
            print("on standard input:", sys.stdin.readline(), flush=True)
        case "writer":
            Path(f"diary-{os.getpid()}").write_text("dear diary")
        case "loud":
            for _ in range(3):
                print(MEGABYTE, file=sys.stderr, flush=True)


def after_the_stream(kind: str) -> None:
    if kind == "clingy":
        forever()
    if kind == "bad-exit":
        sys.exit(5)


def drip() -> None:
    """Open a connection and send its first bytes so slowly that it never gets anywhere."""
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(os.environ["SERAI_REFEREE"].removeprefix("unix:"))
        for byte in PREFACE:
            line.send(bytes([byte]))
            time.sleep(1)
    forever()


def forever() -> None:
    threading.Event().wait()


def wait_until_sent(outbox: queue.SimpleQueue[bytes | None]) -> None:
    """A flood fills the line, not the memory of the one who makes it."""
    while outbox.qsize() > 100:
        time.sleep(0.001)


def answer(question_id: int, option: int = 0) -> pb.PlayRequest:
    return pb.PlayRequest(answers=[pb.Answer(question_id=question_id, option=option)])


def absurd() -> pb.Action:
    """A well-formed action that is never legal."""
    action = pb.Action()
    action.yspahan.roll.yellow_dice = 77
    return action


def foreign() -> pb.Action:
    """An action of a game that is not played."""
    action = pb.Action()
    action.cheops.SetInParent()
    return action


if __name__ == "__main__":
    BrokenBot(sys.argv[1]).run()
