"""Gymnasium environments of Plyground's games: the learner has one side, and an agent the other.

    import gymnasium
    import plyground.gymnasium

    env = gymnasium.make("plyground/Kalah-v0", opponent="best:nodes=1000")

A class derived from `PythonGame` that has an `observation_shape` is a game too: `GameEnv(MyGame)`.

Many games at once are a vector environment, which plays them in a `Batch`:

    envs = gymnasium.make_vec("plyground/Kalah-v0", num_envs=1024, opponent="alphabeta:depth=2")

`info["action_mask"]` marks the legal actions. An illegal action loses the game, with the reason in `info["illegal"]`. A number
that is no action is a `ValueError`.
"""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from . import _core
from ._core import State
from ._batch import Batch, Opponent
from ._own import GameLike, made, observation_shape
from ._picture import MODES, check_mode, render


class GameEnv(gymnasium.Env[Any, Any]):
    """A game against `opponent`: an agent spec such as "best:nodes=1000", an `Agent`, or a function that takes a state.

    `game` is a name, a `Game`, or a class derived from `PythonGame` that has an `observation_shape`. The learner has `side` 0 or 1; with `None`, the seed of each game decides. Observations are float32 arrays of the shape
    `game.observation_shape`, as seen by the learner. The reward is 1 for a win, -1 for a loss, else 0.

    The opponent of a spec is made again for each move, with a seed drawn from the game's seed and the move number. So a copy or
    a pickle continues exactly as the original does. An `engine:` is started once. `reset(options={"state": text})` begins at a
    position.
    """

    metadata = {"render_modes": MODES, "render_fps": 1}

    def __init__(
        self,
        game: GameLike = "kalah",
        setup: str | None = None,
        rules: str | None = None,
        opponent: Opponent = "random",
        side: int | None = 0,
        render_mode: str | None = None,
    ) -> None:
        self.game = made(game, setup, rules)
        side = None if side is None else _core.integer("side", side, 0, 1)
        self.render_mode = check_mode(render_mode)
        self._shape, self.observation_space, self.action_space = _spaces(self.game)
        self._opponent = opponent
        self._chosen = side
        self.side = side or 0
        # An opponent that cannot be made is reported here. An engine is started only once.
        self._player: Callable[[State], Any] | None = None
        self._takes_seed = False
        if isinstance(opponent, str):
            agent = _core.Agent(self.game, opponent)
            self._player = agent if opponent.startswith("engine:") else None
            self._takes_seed = _takes_seed(self.game, opponent)
        elif callable(opponent):
            self._player = opponent
        else:
            raise TypeError(f"opponent: found {opponent!r}, expected a spec or something that can be called")
        self._seed = 0
        self.state = self.game.new_initial_state()
        self._illegal: str | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(2))
        self.side = drawn if self._chosen is None else self._chosen
        self._seed = int(self.np_random.integers(1 << 62))
        text = _start_of(options)
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
        return render(self.state, self.render_mode)

    def action_masks(self) -> Any:
        """Returns the legal actions as an array of bools, as the learners of Stable Baselines expect."""
        return np.array(self.state.legal_actions_mask(), bool)

    def _is_too_long(self) -> bool:
        return self.state.move_number() >= self.game.max_game_length

    def _answer(self) -> None:
        """Plays the opponent's moves, extra turns included, until it is the learner's turn."""
        while self.state.current_player() == 1 - self.side and not self._is_too_long():
            choice = self._choice()
            if isinstance(choice, str):
                self.state.play(choice)
            else:
                self.state.apply_action(choice)

    def _choice(self) -> Any:
        """Returns the opponent's action, or its move as text. A function gets a copy, which it may change."""
        if self._player:
            return self._player(copy.copy(self.state))
        return _core.Agent(self.game, self._spec())(self.state)

    def _spec(self) -> str:
        """Returns the opponent's spec for its next move, with a seed drawn from its own seed, or from that of the game."""
        spec, move = str(self._opponent), self.state.move_number()
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


def _spaces(game: _core.Game) -> tuple[tuple[int, int, int], spaces.Box, spaces.Discrete]:
    """Returns the shape of an observation, and the spaces of observations and actions."""
    return observation_shape(game), _planes(game), spaces.Discrete(game.num_distinct_actions)


def _planes(game: _core.Game) -> spaces.Box:
    """Returns the space of observations. Only those of a game in Python can be negative."""
    low = 0.0 if game.name in _core.games() else -65_535.0
    return spaces.Box(low, 65_535.0, observation_shape(game), np.float32)


class GameVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games against `opponent` in one `Batch`: an agent spec, an `Agent`, or a function that takes a state.

    `game` is that of `GameEnv`.

    A game that is over begins again in the same step (`AutoresetMode.SAME_STEP`): its last observation is in
    `infos["final_obs"]`, and `infos["final_info"]` says whether an illegal action lost it. `reset(options={"state": text})` begins
    all games at a position until the next reset. The arrays that are returned are new ones, or with `copy=False` always the same.
    `threads` is that of `Batch`.
    """

    metadata = {"render_modes": MODES, "render_fps": 1, "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: GameLike = "kalah",
        setup: str | None = None,
        rules: str | None = None,
        opponent: Opponent = "random",
        side: int | None = 0,
        render_mode: str | None = None,
        *,
        num_envs: int = 1,
        threads: int | None = None,
        copy: bool = True,
    ) -> None:
        self.game = made(game, setup, rules)
        self.num_envs = _core.integer("num_envs", num_envs, 1, 1 << 24)
        self.render_mode = check_mode(render_mode)
        self._shape, self.single_observation_space, self.single_action_space = _spaces(self.game)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._copy = copy
        self._given: dict[str, Any] = {"opponent": opponent, "side": side, "threads": threads}
        self._batch: Batch = self._new(0, None)

    def _new(self, seed: int, start: str | None) -> Batch:
        """Returns new games, with this seed of all draws."""
        found = self._shape if start is None else self.game.state(start).observation_shape
        if found != self._shape:
            raise ValueError(f"`{start}` has observations of {found}, expected {self._shape}")
        return Batch(self.game, self.num_envs, seed, illegal_loses=True, start=start, last_observations=True, **self._given)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self._batch = self._new(int(self.np_random.integers(1 << 62)), _start_of(options))
        return self._shown(self._batch.observations), self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        batch, everyone = self._batch, np.arange(self.num_envs)
        assert batch.masks is not None and batch.last_observations is not None
        masks = batch.masks.copy()
        batch.step(actions)
        infos = self._infos()
        if batch.done.any():
            done = batch.done.copy()
            final = np.full(self.num_envs, None, object)
            for number in np.flatnonzero(done):
                final[number] = batch.last_observations[number].copy()
            illegal = done & ~masks[everyone, np.asarray(actions)]
            infos |= {"final_obs": final, "_final_obs": done}
            infos |= {"final_info": {"illegal": illegal, "_illegal": done}, "_final_info": done}
        rewards = batch.rewards.astype(np.float64)
        terminations = batch.done & ~batch.truncated
        return self._shown(batch.observations), rewards, terminations, batch.truncated.copy(), infos

    def render(self) -> Any:
        """Renders every game: a tuple of texts or of arrays."""
        frames = tuple(render(self._batch.state(number), self.render_mode) for number in range(self.num_envs))
        return None if self.render_mode in (None, "human") else frames

    def action_masks(self) -> Any:
        """Returns the legal actions as an array of bools (num_envs, actions)."""
        assert self._batch.masks is not None
        return self._batch.masks.copy()

    def _shown(self, array: Any) -> Any:
        return array.copy() if self._copy else array

    def _infos(self) -> dict[str, Any]:
        mask = self.action_masks().astype(np.int8)
        return {"action_mask": mask, "_action_mask": np.ones(self.num_envs, np.bool_)}


_SEED = re.compile(r"(?<=[:,])seed=(\d+)")


def _start_of(options: dict[str, Any] | None) -> str | None:
    """Returns the position of the options of a reset."""
    unknown = sorted(set(options or {}) - {"state"})
    if unknown:
        raise ValueError(f"options: found {', '.join(map(repr, unknown))}, expected 'state'")
    text: str | None = (options or {}).get("state")
    return text


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
            entry_point, vector_entry_point = f"{__name__}:GameEnv", f"{__name__}:GameVectorEnv"
            gymnasium.register(ident, entry_point, kwargs={"game": name}, vector_entry_point=vector_entry_point)


_register()
