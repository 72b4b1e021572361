"""An engine for the tests: knows the rules from the stand-in, and plays at random, or misbehaves."""

import random
import sys
import time

from referee import Game


def legal(game):
    centre = (game.n // 2, game.n // 2) if game.n % 2 == 1 and game.turns == 0 else None
    moves = [f"{r},{q}" for r, q in game.cells() if (r, q) not in game.stones and (r, q) != centre]
    return moves + (["steal"] if game.turns == 1 else [])


def main():
    fault = sys.argv[1] if len(sys.argv) > 1 else "none"
    chooser = random.Random(5)
    game = None
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        if words[0] == "ugi":
            print("id name small engine\nugiok", flush=True)
        elif words[0] == "isready":
            print("readyok", flush=True)
        elif words[0] == "position":
            game = Game(int(words[1]))
            for mv in words[words.index("moves") + 1:] if "moves" in words else []:
                action = ("STEAL",) if mv == "steal" else ("PLACE", *map(int, mv.split(",")))
                game.play("red" if game.turns % 2 == 0 else "blue", action)
        elif words[0] == "go":
            if fault == "crash":
                sys.exit(3)
            if fault == "hang":
                time.sleep(30)
            move = "e2e4" if fault == "nonsense" else chooser.choice(legal(game))
            print("info depth 1\nbestmove " + move, flush=True)
        elif words[0] == "quit":
            break


main()
