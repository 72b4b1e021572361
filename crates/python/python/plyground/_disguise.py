"""A game with other names, coordinates and story, for agents that may know the game by heart."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from . import _core, _rules
from ._core import Game, State
from ._own import GameLike, made


@dataclass(frozen=True)
class Skin:
    """The names in which a game is shown: its words, its coordinates and the signs of its moves."""

    words: Mapping[str, str]
    cells: Mapping[str, str] = field(default_factory=dict)
    """Other names by the game's own coordinates. Without an entry, a coordinate keeps its name."""
    signs: Mapping[str, str] = field(default_factory=dict)

    def cell(self, name: str) -> str:
        """Returns the name of a coordinate."""
        return self.cells.get(name, name)

    def sign(self, name: str) -> str:
        """Returns a sign of the moves."""
        return self.signs.get(name, name)

    def word(self, name: str) -> str:
        """Returns a word, such as the name of a side."""
        return self.words.get(name, name)

    def hide(self, move: str) -> str:
        """Returns a move of the game in these names."""
        return self._hidden(move) or move

    def reveal(self, text: str) -> str | None:
        """Returns the move of the game that a text in these names stands for, or None if it stands for none."""
        return self._revealed(text) if self.cells else text

    @cached_property
    def _hidden(self) -> _Translator:
        return _Translator({**self.cells, **self.signs})

    @cached_property
    def _revealed(self) -> _Translator:
        return _Translator({name: own for own, name in [*self.cells.items(), *self.signs.items()]})


class _Translator:
    """Replaces the names in a text one by one. A text that is not made of names alone gives None."""

    def __init__(self, names: Mapping[str, str]) -> None:
        one = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
        self._names, self._one, self._all = names, re.compile(one), re.compile(f"(?:{one})+")

    def __call__(self, text: str) -> str | None:
        if not self._names or not self._all.fullmatch(text):
            return None
        return self._one.sub(lambda found: self._names[found[0]], text)


@dataclass(frozen=True)
class Disguise:
    """A game in other names. `disguise` makes one."""

    game: Game
    seed: int
    skin: Skin = field(repr=False)

    def new_initial_state(self) -> Disguised:
        """Returns the start of a game."""
        return self.wrap(self.game.new_initial_state())

    def wrap(self, state: State) -> Disguised:
        """Returns a state of the game in these names."""
        if state.game != self.game:
            raise ValueError(f"a state of {state.game.name} with rules and set-up of its own: expected one of {self.game!r}")
        return Disguised(state, self.skin)


@dataclass
class Disguised:
    """A state in other names. Moves are texts in these names; actions are those of the game."""

    state: State
    """The state of the game."""
    skin: Skin = field(repr=False)

    @property
    def game(self) -> Game:
        """The game."""
        return self.state.game

    @property
    def side_to_move(self) -> str:
        """The name of the side to move."""
        return self.skin.word(self.state.side_to_move)

    @property
    def moves(self) -> list[str]:
        """The moves played so far."""
        return [self.skin.hide(move) for move in self.state.moves]

    def legal_moves(self) -> list[str]:
        """Returns the legal moves in the game's move order."""
        return [self.skin.hide(move) for move in self.state.legal_moves()]

    def string_to_action(self, text: str) -> int:
        """Returns the action that a text names. A `ValueError` is raised if the text is no legal move."""
        own = self.skin.reveal(text)
        try:
            if own is not None:
                return self.state.string_to_action(own)
        except ValueError:
            pass  # Its message has the game's own names.
        raise ValueError(f"illegal move `{text}`")

    def play(self, move: str) -> None:
        """Plays a move. An illegal move is a `ValueError`, and the state stays as it is."""
        self.state.apply_action(self.string_to_action(move))

    def apply_action(self, action: int) -> None:
        """Plays an action. An illegal action is a `ValueError`, and the state stays as it is."""
        self.state.apply_action(action)

    def action_to_string(self, action: int) -> str:
        """Returns a legal action as text."""
        return self.skin.hide(self.state.action_to_string(action))

    def clone(self) -> Disguised:
        """Returns a copy with its whole history."""
        return Disguised(self.state.clone(), self.skin)

    def __getattr__(self, name: str) -> Any:
        # What has no names is the state's own: `is_terminal`, `returns`, `current_player`, `legal_actions`, `history`.
        if name in ("current_player", "history", "is_terminal", "legal_actions", "legal_actions_mask", "move_number", "returns"):
            return getattr(self.state, name)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


def disguise(game: GameLike, seed: int) -> Disguise:
    """Returns a game with other names, coordinates and story, drawn by `seed`, 0 or more.

    Each move of the game has one name, and each name stands for one move, so that play is the same. Only the games of the
    package can be disguised; another one is a `ValueError`.
    """
    of = made(game)
    maker = _CELLS.get(of.name)
    if maker is None:
        raise ValueError(f"{of.name} cannot be disguised: expected one of {', '.join(_CELLS)}")
    draws = random.Random(f"{of.name} {_core.integer('seed', seed, 0, 2**64 - 1)}")
    story = draws.choice(_rules.STORIES[of.name]).split()
    words = dict(zip(_rules.WORDS[of.name], story, strict=True))
    cells, signs = maker(draws, str(of.new_initial_state()))
    return Disguise(of, seed, Skin(words, cells, signs))


_Names = tuple[dict[str, str], dict[str, str]]


def _names(draws: random.Random, n: int) -> list[str]:
    """Draws different names of two letters each, so that a text of several names can be read in one way only."""
    return draws.sample([a + b for a in "BCDFGHJKLMNPQRSTVWZ" for b in "AEIOU"], n)


def _kalah(draws: random.Random, start: str) -> _Names:
    houses = int(start.split(",")[0].strip("<"))
    return {str(house + 1): name for house, name in enumerate(_names(draws, houses))}, {}


def _tigers(draws: random.Random, start: str) -> _Names:
    signs = draws.choice(["+>*", "=~^", "!:/"])
    return {str(point): name for point, name in enumerate(_names(draws, 23))}, dict(zip("@-x", signs))


def _axis(draws: random.Random, symbols: str, n: int) -> list[str]:
    """Draws `n` symbols in a row, from either end."""
    start = draws.randrange(len(symbols) - n + 1)
    found = symbols[start : start + n]
    return list(draws.choice([found, found[::-1]]))


def _grid(draws: random.Random, rows: int, columns: int, own: Callable[[int, int], str]) -> dict[str, str]:
    """Names the cells of a board by a letter and a sign, in either order."""
    alphabets = ["ABCDEFGHIJKLMNOPQRSTUVWXYZ", "αβγδεζηθικλμνξοπρστυφχψω"]
    draws.shuffle(alphabets)
    up, across = _axis(draws, alphabets[0], rows), _axis(draws, alphabets[1], columns)
    row_first = draws.choice([False, True])
    return {
        own(row, column): r + c if row_first else c + r
        for row, r in enumerate(up)
        for column, c in enumerate(across)
    }


def _cachex(draws: random.Random, start: str) -> _Names:
    size = int(start.split()[0])
    steal = draws.choice(["swap", "trade", "claim"])
    return _grid(draws, size, size, lambda row, column: f"{row},{column}"), {"steal": steal}


def _khet(draws: random.Random, start: str) -> _Names:
    cells = _grid(draws, 8, 10, lambda row, column: f"{'abcdefghij'[column]}{row + 1}")
    return cells, dict(zip("+-", draws.choice(["><", "/!", "=~"])))


_CELLS: dict[str, Callable[[random.Random, str], _Names]] = {
    "kalah": _kalah,
    "khet": _khet,
    "tigers": _tigers,
    "cachex": _cachex,
}
