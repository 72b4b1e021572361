"""Games and evaluations written in Python. They are slow, as every move of a search goes through the interpreter."""

from __future__ import annotations

import copy
import itertools
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, ClassVar, SupportsFloat, TypeAlias, TypeVar

from . import _core
from ._core import Game, State

_T = TypeVar("_T")


class PythonGame:
    """A position of a game written in Python. An object made without arguments is the start.

    A class sets `name`, `sides` and `num_distinct_actions`, and implements the methods below. Two positions are equal if
    their texts are equal, so the text must hold everything, including the side to move. A game must end by its position
    alone, not by its history. `plyground.check` tests this, and `plyground.game` makes a game of the class.

    A game is identified by its class, not its name. A class that is defined again is another game.
    """

    name: ClassVar[str]
    """The name of the game, in letters and digits."""
    sides: ClassVar[tuple[str, str]] = ("first", "second")
    """The names of the two sides. The first side moves first."""
    num_distinct_actions: ClassVar[int]
    """The number of actions, 1 to 4,096. Every action is from 0 to one less."""
    observation_shape: ClassVar[tuple[int, int, int] | None] = None
    """The planes, rows and columns of an observation. None if there are no observations."""
    observation_planes: ClassVar[Sequence[str]] = ()
    """What each plane of an observation shows: one text per plane, or none."""

    def current_player(self) -> int:
        """Returns the player to move: 0 or 1."""
        raise _missing(self, "current_player")

    def legal_actions(self) -> Sequence[int]:
        """Returns the legal actions, each once and always in the same order. There is at least one until the game is over."""
        raise _missing(self, "legal_actions")

    def apply_action(self, action: int) -> None:
        """Plays a legal action on this object, which is a copy made for it."""
        raise _missing(self, "apply_action")

    def returns(self) -> Sequence[float] | None:
        """Returns the points of both players at the end: (1, -1), (-1, 1) or (0, 0). Returns None during the game."""
        raise _missing(self, "returns")

    def __str__(self) -> str:
        """Returns the position as a text that `parse` reads."""
        raise _missing(self, "__str__")

    @classmethod
    def parse(cls, text: str) -> PythonGame:
        """Reads the text of a position. A text that is no position must raise a `ValueError`."""
        raise _missing(cls, "parse")

    def observation_tensor(self, player: int) -> Any:
        """Returns the position as a player sees it, for learners. A class with an `observation_shape` implements it.

        The result has numbers from -65,535 to 65,535 in that shape: an array, nested sequences, or one flat sequence.
        """
        raise _missing(self, "observation_tensor")

    def evaluate(self) -> float:
        """Returns the static value of the position for the first player, from -1,000,000 to 1,000,000. The default is 0.

        Searches round it to thousandths.
        """
        return 0.0

    def action_to_string(self, action: int) -> str:
        """Returns a legal action as a text without spaces."""
        return str(action)

    def string_to_action(self, text: str) -> int:
        """Returns the action of a text. A text that is no action must raise a `ValueError`."""
        # `int` also accepts " 7" and "+7".
        if not text.isdecimal() or text != str(int(text)) or int(text) >= self.num_distinct_actions:
            raise ValueError(f"expected a number from 0 to {self.num_distinct_actions - 1}")
        return int(text)


def _missing(of: PythonGame | type[PythonGame], method: str) -> NotImplementedError:
    """Returns the error of a method that a class must have."""
    name = of.__name__ if isinstance(of, type) else type(of).__name__
    return NotImplementedError(f"{name}: expected a method `{method}`")


GameLike: TypeAlias = Game | str | type[PythonGame] | PythonGame
"""A game, its name, a class derived from `PythonGame`, or an object of such a class, at which games then start."""


@dataclass(frozen=True)
class Weight:
    """A weight of an evaluation, with the range in which `plyground.tune` may change it."""

    value: float
    """The value at the start."""
    min: float
    max: float
    step: float
    """The size of a first change, above 0."""

    @classmethod
    def of(cls, value: float) -> Weight:
        """Makes a weight from a number: a range of ten times its size, at least 10, and a step of a quarter of its size."""
        size = max(1.0, abs(value))
        return cls(float(value), -10 * size, 10 * size, size / 4)


class PythonEvaluation:
    """An evaluation in Python: the value of a state for the player to move, in any unit.

    Values are from -1,000,000 to 1,000,000, and searches round them to thousandths: multiply those of a network.
    `evaluate` is called with a state, and with the weights by name if there are any. `plyground.tune` can improve the
    weights. A weight is a number, or a `Weight` with its range. An evaluation without weights can be a plain function:
    `state.analyse("alphabeta:depth=3", evaluation=f)`.
    """

    name: str
    """The name that the specs of its agents show."""
    weights: Mapping[str, float]
    """The weights by name. They cannot be changed in place."""

    def __init__(
        self,
        evaluate: Callable[..., SupportsFloat],
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

    def __call__(self, state: State) -> SupportsFloat:
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
        """Returns the evaluation with other values of some weights. An unknown name is a `ValueError`."""
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

    def agent(self, game: GameLike, spec: str = "alphabeta:depth=2") -> _core.Agent:
        """Returns an agent that plays by this evaluation, also in matches."""
        return _core.Agent(made(game), spec, evaluation=self)

    def _parameters(self) -> list[tuple[str, float, float, float, float]]:
        """Returns the weights for a tuner: name, minimum, maximum, value and step."""
        return [(key, row.min, row.max, row.value, row.step) for key, row in self._rows.items()]

    def _with_values(self, values: Sequence[float]) -> PythonEvaluation:
        """Returns the evaluation with these values, in the order of the weights."""
        return self.with_weights(dict(zip(self._rows, values)))


def _weight(name: str, given: float | Weight) -> Weight:
    """Returns a valid weight. The name must be one that a weight file can hold."""
    if not re.fullmatch("[A-Za-z_][A-Za-z0-9_]*", name) or name in ("game", "evaluation", "version", "provenance"):
        raise ValueError(f"weight {name!r}: expected letters and digits, and none of the words of a weight file")
    what = f"weight {name!r}"
    row = given if isinstance(given, Weight) else Weight.of(_core.real(what, given))
    row = Weight(*(_core.real(what, number) for number in (row.value, row.min, row.max, row.step)))
    if not (math.isfinite(row.min) and math.isfinite(row.max) and row.min <= row.value <= row.max):
        raise ValueError(f"weight {name!r} is {row.value:g}, expected a number from {row.min:g} to {row.max:g}")
    if not 0 < row.step < math.inf:
        raise ValueError(f"weight {name!r} has the step {row.step:g}, expected a number above 0")
    return row


def game(name: GameLike, setup: str | None = None, rules: str | None = None) -> Game:
    """Makes a game by its name or by its class; `setup` and `rules` replace the defaults of a named game.

    Of an object of a class, games start at its position. An unknown name, set-up or rule is a `ValueError` that lists the known
    ones.
    """
    if isinstance(name, str):
        return _core.game(name, setup, rules)
    is_class = isinstance(name, type) and issubclass(name, PythonGame)
    if not is_class and not isinstance(name, (Game, PythonGame)):
        raise TypeError(f"found {name!r}, expected the name of a game or a class derived from PythonGame")
    if setup is not None or rules is not None:
        raise ValueError(f"{name!r} is no name: expected neither setup nor rules")
    if isinstance(name, Game):
        return name
    return _core.own(type(name), str(name)) if isinstance(name, PythonGame) else _core.own(name)


made = game
"""The same, for functions with a parameter of that name."""


def observation_shape(of: Game) -> tuple[int, int, int]:
    """Returns the shape of a game's observations. A game without observations is a `ValueError`."""
    shape = of.observation_shape
    if shape is None:
        raise ValueError(f"{of.name} has no observations: expected a class with `observation_shape` and the method `observation_tensor`")
    return shape


def listed(name: str, items: Iterable[_T]) -> list[_T]:
    """Returns the items of an argument as a list. An iterator without end is a `ValueError`, and a text a `TypeError`."""
    if isinstance(items, str):
        raise TypeError(f"{name}={items!r}: expected several, as in [{items!r}, ...]")
    found = list(itertools.islice(items, 10_001))
    if len(found) > 10_000:
        raise ValueError(f"{name}: found more than 10000 items")
    return found


def check(game_class: type[PythonGame], games: int = 20, max_plies: int = 100, seed: int = 1) -> dict[str, Any]:
    """Checks the laws of games by random play and returns what was counted.

    For example, texts must read back, keys must match positions, and a position must have a result exactly if it has no
    move. A broken law is a `ValueError` with the shortest game that breaks it. It is one too if no game ends within
    `max_plies` plies.
    """
    return _core.check_laws(game_class, games, max_plies, seed)
