"""Ctrl-C and limits of time end every long call at once."""

import copy
import os
import pathlib
import signal
import tempfile
import threading
import time

import pytest
from games import Nim, derived

import plyground as pg

pytestmark = pytest.mark.skipif(os.name == "nt", reason="no SIGINT for one process")

LATE = 30.0
"""Seconds that a call may take to end: less than half a second on a machine that has nothing else to do."""


def kalah():
    # The values of the start are included.
    return pg.game("kalah").state("<6,0,0,5,4,4,4,4,3,4,4,4,4,4,4> S")


def khet():
    return pg.game("khet").new_initial_state()


def for_ever(*_):
    """What a player or an evaluation might do; no call into the package ends it."""
    while True:
        pass


def nested(state):
    state.analyse("best", time=100.0)
    return state.legal_actions()[0]


def slow_nim(seconds=0.05):
    def apply_action(self, action):
        time.sleep(seconds)
        Nim.apply_action(self, action)

    return derived(apply_action=apply_action)


def slow_evaluation(state):
    time.sleep(0.05)
    return 0.0


def endless_class():
    """A game that thinks for ever about the move after the first."""

    def apply_action(self, action):
        if self.stones < 90:
            for_ever()
        Nim.apply_action(self, action)

    return derived(apply_action=apply_action)


def step_for_ever(batch):
    while True:
        batch.step(batch.sample())


def tune(method):
    pg.tune("alphabeta:depth=3,eval=strong", game="kalah", method=method, generations=10_000, seed=1)


def learn(model):
    with tempfile.TemporaryDirectory() as out:
        pg.learn("kalah", model=model, games=1_000_000, out=pathlib.Path(out) / "run")


CALLS = {
    "regret": lambda: kalah().regret(0),
    "values": lambda: kalah().values(),
    "Oracle.values": lambda: pg.Oracle(kalah().game).values(kalah()),
    "Oracle.value, threads": lambda: pg.Oracle(kalah().game, threads=2, table=1_024).value(kalah()),
    "Oracle.solve, large database": lambda: pg.Oracle(kalah().game, database=24).solve(kalah()),
    "oracle.score": lambda: pg.oracle.score("3 6 1"),
    "oracle.positions": lambda: list(pg.oracle.positions("kalah", n=10_000, plies=(0, 4))),
    "match": lambda: pg.match("best", "best", game="khet", games=2000, nodes=1_000_000),
    "match, threads": lambda: pg.match("best", "best", game="khet", games=2000, nodes=1_000_000, concurrency=2),
    "match, time": lambda: pg.match("best", "best", game="khet", games=20, time=60.0),
    "match, player": lambda: pg.match(for_ever, "random", game="kalah", concurrency=2),
    "match, nested": lambda: pg.match(nested, "random", game="kalah", concurrency=2),
    "match, game": lambda: pg.match("random", "random", game=slow_nim(), games=2000, concurrency=2),
    "tournament": lambda: pg.tournament(["best", "mcts", "random"], game="cachex", rounds=1_000, nodes=100_000),
    "tune, spsa": lambda: tune("spsa"),
    "tune, genetic": lambda: tune("genetic"),
    "tune, cmaes": lambda: tune("cmaes"),
    "tune, annihill": lambda: tune("annihill"),
    "learn, tables": lambda: learn("tables"),
    "learn, network": lambda: learn("network"),
    "playouts": lambda: pg.playouts(khet(), 100_000_000),
    "playouts of a class": lambda: pg.playouts(pg.game(slow_nim()).new_initial_state(), 100_000, threads=2),
    "perft": lambda: khet().perft(9),
    "perft, threads": lambda: khet().perft(9, threads=2),
    "perft of a class": lambda: pg.game(slow_nim(0.001)).state("99a").perft(12, threads=2),
    "check": lambda: pg.check(Nim, games=10_000_000),
    "analyse, evaluation": lambda: kalah().analyse("alphabeta", depth=9, evaluation=slow_evaluation),
    "analyse, endless evaluation": lambda: kalah().analyse("alphabeta", depth=9, evaluation=for_ever),
    "analyse, game": lambda: pg.game(slow_nim()).state("90a").analyse("alphabeta:threads=2", depth=60),
    "analyse, endless game": lambda: pg.game(endless_class()).state("99a").analyse("pvs", depth=60),
    "analyse, on_depth": lambda: kalah().analyse("best", time=100.0, on_depth=for_ever),
    "agent": lambda: pg.Agent(khet().game, "best:time=100s")(khet()),
    "batch": lambda: step_for_ever(pg.Batch("khet", 20_000)),
    "batch of a class": lambda: step_for_ever(pg.Batch(slow_nim(), 10_000, threads=2)),
    "new batch": lambda: [pg.Batch("khet", 400_000, observations=False, masks=False) for _ in range(100)],
    **{
        f"analyse, {agent}": lambda agent=agent: kalah().analyse(agent, time=100.0, depth=60)
        for agent in ("best", "pvs", "pvs:threads=2", "alphabeta", "alphabeta:threads=2", "mtdf", "minimax", "beam", "mcts")
    },
}


def interrupted(call, after=0.4):
    """How many seconds after SIGINT the call raises `KeyboardInterrupt`."""
    sent = []

    def send():
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(after, send)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        call()
    late = time.monotonic() - sent[0]
    timer.join()
    return late


@pytest.mark.parametrize("call", CALLS)
def test_ctrl_c_ends_a_call_at_once(call):
    assert interrupted(CALLS[call]) < LATE
    # The next call is not interrupted.
    assert kalah().analyse("alphabeta", depth=2).depth == 2


def test_ctrl_c_ends_a_call_that_waits_for_an_agent():
    game = pg.game("khet")
    agent = pg.Agent(game, "best")
    begun = threading.Event()
    other = threading.Thread(target=lambda: khet().analyse(agent, time=6.0, on_depth=lambda _: begun.set()))
    other.start()
    begun.wait()
    assert interrupted(lambda: agent(khet())) < LATE
    other.join()
    assert khet().analyse(agent, nodes=100).best


def test_what_was_found_before_ctrl_c_is_sound():
    """Nothing that was valued after the interruption counts."""

    def one(state):
        time.sleep(0.002)
        return 1.0 if state.current_player() == 0 else -1.0

    state = kalah()
    interrupted(lambda: state.analyse("minimax", depth=9, evaluation=one), after=1.0)
    assert state.found is None or state.found.score == 1.0


TIMED = {
    "values": lambda time: kalah().values(time=time),
    "regret": lambda time: kalah().regret(0, time=time),
    "values of an oracle": lambda time: kalah().values(pg.Oracle(kalah().game), time=time),
    "Oracle.values": lambda time: pg.Oracle(kalah().game).values(kalah(), time=time),
    "Oracle.value": lambda time: pg.Oracle(kalah().game).value(kalah(), time=time),
    "Oracle.solve": lambda time: pg.Oracle(kalah().game).solve(kalah(), time=time),
    "oracle.score": lambda time: pg.oracle.score("3 6 1", time=time),
    "oracle.positions": lambda time: list(pg.oracle.positions("kalah", 3, plies=(0, 1), time=time)),
}


@pytest.mark.parametrize("call", TIMED)
def test_a_limit_of_time(call):
    begun = time.monotonic()
    with pytest.raises(TimeoutError, match="no answer within time="):
        TIMED[call](0.3)
    assert 0.3 <= time.monotonic() - begun < 0.3 + LATE
    for wrong in (0, -1.0, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="time=.*: expected a number of seconds above 0"):
            TIMED[call](wrong)


def test_a_limit_of_time_leaves_the_oracle_usable():
    game = pg.game("kalah")
    state, oracle = game.state("<6,30,32,1,0,2,0,1,1,0,1,0,2,1,1> S"), pg.Oracle(game)
    expected = state.values(oracle, time=60.0)
    with pytest.raises(TimeoutError):
        kalah().values(oracle, time=0.05)
    assert state.values(oracle) == expected == state.values(time=60)
    assert copy.copy(oracle).values(state) == oracle.values(state)
    action = max(expected, key=expected.get)
    assert state.regret(action, oracle, time=60.0) == 0
