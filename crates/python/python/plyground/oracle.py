"""Positions with the exact value of every move, and the regret of whole games, for benchmarks of agents.

    for position in pg.oracle.positions("kalah", n=100, seed=1):
        print(position.state, position.values)

    for move in pg.oracle.score(state):
        print(move.move, move.regret)

`python -m plyground.oracle` writes a data set, one position per line. Values are for the player to move: Kalah's final
margin in seeds, and 1, 0 or -1 for a win, a draw or a loss in other games. Kalah is solved by a search with an endgame
database in memory: a second in the middle of a game, minutes near the start of Kalah(6,4). `time` limits it in
seconds. Tigers and Goats and Cachex on 4 x 4 cells need the tables that `ply solve` makes, in the folder `tables` or that of
the variable `PLYGROUND_TABLES`.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any

from . import _core
from ._core import Game, Oracle, State

__all__ = ["DATA_SET", "PUBLISHED", "Oracle", "Position", "ScoredMove", "positions", "score"]


@dataclass(frozen=True)
class Position:
    """A position with the exact value of every legal action."""

    number: int
    state: State = field(compare=False)
    values: dict[int, int]

    @property
    def best(self) -> list[int]:
        """The actions with the highest value."""
        most = max(self.values.values())
        return sorted(action for action, value in self.values.items() if value == most)

    def line(self) -> str:
        """Returns the position as a line of a data set."""
        state = self.state
        data: dict[str, Any] = {
            "number": self.number,
            "game": state.game.name,
            "rules": state.game.rules,
            "position": str(state),
            "plies": state.move_number(),
            "player": state.current_player(),
            "values": {state.action_to_string(action): value for action, value in sorted(self.values.items())},
        }
        return json.dumps(data, separators=(",", ":"))


@dataclass(frozen=True)
class ScoredMove:
    """A move of a game with its exact value and that of the best move."""

    ply: int
    player: int
    move: str
    value: int
    """The exact value of the move for the player who made it."""
    best: int
    """The exact value of the best move in the same position."""

    @property
    def regret(self) -> int:
        """By how much the move was worse than the best one, 0 or more."""
        return self.best - self.value


@dataclass(frozen=True)
class _Draw:
    """How random positions of a game are drawn."""

    setup: str | None
    plies: tuple[int, int]
    database: int | None


_DRAWS = {
    "kalah": _Draw("6x4", (24, 44), 16),
    "tigers": _Draw(None, (4, 60), None),
    "cachex": _Draw("3", (0, 6), None),
}


def positions(
    game: Game | str,
    n: int,
    seed: int = 0,
    *,
    plies: tuple[int, int] | None = None,
    oracle: Oracle | None = None,
    time: float | None = None,
) -> Iterator[Position]:
    """Draws `n` positions with a choice of moves, each from a random game of its own.

    `plies` is the fewest and the most random moves before a position. A position depends on the seed and its number alone.
    `time` limits the seconds for the values of each position and raises a `TimeoutError`.
    """
    made = _made(game)
    draw = _DRAWS.get(made.name, _Draw(None, (0, 40), None))
    seed = _core.integer("seed", seed, 0, 2**64 - 1)
    least, most = (_core.integer("plies", number, 0, 1_000_000) for number in plies or draw.plies)
    if least > most:
        raise ValueError(f"plies={plies}: expected two integers, the fewest before the most")
    oracle = Oracle(made, database=draw.database) if oracle is None else oracle
    for number in range(_core.integer("n", n, 0, 2**63 - 1)):
        yield _position(made, oracle, seed, number, (least, most), time)


def score(
    moves: State | str | Sequence[str | int],
    game: Game | str = "kalah",
    *,
    start: int = 0,
    oracle: Oracle | None = None,
    time: float | None = None,
) -> list[ScoredMove]:
    """Returns the regret of every move of a game from the ply `start` on.

    `moves` is a state, or moves from the default start of `game`. Every position from `start` on is solved; the first
    dozen plies of Kalah(6,4) can take hours. `time` limits the seconds for the whole game and raises a `TimeoutError`.
    """
    state = moves if isinstance(moves, State) else _made(game).replay(moves)
    state = state.clone()
    played = state.history()
    start = _core.integer("start", start, 0, len(played))
    if oracle is None:
        draw = _DRAWS.get(state.game.name)
        oracle = Oracle(state.game, database=draw.database if draw else None)
    # Backwards, so that a solver meets small positions first. A position has the value of its best move, and a move the
    # value of the position after it, negated if the other player is to move there.
    scored: list[ScoredMove] = []
    end = None if time is None else monotonic() + time

    def value_of(state: State) -> int:
        left = None if end is None else max(end - monotonic(), 1e-9)
        return oracle.value(state, time=left)

    if time is not None and not time > 0:
        raise ValueError(f"time={time}: expected a number of seconds above 0")
    after = value_of(state) if len(played) > start else 0
    for ply in range(len(played) - 1, start - 1, -1):
        side_after = state.side_to_move
        action = state.undo_action()
        best = value_of(state)
        value = after if state.side_to_move == side_after else -after
        scored.append(ScoredMove(ply, state.current_player(), state.action_to_string(action), value, best))
        after = best
    return scored[::-1]


def _made(game: Game | str) -> Game:
    if isinstance(game, Game):
        return game
    draw = _DRAWS.get(game)
    return _core.game(game, draw.setup if draw else None)


def _drawn(game: Game, seed: int, number: int, plies: tuple[int, int]) -> Position:
    """Draws the position of a number, without values."""
    least, most = plies
    for attempt in range(10_000):
        draws = random.Random(f"{seed} {number} {attempt}")
        state = game.new_initial_state()
        for _ in range(draws.randint(least, most)):
            if state.is_terminal():
                break
            state.apply_action(draws.choice(state.legal_actions()))
        if len(state.legal_actions()) > 1:
            return Position(number, state, {})
    raise ValueError(f"plies={plies}: no position of {game.name} with a choice was found in 10,000 games")


def _position(
    game: Game, oracle: Oracle, seed: int, number: int, plies: tuple[int, int], time: float | None = None
) -> Position:
    drawn = _drawn(game, seed, number, plies)
    return replace(drawn, values=dict(sorted(drawn.state.values(oracle, time=time).items())))


DATA_SET = ("kalah", 100_000, 1)
"""The game, the number of positions and the seed of the published data set."""

PUBLISHED = {
    1_000: "7cb7dabd433ff5fb0bc6c13bca4262fc39d5f464aff27cbc0981ae6a93324a0e",
    100_000: "29b4926b8083085e06e7d75980700121d972792c5e6b687e87b47523abc3cd37",
}
"""The SHA-256 of its first lines, by their number."""


if __name__ == "__main__":
    from plyground._data_set import main

    sys.exit(main())
