"""What can be asked of a simulator. Worlds are kept under handles until they are freed.

Every call takes its arguments by name and returns what it found by name; both forms, gRPC and lines of JSON, turn
theirs into these. A call that fails raises BadCall and has changed nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from serai.sim import IllegalAction, Outcome, UnreadableState, World
from serai.simulator.policies import POLICIES, Greedy, judge_of

MOST_CALLS = 1000  # at once
MOST_WORLDS = 10_000  # kept at once
MOST_ROLLOUTS = 10_000  # of one call

Arguments = dict[str, Any]
Found = dict[str, Any]


class BadCall(Exception):
    """A call that cannot be done; the message says why."""


class Simulator:
    """Keeps the worlds of one caller, and answers its calls."""

    def __init__(self) -> None:
        self._worlds: dict[int, World] = {}
        self._last = 0
        self._calls: dict[str, Callable[[Arguments], Found]] = {
            "load": self._load,
            "start": self._start,
            "clone": lambda given: self._keep(self._world(given).clone()),
            "redeal": lambda given: self._keep(self._world(given).redeal(_number(given, "seed", 0))),
            "play": self._play,
            "options": self._options,
            "view": lambda given: {"view": self._world(given).view(_number(given, "seat", None))},
            "score": lambda given: {"score": self._world(given).score()},
            "rollout": self._rollout,
            "save": lambda given: {"data": self._world(given).save()},
            "free": self._free,
            "advice": self._advice,
        }

    @property
    def names(self) -> str:
        """All calls there are."""
        return ", ".join(self._calls)

    def call(self, name: str, given: Arguments) -> Found:
        """Do one call and return what it found; BadCall if it cannot be done."""
        if name not in self._calls:
            raise BadCall(f"there is no call {name[:40]!r}; there are {self.names}")
        try:
            return self._calls[name](given)
        except (IllegalAction, UnreadableState, ValueError) as error:
            raise BadCall(str(error)) from None
        except BadCall:
            raise
        except Exception as error:  # a world that was made by hand may be none that the rules can go on from
            raise BadCall(f"no game can come to this position ({type(error).__name__})") from None

    # Worlds

    def _load(self, given: Arguments) -> Found:
        data = given.get("world")
        if not isinstance(data, bytes):
            raise BadCall("load takes a world: the bytes that came with a question")
        return self._keep(World.load(data, _number(given, "seat", None)))

    def _start(self, given: Arguments) -> Found:
        options = given.get("options", {})
        if not isinstance(options, dict) or not all(isinstance(value, str) for value in options.values()):
            raise BadCall("options are an object of texts")
        seats, seed = _number(given, "seats", 2), _number(given, "seed", 0)
        return self._keep(World.start(str(given.get("game")), seats, seed, options, _number(given, "seat", None)))

    def _free(self, given: Arguments) -> Found:
        handles = given.get("worlds")
        if not isinstance(handles, list):
            raise BadCall("free takes worlds: a list of handles")
        found = {handle for handle in handles if isinstance(handle, int) and handle in self._worlds}
        for handle in found:
            del self._worlds[handle]
        return {"freed": len(found), "kept": len(self._worlds)}

    def _keep(self, world: World) -> Found:
        if len(self._worlds) >= MOST_WORLDS:
            raise BadCall(f"{MOST_WORLDS} worlds are kept already; free those that are no longer needed")
        self._last += 1
        self._worlds[self._last] = world
        return {"world": self._last}

    def _world(self, given: Arguments) -> World:
        handle = given.get("world")
        if type(handle) is not int or handle not in self._worlds:
            raise BadCall(f"there is no world {handle!r:.20}: it was never made, or has been freed")
        return self._worlds[handle]

    # What happens in them

    def _options(self, given: Arguments) -> Found:
        world = self._world(given)
        found = world.options(_number(given, "seat", None))
        return {"options": list(map(world.message if given.get("messages") else world.say, found))}

    def _play(self, given: Arguments) -> Found:
        """Answer in a copy, which takes the world's place if all of it is allowed."""
        world = self._world(given).clone()
        _answer(world, _choices(given, "play"), _number(given, "seat", None))
        self._worlds[given["world"]] = world
        return {"waiting": list(world.waiting), "over": world.over}

    def _rollout(self, given: Arguments) -> Found:
        n, depth, seed = _number(given, "n", 1), _number(given, "depth", None), _number(given, "seed", 0)
        turns = _number(given, "turns", None)
        if not 1 <= n <= MOST_ROLLOUTS:
            raise BadCall(f"n is 1 to {MOST_ROLLOUTS}")
        world, redeals = self._world(given), given.get("redeals", True) is not False
        policy, judge = _policy(given, world), judge_of(world) if given.get("judged") is True else None
        until = None if turns is None else world.turn + turns
        if "choices" not in given:
            return {"outcomes": world.rollout(policy, n, depth, seed, redeals, until, judge)}
        choices, seat = _choices(given, "rollout"), _number(given, "seat", None)
        outcomes: list[Outcome] = []
        for one in range(seed, seed + n):
            trial = world.redeal(one) if redeals else world.clone()
            _answer(trial, choices, seat)
            outcomes += trial.rollout(policy, 1, depth, one, False, until, judge)
        return {"outcomes": outcomes}

    def _advice(self, given: Arguments) -> Found:
        """What a policy would answer for a seat, as a place among its options if it is there."""
        world, seat = self._world(given), _number(given, "seat", None)
        asked = world.waiting
        if seat is None and asked:
            seat = asked[0]
        if seat not in asked:
            raise BadCall("nobody is asked: the game is over" if not asked else f"seat {seat} is not asked now")
        options, policy = world.options(seat), _policy(given, world)
        if policy is None:
            drawn = Random(_number(given, "seed", 0)).randrange(len(options))
            return {"choice": drawn, "words": world.say(options[drawn])}
        choice = policy(world, seat)
        if isinstance(choice, int):
            choice = options[choice]
        place = options.index(choice) if choice in options else None
        return {"choice": place, "words": world.say(choice), "gains": policy.gains(world, seat)}


def _policy(given: Arguments, world: World) -> Greedy | None:
    named = given.get("policy", "random")
    if not isinstance(named, str) or named not in POLICIES:
        raise BadCall(f"the policy is {' or '.join(POLICIES)}")
    return POLICIES[named](world)


def _answer(world: World, choices: Sequence[int], seat: int | None) -> None:
    """Answer for whoever is asked first, one after the other, or once for the seat that is named."""
    if seat is not None and len(choices) != 1:
        raise BadCall("one choice for a seat that is named")
    for choice in choices:
        world.play(choice, seat)


def _choices(given: Arguments, name: str) -> list[int]:
    choices = given.get("choices", [given.get("choice")])
    if not isinstance(choices, list) or any(type(choice) is not int for choice in choices):
        raise BadCall(f"{name} takes choices: the places of options, from 0")
    return choices


def _number(given: Arguments, name: str, default: int | None) -> Any:
    value = given.get(name, default)
    if value is not default and (type(value) is not int or not 0 <= value < 1 << 53):
        raise BadCall(f"{name} is a whole number from 0")
    return value
