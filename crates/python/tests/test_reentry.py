"""Objects that are used again in a callback of their own call, and answers of callbacks that never end."""

import itertools
import math

import numpy as np
import pytest
from games import Nim, derived

import plyground as pg


def kalah():
    return pg.game("kalah").new_initial_state()


def in_use(what):
    return pytest.raises(RuntimeError, match=f"the {what} is in use by (the call around this one|a call that has not returned)")


def test_an_agent_inside_its_own_evaluation():
    agents = []
    agents.append(pg.Agent(pg.game("kalah"), "alphabeta:depth=2", evaluation=lambda state: float(agents[0](state))))
    with in_use("agent"):
        agents[0](kalah())
    # Two agents that use each other.
    one, two = [pg.Agent(pg.game("kalah"), "alphabeta:depth=1", evaluation=lambda state, k=k: float(pair[1 - k](state))) for k in (0, 1)]
    pair = [one, two]
    with in_use("agent"):
        one(kalah())


def test_an_agent_inside_its_own_on_depth():
    agent = pg.Agent(pg.game("kalah"), "best")
    with in_use("agent"):
        kalah().analyse(agent, time=5.0, on_depth=lambda _: agent(kalah()))
    assert kalah().analyse(agent, depth=2).best


def test_another_agent_inside_an_evaluation():
    inner = pg.Agent(pg.game("kalah"), "greedy")
    found = kalah().analyse("alphabeta:depth=1", evaluation=lambda state: 0.0 if state.is_terminal() else float(inner(state)))
    assert found.best in kalah().legal_moves()


CHANGES = [
    lambda state: state.apply_action(state.legal_actions()[0]),
    lambda state: state.play(state.legal_moves()[0]),
    lambda state: state.undo_action(),
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_state_inside_a_callback_of_its_own_search(change):
    state = kalah().child(0)
    with in_use("state"):
        state.analyse("alphabeta:depth=2", evaluation=lambda _: change(state) or 0.0)
    with in_use("state"):
        state.analyse("best", depth=3, on_depth=lambda _: change(state))
    agent = pg.Agent(state.game, "alphabeta:depth=2", evaluation=lambda _: change(state) or 0.0)
    with in_use("state"):
        agent(state)
    assert state.history() == [0]
    change(state)
    # Reading is possible.
    found = state.analyse("alphabeta:depth=2", evaluation=lambda _: float(state.move_number()))
    assert found.completed


def reader(use):
    """A class whose objects use a state while a move is made."""

    def apply_action(self, action):
        if self.stones < 11:
            use()
        Nim.apply_action(self, action)

    return pg.game(derived(apply_action=apply_action))


READS = [
    lambda state: state.legal_actions(),
    lambda state: state.clone(),
    lambda state: str(state),
    lambda state: state.apply_action(1),
    lambda state: state.undo_action(),
    lambda state: state.analyse("alphabeta", depth=1),
    lambda state: state.key,
]


@pytest.mark.parametrize("read", READS)
def test_a_state_inside_its_own_move(read):
    state = reader(lambda: read(state)).state("10a")
    with in_use("state"):
        state.apply_action(2)
    assert state.history() == [] and str(state) == "10a"


@pytest.mark.parametrize("door", [lambda state: state.perft(2), lambda state: pg.playouts(state, 2)])
def test_a_state_inside_its_own_long_calls(door):
    state = reader(lambda: state.apply_action(1)).state("10a")
    with in_use("state"):
        door(state)
    assert state.history() == []


def test_a_batch_inside_its_own_step():
    uses = [lambda: batch.step(batch.sample()), lambda: batch.sample(), lambda: len(batch)]
    for use in uses:
        game = reader(lambda: used[0]())
        used = [lambda: None]
        batch = pg.Batch(game, 3)
        batch.step(np.full(3, 3))
        used[0] = use
        with in_use("batch"):
            batch.step(np.full(3, 1))
        used[0] = lambda: None
        batch.step(np.full(3, 1))


ENDLESS = {
    "repeat": lambda self: itertools.repeat(1),
    "cycle": lambda self: itertools.cycle([1, 2]),
    "count": lambda self: itertools.count(),
    "iter": lambda self: iter(int, 1),
    "many": lambda self: [1] * 100_000,
    "twice": lambda self: [1, 2, 1],
}


@pytest.mark.parametrize("answer", ENDLESS)
def test_legal_actions_without_end_or_twice(answer):
    with pytest.raises(ValueError, match=r"nim: legal_actions\(\) gave .* at `12a`, expected (each action once|0 to 3)"):
        pg.game(derived(legal_actions=ENDLESS[answer]))


ANSWERS = [
    ("legal_actions", [2**64], r"legal_actions\(\) gave 18446744073709551616 at `12a`, expected 0 to 3"),
    ("legal_actions", [-1], r"legal_actions\(\) gave -1 at `12a`, expected 0 to 3"),
    ("legal_actions", ["1"], r"legal_actions\(\) gave '1' at `12a`, expected 0 to 3"),
    ("current_player", 2**64, r"current_player\(\) gave 18446744073709551616 at `12a`, expected 0 or 1"),
    ("current_player", None, r"current_player\(\) gave None at `12a`, expected 0 or 1"),
    ("returns", 1, r"returns\(\) gave 1 at `12a`, expected None or a tuple of two numbers"),
    ("returns", itertools.repeat(1), r"returns\(\) gave repeat\(1\) at `12a`, expected None or a tuple"),
    ("evaluate", math.nan, r"evaluate\(\) gave nan at `12a`, expected a number from -1,000,000 to 1,000,000"),
    ("evaluate", math.inf, r"evaluate\(\) gave inf at `12a`, expected a number from -1,000,000 to 1,000,000"),
    ("evaluate", 10**400, r"evaluate\(\) gave 10+.* at `12a`, expected a number from -1,000,000 to 1,000,000"),
    ("evaluate", "high", r"evaluate\(\) gave 'high' at `12a`, expected a number from -1,000,000 to 1,000,000"),
]


@pytest.mark.parametrize("method, answer, text", ANSWERS)
def test_an_answer_of_a_class_that_means_nothing(method, answer, text):
    with pytest.raises(ValueError, match=f"^nim: {text}"):
        pg.game(derived(**{method: lambda self: answer}))


@pytest.mark.parametrize("action", [-1, 2**64, 4_096, "1", 1.5, None])
def test_an_action_of_a_text_that_means_nothing(action):
    state = pg.game(derived(string_to_action=lambda self, text: action)).new_initial_state()
    with pytest.raises(ValueError, match=r"string_to_action\(\) gave .*, expected an action"):
        state.string_to_action("1")


def test_priors_without_end():
    class Even:
        def __call__(self, state):
            return 0.0

        def priors(self, state):
            return itertools.repeat(1.0)

    with pytest.raises(ValueError, match="priors: more weights at `.*`, expected 12, one for each action"):
        kalah().analyse("mcts:prior=eval", nodes=10, evaluation=Even())
    Even.priors = lambda self, state: np.ones(12)
    assert kalah().analyse("mcts:prior=eval", nodes=10, evaluation=Even()).best


def test_a_long_answer_of_a_player_is_shown_in_part():
    with pytest.raises(ValueError, match=r"answered \[1, 1, .*… at") as raised:
        pg.match(lambda state: [1] * 1_000_000, "random", game="kalah")
    assert len(str(raised.value)) < 400


def test_names_are_on_one_line():
    def player(state):
        return state.legal_actions()[0]

    player.__name__ = "first\nsecond\x1b[2J" + "x" * 1_000
    result = pg.match(player, "random", game="kalah", games=2, seed=1)
    name = result.records[0]["agents"][0]
    assert r"first\nsecond\u{1b}[2J" in name and len(name) < 120
    evaluation = pg.PythonEvaluation(lambda state: 0.0, name="one\ntwo")
    result = pg.match(evaluation.agent("kalah", "alphabeta:depth=1"), "random", game="kalah", games=2, seed=1)
    assert "\n" not in "".join(result.records[0]["agents"])
    assert all("\n" not in side for side in pg.game(derived(sides=("a\nb", "c"))).sides)
