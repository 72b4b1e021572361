"""The engine that the book shows: plain Python, driven by the protocol."""

import pathlib
import subprocess
import sys

import plyground as pg

ENGINE = pathlib.Path(__file__).parents[3] / "examples" / "engine" / "engine.py"


def answers(*lines):
    result = subprocess.run([sys.executable, ENGINE], input="\n".join(lines), capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result.stderr
    return result.stdout.splitlines()


def test_it_answers_the_protocol():
    said = answers("ugi", "no such command", "isready", "position startpos moves 3 1", "go nodes 5", "quit")
    assert said == ["id name Greedy in Python", "ugiok", "readyok", "bestmove 3"]
    assert answers("go", "position <3,5,13,0,0,0,0,0,0> S", "go") == ["bestmove none", "bestmove none"]


def test_it_plays_legal_moves_and_beats_random_play():
    game = pg.game("kalah", rules="kalaha")
    result = pg.match(f"engine:{sys.executable} {ENGINE}", "random", game=game, games=10, seed=1)
    assert {record["termination"] for record in result.records} == {"rules"}
    assert result.score > 0.8
