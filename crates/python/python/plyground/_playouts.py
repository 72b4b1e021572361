"""Games of random moves."""

from __future__ import annotations

from dataclasses import dataclass

from ._core import State
from ._core import playouts as _playouts


@dataclass(frozen=True)
class Playouts:
    """What many games of random moves came to."""

    games: int
    wins: tuple[int, int]
    """Games won by the first and by the second player."""
    draws: int
    moves: int
    """Moves of all games together."""

    @property
    def value(self) -> float:
        """The mean of what the first player gets, 1 for a win and -1 for a loss."""
        return (self.wins[0] - self.wins[1]) / self.games if self.games else 0.0


def playouts(state: State, n: int, seed: int = 0, threads: int | None = None) -> Playouts:
    """Plays `n` games of random moves from a state to their ends; on all cores, when no threads are named."""
    first, draws, second, moves = _playouts(state, n, seed, threads)
    return Playouts(games=n, wins=(first, second), draws=draws, moves=moves)
