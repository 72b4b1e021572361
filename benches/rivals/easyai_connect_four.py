"""easyAI's negamax beside ours: Connect Four from the empty board to a fixed depth, columns from left to right.

Prints one JSON object a line, as `cargo xtask bench rivals` reads it. Needs `pip install easyAI`, and the program
`connect_four_race` built for release.
"""

import json
import pathlib
import subprocess
import time

from easyAI import AI_Player, Negamax
from easyAI.games.ConnectFour import ConnectFour

DEPTH = 5
ROUNDS = 3
RACE = pathlib.Path(__file__).resolve().parents[2] / "target" / "release" / "connect_four_race"


def theirs():
    """Seconds."""
    ai = Negamax(DEPTH)
    game = ConnectFour([AI_Player(ai), AI_Player(ai)])
    start = time.perf_counter()
    ai(game)
    return time.perf_counter() - start


def ours():
    """Seconds."""
    printed = subprocess.run([RACE, "plain", str(DEPTH)], check=True, capture_output=True, timeout=600).stdout
    return float(printed.split()[0])


def row(name, unit, values):
    values = sorted(values)
    figures = {"value": values[len(values) // 2], "low": values[0], "high": values[-1]}
    print(json.dumps({"name": name, "unit": unit, **figures}))


def main():
    rounds = [(theirs(), ours()) for _ in range(ROUNDS)]
    work = f"Connect Four, alpha-beta to depth {DEPTH}"
    row(f"{work}, easyAI in Python", "seconds", [their for their, _ in rounds])
    row(f"{work}, ours", "seconds", [our for _, our in rounds])
    row(f"{work}, easyAI / ours", "ratio of times", [their / our for their, our in rounds])


if __name__ == "__main__":
    main()
