"""A Kalah engine without a search: it takes an extra turn where it can, and else empties its fullest house."""

import sys


def parse(text):
    """Reads `<3,0,0,3,3,3,3,3,3> S`: houses per side, both stores, South's houses, North's houses, the side to move."""
    numbers, side = text.strip("<").split("> ")
    size, south, north, *houses = map(int, numbers.split(","))
    return [houses[:size], houses[size:]], [south, north], "SN".index(side)


def sow(houses, stores, side, house):
    """Plays a move under the rules `kalaha`, without captures, and returns the side to move."""
    row, place, seeds = side, house, houses[side][house]
    houses[side][house] = 0
    while seeds:
        place += 1
        if place < len(houses[row]):
            houses[row][place] += 1
            seeds -= 1
            continue
        if row == side:
            stores[side] += 1
            seeds -= 1
            if not seeds:
                return side
        row, place = 1 - row, -1
    return 1 - side


def choose(houses, stores, side):
    """Returns the number of a house, from 1."""
    row = houses[side]
    extra = [house for house, seeds in enumerate(row) if seeds and house + seeds == len(row)]
    return 1 + (extra[-1] if extra else row.index(max(row)))


position = None
for line in sys.stdin:
    match line.split():
        case ["ugi"]:
            print("id name Greedy in Python", "ugiok", sep="\n", flush=True)
        case ["isready"]:
            print("readyok", flush=True)
        case ["position", *words]:
            start, _, moves = " ".join(words).partition(" moves ")
            houses, stores, side = parse("<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S" if start == "startpos" else start)
            for move in moves.split():
                side = sow(houses, stores, side, int(move) - 1)
            position = houses, stores, side
        case ["go", *_]:
            print("bestmove", choose(*position) if position and any(position[0][position[2]]) else "none", flush=True)
        case ["quit"]:
            break
