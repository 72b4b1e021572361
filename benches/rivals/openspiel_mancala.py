"""OpenSpiel's alpha-beta beside ours on the same work: Kalah(6,4), which it calls mancala, to a fixed depth.

Prints one JSON object a line, as `cargo xtask bench rivals` reads it. Needs `pip install open_spiel`, and `ply` built for
release. Both programs search the same tree to the same value, which is checked.
"""

import json
import pathlib
import subprocess
import time

import pyspiel
from open_spiel.python.algorithms import minimax

DEPTH = 6
ROUNDS = 3
PLY = pathlib.Path(__file__).resolve().parents[2] / "target" / "release" / "ply"


def theirs():
    """Seconds and value."""
    game = pyspiel.load_game("mancala")

    def difference(state):
        board = state.observation_tensor(0)
        return board[7] - board[0]

    start = time.perf_counter()
    value, _ = minimax.alpha_beta_search(
        game, value_function=difference, maximum_depth=DEPTH, maximizing_player_id=0
    )
    return time.perf_counter() - start, value


def ours():
    """The same of `ply`."""
    command = [PLY, "analyse", "kalah", "--agent", "alphabeta", "--depth", str(DEPTH), "--fixed", "--json"]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, timeout=600).stdout)
    return found["seconds"], found["score"]


def row(name, unit, values):
    values = sorted(values)
    figures = {"value": values[len(values) // 2], "low": values[0], "high": values[-1]}
    print(json.dumps({"name": name, "unit": unit, **figures}))


def main():
    rounds = [(theirs(), ours()) for _ in range(ROUNDS)]
    for (_, value), (_, same) in rounds:
        assert value == same, f"OpenSpiel finds {value}, we find {same}"
    work = f"Kalah(6,4), alpha-beta to depth {DEPTH}"
    row(f"{work}, OpenSpiel in Python", "seconds", [their[0] for their, _ in rounds])
    row(f"{work}, ours", "seconds", [our[0] for _, our in rounds])
    row(f"{work}, OpenSpiel / ours", "ratio of times", [their[0] / our[0] for their, our in rounds])


if __name__ == "__main__":
    main()
