"""Positions as labelled facts, and as pictures in other names than the game's own."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ._core import State
from ._disguise import Skin

Facts = dict[str, Any]
"""What a position has, by label: numbers, texts, lists of coordinates, and dicts by coordinate."""

_Rows = list[list[tuple[str, str]]]
"""Rows of a board, from the top: the coordinates with what stands there. A coordinate without a name is a gap."""


def facts(state: State, skin: Skin) -> Facts:
    """Returns what a position has. A game in Python has its text alone."""
    maker = _FACTS.get(state.game.name)
    found = maker(str(state), skin) if maker else {"position": str(state)}
    return {**found, "to move": "no side, the game is over" if state.is_terminal() else skin.word(state.side_to_move)}


def labelled(found: Facts) -> str:
    """Returns facts as text, one per line."""
    lines = []
    for label, value in found.items():
        if isinstance(value, dict):
            value = ", ".join(f"{cell}: {what}" for cell, what in value.items()) or "none"
        elif isinstance(value, list):
            value = " ".join(value) or "none"
        lines.append(f"{label}: {value}")
    return "\n".join(lines)


def picture(state: State, skin: Skin) -> str:
    """Returns the board as text: the game's own, or in other names each coordinate with what stands there."""
    if not skin.cells:
        return state.board
    rows = _ROWS[state.game.name](str(state), skin)
    texts = [[f"{skin.cell(cell)}:{what}" if cell else "" for cell, what in row] for row in rows]
    width = max(len(text) for row in texts for text in row)
    board = ["  ".join(text.ljust(width) for text in row).rstrip() for row in texts]
    others = {label: value for label, value in facts(state, skin).items() if not isinstance(value, (dict, list))}
    return "\n".join([*board, labelled(others)])


def _kalah(text: str) -> tuple[list[int], list[int], list[int]]:
    """Returns the stores, and each side's houses."""
    m, *rest = (int(number) for number in text.split()[0].strip("<>").split(","))
    return rest[:2], rest[2 : 2 + m], rest[2 + m :]


def _kalah_facts(text: str, skin: Skin) -> Facts:
    stores, *sides = _kalah(text)
    found: Facts = {}
    for side, store, houses in zip(("south", "north"), stores, sides):
        name = skin.word(side)
        found[f"{name} {skin.word('house')}s"] = {skin.cell(str(i + 1)): seeds for i, seeds in enumerate(houses)}
        found[f"{name} {skin.word('store')}"] = store
    return found


def _kalah_rows(text: str, skin: Skin) -> _Rows:
    south, north = ([(str(i + 1), str(seeds)) for i, seeds in enumerate(row)] for row in _kalah(text)[1:])
    return [north[::-1], south]


def _tigers_facts(text: str, skin: Skin) -> Facts:
    points, outside, _ = text.split()
    tigers, goats, empty = ([skin.cell(str(i)) for i, what in enumerate(points) if what == kind] for kind in "TG.")
    name = skin.word("goats")
    return {
        skin.word("tigers"): tigers,
        name: goats,
        "empty points": empty,
        f"{name} outside": int(outside),
        f"{name} taken": 15 - int(outside) - len(goats),
    }


def _tigers_rows(text: str, skin: Skin) -> _Rows:
    letters = {"T": skin.word("tigers")[0].upper(), "G": skin.word("goats")[0].upper(), ".": "."}
    points = [(str(point), letters[what]) for point, what in enumerate(text.split()[0])]
    gap = [("", "")]
    return [gap * 2 + points[:1], points[1:7], points[7:13], points[13:19], gap + points[19:]]


def _cachex_facts(text: str, skin: Skin) -> Facts:
    found: Facts = {
        f"{skin.word(side)} {skin.word('stone')}s": [
            skin.cell(f"{r},{q}") for r, row in enumerate(text.split()[1].split("/")) for q, what in enumerate(row) if what == side[0]
        ]
        for side in ("red", "blue")
    }
    return {"rows and columns": int(text.split()[0]), **found, "turns played": int(text.split()[3])}


def _cachex_rows(text: str, skin: Skin) -> _Rows:
    letters = {"r": skin.word("red")[0].upper(), "b": skin.word("blue")[0].upper(), ".": "."}
    rows = enumerate(text.split()[1].split("/"))
    return [[(f"{r},{q}", letters[what]) for q, what in enumerate(row)] for r, row in rows][::-1]


_KINDS = {"k": "pharaoh", "x": "sphinx", "a": "anubis", "s": "scarab", "p": "pyramid"}
_FACING = ("north", "east", "south", "west")
_CORNERS = ("north and east", "south and east", "south and west", "north and west")
_SCARABS = ("/", "\\")


def _khet(text: str) -> dict[str, tuple[str, int]]:
    """Returns the pieces by their squares: the letter, and the direction from 1 to 4, or 0 without one."""
    found = {}
    for rank, row in zip("87654321", text.split()[0].split("/")):
        file = 0
        for king, letter, digit in re.findall(r"([Kk])|([A-Za-z]?)([0-9])", row):
            if king or letter:
                found["abcdefghij"[file] + rank] = (king or letter, int(digit or 0))
            file += 1 if king or letter else int(digit)
    return found


def _khet_facts(text: str, skin: Skin) -> Facts:
    found: Facts = {}
    for side, is_capital in (("silver", True), ("red", False)):
        pieces = {}
        for square, (letter, direction) in _khet(text).items():
            if letter.isupper() == is_capital:
                kind = _KINDS[letter.lower()]
                facing = _facing(kind, direction, skin)
                pieces[skin.cell(square)] = f"{skin.word(kind)}{facing}"
        found[f"{skin.word(side)} pieces"] = pieces
    return found


def _facing(kind: str, direction: int, skin: Skin) -> str:
    if kind == "scarab":
        return f" with {skin.word('mirror')} {_SCARABS[direction % 2]}"
    names = _CORNERS if kind == "pyramid" else _FACING
    return f" facing {names[direction - 1]}" if direction else ""


def _khet_rows(text: str, skin: Skin) -> _Rows:
    pieces = _khet(text)

    def symbol(square: str) -> str:
        if square not in pieces:
            return "."
        letter, direction = pieces[square]
        kind = _KINDS[letter.lower()]
        shown = skin.word(kind)[0]
        arrow = _SCARABS[direction % 2] if kind == "scarab" else (" ◥◢◣◤" if kind == "pyramid" else " ↑→↓←")[direction]
        return (shown.upper() if letter.isupper() else shown) + arrow.strip()

    return [[(file + rank, symbol(file + rank)) for file in "abcdefghij"] for rank in "87654321"]


_FACTS: dict[str, Callable[[str, Skin], Facts]] = {
    "kalah": _kalah_facts,
    "khet": _khet_facts,
    "tigers": _tigers_facts,
    "cachex": _cachex_facts,
}
_ROWS: dict[str, Callable[[str, Skin], _Rows]] = {
    "kalah": _kalah_rows,
    "khet": _khet_rows,
    "tigers": _tigers_rows,
    "cachex": _cachex_rows,
}
