"""Three hosts: arena and Redis, a worker, and authors whose bots come in over TLS with tokens.

They meet hosted bots in a round-robin. Meanwhile the authors' cable is cut for five seconds and healed, a worker is
killed, and the arena is killed and started again. In the end all games must be on record, nobody retired.
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from chaos import processes
from chaos.hosts import Host, HostApart, build_network, go_apart, why_not_apart
from chaos.parts import server_line
from chaos.processes import Process, children
from chaos.results import SERAI, unproved
from chaos.service import Service
from chaos.tournament import write_bot

ROOT = Path(__file__).resolve().parent.parent
EVENT = "open"
CUT_SECONDS = 5.0
_INSIDE = "--inside"
_ARENA_PORT, _REDIS_PORT = 7470, 6379
_TICK_SECONDS = 0.05
_PATIENCE = 240.0  # seconds that anything may take
_STOP_SECONDS = 20.0
_LAST_LINES = 12  # of what a command said, that are shown when something is wrong
# Authors' bots: the language, the program that it needs, and the folder; the first one thinks, so that games last.
_AUTHORS = (("python", "python3", ""), ("c", "cc", "c/c-random"), ("awk", "awk", "awk/awk-random"))


class Stuck(Exception):
    """Something did not happen in time; the message says what."""


class Event:
    """The three hosts, what runs on them, and what was seen."""

    def __init__(self, folder: Path, blocks: int) -> None:
        self.counts: Counter[str] = Counter()
        self._folder = folder
        self._blocks = blocks
        names = ("arena", "worker", "authors")
        self.arena, self.worker, self.authors = (
            HostApart(name, folder, number) for number, name in enumerate(names, 1)
        )
        password = secrets.token_hex(16)
        self.redis_url = f"redis://:{password}@{self.arena.address}:{_REDIS_PORT}/0"
        self._address = f"{self.arena.address}:{_ARENA_PORT}"
        self._services: list[Service] = []
        self._redis = server_line(self.arena, password, _REDIS_PORT)
        self.languages = [language for language, program, _ in _AUTHORS if shutil.which(program)]

    # Commands

    def _say(self, *words: str) -> Any:
        """Run a command on the arena's host and return its JSON."""
        line = self.arena.line([*SERAI, *words, "--json"])
        environment = self.arena.environment(self.redis_url)
        done = subprocess.run(line, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise Stuck(f"serai {' '.join(words)}: {done.stderr.strip()}")
        return json.loads(done.stdout)

    def _service(self, name: str, host: Host, command: list[str], redis_url: str | None, once: bool = False) -> Service:
        log = self._folder / f"{name}.log"
        service = Service(name, host, [command], redis_url, log, once)
        self._services.append(service)
        return service

    def _until(self, what: str, holds: Callable[[], Any]) -> None:
        """Keep everything running until something holds; Stuck if that takes too long."""
        print(f"three-hosts: until {what}", file=sys.stderr, flush=True)
        deadline = time.monotonic() + _PATIENCE
        while not holds():
            if time.monotonic() > deadline:
                raise Stuck(f"in vain: {what}")
            self._tick()

    def _tick(self) -> None:
        for service in self._services:
            service.tick(time.monotonic())
        time.sleep(_TICK_SECONDS)

    # The event

    def play(self) -> None:
        """Play it from an empty server to the last game."""
        self._open()
        self._let_authors_in()
        run = self._service(
            "run", self.arena, [*SERAI, "tournament", "run", EVENT, "--workers", "0"], self.redis_url, True
        )
        self._until("a game of a remote bot begins", lambda: self._lines(" begins:"))
        self._cut()
        self._until("a game is on record", self._recorded)
        self._kill_worker()
        before = self._recorded()
        self._until("games go on after a worker was killed", lambda: self._recorded() > before or run.finished)
        self._restart_arena()
        self._until("the tournament ends", lambda: run.finished)
        self.counts["connections of remote bots"] = self._lines("connected; waiting for games")
        self.counts["games told again"] = self._lines(" goes on:")

    def _open(self) -> None:
        redis = self._service("redis", self.arena, self._redis, None)
        self._until("Redis runs", lambda: redis.is_running and self._answers())
        serve = ["serve", "--listen", f"0.0.0.0:{_ARENA_PORT}", "--tls", "auto", "--name", self.arena.address]
        self._arena_service = self._service(
            "serve", self.arena, [*SERAI, *serve, "--dialled", self._address], self.redis_url
        )
        self._worker_service = self._service(
            "worker", self.worker, [*SERAI, "worker", "-n", "2", "--json"], self.redis_url
        )
        self._until("the arena serves", lambda: self._log("serve").count("serving on"))

    def _answers(self) -> bool:
        with suppress(Stuck):
            self._say("workers")
            return True
        return False

    def _let_authors_in(self) -> None:
        self._say("owner", "add", "anna")
        trusted = self.authors.home / "arena.crt"
        shutil.copy(self.arena.home / "arena" / "tls.crt", trusted)
        entered = []
        for language, program, folder in _AUTHORS:
            if shutil.which(program) is None:
                continue
            name = f"far-{language}"
            self._say("bot", "remote", name, "--games", "yspahan")
            token = self._say("token", "create", "anna", "--bot", name)["token"]
            bot = ROOT / "sample_bots" / folder if folder else write_bot(self._folder / "bots", "brooder")
            line = [*SERAI, "bot", "connect", str(bot), "--arena", self._address, "--trust", str(trusted)]
            self._service(name, self.authors, ["env", f"SERAI_TOKEN={token}", *line], None)
            entered += ["--bot", name]
        terms = ["--seats", "2", "--option", "two_players=on", "--blocks", str(self._blocks), "--time", "600+5/600"]
        hosted = ["--bot", "greedy", "--bot", "random"]
        self._say("tournament", "create", EVENT, "--game", "yspahan", *entered, *hosted, *terms)
        self._until("all authors are connected", lambda: len(self._say("status")["bots"]) == len(self.languages))

    # What goes wrong

    def _cut(self) -> None:
        self.authors.cut()
        self.counts["cuts of the authors' cable"] += 1
        healed = time.monotonic() + CUT_SECONDS
        while time.monotonic() < healed:
            self._tick()
        self.authors.heal()

    def _kill_worker(self) -> None:
        self._until("a worker plays", self._busy_workers)
        for worker in self._busy_workers()[:1]:
            os.kill(worker.pid, signal.SIGKILL)
            self.counts["workers killed"] += 1

    def _busy_workers(self) -> list[Process]:
        """Return the workers that have a job now."""
        playing = {row["name"].split(".")[-2] for row in self._say("status")["workers"] if row["tournament"]}
        main = self._main(self._worker_service)
        return [child for child in children(processes.ours(self._folder), main.pid) if str(child.inner) in playing]

    def _restart_arena(self) -> None:
        self._arena_service.expect_death()
        os.kill(self._main(self._arena_service).pid, signal.SIGKILL)
        self.counts["arenas killed"] += 1
        self._until(
            "the arena is back", lambda: self._arena_service.starts == 2 and self._log("serve").count("serving on")
        )

    def _main(self, service: Service) -> Process:
        found = service.main(processes.ours(self._folder))
        if found is None:
            raise Stuck(f"{service.name} does not run: {service.last_line()}")
        return found

    # What can be seen

    def _recorded(self) -> int:
        return int(self._say("tournament", "show", EVENT)["played"])

    def _log(self, name: str) -> str:
        file = self._folder / f"{name}.log"
        return file.read_text(errors="replace") if file.exists() else ""

    def _lines(self, text: str) -> int:
        """Return in how many lines the authors were told this."""
        return sum(self._log(f"far-{language}").count(text) for language in self.languages)

    def judge(self) -> list[str]:
        """Return what is wrong with what came out; nothing if all is as it must be."""
        shown = self._say("tournament", "show", EVENT)
        facts = self._say("tournament", "games", EVENT)
        self.counts["games"] = len(facts)
        self.counts["games of remote bots"] = sum(any(_is_far(seat) for seat in fact["seats"]) for fact in facts)
        wrong = [f"{shown['games'] - len(facts)} games are missing"] if len(facts) != shown["games"] else []
        retired = Counter(
            f"{seat['bot']}: {seat['cause']}" for fact in facts for seat in fact["seats"] if seat["cause"]
        )
        wrong += [f"retired {count} times, {who}" for who, count in retired.items()]
        return wrong + unproved(self.arena, self.redis_url)

    def tell(self) -> None:
        """Print how everything stands, and what the commands said last."""
        with suppress(Stuck):
            print(json.dumps(self._say("status"), indent=1), file=sys.stderr)
        for service in self._services:
            last = self._log(service.name).splitlines()[-_LAST_LINES:]
            print("\n".join([f"{service.name}:", *(f"  {line}" for line in last)]), file=sys.stderr, flush=True)

    def close(self) -> None:
        """Stop everything, authors first and Redis last."""
        for service in reversed(self._services):
            service.stop(processes.ours(self._folder), _STOP_SECONDS)


def _is_far(seat: dict[str, Any]) -> bool:
    return str(seat["bot"]).startswith("far-")


def run(blocks: int) -> dict[str, Any]:
    """Play the event and return its counts and what was wrong."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="chaos-") as folder:
        build_network()
        event = Event(Path(folder), blocks)
        try:
            event.play()
            problems = event.judge()
        except Stuck as stuck:
            problems = [str(stuck)]
            event.tell()
        finally:
            event.close()
    seconds = round(time.monotonic() - began, 1)
    return {"languages": event.languages, "counts": dict(event.counts), "seconds": seconds, "problems": problems}


def main() -> None:
    parser = argparse.ArgumentParser(prog="./dev three-hosts", description=__doc__)
    parser.add_argument("--blocks", type=int, default=3, metavar="N", help="of each line-up [3]")
    parser.add_argument("--json", action="store_true")
    parser.add_argument(_INSIDE, action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if not given.inside:
        reason = why_not_apart()
        if reason is not None:
            sys.exit(f"three-hosts: no namespaces here: {reason}")
        go_apart([*sys.argv[1:], _INSIDE], "chaos.three_hosts")
    found = run(given.blocks)
    print(json.dumps(found) if given.json else _text(found))
    sys.exit(1 if found["problems"] else 0)


def _text(found: dict[str, Any]) -> str:
    counts = [f"{count:6}  {what}" for what, count in found["counts"].items()]
    verdict = [f"WRONG: {problem}" for problem in found["problems"]] or [
        "All games are on record, and nobody was retired."
    ]
    return "\n".join([f"authors in {', '.join(found['languages'])}, {found['seconds']} s", *counts, *verdict])


if __name__ == "__main__":
    main()
