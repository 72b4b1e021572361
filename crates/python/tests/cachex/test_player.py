"""Whole games under the stand-in for the referee, and engines with faults."""

import os
import random
import re
import subprocess
import sys
import time
import unittest
from pathlib import Path
from unittest import mock

FOLDER = Path(__file__).resolve().parent
SOURCES = FOLDER.parents[1] / "python"
sys.path[:0] = [str(FOLDER), str(SOURCES)]

from plyground.cachex_referee import Clock, EngineError, Player  # noqa: E402
import referee  # noqa: E402


def settings(command, patience="5"):
    return mock.patch.dict(
        os.environ,
        {"PLYGROUND_ENGINE": command, "PLYGROUND_GO": "nodes 200 movetime 500", "PLYGROUND_PATIENCE": patience},
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


class Limits(unittest.TestCase):
    """The course's limits: n² seconds for the whole game, and 100 MB of address space a player."""

    def watched(self, n, engine, players=("plyground.cachex_referee",) * 2, space="100", go="nodes 200", clock=None):
        """A game in a process of its own, as the referee plays it: seconds of both, MB of both together, and what was said."""
        path = os.pathsep.join([str(SOURCES), str(FOLDER)])
        settings = {"PLYGROUND_ENGINE": engine, "PYTHONPATH": path, "PLYGROUND_GO": go}
        clock = clock or n * n
        settings["PLYGROUND_CLOCK"] = str(clock)
        command = [sys.executable, str(FOLDER / "referee.py"), str(n), *players, "-s", space, "-t", str(clock)]
        done = subprocess.run(command, env={**os.environ, **settings}, capture_output=True, text=True, timeout=600)
        seconds = [float(text) for text in re.findall(r"(\d+\.\d+) s;", done.stdout)]
        space = [float(text) for text in re.findall(r"players: (\d+\.\d+) MB", done.stdout)]
        return seconds, max(space, default=None), done.stdout + done.stderr

    def test_two_players_need_less_than_16_mb(self):
        if referee.BEFORE_PLAYERS is None:
            self.skipTest("this system does not report the size of an address space")
        _, space, said = self.watched(6, small_engine())
        self.assertIn("winner: ", said)
        self.assertLess(space, 16, said)

    def test_the_stand_in_counts_what_a_thread_reserves(self):
        if referee.BEFORE_PLAYERS is None:
            self.skipTest("this system does not report the size of an address space")
        *_, said = self.watched(3, small_engine(), players=("large_player",) * 2)
        self.assertIn("resource limit exceeded: space", said)

    def test_an_engine_that_uses_all_its_time_keeps_to_the_clock_of_the_whole_game(self):
        for n in (3, 4, 5, 9, 12):
            now, asked = [0.0], []

            class Thinker:
                """Thinks as long as it may, and a little longer, by a clock of its own; answers at random."""

                def __init__(self, command, patience):
                    now[0] += 0.1
                    self.game = referee.Game(n)

                def best_move(self, position, moves, limits, seconds):
                    asked.append(limits)
                    now[0] += seconds * 1.05 + 0.003
                    for mv in moves[self.game.turns:]:
                        mover = "red" if self.game.turns % 2 == 0 else "blue"
                        self.game.play(mover, ("PLACE", *map(int, mv.split(","))))
                    return chooser.choice(legal(self.game))

                def close(self):
                    pass

            def legal(game):
                barred = (n // 2, n // 2) if game.turns == 0 else None
                return [f"{r},{q}" for r, q in game.cells() if (r, q) not in game.stones and (r, q) != barred]

            chooser = random.Random(n)
            with mock.patch("plyground.cachex_referee.player.Engine", Thinker), mock.patch("time.monotonic", lambda: now[0]):
                used = {}
                referee.play(n, Player, Player, 0, n * n, lambda players: used.update(players))
            for player in used.values():
                self.assertLess(player.used, n * n)
                self.assertGreater(player.used, n * n / 5, "time was there, and was not used")
            self.assertTrue(all(re.fullmatch(r"movetime [1-9]\d*", limits) for limits in asked), asked)

    def test_limits_of_the_caller_stay_beside_the_clock(self):
        asked = []

        class Asked:
            def __init__(self, command, patience):
                pass

            def best_move(self, position, moves, limits, seconds):
                asked.append(limits)
                return "0,0"

        with mock.patch("plyground.cachex_referee.player.Engine", Asked):
            for go in ["depth 4", "movetime 50", "nodes 9 movetime 999999"]:
                with mock.patch.dict(os.environ, {"PLYGROUND_GO": go, "PLYGROUND_CLOCK": "800.5"}):
                    self.assertEqual(Player("red", 9).action(), ("PLACE", 0, 0))
        self.assertRegex(asked[0], r"^depth 4 movetime 28\d\d\d$")
        self.assertEqual(asked[1], "movetime 50")
        self.assertRegex(asked[2], r"^nodes 9 movetime 28\d\d\d$")

    @unittest.skipUnless("PLYGROUND_TEST_ENGINE" in os.environ, "PLYGROUND_TEST_ENGINE names no engine")
    def test_the_real_engine_keeps_to_all_limits(self):
        # A shorter clock than the course's, so that time is short from the first move.
        for n, clock in ((3, 9), (5, 8)):
            seconds, space, said = self.watched(n, os.environ["PLYGROUND_TEST_ENGINE"], go="", clock=clock)
            self.assertIn("winner: ", said)
            self.assertNotIn("resource limit", said)
            self.assertTrue(seconds and max(seconds) < clock, said)
            self.assertTrue(space is None or space < 16, said)

    def test_the_clock_is_never_shared_out_to_the_end(self):
        for n in range(3, 16):
            clock = Clock(n)
            spent = 0.0
            # The longest possible game has 343 actions.
            for _ in range(172):
                share = clock.share()
                self.assertGreater(share, 0)
                clock.left -= share
                spent += share
            self.assertLess(spent, n * n - 0.49)
            self.assertEqual(clock.share() > 0, clock.left > 0)
        clock.left = -3.0
        self.assertEqual(clock.share(), 0.0)

    def test_a_clock_can_be_set(self):
        self.assertAlmostEqual(Clock(9, 10.0).left, 9.5)
        with mock.patch.dict(os.environ, {"PLYGROUND_CLOCK": "soon"}):
            with self.assertRaisesRegex(ValueError, "found PLYGROUND_CLOCK='soon', expected a number of seconds"):
                Player("red", 4)


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
            ("hang", "no `bestmove` from the engine within 1.5 s"),
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
