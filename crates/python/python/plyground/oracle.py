"""Positions with the exact value of every move, and the regret of whole games: what a benchmark of agents needs.

    for position in pg.oracle.positions("kalah", n=100, seed=1):
        agent_is_asked(position.state, position.values)

    for move in pg.oracle.score(state):
        print(move.move, move.regret)

`python -m plyground.oracle` writes a data set, a position a line. Values are for the player to move: the final margin in
seeds at Kalah, and 1, 0 and -1 for a win, a draw and a loss elsewhere. Kalah is solved by searching, with an endgame
database in memory; Tigers & Goats and Cachex on 4 x 4 cells need the tables that `ply solve` makes, in the folder `tables` or in
that of the variable PLYGROUND_TABLES.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from . import _core
from ._core import Game, Oracle, State

__all__ = ["DATA_SET", "Oracle", "Position", "ScoredMove", "positions", "score"]


@dataclass(frozen=True)
class Position:
    """A position with the exact value of every legal action."""

    number: int
    state: State = field(compare=False)
    values: dict[int, int]

    @property
    def best(self) -> list[int]:
        """The actions that keep the position's value."""
        most = max(self.values.values())
        return sorted(action for action, value in self.values.items() if value == most)

    def line(self) -> str:
        """The position as a line of a data set."""
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
    """A move of a game with what it has cost."""

    ply: int
    player: int
    move: str
    value: int
    """The exact value of the move for the player who made it."""
    best: int
    """The value of the best move there."""

    @property
    def regret(self) -> int:
        """By how much the move was worse than the best one."""
        return self.best - self.value


@dataclass(frozen=True)
class _Draw:
    """How positions of a game are drawn."""

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
) -> Iterator[Position]:
    """Draws `n` positions, each from a game of random moves of its own: after so many plies, where there is a choice. The position
    of a number depends on the seed and the number alone."""
    made = _made(game)
    draw = _DRAWS.get(made.name, _Draw(None, (0, 40), None))
    oracle = Oracle(made, database=draw.database) if oracle is None else oracle
    for number in range(n):
        yield _position(made, oracle, seed, number, plies or draw.plies)


def score(
    moves: State | str | Sequence[str | int],
    game: Game | str = "kalah",
    *,
    start: int = 0,
    oracle: Oracle | None = None,
) -> list[ScoredMove]:
    """The regret of a game move by move from the ply `start` on. The game is a state, whose moves are looked at, or moves from
    the usual start of `game`."""
    state = moves if isinstance(moves, State) else _made(game).replay(moves)
    state = state.clone()
    played = state.history()
    if not 0 <= start <= len(played):
        raise ValueError(f"start={start}: expected 0 to {len(played)}")
    if oracle is None:
        draw = _DRAWS.get(state.game.name)
        oracle = Oracle(state.game, database=draw.database if draw else None)
    # From the end to the front: a solver then meets small positions first, and knows them when it meets large ones. A position is
    # worth what its best move is, and a move what the position after it is, turned where that is the other player's.
    scored: list[ScoredMove] = []
    after = oracle.value(state) if len(played) > start else 0
    for ply in range(len(played) - 1, start - 1, -1):
        side_after = state.side_to_move
        action = state.undo_action()
        best = oracle.value(state)
        value = after if state.side_to_move == side_after else -after
        scored.append(ScoredMove(ply, state.current_player(), state.action_to_string(action), value, best))
        after = best
    return scored[::-1]


def _made(game: Game | str) -> Game:
    if isinstance(game, Game):
        return game
    draw = _DRAWS.get(game)
    return _core.game(game, draw.setup if draw else None)


def _position(game: Game, oracle: Oracle, seed: int, number: int, plies: tuple[int, int]) -> Position:
    least, most = plies
    for attempt in range(10_000):
        lots = random.Random(f"{seed} {number} {attempt}")
        state = game.new_initial_state()
        for _ in range(lots.randint(least, most)):
            if state.is_terminal():
                break
            state.apply_action(lots.choice(state.legal_actions()))
        if len(state.legal_actions()) > 1:
            return Position(number, state, dict(sorted(state.values(oracle).items())))
    raise ValueError(f"plies={plies}: no position of {game.name} with a choice was met in 10,000 games")


DATA_SET = ("kalah", 100_000, 1)
"""The game, the number of positions and the seed of the published data set."""


_ready: tuple[Game, Oracle, tuple[int, int]]


def _begin(name: str, tables: str | None) -> None:
    """Makes a process ready to draw positions."""
    global _ready
    game = _made(name)
    draw = _DRAWS[name]
    _ready = (game, Oracle(game, database=draw.database, tables=tables), draw.plies)


def _line(seed: int, number: int) -> str:
    game, oracle, plies = _ready
    return _position(game, oracle, seed, number, plies).line()


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes a data set to standard output, and its SHA-256 to standard error."""
    game, n, seed = DATA_SET
    parser = argparse.ArgumentParser(prog="python -m plyground.oracle", description="Write positions with exact values.")
    parser.add_argument("--game", choices=sorted(_DRAWS), default=game)
    parser.add_argument("-n", type=int, default=n, help="how many positions")
    parser.add_argument("--first", type=int, default=0, help="the number of the first one")
    parser.add_argument("--seed", type=int, default=seed)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--tables", help="the folder of tables that `ply solve` has made")
    given = parser.parse_args(arguments)
    digest = hashlib.sha256()
    with ProcessPoolExecutor(given.processes, initializer=_begin, initargs=(given.game, given.tables)) as pool:
        numbers = range(given.first, given.first + given.n)
        for line in pool.map(_line, [given.seed] * len(numbers), numbers, chunksize=50):
            digest.update(line.encode() + b"\n")
            print(line)
    print(digest.hexdigest(), file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
