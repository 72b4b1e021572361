"""The player class that the referee expects: `Player(player, n)`, `action()`, `turn(player, action)`."""

from __future__ import annotations

import os
from typing import TypeAlias

from .clock import Clock
from .engine import Engine, EngineError

Action: TypeAlias = "tuple[str] | tuple[str, int, int]"
"""`("STEAL",)` or `("PLACE", r, q)`."""


def to_text(action: Action) -> str:
    """Returns an action in the engine's notation."""
    if len(action) == 1:
        return "steal"
    return f"{action[1]},{action[2]}"


def from_text(text: str) -> Action:
    """Reads an action in the engine's notation."""
    if text.lower() == "steal":
        return ("STEAL",)
    try:
        r, q = (int(number) for number in text.split(","))
    except ValueError:
        raise EngineError(f"the engine answered `{text}`, expected `r,q` or `steal`") from None
    return ("PLACE", r, q)


def number(name: str) -> float | None:
    """Returns a numeric setting of the environment, or `None` if it is not set."""
    text = os.environ.get(name)
    if text is None:
        return None
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"found {name}={text!r}, expected a number of seconds") from None


class Player:
    """Plays Red or Blue on a board of n x n cells, and records the actions of both."""

    def __init__(self, player: str, n: int) -> None:
        if player not in ("red", "blue"):
            raise ValueError(f"found player {player!r}, expected 'red' or 'blue'")
        self._clock = Clock(n, number("PLYGROUND_CLOCK"))
        with self._clock:
            self._start = f"{n} " + "/".join(["." * n] * n) + " r 0"
            self._actions: list[str] = []
            self._limits = os.environ.get("PLYGROUND_GO", "")
            command = os.environ.get("PLYGROUND_ENGINE", "ply engine cachex")
            patience = number("PLYGROUND_PATIENCE")
            self._engine = Engine(command, 30.0 if patience is None else patience)

    def action(self) -> Action:
        """Returns the next action in the referee's form."""
        with self._clock:
            seconds = self._clock.share()
            words = self._limits.split()
            if "movetime" in words:
                place = words.index("movetime")
                seconds = min(seconds, int(words[place + 1]) / 1000)
                del words[place:place + 2]
            words += ["movetime", str(max(1, int(seconds * 1000)))]
            return from_text(self._engine.best_move(self._start, self._actions, " ".join(words), seconds))

    def turn(self, player: str, action: Action) -> None:
        """Records an action of either player."""
        del player  # Red and Blue take turns.
        with self._clock:
            self._actions.append(to_text(action))

    def close(self) -> None:
        """Ends the engine. The referee does not call this; the engine also exits with this process."""
        self._engine.close()
