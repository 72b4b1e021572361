"""A Cachex player for the course's referee, played by an engine program."""

from .clock import Clock
from .engine import Engine, EngineError
from .player import Player

__all__ = ["Clock", "Engine", "EngineError", "Player"]
