"""Games and evaluations that are written in Python. They are slow: every move of a search goes through the interpreter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from . import _core
from ._core import Game, State


class PythonGame:
    """A position of a game that is written in Python; an object made without arguments is the start.

    A class says its `name`, its `sides` and how many actions there are, and has the methods below. Two positions are the same
    when their texts are, so that the text has to say everything, whose turn it is with it; and a game has to end by its board alone,
    not by its history. `plyground.check` tries whether all this holds, and `plyground.game` makes a game of the class.
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


class PythonEvaluation:
    """An evaluation in Python, for the games of the package: what a state is worth to the player to move.

    A function will do in its place: `state.analyse("alphabeta:depth=3", evaluation=f)`.
    """

    def __init__(self, evaluate: Callable[[State], float]) -> None:
        self._evaluate = evaluate

    def __call__(self, state: State) -> float:
        return self._evaluate(state)

    def agent(self, game: Game | str, spec: str = "alphabeta:depth=2") -> _core.Agent:
        """An agent that plays by it, also for matches."""
        return _core.Agent(made(game), spec, evaluation=self)


def game(name: str | type[PythonGame], setup: str | None = None, rules: str | None = None) -> Game:
    """A game by name, with a set-up and rules other than its usual ones where they are named; or that of a class."""
    if isinstance(name, str):
        return _core.game(name, setup, rules)
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
