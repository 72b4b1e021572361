"""The examples of the documents, run in their order."""

import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).parents[3]


@pytest.mark.parametrize("path", ["docs/guides/python.md", "docs/guides/write-an-agent.md", "README.md", "crates/python/README.md"])
def test_examples_run(path, monkeypatch, tmp_path):
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / path).read_text(), re.MULTILINE | re.DOTALL)
    assert blocks
    monkeypatch.chdir(tmp_path)
    names = {}
    for number, block in enumerate(blocks):
        exec(compile(block, f"{path}, block {number + 1}", "exec"), names)
