"""The games as PettingZoo sees them; with the real package."""

import copy
import functools
import pickle
import types
import warnings

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, bombardment_test, max_cycles_test, performance_benchmark, render_test, seed_test  # noqa: E402
from pettingzoo.utils import BaseWrapper  # noqa: E402
from pettingzoo.utils.conversions import aec_to_parallel  # noqa: E402

from games import Nim, Seen  # noqa: E402

import plyground as pg  # noqa: E402
from plyground.pettingzoo import env, raw_env  # noqa: E402

NAMES = pg.games()

pytestmark = [pytest.mark.filterwarnings("error")]


@pytest.mark.parametrize("name", NAMES)
def test_api_and_seed_without_a_warning(name):
    api_test(env(name), num_cycles=200)
    seed_test(lambda: env(name), num_cycles=100)


@pytest.mark.parametrize("name", NAMES)
def test_api_with_masks_in_observations(name):
    with warnings.catch_warnings():
        # The checks know PettingZoo's own board games by name: they too have observations with a mask.
        warnings.filterwarnings("ignore", "Observation (is not a NumPy array|space for each agent probably should be)")
        api_test(env(name, plain=False), num_cycles=50)
        seed_test(lambda: env(name, plain=False), num_cycles=50)


@pytest.mark.parametrize("name", NAMES)
def test_render(name, capsys):
    render_test(functools.partial(env, name))
    assert capsys.readouterr().out.count(pg.game(name).new_initial_state().board.splitlines()[0])
    picture = env(name, render_mode="rgb_array")
    picture.reset()
    before = picture.render()
    assert min(before.shape[:2]) > 200 and len(np.unique(before.reshape(-1, 3), axis=0)) > 10
    picture.step(picture.unwrapped.state_now.legal_actions()[0])
    after = picture.render()
    assert after.shape == before.shape and (after != before).any()


class Adapted(BaseWrapper):
    """Plays a legal action for any action, and returns the next observation, as two of PettingZoo's tests expect of `step`."""

    def step(self, action):
        legal = self.unwrapped.state_now.legal_actions()
        super().step(action if action is None else legal[action % len(legal)])
        return self.observe(self.agent_selection)


def test_max_cycles():
    """PettingZoo's test plays any action, and both agents at once: Tigers and Goats has no extra turns."""

    def parallel_env(max_cycles):
        game = Adapted(raw_env("tigers", max_cycles=max_cycles))
        game.unwrapped.metadata["is_parallelizable"] = True
        return aec_to_parallel(game)

    max_cycles_test(types.SimpleNamespace(parallel_env=parallel_env, env=lambda max_cycles: Adapted(raw_env("tigers", max_cycles=max_cycles))))
    # A cycle of Kalah ends when the slower agent has moved.
    game = env("kalah", max_cycles=1)
    play(game, ["3", "1"])
    assert not any(game.truncations.values())
    game.step(game.unwrapped.state_now.string_to_action("2"))
    assert all(game.truncations.values()) and not any(game.terminations.values())


@pytest.mark.parametrize("name", NAMES)
def test_bombardment(name, capsys):
    bombardment_test(Adapted(env(name)), cycles=200)
    assert "Passed" in capsys.readouterr().out


def test_performance_benchmark(capsys):
    performance_benchmark(Adapted(env("kalah")))
    rate = float(capsys.readouterr().out.split(" turns per second")[0].split()[-1])
    assert rate > 100


def test_a_plain_environment_is_the_same_game():
    plain, usual = env("kalah"), env("kalah", plain=False)
    play(plain, ["3", "1"])
    play(usual, ["3", "1"])
    assert plain.possible_agents == usual.possible_agents == ["player_0", "player_1"]
    for agent in plain.possible_agents:
        seen = usual.observe(agent)
        assert np.array_equal(plain.observe(agent), seen["observation"])
        assert np.array_equal(plain.infos[agent]["action_mask"], seen["action_mask"])


def play(game, moves):
    game.reset()
    for move in moves:
        game.step(game.unwrapped.state_now.string_to_action(move))


def test_extra_turns_are_the_same_agents():
    game = env("kalah")
    play(game, ["3"])
    assert game.agent_selection == "player_0"
    play(game, ["3", "1"])
    assert game.agent_selection == "player_1"


def test_rewards_come_at_the_end():
    game = env("kalah", setup="3x2", render_mode="ansi")
    # South has one seed and sows it into its store.
    game.reset(options={"state": "<3,5,4,0,0,1,2,0,6> S"})
    assert isinstance(game.render(), str)
    game.step(2)
    assert game.rewards == {"player_0": -1, "player_1": 1} and all(game.terminations.values())


def test_another_board_is_refused():
    with pytest.raises(ValueError, match=r"`<3,5,4,0,0,1,2,0,6> S` has observations of \(3, 1, 4\), expected \(3, 1, 7\)"):
        env("kalah").reset(options={"state": "<3,5,4,0,0,1,2,0,6> S"})


def test_wrong_arguments():
    with pytest.raises(ValueError, match="unknown game `go`"):
        env("go")
    with pytest.raises(ValueError, match="render_mode='svg': expected None or one of 'human', 'ansi', 'rgb_array'"):
        env("kalah", render_mode="svg")
    with pytest.raises(ValueError, match="max_cycles=0"):
        env("kalah", max_cycles=0)


def test_pixels_need_packages(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ImportError, match=r"needs resvg-py and pillow: `pip install resvg-py pillow`"):
        env("kalah", render_mode="rgb_array")


def seen(game):
    """What an environment shows."""
    observations = {agent: game.observe(agent) for agent in game.possible_agents}
    dones = (dict(game.terminations), dict(game.truncations), dict(game.rewards), dict(game._cumulative_rewards))
    return game.agent_selection, dones, {agent: [part.tolist() for part in found.values()] for agent, found in observations.items()}


@pytest.mark.parametrize("make", [env, raw_env])
@pytest.mark.parametrize("name", pg.games())
@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
def test_a_copy_goes_on_with_the_game(name, make, how):
    game = make(name, plain=False)
    game.reset(seed=1)
    for _ in range(4):
        game.step(int(np.flatnonzero(game.observe(game.agent_selection)["action_mask"])[-1]))
    state = game.unwrapped.state_now
    other = how(game)
    assert seen(other) == seen(game) and other.unwrapped.state_now == state and str(other) == str(game)
    other.step(int(np.flatnonzero(other.observe(other.agent_selection)["action_mask"])[0]))
    assert state.move_number() == game.unwrapped.state_now.move_number() == 4
    assert other.unwrapped.state_now.history()[:4] == state.history()
    # Before the first reset there is no game, and a copy starts one.
    fresh = how(make(name, plain=False))
    fresh.reset()
    assert fresh.unwrapped.state_now.move_number() == 0


def test_a_game_in_python():
    made = env(Seen)
    assert str(made) == "plyground_seen_v0"
    seed_test(lambda: env(Seen), num_cycles=20)
    api_test(made, num_cycles=50)
    with pytest.raises(ValueError, match="nim has no observations: expected a class with `observation_shape`"):
        env(Nim)
