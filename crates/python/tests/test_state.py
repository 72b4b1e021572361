"""Games by numbers and by text."""

import copy
import json
import pickle
import random
import re

import pytest
from games import Nim

import plyground as pg

GAMES = pg.games()


def random_states(name, seed, most=200):
    """The states of one random game."""
    draws = random.Random(seed)
    state = pg.game(name).new_initial_state()
    for _ in range(most):
        yield state
        if state.is_terminal():
            return
        state.apply_action(draws.choice(state.legal_actions()))


def test_the_package_says_its_version():
    assert re.fullmatch(r"\d+\.\d+\.\d+.*", pg.__version__)
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        _ = pg.nonsense


def test_the_four_games_are_there():
    assert GAMES == ["khet", "kalah", "tigers", "cachex"]
    assert pg.game("kalah").sides == ("south", "north")
    assert pg.game("tigers").num_distinct_actions == 155


@pytest.mark.parametrize("name", GAMES)
def test_a_game_says_the_same_in_all_its_words(name):
    game = pg.game(name)
    for state in random_states(name, 1):
        actions = state.legal_actions()
        assert actions == sorted(actions)
        assert [index for index, legal in enumerate(state.legal_actions_mask()) if legal] == actions
        assert sorted(state.string_to_action(text) for text in state.legal_moves()) == actions
        assert state.is_terminal() == (not actions) == (state.ending is not None) == (state.current_player() == -4)
        assert sum(state.returns()) == 0
        assert len(state.observation_tensor()) == len(state.observation_tensor(0))
        again = game.replay(state.moves)
        assert again == state and again.key == state.key and again.history() == state.history()
        assert game.replay(" ".join(state.moves)) == state
        assert game.replay(state.history()) == state


@pytest.mark.parametrize("name", GAMES)
def test_copies_stand_on_their_own(name):
    for state in random_states(name, 2, most=30):
        if state.is_terminal():
            break
        before, key = str(state), state.key
        copies = [state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]
        for other in copies:
            assert other == state and other.history() == state.history() and other.game == state.game
            action = other.legal_actions()[0]
            other.apply_action(action)
            assert other != state
            assert (str(state), state.key) == (before, key)
            assert other.undo_action() == action
            assert other == state


def test_text_of_a_position():
    state = pg.game("kalah", setup="3x2").state("<3,1,1,0,0,1,4,4,1> S")
    assert str(state) == "<3,1,1,0,0,1,4,4,1> S"
    assert state.legal_moves() == ["3"]
    state.play("3")
    assert state.side_to_move == "south" or state.is_terminal()


def test_the_picture_and_the_board():
    state = pg.game("khet").new_initial_state()
    assert state._repr_svg_().startswith("<svg ")
    assert "pharaoh" in state._repr_svg_().lower()
    assert len(state.board.splitlines()) >= 8


def test_observations():
    game = pg.game("kalah")
    assert game.observation_shape == (3, 1, 7)
    assert len(game.observation_planes) == 3
    state = game.replay("3")
    assert state.observation_tensor("south") == [4, 4, 0, 5, 5, 5, 1] + [4] * 6 + [0] + [1] * 7
    assert state.observation_tensor(1) == [4] * 6 + [0] + [4, 4, 0, 5, 5, 5, 1] + [0] * 7
    with pytest.raises(ValueError, match="unknown side 7: expected 0, 1, one of `south`, `north`"):
        state.observation_tensor(7)
    with pytest.raises(ValueError, match="unknown side `east`"):
        state.observation_tensor("east")


@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (lambda: pg.game("chess"), ValueError, "unknown game `chess`: expected one of `khet`, `kalah`, `tigers`, `cachex`"),
        (lambda: pg.game(None), TypeError, "found None, expected the name of a game or a class derived from PythonGame"),
        (lambda: pg.game(int), TypeError, "found <class 'int'>, expected the name of a game"),
        (lambda: pg.game("kalah", setup="6"), ValueError, "cannot read set-up `6`"),
        (lambda: pg.game("kalah", rules="nonsense"), ValueError, "cannot read rules `nonsense`"),
        (lambda: pg.game("kalah").state("<"), ValueError, "cannot read position `<`"),
        (lambda: pg.game("kalah").replay("3 9"), ValueError, "move 2 of `3 9`: cannot read move `9`"),
        (lambda: pg.game("kalah").replay([2, 99]), ValueError, "no action 99 in kalah: expected 0 to 11"),
        (lambda: pg.game("kalah").replay(7), TypeError, "not iterable"),
        (lambda: pg.game("kalah").new_initial_state().play("x"), ValueError, "cannot read move `x`"),
        (lambda: pg.game("kalah").new_initial_state().apply_action(-1), ValueError, "action -1: expected a number from 0"),
        (lambda: pg.game("kalah").new_initial_state().apply_action(10**30), ValueError, "action 10{30}: expected a number"),
        (lambda: pg.game("kalah").new_initial_state().apply_action("3"), TypeError, "action <class 'str'>: expected a number"),
        (lambda: pg.game("kalah").new_initial_state().apply_action(7), ValueError, "illegal action 7: south can play 1 2 3 4 5 6"),
        (lambda: pg.game("kalah").new_initial_state().undo_action(), ValueError, "no move has been played"),
        (lambda: pg.game("kalah").state("<2,5,4,0,0,0,0> S").apply_action(0), ValueError, "the game is over: "),
    ],
)
def test_errors_say_what_the_command_line_says(call, kind, text):
    with pytest.raises(kind, match=text.replace("(", r"\(") if "10{" not in text else text):
        call()


def test_a_game_by_repetition_has_no_actions():
    game = pg.game("khet", rules="official")
    state = game.new_initial_state()
    # Turning a piece back and forth repeats the position.
    first = next(move for move in state.legal_moves() if move.endswith("+") or move.endswith("-"))
    back = first[:-1] + ("-" if first.endswith("+") else "+")
    mine = [first, back]
    state.play(first)
    theirs = next(move for move in state.legal_moves() if move.endswith(("+", "-")))
    others = [theirs, theirs[:-1] + ("-" if theirs.endswith("+") else "+")]
    state.undo_action()
    for number in range(40):
        if state.is_terminal():
            break
        state.play((mine if number % 2 == 0 else others)[number // 2 % 2])
    assert state.is_terminal() and state.legal_actions() == [] and state.returns() == [0, 0]
    assert re.search("occurred", state.ending)
    with pytest.raises(ValueError, match="the game is over: the position has occurred"):
        state.apply_action(state.history()[0])
    assert pickle.loads(pickle.dumps(state)).is_terminal()


@pytest.mark.parametrize("name", GAMES)
def test_states_actions_and_games_survive_json(name):
    for state in random_states(name, 4, most=40):
        game = state.game
        position = game.state_from_json(state.to_json())
        assert (str(position), position.key, position.history()) == (str(state), state.key, [])
        assert game.deserialize_state(state.serialize()) == state
        for action in state.legal_actions()[:5]:
            assert state.json_to_action(state.action_to_json(action)) == action
    late = game.state(str(state))
    assert game.deserialize_state(late.serialize()) == late
    assert json.loads(late.serialize())["start"] == str(late)


def test_json_of_a_game_in_python():
    state = pg.game(Nim).replay([3])
    shown = json.loads(state.to_json())
    assert (shown["game"], shown["rules"], shown["side"], shown["position"]) == ("nim", "nim", "other", "9b")
    over = pg.game(Nim).replay([3, 3, 3, 3])
    played = json.loads(over.serialize())
    assert played["game"] == played["state"]["game"] == "nim" and played["returns"] == [-1, 1]
    assert (played["state"]["side"], played["state"]["outcome"]["winner"]) == ("one", "other")
    assert pg.game(Nim).deserialize_state(over.serialize()) == over
    assert pg.game(Nim).state_from_json(state.to_json()).legal_actions() == [1, 2, 3]


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda game: game.deserialize_state("{"), "state: EOF while parsing an object at line 1 column 1: expected the text of `state.serialize`"),
        (lambda game: game.state_from_json("{}"), "state: missing field `game` at line 1 column 2: expected the text of `state.to_json`"),
        (lambda game: game.deserialize_state(pg.game("tigers").new_initial_state().serialize()),
         "found a state of tigers by the rules standard, expected one of kalah by the rules standard"),
        (lambda game: game.deserialize_state(game.replay("3 1").serialize().replace('"move":"1"', '"move":"2"')),
         'state: actions[1]: found {"player":0,"action":0,"move":"2"}, expected {"player":0,"action":0,"move":"1"}'),
        (lambda game: game.deserialize_state(pg.game("kalah", rules="empty-capture").new_initial_state().serialize()),
         "found a state of kalah by the rules empty-capture, expected one of kalah by the rules standard"),
        (lambda game: game.deserialize_state(game.replay("3 1").serialize().replace('"action":0', '"action":7')),
         "state: actions[1]: illegal action 7: south can play"),
        (lambda game: game.new_initial_state().json_to_action('{"player":0,"action":2,"move":"4"}'), 'expected {"player":0,"action":2,"move":"3"}'),
        (lambda game: game.new_initial_state().json_to_action('{"player":0,"action":7,"move":"1"}'), "illegal action 7"),
        (lambda game: game.new_initial_state().player_return(2), "unknown side 2: expected 0, 1"),
        (lambda game: game.new_initial_state().legal_actions("east"), "unknown side `east`"),
    ],
)
def test_wrong_json_and_players(call, text):
    with pytest.raises(ValueError, match=re.escape(text)):
        call(pg.game("kalah"))


@pytest.mark.parametrize("agent", ["best", "alphabeta", "mcts"])
def test_a_finished_game_is_decided_in_0_plies(agent):
    state = pg.game("kalah").state("<2,1,6,0,0,0,0> N")
    found = state.analyse(agent, depth=1)
    assert (found.best, found.winner_in, found.proven, found.completed) == (None, 0, True, True)
    assert found.score > 1e9 and state.returns() == [-1, 1]
