"""The arena's harness of `mancala`, in a game of the arena between scripted models."""

import json
import random
import re

import pytest

pytest.importorskip("kaggle_environments.core_harness", reason="pip install kaggle-environments==1.33.2")

from kaggle_environments import core_harness, make

import plyground as pg
from plyground import llm
from plyground.adapters.kaggle import MancalaHarness


def agent(harness, replies, monkeypatch):
    """The arena's agent of a harness with a model that is a function from a prompt to a reply."""
    details = dict.fromkeys(["prompt_tokens", "generation_tokens", "total_tokens", "duration_secs"], 0)
    monkeypatch.setattr(core_harness, "_call_llm", lambda prompt, model, _: (model(prompt), {**details, "finish_reason": "stop"}))
    return core_harness.create_agent_fn(harness, model_override=(replies, {}))


def drawn(seed):
    """A model that draws from the legal moves it is shown, after a first reply without a move now and then."""
    draws = random.Random(seed)

    def model(prompt):
        if "not accepted" not in prompt and draws.random() < 0.3:
            return draws.choice(["", '{"move": "99"}', "I play the first one"])
        return json.dumps({"move": draws.choice(re.search(r"Legal moves: (.*)", prompt)[1].split())})

    return model


@pytest.mark.parametrize("disguise", [None, 4])
def test_a_game_in_the_arena_is_a_game_of_kalah(disguise, monkeypatch):
    environment = make("open_spiel_mancala", debug=True)
    sides = [agent(MancalaHarness(disguise, legal=True), drawn(seed), monkeypatch) for seed in (1, 2)]
    environment.run(sides)
    last = environment.steps[-1]
    assert [side.status for side in last] == ["DONE", "DONE"]
    actions = environment.info["actionHistory"]
    state = pg.game("kalah", setup="6x4").new_initial_state()
    for action in actions:
        state.apply_action(int(action) - 1 - 7 * state.current_player())
    assert state.is_terminal() and len(actions) > 10
    assert [side.reward for side in last] == state.returns()


def observation(state):
    """What the arena shows of a state."""
    numbers = [int(number) for number in str(state).split()[0].strip("<>").split(",")]
    shown = {"stores": dict(zip("01", numbers[1:3])), "pits": {"0": numbers[3:9], "1": numbers[9:]}}
    return {"observationString": json.dumps(shown), "currentPlayer": state.current_player()}


def test_the_second_player_s_houses_are_8_to_13():
    harness = MancalaHarness()
    state = pg.game("kalah").replay("1")
    seen = observation(state)
    assert str(harness.state(seen)) == str(state)
    assert harness.get_legal_moves(seen) == {number: str(number) for number in range(8, 14)}
    assert harness.parse_response('{"move": "2"}', None, observation=seen).legal_action == "9"
    illegal = harness.parse_response('{"move": "9"}', None, observation=seen)
    assert illegal.legal_action is None and illegal.raw_action == "9"
    assert harness.parse_response("I play 2", None, observation=seen) == core_harness.ParseResult()
    prompt = harness.make_prompt(seen, [])
    assert "You play north" in prompt and "Legal moves" not in prompt
    assert llm.rethink(llm.parse("", state)) in harness.make_prompt(seen, [], "", None)
    assert harness.get_legal_moves({}) == {}
