"""Games and evaluations that are written in Python."""

import _thread
import copy
import pickle
import threading

import numpy as np
import pytest
from games import Seen

import plyground as pg


class Nim(pg.PythonGame):
    """The player who takes the last of the stones wins; one to three are taken at a time."""

    name = "nim"
    sides = ("one", "other")
    num_distinct_actions = 4

    def __init__(self, stones=12, player=0):
        self.stones, self.player = stones, player

    def current_player(self):
        return self.player

    def legal_actions(self):
        return range(1, min(3, self.stones) + 1)

    def apply_action(self, action):
        self.stones -= action
        self.player = 1 - self.player

    def returns(self):
        if self.stones:
            return None
        return (-1, 1) if self.player == 0 else (1, -1)

    def __str__(self):
        return f"{self.stones}{'ab'[self.player]}"

    @classmethod
    def parse(cls, text):
        number, player = text[:-1], text[-1:]
        if player not in ("a", "b") or not number.isdecimal() or number != str(int(number)) or int(number) > 99:
            raise ValueError("expected a number of stones and a or b")
        return cls(int(number), "ab".index(player))


def test_the_laws_hold():
    report = pg.check(Nim)
    assert report["positions"] > 50 and report["finished"] > 0


def test_ctrl_c_ends_a_check():
    threading.Timer(0.2, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        pg.check(Nim, games=1_000_000)
    assert pg.check(Nim, games=45)["positions"] > pg.check(Nim, games=40)["positions"]


def test_a_game_of_ones_own_is_a_game():
    game = pg.game(Nim)
    assert (game.name, game.sides, game.num_distinct_actions) == ("nim", ("one", "other"), 4)
    state = game.new_initial_state()
    assert state.legal_actions() == [1, 2, 3] and state.legal_actions_mask() == [0, 1, 1, 1]
    state.play("3")
    assert (str(state), state.side_to_move, state.history()) == ("9b", "other", [3])
    assert str(game.state("5a")) == "5a"
    for other in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert other == state and other.history() == [3] and other.game.name == "nim"
    state.undo_action()
    assert str(state) == "12a" and state.perft(3) == 27
    assert state._repr_svg_().startswith("<svg ")


@pytest.mark.parametrize(
    "agent", ["minimax", "alphabeta", "alphabeta-tt", "scout", "scout-tt", "pvs", "mtdf", "best", "mcts"]
)
def test_every_search_plays_it(agent):
    state = pg.game(Nim).state("6a")
    found = state.analyse(agent, depth=9)
    assert found.best == "2", agent
    if agent != "mcts":
        assert found.score > 1e9


def test_matches():
    result = pg.match("alphabeta:depth=12", "random", game=pg.game(Nim), games=16, seed=1)
    assert result.score > 0.8
    result = pg.match("random", lambda state: state.legal_actions()[0], game=Nim, games=6, seed=2)
    assert result.games == 6


def derived(base, **methods):
    return type("Derived", (base,), methods)


def broken(**methods):
    return type("Broken", (Nim,), {"name": "broken"} | methods)


@pytest.mark.parametrize(
    ("methods", "kind", "text"),
    [
        ({"__str__": lambda self: str(self.stones)}, ValueError, "expected a number of stones and a or b, at the start `12`"),
        ({"legal_actions": lambda self: [4]}, ValueError, "broken: legal_actions.. gave 4 at `12a`, expected 0 to 3"),
        ({"legal_actions": lambda self: [1, 1]}, ValueError, "broken: legal_actions.. gave 1 at `12a`, expected each action once"),
        ({"legal_actions": lambda self: []}, ValueError, "broken: no legal action at `12a`"),
        ({"current_player": lambda self: 2}, ValueError, "broken: current_player.. gave 2 at `12a`, expected 0 or 1"),
        ({"returns": lambda self: (1, 1)}, ValueError, "broken: returns.. gave .1, 1. at `12a`, expected .1, -1., "),
        ({"returns": lambda self: (0.5, -0.5)}, ValueError, "broken: returns.. gave .0.5, -0.5. at `12a`, expected .1, -1., "),
        ({"evaluate": lambda self: 1e300}, ValueError, "broken: evaluate.. gave 1e.300 at `12a`, expected a number from -1,000,000"),
        ({"apply_action": lambda self, action: setattr(self, "player", 1 - self.player)}, ValueError, "broken: no game ended within 100 plies, expected an end"),
        ({"apply_action": lambda self, action: 1 / 0}, ZeroDivisionError, "division by zero"),
        ({"action_to_string": lambda self, action: "x"}, ValueError, "at the start `12a`"),
        ({"num_distinct_actions": 5000}, ValueError, "num_distinct_actions is 5000, expected 1 to 4096"),
        ({"name": "a b"}, ValueError, "expected letters and digits"),
        ({"parse": classmethod(lambda cls, text: cls(7))}, ValueError, "`12a` reads back as `7a`, at the start `12a`"),
    ],
)
def test_broken_laws_are_found(methods, kind, text):
    with pytest.raises(kind, match=text):
        pg.check(broken(**methods))


@pytest.mark.parametrize("found", ["kalah", None, 5, type("Bad", (pg.PythonGame,), {})])
def test_what_is_no_game_is_named(found):
    with pytest.raises(TypeError, match="no `name`, expected a class derived from plyground.PythonGame"):
        pg.check(found)


def test_an_agent_and_the_rules_take_the_class():
    agent = pg.Agent(Nim, "alphabeta:depth=20")
    assert agent(pg.game(Nim).state("7a")) == 3
    assert pg.llm.rules_text(Nim) == pg.llm.rules_text(pg.game(Nim))
    with pytest.raises(TypeError, match="expected a class derived from plyground.PythonGame"):
        pg.Agent(int)


def test_players_are_several():
    with pytest.raises(TypeError, match=r"players='random': expected several"):
        pg.tournament("random", game="kalah")


def test_what_a_game_raises_in_a_search_comes_out():
    def late(self, action):
        if self.stones < 6:
            raise LookupError("on purpose")
        Nim.apply_action(self, action)

    state = pg.game(broken(apply_action=late)).new_initial_state()
    with pytest.raises(LookupError, match="on purpose"):
        state.analyse("alphabeta", depth=8)
    with pytest.raises(LookupError, match="on purpose"):
        pg.match("random", "random", game=state.game)
    # The next call is independent.
    assert state.analyse("alphabeta", depth=1).best == "1"
    low = state.game.state("5a")
    with pytest.raises(LookupError, match="on purpose"):
        low.apply_action(1)
    assert str(low) == "5a" and low.history() == []


def test_a_game_in_which_something_is_raised_is_not_recorded(tmp_path):
    def late(self, action):
        if self.stones < 6:
            raise LookupError("on purpose")
        Nim.apply_action(self, action)

    path = tmp_path / "games.jsonl"
    for _ in range(5):
        with pytest.raises(LookupError, match="on purpose"):
            pg.match("random", "random", game=broken(apply_action=late), out=path, resume=True, concurrency=2)
        assert pg.read_records(path) == []


def test_an_evaluation_that_raises_in_a_match_ends_it(tmp_path):
    def late(state):
        if int(str(state)[:-1]) < 4:
            raise LookupError("on purpose")
        return 0.0

    path = tmp_path / "games.jsonl"
    agent = pg.PythonEvaluation(late).agent(Nim, "alphabeta:depth=1")
    with pytest.raises(LookupError, match="on purpose"):
        pg.match(agent, "random", game=Nim, out=path)
    assert pg.read_records(path) == []


def test_a_batch_of_a_game_in_python():
    batch = pg.Batch(Nim, n=6, seed=1)
    assert batch.observations is None and batch.masks.shape == (6, 4)
    ends = 0
    for _ in range(20):
        batch.step(batch.sample())
        ends += int(batch.done.sum())
    assert ends > 6 and abs(batch.rewards).max() <= 1

    def late(self, action):
        if self.stones < 6:
            raise LookupError("on purpose")
        Nim.apply_action(self, action)

    batch = pg.Batch(broken(apply_action=late), n=6, seed=1)
    with pytest.raises(LookupError, match="on purpose"):
        for _ in range(20):
            batch.step(batch.sample())


def test_an_evaluation_in_python():
    def stores(state):
        numbers = str(state).split()[0].strip("<>").split(",")
        own = int(numbers[1]) - int(numbers[2])
        return own if state.side_to_move == "south" else -own

    state = pg.game("kalah").replay("3 6")
    found = state.analyse("alphabeta:depth=3", evaluation=stores)
    builtin = state.analyse("alphabeta:depth=3,eval=store-difference")
    assert (found.best, found.score, found.nodes) == (builtin.best, builtin.score, builtin.nodes)
    agent = pg.PythonEvaluation(stores).agent("kalah", "alphabeta:depth=2")
    assert pg.match(agent, "random", game="kalah", games=6, seed=1).score > 0.5


@pytest.mark.parametrize(
    ("evaluation", "kind", "text"),
    [
        (lambda state: 1 / 0, ZeroDivisionError, "division"),
        (lambda state: "much", TypeError, "evaluation: 'much' at `<.*`, expected a number"),
        (lambda state: None, TypeError, "evaluation: None at `<"),
        (lambda state: float("nan"), ValueError, "evaluation: NaN at `<"),
        (lambda state: -1_000_001, ValueError, "evaluation: -1000001 at `<.*`, expected a number from -1,000,000 to 1,000,000"),
        (7, TypeError, "evaluation: found <class 'int'>, expected something that can be called"),
    ],
)
def test_wrong_evaluations(evaluation, kind, text):
    with pytest.raises(kind, match=text):
        pg.game("kalah").new_initial_state().analyse("alphabeta:depth=4", evaluation=evaluation)


class Network:
    """An evaluator of tree searches: the logarithm of the odds of winning, and a weight for each action."""

    name = "network"

    def __init__(self, weights=(0, 0, 1) + (0,) * 9):
        self.asked = 0
        self.by_action = weights

    def __call__(self, state):
        self.asked += 1
        return 0.5

    def priors(self, state):
        return self.by_action


def test_a_network_guides_a_tree_search():
    state = pg.game("kalah").new_initial_state()
    network = Network()
    found = state.analyse("mcts:prior=eval", depth=2, evaluation=network)
    assert network.asked == 128 and found.nodes < 128 * 12
    assert [root.prior for root in found.root_moves if root.move == "3"] == [1.0]
    assert sum(root.visits for root in found.root_moves) == 128
    without = state.analyse("mcts:prior=eval", depth=2, evaluation=lambda state: 0.5)
    # Move 3 keeps the turn, so its position is worth 0.5 to the mover, and those of all others -0.5.
    priors = {root.move: root.prior for root in without.root_moves}
    assert abs(sum(priors.values()) - 1) < 1e-6 and priors["3"] > priors["1"]
    assert all(abs(priors[move] - priors["1"]) < 1e-6 for move in "2456")
    assert all(root.visits is None for root in state.analyse("pvs", depth=2).root_moves)
    result = pg.match(pg.Agent(pg.game("kalah"), "mcts:nodes=60,prior=eval", evaluation=network), "random", game="kalah", games=2)
    assert result.games == 2


@pytest.mark.parametrize(
    ("weights", "kind", "text"),
    [
        ([1.0] * 5, ValueError, "priors: 5 weights at `<.*`, expected 12, one for each action"),
        ([-1.0] * 6, ValueError, "priors: -1 at `<.*`, expected 0 or more"),
        ([float("nan")] * 6, ValueError, "priors: NaN at `<"),
        (["much"] * 6, TypeError, "str"),
        (7, TypeError, "int"),
    ],
)
def test_wrong_priors(weights, kind, text):
    with pytest.raises(kind, match=text):
        pg.game("kalah").new_initial_state().analyse("mcts:prior=eval", depth=2, evaluation=Network(weights))


def test_an_evaluation_needs_somebody_who_uses_it():
    with pytest.raises(ValueError, match="agent `random` values nothing"):
        pg.game("kalah").new_initial_state().analyse("random", evaluation=lambda state: 0.0)


def test_a_check_prints_nothing_and_finds_a_short_game(capfd):
    with pytest.raises(ValueError, match="reads back as `7a`, at the start `12a`$"):
        pg.check(broken(parse=classmethod(lambda cls, text: cls(7))))
    assert capfd.readouterr() == ("", "")


def test_records_and_errors_have_the_names_of_the_class(tmp_path):
    path = tmp_path / "games.jsonl"
    record = pg.match("random", "random", game=Nim, seed=1, out=path).records[0]
    assert (record["game"], record["rules"]) == ("nim", "nim")
    assert [record["game"] for record in pg.read_records(path)] == ["nim", "nim"]
    assert pg.match("random", "random", game=Nim, seed=1, out=path, resume=True).games == 2
    state = pg.game(Nim).new_initial_state()
    assert state.analyse("alphabeta", depth=1).data["game"] == "nim"
    for call, text in [
        (lambda: state.apply_action(4), "no action 4 in nim: expected 0 to 3"),
        (lambda: state.apply_action(0), "illegal action 0: one can play 1 2 3"),
        (lambda: state.play("x"), "cannot read move `x`: found `x`, expected a number from 0 to 3"),
        (lambda: state.analyse("alphabeta:eval=x"), "unknown evaluation `x` for nim"),
        (lambda: pg.learn(Nim, out=tmp_path / "run"), "nim has no tables to learn: expected a game with .*, or `model='network'`"),
    ]:
        with pytest.raises(ValueError, match=text):
            call()
    with pytest.raises(RuntimeError, match="nim has no solver: a search, such as by `best`, may"):
        state.values()


def test_a_class_has_all_methods():
    with pytest.raises(NotImplementedError, match="Broken: expected a method `returns`"):
        pg.game(broken(returns=pg.PythonGame.returns))
    with pytest.raises(NotImplementedError, match="Broken: expected a method `observation_tensor`"):
        pg.game(broken(observation_shape=(1, 2, 3)))


def test_games_start_at_an_object():
    game = pg.game(Nim(7, 1))
    assert str(game.new_initial_state()) == "7b" and game != pg.game(Nim) and game == pg.game(Nim(7, 1))
    assert pickle.loads(pickle.dumps(game)) == copy.deepcopy(game) == game
    assert str(pg.Batch(Nim(7, 1), n=1).state(0)) == "7b"
    record = pg.match("random", "random", game=Nim(40, 1), seed=1).records[0]
    assert record["opening"]["position"] == "40b"
    assert pg.Agent(Nim(7), "alphabeta:depth=9")(pg.game(Nim).state("6a")) == 2
    with pytest.raises(ValueError, match="expected neither setup nor rules"):
        pg.game(Nim(7), rules="standard")


def test_observations_of_a_class():
    game = pg.game(Seen)
    assert (game.observation_shape, game.observation_planes) == ((2, 1, 4), ["stones", "player"])
    state = game.new_initial_state()
    assert state.observation_tensor() == [12] * 4 + [0, -0.5, 0, 0] and state.observation_tensor("other")[4] == 1
    with pytest.raises(ValueError, match="nim has no observations: expected a class with `observation_shape` and the method"):
        pg.game(Nim).new_initial_state().observation_tensor()
    batch = pg.Batch(Seen, n=2, last_observations=True)
    batch.step([3, 1])
    assert batch.observations[:, 0, 0, 0].tolist() == [9, 11] and batch.observations[:, 1, 0, 0].tolist() == [1, 1]


@pytest.mark.parametrize("found", [np.full((2, 1, 4), 5), [np.full((1, 4), 5)] * 2, [5] * 8, ((range(5, 9),), [[5] * 4])])
def test_forms_of_observations(found):
    state = pg.game(derived(Seen, observation_tensor=lambda self, player: found)).new_initial_state()
    assert state.observation_tensor()[0] == 5 and len(state.observation_tensor()) == 8


@pytest.mark.parametrize("found", [None, 5, "55555555", [5] * 7, np.zeros((1, 2, 4)), [[[5] * 4]], [[[5, 5, 5, float("nan")]]] * 2, [7e4] * 8])
def test_wrong_observations(found):
    late = lambda self, player: Seen.observation_tensor(self, player) if self.stones == 12 else found
    text = r"seen: observation_tensor\(\) gave .* at `9b`, expected numbers from -65,535 to 65,535 in the shape \[2, 1, 4\] or in one"
    batch = pg.Batch(derived(Seen, observation_tensor=late), n=2)
    before = batch.observations.copy()
    with pytest.raises(ValueError, match=text):
        batch.step([3, 3])
    # Neither a game nor an array has changed.
    assert str(batch.state(0)) == "12a" and (batch.observations == before).all() and (batch.players == 0).all()


@pytest.mark.parametrize(
    ("methods", "text"),
    [
        ({"observation_shape": (0, 1, 3)}, "observation_shape is .0, 1, 3., expected None or planes, rows and columns"),
        ({"observation_shape": 5}, "observation_shape is 5, expected None or"),
        ({"observation_planes": ("stones",)}, "observation_planes is .'stones',., expected a text for each plane, or none"),
        ({"name": "Kalah"}, "name=.Kalah.: expected another name than those of the package's games"),
    ],
)
def test_wrong_attributes_of_a_class(methods, text):
    with pytest.raises(ValueError, match=text):
        pg.game(derived(Seen, **methods))
