"""Gymnasium environments of Plyground's games: the learner has one side, and an agent the other.

    import gymnasium
    import plyground.gymnasium

    env = gymnasium.make("plyground/Kalah-v0", opponent="best:nodes=1000")

`info["action_mask"]` marks the legal actions. An illegal action loses the game, with the reason in `info["illegal"]`. A number
that is no action is a `ValueError`.
"""

from __future__ import annotations

import copy
import random
import re
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from . import _core


class GameEnv(gymnasium.Env[Any, Any]):
    """A game against `opponent`, an agent spec such as "best:nodes=1000".

    The learner has `side` 0 or 1; with `None`, the seed of each game decides. Observations are float32 arrays of the shape
    `game.observation_shape`, as seen by the learner. The reward is 1 for a win, -1 for a loss, else 0.

    The opponent is made again for each move, with a seed drawn from the game's seed and the move number. So a copy or a
    pickle continues exactly as the original does. An `engine:` is started once.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str = "kalah",
        setup: str | None = None,
        rules: str | None = None,
        opponent: str = "random",
        side: int | None = 0,
        render_mode: str | None = None,
    ) -> None:
        self.game = _core.game(game, setup, rules)
        side = None if side is None else _core.integer("side", side, 0, 1)
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode={render_mode!r}: expected None or 'ansi'")
        shape = self.game.observation_shape
        if shape is None:
            raise ValueError(f"{game} has no observation: its entry lays nothing out in planes")
        self._shape = shape
        self._opponent = opponent
        self._chosen = side
        self.side = side or 0
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(self.game.num_distinct_actions)
        self.observation_space = spaces.Box(0.0, 65_535.0, shape, np.float32)
        # An opponent that cannot be made is reported here. An engine is started only once.
        agent = _core.Agent(self.game, opponent)
        self._program = agent if opponent.startswith("engine:") else None
        self._takes_seed = _takes_seed(self.game, opponent)
        self._seed = 0
        self.state = self.game.new_initial_state()
        self._illegal: str | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(2))
        self.side = drawn if self._chosen is None else self._chosen
        self._seed = int(self.np_random.integers(1 << 62))
        text = (options or {}).get("state")
        self.state = self.game.new_initial_state() if text is None else self.game.state(text)
        if self.state.observation_shape != self._shape:
            found = self.state.observation_shape
            raise ValueError(f"`{text}` has observations of {found}, expected {self._shape}")
        self._illegal = None
        self._answer()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if not self.action_space.contains(action):
            raise ValueError(f"action {action!r}: expected 0 to {self.game.num_distinct_actions - 1}")
        if self._illegal is not None:
            raise ValueError("the game is over: an illegal action has lost it")
        try:
            self.state.apply_action(action)
        except ValueError as error:
            if self.state.is_terminal():
                raise
            self._illegal = str(error)
            return self._observation(), -1.0, True, False, self._info() | {"illegal": self._illegal}
        self._answer()
        over = self.state.is_terminal()
        reward = self.state.returns()[self.side]
        return self._observation(), reward, over, not over and self._is_too_long(), self._info()

    def __copy__(self) -> GameEnv:
        return copy.deepcopy(self)

    def render(self) -> Any:
        return self.state.board if self.render_mode == "ansi" else None

    def action_masks(self) -> Any:
        """Returns the legal actions as an array of bools, as the learners of Stable Baselines expect."""
        return np.array(self.state.legal_actions_mask(), bool)

    def _is_too_long(self) -> bool:
        return self.state.move_number() >= self.game.max_game_length

    def _answer(self) -> None:
        """Plays the opponent's moves, extra turns included, until it is the learner's turn."""
        while self.state.current_player() == 1 - self.side and not self._is_too_long():
            self.state.apply_action(self._choice())

    def _choice(self) -> int:
        """Returns the opponent's action."""
        agent = self._program or _core.Agent(self.game, self._spec())
        return agent(self.state)

    def _spec(self) -> str:
        """Returns the opponent's spec for its next move, with a seed drawn from its own seed, or from that of the game."""
        spec, move = self._opponent, self.state.move_number()
        named = _SEED.search(spec)
        if named:
            return f"{spec[: named.start()]}seed={_mixed(named[1], move)}{spec[named.end() :]}"
        if not self._takes_seed:
            return spec
        return f"{spec}{',' if ':' in spec else ':'}seed={_mixed(self._seed, move)}"

    def _observation(self) -> Any:
        return np.array(self.state.observation_tensor(self.side), np.float32).reshape(self._shape)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": np.array(self.state.legal_actions_mask(), np.int8)}


_SEED = re.compile(r"(?<=[:,])seed=(\d+)")


def _mixed(seed: int | str, move: int) -> int:
    return random.Random(f"{seed} {move}").getrandbits(62)


def _takes_seed(game: _core.Game, spec: str) -> bool:
    """Returns whether a spec takes a seed and names none."""
    if _SEED.search(spec) or spec.startswith("engine:"):
        return False
    try:
        _core.Agent(game, f"{spec}{',' if ':' in spec else ':'}seed=0")
    except ValueError:
        return False
    return True


def _register() -> None:
    for name in _core.games():
        ident = f"plyground/{name.capitalize()}-v0"
        if ident not in gymnasium.registry:
            gymnasium.register(ident, entry_point="plyground.gymnasium:GameEnv", kwargs={"game": name})


_register()
