"""PettingZoo environments (AEC) of Plyground's games.

    from plyground.pettingzoo import env

    game = env("khet")
    game.reset(seed=1)
    for agent in game.agent_iter():
        observation, reward, termination, truncation, info = game.last()
        done = termination or truncation
        game.step(None if done else game.action_space(agent).sample(info["action_mask"]))

PettingZoo's tests pass, and have nothing to warn of. With `env("khet", plain=False)` an observation is a dict of the array and the
mask, as PettingZoo's own board games have it, and of which `api_test` warns.
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import _core
from ._own import GameLike, made, observation_shape
from ._picture import MODES, check_mode, render
from .gymnasium import _planes


def env(
    game: GameLike = "kalah",
    setup: str | None = None,
    rules: str | None = None,
    render_mode: str | None = None,
    *,
    plain: bool = True,
    max_cycles: int | None = None,
) -> Any:
    """Makes the environment of a game: a name, a `Game`, or a class derived from `PythonGame` that has an `observation_shape`.

    The agents are `player_0`, the first side, and `player_1`. An illegal action ends the game with a reward of -1. After an extra
    turn the same agent moves again. A `plain` environment has arrays as observations, and masks in `infos`; the observations of
    another one are dicts with both. `max_cycles` truncates a game after as many moves of each agent.
    """
    raw: Any = raw_env(game, setup, rules, render_mode, plain=plain, max_cycles=max_cycles)
    raw = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    raw = wrappers.AssertOutOfBoundsWrapper(raw)
    return _Checked(raw)


class _Checked(wrappers.OrderEnforcingWrapper):  # type: ignore[misc]
    """The outermost wrapper. A copy has a game of its own."""

    def __copy__(self) -> _Checked:
        return copy.deepcopy(self)

    def __str__(self) -> str:
        return str(self.env)


class raw_env(AECEnv):  # type: ignore[misc]
    """The environment without checks. A copy or a pickle continues the game of the original."""

    def __init__(
        self,
        game: GameLike = "kalah",
        setup: str | None = None,
        rules: str | None = None,
        render_mode: str | None = None,
        *,
        plain: bool = True,
        max_cycles: int | None = None,
    ) -> None:
        AECEnv.__init__(self)
        self.render_mode = check_mode(render_mode)
        self.game = made(game, setup, rules)
        self._shape = observation_shape(self.game)
        self.metadata = {"render_modes": MODES, "render_fps": 1, "name": f"plyground_{self.game.name}_v0", "is_parallelizable": False}
        self.plain = plain
        self.max_cycles = None if max_cycles is None else _core.integer("max_cycles", max_cycles, 1, 1 << 31)
        self.possible_agents = ["player_0", "player_1"]
        self.agents = list(self.possible_agents)
        actions = self.game.num_distinct_actions
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.agents}
        seen = _planes(self.game)
        mask = spaces.Box(0, 1, (actions,), np.int8)
        self.observation_spaces: dict[str, Any] = {
            agent: seen if plain else spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.agents
        }
        self.state_now = self.game.new_initial_state()

    def __copy__(self) -> raw_env:
        return copy.deepcopy(self)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a new game, from the position `options["state"]` if there is one. Nothing is random, so `seed` has no effect."""
        text = (options or {}).get("state")
        self.state_now = self.game.new_initial_state() if text is None else self.game.state(text)
        if self.state_now.observation_shape != self._shape:
            found = self.state_now.observation_shape
            raise ValueError(f"`{text}` has observations of {found}, expected {self._shape}")
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.state_now.is_terminal())
        self.truncations = dict.fromkeys(self.agents, False)
        self._moves = [0, 0]
        self._select()

    def _select(self) -> None:
        """Selects the agent to move; the infos of a plain environment get the masks of its position."""
        self.agent_selection = self.possible_agents[self._side()]
        masks = {agent: {"action_mask": self._mask(agent)} if self.plain else {} for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = masks

    def _side(self) -> int:
        """Returns the side to move, or that would move next in a finished game."""
        return self.game.sides.index(self.state_now.side_to_move)

    def _mask(self, agent: str) -> Any:
        """Returns the mask of the legal actions of an agent, which is empty out of turn."""
        if agent == self.agent_selection:
            return np.array(self.state_now.legal_actions_mask(), np.int8)
        return np.zeros(self.game.num_distinct_actions, np.int8)

    def observe(self, agent: str) -> Any:
        """Returns the planes as an agent sees them, and unless the environment is plain, the mask of its legal actions."""
        side = self.game.sides[self.possible_agents.index(agent)]
        tensor = np.array(self.state_now.observation_tensor(side), np.float32).reshape(self._shape)
        return tensor if self.plain else {"observation": tensor, "action_mask": self._mask(agent)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("action None: the game goes on, expected a number")
        self.state_now.apply_action(action)
        self._moves[self.possible_agents.index(agent)] += 1
        self._cumulative_rewards[agent] = 0.0
        over = self.state_now.is_terminal()
        self.rewards = dict(zip(self.possible_agents, self.state_now.returns(), strict=True))
        self.terminations = dict.fromkeys(self.agents, over)
        too_long = self.state_now.move_number() >= self.game.max_game_length
        too_long = not over and (too_long or (self.max_cycles is not None and min(self._moves) >= self.max_cycles))
        self.truncations = dict.fromkeys(self.agents, too_long)
        self._select()
        self._accumulate_rewards()

    def render(self) -> Any:
        """Returns the board as text or as pixels, or prints it, as the render mode says."""
        return render(self.state_now, self.render_mode)

    def close(self) -> None:
        """Does nothing, as the environment holds no resources."""
