"""The harness of `mancala` in the arena of kaggle-environments: Kalah(6,4) by the rules `standard`, action for action.

    from kaggle_environments.core_harness import create_agent_fn
    agent = create_agent_fn(MancalaHarness())

The arena's actions are 1 to 6 for the houses of the first player, and 8 to 13 for those of the second. The model sees houses 1 to
6 for either side, or the names of a disguise.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from kaggle_environments.core_harness import ParseResult

from .. import _core, llm
from .._core import State


class MancalaHarness:
    """A `GameHarness`: prompts with rules and a labelled board, and a strict reading of replies.

    `disguise` is a seed for other names. `settings` are those of `plyground.llm.prompt`.
    """

    def __init__(self, disguise: int | None = None, **settings: Any) -> None:
        self.game = _core.game("kalah", "6x4")
        self._disguise = None if disguise is None else llm.disguise(self.game, disguise)
        self._settings = {"moves": False, **settings}

    def state(self, observation: Mapping[str, Any]) -> State:
        """Returns the position of an observation, which has it as JSON in `observationString`."""
        found = json.loads(observation["observationString"])
        numbers = [6, *(found["stores"][side] for side in "01"), *found["pits"]["0"], *found["pits"]["1"]]
        player = observation["currentPlayer"]
        return self.game.state(f"<{','.join(map(str, numbers))}> {'SN'[player]}")

    def get_legal_moves(self, observation: Mapping[str, Any]) -> dict[int, str]:
        """Returns the legal actions of the arena with their texts. Nothing is legal before the first observation."""
        if not observation.get("observationString"):
            return {}
        state = self.state(observation)
        return {_arena(action, state): str(_arena(action, state)) for action in state.legal_actions()}

    def make_prompt(
        self,
        observation: Mapping[str, Any],
        move_history: list[str],
        previous_response: str | None = None,
        previous_action: str | None = None,
    ) -> str:
        """Returns the question for a move, with the reason if an earlier reply had none."""
        shown = self._shown(observation)
        question = llm.prompt(shown, **self._settings)
        status = None if previous_response is None else llm.parse(previous_response, shown)
        return question if status is None or isinstance(status, llm.Move) else f"{question}\n\n{llm.rethink(status)}"

    def parse_response(
        self, response: str, legal_action_strings: Sequence[str] | None, *, observation: Mapping[str, Any]
    ) -> Any:
        """Returns the `ParseResult` of a reply: the arena's action for a move, or the text of an illegal one."""
        shown = self._shown(observation)
        status = llm.parse(response, shown)
        if isinstance(status, llm.Move):
            state = shown.state if isinstance(shown, llm.Disguised) else shown
            return ParseResult(legal_action=str(_arena(status.action, state)), raw_action=status.text)
        return ParseResult(raw_action=status.text if isinstance(status, llm.Illegal) else None)

    def _shown(self, observation: Mapping[str, Any]) -> State | llm.Disguised:
        state = self.state(observation)
        return state if self._disguise is None else self._disguise.wrap(state)


def _arena(action: int, state: State) -> int:
    """Returns the arena's number of an action."""
    return action + 1 + 7 * state.current_player()
