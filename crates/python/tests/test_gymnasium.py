"""A game against an agent as Gymnasium sees it; with the real package."""

import copy
import pickle

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402

import plyground as pg  # noqa: E402
import plyground.gymnasium  # noqa: E402


@pytest.mark.parametrize("name", pg.games())
@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_check_env(name, opponent):
    made = gymnasium.make(f"plyground/{name.capitalize()}-v0", opponent=opponent, side=None)
    check_env(made.unwrapped)


def run(env, seed):
    observation, info = env.reset(seed=seed)
    draws, total, moves = env.action_space, 0.0, []
    draws.seed(seed)
    while True:
        action = draws.sample(info["action_mask"])
        moves.append(int(action))
        observation, reward, terminated, truncated, info = env.step(action)
        total += reward
        if terminated or truncated:
            return total, moves, env.unwrapped.state.history()


@pytest.mark.parametrize("side", [0, 1, None])
def test_games_repeat_themselves_by_their_seed(side):
    env = gymnasium.make("plyground/Kalah-v0", opponent="random", side=side)
    games = [run(env, seed) for seed in (1, 1, 2)]
    assert games[0] == games[1] and games[0] != games[2]
    assert games[0][0] in (-1, 0, 1)


def test_the_learner_is_asked_on_its_turns_alone():
    env = plyground.gymnasium.GameEnv("kalah", opponent="greedy", side=1)
    _, info = env.reset(seed=1)
    for _ in range(10):
        if env.state.is_terminal():
            break
        assert env.state.current_player() == 1
        env.step(int(info["action_mask"].argmax()))
        info = {"action_mask": env.action_masks()}


def test_an_illegal_action_loses():
    env = plyground.gymnasium.GameEnv("kalah")
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(11)
    assert (reward, terminated) == (-1, True) and "illegal action 11" in info["illegal"]
    with pytest.raises(ValueError, match="an illegal action has lost it"):
        env.step(0)
    with pytest.raises(ValueError, match="action 12: expected 0 to 11"):
        env.step(12)


def test_wrong_arguments():
    with pytest.raises(ValueError, match="cannot read agent `bset`"):
        plyground.gymnasium.GameEnv("kalah", opponent="bset")
    with pytest.raises(ValueError, match="side=3"):
        plyground.gymnasium.GameEnv("kalah", side=3)


def moves_from(env, number, seed):
    """The transitions of so many further moves, drawn from a seed."""
    draws, seen = np.random.default_rng(seed), []
    for _ in range(number):
        actions = np.flatnonzero(env.unwrapped.action_masks())
        if not len(actions):
            break
        observation, reward, over, cut, info = env.step(int(draws.choice(actions)))
        seen.append((observation.tolist(), reward, over, cut, info["action_mask"].tolist()))
    return seen


@pytest.mark.parametrize("name", pg.games())
@pytest.mark.parametrize("opponent", ["random", "random:seed=3", "mcts:nodes=20", "best:nodes=60", "greedy"])
def test_a_copy_goes_on_with_the_game(name, opponent):
    made = gymnasium.make(f"plyground/{name.capitalize()}-v0", opponent=opponent, side=None)
    for env in (made, made.unwrapped):
        env.reset(seed=5)
        moves_from(env, 3, 1)
        before = env.unwrapped.state.clone()
        copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
        if env is made.unwrapped:
            copies.append(copy.copy(env))
        expected = moves_from(env, 6, 2)
        for other in copies:
            assert other.unwrapped.state == before and other.unwrapped.side == env.unwrapped.side
            assert moves_from(other, 6, 2) == expected
            # The following games are equal, too.
            assert other.unwrapped.np_random.integers(1 << 62) == copy.deepcopy(env).unwrapped.np_random.integers(1 << 62)


def test_a_copy_of_a_lost_game_is_lost():
    env = plyground.gymnasium.GameEnv("kalah")
    env.reset(seed=1)
    env.step(11)
    with pytest.raises(ValueError, match="an illegal action has lost it"):
        copy.deepcopy(env).step(0)


def test_the_choices_of_a_seeded_opponent_are_drawn_move_by_move():
    env = plyground.gymnasium.GameEnv("khet", opponent="random:seed=1")
    games = []
    for seed in (1, 1, 2):
        env.reset(seed=seed)
        moves_from(env, 8, 0)
        games.append(env.state.history())
    assert games[0] == games[1] == games[2] and len(set(games[0][1::2])) > 3
