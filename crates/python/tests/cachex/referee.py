"""A stand-in for the course's referee: the rules of Cachex, players asked in turn, and limits.

It knows what the real one checks: the types of actions, legality, captures, wins, and both kinds of draw. And it limits what that
one limits, with `-s MB` and `-t SECONDS`:

- Space is the address space of the process that holds both players, less what the interpreter had before they were loaded. It must
  never have been more than twice the limit, because two players share it. It is looked at after every call of a player.
- Time is that of all calls of a player. The real one counts CPU of its own process, where an engine outside of it costs nothing; this
  one is stricter and counts the time on the wall.

    python3 referee.py 9 plyground.cachex_referee plyground.cachex_referee -s 100 -t 81
"""

import argparse
import importlib
import time

NEIGHBOURS = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)]


class LimitExceeded(Exception):
    """A player has used more than its space or its time."""


class IllegalAction(Exception):
    """An action that the rules or the protocol do not allow."""


class Game:
    """A board with its history."""

    def __init__(self, n):
        self.n = n
        self.stones = {}
        self.turns = 0
        self.seen = {frozenset(): 1}
        self.winner = None
        self.over = False

    def cells(self):
        return [(r, q) for r in range(self.n) for q in range(self.n)]

    def play(self, player, action):
        if not isinstance(action, tuple) or not action or not isinstance(action[0], str):
            raise IllegalAction(f"{action!r} is no action")
        if action == ("STEAL",):
            if self.turns != 1:
                raise IllegalAction("STEAL is the second action or none")
            ((r, q),) = self.stones
            self.stones = {(q, r): player}
            placed = (q, r)
        elif len(action) == 3 and action[0] == "PLACE" and all(type(x) is int for x in action[1:]):
            placed = action[1:]
            if placed not in self.cells() or placed in self.stones:
                raise IllegalAction(f"{action!r}: no empty cell")
            if self.turns == 0 and self.n % 2 == 1 and placed == (self.n // 2, self.n // 2):
                raise IllegalAction("the first stone in the centre")
            self.stones[placed] = player
            for cell in self.captured(player, placed):
                del self.stones[cell]
        else:
            raise IllegalAction(f"{action!r} is no action")
        self.turns += 1
        board = frozenset(self.stones.items())
        self.seen[board] = self.seen.get(board, 0) + 1
        if self.joined(player, placed):
            self.winner = player
        self.over = self.winner is not None or self.seen[board] >= 7 or self.turns >= 343

    def captured(self, player, x):
        """The stones that fall with a stone on x: all diamonds through x, judged before any is taken."""
        other = {"red": "blue", "blue": "red"}[player]

        def near(cell):
            return [(cell[0] + dr, cell[1] + dq) for dr, dq in NEIGHBOURS]

        taken = set()
        for a in self.cells():
            if a == x or self.stones.get(a) != player:
                continue
            # Adjacent corners of a diamond are its obtuse ones, others its acute ones; the rest of it is next to both.
            rest = [cell for cell in near(x) if cell in near(a)]
            if len(rest) == 2 and all(self.stones.get(cell) == other for cell in rest):
                taken.update(rest)
        return taken

    def joined(self, player, start):
        axis = 0 if player == "red" else 1
        group, todo = {start}, [start]
        while todo:
            r, q = todo.pop()
            for dr, dq in NEIGHBOURS:
                cell = (r + dr, q + dq)
                if cell not in group and self.stones.get(cell) == player:
                    group.add(cell)
                    todo.append(cell)
        ends = {cell[axis] for cell in group}
        return 0 in ends and self.n - 1 in ends


def address_space():
    """The address space of this process in MB: now, and the most so far; `None` where the system does not report."""
    try:
        with open("/proc/self/status", encoding="ascii") as status:
            fields = dict(line.split(":", 1) for line in status)
    except OSError:
        return None
    return tuple(int(fields[name].split()[0]) / 1024 for name in ("VmSize", "VmPeak"))


class Watched:
    """A player with its limits; 0 is no limit."""

    def __init__(self, make, player, n, space, seconds):
        self.space, self.seconds, self.used, self.peak = space, seconds, 0.0, 0.0
        self.player = self._call(lambda: make(player, n))

    def action(self):
        return self._call(self.player.action)

    def turn(self, player, action):
        self._call(lambda: self.player.turn(player, action))

    def close(self):
        if hasattr(self.player, "close"):
            self.player.close()

    def _call(self, call):
        start = time.monotonic()
        answer = call()
        self.used += time.monotonic() - start
        if BEFORE_PLAYERS is not None:
            self.peak = address_space()[1] - BEFORE_PLAYERS[0]
        if self.space and self.peak > 2 * self.space:
            raise LimitExceeded(f"space: {self.peak:.1f} MB for both players, {2 * self.space:g} allowed")
        if self.seconds and self.used > self.seconds:
            raise LimitExceeded(f"time: {self.used:.1f} s, {self.seconds:g} allowed")
        return answer


# Memory of the interpreter itself does not count.
BEFORE_PLAYERS = address_space()


def play(n, make_red, make_blue, space=0, seconds=0, report=lambda players: None):
    """A whole game; the game as it stands at the end, and the actions. `report` receives both players when it is over."""
    makers = {"red": make_red, "blue": make_blue}
    players = {}
    game, actions = Game(n), []
    try:
        for player, make in makers.items():
            players[player] = Watched(make, player, n, space, seconds)
        while not game.over:
            mover = "red" if game.turns % 2 == 0 else "blue"
            action = players[mover].action()
            game.play(mover, action)
            actions.append(action)
            for player in players.values():
                player.turn(mover, action)
        report(players)
    finally:
        for player in players.values():
            player.close()
    return game, actions


def main():
    parser = argparse.ArgumentParser(description="A stand-in for the referee of Cachex.")
    parser.add_argument("n", type=int)
    parser.add_argument("red")
    parser.add_argument("blue")
    parser.add_argument("-s", type=float, default=0, metavar="MB")
    parser.add_argument("-t", type=float, default=0, metavar="SECONDS")
    args = parser.parse_args()

    def report(players):
        for name, player in players.items():
            print(f"{name}: {player.used:.3f} s; both players: {player.peak:.1f} MB")

    load = [lambda *start, name=name: importlib.import_module(name).Player(*start) for name in (args.red, args.blue)]
    try:
        game, actions = play(args.n, *load, args.s, args.t, report)
    except LimitExceeded as error:
        raise SystemExit(f"resource limit exceeded: {error}") from None
    print(f"winner: {game.winner or 'none'}, after {len(actions)} actions")


if __name__ == "__main__":
    main()
