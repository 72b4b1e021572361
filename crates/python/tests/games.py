"""Small games in Python for the tests."""

import plyground as pg


class Nim(pg.PythonGame):
    """The player who takes the last stone wins; a move takes one to three."""

    name = "nim"
    sides = ("one", "other")
    num_distinct_actions = 4

    def __init__(self, stones=12, player=0):
        self.stones, self.player = stones, player

    def current_player(self):
        return self.player

    def legal_actions(self):
        return range(1, min(3, self.stones) + 1)

    def apply_action(self, action):
        self.stones, self.player = self.stones - action, 1 - self.player

    def returns(self):
        if self.stones:
            return None
        return (-1, 1) if self.player == 0 else (1, -1)

    def __str__(self):
        return f"{self.stones}{'ab'[self.player]}"

    @classmethod
    def parse(cls, text):
        number, player = text[:-1], text[-1:]
        if player not in ("a", "b") or not number.isdecimal() or number != str(int(number)) or int(number) > 99:
            raise ValueError("expected a number of stones and a or b")
        return cls(int(number), "ab".index(player))


class Seen(Nim):
    """Nim with observations: the stones, and the player's number in a plane."""

    name = "seen"
    observation_shape = (2, 1, 4)
    observation_planes = ("stones", "player")

    def observation_tensor(self, player):
        return [[[self.stones] * 4], [[player, -0.5, 0, 0]]]


def derived(name="nim", **methods):
    """A class like `Nim` with other methods."""
    return type("Derived", (Nim,), {"name": name} | methods)


def failing(text, below=6, name="nim"):
    """A class whose `apply_action` raises `LookupError(text)` where few stones are left."""

    def apply_action(self, action):
        if self.stones < below:
            raise LookupError(text)
        Nim.apply_action(self, action)

    return derived(name, apply_action=apply_action)
