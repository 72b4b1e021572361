"""The rules of the games as text for a reader that knows none of them, with names that a disguise can replace.

A text has `{word}` where a name stands; `WORDS` has the games' own names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ._core import Game

WORDS: dict[str, dict[str, str]] = {
    "kalah": {"south": "south", "north": "north", "seed": "seed", "house": "house", "store": "store", "sow": "sow"},
    "tigers": {"tigers": "tigers", "tiger": "tiger", "goats": "goats", "goat": "goat", "jump": "jump"},
    "cachex": {"red": "red", "blue": "blue", "stone": "stone", "diamond": "diamond", "capture": "capture"},
    "khet": {
        "silver": "silver", "red": "red", "laser": "laser", "mirror": "mirror",
        "pharaoh": "pharaoh", "sphinx": "sphinx", "anubis": "anubis", "scarab": "scarab", "pyramid": "pyramid",
    },
}  # fmt: skip
"""The names in each game's rules."""

STORIES: dict[str, list[str]] = {
    "kalah": [
        "amber jade pebble pit bowl drop",
        "bakers millers grain silo ship pour",
        "miners smiths coin purse vault deal",
        "east west berry nest barrel lay",
    ],
    "tigers": [
        "wolves wolf pilgrims pilgrim leap",
        "pikes pike minnows minnow strike",
        "hawks hawk sparrows sparrow swoop",
        "trolls troll miners miner vault",
    ],
    "cachex": [
        "amber jade lamp kite quench",
        "oak elm root clover uproot",
        "ivory ebony bead arrowhead take",
        "north south cairn wedge clear",
    ],
    "khet": [
        "ivory ebony beam slope queen lamp wall vane prism",
        "summer winter ray blade heart well guard door leaf",
        "dawn dusk bolt face elder tower shield hinge prism",
        "oak elm gust sail crown horn rock vane feather",
    ],
}
"""Other names, in the order of `WORDS`."""

_LINES = (
    "0 2 8 14 19", "0 3 9 15 20", "0 4 10 16 21", "0 5 11 17 22", "1 7 13", "6 12 18",
    "1 2 3 4 5 6", "7 8 9 10 11 12", "13 14 15 16 17 18", "19 20 21 22",
)  # fmt: skip
"""The straight lines of the board of Tigers and Goats."""


def options(game: Game, defaults: str, sets: Mapping[str, str]) -> dict[str, str]:
    """Returns the options of the rules in force. `sets` has what a named rule set changes."""
    name, *changes = game.rules.split(",")
    pairs = [*defaults.split(","), *filter(None, sets.get(name, "").split(",")), *changes]
    return dict(pair.split("=", 1) for pair in pairs)


def text(game: Game, words: Mapping[str, str], cell: Callable[[str], str], sign: Callable[[str], str]) -> str:
    """Returns the rules of a game with these names; `cell` names a coordinate and `sign` a sign of the moves."""
    maker = _TEXTS.get(game.name)
    if maker is None:
        own = type(game.new_initial_state().position).__doc__
        if not own:
            raise ValueError(f"{game.name} has no rules as text: expected a docstring of its class")
        return own.strip()
    return maker(game, cell, sign).format(**words).strip()


def axes(start: str, cell: Callable[[str], str], game: str) -> tuple[list[str], list[str]]:
    """Returns the cells of the first row and of the first column of a board of rows and columns."""
    if game == "khet":
        return [cell(f"{file}1") for file in "abcdefghij"], [cell(f"a{rank}") for rank in range(1, 9)]
    size = int(start.split()[0])
    return [cell(f"0,{column}") for column in range(size)], [cell(f"{row},0") for row in range(size)]


def _kalah(game: Game, cell: Callable[[str], str], sign: Callable[[str], str]) -> str:
    sets = {
        "tournament": "majority=on",
        "empty-capture": "capture=empty",
        "kalaha": "capture=none,end=mover",
        "kgp": "majority=on,sweep=on",
    }
    chosen = options(game, "capture=standard,end=either,majority=off,sweep=off", sets)
    houses = int(str(game.new_initial_state()).split(",")[0].strip("<"))
    order = ", ".join(cell(str(house)) for house in range(1, houses + 1))
    pairs = ", ".join(f"{cell(str(i))} with {cell(str(houses + 1 - i))}" for i in range(1, houses + 1))
    capture = {
        "standard": "If the last {seed} falls into an own {house} that was empty, and the opposite {house} is not empty, "
        "both this {seed} and all of the opposite {house} go to your {store}.",
        "empty": "If the last {seed} falls into an own {house} that was empty, both this {seed} and all of the opposite "
        "{house}, which may be empty, go to your {store}.",
        "none": "Nothing is ever captured.",
    }[chosen["capture"]]
    end = {
        "either": "The game ends when all {house}s of one side are empty, whichever side is to move.",
        "mover": "The game ends when all {house}s of the side to move are empty.",
    }[chosen["end"]]
    majority = "It also ends when a {store} holds more than half of all {seed}s.\n" if chosen["majority"] == "on" else ""
    rest = "At the end, each {seed} left in a {house} belongs to the owner of the {house}.\n"
    if majority and chosen["sweep"] == "off":
        rest = rest.replace("At the end", "At the end, except after such a majority")
    return (
        "Two sides, {south} and {north}, each own a row of {house}s and a {store}. {south} moves first.\n"
        f"Each side names its own {{house}}s, in the order of its play: {order}.\n"
        f"A {{house}} of one side lies opposite a {{house}} of the other side: {pairs}.\n"
        "A move names an own {house} that is not empty. You take all its {seed}s and {sow} them one by one into the places "
        "that follow: the rest of your {house}s in order, your {store}, the other side's {house}s in their order, then "
        "your {house}s again from the first. The other side's {store} is skipped, and no {house} is, not even the one "
        "that you emptied.\n"
        "If the last {seed} falls into your {store}, you move again.\n"
        f"{capture}\n{end}\n{majority}{rest}The side with more {{seed}}s wins; equal numbers are a draw.\n"
        f'A move is written as the name of the {{house}}, such as "{cell("2")}".'
    )


def _tigers(game: Game, cell: Callable[[str], str], sign: Callable[[str], str]) -> str:
    chosen = options(game, "captures_to_win=15,repetition=3", {})
    lines = "; ".join("-".join(map(cell, line.split())) for line in _LINES)
    repetition = chosen["repetition"]
    draw = "" if repetition == "off" else f"A position that occurs for the {_ordinal(repetition)} time is a draw; the start counts.\n"
    step, jump = sign("-"), sign("x")
    return (
        "One side has three {tigers}, the other fifteen {goats}, on a board of 23 points. The {goats} move first.\n"
        f"The straight lines of the board are: {lines}.\n"
        "Two points are neighbours if they are next to each other on a line.\n"
        f"At the start the {{tigers}} stand on {cell('0')}, {cell('3')} and {cell('4')}, and all {{goats}} are outside.\n"
        "As long as {goats} are outside, the {goats}' move places one on an empty point. Afterwards one {goat} steps to an "
        "empty neighbour. {goats} never {jump}.\n"
        "In the {tigers}' move, one {tiger} steps to an empty neighbour, or it may {jump} over a neighbouring {goat} to the "
        "empty point right behind it on the same line; that {goat} leaves the game. This is never compulsory.\n"
        f"The {{tigers}} win when they have taken {chosen['captures_to_win']} {{goats}}. A side to move that has no legal "
        f"move loses. Passing is illegal.\n{draw}"
        f'Moves are written "{sign("@")}{cell("9")}" to place on {cell("9")}, "{cell("8")}{step}{cell("9")}" to step from '
        f'{cell("8")} to {cell("9")}, and "{cell("3")}{jump}{cell("15")}" to {{jump}} from {cell("3")} to {cell("15")}.'
    )


def _cachex(game: Game, cell: Callable[[str], str], sign: Callable[[str], str]) -> str:
    chosen = options(game, "steal=on,centre_ban=on,turn_limit=343,repetition=7", {})
    start = str(game.new_initial_state())
    size = int(start.split()[0])
    columns, rows = axes(start, cell, game.name)
    centre, steal = f"{size // 2},{size // 2}", sign("steal")
    special = ""
    if chosen["centre_ban"] == "on" and size % 2:
        special += f"{{red}}'s first {{stone}} may not be on {cell(centre)}.\n"
    if chosen["steal"] == "on":
        special += (
            f'In the second turn of the game {{blue}} may play "{steal}" instead: the {{red}} {{stone}} is removed, and a '
            "{blue} {stone} appears on the cell with its row and column numbers exchanged.\n"
        )
    end = "" if chosen["turn_limit"] == "off" else f"After {chosen['turn_limit']} turns the game is a draw.\n"
    if chosen["repetition"] != "off":
        end += f"When the same {{stone}}s stand for the {_ordinal(chosen['repetition'])} time, the game is a draw.\n"
    return (
        f"Two sides, {{red}} and {{blue}}, play on a rhombus of {size} rows and {size} columns of hexagons. {{red}} moves first.\n"
        f"Row 0 at the bottom has the cells, from column 0 at the left: {' '.join(columns)}.\n"
        f"Column 0 has the cells, from row 0 upwards: {' '.join(rows)}. The other cells are named alike.\n"
        "The neighbours of the cell in row r and column q are those in (r, q-1), (r, q+1), (r+1, q-1), (r+1, q), (r-1, q) "
        "and (r-1, q+1).\n"
        "{red} wins by connecting row 0 with the last row, {blue} by connecting column 0 with the last column, with "
        "neighbouring {stone}s of its own.\n"
        f"In a turn you place a {{stone}} on an empty cell; passing is illegal.\n{special}"
        "A {diamond} is two neighbouring cells, its middle, and the two cells that are neighbours of both, its ends. If your "
        "new {stone} and another of yours are the middle and the other side's are the ends, or the other way round, you "
        "{capture} these two: they are removed. All {diamond}s of the new {stone} count at once.\n"
        f"{end}"
        f'A move is written as a cell, such as "{cell("0,1")}".'
    )


def _khet(game: Game, cell: Callable[[str], str], sign: Callable[[str], str]) -> str:
    defaults = "pharaoh_turns=off,scarab_both_turns=off,strict_swap=on,ply_limit=off"
    two = "scarab_both_turns=on"
    sets = {"lax": "strict_swap=off", "two": f"{two},strict_swap=off", "epam": f"pharaoh_turns=on,{two}"}
    chosen = options(game, defaults, sets)
    files, ranks = axes("", cell, game.name)
    joined = {side: " ".join(map(cell, squares.split())) for side, squares in _RESERVED.items()}
    turns = "The {sphinx} never steps." + ("" if chosen["pharaoh_turns"] == "on" else " The {pharaoh} does not turn.")
    swap = "Neither piece may" if chosen["strict_swap"] == "on" else "The {scarab} may not"
    limit = "" if chosen["ply_limit"] == "off" else f"After {chosen['ply_limit']} moves the game is a draw.\n"
    clockwise, back = sign("+"), sign("-")
    return (
        "Two sides, {silver} and {red}, play on 10 files and 8 ranks. {silver} plays from the bottom and moves first.\n"
        f"The bottom rank has the squares, from the left: {' '.join(files)}. The first file has, upwards: {' '.join(ranks)}. "
        "The other squares are named alike. North is up, east is right.\n"
        f"Only {{silver}} pieces may move to {joined['silver']}; only {{red}} pieces to {joined['red']}.\n"
        "A turn is one move, and then the {laser} of the own {sphinx} fires in the direction that it faces. A move steps one "
        "piece to an empty square beside it in any of eight directions, turns one piece by 90 degrees, or swaps a {scarab} "
        "with a {pyramid} or {anubis} of either side beside it, without turning them. "
        f"{swap} land on a square of the other side. {turns}\n"
        "The {sphinx} at the bottom right faces only north or west, that at the top left only south or east.\n"
        "The {laser} runs straight until it meets a piece or leaves the board. It may destroy a piece of either side:\n"
        "- {pyramid}: it faces two sides with its {mirror}, such as north and east. Met on one of them, it reflects the "
        "{laser} out of the other; met on another side, it is destroyed.\n"
        "- {scarab}: never destroyed. Its {mirror} \\ turns a {laser} that travels north to west, west to north, south to "
        "east and east to south; its {mirror} / turns north to east, east to north, south to west and west to south.\n"
        "- {anubis}: met on the side that it faces, nothing happens; met on another side, it is destroyed.\n"
        "- {sphinx}: nothing happens. The {laser} ends there.\n"
        "- {pharaoh}: destroyed from any side, and its side loses, even by its own {laser}.\n"
        f"A position that occurs for the third time is a draw; the start counts.\n{limit}"
        f'Moves are written "{cell("c1")}{cell("d2")}" to step or swap from {cell("c1")} to {cell("d2")}, '
        f'"{cell("h2")}{clockwise}" to turn the piece on {cell("h2")} clockwise, "{cell("h2")}{back}" anticlockwise.'
    )


_RESERVED = {
    "silver": "j1 j2 j3 j4 j5 j6 j7 j8 b1 b8",
    "red": "a1 a2 a3 a4 a5 a6 a7 a8 i1 i8",
}
_TEXTS: dict[str, Callable[[Game, Callable[[str], str], Callable[[str], str]], str]] = {
    "kalah": _kalah,
    "tigers": _tigers,
    "cachex": _cachex,
    "khet": _khet,
}


def _ordinal(number: str) -> str:
    return {"1": "first", "2": "second", "3": "third"}.get(number, f"{number}th")
