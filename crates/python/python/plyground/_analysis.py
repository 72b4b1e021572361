"""What an agent has found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Line:
    """One of the best lines."""

    move: str
    score: float
    pv: tuple[str, ...]


@dataclass(frozen=True)
class RootMove:
    """What is known of one move: its score, or a bound of it."""

    move: str
    score: float
    bound: str
    """`exact`, `upper` (the value is at most the score) or `lower`."""
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
    """One part of a value: `term` is `weight` times `value`, that raised to `power`."""

    name: str
    value: float
    weight: float
    power: float
    term: float


@dataclass(frozen=True)
class Analysis:
    """What an agent has found. Scores are for the side to move; wins and losses lie beyond 1,000,000,000."""

    agent: str
    best: str | None
    score: float
    bound: str
    """How the score relates to the best move's value: `exact`, `upper` or `lower`."""
    winner_in: int | None
    """Plies to the end, where the score says that one side wins and how soon."""
    pv: tuple[str, ...]
    depth: int
    nodes: int
    seconds: float
    lines: tuple[Line, ...]
    root_moves: tuple[RootMove, ...]
    features: tuple[Feature, ...]
    """What the value of the position itself is made of, without search."""
    proven: bool
    completed: bool
    """Whether the search came to its own end."""
    data: Mapping[str, Any] = field(repr=False, compare=False)
    """Everything, with the names of `ply analyse --json`."""

    @staticmethod
    def of(data: Mapping[str, Any]) -> Analysis:
        """An analysis from the JSON of the command line."""
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
