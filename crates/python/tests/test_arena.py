"""Matches, tournaments and tunings, with players in Python."""

import inspect
import json
import math
import os
import random

import pytest

import plyground as pg


def first_move(state):
    return state.legal_actions()[0]


class Draws:
    """Plays at random, with a new random number generator for every game."""

    def new_game(self, seed):
        self.rng = random.Random(seed)

    def __call__(self, state):
        return self.rng.choice(state.legal_moves())


def test_a_match_with_a_function():
    result = pg.match("greedy", first_move, game="kalah", games=20, seed=1)
    assert result.completed and result.games == 20 == len(result.records)
    assert 0.5 < result.score <= 1 and result.score_interval[0] < result.score
    assert {name for record in result.records for name in record["agents"]} == {"greedy", "external:first_move"}
    assert "greedy" in str(result)
    for record in result.records:
        state = pg.game("kalah").state(record["opening"]["position"])
        for number, move in enumerate(record["moves"].split()):
            name = record["agents"][state.current_player()]
            if name == "external:first_move" and number >= record["opening"]["plies"]:
                assert state.string_to_action(move) == first_move(state)
            state.play(move)
        assert state.is_terminal()


@pytest.mark.parametrize("name", pg.games())
def test_every_game_is_played_with_a_class(name):
    result = pg.match(Draws, "random", game=name, games=2, seed=3, max_plies=200)
    again = pg.match(Draws, "random", game=name, games=2, seed=3, max_plies=200, concurrency=2)
    assert [record["moves"] for record in result.records] == [record["moves"] for record in again.records]


def test_records_and_resume(tmp_path):
    whole, broken = tmp_path / "whole.jsonl", tmp_path / "broken.jsonl"
    setting = dict(game="kalah", games=12, seed=5)
    full = pg.match(first_move, "greedy", out=whole, **setting)
    assert pg.read_records(whole) == full.records == [json.loads(line) for line in whole.read_text().splitlines()]

    class Interrupt(Exception):
        pass

    def stop_soon(record):
        if record["number"] == 3:
            raise Interrupt

    with pytest.raises(Interrupt):
        pg.match(first_move, "greedy", out=broken, on_game=stop_soon, **setting)
    assert 4 <= len(pg.read_records(broken)) <= 12
    with pytest.raises(ValueError, match="resume=True without a file: expected `out`"):
        pg.match(first_move, "random", resume=True, **setting)
    with pytest.raises(FileExistsError, match="expected `resume=True`"):
        pg.match(first_move, "greedy", out=broken, **setting)
    again = pg.match(first_move, "greedy", out=broken, resume=True, **setting)
    assert again.records == full.records and broken.read_bytes() == whole.read_bytes()
    with pytest.raises(ValueError, match="another"):
        pg.match(first_move, "random", out=broken, resume=True, **setting)


def test_a_sequential_test_ends_a_match():
    result = pg.match("alphabeta:depth=4", "random", game="kalah", games=1000, sprt=(0, 50), seed=1)
    assert result.completed and result.games < 1000 and result.summary["sprt"]["accepted"] == 50
    players = {"first": "alphabeta:depth=4", "second": "random", "game": "kalah"}
    strict = pg.match(**players, games=1000, sprt=(0, 50), sprt_errors=(0.001, 0.001), seed=1)
    assert strict.games > result.games and strict.summary["sprt"]["accepted"] == 50
    with pytest.raises(ValueError, match="expected `sprt`"):
        pg.match(**players, sprt_errors=(0.1, 0.1))
    with pytest.raises(ValueError, match="0"):
        pg.match(**players, sprt=(0, 50), sprt_errors=(0.0, 0.1))


def test_a_tournament():
    result = pg.tournament(["greedy", "random", first_move], game="tigers", rounds=2, gauntlet=True, max_plies=100)
    assert result.games == 8
    with pytest.raises(ValueError, match="2 pairings: expected a match"):
        _ = result.score


def test_what_a_player_raises_comes_out(tmp_path):
    def angry(state):
        if state.move_number() > 8:
            raise ZeroDivisionError("on purpose")
        return state.legal_actions()[0]

    path = tmp_path / "games.jsonl"
    with pytest.raises(ZeroDivisionError, match="on purpose"):
        pg.match(angry, "random", game="kalah", games=6, concurrency=2, out=path)
    assert pg.read_records(path) == []

    class Unmade:
        def __init__(self):
            raise LookupError("cannot be made")

    with pytest.raises(LookupError, match="cannot be made"):
        pg.match(Unmade, "random", game="kalah")


@pytest.mark.parametrize(
    ("answer", "kind", "text"),
    [
        (None, ValueError, "player nonsense answered None at .*: action <class 'NoneType'>: expected a number"),
        (99, ValueError, "answered 99 at .*: no action 99 in kalah"),
        (-1, ValueError, "answered -1 at .*: action -1: expected a number from 0"),
        ("x", ValueError, "answered 'x' at .*: cannot read move `x`"),
        (11, ValueError, "answered 11 at .*: illegal action 11"),
        (1.5, ValueError, "answered 1.5 at .*: action <class 'float'>: expected a number"),
    ],
)
def test_nonsense_is_named(answer, kind, text):
    def nonsense(state):
        return answer

    with pytest.raises(kind, match=text):
        pg.match("random", nonsense, game="kalah")


def test_a_book_of_the_game_is_taken_by_its_name():
    games = []
    pg.match("greedy", "random", game="kalah", games=4, book="fair-kalah", on_game=games.append)
    starts = {game["opening"]["position"] for game in games}
    assert len(starts) == 2
    assert "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S" not in starts
    with pytest.raises(ValueError, match="book `fair-kalah` has no openings for rules `kalaha`"):
        pg.match("greedy", "random", game=pg.game("kalah", rules="kalaha"), book="fair-kalah")


def test_an_evaluation_is_no_player():
    evaluation = pg.PythonEvaluation(lambda state: 0.0)
    with pytest.raises(TypeError, match="found an evaluation, expected an agent, such as evaluation.agent.game."):
        pg.match(evaluation, "random", game="kalah", games=2)
    assert pg.match(evaluation.agent("kalah"), "random", game="kalah", games=2).games == 2


def test_a_player_may_do_what_it_likes_to_its_state():
    def wild(state):
        action = state.legal_actions()[-1]
        while not state.is_terminal():
            state.apply_action(state.legal_actions()[0])
        return action

    assert pg.match(wild, "random", game="kalah", games=4).games == 4


@pytest.mark.parametrize(
    ("arguments", "kind", "text"),
    [
        ({"players": ["random"]}, ValueError, "player"),
        ({"players": ["random", 7]}, TypeError, "player 2: found <class 'int'>, expected a spec"),
        ({"rounds": 0}, ValueError, "rounds=0: expected 1 to 1000000"),
        ({"rounds": -1}, ValueError, "rounds=-1: expected 1 to 1000000"),
        ({"nodes": "x"}, TypeError, "nodes='x': expected an integer from 1"),
        ({"opening_plies": 3}, TypeError, "opening_plies=3: expected two integers"),
        ({"concurrency": 0}, ValueError, "concurrency=0: expected 1 to 256"),
        ({"sprt": (5, 5)}, ValueError, "5"),
        ({"book": "xyz"}, ValueError, "book=`xyz`: expected `fair-kalah`, or openings as text, one per line"),
        ({"book": "xyz", "game": "tigers"}, ValueError, "book=`xyz`: expected openings as text, one per line"),
        ({"book": "3 x"}, ValueError, "line 1: move 2 of the opening: cannot read move `x`"),
        ({"clock": (-1, 0)}, ValueError, "clock=-1: expected a number of seconds"),
        ({"game": "go"}, ValueError, "unknown game `go`"),
    ],
)
def test_wrong_settings(arguments, kind, text):
    arguments = {"players": ["random", "greedy"], "game": "kalah"} | arguments
    with pytest.raises(kind, match=text):
        pg.tournament(arguments.pop("players"), **arguments)


@pytest.mark.parametrize(
    ("games", "kind"), [(0, ValueError), (-2, ValueError), (2_000_001, ValueError), ("2", TypeError), (True, TypeError)]
)
def test_wrong_numbers_of_games(games, kind):
    with pytest.raises(kind, match=f"games={games!r}: expected"):
        pg.match("random", "greedy", game="kalah", games=games)


def test_games_are_rounded_up_to_pairs():
    assert [pg.match("random", "greedy", game="kalah", games=games).games for games in (1, 2, 3)] == [2, 2, 4]


def test_parameters_have_the_names_of_the_command_line():
    names = {name: set(inspect.signature(getattr(pg, name)).parameters) for name in ("match", "tournament", "tune")}
    assert {"games", "out", "resume", "concurrency", "seed", "openings", "sprt", "book"} <= names["match"]
    assert {"rounds", "gauntlet", "out", "resume", "concurrency", "seed"} <= names["tournament"]
    assert {"concurrency", "budget", "out", "method"} <= names["tune"]
    for parameters in names.values():
        assert not {"settings", "kwargs", "pairs", "threads"} & parameters, "an editor completes the names"


def test_elo_of_a_result():
    result = pg.match("greedy", "random", game="kalah", games=40, seed=1)
    low, high = result.elo_interval
    assert low < result.elo < high and (result.elo > 0) == (result.score > 0.5)
    whitewash = pg.match("alphabeta:depth=4", "random", game="kalah", games=8, seed=1)
    assert whitewash.score < 1 or (math.isinf(whitewash.elo) and whitewash.elo > 0 and math.isinf(whitewash.elo_interval[1]))


def test_a_tuning(tmp_path):
    seen = []
    tuned = pg.tune(
        "alphabeta:depth=1,eval=strong",
        game=pg.game("kalah", setup="3x3"),
        method="genetic",
        generations=2,
        final_games=4,
        out=tmp_path / "tuned",
        on_generation=seen.append,
    )
    assert [generation["generation"] for generation in seen] == [1, 2]
    assert tuned.weights and os.path.exists(tuned.data["file"])
    weights = tmp_path / "own.toml"
    weights.write_text(tuned.text)
    assert pg.match(f"alphabeta:depth=2,eval={weights}", "random", game="kalah").games == 2
    for limited in ("kids", "restarts", "games_per_pairing"):
        with pytest.raises(ValueError, match=limited):
            pg.tune("best", game="kalah", method="genetic", **{limited: 10**12})
    with pytest.raises(ValueError, match="unknown method `nonsense`: expected one of `annihill`"):
        pg.tune("best", game="kalah", method="nonsense")


def test_records_that_are_not_there(tmp_path):
    with pytest.raises(FileNotFoundError, match="nowhere"):
        pg.read_records(tmp_path / "nowhere")
    letter = tmp_path / "letter"
    letter.write_text("Dear Ada\n")
    with pytest.raises(ValueError, match="letter"):
        pg.read_records(letter)


def test_frames(tmp_path):
    path = tmp_path / "games.jsonl"
    pg.match("greedy", "random", game="kalah", games=4, out=path)
    pandas = pytest.importorskip("pandas")
    frame = pg.read_records(path, frame="pandas")
    assert isinstance(frame, pandas.DataFrame) and len(frame) == 4 and set(frame["first"]) == {"greedy", "random"}
    polars = pytest.importorskip("polars")
    other = pg.read_records(path, path, frame="polars")
    assert isinstance(other, polars.DataFrame) and other.height == 8 and other.columns == list(frame.columns)
    assert other["moves"].to_list()[:4] == list(frame["moves"])
    with pytest.raises(ValueError, match="frame='arrow'"):
        pg.read_records(path, frame="arrow")
