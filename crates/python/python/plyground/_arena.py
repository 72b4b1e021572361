"""Matches, tournaments and tuning, as `ply match`, `ply tournament` and `ply tune`, also with players in Python."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from . import _core
from ._core import Game, State
from ._own import PythonEvaluation, PythonGame, made

Player: TypeAlias = str | Callable[[State], int | str] | type[Any]
"""A player: an agent spec, a function, or a class.

A function is called with a state and returns an action or the text of a move. Of a class, each thread makes an object that
is called like a function. If the object has `new_game(seed)`, it is called before each game.
"""

Record: TypeAlias = dict[str, Any]
"""A game record, as `ply match --out` writes it."""


@dataclass(frozen=True)
class Result:
    """The result of a match or tournament."""

    completed: bool
    """Whether all games were played, or the sequential test has decided."""
    records: list[Record] = field(repr=False)
    summary: Mapping[str, Any] = field(repr=False)
    """All numbers, with the keys of `ply match --json`."""
    text: str = field(repr=False)

    @property
    def games(self) -> int:
        """The number of games played."""
        return int(self.summary["games"])

    @property
    def pairing(self) -> Mapping[str, Any]:
        """The pairing of a match. A tournament has several, and raises a `ValueError`."""
        pairings = self.summary["pairings"]
        if len(pairings) != 1:
            raise ValueError(f"{len(pairings)} pairings: expected a match of two players; see `summary`")
        found: Mapping[str, Any] = pairings[0]
        return found

    @property
    def score(self) -> float:
        """The first player's share of the points, from 0 to 1."""
        return float(self.pairing["score"])

    @property
    def score_interval(self) -> tuple[float, float]:
        """The 95% interval of the score, by pairs of games."""
        low, high = _interval(self.pairing["score_interval"])
        return low, high

    def __str__(self) -> str:
        return self.text


def _interval(found: Any) -> tuple[float, float]:
    low, high = found.values() if isinstance(found, Mapping) else found
    return float(low), float(high)


def match(
    first: Player,
    second: Player,
    *,
    game: Game | str | type[PythonGame],
    pairs: int = 1,
    **settings: Any,
) -> Result:
    """Plays pairs of games between two players, who swap sides within a pair. The settings are those of `tournament`."""
    return tournament([first, second], game=game, pairs=pairs, **settings)


def tournament(
    players: Sequence[Player],
    *,
    game: Game | str | type[PythonGame],
    pairs: int = 1,
    gauntlet: bool = False,
    openings: int | None = None,
    opening_plies: tuple[int, int] = (2, 6),
    book: str | None = None,
    seed: int = 0,
    threads: int = 1,
    nodes: int | None = None,
    time: float | None = None,
    depth: int | None = None,
    clock: tuple[float, float] | None = None,
    sprt: tuple[float, float] | None = None,
    max_plies: int | None = None,
    tables: str | os.PathLike[str] | None = None,
    records: str | os.PathLike[str] | None = None,
    resume: bool = False,
    on_game: Callable[[Record], object] | None = None,
) -> Result:
    """Plays pairs of games between every two players, or with `gauntlet` between the first and each other one.

    - `pairs`: pairs of games of every two players.
    - `openings`: the number of different openings, by default one for each pair.
    - `opening_plies`: the fewest and the most random moves of an opening.
    - `book`: openings as text, one per line, instead of random ones.
    - `seed`: fixes the openings and all random choices.
    - `threads`: games at a time, 1 to 256.
    - `nodes`, `time` in seconds, `depth`: limits of a move. By default an agent without limits gets 10,000 nodes.
    - `clock`: seconds for a game, and seconds that each move adds.
    - `sprt`: two differences in normalised Elo, between which a sequential test decides.
    - `max_plies`: the most plies of a game, which is then a draw, or decided by `tables`.
    - `records`: the file to which each finished game is written. With `resume`, a run that is there continues.
    - `on_game`: called with the record of each new game.

    A wrong setting is a `ValueError`. An exception of a player is raised here, and its game is not recorded.
    """
    settings = {
        "pairs": pairs,
        "gauntlet": gauntlet,
        "openings": openings,
        "opening_plies": opening_plies,
        "book": book,
        "seed": seed,
        "threads": threads,
        "nodes": nodes,
        "time": time,
        "depth": depth,
        "clock": clock,
        "sprt": sprt,
        "max_plies": max_plies,
        "tables": tables,
        "records": records,
        "resume": resume,
    }
    found = _core.contest(made(game), list(players), settings, on_game)
    return Result(found["completed"], found["records"], found["summary"], found["text"])


def read_records(
    *paths: str | os.PathLike[str], frame: Literal["pandas", "polars"] | None = None
) -> Any:
    """Reads files of records and returns the games as dicts, or as a data frame of pandas or polars."""
    games: list[Record] = []
    for path in paths:
        # A missing file raises Python's own error.
        with open(path, "rb"):
            games += _core.read_file(path)
    if frame is None:
        return games
    flat = [_flat(record) for record in games]
    if frame == "pandas":
        import pandas

        return pandas.DataFrame(flat)
    if frame == "polars":
        import polars

        return polars.DataFrame(flat)
    raise ValueError(f"frame={frame!r}: expected None, 'pandas' or 'polars'")


def _flat(record: Record) -> dict[str, Any]:
    """Returns a record as a row: what has two sides or parts becomes columns."""
    first, second = record["agents"]
    return {
        "id": record["id"],
        "number": record["number"],
        "pair": record["pair"],
        "game": record["game"],
        "rules": record["rules"],
        "first": first,
        "second": second,
        "result": record["result"],
        "termination": record["termination"],
        "cause": record["cause"],
        "opening": record["opening"]["position"],
        "opening_plies": record["opening"]["plies"],
        "plies": len(record["moves"].split()),
        "moves": record["moves"],
        "nodes": sum(record["nodes"]),
    }


@dataclass(frozen=True)
class Tuned:
    """The result of a tuning run."""

    weights: Mapping[str, float]
    text: str = field(repr=False)
    """The text of the weight file. A spec takes the path of such a file as `eval`."""
    data: Mapping[str, Any] = field(repr=False)
    """All data, with the keys of `ply tune --json`."""
    evaluation: PythonEvaluation | None = field(default=None, repr=False)
    """The evaluation in Python with these weights, if one was tuned."""


def tune(
    agent: str,
    *,
    game: Game | str | type[PythonGame],
    method: str,
    evaluation: PythonEvaluation | None = None,
    kids: int | None = None,
    generations: int | None = None,
    games_per_pairing: int | None = None,
    budget: int | None = None,
    keep_incumbent: bool = False,
    restarts: int = 1,
    elitism: int = 0,
    random_start: bool = False,
    whole: bool = False,
    records: Iterable[str | os.PathLike[str]] = (),
    opening_plies: tuple[int, int] = (2, 6),
    final_games: int = 200,
    sprt: tuple[float, float] | None = None,
    threads: int = 1,
    seed: int = 0,
    nodes: int | None = None,
    depth: int | None = None,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    on_generation: Callable[[dict[str, Any]], object] | None = None,
) -> Tuned:
    """Tunes the weights of an agent's evaluation, as `ply tune` does.

    - `method`: `annihill`, `genetic`, `spsa`, `cmaes` or `regression`.
    - `budget`: the most games. `kids`, `generations` and `games_per_pairing` have defaults that depend on the method.
    - `keep_incumbent`, `restarts`: options of `annihill`. `elitism`: an option of `genetic`.
    - `random_start`: begins with random vectors alone. `whole`: whole weights only.
    - `records`: files of recorded games, for `regression`.
    - `final_games`: games of the final match against the start. `sprt` can end it early.
    - `nodes`, `depth`: limits of a move. A limit in time is refused, as its games cannot be repeated.
    - `out`: the folder to which all files are written. With `resume`, a run that is there continues.
    - `on_generation`: called with a dict for each generation.

    `evaluation` is an evaluation with weights, which the agent plays by and which is tuned. A game in Python needs it.
    `regression` cannot fit it, and a resumed run assumes that its code has not changed. A wrong setting is a `ValueError`.
    """
    if evaluation is not None and not isinstance(evaluation, PythonEvaluation):
        raise TypeError(f"evaluation: found {type(evaluation).__name__}, expected a PythonEvaluation with weights")
    if evaluation is not None and not evaluation.weights:
        raise ValueError(f"evaluation: {evaluation.name} has no weights, expected PythonEvaluation(f, weights={{...}})")
    of = made(game)
    if evaluation is None and of.name not in _core.games():
        raise ValueError(f"{of.name} is written in Python: expected its weights in evaluation=PythonEvaluation(f, weights={{...}})")
    settings = {
        "method": method,
        "kids": kids,
        "generations": generations,
        "games_per_pairing": games_per_pairing,
        "budget": budget,
        "keep_incumbent": keep_incumbent,
        "restarts": restarts,
        "elitism": elitism,
        "random_start": random_start,
        "whole": whole,
        "records": list(records),
        "opening_plies": opening_plies,
        "final_games": final_games,
        "sprt": sprt,
        "threads": threads,
        "seed": seed,
        "nodes": nodes,
        "depth": depth,
        "out": out,
        "resume": resume,
    }
    data, text = _core.tuning(of, agent, settings, on_generation, evaluation)
    weights = data["weights"]
    return Tuned(weights, text, data, evaluation and evaluation.with_weights(weights))
