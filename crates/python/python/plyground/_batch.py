"""Many games at once, in arrays of numpy."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._core import Game
from ._own import PythonGame, made


class Batch:
    """`n` games that are stepped together, on all cores; each begins again by itself when it is over.

    After `reset` and after every `step` the arrays show the games: `observations` (n, planes, rows, columns) and `masks`
    (n, actions) as the player to move sees them, and `players` (n), whose turn it is. `rewards` (n, 2) and `done` (n) are of
    the step itself: 1 and -1 at an end, and the observation is then that of the next game. A game of
    `game.max_game_length` moves ends as a draw.

    Arrays that are given are filled in place; the others are made, but `None` for observations or masks leaves them out. The
    same seed gives the same draws on any number of threads.
    """

    game: Game
    observations: NDArray[np.float32] | None
    masks: NDArray[np.bool_] | None
    players: NDArray[np.int8]
    rewards: NDArray[np.float32]
    done: NDArray[np.bool_]

    def __init__(
        self,
        game: Game | str | type[PythonGame],
        n: int,
        seed: int = 0,
        threads: int | None = None,
        *,
        observations: NDArray[np.float32] | bool = True,
        masks: NDArray[np.bool_] | bool = True,
        players: NDArray[np.int8] | None = None,
        rewards: NDArray[np.float32] | None = None,
        done: NDArray[np.bool_] | None = None,
    ) -> None:
        self.game = made(game)
        self._games = _core.Batch(self.game, n, seed, threads)
        shape = self.game.observation_shape
        if shape is None and observations is True:
            observations = False
        if observations is False:
            self.observations = None
        elif shape is None:
            raise ValueError(f"{self.game.name} has no observations: expected observations=False")
        else:
            self.observations = _array("observations", observations, (n, *shape), np.float32)
        if masks is False:
            self.masks = None
        else:
            self.masks = _array("masks", masks, (n, self.game.num_distinct_actions), np.bool_)
        self.players = _array("players", players, (n,), np.int8)
        self.rewards = _array("rewards", rewards, (n, 2), np.float32)
        self.done = _array("done", done, (n,), np.bool_)
        self._actions: NDArray[np.int64] = np.zeros(n, np.int64)
        self._games.show(self.observations, self.masks, self.players)

    def __len__(self) -> int:
        return len(self._games)

    def __repr__(self) -> str:
        return f"<plyground.Batch {self.game.name}, {len(self)} games>"

    def step(self, actions: NDArray[np.int64]) -> None:
        """Plays one action in each game. Where one of them cannot be played, none is: the error says which."""
        _check("actions", actions, (len(self),), np.int64)
        self._games.play(np.ascontiguousarray(actions), self.rewards, self.done, self.observations, self.masks, self.players)

    def sample(self, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """A legal action for each game, all equally likely; in an array of its own or in `out`."""
        actions = self._actions if out is None else _array("out", out, (len(self),), np.int64)
        self._games.draw(actions)
        return actions


def _check(name: str, array: Any, shape: tuple[int, ...], kind: type[np.generic]) -> None:
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{name}: found {type(array).__name__}, expected an array of numpy")
    if array.dtype != np.dtype(kind):
        raise TypeError(f"{name}: found dtype {array.dtype}, expected {np.dtype(kind)}")
    if array.shape != shape:
        raise ValueError(f"{name}: found shape {array.shape}, expected {shape}")


def _array(name: str, array: Any, shape: tuple[int, ...], kind: type[np.generic]) -> Any:
    """An array of this shape and kind: the one that is given, or a new one."""
    if array is None or array is True:
        return np.zeros(shape, kind)
    _check(name, array, shape, kind)
    if not array.flags.c_contiguous:
        raise ValueError(f"{name}: found an array with gaps, expected its numbers side by side")
    if not array.flags.writeable:
        raise ValueError(f"{name}: found an array that is read-only")
    return array
