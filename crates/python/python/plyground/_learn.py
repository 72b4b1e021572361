"""Learning from self-play, as `ply learn`."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from . import _core
from ._own import GameLike, listed, made


@dataclass(frozen=True)
class Learned:
    """The result of a run of learning."""

    generations: Sequence[Mapping[str, Any]] = field(repr=False)
    """A dict for each generation: samples, fit, shares and matches."""
    accepted: int
    """Generations whose matches all accepted."""
    file: pathlib.Path
    """The weight file of the best evaluation so far. A spec takes its path as `eval`."""
    data: Mapping[str, Any] = field(repr=False)
    """All data, with the keys of `ply learn --json`."""


def learn(
    game: GameLike,
    *,
    out: str | os.PathLike[str],
    agent: str = "best",
    model: Literal["tables", "network"] = "tables",
    hidden: int = 32,
    inputs: str | None = None,
    from_base: bool = False,
    budget: float | None = None,
    generations: int | None = None,
    games: int = 16_000,
    nodes: int = 2_000,
    opening_plies: Sequence[int] = (4, 8),
    filter: Literal["quiet", "none"] | None = None,
    pv_searches: int = 0,
    tables: str | os.PathLike[str] | None = None,
    half_life: float | None = None,
    result_weight: float = 0.75,
    shares: Sequence[float] = (0.125, 0.25, 0.5, 1.0),
    share_games: int = 100,
    match_nodes: Sequence[int] = (20_000, 100_000),
    match_games: int = 2_000,
    sprt: Sequence[float] = (0.0, 10.0),
    concurrency: int = 1,
    seed: int = 0,
    resume: bool = False,
    on_progress: Callable[[dict[str, Any]], object] | None = None,
    on_generation: Callable[[dict[str, Any]], object] | None = None,
) -> Learned:
    """Learns tables or a network of an evaluation from self-play, as `ply learn` does.

    - `out`: the folder of the run. With `resume`, a run that is there continues.
    - `agent`: the agent that plays. Its evaluation, a name or a weight file, is the start.
    - `model`: `tables`, or a `network` with `hidden` neurons per side on top of the evaluation of the agent.
    - `inputs`: the inputs of a network: an evaluation with tables, or `planes`. The default is the first evaluation with
      tables; without one, and on top of the evaluation `nothing`, it is `planes`.
    - `from_base`: starts with zeros instead of shipped values.
    - `budget`: seconds after which the run ends with the generations so far. `generations` is 3 without a budget.
    - `games`, `nodes`, `opening_plies`: self-play of a generation, nodes per move, and the random moves of its openings.
    - `filter`: `quiet` leaves out decided positions and those whose best move is noisy; `none` labels decided ones by their
      value. By default `quiet` for tables, `none` for a network.
    - `pv_searches`: positions of each game to search again, so that their principal variations give samples too.
    - `tables`: folder of tables of exact values, which label the positions they contain.
    - `half_life`: plies before the end of a game with which the weight of its result halves. By default it is the same everywhere.
    - `result_weight`: the weight of the result in the target, 0 to 1; the rest is the score of the search.
    - `shares`: factors of the fitted values, which play `share_games` games each against the present evaluation.
    - `match_nodes`: nodes per move of the matches, which all must accept a generation, with at most `match_games` games.
    - `sprt`: bounds of the test that accepts, in normalised Elo.
    - `concurrency`: games played at the same time.
    - `on_progress`: called with a dict of `generation`, `stage`, `done` and `total` for each part of a step.
    - `on_generation`: called with a dict for each generation.

    Ctrl-C leaves the recorded games, from which `resume` continues. A wrong setting is a `ValueError`.
    """
    settings = locals()
    callbacks = settings.pop("on_progress"), settings.pop("on_generation")
    data = _run(settings, *callbacks)
    accepted = sum(generation["accepted"] for generation in data["generations"])
    return Learned(data["generations"], accepted, pathlib.Path(out) / "weights.toml", data)


def export_samples(
    game: GameLike,
    file: str | os.PathLike[str],
    *,
    out: str | os.PathLike[str],
    agent: str = "best",
    model: Literal["tables", "network"] = "network",
    inputs: str | None = None,
    games: int = 16_000,
    nodes: int = 2_000,
    opening_plies: Sequence[int] = (4, 8),
    filter: Literal["quiet", "none"] | None = None,
    pv_searches: int = 0,
    tables: str | os.PathLike[str] | None = None,
    concurrency: int = 1,
    seed: int = 0,
    resume: bool = False,
    force: bool = False,
    on_progress: Callable[[dict[str, Any]], object] | None = None,
) -> dict[str, Any]:
    """Plays games of self-play in the folder `out` and writes their samples as text, as the option `--export` of `ply learn` does.

    A line is a sample: the result, `input:count` for each active input, then score, base and game pair behind `#`. `force`
    replaces an existing file. The parameters are those of `learn`. Returns the numbers of games, samples and inputs.
    """
    settings = {name: value for name, value in locals().items() if name not in ("file", "on_progress")}
    return _run({**_DEFAULTS, **settings, "export": file, "force": force}, on_progress, None)


_DEFAULTS: dict[str, Any] = {name: value for name, value in (learn.__kwdefaults__ or {}).items() if not name.startswith("on_")}


def _run(
    settings: dict[str, Any],
    on_progress: Callable[[dict[str, Any]], object] | None,
    on_generation: Callable[[dict[str, Any]], object] | None,
) -> dict[str, Any]:
    of = made(settings.pop("game"))
    settings = {"export": None, "force": False, **settings}
    for name in ("shares", "match_nodes"):
        settings[name] = listed(name, settings[name])

    def each(progress: dict[str, Any]) -> None:
        callback = on_progress if "stage" in progress else on_generation
        if callback is not None:
            callback(progress)

    return _core.learning(of, settings, None if on_progress is None and on_generation is None else each)
