"""Many games at once, in arrays of NumPy."""

from __future__ import annotations

import copy
import operator
from array import array
from collections.abc import Callable, Sequence
from typing import Any, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._core import Agent, Game, State
from ._own import GameLike, made, observation_shape

Opponent: TypeAlias = str | Agent | Callable[[State], SupportsIndex | str]
"""An agent spec, an agent, or a function that takes a state and returns an action or a move."""


class Batch:
    """`n` games, 1 to 16,777,216, that are stepped together, by default on all cores.

    A game that is over starts again at once. After every `step` the arrays show the games:

    - `observations`, float32 (n, planes, rows, columns): the positions as the players to move see them.
    - `masks`, bool (n, actions): the legal actions.
    - `players`, int8 (n): the players to move, 0 or 1.
    - `rewards`, float32 (n, 2): 1 and -1 for a game that this step ended, else 0. The observation is then of the next game.
    - `done`, bool (n): the games that this step ended.
    - `truncated`, bool (n): those of them that had `game.max_game_length` moves, and are drawn.
    - `last_observations`, if True is passed: like `observations`, the ends of the games that are done. Others stay as they were.

    With an `opponent`, an agent spec, an `Agent` or a function of a state, the batch answers for the other side: the learner has
    `side` 0 or 1, or with None a side that is drawn for each game, and it is always the learner's turn. Then `rewards` has the
    shape (n), for the learner. The opponent chooses each move without memory of the moves before, with a random seed of its own;
    without a limit it has a second. `illegal_loses` makes an illegal action lose its game instead of an error.

    `start` is a position from which all games begin. Arrays that are passed are filled in place, and the others are
    made; `False` omits observations or masks. The number of threads does not change the random draws; a game in Python uses
    one thread. A copy or a pickle holds the games, their arrays and the state of the draws.
    """

    game: Game
    opponent: Opponent | None
    observations: NDArray[np.float32] | None
    masks: NDArray[np.bool_] | None
    players: NDArray[np.int8]
    rewards: NDArray[np.float32]
    done: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    last_observations: NDArray[np.float32] | None

    def __init__(
        self,
        game: GameLike,
        n: int,
        seed: int = 0,
        threads: int | None = None,
        *,
        opponent: Opponent | None = None,
        side: int | None = 0,
        illegal_loses: bool = False,
        start: str | None = None,
        observations: NDArray[np.float32] | bool = True,
        masks: NDArray[np.bool_] | bool = True,
        players: NDArray[np.int8] | None = None,
        rewards: NDArray[np.float32] | None = None,
        done: NDArray[np.bool_] | None = None,
        truncated: NDArray[np.bool_] | None = None,
        last_observations: NDArray[np.float32] | bool = False,
    ) -> None:
        self.game = made(game)
        self.opponent = opponent
        if opponent is None and (side != 0 or illegal_loses):
            raise ValueError("side and illegal_loses need an opponent: expected opponent=...")
        self._games = _core.Batch(
            self.game, n, seed, threads, opponent=opponent, side=side, illegal_loses=illegal_loses, start=start
        )
        shape = (self.game.new_initial_state() if start is None else self.game.state(start)).observation_shape
        if shape is None and observations is True:
            observations = False
        self.observations = self._planes("observations", observations, n, shape)
        self.last_observations = self._planes("last_observations", last_observations, n, shape)
        if masks is False:
            self.masks = None
        else:
            self.masks = _array("masks", masks, (n, self.game.num_distinct_actions), np.bool_)
        self.players = _array("players", players, (n,), np.int8)
        self.rewards = _array("rewards", rewards, (n, 2) if opponent is None else (n,), np.float32)
        self.done = _array("done", done, (n,), np.bool_)
        self.truncated = _array("truncated", truncated, (n,), np.bool_)
        self._actions: NDArray[np.int64] = np.zeros(n, np.int64)
        self._games.show(self.observations, self.masks, self.players)

    def _planes(self, name: str, array: NDArray[np.float32] | bool, n: int, shape: tuple[int, int, int] | None) -> Any:
        """Returns an array of observations, or None."""
        if array is False:
            return None
        return _array(name, array, (n, *(shape or observation_shape(self.game))), np.float32)

    def __len__(self) -> int:
        return len(self._games)

    def __repr__(self) -> str:
        against = "" if self.opponent is None else f" against {self.opponent}"
        return f"<plyground.Batch {self.game.name}, {len(self)} games{against}>"

    def __copy__(self) -> Batch:
        return copy.deepcopy(self)

    def step(self, actions: ArrayLike) -> None:
        """Plays one action in each game, and the answers of an opponent. `actions` is an array of any integer type, or a list of n integers.

        A bool or a float is a `TypeError`, and an illegal action is a `ValueError` that names its game. After an error, an
        exception of the opponent or Ctrl-C no game and no array has changed. While another thread is in a call of the batch, it
        is a `RuntimeError`.
        """
        numbers = _integers(actions, len(self))
        shown = (self.observations, self.masks, self.players)
        self._games.play(numbers, self.rewards, self.done, *shown, self.truncated, self.last_observations)

    def state(self, number: int) -> State:
        """Returns a game as a state, by its number from 0.

        In a game that ends by its position alone, the moves before are unknown, except against an opponent.
        """
        return self._games.state(number)

    def sample(self, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """Draws a legal action for each game, uniformly at random, into `out` or into an array of the batch."""
        actions = self._actions if out is None else _array("out", out, (len(self),), np.int64)
        self._games.draw(actions)
        return actions


_INT64 = np.iinfo(np.int64)


def _integers(actions: Any, n: int) -> NDArray[np.int64]:
    """Returns the actions of `n` games as 64-bit integers. Bools and floats are refused, even if equal to an action."""
    if isinstance(actions, Sequence) and not isinstance(actions, (str, bytes, bytearray, array, memoryview)):
        if len(actions) != n:
            raise ValueError(f"actions: found {len(actions)} numbers, expected {n}")
        return np.fromiter((_integer(game, action) for game, action in enumerate(actions)), np.int64, n)
    if not (hasattr(actions, "__array__") or isinstance(actions, (array, memoryview))):
        raise TypeError(f"actions: found {type(actions).__name__}, expected an array or a list of integers")
    found = np.asarray(actions)
    if found.dtype.kind not in "iu":
        raise TypeError(f"actions: found dtype {found.dtype}, expected integers")
    if found.shape != (n,):
        raise ValueError(f"actions: found shape {found.shape}, expected {(n,)}")
    if found.dtype.kind == "u":
        # The only type whose numbers can be too large.
        for game in np.flatnonzero(found > _INT64.max)[:1]:
            _integer(int(game), found[game])
    return np.ascontiguousarray(found, np.int64)


def _integer(game: int, action: Any) -> int:
    if isinstance(action, (bool, np.bool_)):
        raise TypeError(f"actions: found {action!r} for game {game}, expected an integer")
    try:
        number = operator.index(action)
    except TypeError:
        raise TypeError(f"actions: found {action!r} for game {game}, expected an integer") from None
    if not _INT64.min <= number <= _INT64.max:
        raise ValueError(f"game {game} of the batch: no action {number}")
    return number


def _check(name: str, array: Any, shape: tuple[int, ...], kind: type[np.generic]) -> None:
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{name}: found {type(array).__name__}, expected an array of numpy")
    if array.dtype != np.dtype(kind):
        raise TypeError(f"{name}: found dtype {array.dtype}, expected {np.dtype(kind)}")
    if array.shape != shape:
        raise ValueError(f"{name}: found shape {array.shape}, expected {shape}")


def _array(name: str, array: Any, shape: tuple[int, ...], kind: type[np.generic]) -> Any:
    """Returns an array of this shape and type: the one that is passed, or a new one."""
    if array is None or array is True:
        return np.zeros(shape, kind)
    _check(name, array, shape, kind)
    if not array.flags.c_contiguous:
        raise ValueError(f"{name}: found an array with gaps, expected its numbers side by side")
    if not array.flags.writeable:
        raise ValueError(f"{name}: found an array that is read-only")
    return array
