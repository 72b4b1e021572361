"""The result of a search, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Line:
    """One of the best lines: its first move, its score, and all its moves."""

    move: str
    score: float
    pv: tuple[str, ...]


@dataclass(frozen=True)
class RootMove:
    """A legal move with its score, or a bound of it, and the nodes searched for it."""

    move: str
    score: float
    bound: str
    """`exact`, `upper` (the value is at most the score) or `lower` (at least)."""
    nodes: int
    visits: int | None = None
    """Simulations of `mcts` that began with the move; None for other agents, as for the two below."""
    value: float | None = None
    """Their mean result for the player to move, from -1 to 1, or the proven one."""
    prior: float | None = None
    """The prior probability, where the search uses priors."""

    @staticmethod
    def of(data: Mapping[str, Any]) -> RootMove:
        """A root move from the JSON of the command line."""
        return RootMove(**{name: data[name] for name in RootMove.__dataclass_fields__ if name in data})


@dataclass(frozen=True)
class Feature:
    """One term of a static value: `term` is `weight` times `value` to the power `power`."""

    name: str
    value: float
    weight: float
    power: float
    term: float


@dataclass(frozen=True)
class Analysis:
    """The result of a search. Scores are for the side to move, and wins and losses lie beyond 1,000,000,000."""

    agent: str
    best: str | None
    """The best move. None if the game is over."""
    score: float
    bound: str
    """Whether the score is the value of the best move, or an upper or lower bound: `exact`, `upper`, `lower`."""
    winner_in: int | None
    """Plies to the end, if the score is a win or loss at a known distance: 0 if the game is over. None otherwise."""
    pv: tuple[str, ...]
    depth: int
    nodes: int
    seconds: float
    lines: tuple[Line, ...]
    root_moves: tuple[RootMove, ...]
    features: tuple[Feature, ...]
    """The terms of the static value of the position."""
    proven: bool
    completed: bool
    """Whether the search ended by itself, and not by a limit."""
    data: Mapping[str, Any] = field(repr=False, compare=False)
    """All data, with the keys of `ply analyse --json`."""

    @staticmethod
    def of(data: Mapping[str, Any]) -> Analysis:
        """Makes an analysis from the object that `ply analyse --json` prints."""
        roots = tuple(RootMove.of(found) for found in data["root_moves"])
        bounds = [root.bound for root in roots if root.move == data["best"]]
        return Analysis(
            agent=data["agent"],
            best=data["best"],
            score=data["score"],
            bound=bounds[0] if bounds else "exact",
            winner_in=data["winner_in"],
            pv=tuple(data["pv"]),
            depth=data["depth"],
            nodes=data["nodes"],
            seconds=data["seconds"],
            lines=tuple(Line(line["move"], line["score"], tuple(line["pv"])) for line in data["lines"]),
            root_moves=roots,
            features=tuple(Feature(**feature) for feature in data.get("features", ())),
            proven=data["proven"],
            completed=data["completed"],
            data=data,
        )

    def __str__(self) -> str:
        result = "win" if self.score > 0 else "loss"
        if self.winner_in is not None:
            score = f"{result} in {self.winner_in}"
        else:
            score = result if abs(self.score) > 1_000_000_000 else f"{self.score:+g}"
        return f"{score}  {' '.join(self.pv)}  (depth {self.depth}, {self.nodes} nodes, {self.seconds:.2f} s)"
