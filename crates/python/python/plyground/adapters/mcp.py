"""An MCP server of the games: `python -m plyground.adapters.mcp` serves a client on standard input and output.

A model holds states by their ids and never rebuilds a position. A state is never changed: `play` returns a new one.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from .. import _core, llm
from .._core import State

MOST_STATES = 10_000
"""The states that a server keeps. The oldest are dropped first."""


def server(name: str = "plyground") -> MCPServer:
    """Returns a server with the tools new_game, show, play, legal_moves, analyse, values, regret and hint."""
    states: dict[str, State] = {}
    numbers = itertools.count(1)

    def keep(state: State) -> dict[str, Any]:
        # Tools run in several threads; each of these steps is one operation on the dict.
        number = next(numbers)
        states[f"s{number}"] = state
        states.pop(f"s{number - MOST_STATES}", None)
        return shown(f"s{number}")

    def find(state_id: str) -> State:
        state = states.get(state_id)
        if state is None:
            raise ValueError(f"no state {state_id!r}: expected an id that new_game or play returned")
        return state.clone()

    def shown(state_id: str) -> dict[str, Any]:
        state = find(state_id)
        over = state.is_terminal()
        return {
            "state_id": state_id,
            "board": llm.render(state),
            "moves": state.moves,
            "to_move": None if over else state.side_to_move,
            "ending": state.ending,
            "returns": dict(zip(state.game.sides, state.returns())) if over else None,
        }

    found = MCPServer(name, instructions="Board games with exact values. States have ids; moves are texts such as those of legal_moves.")

    def tool(function: Callable[..., Any]) -> None:
        """Adds a tool. The server shows a client the message of a `ToolError` alone."""

        @functools.wraps(function)
        def reporting(**arguments: Any) -> Any:
            try:
                return function(**arguments)
            except (ValueError, TypeError, RuntimeError, TimeoutError) as error:
                raise ToolError(str(error)) from error

        found.add_tool(reporting)

    @tool
    def new_game(game: str = "kalah", setup: str | None = None, rules: str | None = None, position: str | None = None) -> dict[str, Any]:
        """Starts a game: "kalah", "khet", "tigers" or "cachex". Returns its rules as text, the state id and the board."""
        of = _core.game(game, setup, rules)
        state = of.new_initial_state() if position is None else of.state(position)
        return {"rules": llm.rules_text(of), **keep(state)}

    @tool
    def show(state_id: str) -> dict[str, Any]:
        """Returns a state: the board, the moves so far, the side to move, and the result of a finished game."""
        return shown(state_id)

    @tool
    def play(state_id: str, move: str) -> dict[str, Any]:
        """Plays a legal move and returns the new state with a new id. The old state stays as it is."""
        state = find(state_id)
        state.play(move)
        return keep(state)

    @tool
    def legal_moves(state_id: str) -> list[str]:
        """Returns the legal moves of the side to move."""
        return find(state_id).legal_moves()

    @tool
    def analyse(state_id: str, agent: str = "best", nodes: int = 20_000) -> dict[str, Any]:
        """Searches a state with an agent. Returns the best move, the score for the side to move, the depth and the line."""
        analysis = find(state_id).analyse(agent, nodes=_core.integer("nodes", nodes, 1, 10_000_000))
        return {"best": analysis.best, "score": analysis.score, "depth": analysis.depth, "line": list(analysis.pv)}

    @tool
    def values(state_id: str, seconds: float = 30.0) -> dict[str, int]:
        """Returns the exact value of every legal move: seeds at Kalah, else 1, 0 or -1. Fails where it takes longer."""
        state = find(state_id)
        return {state.action_to_string(action): value for action, value in state.values(time=seconds).items()}

    @tool
    def regret(state_id: str, move: str, seconds: float = 30.0) -> int:
        """Returns by how much a legal move is worse than the best one, 0 or more."""
        state = find(state_id)
        return state.regret(state.string_to_action(move), time=seconds)

    @tool
    def hint(state_id: str, seconds: float = 5.0) -> dict[str, Any]:
        """Returns a best move, exact if it is found in time, else by search."""
        state = find(state_id)
        try:
            exact = state.values(time=seconds)
        except (TimeoutError, RuntimeError, ValueError):
            return {"move": state.analyse("best", nodes=20_000).best, "exact": False}
        if not exact:
            raise ValueError("the game is over")
        return {"move": state.action_to_string(max(exact, key=lambda action: exact[action])), "exact": True}

    return found


if __name__ == "__main__":
    server().run()
