"""Exact values, and what is made of them."""

import itertools
import json
import pathlib
import pickle

import pytest

import plyground as pg
from plyground import oracle

DATA = pathlib.Path(__file__).parents[1] / "data"


def minimax(state):
    """The final margin for the player to move, by the book."""
    if state.is_terminal():
        south, north = margin(state)
        return (south - north) * (1 if state.side_to_move == "south" else -1)
    values = []
    for action in state.legal_actions():
        child = state.child(action)
        sign = 1 if child.side_to_move == state.side_to_move else -1
        values.append(sign * minimax(child))
    return max(values)


def margin(state):
    m, *rest = (int(number) for number in str(state).split()[0].strip("<>").split(","))
    stores, houses = rest[:2], rest[2:]
    return stores[0] + sum(houses[:m]), stores[1] + sum(houses[m:])


def test_values_are_those_of_minimax():
    state = pg.game("kalah", setup="3x2").replay("1")
    for _ in range(5):
        values = state.values()
        assert sorted(values) == state.legal_actions()
        for action, value in values.items():
            child = state.child(action)
            sign = 1 if child.side_to_move == state.side_to_move else -1
            assert value == sign * minimax(child)
            assert state.regret(action) == max(values.values()) - value
        state.apply_action(max(values, key=values.get))
        if state.is_terminal():
            break


def test_small_cachex():
    state = pg.game("cachex", setup="3").new_initial_state()
    values = state.values()
    assert set(values) == set(state.legal_actions()) and set(values.values()) <= {-1, 0, 1}
    found = pg.Oracle(state.game).solve(state)
    assert len(found["moves"]) == len(values) and found["value"] in ("win", "draw", "loss")


def test_what_cannot_be_solved(tmp_path):
    with pytest.raises(RuntimeError, match="no tables of khet hold"):
        pg.game("khet").new_initial_state().values()
    with pytest.raises(ValueError, match="illegal action 9"):
        pg.game("kalah", setup="3x2").new_initial_state().regret(9)
    with pytest.raises((ValueError, RuntimeError), match="ply solve tigers"):
        pg.game("tigers").new_initial_state().values(pg.Oracle(pg.game("tigers"), tables=tmp_path))
    missing = "/no/such/folder"
    for asked in (
        lambda: pg.Oracle(pg.game("kalah"), tables=missing),
        lambda: pg.match("greedy", "random", game="kalah", games=2, tables=missing),
    ):
        with pytest.raises(ValueError, match=f"tables=.*{missing}.*: expected a folder that `ply solve` wrote"):
            asked()
    with pytest.raises(ValueError, match="an oracle of kalah was asked about khet"):
        pg.game("khet").new_initial_state().values(pg.Oracle(pg.game("kalah")))
    with pytest.raises(ValueError, match="table=1000000000: expected 1 to 65536"):
        pg.game("kalah").new_initial_state().values(pg.Oracle(pg.game("kalah"), table=10**9))
    assert pg.game("kalah").state("<2,5,4,0,0,0,0> S").values() == {}
    # A database without a file holds no more seeds than the game has: 48 seeds on this board would not fit into memory.
    small = pg.game("kalah", setup="5x1")
    asked = small.new_initial_state()
    assert asked.values(pg.Oracle(small, database=48)) == asked.values()


def test_drawn_positions():
    first = list(oracle.positions("kalah", 8, seed=2, plies=(24, 36)))
    again = list(oracle.positions("kalah", 8, seed=2, plies=(24, 36)))
    assert [position.line() for position in first] == [position.line() for position in again]
    assert len({str(position.state) for position in first}) == 8
    for position in first:
        assert len(position.values) > 1 and set(position.best) <= set(position.values)
        assert {position.state.regret(action) for action in position.best} == {0}
    small = list(oracle.positions("cachex", 5, seed=2))
    assert all(set(position.values.values()) <= {-1, 0, 1} for position in small)
    with pytest.raises(ValueError, match="no position of kalah with a choice"):
        list(oracle.positions(pg.game("kalah", setup="1x1"), 1, oracle=pg.Oracle(pg.game("kalah", setup="1x1"))))


def test_an_oracle_is_pickled_as_what_it_was_made_from(tmp_path):
    game = pg.game("kalah", setup="4x3")
    answers = pg.Oracle(game, table=16)
    again = pickle.loads(pickle.dumps(answers))
    assert again.values(game.new_initial_state()) == answers.values(game.new_initial_state())
    # Its arguments are pickled, including a folder without tables.
    lost = pickle.loads(pickle.dumps(pg.Oracle(pg.game("tigers"), tables=tmp_path)))
    with pytest.raises((ValueError, RuntimeError), match=tmp_path.name):
        lost.value(pg.game("tigers").new_initial_state())


def test_the_regret_of_a_game():
    game = pg.game("kalah", setup="4x3")
    state = game.new_initial_state()
    answers = pg.Oracle(game)
    while not state.is_terminal():
        values = state.values(answers)
        state.apply_action(max(values, key=values.get))
    assert {move.regret for move in oracle.score(state)} == {0}
    bad = pg.game("kalah", setup="4x3").replay("1 1")
    scored = oracle.score(bad)
    assert [move.ply for move in scored] == [0, 1] and [move.move for move in scored] == ["1", "1"]
    assert all(move.regret >= 0 for move in scored)
    # The loss of one side is the gain of the other.
    before = max(game.new_initial_state().values().values())
    assert scored[0].best == before and scored[0].value == -scored[1].best
    assert oracle.score(bad, start=2) == []
    with pytest.raises(ValueError, match="start=3: expected 0 to 2"):
        oracle.score(bad, start=3)


def test_grades_are_regrets_where_values_are_exact():
    state = pg.game("kalah", setup="3x3").replay("1 2 3 1 2")
    graded = state.grade(nodes=200)
    assert [move["move"] for move in graded["moves"]] == ["1", "2", "3", "1", "2"]
    assert [move["regret"] for move in graded["moves"]] == [move.regret for move in oracle.score(state)]
    sides = graded["summary"]["sides"]
    assert sum(side["moves"] for side in sides) == sum(side["exact"] for side in sides) == 5
    assert graded["summary"]["regret_unit"] == "seeds"
    # Without a solver's work there is the judgement of a search.
    searched = state.grade(nodes=200, effort=0)
    assert {move["regret"] for move in searched["moves"]} == {None}
    assert pg.game("khet").new_initial_state().grade(nodes=1)["moves"] == []
    with pytest.raises(ValueError, match="effort=-1"):
        state.grade(effort=-1)


def test_the_published_lines_can_be_made_again():
    """The first of the lines in the tree, and some in their midst."""
    lines = (DATA / "kalah-first-1000.jsonl").read_text().splitlines()
    assert len(lines) == 1000 and [json.loads(line)["number"] for line in lines] == list(range(1000))
    game, _, seed = oracle.DATA_SET
    made = [position.line() for position in itertools.islice(oracle.positions(game, 40, seed=seed), 40)]
    assert made == lines[:40]
