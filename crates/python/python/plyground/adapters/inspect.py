"""A task of inspect-ai: one move in each of many positions with exact values, scored by its regret.

    inspect eval plyground.adapters.inspect/exact_play --model openai/gpt-5 -T positions=100

The solver asks once more if a reply has no legal move; a reply that has none then counts as the worst move.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageUser
from inspect_ai.scorer import Score, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, TaskState, solver

from .. import _core, benchmark, llm, oracle


@task  # type: ignore[untyped-decorator]
def exact_play(
    game: str = "kalah",
    positions: int = 100,
    seed: int = 1,
    data: str | None = None,
    style: llm.Style = "labelled",
    legal: bool = False,
    rethinks: int = 1,
) -> Any:
    """Returns the task: positions by seed, or the first ones of a file that `python -m plyground.oracle` wrote."""
    drawn = oracle.positions(game, positions, seed) if data is None else benchmark.read(Path(data), game, positions)
    samples = [
        Sample(
            id=position.number,
            input=llm.prompt(position.state, moves=False, style=style, legal=legal),
            target=[position.state.action_to_string(action) for action in position.best],
            metadata={
                "game": game,
                "rules": position.state.game.rules,
                "position": str(position.state),
                "values": {position.state.action_to_string(action): value for action, value in position.values.items()},
            },
        )
        for position in drawn
    ]
    return Task(dataset=MemoryDataset(samples, name=f"plyground-{game}"), solver=ask(rethinks), scorer=regret())


def _status(state: Any) -> llm.Status:
    """Returns what the last reply is."""
    given = state.metadata
    return llm.parse(state.output.completion, _core.game(given["game"], None, given["rules"]).state(given["position"]))


@solver  # type: ignore[untyped-decorator]
def ask(rethinks: int = 1) -> Any:
    """Returns a solver that asks for a move, and asks again with the reason as long as a reply has no legal one."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        statuses = []
        for left in range(rethinks, -1, -1):
            state = await generate(state)
            status = _status(state)
            statuses.append(type(status).__name__)
            if isinstance(status, llm.Move) or not left:
                break
            state.messages.append(ChatMessageUser(content=llm.rethink(status)))
        state.metadata["statuses"] = statuses
        return state

    return solve


@scorer(metrics={"regret": [mean(), stderr()], "perfect": [mean(), stderr()]})  # type: ignore[untyped-decorator]
def regret() -> Any:
    """Returns a scorer: the exact regret of the move, and 1 for a perfect move, else 0."""

    async def score(state: TaskState, target: Target) -> Score:
        status, values = _status(state), state.metadata["values"]
        best = max(values.values())
        is_move = isinstance(status, llm.Move)
        given_away = best - (values[status.text] if isinstance(status, llm.Move) else min(values.values()))
        return Score(
            value={"regret": given_away, "perfect": int(is_move and given_away == 0)},
            answer=status.text if isinstance(status, llm.Move) else None,
            explanation=", ".join(state.metadata["statuses"]),
        )

    return score
