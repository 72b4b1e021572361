"""The games as PettingZoo sees them; with the real package."""

import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test  # noqa: E402

import plyground as pg  # noqa: E402
from plyground.pettingzoo import env  # noqa: E402


@pytest.mark.parametrize("name", pg.games())
def test_api(name):
    api_test(env(name), num_cycles=200)


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
    game = env("kalah", setup="1x1", render_mode="ansi")
    game.reset(options={"state": "<1,1,0,1,0> S"})
    assert isinstance(game.render(), str)
    while game.agents:
        _, _, termination, truncation, _ = game.last()
        if termination or truncation:
            break
        game.step(game.unwrapped.state_now.legal_actions()[0])
    assert sum(game.rewards.values()) == 0 and any(game.rewards.values())


def test_wrong_arguments():
    with pytest.raises(ValueError, match="unknown game `go`"):
        env("go")
    with pytest.raises(ValueError, match="render_mode='human'"):
        env("kalah", render_mode="human")
