"""PettingZoo environments (AEC) of Plyground's games.

    from plyground.pettingzoo import env

    game = env("khet")
    game.reset(seed=1)
    for agent in game.agent_iter():
        observation, reward, termination, truncation, info = game.last()
        done = termination or truncation
        game.step(None if done else game.action_space(agent).sample(observation["action_mask"]))

PettingZoo's `api_test` passes. It warns of observations that are dicts with a mask, which PettingZoo's own board games have as
well, and of agents that are not called `player_0` and `player_1`. With `env("khet", plain=True)` it has nothing to warn of: the
agents have these names, an observation is the array alone, and the mask is `infos[agent]["action_mask"]`.
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import _core


def env(
    game: str = "kalah",
    setup: str | None = None,
    rules: str | None = None,
    render_mode: str | None = None,
    *,
    plain: bool = False,
) -> Any:
    """Makes the environment of a game.

    An illegal action ends the game with a reward of -1. After an extra turn the same agent moves again. A `plain` environment has
    arrays as observations, masks in `infos`, and the agents `player_0` and `player_1`.
    """
    raw: Any = raw_env(game, setup, rules, render_mode, plain=plain)
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
    """The environment without checks. Its agents are the names of the game's sides, or numbered players if it is `plain`.

    A copy or a pickle continues the game of the original.
    """

    def __init__(
        self,
        game: str = "kalah",
        setup: str | None = None,
        rules: str | None = None,
        render_mode: str | None = None,
        *,
        plain: bool = False,
    ) -> None:
        AECEnv.__init__(self)
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode={render_mode!r}: expected None or 'ansi'")
        self.game = _core.game(game, setup, rules)
        shape = self.game.observation_shape
        if shape is None:
            raise ValueError(f"{game} has no observation: its entry lays nothing out in planes")
        self._shape = shape
        self.metadata = {"render_modes": ["ansi"], "name": f"plyground_{game}_v0", "is_parallelizable": False}
        self.render_mode = render_mode
        self.plain = plain
        self.possible_agents = ["player_0", "player_1"] if plain else list(self.game.sides)
        self.agents = list(self.possible_agents)
        actions = self.game.num_distinct_actions
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.agents}
        planes = spaces.Box(0.0, 65_535.0, shape, np.float32)
        mask = spaces.Box(0, 1, (actions,), np.int8)
        self.observation_spaces: dict[str, Any] = {
            agent: planes if plain else spaces.Dict({"observation": planes, "action_mask": mask}) for agent in self.agents
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
        self._select()

    def _select(self) -> None:
        """Selects the agent to move; the infos of a plain environment get the masks of its position."""
        self.agent_selection = self.possible_agents[self.game.sides.index(self.state_now.side_to_move)]
        masks = {agent: {"action_mask": self._mask(agent)} if self.plain else {} for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = masks

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
        self._cumulative_rewards[agent] = 0.0
        over = self.state_now.is_terminal()
        self.rewards = dict(zip(self.possible_agents, self.state_now.returns(), strict=True))
        self.terminations = dict.fromkeys(self.agents, over)
        too_long = not over and self.state_now.move_number() >= self.game.max_game_length
        self.truncations = dict.fromkeys(self.agents, too_long)
        self._select()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Returns the board as text, in the render mode `ansi`."""
        return self.state_now.board if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing, as the environment holds no resources."""
