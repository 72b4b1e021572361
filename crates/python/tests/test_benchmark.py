"""`python -m plyground.benchmark` as a person uses it."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import time

import pytest

import plyground as pg
from plyground import benchmark, llm, oracle

DATA = pathlib.Path(__file__).parents[1] / "data" / "kalah-first-1000.jsonl"
AGENTS = f"DATA = {str(DATA)!r}" + '''
import json
import os
import re
import time

number = 7
VALUES = {data["position"]: data["values"] for data in map(json.loads, open(DATA))}

def first(state):
    return state.legal_actions()[0]

def best(state):
    values = VALUES[str(state)]
    return max(values, key=values.get)

def illegal(state):
    return 99_999

def failing(state):
    raise LookupError("no\\nidea")

def slow(state):
    print("asked", flush=True)
    time.sleep(60)

def mute(prompt):
    return ""

def model(prompt):
    """Plays the first house that has seeds, after a first reply that is no move."""
    if "not accepted" not in prompt:
        return "Let me think"
    side = re.search(r"You play (\\\\w+)", prompt)[1]
    houses = re.search(f"{side} houses: (.*)", prompt)[1]
    return json.dumps({"move": re.search(r"(\\\\d+): [1-9]", houses)[1]})
'''.replace("\\\\", "\\")


@pytest.fixture
def run(tmp_path):
    """Runs the benchmark in a folder with the agents of `AGENTS`, without a ladder by default."""
    (tmp_path / "agents.py").write_text(AGENTS)

    def call(*arguments):
        command = [sys.executable, "-m", "plyground.benchmark", "--games", "0", *map(str, arguments)]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)

    return call


def test_a_report(run, tmp_path):
    arguments = ["--positions", 60, "--data", DATA, "--json", tmp_path / "one.json"]
    result = run("--agent", "agents:first", *arguments, "--plot", tmp_path / "plot.svg")
    assert result.returncode == 0, result.stderr
    report = json.loads((tmp_path / "one.json").read_text())
    regrets = []
    for line in DATA.read_text().splitlines()[:60]:
        values = json.loads(line)["values"]
        regrets.append(max(values.values()) - values[min(values, key=int)])
    assert report["regrets"] == regrets and report["mean_regret"] == sum(regrets) / 60
    low, high = report["mean_regret_interval"]
    assert low < report["mean_regret"] < high
    assert report["perfect"] == regrets.count(0) / 60 and report["benchmark"] == "the Plyground exact-play benchmark"
    assert result.stdout.startswith(f"mean regret {sum(regrets) / 60:.3f} (95% interval {low:.3f} to {high:.3f}), perfect moves ")
    assert (tmp_path / "plot.svg").read_text().startswith("<?xml")
    # Positions that are drawn are those of the published data set.
    assert run("--agent", "agents:first", "--positions", 5, "--json", tmp_path / "two.json").returncode == 0
    assert json.loads((tmp_path / "two.json").read_text())["regrets"] == regrets[:5]


def test_agents_rank_as_they_must(run, tmp_path):
    means = []
    for agent in ("random:seed=1", "greedy", "alphabeta:depth=6", "agents:best"):
        assert run("--agent", agent, "--positions", 80, "--data", DATA, "--json", tmp_path / "report.json").returncode == 0
        means.append(json.loads((tmp_path / "report.json").read_text())["mean_regret"])
    assert means == sorted(means, reverse=True) and len(set(means)) == 4 and means[-1] == 0


def test_elo_on_the_ladder(run, tmp_path):
    arguments = ["--positions", 5, "--data", DATA, "--games", 3, "--json", tmp_path / "report.json", "--plot", tmp_path / "plot.svg"]
    found = {}
    for agent in ("random:seed=1", "level-3", "alphabeta:depth=6"):
        result = run("--agent", agent, *arguments)
        assert result.returncode == 0, result.stderr
        found[agent] = report = json.loads((tmp_path / "report.json").read_text())
        assert report["ladder"]["games"] == 10 * 4, "a round robin of five players in pairs of games"
        assert {"best-2:nodes=1000", "best-2:nodes=100", "greedy:fresh=on", "random"} < {one["name"] for one in report["ladder"]["players"]}
        assert "\nElo on the ladder " in result.stdout and result.stdout.endswith("above the mean of level-1 to level-4\n")
        assert "ladder" in (tmp_path / "plot.svg").read_text()
    elo = {agent: report["elo"] if report["elo"] is not None else report["elo_interval"][0] or report["elo_interval"][1] for agent, report in found.items()}
    assert elo["random:seed=1"] < -100 < elo["level-3"] and elo["random:seed=1"] < elo["alphabeta:depth=6"]
    # A model that never has a move plays like the lowest level.
    result = run("--agent", "agents:mute", "--prompts", "--positions", 2, "--data", DATA, "--games", 2)
    assert "Elo on the ladder" in result.stdout, result.stderr


def test_a_judge_takes_what_a_match_takes():
    drawn = list(benchmark.read(str(DATA), "kalah", 5))
    first = benchmark.judge(lambda state: state.legal_actions()[0], drawn)
    text = benchmark.judge(lambda state: state.action_to_string(state.legal_actions()[0]), drawn)
    assert text == first
    assert benchmark.judge("greedy", drawn) == benchmark.judge(pg.Agent("kalah", "greedy"), drawn)


def test_elo_is_above_the_mean_of_the_levels():
    ratings = {"me": 120.0, "a": -10.0, "b": -20.0, "c": -30.0, "d": -60.0}
    players = [{"name": name, "rating": {"low": value - 40, "value": value, "high": None}} for name, value in ratings.items()]
    ladder = pg.Result(True, [], {"players": players, "pairings": [{"players": ["me", "a"]}]}, "")
    report = benchmark.Report([0, 1], {}, 0, ladder)
    assert report.elo == 120 - (-120 / 4) and report.elo_interval == (report.elo - 50, None)
    assert "Elo on the ladder +150 (95% interval +100 to open)" in str(report)
    assert benchmark.Report([0, 1], {}, 0).elo is None


def test_other_games(run):
    result = run("--agent", "best:nodes=50", "--game", "cachex", "--positions", 10)
    assert result.returncode == 0 and ", 10 positions\n" in result.stdout


def test_a_model_answers_prompts(run):
    result = run("--agent", "agents:model", "--prompts", "--positions", 60, "--data", DATA)
    plain = run("--agent", "agents:first", "--positions", 60, "--data", DATA)
    assert result.stdout == plain.stdout + "replies: 60 Move, 60 Unparsable; positions without a move: 0\n"
    result = run("--agent", "agents:mute", "--prompts", "--positions", 5, "--data", DATA)
    assert result.stdout.endswith("replies: 10 Empty; positions without a move: 5\n")


@pytest.mark.parametrize(
    ("arguments", "status", "text"),
    [
        (["--agent", "nowhere:function"], 2, "--agent nowhere:function: No module named 'nowhere'"),
        (["--agent", "agents:nothing"], 2, "has no attribute 'nothing'"),
        (["--agent", "agents:number"], 2, "found int, expected a function"),
        (["--agent", "nosuch"], 2, "found `nosuch`, expected one of `best`"),
        (["--agent", "best:nodes=x"], 2, "column 12"),
        (["--agent", "greedy", "--prompts"], 2, "--prompts needs a function"),
        (["--agent", "agents:first", "--json", "nowhere/one.json"], 2, "there is no folder nowhere"),
        (["--agent", "engine:/no/such/program"], 1, "`/no/such/program`: No such file"),
        (["--agent", "agents:illegal"], 1, "position 0: found the action 99999, expected one of [0, 1, 2, 3, 4]"),
        (["--agent", "agents:failing"], 1, "error: LookupError: no idea"),
        (["--agent", "greedy", "--data", "nowhere"], 1, "nowhere"),
        (["--agent", "greedy", "--data", "agents.py"], 1, "`agents.py`, line 1: "),
        (["--agent", "greedy", "--game", "cachex"], 1, "line 1: found a position of kalah, expected one of cachex"),
        (["--agent", "greedy", "--positions", "1"], 2, "found 1, expected 2 to"),
        (["--agent", "greedy", "--game", "khet"], 2, "invalid choice: 'khet'"),
        ([], 2, "required: --agent"),
    ],
)
def test_wrong_arguments(run, arguments, status, text):
    if "--data" not in arguments:
        arguments = [*arguments, "--data", DATA]
    result = run(*arguments)
    assert result.returncode == status and text in result.stderr.splitlines()[-1], result.stderr
    # The agent's own code is at fault.
    assert ("Traceback" in result.stderr) == ("agents:failing" in arguments) and result.stdout == ""


@pytest.mark.skipif(os.name == "nt", reason="no SIGINT for one process")
def test_ctrl_c(tmp_path):
    (tmp_path / "agents.py").write_text(AGENTS)
    command = [sys.executable, "-m", "plyground.benchmark", "--agent", "agents:slow", "--data", str(DATA)]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"asked\n"
        begun = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=60)
    assert process.returncode == 130 and error == b"" and time.monotonic() - begun < 20


def test_a_failure_counts_as_the_worst_move():
    position = next(oracle.positions("cachex", 1, seed=2))
    position = type(position)(0, position.state, dict(zip(position.values, [1, -1, *[0] * 9])))
    turn = llm.ask(lambda prompt: "", position.state)
    report = benchmark.judge(lambda state: turn, [position, position])
    assert report.regrets == [2, 2] and report.failures == 2 and report.statuses == {"Empty": 4}
    assert report.mean_regret_interval == (2.0, 2.0) and report.perfect_interval[0] == 0
    with pytest.raises(ValueError, match="found 1 positions, expected at least 2"):
        benchmark.judge(lambda state: turn, [position])
