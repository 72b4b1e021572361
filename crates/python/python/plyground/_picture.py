"""The board of a state for people: as text, or as pixels with the packages resvg-py and pillow."""

from __future__ import annotations

import importlib.util
import io
from typing import Any

import numpy as np

from . import _core

MODES = ["human", "ansi", "rgb_array"]
"""The render modes: the text is printed, the text is returned, an array of uint8 (height, width, 3) is returned."""


def check_mode(mode: str | None) -> str | None:
    """Returns a render mode whose packages are there."""
    if mode not in (None, *MODES):
        raise ValueError(f"render_mode={mode!r}: expected None or one of {', '.join(map(repr, MODES))}")
    missing = [package for package, name in (("resvg-py", "resvg_py"), ("pillow", "PIL")) if importlib.util.find_spec(name) is None]
    if mode == "rgb_array" and missing:
        raise ImportError(f"render_mode='rgb_array' needs {' and '.join(missing)}: `pip install {' '.join(missing)}`")
    return mode


def render(state: _core.State, mode: str | None) -> Any:
    """Renders a state in a mode."""
    if mode == "rgb_array":
        import resvg_py
        from PIL import Image

        png = resvg_py.svg_to_bytes(svg_string=state._repr_svg_())
        return np.array(Image.open(io.BytesIO(bytes(png))).convert("RGB"))
    if mode == "human":
        print(state.board)
    return state.board if mode == "ansi" else None
