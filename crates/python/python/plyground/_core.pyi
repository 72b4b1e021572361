"""The compiled half of the package."""

import os
from collections.abc import Callable, Iterable
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from ._analysis import Analysis
from ._own import PythonEvaluation

__all__ = [
    "Agent",
    "Batch",
    "Game",
    "Oracle",
    "State",
    "check_laws",
    "contest",
    "game",
    "games",
    "own",
    "playouts",
    "read_file",
    "restore",
    "restore_batch",
    "tuning",
]

def contest(
    game: Game,
    players: list[Any],
    settings: dict[str, Any],
    each: Callable[[dict[str, Any]], object] | None,
) -> dict[str, Any]:
    """Plays a match or a tournament; `each` is called with the record of every new game."""
def game(name: str, setup: str | None = None, rules: str | None = None) -> Game:
    """A game by name, with a set-up and rules other than its usual ones where they are named."""
def games() -> list[str]:
    """The names of all games."""
def read_file(path: str | os.PathLike[str]) -> list[dict[str, Any]]:
    """The games of a file of records."""
def tuning(
    game: Game,
    agent: str,
    settings: dict[str, Any],
    each: Callable[[dict[str, Any]], object] | None,
    evaluation: PythonEvaluation | None = None,
) -> tuple[dict[str, Any], str]:
    """Tunes the weights of an agent, or of an evaluation in Python by which it plays; `each` is called with a dict for every generation."""
def playouts(state: State, n: int, seed: int = 0, threads: int | None = None) -> tuple[int, int, int, int]:
    """Plays `n` games with random moves from a state to their ends: how many the first player won, were drawn, the second
    player won, and how many moves they had together. The same for the same seed on any number of threads."""
def own(game_class: type[Any]) -> Game:
    """The game of a class that is derived from `plyground.PythonGame`."""
def check_laws(game_class: type[Any], games: int = 20, max_plies: int = 100, seed: int = 1) -> dict[str, Any]:
    """Checks the laws of a game by random play: how much was looked at. A law that is broken is a `ValueError` with the shortest game
    that breaks it."""
def restore(game: Game, position: str, actions: list[int]) -> State:
    """A state out of a pickle."""
def restore_batch(game: Game, n: int, threads: int | None, parts: list[str]) -> Batch:
    """Makes a batch from a pickle."""

@final
class Game:
    """A game with its set-up and rules. Make one with `plyground.game`."""

    @property
    def name(self) -> str:
        """Its name in commands and files."""
    @property
    def title(self) -> str:
        """What people call it."""
    @property
    def sides(self) -> tuple[str, str]:
        """What it calls its two sides; the first moves first."""
    @property
    def rules(self) -> str:
        """The rules in force."""
    @property
    def setup(self) -> str | None:
        """The set-up, where one was named."""
    @property
    def setups(self) -> list[str]:
        """Set-ups worth trying."""
    @property
    def rule_sets(self) -> list[str]:
        """Named rule sets."""
    @property
    def agents(self) -> list[str]:
        """The names of its agents."""
    @property
    def evaluations(self) -> list[str]:
        """The names of its evaluations."""
    @property
    def num_distinct_actions(self) -> int:
        """All actions are below this."""
    @property
    def observation_shape(self) -> tuple[int, int, int] | None:
        """Planes, rows and columns of an observation; None where the game has none."""
    @property
    def observation_planes(self) -> list[str]:
        """What each plane of an observation shows."""
    @property
    def max_game_length(self) -> int:
        """The most moves of a game between agents, and of a game in a batch."""
    def new_initial_state(self) -> State:
        """The start of a game."""
    def state(self, text: str) -> State:
        """A position in the game's notation."""
    def replay(self, moves: str | Iterable[str | int]) -> State:
        """A game from its start, given its moves as text: one string, or a list of them. Numbers are actions."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, _memo: dict[int, Any], /) -> Game: ...

@final
class State:
    """A game in progress."""

    @property
    def game(self) -> Game:
        """The game."""
    @property
    def side_to_move(self) -> str:
        """Whose turn it is, by name; in a finished game, whoever would be next."""
    @property
    def ending(self) -> str | None:
        """Why the game is over; None while it goes on."""
    @property
    def moves(self) -> list[str]:
        """The moves so far, as texts."""
    @property
    def key(self) -> int:
        """A number that tells positions apart."""
    @property
    def observation_shape(self) -> tuple[int, int, int] | None:
        """Planes, rows and columns of an observation; None where the game has none."""
    @property
    def position(self) -> Any:
        """In a game that is written in Python, an object of its class for the position; elsewhere None."""
    @property
    def board(self) -> str:
        """The board as a person wants to see it."""
    @property
    def found(self) -> Analysis | None:
        """What the last analysis of this object found, however it ended."""
    def legal_actions(self) -> list[int]:
        """The legal actions, rising; none when the game is over."""
    def legal_actions_mask(self) -> list[int]:
        """A 1 for each legal action, in a list of `num_distinct_actions` numbers."""
    def legal_moves(self) -> list[str]:
        """The legal moves as texts, in the game's own order."""
    def apply_action(self, action: int) -> None:
        """Plays an action."""
    def play(self, mv: str) -> None:
        """Plays a move in the game's notation."""
    def undo_action(self) -> int:
        """Takes the last action back and returns it."""
    def action_to_string(self, action: int) -> str:
        """A legal action as text."""
    def string_to_action(self, text: str) -> int:
        """The action that a text stands for."""
    def current_player(self) -> int:
        """Whose turn it is: 0 or 1; -4 when the game is over."""
    def is_terminal(self) -> bool:
        """Whether the game is over."""
    def returns(self) -> list[float]:
        """What each player gets: 1 and -1, or 0 and 0 for a draw and while the game goes on."""
    def history(self) -> list[int]:
        """The actions so far."""
    def move_number(self) -> int:
        """The number of moves played."""
    def observation_tensor(self, side: int | str | None = None) -> list[float]:
        """The planes of the position as a side sees them, one number after the other; the side to move when none is named."""
    def clone(self) -> State:
        """A copy."""
    def child(self, action: int) -> State:
        """Another state after one more action."""
    def analyse(
        self,
        agent: str | Agent | None = None,
        *,
        nodes: int | None = None,
        time: float | None = None,
        depth: int | None = None,
        lines: int = 1,
        on_depth: Callable[[Analysis], object] | None = None,
        evaluation: Callable[[State], float] | None = None,
    ) -> Analysis:
        """Lets an agent think: a spec such as "best" or "mcts:seed=1", or an `Agent`. It values positions by `evaluation`, where one is
        named: it is called with a state and gives a number for the player to move. `on_depth` is called with every finished depth.
        Ctrl-C stops it at once; what it found until then is in `found`."""
    def explain(self, agent: str = "best") -> dict[str, Any]:
        """What the value of the position is made of, by an agent's evaluation."""
    def values(self, oracle: Oracle | None = None, *, time: float | None = None) -> dict[int, int]:
        """Returns the exact value of every legal action for the player to move: the final margin, or 1, 0 and -1 for a win, a draw and a
        loss. All states of a game share one oracle, unless another is named.

        Cost: a table answers at once. Kalah is solved by searching, which also takes the memory of an endgame database: a second in the
        middle of a game, but minutes or hours at the start of Kalah(6,4). `time` is a limit in seconds, whose end is a `TimeoutError`;
        without it there is none. Ctrl-C stops the search at once."""
    def regret(self, action: int, oracle: Oracle | None = None, *, time: float | None = None) -> int:
        """Returns by how much an action is worse than the best one. It costs as much as `values`, with the same limit `time` in seconds."""
    def perft(self, depth: int, threads: int = 1) -> int:
        """The number of move sequences of a length from here; shorter ones that end the game do not count."""
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __copy__(self) -> State: ...
    def __deepcopy__(self, _memo: dict[int, Any], /) -> State: ...

@final
class Agent:
    """An agent that keeps what it has learnt from call to call: call it with a state to get an action."""

    def __new__(
        cls, game: Game, spec: str = "best", *, evaluation: Callable[[State], float] | None = None
    ) -> Agent: ...
    @property
    def spec(self) -> str:
        """What it is made from."""
    def __call__(self, state: State) -> int: ...
    def __getnewargs_ex__(self) -> tuple[tuple[Game, str], dict[str, Any]]: ...

@final
class Oracle:
    """Answers for the exact values of many positions, and keeps what helps with the next: open tables, or a solver's own table and
    endgame database."""

    def __new__(
        cls,
        game: Game,
        *,
        tables: str | os.PathLike[str] | None = None,
        database: int | None = None,
        threads: int = 1,
        table: int = 256,
    ) -> Oracle: ...
    def solve(self, state: State, *, time: float | None = None) -> dict[str, Any]:
        """Returns everything that is known of a position, as `ply probe --json` prints it. It costs as much as `values`, with the same limit
        `time` in seconds."""
    def value(self, state: State, *, time: float | None = None) -> int:
        """Returns the exact value of a position for the player to move. It costs less than `values`, with the same limit `time` in seconds."""
    def values(self, state: State, *, time: float | None = None) -> list[tuple[int, int]]:
        """Returns the exact value of every move for the player to move: the final margin, or 1, 0 and -1 for a win, a draw and a loss.

        Cost: a table answers at once. Kalah is solved by searching: a second in the middle of a game, but minutes or hours at the
        start of Kalah(6,4). `time` is a limit in seconds, whose end is a `TimeoutError`; without it there is none. Ctrl-C stops the
        search at once."""
    def __getnewargs_ex__(self) -> tuple[tuple[Game], dict[str, Any]]: ...

@final
class Batch:
    """Many games that are stepped together; each begins again by itself when it is over. `plyground.Batch` brings the arrays."""

    def __new__(cls, game: Game, n: int, seed: int = 0, threads: int | None = None) -> Batch: ...
    def play(
        self,
        actions: NDArray[np.int64],
        rewards: NDArray[np.float32],
        done: NDArray[np.bool_],
        observations: NDArray[np.float32] | None = None,
        masks: NDArray[np.bool_] | None = None,
        players: NDArray[np.int8] | None = None,
    ) -> None:
        """Plays an action in each game, and shows the games after it. An error changes neither a game nor an array."""
    def show(
        self,
        observations: NDArray[np.float32] | None = None,
        masks: NDArray[np.bool_] | None = None,
        players: NDArray[np.int8] | None = None,
    ) -> None:
        """Shows all games as they stand."""
    def draw(self, actions: NDArray[np.int64]) -> None:
        """Draws a legal action for each game."""
    def __len__(self) -> int: ...
    def __copy__(self) -> Batch: ...
    def __deepcopy__(self, _memo: dict[int, Any], /) -> Batch: ...
