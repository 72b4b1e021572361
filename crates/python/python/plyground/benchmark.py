"""The Plyground exact-play benchmark: how much worse than perfect play are an agent's moves?

    python -m plyground.benchmark --agent mymodule:function --game kalah --positions 500

The agent moves in positions whose moves all have exact values, and each move's regret is what it gives away: seeds at Kalah, and
steps of win, draw and loss in other games. By default the positions are the first ones of the published data set. The agent also
plays games against a ladder of levels. The report has the mean regret, the share of perfect moves and the Elo on the ladder, each
with a 95% interval.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import importlib.util
import itertools
import json
import math
import random
import re
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from . import _core, llm
from ._arena import Player, Record, Result, tournament
from ._core import Game, State
from ._data_set import STOPPED, Progress, _number
from .oracle import _DRAWS, DATA_SET, Oracle, Position, _made, positions

NAME = "the Plyground exact-play benchmark"
LADDER = ("level-1", "level-2", "level-3", "level-4")
"""The levels that an agent plays against. The level above has a limit in time, so its games cannot be repeated."""
_Z = 1.959964
"""The normal quantile of a 95% interval."""

Choose = Callable[[State], "int | str | llm.Turn"]
"""Returns the action or move in a state, or what became of asking a model for it."""


class Refused(Exception):
    """The request is invalid."""


@dataclass(frozen=True)
class Report:
    """The result of a benchmark. Each interval is a pair, the low end first."""

    regrets: list[int] = field(repr=False)
    """The regret of each move, 0 or more, in the unit of `State.values`."""
    statuses: dict[str, int]
    """How many replies of a model were of each status. Empty for other agents."""
    failures: int
    """Positions for which no reply had a legal move. Each counts with the regret of the worst move."""
    ladder: Result | None = field(default=None, repr=False)
    """The tournament of the agent and the levels, from `climb`."""

    @property
    def mean_regret(self) -> float:
        """The mean regret of a move."""
        return sum(self.regrets) / len(self.regrets)

    @property
    def mean_regret_interval(self) -> tuple[float, float]:
        """The 95% interval of the mean, from the standard error over positions."""
        n, mean = len(self.regrets), self.mean_regret
        error = math.sqrt(sum((regret - mean) ** 2 for regret in self.regrets) / (n - 1) / n)
        return max(0.0, mean - _Z * error), mean + _Z * error

    @property
    def perfect(self) -> float:
        """The share of moves without regret, from 0 to 1."""
        return self.regrets.count(0) / len(self.regrets)

    @property
    def perfect_interval(self) -> tuple[float, float]:
        """The 95% interval of the share, by Wilson's formula."""
        n, share = len(self.regrets), self.perfect
        middle = share + _Z**2 / (2 * n)
        error = _Z * math.sqrt(share * (1 - share) / n + _Z**2 / (4 * n * n))
        low, high = ((middle + sign * error) / (1 + _Z**2 / n) for sign in (-1, 1))
        return max(0.0, low), min(1.0, high)

    def _elo(self, end: str) -> float | None:
        """Returns a number of the agent's rating as Elo above the mean of the levels."""
        if self.ladder is None:
            return None
        # Ratings have mean 0, so those of the levels have minus the share of the agent.
        found = {player["name"]: player["rating"] for player in self.ladder.summary["players"]}
        rating = found[self.ladder.summary["pairings"][0]["players"][0]] or {}
        value = rating.get(end)
        return None if value is None else value * len(found) / (len(found) - 1)

    @property
    def elo(self) -> float | None:
        """The Elo above the mean of the levels in `LADDER`. None without games, and after only wins or only losses."""
        return self._elo("value")

    @property
    def elo_interval(self) -> tuple[float | None, float | None]:
        """The 95% interval of the Elo. An open end is None."""
        return self._elo("low"), self._elo("high")

    def __str__(self) -> str:
        low, high = self.mean_regret_interval
        least, most = self.perfect_interval
        text = (
            f"mean regret {self.mean_regret:.3f} (95% interval {low:.3f} to {high:.3f}), "
            f"perfect moves {self.perfect:.1%} ({least:.1%} to {most:.1%}), {len(self.regrets)} positions"
        )
        if self.statuses:
            text += "\nreplies: " + ", ".join(f"{count} {name}" for name, count in sorted(self.statuses.items()))
            text += f"; positions without a move: {self.failures}"
        if self.ladder is not None:
            value, *ends = ("open" if found is None else f"{found:+.0f}" for found in (self.elo, *self.elo_interval))
            text += f"\nElo on the ladder {value} (95% interval {ends[0]} to {ends[1]}), above the mean of {LADDER[0]} to {LADDER[-1]}"
        return text


def judge(choose: Choose | str, drawn: Iterable[Position], on_position: Callable[[int], object] | None = None) -> Report:
    """Asks for a move in each of at least two positions and returns the report.

    `choose` returns the action in a state, the text of a move, or a `plyground.llm.Turn`; or it is the spec of an agent.
    `on_position` is called with the number of positions done. An illegal action is a `ValueError`.
    """
    regrets: list[int] = []
    statuses: Counter[str] = Counter()
    failures = 0
    for position in drawn:
        if isinstance(choose, str):
            choose = _core.Agent(position.state.game, choose)
        found = choose(position.state.clone())
        action = found.action if isinstance(found, llm.Turn) else _action(found, position.state)
        if isinstance(found, llm.Turn):
            statuses.update(type(status).__name__ for status in found.statuses)
        best = max(position.values.values())
        if action is None:
            failures += 1
            regrets.append(best - min(position.values.values()))
        elif action in position.values:
            regrets.append(best - position.values[action])
        else:
            raise ValueError(f"position {position.number}: found the action {action!r}, expected one of {sorted(position.values)}")
        if on_position is not None:
            on_position(len(regrets))
    if len(regrets) < 2:
        raise ValueError(f"found {len(regrets)} positions, expected at least 2")
    return Report(regrets, dict(statuses), failures)


def climb(
    choose: Choose, game: Game | str, *, games: int = 20, seed: int = 0, on_game: Callable[[Record], object] | None = None
) -> Result:
    """Plays a round robin of an agent and the levels in `LADDER`, and returns the tournament.

    `games` is the number of games of each pairing, rounded up to pairs. Where a model has no legal move, a random one is played.
    """

    def agent(state: State) -> int:
        found = choose(state)
        if not isinstance(found, llm.Turn):
            return _action(found, state)
        return random.Random(str(state)).choice(state.legal_actions()) if found.action is None else found.action

    player: Player = choose if isinstance(choose, _core.Agent) else agent
    rounds = (_core.integer("games", games, 1, 1_000_000) + 1) // 2
    return tournament([player, *LADDER], game=game, rounds=rounds, seed=seed, on_game=on_game)


def read(path: str | Path, game: str, n: int) -> Iterator[Position]:
    """Reads the first `n` positions of a file that `python -m plyground.oracle` wrote. A damaged line is a `ValueError`."""
    with Path(path).open() as file:
        for number, line in zip(range(n), file):
            try:
                data = json.loads(line)
                if data["game"] != game:
                    raise ValueError(f"found a position of {data['game']}, expected one of {game}")
                state = _core.game(game, None, data["rules"]).state(data["position"])
                values = {state.string_to_action(move): int(value) for move, value in data["values"].items()}
                if sorted(values) != state.legal_actions() or len(values) < 2:
                    raise ValueError("expected a value for each of at least two legal moves")
            except (KeyError, TypeError, AttributeError, ValueError) as error:
                raise ValueError(f"`{path}`, line {number + 1}: {error}") from error
            yield Position(int(data["number"]), state, values)


def _agent(spec: str, game: str, asks: bool) -> Choose:
    """Returns the agent of a spec: `module:function`, or an agent of the package."""
    made = _made(game)
    if re.fullmatch(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*", spec) and spec.split(":")[0] not in made.agents:
        name, function = spec.split(":")
        if "" not in sys.path:
            sys.path.insert(0, "")
        try:
            found = getattr(importlib.import_module(name), function)
        except (ImportError, AttributeError) as error:
            raise Refused(f"--agent {spec}: {error}") from error
        if not callable(found):
            raise Refused(f"--agent {spec}: found {type(found).__name__}, expected a function")
        return (lambda state: llm.ask(found, state)) if asks else found
    if asks:
        raise Refused(f"--agent {spec}: --prompts needs a function, as in module:function")
    try:
        return _core.Agent(made, spec)
    except ValueError as error:
        raise Refused(f"--agent {spec}: {error}; a function is written module:function, a program engine:COMMAND") from error


def _action(found: Any, state: State) -> int:
    """Returns what a function answered as an action; it may be the text of a move."""
    return state.string_to_action(found) if isinstance(found, str) else _core.integer("action", found, 0, 2**31)


def _plot(report: Report, title: str, path: Path) -> None:
    """Draws how often each regret occurred, and the ladder."""
    from matplotlib.figure import Figure

    counts = Counter(report.regrets)
    figure = Figure(figsize=(7 if report.ladder is None else 12, 3.5), layout="constrained")
    axes, *right = figure.subplots(1, 1 if report.ladder is None else 2, squeeze=False)[0]
    axes.bar(list(counts), [100 * count / len(report.regrets) for count in counts.values()], width=0.8)
    axes.axvline(report.mean_regret, color="black", linestyle="--", linewidth=1)
    axes.set(title=title, xlabel=f"regret of a move (dashed: the mean, {report.mean_regret:.2f})", ylabel="moves [%]")
    for axes in right:
        rated = [player for player in report.ladder.summary["players"][::-1] if player["rating"]] if report.ladder else []
        for row, player in enumerate(rated):
            low, value, high = (player["rating"][end] for end in ("low", "value", "high"))
            known = [end for end in (low, value, high) if end is not None]
            # An open end has no bar.
            axes.plot([known[0], known[-1]], [row, row], color="C0")
            axes.plot(known if value is None else value, row, marker="<" if low is None else ">" if high is None else "o", color="C0")
        axes.set(title="ladder", xlabel="Elo above the mean of all players")
        axes.set_yticks(range(len(rated)), [player["name"] for player in rated])
    figure.savefig(path)


def _parser() -> argparse.ArgumentParser:
    game, _, seed = DATA_SET
    parser = argparse.ArgumentParser(
        prog="python -m plyground.benchmark",
        description=f"Run {NAME}: the mean exact regret of an agent's moves, its share of perfect moves, and its Elo on the ladder.",
        epilog="Ctrl-C stops with status 130.",
    )
    parser.add_argument("--agent", required=True, help="module:function, or an agent such as best:nodes=1000 or engine:COMMAND")
    parser.add_argument("--prompts", action="store_true", help="the function maps a prompt to a reply; by default a state to a move")
    parser.add_argument("--game", choices=sorted(_DRAWS), default=game)
    parser.add_argument("--positions", type=_number(2, 1_000_000), default=500, help="the number of positions [default: 500]")
    parser.add_argument(
        "--games", type=_number(0, 1_000_000), default=20, help="the number of games against each level; 0 omits the ladder [default: 20]"
    )
    parser.add_argument("--seed", type=_number(0, 2**64 - 1), default=seed, help=f"the seed of positions and games [default: {seed}]")
    parser.add_argument("--tables", help="the folder of tables that `ply solve` made")
    parser.add_argument("--data", type=Path, metavar="FILE", help="read the positions from a file of `python -m plyground.oracle`")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the report as JSON")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the regrets and the ladder; needs matplotlib")
    return parser


def _run(given: argparse.Namespace) -> None:
    choose = _agent(given.agent, given.game, given.prompts)
    if given.plot is not None and importlib.util.find_spec("matplotlib") is None:
        raise Refused("--plot needs matplotlib: `pip install matplotlib`")
    for option, path in (("--json", given.json), ("--plot", given.plot)):
        if path is not None and not path.parent.is_dir():
            raise Refused(f"{option} {path}: there is no folder {path.parent}")
    if given.data is not None:
        drawn = read(given.data, given.game, given.positions)
    else:
        game = _made(given.game)
        oracle = Oracle(game, database=_DRAWS[given.game].database, tables=given.tables)
        drawn = positions(game, given.positions, given.seed, oracle=oracle)
    progress = Progress(0, given.positions)
    try:
        report = judge(choose, drawn, progress.report)
    finally:
        progress.end()
    if given.games:
        pairings = len(LADDER) * (len(LADDER) + 1) // 2
        progress, numbers = Progress(0, pairings * 2 * ((given.games + 1) // 2), "games"), itertools.count(1)
        try:
            ladder = climb(choose, given.game, games=given.games, seed=given.seed, on_game=lambda _: progress.report(next(numbers)))
        finally:
            progress.end()
        report = replace(report, ladder=ladder)
    # A file that cannot be written does not lose the report.
    print(report, flush=True)
    if given.json is not None:
        data = {
            "benchmark": NAME,
            "version": importlib.metadata.version("plyground"),
            "agent": given.agent,
            "game": given.game,
            "seed": given.seed,
            "data": None if given.data is None else str(given.data),
            "positions": len(report.regrets),
            "mean_regret": report.mean_regret,
            "mean_regret_interval": report.mean_regret_interval,
            "perfect": report.perfect,
            "perfect_interval": report.perfect_interval,
            "elo": report.elo,
            "elo_interval": report.elo_interval,
            "ladder": None if report.ladder is None else report.ladder.summary,
            "statuses": report.statuses,
            "failures": report.failures,
            "regrets": report.regrets,
        }
        given.json.write_text(json.dumps(data, indent=1) + "\n")
    if given.plot is not None:
        _plot(report, f"{given.agent} at {given.game}", given.plot)


def _is_raised_by_agent(error: Exception) -> bool:
    """Returns whether the agent's own code raised the error."""
    frames = traceback.extract_tb(error.__traceback__)
    is_own = [Path(frame.filename).parent == Path(__file__).parent for frame in frames]
    calls = zip(frames, is_own, is_own[1:])
    return any(frame.name in ("judge", "agent", "ask") and own and not next_is_own for frame, own, next_is_own in calls)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the benchmark and prints the report. Returns the exit status: 2 for a wrong argument, 1 for another failure."""
    given = _parser().parse_args(arguments)
    try:
        _run(given)
    except KeyboardInterrupt:
        return STOPPED
    except Refused as refused:
        print(f"error: {refused}", file=sys.stderr)
        return 2
    except Exception as error:  # The agent's own code may raise anything.
        if _is_raised_by_agent(error):
            traceback.print_exception(error)
        reason = " ".join(str(error).split())
        print(f"error: {'' if isinstance(error, (OSError, ValueError, RuntimeError)) else type(error).__name__ + ': '}{reason}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
