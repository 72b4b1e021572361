"""The task of inspect-ai, with scripted models."""

import json
import pathlib
import re

import pytest

pytest.importorskip("inspect_ai", reason="pip install inspect-ai==0.3.285")

from inspect_ai import eval as evaluate
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from plyground.adapters import inspect

DATA = pathlib.Path(__file__).parents[2] / "data" / "kalah-first-1000.jsonl"


def scores(tmp_path, reply, **settings):
    """Evaluates a model that is a function from the texts of its messages to a reply, and returns the log."""

    def outputs(messages, *_):
        output = ModelOutput.from_content("mockllm", reply([message.text for message in messages]))
        # Without a count of tokens, inspect downloads a tokenizer.
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    model = get_model("mockllm/model", custom_outputs=outputs)
    task = inspect.exact_play(positions=20, data=str(DATA), **settings)
    (log,) = evaluate(task, model=model, log_dir=str(tmp_path), display="none")
    assert log.status == "success", log.error
    return log


def test_regrets_are_exact(tmp_path):
    def first(texts):
        return json.dumps({"move": re.search(r"Legal moves: (\d)", texts[0])[1]})

    log = scores(tmp_path, first, legal=True)
    expected = []
    for line in DATA.read_text().splitlines()[:20]:
        values = json.loads(line)["values"]
        expected.append(max(values.values()) - values[min(values, key=int)])
    found = {sample.id: sample.scores["regret"].value for sample in log.samples}
    assert [found[number]["regret"] for number in range(20)] == expected
    assert [found[number]["perfect"] for number in range(20)] == [int(not regret) for regret in expected]
    means = {(score.name, name): metric.value for score in log.results.scores for name, metric in score.metrics.items()}
    assert means["regret", "mean"] == pytest.approx(sum(expected) / 20)


def test_a_model_may_think_again_once(tmp_path):
    def late(texts):
        return '{"move": "1"}' if "not accepted" in texts[-1] else "Let me think."

    log = scores(tmp_path, late)
    statuses = [sample.scores["regret"].explanation for sample in log.samples]
    assert set(statuses) <= {"Unparsable, Move", "Unparsable, Illegal"} and "Unparsable, Move" in statuses
    for sample in log.samples:
        values = sample.metadata["values"]
        worst = max(values.values()) - min(values.values())
        expected = max(values.values()) - values["1"] if "1" in values else worst
        assert sample.scores["regret"].value["regret"] == expected


def test_a_best_move_is_perfect(tmp_path):
    best = {}
    for line in DATA.read_text().splitlines()[:20]:
        data = json.loads(line)
        best[data["position"]] = max(data["values"], key=data["values"].get)

    tasks = inspect.exact_play(positions=20, data=str(DATA))
    prompts = {sample.input: best[sample.metadata["position"]] for sample in tasks.dataset}
    log = scores(tmp_path, lambda texts: json.dumps({"move": prompts[texts[0]]}))
    assert all(sample.scores["regret"].value == {"regret": 0, "perfect": 1} for sample in log.samples)
    assert "Legal moves" not in next(iter(prompts))
