"""The package `plyground` beside pyspiel, on random games of Kalah(6,4), and how long exact regret takes: a figure a line, as JSON.

What is compared takes turns, so that whatever else the machine does troubles both alike; a ratio is made of neighbours. Tigers & Goats
is measured where the variable PLYGROUND_TABLES names the folder of its tables.

    target/python/bin/python benches/python_package.py
"""

import json
import os
import random
import statistics
import time

import plyground as pg
import pyspiel

ROUNDS = 9
SECONDS = 0.4
GAMES = 32_768


def steps(game):
    """Steps a second, a game after the other: legal actions, a random choice, the action. Pyspiel and our states have the same interface."""
    rng, steps, begin = random.Random(1), 0, time.perf_counter()
    while (passed := time.perf_counter() - begin) < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
    return steps / passed


def batch_steps(batch):
    """Steps a second of a batch: random legal actions, observations, masks, rewards."""
    steps, begin = 0, time.perf_counter()
    while (passed := time.perf_counter() - begin) < SECONDS:
        batch.step(batch.sample())
        steps += len(batch)
    return steps / passed


def calls(function):
    """Calls a second."""
    number, begin = 0, time.perf_counter()
    while (passed := time.perf_counter() - begin) < SECONDS / 2:
        for _ in range(2_000):
            function()
        number += 2_000
    return number / passed


def scored(game, oracle, start):
    """Seconds a game and milliseconds a move to find the regret of games that `best` played, from the ply `start` on."""
    result = pg.match("best:nodes=2000", "best-1:nodes=2000", game=game, games=20, seed=3)
    seconds, moves = [], []
    for record in result.records:
        state, begin = game.replay(record["moves"]), time.perf_counter()
        looked_at = pg.oracle.score(state, start=min(start, len(state.history())), oracle=oracle)
        seconds.append(time.perf_counter() - begin)
        moves.append(1_000 * seconds[-1] / max(len(looked_at), 1))
    return seconds, moves


def report(name, unit, values):
    """A row: the median, and the quartiles around it."""
    low, middle, high = statistics.quantiles(values, n=4)
    print(json.dumps({"name": name, "unit": unit, "value": middle, "low": low, "high": high}), flush=True)


def main():
    one, two = (pg.Batch("kalah", n=GAMES, seed=1, threads=threads) for threads in (1, 2))
    kalah, mancala = pg.game("kalah"), pyspiel.load_game("mancala")
    ours, theirs = kalah.new_initial_state(), mancala.new_initial_state()
    measured = {
        "pyspiel": lambda: steps(mancala),
        "State": lambda: steps(kalah),
        "Batch, one thread": lambda: batch_steps(one),
        "Batch, two threads": lambda: batch_steps(two),
        "pyspiel legal_actions": lambda: calls(theirs.legal_actions),
        "State.legal_actions": lambda: calls(ours.legal_actions),
    }
    found = {name: [] for name in measured}
    for _ in range(ROUNDS):
        for name, measure in measured.items():
            found[name].append(measure())
    for name, values in found.items():
        report(name, "calls/s" if "legal_actions" in name else "steps/s", values)
    for name, above, below in [
        ("Batch on one thread to pyspiel", "Batch, one thread", "pyspiel"),
        ("State to pyspiel", "State", "pyspiel"),
        ("legal_actions, State to pyspiel", "State.legal_actions", "pyspiel legal_actions"),
        ("Batch, two threads to one", "Batch, two threads", "Batch, one thread"),
    ]:
        if "two" not in name or (os.cpu_count() or 1) > 1:
            report(name, "ratio", [one / two for one, two in zip(found[above], found[below], strict=True)])
    seconds, _ = scored(kalah, pg.Oracle(kalah, database=16), 11)
    report("regret of a game of Kalah from its 12th ply on", "s", seconds)
    report("the same, mean", "s", 2 * [statistics.fmean(seconds)])
    if os.environ.get("PLYGROUND_TABLES"):
        tigers = pg.game("tigers")
        _, moves = scored(tigers, pg.Oracle(tigers), 0)
        report("regret of a move of Tigers & Goats", "ms", moves)


if __name__ == "__main__":
    main()
