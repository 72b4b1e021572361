"""Writes the reference page of the package from its stubs and docstrings: `python tests/reference.py` writes it again.

It reads source text alone, so the compiled half need not be there.
"""

import ast
import inspect
import pathlib
import re
import textwrap

ROOT = pathlib.Path(__file__).parents[3]
PACKAGE = ROOT / "crates" / "python" / "python" / "plyground"
PAGE = ROOT / "docs" / "reference" / "python.md"

INTRO = """\
# Python API

This page is generated from the stubs and docstrings of the package by `python crates/python/tests/reference.py`.
[Use Python](../guides/python.md) shows the package at work.
Editors and `help()` show types, shapes, units, ranges and errors in full.
Bad input is a `ValueError`, or a `TypeError` if the type is wrong.
An object that is changed in a callback of its own call, or an agent that is asked there, raises a `RuntimeError`.
"""

# The sections of the page: a heading, then modules with the names to describe; all public names where there are none.
SECTIONS = [
    ("Functions", [("_own.py", ["game"]), ("_core.pyi", ["games"]), ("_arena.py", ["match", "tournament", "tune", "read_records"]),
                   ("_learn.py", ["learn", "export_samples"]), ("_playouts.py", ["playouts"]), ("_own.py", ["check"])]),
    ("Game", [("_core.pyi", ["Game"])]),
    ("State", [("_core.pyi", ["State"])]),
    ("Agent", [("_core.pyi", ["Agent"])]),
    ("Batch", [("_batch.py", ["Batch"])]),
    ("Results", [("_analysis.py", ["Analysis", "Line", "RootMove", "Feature"]), ("_arena.py", ["Result", "Tuned"]), ("_learn.py", ["Learned"]),
                 ("_playouts.py", ["Playouts"])]),
    ("Games and evaluations in Python", [("_own.py", ["PythonGame", "PythonEvaluation", "Weight"])]),
    ("Exact values", [("_core.pyi", ["Oracle"]), ("oracle.py", ["positions", "score", "Position", "ScoredMove"]),
                      ("benchmark.py", ["judge", "read", "Report"])]),
    ("Language models", [("llm.py", ["rules_text", "render", "prompt", "parse", "rethink", "ask", "Episode", "Outcome", "Turn",
                                     "Move", "Unparsable", "Empty", "Truncated", "Illegal"]),
                         ("_disguise.py", ["disguise", "Disguise", "Disguised"])]),
]

PREFIXES = {"oracle.py": "oracle.", "benchmark.py": "benchmark.", "llm.py": "llm.", "_disguise.py": "llm."}


def page():
    """Returns the text of the page."""
    parts = [INTRO]
    for heading, modules in SECTIONS:
        parts.append(f"\n## {heading}\n\n")
        for module, names in modules:
            nodes = {node.name: node for node in ast.parse((PACKAGE / module).read_text()).body if hasattr(node, "name")}
            for name in names:
                parts += _lines(nodes[name], PREFIXES.get(module, ""), is_alone=name == heading)
    return "".join(parts)


def _lines(node, prefix, is_alone):
    """The lines of a function or a class."""
    if isinstance(node, ast.FunctionDef):
        return [_item(f"- `{prefix}{node.name}({_parameters(node)})`", _summary(node))]
    lines = [_summary(node) + "\n\n"] if is_alone else [_item(f"- `{prefix}{node.name}`", _summary(node))]
    indent = "" if is_alone else "  "
    members = list(_members(node))
    plain = [f"`{name}`" for name, summary in members if not summary]
    if plain:
        lines.append(_item(f"{indent}- {', '.join(plain)}", ""))
    return lines + [_item(f"{indent}- `{name}`", summary) for name, summary in members if summary]


def _item(head, summary):
    """An item of a list, in lines of at most 120 columns."""
    text = f"{head}: {summary}" if summary else head
    indent = " " * (len(head) - len(head.lstrip()) + 2)
    return textwrap.fill(text, 118, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False) + "\n"


def _members(node):
    """The constructor, the public attributes and the methods of a class, with their summaries."""
    for child, after in zip(node.body, [*node.body[1:], None]):
        if isinstance(child, ast.AnnAssign) and not child.target.id.startswith("_"):
            is_described = isinstance(after, ast.Expr) and isinstance(getattr(after, "value", None), ast.Constant)
            yield child.target.id, _first(after.value.value) if is_described else ""
        if isinstance(child, ast.FunctionDef):
            decorators = {ast.unparse(decorator) for decorator in child.decorator_list}
            if child.name == "__new__" or child.name == "__init__" and ast.get_docstring(child) is None:
                yield f"{node.name}({_parameters(child)})", ""
            elif not child.name.startswith("_") and ast.get_docstring(child):
                name = child.name if "property" in decorators else f"{child.name}({_parameters(child)})"
                yield name, _summary(child)


def _parameters(node):
    """The parameters of a function with their defaults, without types."""
    args = node.args
    positional = [arg.arg for arg in args.posonlyargs + args.args]
    defaults = [None] * (len(positional) - len(args.defaults)) + args.defaults
    shown = [_parameter(name, default) for name, default in zip(positional, defaults) if name not in ("self", "cls")]
    if args.vararg or args.kwonlyargs:
        shown.append(f"*{args.vararg.arg}" if args.vararg else "*")
        shown += [_parameter(arg.arg, default) for arg, default in zip(args.kwonlyargs, args.kw_defaults)]
    if args.kwarg:
        shown.append(f"**{args.kwarg.arg}")
    return ", ".join(shown)


def _parameter(name, default):
    return name if default is None else f"{name}={ast.unparse(default)}"


def _summary(node):
    text = ast.get_docstring(node)
    assert text, f"{node.name} has no docstring"
    return _first(text)


def _first(text):
    """The first sentence of a docstring."""
    paragraph = " ".join(inspect.cleandoc(text).split("\n\n")[0].split())
    return re.split(r"(?<=\.)\s+(?=[A-Z`])", paragraph)[0]


if __name__ == "__main__":
    PAGE.write_text(page())
