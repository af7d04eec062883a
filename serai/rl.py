"""Games to learn from: an environment of PettingZoo, and many games at once. It needs `pip install serai[rl]`.

import serai

env = serai.env("yspahan", seats=3)
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    action = None if termination else env.action_space(agent).sample(observation["action_mask"])
    env.step(action)

An action is the place of an option. `observation` is the seat's view and `options` has a row for each option, both as
serai.arrays writes them; `action_mask` says which options there are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from serai.arrays import Vector
from serai.sim import World
from serai.table_arrays import arrays_of, rewards

Observation = dict[str, Any]
SEEDS = 2**31


def env(game: str, seats: int, options: Mapping[str, str] | None = None, render_mode: str | None = None) -> Env:
    """Return a game as an environment of PettingZoo; ValueError says what does not fit."""
    return Env(game, seats, options, render_mode)


class Env(AECEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo ships no types
    """One game after the other. Agents are called seat_0, seat_1, ...; rewards from -1 to 1 come at the end."""

    def __init__(
        self, game: str, seats: int, options: Mapping[str, str] | None = None, render_mode: str | None = None
    ) -> None:
        """`options` are those of the game: {"two_players": "on"}. ValueError says what does not fit."""
        super().__init__()
        self._start = (game, seats, dict(options or {}))
        self.world = World.start(game, seats, 0, self._start[2])
        self.metadata = {
            "name": f"serai_{game}_v{self.world.epoch}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self._arrays = arrays_of(game)
        self._seeds = np.random.default_rng()
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents = self.possible_agents[:]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observed = {agent: self._observation_space() for agent in self.possible_agents}
        self._chosen: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(self._arrays.most) for agent in self.possible_agents
        }

    def _observation_space(self) -> spaces.Space[Any]:
        made = self._arrays
        return spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (made.view.size,), np.float32),
                "options": spaces.Box(-np.inf, np.inf, (made.most, made.action.size), np.float32),
                "action_mask": spaces.Box(0, 1, (made.most,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observed[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._chosen[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. The same seed gives the same deals, now and in the games after it."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        game, seats, chosen = self._start
        self.world = World.start(game, seats, int(self._seeds.integers(SEEDS)), chosen)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._asked()

    def _asked(self) -> str:
        return self.possible_agents[self.world.waiting[0]]

    def observe(self, agent: str) -> Observation:
        """Return what a seat sees. One that is not asked has no options; its mask is 0 everywhere."""
        asked = self._arrays.asked(self.world, self._seat[agent])
        return {"observation": asked.view, "options": asked.options, "action_mask": asked.mask}

    def step(self, action: int | None) -> None:
        """Answer for the seat that is asked; IllegalAction where there is no such option."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "only seats of a game that is over answer with None"
        self.world.play(int(action), self._seat[agent])
        self._cumulative_rewards[agent] = 0.0
        if self.world.over:
            self.rewards = dict(zip(self.possible_agents, rewards(self.world), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self._asked()
        self._accumulate_rewards()

    def render(self) -> str:
        """Return the points of all seats, in words."""
        return " ".join(map(str, self.world.score().points))

    def close(self) -> None:
        """Nothing is open."""


@dataclass(frozen=True, slots=True)
class Batch:
    """The questions of many games, a row for each: whose seat is asked, its view, its options and their mask."""

    seats: NDArray[np.int64]
    views: Vector
    options: Vector
    masks: NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Finished:
    """A game of a batch that is over: its row, the points, and the reward of each seat."""

    row: int
    points: Sequence[int]
    rewards: Sequence[float]


class SelfPlay:
    """Many games at once, for one program that plays all seats: one call answers in all of them.

    A game that is over makes place for a new one in the same row. The games of a process share its core; for more
    cores start more of them, with other seeds.
    """

    def __init__(self, game: str, seats: int, games: int, seed: int, options: Mapping[str, str] | None = None) -> None:
        self._start = (game, seats, dict(options or {}))
        self._arrays = arrays_of(game)
        self._seeds = np.random.default_rng(seed)
        self.worlds = [self._new() for _ in range(games)]

    def _new(self) -> World:
        game, seats, chosen = self._start
        return World.start(game, seats, int(self._seeds.integers(SEEDS)), chosen)

    def questions(self) -> Batch:
        """Return what is asked in every game now."""
        seats = [world.waiting[0] for world in self.worlds]
        asked = [self._arrays.asked(world, seat) for world, seat in zip(self.worlds, seats, strict=True)]
        return Batch(
            np.array(seats),
            np.stack([each.view for each in asked]),
            np.stack([each.options for each in asked]),
            np.stack([each.mask for each in asked]),
        )

    def answer(self, actions: Sequence[int] | NDArray[np.int64]) -> list[Finished]:
        """Answer in every game, by the place of an option; return those that are over: new ones are in their rows."""
        finished = []
        for row, (world, action) in enumerate(zip(self.worlds, actions, strict=True)):
            world.play(int(action), world.waiting[0])
            if world.over:
                finished.append(Finished(row, world.score().points, rewards(world)))
                self.worlds[row] = self._new()
        return finished
