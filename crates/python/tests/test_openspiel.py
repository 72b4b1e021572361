"""The games as OpenSpiel sees them; with the real package."""

import copy
import pickle
import random
import subprocess
import sys

import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import mcts, minimax  # noqa: E402

from games import Nim, Seen, derived  # noqa: E402

import plyground as pg  # noqa: E402
import plyground.openspiel  # noqa: E402

NAMES = plyground.openspiel.register()


def test_registering_twice_does_no_harm():
    assert plyground.openspiel.register() == NAMES == ["plyground_" + name for name in pg.games()]


@pytest.mark.parametrize("name", NAMES)
def test_random_sim_test(name):
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=3, serialize=True, verbose=False)


def test_parameters_choose_setup_and_rules():
    game = pyspiel.load_game("plyground_kalah(setup=4x3)")
    assert game.new_initial_state().legal_actions() == [0, 1, 2, 3]
    pyspiel.random_sim_test(game, num_sims=10, serialize=True, verbose=False)
    with pytest.raises(Exception, match="cannot read set-up `x`"):
        pyspiel.load_game("plyground_kalah(setup=x)")


PARAMETERS = [
    ("plyground_cachex", {"setup": "3", "rules": "standard,turn_limit=5"}),
    ("plyground_cachex", {"rules": "standard,steal=off,turn_limit=off"}),
    ("plyground_khet", {"rules": "official,ply_limit=9"}),
    ("plyground_kalah", {"setup": "4x3", "rules": "empty-capture"}),
    ("plyground_tigers", {}),
]


@pytest.mark.parametrize(("name", "parameters"), PARAMETERS, ids=str)
def test_games_survive_texts_and_copies(name, parameters):
    game = pyspiel.load_game(name, parameters)
    expected = pg.game(name.removeprefix("plyground_"), **parameters)
    assert (game.plyground.rules, game.plyground.setup) == (expected.rules, expected.setup)
    state = game.new_initial_state()
    for _ in range(3):
        state.apply_action(state.legal_actions()[-1])
    games = [
        pyspiel.load_game(str(game)),
        pyspiel.load_game(repr(game)),
        pyspiel.load_game(name, game.get_parameters()),
        pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[0],
        copy.copy(game),
        copy.deepcopy(game),
        state.get_game(),
        *[pickle.loads(pickle.dumps(game, protocol)) for protocol in range(2, 6)],
    ]
    for other in games:
        assert str(other) == str(game) and other.plyground == game.plyground
        assert other.new_initial_state().plyground == game.new_initial_state().plyground
    states = [
        state.clone(),
        copy.copy(state),
        copy.deepcopy(state),
        copy.deepcopy({"state": [state]})["state"][0],
        game.deserialize_state(state.serialize()),
        pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1],
        *[pickle.loads(pickle.dumps(state, protocol)) for protocol in range(2, 6)],
    ]
    for other in states:
        assert (str(other), other.history(), other.move_number()) == (str(state), state.history(), 3)
        assert other.plyground == state.plyground and str(other.get_game()) == str(game)
        assert other.information_state_string(0) == state.information_state_string(0)
        other.apply_action(other.legal_actions()[0])
        assert len(state.history()) == len(other.history()) - 1 == other.clone().move_number() - 1 == 3
        assert state.plyground.move_number() == 3


def test_a_state_that_begins_elsewhere_is_copied():
    game = pyspiel.load_game("plyground_kalah", {"setup": "4x3"})
    text = str(game.plyground.replay("1 1"))
    state = game.new_initial_state(text)
    state.apply_action(state.legal_actions()[0])
    for other in (copy.deepcopy(state), pickle.loads(pickle.dumps(state)), state.clone()):
        assert (str(other), other.history(), other.plyground) == (str(state), state.history(), state.plyground)


def test_a_pickle_is_read_where_nothing_is_registered():
    state = pyspiel.load_game("plyground_cachex", {"rules": "standard,turn_limit=5"}).new_initial_state()
    state.apply_action(3)
    program = f"import pickle; print(pickle.loads({pickle.dumps(state)!r}).plyground.game.rules)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "standard,turn_limit=5"


@pytest.mark.parametrize("name", NAMES)
def test_states_answer_as_those_of_openspiel(name):
    """The methods of a state against those of `pyspiel.State`, at every position of random games."""
    draws = random.Random(3)
    game = pyspiel.load_game(name)
    for _ in range(3):
        theirs = game.new_initial_state()
        ours = theirs.plyground.game.new_initial_state()
        for ply in range(200):
            for method in ("returns", "rewards", "is_terminal", "is_chance_node", "is_simultaneous_node", "is_mean_field_node",
                           "is_player_node", "is_initial_state", "num_players", "current_player", "history", "history_str", "move_number"):
                assert getattr(ours, method)() == getattr(theirs, method)(), method
            for player in (0, 1):
                assert ours.legal_actions(player) == theirs.legal_actions(player)
                assert ours.player_return(player) == theirs.player_return(player)
                assert ours.player_reward(player) == theirs.player_reward(player)
                if not ours.is_terminal():
                    # pyspiel has no mask for a player of a finished game.
                    assert ours.legal_actions_mask(player) == theirs.legal_actions_mask(player)
            assert ours.legal_actions() == theirs.legal_actions()
            restored = ours.game.deserialize_state(ours.serialize())
            assert restored == ours and restored.history() == ours.history()
            if ours.is_terminal():
                break
            action = draws.choice(ours.legal_actions())
            ours.apply_action(action)
            theirs.apply_action(action)


def positions(count, seed):
    """Different positions late in games of Kalah, whose trees OpenSpiel's minimax can walk to the end."""
    draws = random.Random(seed)
    game = pyspiel.load_game("plyground_kalah(setup=4x3)")
    seen = set()
    while len(seen) < count:
        state = game.new_initial_state()
        while not state.is_terminal():
            seeds = [int(number) for number in str(state).split(",")[3:-1]]
            if sum(seeds) <= 4 and str(state) not in seen and len(seen) < count:
                seen.add(str(state))
                yield game, state.clone()
            state.apply_action(draws.choice(state.legal_actions()))


def test_openspiels_minimax_finds_our_values():
    """3,000 positions, each valued by OpenSpiel's own search to the end of the game and by ours."""
    found = {-1: 0, 0: 0, 1: 0}
    for game, state in positions(3_000, 5):
        player = state.current_player()
        value, _ = minimax.alpha_beta_search(game, state, maximum_depth=500, maximizing_player_id=player)
        ours = state.plyground.analyse("alphabeta", depth=40)
        # Wins and losses lie beyond 1,000,000,000.
        assert ours.completed and value == (ours.score > 1e9) - (ours.score < -1e9), str(state)
        found[value] += 1
    assert min(found.values()) > 30


def test_openspiels_mcts_plays():
    game = pyspiel.load_game("plyground_tigers")
    draws = random.Random(1)
    bot = mcts.MCTSBot(game, 1.4, 20, mcts.RandomRolloutEvaluator(1, draws), random_state=None)
    state = game.new_initial_state()
    for _ in range(3):
        state.apply_action(bot.step(state))
    assert state.plyground.move_number() == 3


def test_mancala_of_openspiel_is_kalah():
    """1,000 random games move by move: legal moves, whose turn it is, the end and the result."""
    theirs = pyspiel.load_game("mancala")
    ours = pg.game("kalah", setup="6x4", rules=MANCALA)
    draws = random.Random(7)
    for _ in range(1_000):
        one, two = theirs.new_initial_state(), ours.new_initial_state()
        while not one.is_terminal():
            player = one.current_player()
            assert (player, False) == (two.current_player(), two.is_terminal())
            first = 1 if player == 0 else 8
            actions = one.legal_actions()
            assert [action - first for action in actions] == two.legal_actions()
            action = draws.choice(actions)
            one.apply_action(action)
            two.apply_action(action - first)
        assert two.is_terminal() and list(one.returns()) == list(two.returns())


MANCALA = "standard"
"""The rules of Kalah that OpenSpiel's mancala has."""


def test_a_game_in_python():
    assert plyground.openspiel.register(Seen, Nim) == [*NAMES, "plyground_seen", "plyground_nim"]
    assert plyground.openspiel.register(Seen)[-1] == "plyground_nim"
    for name, is_seen in [("plyground_seen", True), ("plyground_nim", False)]:
        game = pyspiel.load_game(name)
        assert game.get_type().provides_observation_tensor == is_seen
        pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
        state = pickle.loads(pickle.dumps(game.new_initial_state("6a")))
        assert mcts.MCTSBot(game, 2, 50, mcts.RandomRolloutEvaluator()).step(state) in (1, 2, 3)
    with pytest.raises(ValueError, match="nim is registered: expected another name for"):
        plyground.openspiel.register(derived())
