"""A Cachex player for the course's referee that asks an engine program.

    python -m referee 9 plyground.cachex_referee some_other_player -s 100 -t 81

It loads nothing else of the package, because the referee limits the address space of its players.

Environment variables change its settings, as the referee has no place for others:

- `PLYGROUND_ENGINE`: the command of the engine, by default `ply engine cachex`.
- `PLYGROUND_CLOCK`: seconds for the whole game, by default n².
- `PLYGROUND_GO`: further limits of a move: `depth N`, `nodes N`, `movetime MS`.
- `PLYGROUND_PATIENCE`: seconds to wait for an answer beyond the time of a move, by default 30.

On Windows the player waits for its engine without a limit.
"""

from .clock import Clock
from .engine import Engine, EngineError
from .player import Player

__all__ = ["Clock", "Engine", "EngineError", "Player"]
