"""Many games at once."""

import numpy as np
import pytest

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
