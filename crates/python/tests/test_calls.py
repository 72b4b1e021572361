"""An exception of a callback reaches the call that caused it, and no other."""

import _thread
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from games import Nim, derived, failing

import plyground as pg


def raises(text):
    return pytest.raises(LookupError, match=f"^{text}$")


def angry(text):
    def function(*_):
        raise LookupError(text)

    return function


def angry_class(**methods):
    return pg.game(derived(**methods))


class AngryPlayer:
    def __call__(self, state):
        raise LookupError("door")


class AngryNewGame:
    def __call__(self, state):
        return state.legal_actions()[0]

    def new_game(self, seed):
        raise LookupError("door")


class AngryMade:
    def __init__(self):
        raise LookupError("door")


def kalah():
    return pg.game("kalah").new_initial_state()


def bad(below=6):
    return pg.game(failing("door", below)).new_initial_state()


def batch_steps():
    batch = pg.Batch(failing("door"), n=300, threads=2)
    for _ in range(30):
        batch.step(batch.sample())


def raising_weights():
    evaluation = pg.PythonEvaluation(angry("door"), {"w": 1.0})
    return pg.tune("alphabeta:depth=1", game=Nim, evaluation=evaluation, method="spsa", generations=2, seed=1)


def late_evaluation(state):
    if state.position.stones < 5:
        raise LookupError("door")
    return 0.0


DOORS = {
    "analyse": lambda: bad().analyse("pvs", depth=6),
    "analyse, two threads": lambda: bad().analyse("pvs:threads=2", depth=6),
    "analyse, root split": lambda: bad().analyse("alphabeta:threads=2", depth=6),
    "analyse, mcts": lambda: bad().analyse("mcts", nodes=2_000),
    "agent": lambda: agent_of(bad()),
    "apply_action": lambda: bad(99).apply_action(1),
    "play": lambda: bad(99).play("1"),
    "child": lambda: bad(99).child(1),
    "replay": lambda: bad().game.replay([3, 3, 3, 3]),
    "replay text": lambda: bad().game.replay("3 3 3 3"),
    "perft": lambda: bad().perft(6),
    "perft, two threads": lambda: bad().perft(7, threads=2),
    "playouts": lambda: pg.playouts(bad(), 200, threads=2),
    "check": lambda: pg.check(failing("door")),
    "parse": lambda: angry_class(parse=classmethod(angry("door"))).state("5a"),
    "start": lambda: pg.game(derived(__init__=angry("door"))),
    "str": lambda: pg.game(derived(__str__=angry("door"))),
    "returns": lambda: pg.game(derived(returns=angry("door"))),
    "string_to_action": lambda: angry_class(string_to_action=angry("door")).new_initial_state().play("1"),
    "string_to_action alone": lambda: angry_class(string_to_action=angry("door")).new_initial_state().string_to_action("1"),
    "action_to_string": lambda: angry_class(action_to_string=angry("door")).new_initial_state().action_to_string(1),
    "legal_moves": lambda: angry_class(action_to_string=angry("door")).new_initial_state().legal_moves(),
    "moves": lambda: angry_class(action_to_string=angry("door")).new_initial_state().child(1).moves,
    "equality": lambda: equal(),
    "position": lambda: position_of_angry(),
    "evaluation": lambda: kalah().analyse("alphabeta:depth=4", evaluation=angry("door")),
    "evaluation, two threads": lambda: kalah().analyse("alphabeta:depth=4,threads=2", evaluation=angry("door")),
    "evaluation of an agent": lambda: agent_of(kalah(), angry("door")),
    "on_depth": lambda: kalah().analyse("best", nodes=10_000, on_depth=angry("door")),
    "match of a game": lambda: pg.match("random", "random", game=failing("door"), games=8, concurrency=2),
    "match of a player": lambda: pg.match(angry("door"), "random", game="kalah", games=8, concurrency=2),
    "match of a class": lambda: pg.match(AngryPlayer, "random", game="kalah", games=4),
    "match, new_game": lambda: pg.match(AngryNewGame, "random", game="kalah", games=4),
    "match, a class that cannot be made": lambda: pg.match(AngryMade, "random", game="kalah", games=4),
    "match, on_game": lambda: pg.match("random", "random", game="kalah", games=100, on_game=angry("door")),
    "match, evaluation": lambda: pg.match(
        pg.PythonEvaluation(late_evaluation).agent(Nim, "alphabeta:depth=1"), "random", game=Nim, games=6
    ),
    "tournament": lambda: pg.tournament(["random", "mcts:nodes=20", angry("door")], game="kalah", concurrency=2),
    "tune": raising_weights,
    "tune, on_generation": lambda: pg.tune(
        "alphabeta:depth=1,eval=strong", game="kalah", method="spsa", generations=2, seed=1, on_generation=angry("door")
    ),
    "batch": batch_steps,
}


def agent_of(state, evaluation=None):
    return pg.Agent(state.game, "alphabeta:depth=8", evaluation=evaluation)(state)


def equal():
    state = angry_class(action_to_string=angry("door")).new_initial_state().child(1)
    return state == state.clone()


def position_of_angry():
    calls = []

    def parse(cls, text):
        calls.append(text)
        if len(calls) > 1:
            raise LookupError("door")
        return Nim.parse(text)

    return angry_class(parse=classmethod(parse)).state("5a").position


def unrelated():
    """Calls that raise nothing, at several doors."""
    state = kalah()
    assert state.legal_actions() == [0, 1, 2, 3, 4, 5] and state.legal_moves() == ["1", "2", "3", "4", "5", "6"]
    assert state.analyse("alphabeta", depth=3).best in state.legal_moves()
    own = pg.game(Nim).new_initial_state()
    assert own.perft(3) == 27 and own.analyse("alphabeta", depth=3).depth == 3 and own.child(1).history() == [1]
    assert pg.playouts(own, 20).games == 20
    assert pg.match("random", "random", game=Nim).games == 2
    batch = pg.Batch(Nim, n=4)
    batch.step(batch.sample())


@pytest.mark.parametrize("door", DOORS)
def test_an_exception_ends_with_its_call(door):
    for _ in range(2):
        with raises("door"):
            DOORS[door]()
        unrelated()


@pytest.mark.parametrize("door", ["analyse, two threads", "playouts", "match of a game", "evaluation, two threads", "batch"])
def test_an_exception_reaches_its_own_thread(door):
    """Calls that fail and calls that do not, at once."""
    stop = threading.Event()

    def good():
        while not stop.is_set():
            unrelated()

    def wrong():
        for _ in range(10):
            with raises("door"):
                DOORS[door]()

    with ThreadPoolExecutor(4) as pool:
        goods = [pool.submit(good) for _ in range(2)]
        wrongs = [pool.submit(wrong) for _ in range(2)]
        for future in wrongs:
            future.result(timeout=120)
        stop.set()
        for future in goods:
            future.result(timeout=120)


def test_two_threads_raise_their_own():
    def work(number):
        for _ in range(20):
            with raises(f"from {number}"):
                pg.game(failing(f"from {number}")).new_initial_state().analyse("alphabeta:threads=2", depth=6)
        return number

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(work, range(4))) == [0, 1, 2, 3]


def test_a_call_inside_a_player_has_its_own_exceptions():
    seen = []

    def careful(state):
        with raises("inner"):
            pg.game(failing("inner")).new_initial_state().analyse("alphabeta:threads=2", depth=6)
        seen.append(state.analyse("alphabeta", depth=2).best)
        return state.legal_actions()[0]

    result = pg.match(careful, "random", game=Nim, games=4, concurrency=2, seed=1)
    assert result.completed and result.games == 4 and seen

    def careless(state):
        pg.game(failing("inner")).new_initial_state().analyse("pvs:threads=2", depth=6)
        return state.legal_actions()[0]

    with raises("inner"):
        pg.match(careless, "random", game="kalah", concurrency=2)
    unrelated()


def test_a_call_inside_an_evaluation_has_its_own_exceptions():
    def careful(state):
        with raises("inner"):
            pg.game(failing("inner", 99)).new_initial_state().child(1)
        return float(len(state.legal_actions()))

    found = kalah().analyse("alphabeta:depth=2", evaluation=careful)
    assert found.completed and found.best in kalah().legal_moves()


def test_after_ctrl_c_nothing_is_left():
    for spec in ("alphabeta", "pvs:threads=2"):
        threading.Timer(0.2, _thread.interrupt_main).start()
        with pytest.raises(KeyboardInterrupt):
            pg.game(Nim).state("99a").analyse(spec, depth=90)
        unrelated()


def test_a_failed_search_shows_what_was_found_before():
    state = pg.game(failing("late", below=4)).new_initial_state()
    with raises("late"):
        state.analyse("alphabeta", depth=9)
    found = state.found
    sound = pg.game(Nim).new_initial_state().analyse("alphabeta", depth=found.depth)
    assert (found.best, found.score, found.pv, found.completed) == (sound.best, sound.score, sound.pv, False)
    state = pg.game(failing("early", below=99)).new_initial_state()
    with raises("early"):
        state.analyse("alphabeta", depth=3)
    assert state.found is None


def test_a_failed_step_of_a_batch_changes_nothing():
    batch = pg.Batch(failing("door", below=8), n=40, seed=3)
    batch.step(np.full(40, 2))
    batch.step(np.array([3] * 20 + [1] * 20))
    before = [array.copy() for array in (batch.masks, batch.players, batch.rewards, batch.done)]
    games = batch._games.__reduce__()
    with raises("door"):
        batch.step(np.full(40, 1))
    assert all((one == two).all() for one, two in zip(before, (batch.masks, batch.players, batch.rewards, batch.done), strict=True))
    assert batch._games.__reduce__()[1][1:] == games[1][1:]


def test_agents_and_oracles_take_the_name_of_a_game():
    state = pg.game("kalah", setup="3x2").new_initial_state()
    assert pg.Agent("kalah", "greedy")(state) in state.legal_actions()
    assert pg.Oracle("kalah").value(state) == pg.Oracle(state.game).value(state)
    for kind in (pg.Agent, pg.Oracle):
        with pytest.raises(ValueError, match="kala"):
            kind("kala")
        with pytest.raises(TypeError, match="game=7: expected a game, its name or its class"):
            kind(7)
