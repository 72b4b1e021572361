"""The games as PettingZoo sees them; with the real package."""

import copy
import pickle
import warnings

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test  # noqa: E402

import plyground as pg  # noqa: E402
from plyground.pettingzoo import env, raw_env  # noqa: E402

# The checks know PettingZoo's own board games by name: they too have observations with a mask. The agents are the sides.
pytestmark = [
    pytest.mark.filterwarnings("error"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:We recommend agents to be named"),
]


@pytest.mark.parametrize("name", pg.games())
def test_api(name):
    api_test(env(name), num_cycles=200)


@pytest.mark.parametrize("name", pg.games())
def test_a_plain_environment_raises_no_warning(name):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        api_test(env(name, plain=True), num_cycles=200)
        seed_test(lambda: env(name, plain=True), num_cycles=100)
    assert [str(each.message) for each in found] == []


def test_a_plain_environment_is_the_same_game():
    plain, usual = env("kalah", plain=True), env("kalah")
    play(plain, ["3", "1"])
    play(usual, ["3", "1"])
    names = dict(zip(plain.possible_agents, usual.possible_agents, strict=True))
    assert (names, names[plain.agent_selection]) == ({"player_0": "south", "player_1": "north"}, usual.agent_selection)
    for agent, side in names.items():
        seen = usual.observe(side)
        assert np.array_equal(plain.observe(agent), seen["observation"])
        assert np.array_equal(plain.infos[agent]["action_mask"], seen["action_mask"])


@pytest.mark.parametrize("name", pg.games())
def test_seed(name):
    seed_test(lambda: env(name), num_cycles=100)


def play(game, moves):
    game.reset()
    for move in moves:
        game.step(game.unwrapped.state_now.string_to_action(move))


def test_extra_turns_are_the_same_agents():
    game = env("kalah")
    play(game, ["3"])
    assert game.agent_selection == "south"
    play(game, ["3", "1"])
    assert game.agent_selection == "north"


def test_rewards_come_at_the_end():
    game = env("kalah", setup="3x2", render_mode="ansi")
    # South has one seed and sows it into its store.
    game.reset(options={"state": "<3,5,4,0,0,1,2,0,6> S"})
    assert isinstance(game.render(), str)
    game.step(2)
    assert game.rewards == {"south": -1, "north": 1} and all(game.terminations.values())


def test_another_board_is_refused():
    with pytest.raises(ValueError, match=r"`<3,5,4,0,0,1,2,0,6> S` has observations of \(3, 1, 4\), expected \(3, 1, 7\)"):
        env("kalah").reset(options={"state": "<3,5,4,0,0,1,2,0,6> S"})


def test_wrong_arguments():
    with pytest.raises(ValueError, match="unknown game `go`"):
        env("go")
    with pytest.raises(ValueError, match="render_mode='human'"):
        env("kalah", render_mode="human")


def seen(game):
    """What an environment shows."""
    observations = {agent: game.observe(agent) for agent in game.possible_agents}
    dones = (dict(game.terminations), dict(game.truncations), dict(game.rewards), dict(game._cumulative_rewards))
    return game.agent_selection, dones, {agent: [part.tolist() for part in found.values()] for agent, found in observations.items()}


@pytest.mark.parametrize("make", [env, raw_env])
@pytest.mark.parametrize("name", pg.games())
@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
def test_a_copy_goes_on_with_the_game(name, make, how):
    game = make(name)
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
    fresh = how(make(name))
    fresh.reset()
    assert fresh.unwrapped.state_now.move_number() == 0
