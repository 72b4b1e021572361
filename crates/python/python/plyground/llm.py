"""Language models as agents: rules and boards as text, a strict reading of replies, and games with exact regret.

    from plyground import llm

    state = pg.game("kalah").new_initial_state()
    reply = model(llm.prompt(state))
    status = llm.parse(reply, state)
    if isinstance(status, llm.Move):
        state.apply_action(status.action)
    else:
        reply = model(llm.rethink(status))

`parse` never guesses: a move counts only if one JSON object at the end of the reply writes it. `Episode` plays whole games, and
`disguise` gives a game other names, for models that know the game by heart. All this is plain text; nothing is downloaded.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from . import _boards, _core, _rules
from ._core import Game, State
from ._disguise import Disguise, Disguised, Skin, disguise
from ._own import GameLike, made

__all__ = [
    "Disguise",
    "Disguised",
    "Empty",
    "Episode",
    "Illegal",
    "Move",
    "Outcome",
    "Status",
    "Truncated",
    "Turn",
    "Unparsable",
    "ask",
    "disguise",
    "parse",
    "prompt",
    "render",
    "rethink",
    "rules_text",
]

Style: TypeAlias = Literal["labelled", "json", "ascii"]


@dataclass(frozen=True)
class Move:
    """A reply with a legal move."""

    text: str
    """The move as the reply writes it."""
    action: int


@dataclass(frozen=True)
class Unparsable:
    """A reply that does not end with one JSON object with a move."""

    reason: str


@dataclass(frozen=True)
class Empty:
    """A reply without an answer."""

    reason: str


@dataclass(frozen=True)
class Truncated:
    """A reply that was cut before its end."""

    reason: str


@dataclass(frozen=True)
class Illegal:
    """A reply with a text that is no legal move."""

    text: str
    """The text in place of a move."""
    reason: str


Status: TypeAlias = Move | Unparsable | Empty | Truncated | Illegal
"""What a reply is."""

LONGEST = 2_000
"""The most characters of the JSON object at the end of a reply."""

FORMAT = 'End your reply with one JSON object, {"move": "..."}, and write nothing after it.'


def rules_text(game: GameLike | Disguise) -> str:
    """Returns the rules in force of a game as text, for a reader that does not know it.

    A game in Python has the docstring of its class; without one it is a `ValueError`.
    """
    if isinstance(game, Disguise):
        return _rules.text(game.game, game.skin.words, game.skin.cell, game.skin.sign)
    found = made(game)
    skin = _plain(found)
    return _rules.text(found, skin.words, skin.cell, skin.sign)


def render(state: State | Disguised, style: Style = "labelled") -> str:
    """Returns a position as text.

    "labelled" has one fact per line, "json" is one object with the same facts, and "ascii" is the board. Another style is a
    `ValueError`.
    """
    own, skin = _shown(state)
    if style == "ascii":
        return _boards.picture(own, skin)
    if style not in ("labelled", "json"):
        raise ValueError(f"style={style!r}: expected 'labelled', 'json' or 'ascii'")
    found = _boards.facts(own, skin)
    return _boards.labelled(found) if style == "labelled" else json.dumps(found, ensure_ascii=False)


def prompt(
    state: State | Disguised,
    *,
    style: Style = "labelled",
    rules: bool = True,
    moves: bool = True,
    legal: bool = False,
) -> str:
    """Returns the question for a move: the rules, the moves so far, the position and the format of the answer.

    `legal` adds the list of legal moves. A finished game is a `ValueError`.
    """
    own, skin = _shown(state)
    if own.is_terminal():
        raise ValueError("the game is over: expected a state with a legal move")
    parts = [_rules.text(own.game, skin.words, skin.cell, skin.sign)] if rules else []
    if moves and state.moves:
        parts.append(f"Moves so far: {' '.join(state.moves)}")
    parts.append(f"The position:\n{render(state, style)}")
    if legal:
        parts.append(f"Legal moves: {' '.join(state.legal_moves())}")
    parts.append(f"You play {state.side_to_move}. Choose the best move.\n{FORMAT}")
    return "\n\n".join(parts)


def rethink(status: Status) -> str:
    """Returns the request for another reply, with the reason. A `Move` needs none and is a `ValueError`."""
    if isinstance(status, Move):
        raise ValueError(f"`{status.text}` is a legal move: expected a reply that failed")
    return f"Your reply was not accepted: {status.reason}. The position is unchanged.\n{FORMAT}"


def parse(reply: str | bytes, state: State | Disguised) -> Move | Unparsable | Empty | Truncated | Illegal:
    """Reads a reply. No text raises an error, and only a move that is written in the reply is returned.

    The reply must end with one JSON object of at most `LONGEST` characters whose "move" is a text; a fence of Markdown may
    close after it. What comes before the end of a model's thinking does not count. Bytes are read as UTF-8.
    """
    if isinstance(reply, bytes):
        try:
            reply = reply.decode()
        except UnicodeDecodeError:
            return Unparsable("the reply is not UTF-8")
    thoughts = list(_THOUGHTS.finditer(reply))
    if thoughts and not thoughts[-1][1]:
        return Truncated(f"the reply ends within {thoughts[-1][0]}")
    answer = reply[thoughts[-1].end() :] if thoughts else reply
    answer = answer.strip()
    if not answer:
        return Empty("the reply is empty" if not thoughts else "nothing follows the thinking")
    body = answer[:-3].rstrip() if answer.endswith("```") and answer.count("```") % 2 == 0 else answer
    start, found = _last_object(body)
    if found is None:
        is_open = body.rfind("{") > body.rfind("}") or answer.count("```") % 2 == 1
        return Truncated("the reply ends within its answer") if is_open else Unparsable("it does not end with a JSON object")
    if _KEY.search(body, 0, start):
        return Unparsable('it has several objects with a "move", expected one')
    move = found.get("move")
    if not isinstance(move, str):
        return Unparsable('its JSON object has no "move" that is a text')
    if f'"{move}"' not in body[start:]:
        return Unparsable("its move is written with escapes")
    try:
        return Move(move, state.string_to_action(move))
    except ValueError:
        shown = move if len(move) <= 40 else move[:40] + "..."
        return Illegal(move, f"{shown!a} is not a legal move")


_THOUGHTS = re.compile(r"<(/?)(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_KEY = re.compile(r'"move"\s*:')


def _last_object(text: str) -> tuple[int, dict[str, Any] | None]:
    """Returns the JSON object at the end of a text with its start, or None."""
    start, least = len(text), len(text) - LONGEST
    while text.endswith("}") and (start := text.rfind("{", max(0, least), start)) >= 0:
        try:
            return start, json.loads(text[start:], object_pairs_hook=_pairs)
        except (ValueError, RecursionError):
            continue
    return 0, None


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name twice")
    return found


@dataclass(frozen=True)
class Turn:
    """A move that was asked for."""

    ply: int
    """The number of moves in the game before it."""
    prompts: tuple[str, ...] = field(repr=False)
    replies: tuple[str | bytes, ...] = field(repr=False)
    statuses: tuple[Status, ...]
    """What each reply was. Only the last can be a `Move`."""

    @property
    def action(self) -> int | None:
        """The action. None if no reply had a legal move."""
        last = self.statuses[-1]
        return last.action if isinstance(last, Move) else None


Model: TypeAlias = Callable[[str], str | bytes]
"""A language model, or what stands in for one: called with a prompt, it returns a reply."""


def ask(model: Model, state: State | Disguised, *, rethinks: int = 1, **settings: Any) -> Turn:
    """Asks a model for a move, with `rethinks` further requests if a reply has none.

    A further request has the prompt and the reason. `settings` are those of `prompt`. What the model raises is raised.
    """
    rethinks = _core.integer("rethinks", rethinks, 0, 100)
    question = prompt(state, **settings)
    prompts, replies, statuses = [question], [model(question)], list[Status]()
    while True:
        statuses.append(parse(replies[-1], state))
        if isinstance(statuses[-1], Move) or len(replies) > rethinks:
            return Turn(len(state.moves), tuple(prompts), tuple(replies), tuple(statuses))
        prompts.append(f"{question}\n\n{rethink(statuses[-1])}")
        replies.append(model(prompts[-1]))


@dataclass(frozen=True)
class Outcome:
    """A played game."""

    state: State
    """The last state."""
    turns: list[Turn] = field(repr=False)
    """The moves that the model was asked for."""
    rewards: list[float | None]
    """For each turn minus its exact regret, in the unit of `State.values`; None without a move, and where exactness is out of reach."""
    points: float
    """1 for a win of the model, -1 for a loss or a forfeit, else 0."""
    is_forfeit: bool
    """Whether the game ended because no reply had a legal move."""

    @property
    def statuses(self) -> dict[str, int]:
        """How many replies were of each status, by its name."""
        names = (type(status).__name__ for turn in self.turns for status in turn.statuses)
        return dict(Counter(names))

    @property
    def mean_regret(self) -> float | None:
        """The mean of the exact regrets. None if there is none."""
        exact = [-reward for reward in self.rewards if reward is not None]
        return sum(exact) / len(exact) if exact else None


@dataclass(frozen=True)
class Episode:
    """A game of a model against an opponent, with exact regret as a reward for each move.

    The model has `side` 0 or 1. `start` is a state of the game, by default its start. A game of
    `game.max_game_length` moves is a draw. `effort` limits the solver that grades, as in `State.grade`.
    """

    model: Model
    opponent: str | Callable[[State], int] = "best:nodes=1000"
    """An agent spec, or a function that maps a state to an action."""
    game: GameLike | Disguise = "kalah"
    side: int = 0
    start: State | None = None
    rethinks: int = 1
    effort: int = 4_000
    settings: dict[str, Any] = field(default_factory=dict)
    """The settings of `prompt`."""

    def play(self) -> Outcome:
        """Plays the game. What the model or the opponent raises is raised, and an illegal action is a `ValueError`."""
        side = _core.integer("side", self.side, 0, 1)
        given = self.game if isinstance(self.game, Disguise) else made(self.game)
        game = given.game if isinstance(given, Disguise) else given
        opponent = _core.Agent(game, self.opponent) if isinstance(self.opponent, str) else self.opponent
        state = game.new_initial_state() if self.start is None else self.start.clone()
        turns: list[Turn] = []
        is_forfeit = False
        while not state.is_terminal() and state.move_number() < game.max_game_length and not is_forfeit:
            if state.current_player() != side:
                state.apply_action(opponent(state))
                continue
            shown = given.wrap(state) if isinstance(given, Disguise) else state
            turns.append(ask(self.model, shown, rethinks=self.rethinks, **self.settings))
            action = turns[-1].action
            is_forfeit = action is None
            if action is not None:
                state.apply_action(action)
        points = -1.0 if is_forfeit else state.returns()[side]
        return Outcome(state, turns, self._rewards(state, turns), points, is_forfeit)

    def _rewards(self, state: State, turns: list[Turn]) -> list[float | None]:
        graded = state.grade(nodes=1, effort=self.effort)["moves"]
        regrets = [graded[turn.ply]["regret"] if turn.action is not None else None for turn in turns]
        return [None if regret is None else 0.0 - regret for regret in regrets]


def _plain(game: Game) -> Skin:
    return Skin(_rules.WORDS.get(game.name, {}))


def _shown(state: State | Disguised) -> tuple[State, Skin]:
    """Returns a state with the names in which it is shown."""
    return (state.state, state.skin) if isinstance(state, Disguised) else (state, _plain(state.game))
