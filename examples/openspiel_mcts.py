"""OpenSpiel's MCTS as an engine for Kalah(6,4): plays its game `mancala` by the protocol of docs/protocol.md.

    pip install open_spiel
    ply match kalah --first mcts:depth=5 --second "engine:python3 examples/openspiel_mcts.py 1.4 1024" --games 400

Arguments: the exploration constant (for results from -1 to 1, twice ours), simulations a move, and a seed. Given `--speed N` as a
fourth, it prints the simulations a second of N moves from the start instead.
"""

import sys
import time

import pyspiel

GAME = pyspiel.load_game("mancala")


def make_bot(constant: float, simulations: int, seed: int) -> pyspiel.MCTSBot:
    """A bot with one playout for each leaf and proven results."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    return pyspiel.MCTSBot(GAME, evaluator, constant, simulations, 1_000, True, seed, False)


def first_action(player: int) -> int:
    """The action of a player's house 1."""
    return 1 if player == 0 else 8


def state_of(words: list[str]) -> pyspiel.State:
    """The state after `startpos moves ...`."""
    if words[:1] != ["startpos"] and words[:2] != ["<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>", "S"]:
        raise ValueError(f"only the start of Kalah(6,4) is known, not {' '.join(words)}")
    state = GAME.new_initial_state()
    moves = words[words.index("moves") + 1 :] if "moves" in words else []
    for move in moves:
        state.apply_action(first_action(state.current_player()) + int(move) - 1)
    return state


def main() -> None:
    """Answers the commands of the protocol."""
    constant, simulations = float(sys.argv[1]), int(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    bot = make_bot(constant, simulations, seed)
    if sys.argv[4:5] == ["--speed"]:
        start = time.process_time()
        for _ in range(int(sys.argv[5])):
            bot.step(GAME.new_initial_state())
        print(f"{int(sys.argv[5]) * simulations / (time.process_time() - start):.0f} simulations a second")
        return
    state = GAME.new_initial_state()
    for line in sys.stdin:
        command, *words = line.split() or [""]
        answer = ""
        if command == "ugi":
            answer = "id name OpenSpiel MCTS\nugiok"
        elif command == "isready":
            answer = "readyok"
        elif command == "uginewgame":
            seed += 1
            bot = make_bot(constant, simulations, seed)
        elif command == "position":
            state = state_of(words)
        elif command == "go":
            player = state.current_player()
            answer = f"bestmove {bot.step(state) - first_action(player) + 1}"
        elif command == "quit":
            return
        if answer:
            print(answer, flush=True)


if __name__ == "__main__":
    main()
