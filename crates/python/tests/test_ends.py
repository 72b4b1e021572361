"""The end of the interpreter, callbacks that block, and a system without threads to give: exceptions, and never an abort."""

import os
import subprocess
import sys
import textwrap
import threading
import time

import pytest
from games import Nim, derived
from test_interrupts import interrupted

import plyground as pg

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals and limits of a process")

CALLBACKS = """
import sys, threading, time
import numpy as np
import plyground as pg
from games import Nim, derived

def spin(seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass

def pause():
    time.sleep({seconds}) if {sleeps} else spin({seconds})

def player(state):
    pause()
    return state.legal_actions()[0]

def value(state, weights=None):
    pause()
    return 0.0

def apply_action(self, action):
    pause()
    Nim.apply_action(self, action)

Slow = derived(apply_action=apply_action)

def steps():
    batch = pg.Batch(Slow, 20)
    while True:
        batch.step(batch.sample())

def moves():
    while True:
        pg.game(Slow).new_initial_state().apply_action(1)

kalah = pg.game("kalah").new_initial_state()
"""

WORK = {
    "match": 'pg.match(player, "random", game="kalah", games=1000)',
    "match, threads": 'pg.match(player, player, game="kalah", games=1000, concurrency=3)',
    "evaluation": 'kalah.analyse("alphabeta", depth=9, evaluation=value)',
    "agent": 'pg.Agent(kalah.game, "pvs:threads=2,depth=9", evaluation=value)(kalah)',
    "tune": 'pg.tune("alphabeta:depth=2", game="kalah", method="spsa", evaluation=pg.PythonEvaluation(value, {"a": 1.0}))',
    "batch": "steps()",
    "moves of a class": "moves()",
    "on_depth": 'kalah.analyse("best", time=100.0, on_depth=value)',
    "on_game": 'pg.match("random", "random", game="kalah", games=100000, on_game=value)',
    "game": 'pg.game(Slow).state("90a").analyse("alphabeta", depth=60)',
}
HERE = os.path.dirname(os.path.abspath(__file__))


def run(code):
    paths = os.pathsep.join([HERE, *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = os.environ | {"PYTHONPATH": paths}
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, env=environment)


@pytest.mark.parametrize("work", WORK)
@pytest.mark.parametrize("sleeps", [True, False])
def test_the_interpreter_ends_during_a_call_of_a_daemon_thread(work, sleeps):
    code = CALLBACKS.format(seconds=0.02, sleeps=sleeps) + textwrap.dedent(
        f"""
        threading.Thread(target=lambda: {WORK[work]}, daemon=True).start()
        time.sleep(0.3)
        print("end")
        sys.exit(7)
        """
    )
    done = run(code)
    assert (done.returncode, done.stdout, done.stderr) == (7, "end\n", "")


@pytest.mark.parametrize("work", ["match", "evaluation", "on_depth"])
def test_the_interpreter_ends_during_a_callback_that_blocks(work):
    code = CALLBACKS.format(seconds=1_000, sleeps=True) + textwrap.dedent(
        f"""
        threading.Thread(target=lambda: {WORK[work]}, daemon=True).start()
        time.sleep(0.3)
        """
    )
    begun = time.monotonic()
    done = run(code)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert time.monotonic() - begun < 30


def test_a_thread_that_starts_calls_again_does_not_keep_the_interpreter():
    code = CALLBACKS.format(seconds=0.01, sleeps=True) + textwrap.dedent(
        f"""
        def work():
            while True:
                try:
                    {WORK["match"]}
                except BaseException:
                    pass

        threading.Thread(target=work, daemon=True).start()
        time.sleep(0.3)
        """
    )
    for _ in range(2):
        done = run(code)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


BLOCKS = 8.0
"""Seconds that a callback blocks."""


def blocking(*_):
    time.sleep(BLOCKS)
    return 0.0


def waiting(*_):
    threading.Event().wait(BLOCKS)
    return 0.0


def class_that_blocks():
    def apply_action(self, action):
        if self.stones < 12:
            time.sleep(BLOCKS)
        Nim.apply_action(self, action)

    return derived(apply_action=apply_action)


BLOCKING = {
    "match": lambda: pg.match(blocking, "random", game="kalah"),
    "match, threads": lambda: pg.match(waiting, waiting, game="kalah", concurrency=2),
    "analyse": lambda: pg.game("kalah").new_initial_state().analyse("alphabeta:depth=3", evaluation=blocking),
    "analyse, event": lambda: pg.game("kalah").new_initial_state().analyse("pvs:threads=2,depth=3", evaluation=waiting),
    "analyse, on_depth": lambda: pg.game("kalah").new_initial_state().analyse("best", time=60.0, on_depth=blocking),
    "agent": lambda: pg.Agent(pg.game("kalah"), "alphabeta:depth=3", evaluation=blocking)(pg.game("kalah").new_initial_state()),
    "match, on_game": lambda: pg.match("random", "random", game="kalah", games=100, on_game=blocking),
    "match, nested": lambda: pg.match(lambda state: state.analyse("alphabeta", depth=2, evaluation=blocking), "random", game="kalah"),
    "tune": lambda: pg.tune(
        "alphabeta:depth=1", game=Nim, method="spsa", evaluation=pg.PythonEvaluation(blocking, {"a": 1.0}), generations=2
    ),
    "class, analyse": lambda: pg.game(class_that_blocks()).new_initial_state().child(1).analyse("alphabeta", depth=5),
    "class, perft": lambda: pg.game(class_that_blocks()).new_initial_state().perft(4, threads=2),
    "class, playouts": lambda: pg.playouts(pg.game(class_that_blocks()).new_initial_state(), 100, threads=2),
    "class, check": lambda: pg.check(class_that_blocks()),
    "class, match": lambda: pg.match("random", "greedy", game=class_that_blocks(), concurrency=2),
    "class, batch": lambda: [batch.step(batch.sample()) for batch in [pg.Batch(class_that_blocks(), 600, threads=3)] for _ in range(9)],
    "class, move": lambda: pg.game(class_that_blocks()).replay([1, 1, 1]),
}


@pytest.mark.parametrize("call", BLOCKING)
def test_ctrl_c_does_not_wait_for_a_callback_that_blocks(call):
    assert interrupted(BLOCKING[call]) < 3.0
    assert pg.game(Nim).state("9a").analyse("alphabeta", depth=3).depth == 3


def test_an_exception_does_not_wait_for_another_callback_that_blocks():
    """The other thread of a match blocks while one raises."""
    turns = iter(range(1_000_000))

    def player(state):
        if next(turns) == 1:
            raise LookupError("this one")
        time.sleep(BLOCKS)

    begun = time.monotonic()
    with pytest.raises(LookupError, match="this one"):
        pg.match(player, player, game="kalah", games=8, concurrency=2)
    assert time.monotonic() - begun < 3.0


WITHOUT_THREADS = """
import os, resource, threading
import plyground as pg
from games import Nim
pg.Agent, pg.Batch, pg.Oracle, pg.check, pg.match, pg.playouts, pg.tune, pg.learn
import plyground._analysis, ctypes, json

kalah = pg.game("kalah").new_initial_state()
assert kalah.analyse("pvs", depth=1).depth == 1
if os.getuid() == 0:
    # The limit does not hold for the administrator. This user has no other process.
    os.setuid(54_321)
resource.setrlimit(resource.RLIMIT_NPROC, ({limit}, {limit}))
"""

REFUSED = {
    "analyse": 'kalah.analyse("pvs", depth=3)',
    "agent": 'pg.Agent(kalah.game, "pvs:threads=2,depth=3")(kalah)',
    "match": 'pg.match("random", "random", game="kalah", concurrency=4)',
    "perft": "kalah.perft(3, threads=4)",
    "values": "kalah.values(time=1.0)",
    "playouts": "pg.playouts(kalah, 1000, threads=3)",
    "check": "pg.check(Nim)",
    "batch": 'pg.Batch("kalah", 10_000, threads=3).sample()',
    "tune": 'pg.tune("alphabeta:depth=1,eval=strong", game="kalah", method="spsa", generations=1)',
}


def with_threads(limit, call):
    """Runs a call in a process that may have this many threads."""
    code = WITHOUT_THREADS.format(limit=limit) + textwrap.dedent(
        f"""
        try:
            {REFUSED[call]}
            print("done")
        except RuntimeError as error:
            print(error)
        # The interpreter still works.
        assert kalah.child(0).move_number() == 1
        """
    )
    done = run(code)
    assert done.returncode == 0, done
    return done


@pytest.mark.skipif(sys.platform != "linux", reason="a limit of threads for one user")
@pytest.mark.parametrize("call", REFUSED)
def test_no_more_threads_is_an_exception(call):
    done = with_threads(1, call)
    assert "cannot start" in done.stdout and done.stderr == ""


@pytest.mark.skipif(sys.platform != "linux", reason="a limit of threads for one user")
@pytest.mark.parametrize("call", ["agent", "match", "perft", "playouts"])
def test_too_few_threads_never_end_the_interpreter(call):
    for limit in (2, 3):
        assert with_threads(limit, call).stdout
