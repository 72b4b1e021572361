"""The compiled half of the package."""

import os
from collections.abc import Callable, Iterable
from typing import Any, SupportsFloat, SupportsIndex, final

import numpy as np
from numpy.typing import NDArray

from ._analysis import Analysis
from ._own import GameLike, PythonEvaluation

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
    "integer",
    "learning",
    "own",
    "playouts",
    "read_file",
    "real",
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
    """Plays a match or a tournament. `each` is called with the record of every new game."""
def game(name: str, setup: str | None = None, rules: str | None = None) -> Game:
    """Makes a game by its name, with a set-up and rules other than the defaults.

    An unknown name, set-up or rule is a `ValueError` that lists the known ones."""
def games() -> list[str]:
    """Returns the names of all games."""
def integer(name: str, given: Any, least: int, most: int) -> int:
    """Returns an integer argument within its range, for the half of the package in Python.

    Another number is a `ValueError`, and what is no integer, such as a bool, a `TypeError`."""
def real(name: str, given: Any) -> float:
    """Returns an argument as a number, for the half of the package in Python. What is no number, such as a bool, is a `TypeError`."""
def read_file(path: str | os.PathLike[str]) -> list[dict[str, Any]]:
    """Reads the records of a file. An error names a damaged line by its number."""
def tuning(
    game: Game,
    agent: str,
    settings: dict[str, Any],
    each: Callable[[dict[str, Any]], object] | None,
    evaluation: PythonEvaluation | None = None,
) -> tuple[dict[str, Any], str]:
    """Tunes the weights of an agent's evaluation, or of an evaluation in Python.

    `each` is called with a dict for every generation. Returns the result and the text of the weight file."""
def learning(
    game: Game,
    settings: dict[str, Any],
    each: Callable[[dict[str, Any]], object] | None,
) -> dict[str, Any]:
    """Learns tables or a network, or exports samples.

    `each` is called with a dict for every step and every generation. Returns the result."""
def playouts(state: State, n: int, seed: int = 0, threads: int | None = None) -> tuple[int, int, int, int]:
    """Plays `n` games of random moves to their ends.

    Returns the wins of the first player, the draws, the wins of the second player, and the moves of all games. The
    number of threads does not change the result."""
def own(game_class: type[Any], start: str | None = None) -> Game:
    """Makes the game of a class derived from `plyground.PythonGame`, whose games start at a position of the class."""
def check_laws(game_class: type[Any], games: int = 20, max_plies: int = 100, seed: int = 1) -> dict[str, Any]:
    """Checks the laws of a game by random play and returns what was counted.

    A broken law is a `ValueError` with the shortest game that breaks it."""
def restore(game: Game, position: str, actions: list[int]) -> State:
    """Restores a state from a pickle."""
def restore_batch(
    game: Game,
    n: int,
    threads: int | None,
    parts: list[str],
    opponent: tuple[Any, int | None, bool] | None = None,
    start: str | None = None,
) -> Batch:
    """Restores a batch from a pickle."""

@final
class Game:
    """A game with its set-up and rules. `plyground.game` makes one."""

    @property
    def name(self) -> str:
        """The name in commands and files."""
    @property
    def title(self) -> str:
        """Display name."""
    @property
    def sides(self) -> tuple[str, str]:
        """The names of the two sides. The first side moves first."""
    @property
    def rules(self) -> str:
        """The rules in force."""
    @property
    def setup(self) -> str | None:
        """The set-up, or None for the default."""
    @property
    def setups(self) -> list[str]:
        """The listed set-ups, the default first. Others may be possible."""
    @property
    def rule_sets(self) -> list[str]:
        """The named rule sets, the default first."""
    @property
    def agents(self) -> list[str]:
        """The names of the agents."""
    @property
    def evaluations(self) -> list[str]:
        """The names of the evaluations, the default first."""
    @property
    def num_distinct_actions(self) -> int:
        """The number of actions. Every action is from 0 to one less."""
    @property
    def observation_shape(self) -> tuple[int, int, int] | None:
        """The shape of an observation: planes, rows and columns. None if the game has no observations."""
    @property
    def observation_planes(self) -> list[str]:
        """What each plane of an observation shows, one text per plane."""
    @property
    def max_game_length(self) -> int:
        """The most plies of a game in a match and in a batch. A longer game is drawn."""
    def new_initial_state(self) -> State:
        """Returns the start of a game."""
    def state(self, text: str) -> State:
        """Reads a position in the game's notation.

        A text that is no position is a `ValueError` with the column of the fault."""
    def replay(self, moves: str | Iterable[str | SupportsIndex]) -> State:
        """Plays moves from the start and returns the state.

        `moves` is one text with spaces, or a list of texts and actions. An illegal move is a `ValueError`."""
    def state_from_json(self, text: str) -> State:
        """Reads the text of `state.to_json`: a position without the moves before.

        A text of another game or of other rules is a `ValueError`."""
    def deserialize_state(self, text: str) -> State:
        """Reads the text of `state.serialize`, or of `ply export --json`: a state with all moves of the game so far.

        A text of another game or of other rules is a `ValueError`."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, _memo: dict[int, Any], /) -> Game: ...

@final
class State:
    """A game in progress: a position with the moves that led to it."""

    @property
    def game(self) -> Game:
        """The game."""
    @property
    def side_to_move(self) -> str:
        """The name of the side to move. In a finished game, the side that would move next."""
    @property
    def ending(self) -> str | None:
        """Why the game is over. None during the game."""
    @property
    def moves(self) -> list[str]:
        """The moves played so far, as texts."""
    @property
    def key(self) -> int:
        """A hash of the position, of 64 bits. Equal positions have equal keys."""
    @property
    def observation_shape(self) -> tuple[int, int, int] | None:
        """The shape of an observation: planes, rows and columns. None if the game has no observations."""
    @property
    def position(self) -> Any:
        """The position as an object of its class, in a game written in Python. None in other games."""
    @property
    def board(self) -> str:
        """The board as text."""
    @property
    def found(self) -> Analysis | None:
        """The result of the last analysis of this state, also of an interrupted one."""
    def legal_actions(self, player: int | str | None = None) -> list[int]:
        """Returns the legal actions in ascending order, by default of the player to move.

        The list is empty for the player out of turn, and if the game is over."""
    def legal_actions_mask(self, player: int | str | None = None) -> list[int]:
        """Returns a list of `num_distinct_actions` numbers: 1 for a legal action, else 0."""
    def legal_moves(self) -> list[str]:
        """Returns the legal moves as texts, in the game's move order."""
    def apply_action(self, action: SupportsIndex) -> None:
        """Plays an action. An illegal action is a `ValueError`, and the state stays as it is."""
    def play(self, mv: str) -> None:
        """Plays a move given in the game's notation. An illegal move is a `ValueError`, and the state stays as it is."""
    def undo_action(self) -> int:
        """Takes the last action back and returns it. A `ValueError` is raised at the start."""
    def action_to_string(self, action: int) -> str:
        """Returns a legal action as text."""
    def string_to_action(self, text: str) -> int:
        """Returns the action that a text names. A `ValueError` is raised if the text is no move."""
    def current_player(self) -> int:
        """Returns the player to move, 0 or 1, or -4 if the game is over."""
    def is_terminal(self) -> bool:
        """Returns whether the game is over."""
    def returns(self) -> list[float]:
        """Returns the points of both players: 1 for a win, -1 for a loss, 0 for a draw and during the game."""
    def rewards(self) -> list[float]:
        """Returns the points that the last action gave both players: those of `returns`, as points are given at the end alone."""
    def player_return(self, player: int | str) -> float:
        """Returns the points of one player, 0, 1 or the name of a side, as `returns` has them."""
    def player_reward(self, player: int | str) -> float:
        """Returns what the last action gave one player, as `rewards` has it."""
    @staticmethod
    def num_players() -> int:
        """Returns the number of players: 2."""
    @staticmethod
    def is_chance_node() -> bool:
        """Returns whether chance moves next: never, as nothing is random."""
    @staticmethod
    def is_simultaneous_node() -> bool:
        """Returns whether both players move at once: never."""
    @staticmethod
    def is_mean_field_node() -> bool:
        """Returns whether a population of players moves next: never."""
    def is_player_node(self) -> bool:
        """Returns whether a player moves next: whether the game goes on."""
    def is_initial_state(self) -> bool:
        """Returns whether no action has been played."""
    def history_str(self) -> str:
        """Returns the actions played so far as one text, with commas."""
    def history(self) -> list[int]:
        """Returns the actions played so far."""
    def move_number(self) -> int:
        """Returns the number of moves played."""
    def observation_tensor(self, side: int | str | None = None) -> list[float]:
        """Returns the position as seen by a side: a flat list of the numbers of `observation_shape`, plane by plane.

        `side` is 0, 1 or the name of a side, by default the side to move. A game without observations raises a `ValueError`."""
    def clone(self) -> State:
        """Returns a copy with its whole history."""
    def child(self, action: int) -> State:
        """Returns a new state after one more action."""
    def analyse(
        self,
        agent: str | Agent | None = None,
        *,
        nodes: int | None = None,
        time: float | None = None,
        depth: int | None = None,
        lines: int = 1,
        on_depth: Callable[[Analysis], object] | None = None,
        evaluation: Callable[[State], SupportsFloat] | None = None,
    ) -> Analysis:
        """Searches the position with an agent and returns what it found.

        `agent` is a spec such as "best" or "mcts:seed=1", or an `Agent`. `nodes`, `time` in seconds and `depth` limit
        the search; without any limit it takes 5 seconds, and none where a book or tables know the value. `lines` is the
        number of best lines. `on_depth` is called with an `Analysis` after each depth. `evaluation` is called with a state
        and returns its value for the player to move. A wrong argument is a `ValueError`. Ctrl-C raises
        `KeyboardInterrupt`, and `found` then has the last depth."""
    def explain(self, agent: str = "best") -> dict[str, Any]:
        """Returns the static value of the position and its terms by an agent's evaluation, as `ply analyse --explain` does."""
    def values(self, oracle: Oracle | None = None, *, time: float | None = None) -> dict[int, int]:
        """Returns the exact value of every legal action for the player to move.

        A value is Kalah's final margin in seeds, and 1, 0 or -1 for a win, a draw or a loss in other games. All states of a
        game share one oracle by default.

        A table answers at once. Kalah is solved by a search with an endgame database in memory: a second in the middle of a
        game, minutes near the start of Kalah(6,4). `time` limits it in seconds and raises a `TimeoutError`."""
    def regret(self, action: int, oracle: Oracle | None = None, *, time: float | None = None) -> int:
        """Returns by how much an action is worse than the best one: 0 or more, in the unit of `values`.

        It costs as much as `values` and takes the same `time`."""
    def grade(self, *, nodes: int = 20_000, effort: int = 4_000) -> dict[str, Any]:
        """Grades the moves of the game so far, and returns a dict with `moves` and `summary`, as `ply grade --json` prints them.

        Where tables or the solver of the game reach, a move has its exact `regret`; elsewhere a search by `best` with `nodes`
        nodes says which share of the win it lost. `effort` limits the solver, in steps that are the same on every machine."""
    def perft(self, depth: int, threads: int = 1) -> int:
        """Returns the number of move sequences of `depth` plies. Shorter sequences that end the game do not count."""
    def to_json(self) -> str:
        """Returns the position as text in JSON, as `ply show --json` prints it, without the moves before.

        `game.state_from_json` reads it. `docs/reference/schemas/state.schema.json` describes it."""
    def action_to_json(self, action: int) -> str:
        """Returns a legal action as text in JSON: its player, its number, and its move in the game's notation.

        `docs/reference/schemas/action.schema.json` describes it."""
    def json_to_action(self, text: str) -> int:
        """Returns the legal action of a text that `action_to_json` returned here. Another text is a `ValueError`."""
    def serialize(self) -> str:
        """Returns the whole game as text in JSON, as `ply export --json` prints it: start, actions, present state and returns.

        `game.deserialize_state` reads it. `docs/reference/schemas/trajectory.schema.json` describes it."""
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __copy__(self) -> State: ...
    def __deepcopy__(self, _memo: dict[int, Any], /) -> State: ...

@final
class Agent:
    """An agent that keeps its tables from call to call. Called with a state, it returns an action."""

    def __new__(
        cls, game: GameLike, spec: str = "best", *, evaluation: Callable[[State], SupportsFloat] | None = None
    ) -> Agent: ...
    @property
    def spec(self) -> str:
        """The spec that makes it."""
    def __call__(self, state: State) -> int: ...
    def __getnewargs_ex__(self) -> tuple[tuple[Game, str], dict[str, Any]]: ...

@final
class Oracle:
    """A source of exact values that stays ready for the next position.

    It keeps open tables, or a solver's transposition table of `table` MiB and its endgame database of `database` seeds.
    `tables` is the folder of the tables, by default that of the variable `PLYGROUND_TABLES`."""

    def __new__(
        cls,
        game: GameLike,
        *,
        tables: str | os.PathLike[str] | None = None,
        database: int | None = None,
        threads: int = 1,
        table: int = 256,
    ) -> Oracle: ...
    def solve(self, state: State, *, time: float | None = None) -> dict[str, Any]:
        """Returns all that is known of a position, as `ply probe --json` prints it.

        It costs as much as `values` and takes the same `time`."""
    def value(self, state: State, *, time: float | None = None) -> int:
        """Returns the exact value of a position for the player to move.

        It costs less than `values` and takes the same `time`."""
    def values(self, state: State, *, time: float | None = None) -> list[tuple[int, int]]:
        """Returns every legal action with its exact value for the player to move, best first.

        A value is Kalah's final margin in seeds, and 1, 0 or -1 for a win, a draw or a loss in other games.

        A table answers at once. Kalah is solved by a search: a second in the middle of a game, minutes near the start
        of Kalah(6,4). `time` limits it in seconds and raises a `TimeoutError`."""
    def __getnewargs_ex__(self) -> tuple[tuple[Game], dict[str, Any]]: ...

@final
class Batch:
    """Many games that are stepped together. `plyground.Batch` adds the arrays."""

    def __new__(
        cls,
        game: Game,
        n: int,
        seed: int = 0,
        threads: int | None = None,
        *,
        opponent: Any = None,
        side: int | None = None,
        illegal_loses: bool = False,
        start: str | None = None,
    ) -> Batch: ...
    def play(
        self,
        actions: NDArray[np.int64],
        rewards: NDArray[np.float32],
        done: NDArray[np.bool_],
        observations: NDArray[np.float32] | None = None,
        masks: NDArray[np.bool_] | None = None,
        players: NDArray[np.int8] | None = None,
        truncated: NDArray[np.bool_] | None = None,
        last_observations: NDArray[np.float32] | None = None,
    ) -> None:
        """Plays one action in each game and fills the arrays. An error changes neither a game nor an array."""
    def show(
        self,
        observations: NDArray[np.float32] | None = None,
        masks: NDArray[np.bool_] | None = None,
        players: NDArray[np.int8] | None = None,
    ) -> None:
        """Fills the arrays with the games as they are."""
    def state(self, number: int) -> State:
        """Returns a game, by its number from 0.

        In a game that ends by its position alone, the moves before are unknown, except against an opponent."""
    def draw(self, actions: NDArray[np.int64]) -> None:
        """Fills an array with a legal action for each game, uniformly at random."""
    def __len__(self) -> int: ...
    def __copy__(self) -> Batch: ...
    def __deepcopy__(self, _memo: dict[int, Any], /) -> Batch: ...
