"""Whole games under the stand-in for the referee, and engines with faults."""

import os
import sys
import time
import unittest
from pathlib import Path
from unittest import mock

FOLDER = Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER), str(FOLDER.parent)]

from plyground_cachex import EngineError, Player  # noqa: E402
import referee  # noqa: E402


def settings(command, patience="5"):
    return mock.patch.dict(
        os.environ,
        {"PLYGROUND_ENGINE": command, "PLYGROUND_GO": "nodes 200", "PLYGROUND_PATIENCE": patience},
    )


def small_engine(fault="none"):
    return f"'{sys.executable}' '{FOLDER / 'small_engine.py'}' {fault}"


class Rules(unittest.TestCase):
    """The stand-in itself: what the rules say in words."""

    def test_captures_by_both_corners(self):
        # b = (2,2), c = (2,3) are adjacent; a = (3,2) and d = (1,3) are adjacent to both.
        for first, last, taken in [((2, 2), (2, 3), [(3, 2), (1, 3)]), ((3, 2), (1, 3), [(2, 2), (2, 3)])]:
            game = referee.Game(6)
            game.stones = {first: "red", taken[0]: "blue", taken[1]: "blue"}
            game.turns = 4
            game.play("red", ("PLACE", *last))
            self.assertEqual(game.stones, {first: "red", last: "red"})

    def test_half_a_diamond_is_not_taken(self):
        game = referee.Game(6)
        game.stones = {(2, 2): "red", (3, 2): "blue"}
        game.turns = 4
        game.play("red", ("PLACE", 2, 3))
        self.assertEqual(game.stones[(3, 2)], "blue")

    def test_red_joins_the_rows_and_blue_the_columns(self):
        for player, line in [("red", [(0, 1), (1, 1), (2, 1)]), ("blue", [(1, 0), (1, 1), (1, 2)])]:
            game = referee.Game(3)
            game.stones = {cell: player for cell in line[:2]}
            game.turns = 4
            game.play(player, ("PLACE", *line[2]))
            self.assertEqual((game.winner, game.over), (player, True))

    def test_steal_mirrors_the_stone(self):
        game = referee.Game(4)
        game.play("red", ("PLACE", 0, 2))
        game.play("blue", ("STEAL",))
        self.assertEqual(game.stones, {(2, 0): "blue"})

    def test_wrong_actions_are_refused(self):
        for action in [("STEAL",), ("PLACE", 9, 9), ("PLACE", 1), ["PLACE", 0, 0], ("PLACE", 2, 2), None]:
            with self.assertRaises(referee.IllegalAction):
                referee.Game(5).play("red", action)


class Games(unittest.TestCase):
    """Whole games."""

    def check(self, command, sizes):
        with settings(command):
            for n in sizes:
                game, actions = referee.play(n, Player, Player)
                self.assertTrue(game.over)
                self.assertEqual(len(actions), game.turns)

    def test_games_of_the_small_engine(self):
        self.check(small_engine(), [3, 4, 5, 8])

    @unittest.skipUnless("PLYGROUND_TEST_ENGINE" in os.environ, "PLYGROUND_TEST_ENGINE names no engine")
    def test_games_of_the_real_engine(self):
        self.check(os.environ.get("PLYGROUND_TEST_ENGINE"), [3, 4, 5, 8, 9])

    def test_the_side_must_be_known(self):
        with self.assertRaisesRegex(ValueError, "expected 'red' or 'blue'"):
            Player("green", 5)


class Faults(unittest.TestCase):
    """Engines that fail are named, and nothing waits for ever."""

    def ask(self, command, patience="1"):
        with settings(command, patience):
            player = Player("red", 4)
            try:
                return player.action()
            finally:
                player.close()

    def test_faults_are_named(self):
        for fault, message in [
            ("crash", "the engine has ended, with status 3"),
            ("hang", "no `bestmove` from the engine within 1 s"),
            ("nonsense", "the engine answered `e2e4`, expected `r,q` or `steal`"),
        ]:
            start = time.monotonic()
            with self.assertRaisesRegex(EngineError, message):
                self.ask(small_engine(fault))
            self.assertLess(time.monotonic() - start, 10)

    def test_programs_that_cannot_be_started(self):
        with self.assertRaisesRegex(EngineError, "could not be started"):
            self.ask("/no/such/program")
        with self.assertRaisesRegex(EngineError, "has ended|does not listen"):
            self.ask(f"'{sys.executable}' -c pass", "5")


if __name__ == "__main__":
    unittest.main()
