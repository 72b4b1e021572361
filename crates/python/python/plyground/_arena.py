"""Matches, tournaments and tuning, as `ply match`, `ply tournament` and `ply tune`, also with players in Python."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, SupportsIndex, TypeAlias

from . import _core
from ._core import State
from ._own import GameLike, PythonEvaluation, listed, made

Player: TypeAlias = str | Callable[[State], SupportsIndex | str] | type[Any]
"""A player: an agent spec, a function, or a class.

A function is called with a state and returns an action or the text of a move. Of a class, each thread makes an object that
is called like a function. If the object has `new_game(seed)`, it is called before each game.
"""

Record: TypeAlias = dict[str, Any]
"""A game record, as `ply match --out` writes it."""


@dataclass(frozen=True)
class Result:
    """The result of a match or a tournament."""

    completed: bool
    """Whether all games were played, or as many as the sequential test required."""
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
        interval = self.pairing["score_interval"]
        return float(interval["low"]), float(interval["high"])

    @property
    def elo(self) -> float:
        """The difference in Elo of the first player: infinite without a point for one of them, `nan` without games."""
        value = self.pairing["elo"]["value"]
        if value is not None:
            return float(value)
        score = self.pairing["score"]
        return math.nan if score is None or 0 < score < 1 else math.copysign(math.inf, score - 0.5)

    @property
    def elo_interval(self) -> tuple[float, float]:
        """The interval of 95 % around it; an open end is infinite."""
        low, high = (self.pairing["elo"][end] for end in ("low", "high"))
        return (-math.inf if low is None else float(low)), (math.inf if high is None else float(high))

    def __str__(self) -> str:
        return self.text


def match(
    first: Player,
    second: Player,
    *,
    game: GameLike,
    games: int = 2,
    openings: int | None = None,
    opening_plies: Sequence[int] = (2, 6),
    book: str | None = None,
    seed: int = 0,
    concurrency: int = 1,
    nodes: int | None = None,
    time: float | None = None,
    depth: int | None = None,
    clock: Sequence[float] | None = None,
    sprt: Sequence[float] | None = None,
    sprt_errors: Sequence[float] | None = None,
    max_plies: int | None = None,
    tables: str | os.PathLike[str] | None = None,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    on_game: Callable[[Record], object] | None = None,
) -> Result:
    """Plays a match of two players in game pairs, who swap sides in each pair.

    `games` is the number of games, rounded up to pairs. The other settings are those of `tournament`.
    """
    games = _core.integer("games", games, 1, 2_000_000)
    return _play([first, second], {**locals(), "rounds": (games + 1) // 2, "gauntlet": False})


def tournament(
    players: Sequence[Player],
    *,
    game: GameLike,
    rounds: int = 1,
    gauntlet: bool = False,
    openings: int | None = None,
    opening_plies: Sequence[int] = (2, 6),
    book: str | None = None,
    seed: int = 0,
    concurrency: int = 1,
    nodes: int | None = None,
    time: float | None = None,
    depth: int | None = None,
    clock: Sequence[float] | None = None,
    sprt: Sequence[float] | None = None,
    sprt_errors: Sequence[float] | None = None,
    max_plies: int | None = None,
    tables: str | os.PathLike[str] | None = None,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    on_game: Callable[[Record], object] | None = None,
) -> Result:
    """Plays a round robin of players, or with `gauntlet` the first player against each other one.

    The settings have the names of `ply tournament`:

    - `rounds`: game pairs per pair of players.
    - `openings`, `opening_plies`: number and random moves of the openings.
    - `book`: the openings as text, one per line, or the name of a book of the game, such as `fair-kalah`.
    - `seed`: seed of openings and of all random choices.
    - `concurrency`: games played at the same time.
    - `nodes`, `time`, `depth`: limits of every move; default 10,000 nodes, for an agent that has no limit.
    - `clock`: seconds per game, and the increment per move.
    - `sprt`: two differences in normalised Elo; the match ends when the sequential test decides between them.
    - `sprt_errors`: probabilities that it decides for the second if the first is true, and for the first if the second
      is; default 0.05 for both.
    - `max_plies`, `tables`: plies after which a game ends, and the folder of exact tables that decide it.
    - `out`, `resume`: the file to which each game is appended as soon as it ends, and whether to continue it.
    - `on_game`: called with the record of each game.

    Raises what a Python player raises; its game is not recorded.
    """
    return _play(players, locals())


def _play(players: Sequence[Player], settings: dict[str, Any]) -> Result:
    found = _core.contest(made(settings["game"]), listed("players", players), settings, settings["on_game"])
    return Result(found["completed"], found["records"], found["summary"], found["text"])


def read_records(
    *paths: str | os.PathLike[str], frame: Literal["pandas", "polars"] | None = None
) -> Any:
    """Reads files of records and returns the games as dicts, or as a data frame of pandas or polars."""
    games: list[Record] = []
    for path in paths:
        # A missing file raises Python's own error.
        os.stat(path)
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
    game: GameLike,
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
    opening_plies: Sequence[int] = (2, 6),
    final_games: int = 200,
    sprt: Sequence[float] | None = None,
    concurrency: int = 1,
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
    settings = {**locals(), "records": listed("records", records)}
    data, text = _core.tuning(of, agent, settings, on_generation, evaluation)
    weights = data["weights"]
    return Tuned(weights, text, data, evaluation and evaluation.with_weights(weights))
