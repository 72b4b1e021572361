"""Copies, pickles and texts: each gives back the object, in the middle of a game as well."""

import copy
import pickle
import random

import numpy as np
import pytest
from games import Nim, failing

import plyground as pg

COPIES = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{f"pickle {protocol}": lambda found, protocol=protocol: pickle.loads(pickle.dumps(found, protocol)) for protocol in range(2, 6)},
}
copied = pytest.mark.parametrize("how", COPIES.values(), ids=COPIES)

GAMES = [
    {"name": "kalah", "setup": "4x3"},
    {"name": "kalah", "rules": "empty-capture"},
    {"name": "cachex", "setup": "5", "rules": "standard,turn_limit=30"},
    {"name": "khet", "rules": "official,ply_limit=40"},
    {"name": "tigers"},
]
games = pytest.mark.parametrize("given", GAMES, ids=str)


@games
@copied
def test_games_and_states(given, how):
    game = pg.game(**given)
    assert how(game) == game and how(game).rules == game.rules and how(game).setup == game.setup
    assert eval(repr(game), {"plyground": pg}) == game
    draws = random.Random(1)
    state = game.new_initial_state()
    for _ in range(4):
        state.apply_action(draws.choice(state.legal_actions()))
    for other in (how(state), pickle.loads(pickle.dumps({"a": [state]}))["a"][0]):
        assert other == state and other.history() == state.history() and other.game == game
        assert game.state(str(state)).legal_actions() == other.legal_actions()
        other.apply_action(other.legal_actions()[0])
        assert other != state


def plus(state):
    return 1.0


def weighted(state, weights):
    return weights["w"]


@copied
def test_evaluations_and_agents(how):
    evaluation = pg.PythonEvaluation(weighted, {"w": pg.Weight(2, -4, 4, 1), "v": 3.0}, name="mine")
    other = how(evaluation)
    assert other.name == "mine" and dict(other.weights) == {"w": 2, "v": 3} and other(None) == 2
    assert dict(other.with_weights({"w": 1}).weights) == {"w": 1, "v": 3}
    with pytest.raises(TypeError):
        other.weights["w"] = 5
    state = pg.game("kalah").new_initial_state()
    for agent in (evaluation.agent("kalah"), pg.Agent(state.game, "mcts:nodes=50,seed=7")):
        assert how(agent).spec == agent.spec and how(agent)(state) == agent(state)
    assert how(pg.Weight.of(3)) == pg.Weight.of(3)


@copied
def test_what_calls_return(how):
    state = pg.game("kalah").new_initial_state()
    result = pg.match("random", "greedy", game="kalah", games=4, seed=1)
    tuned = pg.tune(
        "alphabeta:depth=1", game=Nim, evaluation=pg.PythonEvaluation(weighted, {"w": 1.0}), method="spsa", generations=1,
        final_games=2, seed=1,
    )
    late = pg.game("kalah", setup="3x2").new_initial_state()
    found = [result, state.analyse("best", nodes=500), pg.playouts(state, 20), *pg.oracle.score(late.child(0))]
    found += list(pg.oracle.positions(late.game, 1, plies=(0, 2)))
    for one in found:
        assert how(one) == one and str(how(one)) == str(one)
    other = how(tuned)
    assert other.weights == tuned.weights and dict(other.evaluation.weights) == dict(tuned.evaluation.weights)
    oracle = pg.Oracle(late.game, database=2)
    assert how(oracle).values(late) == oracle.values(late)


def plays_alike(one, two, rounds=120):
    """Whether two batches draw and play the same from here on, and stand on their own."""
    for _ in range(rounds):
        actions = one.sample().copy()
        assert (two.sample() == actions).all()
        one.step(actions)
        two.step(actions)
        for name in ("observations", "masks", "players", "rewards", "done"):
            ours, theirs = getattr(one, name), getattr(two, name)
            assert (ours is None and theirs is None) or (ours is not theirs and (ours == theirs).all()), name


@copied
@pytest.mark.parametrize("game", [*pg.games(), Nim])
def test_batches(game, how):
    batch = pg.Batch(game, n=300, seed=5, threads=2)
    for _ in range(45):
        batch.step(batch.sample())
    other = how(batch)
    assert (len(other), other.game) == (300, batch.game)
    plays_alike(batch, other, rounds=60)
    alone = how(batch)
    before = [array.copy() for array in (batch.masks, batch.players)]
    alone.step(alone.sample())
    assert (batch.masks == before[0]).all() and (batch.players == before[1]).all()


def test_batches_that_end_by_their_history():
    batch = pg.Batch(pg.game("khet", rules="official,ply_limit=12"), n=20, seed=1)
    for _ in range(9):
        batch.step(batch.sample())
    plays_alike(batch, pickle.loads(pickle.dumps(batch)))


def test_a_damaged_batch_is_refused():
    restore, (game, n, threads, parts, *_) = pg._core.Batch(pg.game("kalah"), 300).__reduce__()
    assert len(restore(game, n, threads, parts)) == 300
    for wrong, text in [
        ((game, n, threads, parts[:1]), "damaged batch: found 1 parts, expected 2"),
        ((game, 20, threads, parts[:1]), "damaged batch: found 256 games, expected 20"),
        ((game, n, threads, [parts[0][:-9], parts[1]]), "damaged batch: "),
        ((pg.game("khet"), n, threads, parts), "damaged batch: found a game of another kind than khet"),
        ((pg.game("kalah", setup="3x2"), n, threads, [part.replace("<6", "<x") for part in parts]), "damaged batch: cannot read"),
    ]:
        with pytest.raises(ValueError, match=text):
            restore(*wrong)


DTYPES = [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64, ">i4", ">u2"]


@pytest.mark.parametrize(
    "convert",
    [
        *[lambda actions, dtype=dtype: actions.astype(dtype) for dtype in DTYPES],
        lambda actions: actions.tolist(),
        lambda actions: tuple(actions.tolist()),
        list,
        lambda actions: [np.int8(actions[0]), np.uint64(actions[1]), *map(int, actions[2:])],
        lambda actions: np.repeat(actions, 2)[::2],
        lambda actions: np.stack([actions, actions], 1)[:, 0],
        lambda actions: memoryview(actions.astype(np.int32)),
    ],
    ids=[*map(str, DTYPES), "list", "tuple", "numpy scalars", "mixed", "strided", "column", "memoryview"],
)
def test_a_step_takes_any_integers(convert):
    one, two = (pg.Batch("kalah", n=6, seed=2) for _ in range(2))
    for _ in range(30):
        actions = one.sample().copy()
        one.step(convert(actions))
        two.sample()
        two.step(actions)
        assert (one.observations == two.observations).all() and (one.rewards == two.rewards).all()


WRONG = [
    ([0, 1, 2, True], TypeError, "actions: found True for game 3, expected an integer"),
    ([0, np.bool_(False), 2, 3], TypeError, "actions: found np.False_ for game 1, expected an integer"),
    ([0, 1.0, 2, 3], TypeError, "actions: found 1.0 for game 1, expected an integer"),
    ([0, np.float32(1), 2, 3], TypeError, "actions: found np.float32.1.0. for game 1"),
    ([0, None, 2, 3], TypeError, "actions: found None for game 1"),
    ([0, "1", 2, 3], TypeError, "actions: found '1' for game 1"),
    ([[0], [1], [2], [3]], TypeError, r"actions: found \[0\] for game 0"),
    (np.zeros(4, bool), TypeError, "actions: found dtype bool, expected integers"),
    (np.zeros(4, np.float32), TypeError, "actions: found dtype float32, expected integers"),
    (np.zeros(4, complex), TypeError, "actions: found dtype complex128, expected integers"),
    (np.zeros(4, object), TypeError, "actions: found dtype object, expected integers"),
    (np.zeros(4, "datetime64[s]"), TypeError, "actions: found dtype datetime64"),
    ([0, 1, 2], ValueError, "actions: found 3 numbers, expected 4"),
    ([], ValueError, "actions: found 0 numbers, expected 4"),
    (np.zeros(5, np.int8), ValueError, r"actions: found shape \(5,\), expected \(4,\)"),
    (np.int64(3), ValueError, r"actions: found shape \(\), expected \(4,\)"),
    (np.zeros((2, 2), int), ValueError, r"actions: found shape \(2, 2\), expected \(4,\)"),
    (3, TypeError, "actions: found int, expected an array or a list of integers"),
    (None, TypeError, "actions: found NoneType, expected"),
    ("0123", TypeError, "actions: found str, expected"),
    ({0, 1, 2, 3}, TypeError, "actions: found set, expected"),
    ([0, 1, 2, -1], ValueError, "game 3 of the batch: action -1 is below 0"),
    ([0, 1, 2, 6], ValueError, "game 3 of the batch: illegal action 6"),
    ([0, 99, 2, 6], ValueError, "game 1 of the batch: no action 99 in kalah"),
    ([0, 10**30, 2, 3], ValueError, "game 1 of the batch: no action 10{30}"),
    ([0, -(10**30), 2, 3], ValueError, "game 1 of the batch: no action -10{30}"),
    (np.array([0, 1, 2, 2**64 - 1], np.uint64), ValueError, "game 3 of the batch: no action 18446744073709551615"),
]


@pytest.mark.parametrize(("actions", "kind", "text"), WRONG, ids=[str(number) for number in range(len(WRONG))])
def test_a_refused_step_changes_nothing(actions, kind, text):
    batch = pg.Batch("kalah", n=4, seed=1)
    batch.step([2, 2, 0, 1])
    batch.step(batch.sample())
    other, before = copy.copy(batch), copy.deepcopy(batch.__dict__)
    if not isinstance(actions, (list, np.ndarray)) or "game" not in text:
        with pytest.raises(kind, match=text):
            batch.step(actions)
    else:
        fresh = pg.Batch("kalah", n=4, seed=1)
        with pytest.raises(kind, match=text):
            fresh.step(actions)
        with pytest.raises(kind):
            batch.step(actions)
    for name in ("observations", "masks", "players", "rewards", "done"):
        assert (getattr(batch, name) == before[name]).all()
    plays_alike(batch, other, rounds=30)


def test_a_bool_is_no_action():
    state = pg.game("kalah").new_initial_state()
    for wrong in (True, np.bool_(True), 1.0, np.float64(1)):
        with pytest.raises(TypeError, match="action <class '.*'>: expected a number from 0"):
            state.apply_action(wrong)
    for action in (np.int8(1), np.uint64(1), np.array(1)):
        assert state.child(action).history() == [1]


def test_a_copy_of_a_state_that_failed():
    state = pg.game(failing("on purpose")).new_initial_state().child(3)
    with pytest.raises(LookupError):
        state.analyse("alphabeta", depth=9)
    assert copy.deepcopy(state) == state and copy.copy(state).history() == [3]
