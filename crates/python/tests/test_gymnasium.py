"""A game against an agent as Gymnasium sees it; with the real package."""

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
    lots, total, moves = env.action_space, 0.0, []
    lots.seed(seed)
    while True:
        action = lots.sample(info["action_mask"])
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
