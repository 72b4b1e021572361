"""The clock of a whole game: n² seconds for each player, as in the course."""

from __future__ import annotations

import time


class Clock:
    """Measures the time inside `with clock:`, and divides the rest among the moves to come.

    The course counts CPU seconds. Wall-clock seconds are never fewer, as the engine searches with one thread.
    """

    def __init__(self, n: int, seconds: float | None = None) -> None:
        total = float(n * n) if seconds is None else seconds
        # A reserve for the time between the engine's answer and the referee.
        self.left = total - max(0.5, total / 20)
        # A game that fills two thirds of the board. A later move leaves time for another eight.
        self._moves_to_come = n * n // 3
        self._since = 0.0

    def __enter__(self) -> None:
        self._since = time.monotonic()

    def __exit__(self, *error: object) -> None:
        self.left -= time.monotonic() - self._since

    def share(self) -> float:
        """Returns the seconds for the next move and counts that move. Returns 0 if no time is left."""
        moves = max(self._moves_to_come, 8)
        self._moves_to_come -= 1
        return max(0.0, self.left / moves)
