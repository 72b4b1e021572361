"""A forked child works, or raises: it never hangs."""

import multiprocessing
import os
import select
import signal
import sys
import threading
import time

import pytest
from games import Nim

import plyground as pg

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")

SECONDS = 60
"""How long a child may take."""

BEGIN = 10
"""Seconds after which a child has not begun."""


def in_child(work, attempts=5):
    """Whether `work` ends with success in a forked child.

    CPython locks its list of threads without the interpreter's lock. If another thread does so at that moment, `os.fork` does
    not return in the child. Such a child has not begun, and another one is forked.
    """
    begun, begins = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.write(begins, b"!")
            status = 0 if work() else 2
        except BaseException as error:
            print(f"child: {error!r}", file=sys.stderr, flush=True)
        finally:
            os._exit(status)
    os.close(begins)
    has_begun = select.select([begun], [], [], BEGIN)[0]
    os.close(begun)
    if not has_begun:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        assert attempts > 1, "no child begins"
        return in_child(work, attempts - 1)
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status) == 0
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    pytest.fail("the child hangs")


def steps(batch, count=3):
    for _ in range(count):
        batch.step(batch.sample())
    return [batch.observations.sum(), batch.masks.sum(), batch.rewards.sum()]


@pytest.mark.parametrize("n", [7, 1_024, 5_000])
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_an_inherited_batch_goes_on(n, threads):
    batch = pg.Batch("kalah", n=n, seed=1, threads=threads)
    other = pg.Batch("kalah", n=n, seed=1, threads=threads)
    steps(batch), steps(other)
    expected = steps(other)
    assert in_child(lambda: steps(batch) == expected)
    # The parent's batch also works afterwards, and so does that of a grandchild.
    assert steps(batch) == expected
    assert in_child(lambda: steps(batch) and in_child(lambda: bool(steps(batch))))


def test_an_inherited_batch_is_dropped_in_the_child():
    batches = [pg.Batch("kalah", n=2_000, threads=3)]
    steps(batches[0])
    assert in_child(lambda: batches.pop() is not None and not batches)


def step_in_pool(batch):
    return float(steps(batch)[0])


@pytest.mark.parametrize("kind", ["fork", "spawn"])
def test_processes_of_multiprocessing(kind):
    batch = pg.Batch("kalah", n=2_000, seed=2, threads=3)
    steps(batch)
    pool = multiprocessing.get_context(kind).Pool(2)
    try:
        results = pool.map_async(step_in_pool, [batch, batch]).get(timeout=SECONDS)
        # A pickle contains the games and the state of the random number generator.
        assert results == [step_in_pool(batch)] * 2
    finally:
        pool.terminate()


def every_pool():
    """Each kind of work that has threads."""
    state = pg.game("kalah").new_initial_state()
    assert state.analyse("pvs:threads=2", depth=5).depth == 5
    assert state.analyse("alphabeta:threads=2", depth=5).depth == 5
    assert state.perft(5, threads=2) == state.perft(5)
    assert pg.playouts(state, 500, threads=2).games == 500
    assert pg.match("random", "greedy", game="kalah", games=4, concurrency=2).games == 4
    assert pg.game(Nim).new_initial_state().analyse("alphabeta:threads=2", depth=4).depth == 4
    assert pg.game("kalah", setup="3x2").new_initial_state().values()
    return True


def test_every_pool_works_in_a_child():
    every_pool()
    assert in_child(every_pool)


def busy(work):
    """A thread that is in the middle of `work`, and what ends it."""
    begun, stop = threading.Event(), threading.Event()
    thread = threading.Thread(target=work, args=(begun, stop))
    thread.start()
    assert begun.wait(SECONDS)

    def end():
        stop.set()
        thread.join(SECONDS)

    return end


def test_an_agent_that_another_thread_uses_is_refused_in_the_child():
    game = pg.game("khet")
    agent = pg.Agent(game, "best")

    def think(begun, stop):
        def on_depth(found):
            begun.set()
            if stop.is_set():
                raise LookupError

        with pytest.raises(LookupError):
            game.new_initial_state().analyse(agent, time=float(SECONDS), on_depth=on_depth)

    end = busy(think)

    def refused():
        with pytest.raises(RuntimeError, match="the agent was in use by another thread when this process was forked"):
            game.new_initial_state().analyse(agent, nodes=100)
        return pg.Agent(game, "best").spec and every_pool()

    assert in_child(refused)
    end()
    assert game.new_initial_state().analyse(agent, nodes=100).best


def test_an_oracle_that_another_thread_uses():
    game = pg.game("kalah")
    oracle = pg.Oracle(game, database=2)
    easy = game.state("<6,30,32,1,0,2,0,1,1,0,1,0,2,1,1> S")

    def solve(begun, stop):
        begun.set()
        for one in (oracle, None):
            with pytest.raises(TimeoutError):
                # The values of the start are included.
                game.state("<6,0,0,5,4,4,4,4,3,4,4,4,4,4,4> S").values(one, time=2.0)

    end = busy(solve)
    time.sleep(0.3)

    def refused():
        with pytest.raises(RuntimeError, match="the oracle was in use by another thread when this process was forked"):
            easy.values(oracle)
        # The oracle shared by all states is created again.
        return easy.values(pg.Oracle(game, database=2))

    assert in_child(refused)
    time.sleep(2.0)
    assert in_child(lambda: easy.values(time=50.0))
    end()


def test_a_batch_that_another_thread_steps():
    batch = pg.Batch("kalah", n=200_000, threads=2)

    def run(begun, stop):
        while not stop.is_set():
            begun.set()
            try:
                batch.step(batch.sample())
            except RuntimeError:
                pass

    end = busy(run)
    for _ in range(5):

        def works_or_raises():
            try:
                steps(batch, 1)
            except (RuntimeError, TypeError, ValueError):
                pass
            return steps(pg.Batch("kalah", n=2_000))

        assert in_child(works_or_raises)
    end()


def test_a_fork_in_the_middle_of_calls():
    """Forks at any moment of searches, matches and games in Python on other threads."""

    def run(begun, stop):
        while not stop.is_set():
            begun.set()
            every_pool()

    ends = [busy(run) for _ in range(2)]
    try:
        for _ in range(15):
            assert in_child(every_pool)
    finally:
        for end in ends:
            end()
