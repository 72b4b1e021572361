"""The package `plyground` beside pyspiel, on random games of Kalah(6,4): a figure a line, as JSON.

What is compared takes turns, so that whatever else the machine does troubles both alike; a ratio is made of neighbours.

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
GAMES = 4096


def steps(game):
    """Steps a second, a game after the other: legal actions, a lot, the action. Pyspiel and our states have the same words for it."""
    lots, steps, begin = random.Random(1), 0, time.perf_counter()
    while (passed := time.perf_counter() - begin) < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(lots.choice(state.legal_actions()))
            steps += 1
    return steps / passed


def batch_steps(batch):
    """Steps a second of a batch: legal lots, the actions, observations, masks, rewards."""
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


def tell(name, unit, values):
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
        tell(name, "calls/s" if "legal_actions" in name else "steps/s", values)
    for name, above, below in [
        ("Batch on one thread to pyspiel", "Batch, one thread", "pyspiel"),
        ("State to pyspiel", "State", "pyspiel"),
        ("legal_actions, State to pyspiel", "State.legal_actions", "pyspiel legal_actions"),
        ("Batch, two threads to one", "Batch, two threads", "Batch, one thread"),
    ]:
        if "two" not in name or (os.cpu_count() or 1) > 1:
            tell(name, "ratio", [one / two for one, two in zip(found[above], found[below], strict=True)])


if __name__ == "__main__":
    main()
