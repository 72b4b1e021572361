"""The games of Plyground as games of OpenSpiel.

    import plyground.openspiel
    import pyspiel

    plyground.openspiel.register()
    game = pyspiel.load_game("plyground_kalah(setup=6x4)")

OpenSpiel writes parameters as a list of `name=value`. A value cannot hold commas, equals signs, or a number as text. So a
game writes its rules with `;` and `:` instead, as in `rules=standard;turn_limit:5`, and a number with a `;` after it, as in
`setup=3;`. It reads both forms: `load_game(name, {"rules": "standard,turn_limit=5"})`.

`register(MyGame)` also registers a class derived from `PythonGame`. OpenSpiel's algorithms in Python play these games. Its C++ `MCTSBot` crashes on every game registered from Python; use
`open_spiel.python.algorithms.mcts`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from . import _core
from ._own import GameLike, PythonGame, made

PREFIX = "plyground_"
"""The prefix of the games' names in OpenSpiel."""

_PARAMETERS = {"setup": "", "rules": ""}
_registered: dict[str, GameLike] = {}


def register(*games: type[PythonGame] | PythonGame) -> list[str]:
    """Registers all games of the package, and games in Python, and returns the names of all that are registered.

    Further calls change nothing. Another class with the name of a registered one is a `ValueError`.
    """
    for game in (*_core.games(), *games):
        name = made(game).name
        if name not in _registered:
            _register(game)
            _registered[name] = game
        elif made(_registered[name]) != made(game):
            raise ValueError(f"{name} is registered: expected another name for {game!r}")
    return [PREFIX + name for name in _registered]


def _register(source: GameLike) -> None:
    plain = made(source)
    name = plain.name
    kind = pyspiel.GameType(
        short_name=PREFIX + name,
        long_name=plain.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=plain.observation_shape is not None,
        parameter_specification=_PARAMETERS,
    )
    info = pyspiel.GameInfo(
        num_distinct_actions=plain.num_distinct_actions,
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=plain.max_game_length,
    )

    class SpielGame(pyspiel.Game):  # type: ignore[misc]
        """A game with its set-up and rules. It is immutable, so it is its own copy."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            setup, rules = (_read((params or {}).get(key, "")) for key in ("setup", "rules"))
            self.plyground = made(source, setup or None, rules or None)
            super().__init__(kind, info, {"setup": _written(setup), "rules": _written(rules)})

        def __copy__(self) -> SpielGame:
            return self

        def __deepcopy__(self, memo: dict[int, Any]) -> SpielGame:
            return self

        def __reduce__(self) -> tuple[Any, ...]:
            return _restore_game, (source, PREFIX + name, self.get_parameters())

        def new_initial_state(self, state: str | None = None) -> SpielState:
            position = self.plyground.new_initial_state() if state is None else self.plyground.state(state)
            return SpielState(self, position)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            from open_spiel.python.observation import IIGObserverForPublicInfoGame

            if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
                return _Observer(self.plyground)
            return IIGObserverForPublicInfoGame(iig_obs_type, params)

    pyspiel.register_game(kind, SpielGame)


def _written(text: str) -> str:
    """Returns a text in the form that OpenSpiel can write in a list of parameters and read back."""
    written = text.replace(",", ";").replace("=", ":")
    parsed = pyspiel.game_parameters_from_string(f"game(text={written})")["text"] if written else ""
    return written if parsed == written else f"{written};"


def _read(written: str) -> str:
    """Reads a parameter in either form."""
    return written.removesuffix(";").replace(";", ",").replace(":", "=")


def _restore_game(source: Any, name: str, parameters: dict[str, Any]) -> Any:
    register(*([] if isinstance(source, str) else [source]))
    return pyspiel.load_game(name, parameters)


def _restore_state(game: Any, start: _core.State, actions: list[int]) -> SpielState:
    state = SpielState(game, start)
    for action in actions:
        state.apply_action(action)
    return state


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel. Its attribute `plyground` is the state of Plyground."""

    def __init__(self, game: Any, state: _core.State) -> None:
        super().__init__(game)
        self.plyground = state
        self._most = state.game.max_game_length
        self._is_cloning = False

    def current_player(self) -> int:
        # A game that reaches the most plies is a draw, as in a match.
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.plyground.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        return self.plyground.legal_actions()

    def _apply_action(self, action: int) -> None:
        self.plyground.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.plyground.action_to_string(action)

    def is_terminal(self) -> bool:
        return self.plyground.is_terminal() or self.plyground.move_number() >= self._most

    def returns(self) -> list[float]:
        return list(self.plyground.returns())

    def __str__(self) -> str:
        return str(self.plyground)

    def clone(self) -> SpielState:
        # OpenSpiel clones by `deepcopy`, and sets the history of the copy itself.
        self._is_cloning = True
        try:
            copy: SpielState = super().clone()
        finally:
            self._is_cloning = False
        return copy

    def __copy__(self) -> SpielState:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> SpielState:
        if self._is_cloning:
            return SpielState(self.get_game(), self.plyground.clone())
        restore, parts = self.__reduce__()
        copy: SpielState = restore(*parts)
        return copy

    def __reduce__(self) -> tuple[Any, ...]:
        # OpenSpiel keeps the history, and extends it only when an action is applied.
        actions = self.history()
        start = self.plyground.clone()
        for _ in actions:
            start.undo_action()
        return _restore_state, (self.get_game(), start, actions)


class _Observer:
    """The observation of a player, as a tensor and as text."""

    def __init__(self, game: _core.Game) -> None:
        shape = game.observation_shape
        self._shape = shape
        self.tensor = np.zeros(0 if shape is None else int(np.prod(shape)), np.float32)
        self.dict = {} if shape is None else {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fills the tensor with the observation of a player."""
        if self._shape is not None:
            self.tensor[:] = state.plyground.observation_tensor(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """Returns the position as text."""
        return str(state.plyground)
