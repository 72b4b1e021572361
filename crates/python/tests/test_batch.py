"""Many games at once."""

import copy
import pickle
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from games import Nim

import plyground as pg


@pytest.mark.parametrize("name", pg.games())
def test_a_batch_plays_what_states_play(name):
    batch = pg.Batch(name, n=7, seed=3)
    states = [batch.game.new_initial_state() for _ in range(7)]
    ends = 0
    for _ in range(250):
        actions = batch.sample()
        assert batch.masks[np.arange(7), actions].all()
        batch.step(actions)
        for number, state in enumerate(states):
            state.apply_action(actions[number])
            over = state.is_terminal() or state.move_number() == batch.game.max_game_length
            assert batch.done[number] == over
            assert batch.rewards[number].tolist() == state.returns()
            if over:
                ends += 1
                states[number] = state = batch.game.new_initial_state()
            assert batch.observations[number].ravel().tolist() == state.observation_tensor()
            assert batch.masks[number].tolist() == [bool(legal) for legal in state.legal_actions_mask()]
            assert batch.players[number] == state.current_player()
    assert ends > 0 or name == "khet"


def test_the_same_on_any_number_of_threads():
    batches = [pg.Batch("kalah", n=1000, seed=1, threads=threads) for threads in (1, 2, 3)]
    for _ in range(60):
        actions = [batch.sample().copy() for batch in batches]
        assert (actions[0] == actions[1]).all() and (actions[0] == actions[2]).all()
        for batch, own in zip(batches, actions, strict=True):
            batch.step(own)
        assert (batches[0].observations == batches[2].observations).all()
    other = pg.Batch("kalah", n=1000, seed=2)
    assert (other.sample() != pg.Batch("kalah", n=1000, seed=1).sample()).any()


def test_the_arrays_of_the_caller_are_filled():
    game = pg.game("kalah", setup="3x2")
    observations = np.full((4, 3, 1, 4), np.nan, np.float32)
    rewards = np.full((4, 2), np.nan, np.float32)
    batch = pg.Batch(game, n=4, observations=observations, rewards=rewards, masks=False)
    assert batch.observations is observations and batch.masks is None and not np.isnan(observations).any()
    batch.step(batch.sample())
    assert not np.isnan(rewards).any() and observations[0, 0].sum() > 0


def test_an_illegal_action_changes_nothing():
    batch = pg.Batch("kalah", n=600, seed=1)
    before = batch.observations.copy()
    actions = batch.sample().copy()
    for wrong, text in [(7, "illegal action 7: south can play 1 2 3 4 5 6"), (-1, "action -1 is below 0"), (99, "no action 99")]:
        actions[555] = wrong
        with pytest.raises(ValueError, match=f"game 555 of the batch: {text}"):
            batch.step(actions)
    assert (batch.observations == before).all()


@pytest.mark.parametrize(
    ("actions", "kind", "text"),
    [
        (np.zeros(3, np.int64), ValueError, r"actions: found shape \(3,\), expected \(4,\)"),
        (np.zeros((4, 1), np.int64), ValueError, r"actions: found shape \(4, 1\)"),
        (np.zeros(4, np.float64), TypeError, "actions: found dtype float64, expected integers"),
        ([0, 0, 0], ValueError, "actions: found 3 numbers, expected 4"),
        (None, TypeError, "actions: found NoneType"),
    ],
)
def test_wrong_actions(actions, kind, text):
    with pytest.raises(kind, match=text):
        pg.Batch("kalah", n=4).step(actions)


@pytest.mark.parametrize(
    ("arguments", "kind", "text"),
    [
        ({"n": 0}, ValueError, "n=0: expected 1 to"),
        ({"n": 4, "threads": 0}, ValueError, "threads=0: expected 1 to 256"),
        ({"n": 4, "rewards": np.zeros(4, np.float32)}, ValueError, r"rewards: found shape \(4,\), expected \(4, 2\)"),
        ({"n": 4, "done": np.zeros(4, np.int8)}, TypeError, "done: found dtype int8, expected bool"),
        ({"n": 4, "players": np.zeros(8, np.int8)[::2]}, ValueError, "players: found an array with gaps"),
        ({"n": 4, "masks": np.broadcast_to(np.zeros(12, bool), (4, 12))}, ValueError, "masks: found an array"),
    ],
)
def test_wrong_arrays(arguments, kind, text):
    if arguments.get("threads") == 0:
        arguments = {"n": 5000, "threads": 0}
    with pytest.raises(kind, match=text):
        pg.Batch("kalah", **arguments)


def test_one_array_cannot_be_two():
    shared = np.zeros((4, 2), np.float32)
    batch = pg._core.Batch(pg.game("kalah"), 4)
    with pytest.raises((TypeError, ValueError, RuntimeError)):
        batch.play(np.zeros(4, np.int64), shared, np.zeros(4, bool), shared)
    with pytest.raises(ValueError, match="rewards: found 4 numbers, expected 8"):
        batch.play(np.zeros(4, np.int64), np.zeros(4, np.float32), np.zeros(4, bool))


def answered(state, opponent, learner):
    """Plays the opponent's moves as a batch does, and returns whether the game is over."""
    while not state.is_terminal() and state.move_number() < state.game.max_game_length and state.current_player() != learner:
        state.apply_action(opponent(state))
    return state.is_terminal() or state.move_number() >= state.game.max_game_length


def last(state):
    return state.legal_actions()[-1]


@pytest.mark.parametrize("name", pg.games())
@pytest.mark.parametrize("side", [0, 1, None])
def test_an_opponent_answers(name, side):
    """A function, an agent and its spec: the games are those of single states."""
    spec = "alphabeta:depth=1"
    for opponent, answer in [(last, last), (spec, pg.Agent(pg.game(name), spec)), (pg.Agent(pg.game(name), spec),) * 2]:
        batch = pg.Batch(name, n=5, seed=2, opponent=opponent, side=side, last_observations=True)
        states = [batch.state(number) for number in range(5)]
        assert batch.rewards.shape == (5,)
        for _ in range(60 if name == "kalah" else 12):
            learners, actions = batch.players.copy(), batch.sample().copy()
            batch.step(actions)
            for number, state in enumerate(states):
                learner = int(learners[number])
                assert side is None or learner == side
                state.apply_action(int(actions[number]))
                over = answered(state, answer, learner)
                assert (batch.done[number], batch.truncated[number]) == (over, over and not state.is_terminal())
                assert batch.rewards[number] == state.returns()[learner]
                if over:
                    assert batch.last_observations[number].ravel().tolist() == state.observation_tensor(learner)
                    states[number] = batch.state(number)
                    learner = int(batch.players[number])
                    begun = batch.game.new_initial_state()
                    answered(begun, answer, learner)
                    assert begun == states[number]
                assert batch.state(number) == states[number]
                assert batch.observations[number].ravel().tolist() == states[number].observation_tensor(learner)
                assert batch.players[number] == states[number].current_player()
                assert np.flatnonzero(batch.masks[number]).tolist() == states[number].legal_actions()


def test_opponents_are_the_same_on_any_number_of_threads():
    def played(threads, opponent):
        batch = pg.Batch("kalah", n=300, seed=4, threads=threads, opponent=opponent, side=None)
        for _ in range(6):
            batch.step(batch.sample())
        return batch.observations.tobytes() + batch.players.tobytes()

    for opponent in ("random", "level-3", "mcts:nodes=5"):
        assert played(1, opponent) == played(2, opponent)
    assert played(1, "random") != played(1, "level-3")


def test_a_batch_with_an_opponent_is_copied():
    for opponent in ("random", last):
        batch = pg.Batch("tigers", n=300, seed=1, opponent=opponent, side=None, illegal_loses=True)
        batch.step(batch.sample())
        for other in (copy.copy(batch), copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))):
            original = copy.copy(batch)
            for _ in range(5):
                original.step(original.sample())
                other.step(other.sample())
            assert (original.observations == other.observations).all() and (original.players == other.players).all()


def test_what_an_opponent_raises_changes_nothing():
    calls = []

    def failing(state):
        calls.append(str(state))
        if len(calls) > 300:
            raise LookupError("no answer")
        return last(state)

    batch = pg.Batch("tigers", n=280, seed=1, opponent=failing)
    before, observations = [str(batch.state(number)) for number in range(280)], batch.observations.copy()
    actions = batch.sample()
    batch.step(actions)
    after = [str(batch.state(number)) for number in range(280)]
    assert after != before and len(calls) == 280
    observations = batch.observations.copy()
    with pytest.raises(LookupError, match="no answer"):
        batch.step(batch.sample())
    assert [str(batch.state(number)) for number in range(280)] == after and (batch.observations == observations).all()
    wrong = pg.Batch("kalah", n=2, opponent=lambda state: 99)
    with pytest.raises(ValueError, match="player <lambda> answered 99 at"):
        for _ in range(9):
            wrong.step(wrong.sample())


def test_illegal_actions_lose_or_are_refused():
    batch = pg.Batch("kalah", n=2, opponent="random", illegal_loses=True)
    batch.step([7, 0])
    assert batch.rewards.tolist() == [-1, 0] and batch.done.tolist() == [True, False]
    with pytest.raises(ValueError, match="game 1 of the batch: no action 12"):
        batch.step([0, 12])
    with pytest.raises(ValueError, match="game 0 of the batch: illegal action 7"):
        pg.Batch("kalah", n=2, opponent="random").step([7, 0])


def test_a_start_and_a_game_in_python():
    text = "<6,1,4,0,4,4,4,0,4,0,5,5,5,5,1> S"
    batch = pg.Batch("kalah", n=3, opponent="random", start=text)
    assert str(batch.state(2)) == text and batch.state(2).history() == []
    alone = pg.Batch("kalah", n=3, start=text)
    for copied in (alone, copy.copy(alone), pickle.loads(pickle.dumps(alone))):
        assert str(copied.state(2)) == text
        while not copied.done.any():
            copied.step(copied.sample())
        assert text in {str(copied.state(number)) for number in np.flatnonzero(copied.done)}
    with pytest.raises(ValueError, match="cannot read position `<`"):
        pg.Batch("kalah", n=3, start="<")
    for number in (-1, 280):
        with pytest.raises(IndexError, match=f"game {number}: expected 0 to"):
            batch.state(number)
    nim = pg.Batch(Nim, n=4, opponent="alphabeta:depth=9", side=1, observations=False)
    total = 0
    for _ in range(30):
        nim.step(nim.sample())
        total += nim.rewards.sum()
    assert total < -20


@pytest.mark.parametrize(
    ("arguments", "kind", "text"),
    [
        ({"opponent": "bset"}, ValueError, "cannot read agent `bset`"),
        ({"opponent": 7}, TypeError, "opponent: found <class 'int'>, expected a spec or something that can be called"),
        ({"opponent": pg.Agent(pg.game("tigers"), "random")}, ValueError, "opponent: found an agent of tigers, expected one of kalah"),
        ({"opponent": "random", "side": 2}, ValueError, "side=2: expected 0 to 1"),
        ({"opponent": "random", "start": "<"}, ValueError, "cannot read position `<`"),
        ({"opponent": "random", "start": "<2,5,4,0,0,0,0> S"}, ValueError, "the game is over where it begins"),
        ({"opponent": "random", "start": "<2,5,4,0,1,0,1> S", "side": 1}, ValueError, "the opponent ends every game"),
        ({"opponent": "random", "rewards": np.zeros((4, 2), np.float32)}, ValueError, r"rewards: found shape \(4, 2\), expected \(4,\)"),
        ({"side": 1}, ValueError, "need an opponent"),
        ({"last_observations": np.zeros(4, np.float32)}, ValueError, "last_observations: found shape"),
    ],
)
def test_wrong_opponents(arguments, kind, text):
    with pytest.raises(kind, match=text):
        pg.Batch("kalah", n=4, **arguments)


def test_ends_of_a_batch_without_an_opponent():
    batch = pg.Batch("tigers", n=30, seed=3, last_observations=True)
    states, ends, cut = [batch.state(number) for number in range(30)], 0, 0
    for _ in range(400):
        actions = batch.sample()
        batch.step(actions)
        for number, state in enumerate(states):
            state.apply_action(int(actions[number]))
            if batch.done[number]:
                ends += 1
                cut += int(batch.truncated[number])
                assert batch.truncated[number] == (not state.is_terminal())
                assert batch.last_observations[number].ravel().tolist() == state.observation_tensor()
                states[number] = batch.state(number)
            else:
                assert not batch.truncated[number]
    assert ends > 0
    with pytest.raises(IndexError, match="game 30: expected 0 to 29"):
        batch.state(30)


@pytest.mark.parametrize("call", [lambda batch: batch.step([0] * 4), lambda batch: batch.sample(), lambda batch: batch.state(0)])
def test_a_batch_that_another_thread_uses(call):
    begun, end = threading.Event(), threading.Event()

    def opponent(state):
        begun.set()
        end.wait(60)
        return state.legal_actions()[0]

    batch = pg.Batch("kalah", n=4, seed=1, opponent=opponent)
    with ThreadPoolExecutor() as threads:
        stepped = threads.submit(batch.step, [0] * 4)
        assert begun.wait(60)
        try:
            with pytest.raises(RuntimeError, match="in use by a call that has not returned"):
                call(batch)
        finally:
            end.set()
        stepped.result()
    batch.step(batch.sample())


def test_an_array_for_two_things():
    flags = np.zeros(4, bool)
    with pytest.raises(RuntimeError, match="an array of the batch is in use by .*, or for another array"):
        pg.Batch("kalah", n=4, done=flags, truncated=flags).step([0] * 4)
