"""Khet, Kalah, Tigers and Goats and Cachex: fast rules, strong search and exact values.

    import plyground as pg

    state = pg.game("kalah").new_initial_state()
    print(state.analyse("best", nodes=100_000))
"""

from typing import TYPE_CHECKING

# Names are loaded on first use, because the Cachex referee measures what a player loads.
if TYPE_CHECKING:
    from ._analysis import Analysis, Feature, Line, RootMove
    from . import llm, oracle
    from ._arena import Player, Record, Result, Tuned, match, read_records, tournament, tune
    from ._batch import Batch
    from ._core import Agent, Game, Oracle, State, games
    from ._learn import Learned, export_samples, learn
    from ._own import PythonEvaluation, PythonGame, Weight, check, game
    from ._playouts import Playouts, playouts

    __version__: str

__all__ = [
    "Agent",
    "Analysis",
    "Batch",
    "Feature",
    "Game",
    "Learned",
    "Line",
    "Oracle",
    "Player",
    "Playouts",
    "PythonEvaluation",
    "PythonGame",
    "Record",
    "Result",
    "RootMove",
    "State",
    "Tuned",
    "Weight",
    "check",
    "export_samples",
    "game",
    "games",
    "learn",
    "llm",
    "match",
    "oracle",
    "playouts",
    "read_records",
    "tournament",
    "tune",
]

_HOMES = {
    "Agent": "_core",
    "Analysis": "_analysis",
    "Batch": "_batch",
    "Feature": "_analysis",
    "Game": "_core",
    "Learned": "_learn",
    "Line": "_analysis",
    "Oracle": "_core",
    "Player": "_arena",
    "Playouts": "_playouts",
    "PythonEvaluation": "_own",
    "PythonGame": "_own",
    "Record": "_arena",
    "Result": "_arena",
    "RootMove": "_analysis",
    "State": "_core",
    "Tuned": "_arena",
    "Weight": "_own",
    "check": "_own",
    "export_samples": "_learn",
    "game": "_own",
    "games": "_core",
    "learn": "_learn",
    "match": "_arena",
    "playouts": "_playouts",
    "read_records": "_arena",
    "tournament": "_arena",
    "tune": "_arena",
}


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name == "__version__":
        from importlib.metadata import version

        return version("plyground")
    if name in ("llm", "oracle"):
        return import_module(f".{name}", __name__)
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f".{home}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
