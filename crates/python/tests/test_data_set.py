"""`python -m plyground.oracle` as a person uses it: its files, its messages, and what becomes of a run that is broken off."""

import hashlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

import pytest
import yaml

from plyground import oracle
from plyground._data_set import _parser

DATA = pathlib.Path(__file__).parents[1] / "data"
PUBLISHED = (DATA / "kalah-first-1000.jsonl").read_bytes().splitlines(keepends=True)
SMALL = ["--game", "cachex", "-n", "45", "--seed", "7"]


def run(*arguments, **settings):
    command = [sys.executable, "-m", "plyground.oracle", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, timeout=300, **settings)


def messages(result):
    """The lines of standard error."""
    return result.stderr.decode().splitlines()


@pytest.fixture(scope="module")
def small():
    """A small data set, as standard output has it."""
    result = run(*SMALL)
    assert result.returncode == 0 and result.stdout.count(b"\n") == 45
    assert messages(result)[0].startswith("45 positions of cachex, seed 7: 45 to go, about ")
    assert messages(result)[-1] == hashlib.sha256(result.stdout).hexdigest()
    return result.stdout


@pytest.mark.parametrize(
    ("kept", "torn"), [(0, b""), (0, b"{"), (1, b""), (17, b'{"number":17,"game":"ca'), (44, b'{"number":44}'), (45, b"")]
)
def test_a_file_is_gone_on_with(small, tmp_path, kept, torn):
    path = tmp_path / "set.jsonl"
    path.write_bytes(b"".join(small.splitlines(keepends=True)[:kept]) + torn)
    result = run(*SMALL, "--out", path, "--resume", "--processes", 2)
    assert (result.returncode, result.stdout, path.read_bytes()) == (0, b"", small)
    assert messages(result)[0] == f"`{path}` has {kept} of 45 positions"
    assert messages(result)[-1] == hashlib.sha256(small).hexdigest()


def test_nothing_is_overwritten_unasked(small, tmp_path):
    path = tmp_path / "set.jsonl"
    assert run(*SMALL, "--out", path, "--resume").returncode == 0, "without a file it begins a new one"
    assert path.read_bytes() == small
    result = run(*SMALL, "--out", path)
    assert result.returncode == 2 and "is there already: expected --resume" in messages(result)[-1]
    other = run("--game", "cachex", "-n", "3", "--seed", "8", "--out", path, "--force")
    assert other.returncode == 0 and path.read_bytes().count(b"\n") == 3
    letter = tmp_path / "letter"
    letter.write_text("Dear Ada")
    for how in ("--resume", "--force"):
        result = run(*SMALL, "--out", letter, how)
        assert result.returncode == 2 and "is no data set" in messages(result)[-1]
    assert letter.read_text() == "Dear Ada"


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["--seed", "8"], "line 1: expected position 0 of 45 positions of cachex, seed 8"),
        (["--first", "1"], "line 1: expected position 1"),
        (["-n", "44"], "holds more than 44 positions"),
        (["--game", "kalah"], "line 1: expected position 0 of 45 positions of kalah"),
    ],
)
def test_a_file_of_something_else_is_not_gone_on_with(small, tmp_path, arguments, text):
    path = tmp_path / "set.jsonl"
    path.write_bytes(small)
    result = run(*SMALL, *arguments, "--out", path, "--resume")
    assert result.returncode == 2 and text in messages(result)[-1]
    assert path.read_bytes() == small


def test_a_damaged_line_is_named(small, tmp_path):
    path = tmp_path / "set.jsonl"
    path.write_bytes(small.replace(b'{"number":20,', b'{"number":21,'))
    result = run(*SMALL, "--out", path, "--resume")
    assert result.returncode == 2 and "line 21: expected position 20" in messages(result)[-1]


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["-n", "0"], "found 0, expected 1 to"),
        (["-n", "many"], "invalid number value: 'many'"),
        (["--first", "-1"], "found -1, expected 0 to"),
        (["--processes", "0"], "found 0, expected 1 to 256"),
        (["--resume"], "expected --out FILE"),
        (["--game", "chess"], "invalid choice"),
        (["--out", "x", "--resume", "--force"], "not allowed with argument"),
        (["--out", "nowhere/x"], "nowhere"),
        (["--game", "tigers", "-n", "1", "--tables", "nowhere"], "nowhere"),
    ],
)
def test_wrong_arguments(arguments, text, tmp_path):
    result = run(*arguments, cwd=tmp_path)
    assert result.returncode in (1, 2) and text in messages(result)[-1], messages(result)
    assert b"Traceback" not in result.stderr and result.stdout == b""


def begun(path, **settings):
    """A run of the published data set that has written its first lines."""
    command = [sys.executable, "-m", "plyground.oracle", "--out", str(path), "--processes", "2"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, **settings)
    while not (path.exists() and path.stat().st_size) and process.poll() is None:
        time.sleep(0.02)
    return process


def test_a_kill_leaves_no_process_behind(tmp_path):
    path = tmp_path / "set.jsonl"
    with begun(path) as process:
        process.kill()
        # Standard error ends when everybody who could write to it has ended.
        process.communicate(timeout=300)
    kept = path.read_bytes()
    assert b"".join(PUBLISHED).startswith(kept)
    n = kept.count(b"\n") + 1
    assert run("-n", n, "--out", path, "--resume").returncode == 0
    assert path.read_bytes() == b"".join(PUBLISHED[:n])


@pytest.mark.skipif(os.name == "nt", reason="no SIGINT for one process")
def test_ctrl_c_leaves_a_file_that_can_be_gone_on_with(tmp_path):
    path = tmp_path / "set.jsonl"
    # A separate process group, which gets the signal as from a terminal.
    with begun(path, start_new_session=True) as process:
        os.killpg(process.pid, signal.SIGINT)
        _, error = process.communicate(timeout=300)
    assert process.returncode == 130, error
    lines = error.decode().splitlines()
    assert lines[0].startswith("100,000 positions of kalah, seed 1: 100,000 to go, about ")
    assert lines[-1] == f"stopped: the same command with --resume continues `{path}`"
    assert b"Traceback" not in error
    kept = path.read_bytes().splitlines(keepends=True)
    assert 0 < len(kept) and kept == PUBLISHED[: len(kept)]
    n = len(kept) + 3
    assert run("-n", n, "--out", path, "--resume").returncode == 0
    assert path.read_bytes().splitlines(keepends=True) == PUBLISHED[:n]


def test_checksums(tmp_path):
    files = list(DATA.glob("*.sha256"))
    assert len(files) == len(oracle.PUBLISHED)
    found = {path.read_text().split()[0] for path in files}
    assert found == set(oracle.PUBLISHED.values())
    result = run("--check", DATA / "kalah-first-1000.jsonl")
    assert result.returncode == 0 and b"is what is published: 1,000 lines" in result.stdout
    changed = tmp_path / "changed.jsonl"
    changed.write_bytes(b"".join(PUBLISHED).replace(b'"player":0', b'"player":1', 1))
    result = run("--check", changed)
    assert result.returncode == 1 and b"differs from what is published" in result.stdout
    changed.write_bytes(b"".join(PUBLISHED[:12]))
    result = run("--check", changed)
    assert result.returncode == 1 and b"has 12 lines: checksums are published for 1,000" in result.stdout
    result = run("--check", tmp_path / "nowhere")
    assert result.returncode == 1 and "nowhere" in messages(result)[-1]


def test_the_data_card_states_what_the_command_writes():
    _, head, body = (DATA / "README.md").read_text().split("---\n", 2)
    head = yaml.safe_load(head)
    # The command of the card, for a few lines.
    command = re.search(r"python -m plyground.oracle (--out \S+)\n", body)[1].split()
    given = _parser().parse_args(command)
    assert (given.game, given.n, given.seed, given.first) == (*oracle.DATA_SET[:2], oracle.DATA_SET[2], 0)
    assert head["configs"] == [{"config_name": "default", "data_files": given.out.name}]
    lines = run("-n", 4).stdout.splitlines(keepends=True)
    assert lines == PUBLISHED[:4]
    kinds = {int: "int64", str: "string"}
    features = {feature["name"]: feature.get("dtype") or [one["name"] for one in feature["struct"]] for feature in head["dataset_info"]["features"]}
    for line in map(json.loads, PUBLISHED):
        found = {name: kinds.get(type(value), "values") for name, value in line.items()}
        assert found == {**features, "values": "values"} and list(found) == list(features)
        assert set(line["values"]) <= set(features["values"]) == set("123456")
    assert re.findall(r"^\| `(\w+)` \| (\w+) \|", body, re.MULTILINE) == [
        (name, {"int64": "integer", "string": "string"}.get(str(kind), "object")) for name, kind in features.items()
    ]
    table = re.findall(r"^\| `(\S+)` \| ([\d,]+) \| `(\w{64})` \|", body, re.MULTILINE)
    assert {int(count.replace(",", "")): digest for _, count, digest in table} == oracle.PUBLISHED
    listed = [path.read_text().split() for path in DATA.glob("*.sha256")]
    assert sorted([digest, name] for name, _, digest in table) == sorted(listed)
    licence = re.search('^license = "(.*)"', (DATA.parent / "pyproject.toml").read_text(), re.MULTILINE)[1]
    assert head["license"] == licence.lower().split(" or ")
