"""Games and evaluations that are written in Python. They are slow: every move of a search goes through the interpreter."""

from __future__ import annotations

import copy
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, ClassVar

from . import _core
from ._core import Game, State


class PythonGame:
    """A position of a game that is written in Python; an object made without arguments is the start.

    A class says its `name`, its `sides` and how many actions there are, and has the methods below. Two positions are the same
    when their texts are, so that the text has to say everything, whose turn it is with it; and a game has to end by its board alone,
    not by its history. `plyground.check` tries whether all this holds, and `plyground.game` makes a game of the class.

    A game is its class, not its name: a class that is defined again is another game, and games of the class before stay as they are.
    """

    name: ClassVar[str]
    """Letters and digits."""
    sides: ClassVar[tuple[str, str]] = ("first", "second")
    """What the two players are called; the first one begins."""
    num_distinct_actions: ClassVar[int]
    """All actions are below this, which is at most 4,096."""

    def current_player(self) -> int:
        """Whose turn it is: 0 or 1."""
        raise NotImplementedError

    def legal_actions(self) -> Sequence[int]:
        """The legal actions, always in the same order; at least one while the game goes on."""
        raise NotImplementedError

    def apply_action(self, action: int) -> None:
        """Plays a legal action, on a copy that has been made for it."""
        raise NotImplementedError

    def returns(self) -> Sequence[float] | None:
        """What both players get at the end: (1, -1), (-1, 1) or (0, 0). None while the game goes on."""
        raise NotImplementedError

    def __str__(self) -> str:
        """The position as a text, which `parse` reads."""
        raise NotImplementedError

    @classmethod
    def parse(cls, text: str) -> PythonGame:
        """The position of a text; a ValueError for a text that is none."""
        raise NotImplementedError

    def evaluate(self) -> float:
        """What the position is worth to the first player, as far as one can see without searching."""
        return 0.0

    def action_to_string(self, action: int) -> str:
        """A legal action as a text without spaces."""
        return str(action)

    def string_to_action(self, text: str) -> int:
        """The action of a text; a ValueError for a text that is none."""
        # Not all that `int` reads: " 7" and "+7" are no actions.
        if not text.isdecimal() or text != str(int(text)) or int(text) >= self.num_distinct_actions:
            raise ValueError(f"found {text!r}, expected an action")
        return int(text)


@dataclass(frozen=True)
class Weight:
    """A number of an evaluation that `plyground.tune` may change."""

    value: float
    """The value at the start."""
    min: float
    max: float
    step: float
    """A change that is likely to be felt."""

    @classmethod
    def of(cls, value: float) -> Weight:
        """What a plain number stands for: steps of a quarter of it, and ten times as much or as little; of 1, where it is smaller."""
        size = max(1.0, abs(value))
        return cls(float(value), -10 * size, 10 * size, size / 4)


class PythonEvaluation:
    """An evaluation in Python, for any game: what a state is worth to the player to move.

    `evaluate` is called with a state; with `weights` it is called with the state and with the weights by name, and
    `plyground.tune` can look for better ones. A weight is its value at the start, or a `Weight` that says how far it may go.
    Where there is nothing to tune a function will do: `state.analyse("alphabeta:depth=3", evaluation=f)`.
    """

    name: str
    """What agents that play by it show."""
    weights: Mapping[str, float]
    """The weights that it has now; they cannot be changed in place."""

    def __init__(
        self,
        evaluate: Callable[..., float],
        weights: Mapping[str, float | Weight] | None = None,
        *,
        name: str | None = None,
    ) -> None:
        if not callable(evaluate):
            raise TypeError(f"evaluate: found {type(evaluate).__name__}, expected something that can be called")
        self._evaluate = evaluate
        self._rows = {key: _weight(key, given) for key, given in (weights or {}).items()}
        self.weights = MappingProxyType({key: row.value for key, row in self._rows.items()})
        self.name = name or str(getattr(evaluate, "__name__", type(evaluate).__name__))

    def __call__(self, state: State) -> float:
        return self._evaluate(state, self.weights) if self._rows else self._evaluate(state)

    def __getstate__(self) -> dict[str, Any]:
        # A view of a dict can be neither copied nor pickled.
        return {key: value for key, value in self.__dict__.items() if key != "weights"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.weights = MappingProxyType({key: row.value for key, row in self._rows.items()})

    def __repr__(self) -> str:
        weights = f" {dict(self.weights)}" if self._rows else ""
        return f"<plyground.PythonEvaluation {self.name}{weights}>"

    def with_weights(self, weights: Mapping[str, float], *, name: str | None = None) -> PythonEvaluation:
        """The same evaluation with other values of some weights or of all."""
        made = copy.copy(self)
        made.name = name or self.name
        made._rows = dict(self._rows)
        for key, value in weights.items():
            if key not in self._rows:
                known = ", ".join(f"`{known}`" for known in self._rows) or "none"
                raise ValueError(f"no weight {key!r} in {self.name}, expected one of: {known}")
            made._rows[key] = _weight(key, replace(self._rows[key], value=value))
        made.weights = MappingProxyType({key: row.value for key, row in made._rows.items()})
        return made

    def agent(self, game: Game | str, spec: str = "alphabeta:depth=2") -> _core.Agent:
        """An agent that plays by it, also for matches."""
        return _core.Agent(made(game), spec, evaluation=self)

    def _parameters(self) -> list[tuple[str, float, float, float, float]]:
        """The weights as a tuner wants them: names, bounds, values, steps."""
        return [(key, row.min, row.max, row.value, row.step) for key, row in self._rows.items()]

    def _with_values(self, values: Sequence[float]) -> PythonEvaluation:
        """The same with values in the order of the weights."""
        return self.with_weights(dict(zip(self._rows, values)))


def _weight(name: str, given: float | Weight) -> Weight:
    """A weight that makes sense under a name that a weight file can hold."""
    if not re.fullmatch("[A-Za-z_][A-Za-z0-9_]*", name) or name in ("game", "evaluation", "version", "provenance"):
        raise ValueError(f"weight {name!r}: expected letters and digits, and none of the words of a weight file")
    row = given if isinstance(given, Weight) else Weight.of(given)
    if not (math.isfinite(row.min) and math.isfinite(row.max) and row.min <= row.value <= row.max):
        raise ValueError(f"weight {name!r} is {row.value:g}, expected a number from {row.min:g} to {row.max:g}")
    if not 0 < row.step < math.inf:
        raise ValueError(f"weight {name!r} has the step {row.step:g}, expected a number above 0")
    return row


def game(name: str | type[PythonGame], setup: str | None = None, rules: str | None = None) -> Game:
    """A game by name, with a set-up and rules other than its usual ones where they are named; or that of a class."""
    if isinstance(name, str):
        return _core.game(name, setup, rules)
    if not (isinstance(name, type) and issubclass(name, PythonGame)):
        raise TypeError(f"found {name!r}, expected the name of a game or a class derived from PythonGame")
    if setup is not None or rules is not None:
        raise ValueError(f"{name.__name__} is a class: expected neither setup nor rules")
    return _core.own(name)


def made(game_or_name: Game | str | type[PythonGame]) -> Game:
    """A game that may be given in any way."""
    return game_or_name if isinstance(game_or_name, Game) else game(game_or_name)


def check(game_class: type[PythonGame], games: int = 20, max_plies: int = 100, seed: int = 1) -> dict[str, Any]:
    """Checks what every game promises by random play: that positions and moves survive being written and read, that keys are those
    of positions, that results are there exactly where no move is, and more. A law that is broken is a ValueError, with the
    shortest game that breaks it; else it comes back how much was looked at."""
    return _core.check_laws(game_class, games, max_plies, seed)
