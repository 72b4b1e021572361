"""A stand-in for the course's referee: the rules of Cachex, and players asked in turn.

It knows what the real one checks: the types of actions, legality, captures, wins, and both kinds of draw.
"""

NEIGHBOURS = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)]


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


def play(n, make_red, make_blue):
    """A whole game; the game as it stands at the end, and the actions."""
    players = {"red": make_red("red", n), "blue": make_blue("blue", n)}
    game, actions = Game(n), []
    try:
        while not game.over:
            mover = "red" if game.turns % 2 == 0 else "blue"
            action = players[mover].action()
            game.play(mover, action)
            actions.append(action)
            for player in players.values():
                player.turn(mover, action)
    finally:
        for player in players.values():
            if hasattr(player, "close"):
                player.close()
    return game, actions
