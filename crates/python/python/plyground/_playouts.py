"""Games of random moves."""

from __future__ import annotations

from dataclasses import dataclass

from ._core import State
from ._core import playouts as _playouts


@dataclass(frozen=True)
class Playouts:
    """The results of many games of random moves."""

    games: int
    wins: tuple[int, int]
    """The games won by the first and by the second player."""
    draws: int
    moves: int
    """The moves of all games."""

    @property
    def value(self) -> float:
        """The mean points of the first player, from -1 to 1."""
        return (self.wins[0] - self.wins[1]) / self.games if self.games else 0.0


def playouts(state: State, n: int, seed: int = 0, threads: int | None = None) -> Playouts:
    """Plays `n` games of random moves from a state to their ends, by default on all cores."""
    first, draws, second, moves = _playouts(state, n, seed, threads)
    return Playouts(games=int(n), wins=(first, second), draws=draws, moves=moves)
