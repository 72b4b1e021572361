"""Weights of evaluations in Python: searched with, matched and tuned, over games in Python and over those of the package."""

import json

import pytest

import plyground as pg
from test_own import Nim


def rest(state, weights):
    """The player to move at a multiple of four loses; the weight says how much one believes that."""
    return weights["rest"] if state.position.stones % 4 else -weights["rest"]


def stores(state, weights):
    numbers = [int(number) for number in str(state).split()[0].strip("<>").split(",")]
    houses, south, north = numbers[:3]
    home = sum(numbers[3 : 3 + houses]) - sum(numbers[3 + houses :])
    value = weights["store"] * (south - north) + weights["home"] * home
    return value if state.side_to_move == "south" else -value


# It believes the opposite of the truth.
WRONG = pg.PythonEvaluation(rest, {"rest": pg.Weight(-1, min=-4, max=4, step=1)})


def test_a_state_has_the_object_of_its_class():
    state = pg.game(Nim).state("7b")
    position = state.position
    assert isinstance(position, Nim) and (position.stones, position.player) == (7, 1)
    position.stones = 0
    assert state.position.stones == 7 and not state.is_terminal()
    assert pg.game("kalah").new_initial_state().position is None


def test_weights_are_handed_to_the_function():
    state = pg.game(Nim).state("9a")
    right = WRONG.with_weights({"rest": 2})
    assert (WRONG.weights["rest"], right.weights["rest"], right.name) == (-1, 2, "rest")
    assert state.analyse("alphabeta:depth=1", evaluation=right).best == "1"
    assert state.analyse("alphabeta:depth=1", evaluation=WRONG).best != "1"
    assert right.agent(Nim, "alphabeta:depth=1").spec == "alphabeta:depth=1,eval=rest"
    with pytest.raises(TypeError):
        right.weights["rest"] = 3


@pytest.mark.parametrize("method", ["spsa", "cmaes", "genetic", "annihill"])
def test_a_game_in_python_is_tuned(method):
    settings = {"generations": 12} if method == "spsa" else {"generations": 3, "kids": 4}
    seen = []
    tuned = pg.tune(
        "alphabeta:depth=1",
        game=Nim,
        evaluation=WRONG,
        method=method,
        games_per_pairing=4,
        final_games=40,
        opening_plies=(0, 3),
        seed=1,
        concurrency=2,
        on_generation=seen.append,
        **settings,
    )
    assert len(seen) == settings["generations"] == tuned.data["generations"]
    assert 0 < tuned.weights["rest"] <= 4, "a multiple of four is bad for who is to move"
    assert tuned.evaluation.weights == tuned.weights and WRONG.weights["rest"] == -1
    assert tuned.data["final"][0]["score"] > 0.6
    assert 'game = "nim"' in tuned.text and "[rest]" in tuned.text
    own = tuned.evaluation.agent(Nim, "alphabeta:depth=1")
    assert pg.match(own, WRONG.agent(Nim, "alphabeta:depth=1"), game=Nim, games=40, seed=3).score > 0.6


def test_a_game_of_the_package_is_tuned():
    game = pg.game("kalah", setup="3x3")
    start = pg.PythonEvaluation(stores, {"store": -1.0, "home": 0.0})
    settings = dict(game=game, evaluation=start, method="spsa", generations=6, final_games=20, seed=4)
    tuned = pg.tune("alphabeta:depth=1", **settings)
    assert list(start.weights) == ["store", "home"] and set(tuned.weights) == {"store", "home"}
    assert tuned.weights["store"] > -1 and tuned.data["setup"] == "3x3"
    again = pg.tune("alphabeta:depth=1", concurrency=2, **settings)
    assert again.weights == tuned.weights and again.data["final"] == tuned.data["final"]


def files(folder):
    return {path.name: path.read_text() for path in folder.rglob("*.jsonl") if path.name != "log.jsonl"}


def test_a_tuning_is_gone_on_with_and_keeps_no_game_that_was_broken(tmp_path):
    settings = dict(game=Nim, method="spsa", generations=4, games_per_pairing=2, final_games=4, seed=2)
    whole = pg.tune("alphabeta:depth=1", evaluation=WRONG, out=tmp_path / "whole", **settings)
    calls = 0

    def fails(state, weights):
        nonlocal calls
        calls += 1
        if calls == 60:
            raise LookupError("on purpose")
        return rest(state, weights)

    broken = pg.PythonEvaluation(fails, {"rest": pg.Weight(-1, min=-4, max=4, step=1)}, name="rest")
    with pytest.raises(LookupError, match="on purpose"):
        pg.tune("alphabeta:depth=1", evaluation=broken, out=tmp_path / "broken", **settings)
    first = files(tmp_path / "broken")
    assert first and len(first) < len(files(tmp_path / "whole"))
    again = pg.tune("alphabeta:depth=1", evaluation=WRONG, out=tmp_path / "broken", resume=True, **settings)
    assert again.weights == whole.weights and files(tmp_path / "broken") == files(tmp_path / "whole")
    with pytest.raises(ValueError, match="another|differs|start"):
        other = WRONG.with_weights({"rest": 1})
        pg.tune("alphabeta:depth=1", evaluation=other, out=tmp_path / "broken", resume=True, **settings)


def test_ctrl_c_in_a_tuning_is_an_exception_and_ends_it(tmp_path):
    def interrupt(generation):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        pg.tune("alphabeta:depth=2", game=Nim, evaluation=WRONG, method="spsa", out=tmp_path / "run", on_generation=interrupt)
    settings = json.loads((tmp_path / "run" / "settings.json").read_text())
    assert settings["rules"] == "nim"


@pytest.mark.parametrize(
    ("arguments", "kind", "text"),
    [
        ({"evaluation": None}, ValueError, "nim is written in Python: expected its weights in evaluation="),
        ({"evaluation": rest}, TypeError, "evaluation: found function, expected a PythonEvaluation with weights"),
        ({"evaluation": pg.PythonEvaluation(rest)}, ValueError, "evaluation: rest has no weights"),
        ({"method": "regression", "records": ["x"]}, ValueError, "expected a method that plays games for `rest`"),
        ({"agent": "random"}, ValueError, "agent `random` has no weights to tune: expected one with the key `eval`"),
        ({"agent": "alphabeta:time=1s"}, ValueError, "time"),
        ({"agent": "nonsense"}, ValueError, "cannot read agent `nonsense`"),
    ],
)
def test_wrong_tunings(arguments, kind, text):
    arguments = {"agent": "alphabeta:depth=1", "game": Nim, "evaluation": WRONG, "method": "spsa"} | arguments
    with pytest.raises(kind, match=text):
        pg.tune(arguments.pop("agent"), **arguments)


@pytest.mark.parametrize(
    ("weights", "text"),
    [
        ({"a b": 1}, "weight 'a b': expected letters and digits"),
        ({"game": 1}, "weight 'game': expected letters and digits, and none of the words of a weight file"),
        ({"a": float("nan")}, "weight 'a' is nan, expected a number from"),
        ({"a": pg.Weight(5, min=0, max=4, step=1)}, "weight 'a' is 5, expected a number from 0 to 4"),
        ({"a": pg.Weight(1, min=0, max=4, step=0)}, "weight 'a' has the step 0, expected a number above 0"),
    ],
)
def test_wrong_weights(weights, text):
    with pytest.raises(ValueError, match=text):
        pg.PythonEvaluation(rest, weights)


@pytest.mark.parametrize("wrong", [True, "1", None, pg.Weight(True, min=0, max=1, step=1), pg.Weight(0, min=0, max=1, step=True)])
def test_a_weight_is_a_number(wrong):
    with pytest.raises(TypeError, match="^weight 'a'=.*: expected a number$"):
        pg.PythonEvaluation(rest, {"a": wrong})


def test_weights_that_are_not_there():
    with pytest.raises(ValueError, match="no weight 'rset' in rest, expected one of: `rest`"):
        WRONG.with_weights({"rset": 1})
    with pytest.raises(ValueError, match="weight 'rest' is 5, expected a number from -4 to 4"):
        WRONG.with_weights({"rest": 5})
    with pytest.raises(TypeError, match="evaluate: found int, expected something that can be called"):
        pg.PythonEvaluation(7)


def test_agents_with_evaluations_play_matches_as_others_do(tmp_path):
    right = WRONG.with_weights({"rest": 1}, name="right")
    players = [evaluation.agent(Nim, "alphabeta:depth=1") for evaluation in (right, WRONG)]
    path = tmp_path / "games.jsonl"
    result = pg.match(*players, game=Nim, games=20, seed=1, out=path)
    again = pg.match(*players, game=Nim, games=20, seed=1, concurrency=2)
    assert result.records == again.records and result.score > 0.6
    assert {name for record in result.records for name in record["agents"]} == {
        "alphabeta:depth=1,eval=right",
        "alphabeta:depth=1,eval=rest",
    }
    # The same name with other weights is another player, which has not played these games.
    other = WRONG.with_weights({"rest": 2}, name="right").agent(Nim, "alphabeta:depth=1")
    with pytest.raises(ValueError, match="another"):
        pg.match(other, players[1], game=Nim, games=20, seed=1, out=path, resume=True)
    with pytest.raises(ValueError, match="player 1: found an agent of nim, expected one of kalah"):
        pg.match(players[0], "random", game="kalah")
