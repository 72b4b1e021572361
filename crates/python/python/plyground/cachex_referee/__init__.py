"""A Cachex player for the course's referee, played by an engine program.

    python -m referee 9 plyground.cachex_referee some_other_player -s 100 -t 81

It loads nothing of the rest of the package: the referee limits the address space of its players.
"""

from .clock import Clock
from .engine import Engine, EngineError
from .player import Player

__all__ = ["Clock", "Engine", "EngineError", "Player"]
