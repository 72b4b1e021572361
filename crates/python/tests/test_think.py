"""Searches, counts and play-outs."""

import _thread
import copy
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading

import pytest

import plyground as pg


@pytest.mark.parametrize("name", pg.games())
def test_every_agent_of_a_game_finds_a_legal_move(name):
    state = pg.game(name).new_initial_state()
    for agent in pg.game(name).agents:
        if agent == "engine":
            continue
        found = state.analyse(agent, nodes=200)
        assert found.best in state.legal_moves(), agent


def test_what_an_analysis_tells():
    state = pg.game("kalah").new_initial_state()
    depths = []
    found = state.analyse("best", nodes=20_000, lines=3, on_depth=lambda analysis: depths.append(analysis.depth))
    assert [line.move for line in found.lines][0] == found.best and len(found.lines) == 3
    assert found.pv[0] == found.best and found.bound == "exact" and 0 < found.nodes <= 20_000
    assert depths == sorted(depths) and depths
    assert found.features and found.agent == "best"
    assert state.found == found
    assert "nodes" in str(found)
    again = state.analyse("best", nodes=20_000, lines=3)
    assert (again.best, again.score, again.nodes) == (found.best, found.score, found.nodes)
    assert state.analyse("alphabeta", depth=3).depth == 3


def test_an_agent_keeps_its_table():
    state = pg.game("kalah").new_initial_state()
    agent = pg.Agent(state.game, "pvs:depth=9")
    action = agent(state)
    assert action in state.legal_actions()
    first = state.analyse(agent, depth=9)
    fresh = state.analyse("pvs", depth=9)
    assert first.score == fresh.score and first.nodes < fresh.nodes
    with pytest.raises(ValueError, match="an agent of kalah was asked about khet"):
        agent(pg.game("khet").new_initial_state())


def fewest_moves(state):
    """An evaluation that pickles by its name."""
    return -len(state.legal_actions())


@pytest.mark.parametrize("spec, evaluation", [("pvs:depth=4", None), ("alphabeta:depth=2", fewest_moves)])
def test_an_agent_is_pickled_as_what_it_was_made_from(spec, evaluation):
    game = pg.game("kalah", setup="4x3")
    agent = pg.Agent(game, spec, evaluation=evaluation)
    for other in (pickle.loads(pickle.dumps(agent)), copy.copy(agent), copy.deepcopy(agent)):
        assert other.spec == agent.spec
        state = game.new_initial_state()
        while not state.is_terminal():
            action = agent(state)
            assert other(state) == action
            state.apply_action(action)
    with pytest.raises(ValueError, match="the game is over"):
        agent(pg.game("kalah").state("<2,5,4,0,0,0,0> S"))


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"agent": "bset"}, "cannot read agent `bset`"),
        ({"agent": "khet-ab"}, "agent"),
        ({"agent": "best:deph=3"}, "found `deph`"),
        ({"nodes": 0}, "nodes=0: expected"),
        ({"time": -1.0}, "time=-1: expected"),
        ({"time": float("nan")}, "time=NaN: expected"),
        ({"depth": 501}, "depth=501: expected 1 to 500"),
        ({"lines": 0}, "lines=0: expected"),
    ],
)
def test_wrong_questions(arguments, text):
    with pytest.raises(ValueError, match=text):
        pg.game("kalah").new_initial_state().analyse(**arguments)


def test_an_exception_of_on_depth_stops_the_search():
    state = pg.game("khet").new_initial_state()

    def angry(analysis):
        raise LookupError(f"depth {analysis.depth}")

    with pytest.raises(LookupError, match="depth 1"):
        state.analyse("best", time=60.0, on_depth=angry)
    assert state.found is not None and state.found.best in state.legal_moves()


def test_the_lock_is_given_back_while_a_search_runs():
    state = pg.game("khet").new_initial_state()
    begun = threading.Event()

    def interrupt():
        begun.wait()
        _thread.interrupt_main()

    # Ends the search from another thread: it could not run if the lock were held.
    other = threading.Thread(target=interrupt)
    other.start()
    with pytest.raises(KeyboardInterrupt):
        state.analyse("best", time=60.0, on_depth=lambda found: begun.set())
    other.join()
    assert not state.found.completed


@pytest.mark.skipif(os.name == "nt", reason="no SIGINT for one process")
def test_ctrl_c_stops_at_once_and_leaves_what_was_found():
    # A depth and its newline in one write: `print` writes them separately, and Ctrl-C can come in between.
    program = """
        import os
        import plyground as pg
        state = pg.game("khet").new_initial_state()
        try:
            state.analyse("best", time=120.0, on_depth=lambda found: os.write(1, b"%d\\n" % found.depth))
        except KeyboardInterrupt:
            print("stopped", state.found.best in state.legal_moves(), state.found.completed)
    """
    with subprocess.Popen([sys.executable, "-c", textwrap.dedent(program)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline().strip() == "1"
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=60)
    assert rest.splitlines()[-1] == "stopped True False"


@pytest.mark.parametrize(
    ("name", "depth", "nodes"), [("kalah", 6, 34_380), ("tigers", 2, 400), ("cachex", 2, None), ("khet", 2, None)]
)
def test_perft(name, depth, nodes):
    state = pg.game(name).new_initial_state()

    def count(state, depth):
        if depth == 0:
            return 1
        return sum(count(state.child(action), depth - 1) for action in state.legal_actions())

    found = state.perft(depth, threads=2)
    assert found == count(state, depth)
    assert state.perft(0) == 1


def test_explanations():
    explained = pg.game("kalah").replay("3 1").explain("best")
    assert explained["explained_by"] == "house-pairs"
    total = sum(feature["term"] for feature in explained["features"])
    assert total == pytest.approx(explained["static_value"], abs=0.02)


def test_playouts_depend_on_the_seed_alone():
    state = pg.game("tigers").new_initial_state()
    one, two = (pg.playouts(state, 300, seed=4, threads=threads) for threads in (1, 2))
    assert one == two and one.games == 300 == sum(one.wins) + one.draws
    assert one != pg.playouts(state, 300, seed=5)
    over = pg.game("kalah").state("<2,5,4,0,0,0,0> S")
    assert pg.playouts(over, 10).wins == (10, 0) and pg.playouts(over, 10).value == 1
    with pytest.raises(ValueError, match="threads=0"):
        pg.playouts(state, 10, threads=0)
