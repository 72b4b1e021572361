"""Matches, tournaments and tunings: what `ply match`, `ply tournament` and `ply tune` do, with players in Python as well."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from . import _core
from ._core import Game, State
from ._own import PythonEvaluation, PythonGame, made

Player: TypeAlias = str | Callable[[State], int | str] | type[Any]
"""Who can play: a spec such as "best:nodes=1000"; a function that is called with a state and gives an action or a move as
text; or a class of which every thread that plays makes an object to be called like that. An object may have
`new_game(seed)`."""

Record: TypeAlias = dict[str, Any]
"""A game as `ply match --out` writes it."""


@dataclass(frozen=True)
class Result:
    """What the games of a match or a tournament say."""

    completed: bool
    """Whether all games were played, or as many as the sequential test wanted."""
    records: list[Record] = field(repr=False)
    summary: Mapping[str, Any] = field(repr=False)
    """All numbers, with the names of `ply match --json`."""
    text: str = field(repr=False)

    @property
    def games(self) -> int:
        """Games played."""
        return int(self.summary["games"])

    @property
    def pairing(self) -> Mapping[str, Any]:
        """The only pairing of a match."""
        pairings = self.summary["pairings"]
        if len(pairings) != 1:
            raise ValueError(f"{len(pairings)} pairings: expected a match of two players; see `summary`")
        found: Mapping[str, Any] = pairings[0]
        return found

    @property
    def score(self) -> float:
        """The first player's share of the points."""
        return float(self.pairing["score"])

    @property
    def score_interval(self) -> tuple[float, float]:
        """The interval of 95 % around it, by pairs."""
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
    """Plays pairs of games between two players, who swap sides. The settings are those of `tournament`."""
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
    """Plays pairs of games of every two players, or with `gauntlet` of the first with each other one.

    Openings are drawn from the seed, or read from the text `book`, one a line. `nodes`, `time` and `depth` limit every move; an agent
    that nothing limits has 10,000 nodes. `clock` is seconds for a game, and what each move adds. `sprt` ends a match when it has
    decided between two differences in normalised Elo. `records` keeps each game as soon as it is played; with `resume`, a
    file that an earlier run has left is gone on with. What a player in Python raises comes out here, and the game that it was
    raised in is not recorded.
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
    """The games of files of records, as plain dicts; or as a frame of pandas or polars, where that is installed."""
    games: list[Record] = []
    for path in paths:
        # A file that is not there is told in Python's own way.
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
    """A record as a row: what has two sides or parts becomes columns."""
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
    """The end of a tuning."""

    weights: Mapping[str, float]
    text: str = field(repr=False)
    """The weight file's text: write it to a file, and name that as `eval` in a spec."""
    data: Mapping[str, Any] = field(repr=False)
    """Everything, with the names of `ply tune --json`."""
    evaluation: PythonEvaluation | None = field(default=None, repr=False)
    """The evaluation in Python with these weights, where one was tuned."""


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
    """Tunes the weights of an agent's evaluation, as `ply tune` does: by `annihill`, `genetic`, `spsa`, `cmaes` or
    `regression`. `budget` is a number of games. With the folder `out` everything is kept, and `resume` goes on with it.

    With `evaluation`, which must have weights, the agent plays by that, and its weights are tuned: the only way in a game of
    your own. That is slow; `regression`, which learns from the parts of a sum, has nothing to learn from there. A resumed run
    takes it on trust that the evaluation's code is what it was.
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
