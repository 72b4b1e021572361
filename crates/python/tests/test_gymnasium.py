"""A game against an agent as Gymnasium sees it; with the real package."""

import copy
import pickle

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from games import Nim, Seen  # noqa: E402

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


    with pytest.raises(TypeError, match="opponent: found 3, expected a spec"):
        plyground.gymnasium.GameEnv("kalah", opponent=3)
    # A mistyped key began the game elsewhere.
    with pytest.raises(ValueError, match="options: found 'stat', expected 'state'"):
        plyground.gymnasium.GameEnv("kalah").reset(options={"stat": "<3,0,0,3,3,3,3,3,3> S"})


@pytest.mark.parametrize(
    "opponent",
    [lambda state: state.legal_actions()[-1], lambda state: state.legal_moves()[-1], pg.Agent("kalah", "greedy")],
)
def test_the_opponent_is_a_function_or_an_agent(opponent):
    env = gymnasium.make("plyground/Kalah-v0", opponent=opponent, side=None)
    for seed in range(4):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            _, reward, over, truncated, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
            assert not truncated and "illegal" not in info
        assert reward in (-1, 0, 1)


def test_pictures():
    env = plyground.gymnasium.GameEnv("khet", render_mode="rgb_array")
    env.reset(seed=1)
    assert env.render().dtype == np.uint8 and env.render().shape[2] == 3


NAMES = [f"plyground/{name.capitalize()}-v0" for name in pg.games()]


@pytest.mark.parametrize(("name", "side"), [(name, None) for name in NAMES] + [(NAMES[1], 0), (NAMES[1], 1)])
def test_a_vector_plays_what_single_environments_play(name, side):
    """The contract of gymnasium's own `SyncVectorEnv` with `SAME_STEP`: the same keys, shapes and types, and the same games."""
    kwargs = {"opponent": "greedy", "side": side}
    envs = gymnasium.make_vec(name, num_envs=5, **kwargs)
    assert isinstance(envs.unwrapped, plyground.gymnasium.GameVectorEnv)
    same_step = gymnasium.vector.AutoresetMode.SAME_STEP
    assert envs.metadata["autoreset_mode"] is same_step
    theirs = gymnasium.make_vec(name, num_envs=5, vectorization_mode="sync", vector_kwargs={"autoreset_mode": same_step}, **kwargs)
    for attribute in ("observation_space", "action_space", "single_observation_space", "single_action_space", "num_envs"):
        assert getattr(envs, attribute) == getattr(theirs, attribute)
    single = [plyground.gymnasium.GameEnv(name.split("/")[1].split("-")[0].lower(), **kwargs) for _ in range(5)]
    observations, infos = envs.reset(seed=3)
    assert observations in envs.observation_space and infos["_action_mask"].all()
    draws, ends = np.random.default_rng(1), 0
    states = [envs.unwrapped._batch.state(number) for number in range(5)]
    for _ in range(90 if "Kalah" in name else 12):
        actions = np.array([draws.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]])
        players = envs.unwrapped._batch.players.copy()
        observations, rewards, over, cut, infos = envs.step(actions)
        assert observations in envs.observation_space and not (over & cut).any()
        assert (rewards.dtype, over.dtype, cut.dtype) == (np.float64, np.bool_, np.bool_)
        assert ("final_obs" in infos) == ("final_info" in infos) == bool((over | cut).any())
        for number, env in enumerate(single):
            env.side, env.state = int(players[number]), states[number]
            expected, reward, terminated, truncated, info = env.step(int(actions[number]))
            assert (rewards[number], over[number], cut[number]) == (reward, terminated, truncated)
            done = terminated or truncated
            states[number] = envs.unwrapped._batch.state(number)
            if done:
                ends += 1
                assert infos["_final_obs"][number] and (infos["final_obs"][number] == expected).all()
                assert states[number].move_number() < 5 and not infos["final_info"]["illegal"][number]
            else:
                assert (observations[number] == expected).all() and (infos["action_mask"][number] == info["action_mask"]).all()
                assert not done and ("final_obs" not in infos or infos["final_obs"][number] is None)
    assert ends or "Kalah" not in name
    envs.close()


def test_a_vector_repeats_itself_by_its_seed():
    def played(seed, threads=None):
        envs = gymnasium.make_vec("plyground/Kalah-v0", num_envs=600, opponent="random", side=None, threads=threads)
        _, infos = envs.reset(seed=seed)
        seen = []
        for _ in range(40):
            observations, rewards, *_, infos = envs.step(infos["action_mask"].argmax(1))
            seen.append((observations.sum(), rewards.tolist()))
        return seen

    assert played(1) == played(1, threads=1) != played(2)


def test_wrappers_of_vectors():
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(gymnasium.make_vec("plyground/Kalah-v0", num_envs=8))
    envs.reset(seed=1)
    envs.action_space.seed(1)
    episodes = 0
    for _ in range(60):
        *_, infos = envs.step(envs.action_space.sample())
        episodes += "episode" in infos
    assert episodes > 10


def test_illegal_actions_lose_in_a_vector():
    envs = gymnasium.make_vec("plyground/Kalah-v0", num_envs=3, render_mode="ansi")
    envs.reset(seed=1)
    _, rewards, over, _, infos = envs.step(np.array([0, 7, 0]))
    assert (rewards.tolist(), over.tolist()) == ([0, -1, 0], [False, True, False])
    assert infos["final_info"]["illegal"].tolist() == [False, True, False] and (infos["final_obs"][1] != 0).any()
    assert envs.unwrapped._batch.state(1).move_number() == 0 and len(envs.render()) == 3
    with pytest.raises(ValueError, match="game 2 of the batch: no action 12"):
        envs.step(np.array([0, 0, 12]))
    text = "<6,1,4,0,4,4,4,0,4,0,5,5,5,5,1> S"
    _, infos = envs.reset(options={"state": text})
    assert infos["action_mask"].shape == (3, 12) and str(envs.unwrapped._batch.state(2)) == text
    with pytest.raises(ValueError, match="options: found 'start', expected 'state'"):
        envs.reset(options={"start": text})
    with pytest.raises(ValueError, match=r"has observations of \(3, 1, 4\), expected \(3, 1, 7\)"):
        envs.reset(options={"state": "<3,5,4,0,0,1,2,0,6> S"})


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


def test_a_game_in_python():
    env = plyground.gymnasium.GameEnv(Seen, opponent="random", side=None)
    check_env(env, skip_render_check=True)
    assert run(env, 3)[0] in (-1, 1)
    envs = plyground.gymnasium.GameVectorEnv(pg.game(Seen(9)), num_envs=3)
    assert envs.reset(seed=1)[0][:, 0, 0, 0].tolist() == [9, 9, 9]
    with pytest.raises(ValueError, match="nim has no observations: expected a class with `observation_shape`"):
        plyground.gymnasium.GameEnv(Nim)
    with pytest.raises(ValueError, match="expected neither setup nor rules"):
        plyground.gymnasium.GameEnv(Seen, setup="standard")
