"""One clock for a whole game, as the course has it: n² seconds for each player."""

from __future__ import annotations

import time


class Clock:
    """Counts the time that passes inside of `with clock:`, and shares out what is left over the moves to come.

    The course counts seconds of CPU; seconds on the wall are never fewer, as long as the engine searches with one thread.
    """

    def __init__(self, n: int, seconds: float | None = None) -> None:
        total = float(n * n) if seconds is None else seconds
        # Kept back for what lies between the engine's answer and the referee.
        self.left = total - max(0.5, total / 20)
        # A game that fills two thirds of the board; every later move gets a share that leaves time for another eight.
        self._moves_to_come = n * n // 3
        self._since = 0.0

    def __enter__(self) -> None:
        self._since = time.monotonic()

    def __exit__(self, *error: object) -> None:
        self.left -= time.monotonic() - self._since

    def share(self) -> float:
        """Seconds for the next move, which is then taken to be made; 0 when there is no time to think any more."""
        moves = max(self._moves_to_come, 8)
        self._moves_to_come -= 1
        return max(0.0, self.left / moves)
