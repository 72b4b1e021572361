"""Puts the documentation of the compiled half into its stubs, where editors look for it: `python tests/stubs.py` writes them again.

The types are written by hand. PyO3 derives stubs from the Rust code (`maturin generate-stubs`), but it knows no type of a callback,
of an array or of a class in Python: `Any` would stand where a reader wants to know.
"""

import ast
import inspect
import pathlib

from plyground import _core

STUBS = pathlib.Path(__file__).parents[1] / "python" / "plyground" / "_core.pyi"


def documented(source):
    """Stubs with the documentation of what they describe, and with none that is not there any more."""
    lines = source.splitlines()
    for node, found in reversed(list(_described(ast.parse(source), _core))):
        text = inspect.getdoc(found)
        assert text, f"{node.name} of plyground._core has no documentation"
        head, body = node.body[0], node.body
        is_documented = isinstance(head, ast.Expr) and isinstance(head.value, ast.Constant) and isinstance(head.value.value, str)
        indent = " " * (node.col_offset + 4)
        doc = [f"{indent}{line}".rstrip() for line in f'"""{text}"""'.splitlines()]
        if is_documented:
            lines[head.lineno - 1 : head.end_lineno] = doc
        elif isinstance(node, ast.ClassDef):
            start = min([body[0].lineno, *(decorator.lineno for decorator in getattr(body[0], "decorator_list", ()))])
            lines[start - 1 : start - 1] = [*doc, ""]
        else:
            # Removes the dots at the end of the head.
            lines[head.lineno - 1] = lines[head.lineno - 1].removesuffix("...").rstrip()
            lines[head.lineno : head.lineno] = doc
    return "\n".join(lines) + "\n"


def _described(node, found):
    """The functions, classes, methods and properties of stubs, and what they describe; but no methods with underscores."""
    for child in node.body:
        if isinstance(child, ast.ClassDef | ast.FunctionDef) and not child.name.startswith("_"):
            described = getattr(found, child.name)
            yield child, described
            if isinstance(child, ast.ClassDef):
                yield from _described(child, described)


if __name__ == "__main__":
    STUBS.write_text(documented(STUBS.read_text()))
