"""A game of Plyground as an environment of Gymnasium: one side is the learner's, the other an agent's.

    import gymnasium
    import plyground.gymnasium

    env = gymnasium.make("plyground/Kalah-v0", opponent="best:nodes=1000")

`info["action_mask"]` says which actions are legal. An illegal one loses the game, and `info["illegal"]` says why; what is no
action at all is a `ValueError`.
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
    """A game against an agent, which is a spec such as "best:nodes=1000". The learner is the first side or the second; with `None`,
    each game's seed decides.

    The opponent is made again for each of its moves, with a seed that comes from the game's seed and the number of the move. So a copy
    or a pickle goes on with the game exactly as the original does. An `engine:` is started once.
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
        if side not in (None, 0, 1):
            raise ValueError(f"side={side!r}: expected 0, 1 or None")
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
        # An opponent that cannot be made is reported here. A program stays, as it is started but once.
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
            self.state.apply_action(int(action))
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
        """Which actions are legal, as the learners of Stable Baselines ask for it."""
        return np.array(self.state.legal_actions_mask(), bool)

    def _is_too_long(self) -> bool:
        return self.state.move_number() >= self.game.max_game_length

    def _answer(self) -> None:
        """Lets the opponent play until it is the learner's turn: extra turns are taken here."""
        while self.state.current_player() == 1 - self.side and not self._is_too_long():
            self.state.apply_action(self._choice())

    def _choice(self) -> int:
        """The opponent's action."""
        agent = self._program or _core.Agent(self.game, self._spec())
        return agent(self.state)

    def _spec(self) -> str:
        """The opponent's spec for its next move: a seed that it names, or that of the game, gives each move a seed of its own."""
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
    """Whether a spec takes a seed and names none."""
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
