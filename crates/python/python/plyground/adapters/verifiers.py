"""Games between two models as an environment of verifiers.

verifiers finds a taskset by the name of a module that is in no package, so a module of your own, such as `board_games.py`, gives
it the name for `--env.taskset.id board_games`:

    from plyground.adapters.verifiers import *
    from plyground.adapters.verifiers import __all__

Each task is a game from an opening of random moves. Rewards are recorded on both players' traces: `points` is 1 for a win, -1 for a
loss or a forfeit, else 0, and `regret` minus the mean exact regret of the player's moves, where that is in reach.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import verifiers.v1 as vf

from .. import _core, llm

__all__ = ["GameData", "GameEnv", "GameEnvConfig", "GameTask", "GameTaskset", "GameTasksetConfig"]


class GameData(vf.TaskData):  # type: ignore[misc]
    """A game to play: its start, and the seed of a disguise or None."""

    game: str
    setup: str | None
    rules: str | None
    moves: list[str]
    disguise: int | None


class GameTask(vf.Task[GameData, vf.State, vf.TaskConfig]):  # type: ignore[misc]
    """A task without a prompt: the environment asks for each move."""


class GameTasksetConfig(vf.TasksetConfig):  # type: ignore[misc]
    """The games: `n` of them, each after `plies` random moves by `seed`, and with `disguised` each in names of its own."""

    game: str = "kalah"
    setup: str | None = None
    rules: str | None = None
    n: int = 100
    plies: int = 4
    seed: int = 1
    disguised: bool = False


class GameTaskset(vf.Taskset[GameTask, GameTasksetConfig]):  # type: ignore[misc]
    """The games of a `GameTasksetConfig`."""

    def load(self) -> Iterator[GameTask]:
        """Yields the tasks. A game depends on the seed and its number alone."""
        config = self.config
        for number in range(config.n):
            draws = random.Random(f"{config.seed} {number}")
            state = _core.game(config.game, config.setup, config.rules).new_initial_state()
            while len(state.moves) < config.plies and not state.is_terminal():
                child = state.child(draws.choice(state.legal_actions()))
                if child.is_terminal():
                    break
                state = child
            disguise = draws.getrandbits(32) if config.disguised else None
            yield GameTask(
                GameData(
                    name=f"{config.game}#{number}",
                    game=config.game,
                    setup=config.setup,
                    rules=config.rules,
                    moves=state.moves,
                    disguise=disguise,
                ),
                config.task,
            )


class GameEnvConfig(vf.EnvConfig):  # type: ignore[misc]
    """Two players, and how often a reply without a legal move may be repeated."""

    player0: vf.AgentConfig = vf.AgentConfig(harness={"id": "null"})
    player1: vf.AgentConfig = vf.AgentConfig(harness={"id": "null"})
    rethinks: int = 1


class GameEnv(vf.Env[GameEnvConfig]):  # type: ignore[misc]
    """A game of two models."""

    async def run(self, task: Any, agents: Any) -> None:
        """Plays the game, and records the rewards on the traces of both players."""
        data = task.data
        game = _core.game(data.game, data.setup, data.rules)
        skin = None if data.disguise is None else llm.disguise(game, data.disguise)
        state = game.replay(data.moves)
        asked: tuple[list[int], list[int]] = ([], [])
        statuses: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        loser = None
        async with agents.player0.interaction(task) as zero, agents.player1.interaction(task) as one:
            while not state.is_terminal() and state.move_number() < game.max_game_length:
                player = state.current_player()
                shown = state if skin is None else skin.wrap(state)
                # A player sees the rules once.
                message = llm.prompt(shown, rules=not statuses[player])
                for _ in range(self.config.rethinks + 1):
                    segment = await (zero, one)[player].turn(message)
                    status = llm.parse("" if segment.terminated else segment.last_reply, shown)
                    statuses[player][type(status).__name__] += 1
                    if isinstance(status, llm.Move) or segment.terminated:
                        break
                    message = llm.rethink(status)
                if not isinstance(status, llm.Move):
                    loser = player
                    break
                asked[player].append(len(state.moves))
                state.apply_action(status.action)
        graded = (await asyncio.to_thread(state.grade, nodes=1))["moves"]
        returns = state.returns() if loser is None else [1.0 - 2 * (loser == player) for player in (0, 1)]
        for player, interaction in enumerate((zero, one)):
            regrets = [regret for ply in asked[player] if (regret := graded[ply]["regret"]) is not None]
            interaction.trace.record_reward("points", returns[player])
            if regrets:
                interaction.trace.record_reward("regret", 0.0 - sum(regrets) / len(regrets))
            for name, count in statuses[player].items():
                interaction.trace.record_metric(name, float(count))
