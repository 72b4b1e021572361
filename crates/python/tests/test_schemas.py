"""The files that the package writes keep the JSON schemas of the book."""

import json
import pathlib
import random
import sys

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

import plyground as pg

ROOT = pathlib.Path(__file__).parents[3]


SCHEMAS = {path.name: json.loads(path.read_text()) for path in (ROOT / "docs" / "reference" / "schemas").iterdir()}
REGISTRY = Registry().with_resources((name, Resource.from_contents(document)) for name, document in SCHEMAS.items())


def schema(name):
    document = SCHEMAS[f"{name}.schema.json"]
    Draft202012Validator.check_schema(document)
    return Draft202012Validator(document, registry=REGISTRY)


def check_lines(name, *paths):
    """Checks every line of some files, and returns the lines."""
    validator = schema(name)
    lines = [json.loads(line) for path in paths for line in path.read_text().splitlines()]
    assert lines
    for line in lines:
        validator.validate(line)
    return lines


def changed(line, key, *value):
    """A line with another value of a key, or without the key."""
    rest = {other: found for other, found in line.items() if other != key}
    return rest | {key: value[0]} if value else rest


def test_records_keep_their_schema(tmp_path):
    path = tmp_path / "games.jsonl"
    pg.match("alphabeta:depth=2", "random", game=pg.game("kalah", setup="3x3"), games=4, seed=1, out=path)
    timed = tmp_path / "timed.jsonl"
    pg.match("alphabeta", "random", game=pg.game("kalah", setup="3x3"), time=0.01, out=timed)
    first = check_lines("record", path, timed)[0]
    # Records of format 1 are still read.
    check_lines("record", *(ROOT / "crates" / "cli" / "tests" / "records-1").glob("*.jsonl"))
    wrong = [("result", "lost"), ("seeds", [1]), ("nodes", [-1]), ("scores", ["won by 3"]), ("winner", "first"), ("moves",), ("checksum",)]
    for change in wrong:
        assert not schema("record").is_valid(changed(first, *change)), change
    assert schema("record").is_valid(changed(first, "scores", ["win by 3"]))


def test_tuning_runs_keep_their_schemas(tmp_path):
    out = tmp_path / "run"
    game = pg.game("kalah", setup="3x3")
    pg.tune("alphabeta:depth=1,eval=strong", game=game, method="spsa", generations=2, final_games=2, seed=1, out=out)
    first = check_lines("generation", out / "log.jsonl")[0]
    assert not schema("generation").is_valid(changed(first, "candidates"))
    check_lines("record", *out.glob("games/*.jsonl"), *out.glob("final-*.jsonl"))


@pytest.mark.skipif(sys.version_info < (3, 11), reason="`tomllib` came with Python 3.11")
def test_weight_files_keep_their_schema():
    import tomllib

    validator = schema("weights")
    files = [path for crate in ("eval", "reports", "catalog") for path in (ROOT / "crates" / crate / "weights").rglob("*.toml")]
    assert len(files) > 10
    for path in files:
        validator.validate(tomllib.loads(path.read_text()))
    assert not validator.is_valid({"game": "kalah", "evaluation": "strong", "version": 2})
    assert not validator.is_valid({"game": "kalah", "evaluation": "strong", "version": 1, "store": {"wait": 1}})


def test_puzzles_keep_their_schema():
    first = check_lines("puzzle", *(ROOT / "crates" / "catalog" / "puzzles").glob("*.jsonl"))[0]
    assert not schema("puzzle").is_valid(changed(first, "goal", "loss"))


@pytest.mark.parametrize("name", pg.games())
def test_states_actions_and_games_keep_their_schemas(name):
    state = pg.game(name).new_initial_state()
    draws = random.Random(1)
    for _ in range(60):
        shown, played = json.loads(state.to_json()), json.loads(state.serialize())
        schema("state").validate(shown)
        schema("trajectory").validate(played)
        assert (played["state"], played["actions"][-1:]) == (shown, [] if not state.moves else [action])
        if state.is_terminal():
            break
        number = draws.choice(state.legal_actions())
        action = json.loads(state.action_to_json(number))
        schema("action").validate(action)
        state.apply_action(number)
    wrong = [("legal", []), ("outcome", {"winner": None, "reason": "over"}), ("key", "12"), ("side",), ("board", [])]
    for change in wrong:
        assert state.is_terminal() or not schema("state").is_valid(changed(shown, *change)), change
    for change in [("actions", [{"player": 2, "action": 0, "move": "1"}]), ("returns", [1]), ("state", {}), ("start",)]:
        assert not schema("trajectory").is_valid(changed(played, *change)), change


def test_ply_and_the_package_write_the_same():
    """The lines are what `ply export --json` prints, which a test of the commands checks."""
    lines = check_lines("trajectory", ROOT / "crates" / "cli" / "tests" / "trajectories.jsonl")
    assert [line["game"] for line in lines] == sorted(pg.games())
    for line in lines:
        state = pg.game(line["game"], rules=line["rules"]).deserialize_state(json.dumps(line))
        # The rules have not ended every recorded game.
        returns = line["returns"] if state.is_terminal() else [0, 0]
        assert json.loads(state.serialize()) == line | {"returns": returns}
        assert json.loads(state.to_json()) == line["state"]


def test_the_page_links_every_schema():
    page = (ROOT / "docs" / "reference" / "formats.md").read_text()
    for path in (ROOT / "docs" / "reference" / "schemas").iterdir():
        assert f"](schemas/{path.name})" in page, path.name
