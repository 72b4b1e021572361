"""`python -m plyground.oracle`: a data set of positions with exact values, one per line.

Worker processes solve chunks of positions. Lines are written in order, and a file that a kill cut short can be resumed.
"""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from .oracle import _DRAWS, DATA_SET, PUBLISHED, Oracle, _drawn, _made, _position

CHUNK = 20
"""The positions of a chunk, which a worker process solves at a time."""
STOPPED = 130
"""The exit status after Ctrl-C."""
COST = {"kalah": 0.02, "tigers": 0.001, "cachex": 0.001}
"""The approximate core seconds per position."""


class Refused(Exception):
    """The request is invalid, or would destroy a file."""


@dataclass(frozen=True)
class Wanted:
    """The requested positions."""

    game: str
    seed: int
    first: int
    n: int
    tables: str | None

    def published(self) -> str | None:
        """Returns the published SHA-256 of these positions, or None if they are not published."""
        is_published = (self.game, self.seed, self.first) == (DATA_SET[0], DATA_SET[2], 0)
        return PUBLISHED.get(self.n) if is_published else None

    def __str__(self) -> str:
        return f"{self.n:,} positions of {self.game}, seed {self.seed}"


class Worker:
    """The state of a worker process between chunks."""

    wanted: Wanted
    oracle: Oracle | None = None


def _begin(wanted: Wanted) -> None:
    # The main process handles Ctrl-C and then ends the workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    Worker.wanted = wanted


def _end_with_parent() -> None:
    """Ends this process when the main process has been killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _chunk(first: int, count: int) -> list[str]:
    """Solves a chunk and returns its lines."""
    wanted = Worker.wanted
    game, draw = _made(wanted.game), _DRAWS[wanted.game]
    if Worker.oracle is None:
        Worker.oracle = Oracle(game, database=draw.database, tables=wanted.tables)
    numbers = range(first, first + count)
    return [_position(game, Worker.oracle, wanted.seed, number, draw.plies).line() for number in numbers]


class Output(Protocol):
    """A sink of bytes."""

    def write(self, data: bytes, /) -> object: ...
    def flush(self) -> object: ...


class Progress:
    """Progress on standard error: a live line on a terminal, else one line per minute."""

    def __init__(self, done: int, total: int, unit: str = "positions") -> None:
        self.begun, self.already, self.total, self.unit = time.monotonic(), done, total, unit
        self.is_watched = sys.stderr.isatty()
        self.next = self.begun + self.pause()

    def pause(self) -> float:
        return 0.5 if self.is_watched else 60.0

    def report(self, done: int) -> None:
        now = time.monotonic()
        if now < self.next:
            return
        self.next = now + self.pause()
        left = (self.total - done) * (now - self.begun) / max(1, done - self.already)
        text = f"{done:,} of {self.total:,} {self.unit}, {_duration(left)} left"
        print(f"\r{text}\x1b[K" if self.is_watched else text, end="" if self.is_watched else "\n", file=sys.stderr, flush=True)

    def end(self) -> None:
        if self.is_watched:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes / 60:.1f} h"


def write(wanted: Wanted, done: int, digest: hashlib._Hash, out: Output, processes: int) -> None:
    """Writes the lines after the first `done`."""
    numbers = range(wanted.first + done, wanted.first + wanted.n)
    chunks = [(start, min(CHUNK, numbers.stop - start)) for start in numbers[::CHUNK]]
    progress = Progress(done, wanted.n)
    others = set(multiprocessing.active_children())
    # Workers start with Ctrl-C ignored, as this process does now, so that none is interrupted on its own.
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    pool = ProcessPoolExecutor(processes, initializer=_begin, initargs=(wanted,))
    try:
        ahead = 4 * processes
        waiting = deque(pool.submit(_chunk, *chunk) for chunk in chunks[:ahead])
        signal.signal(signal.SIGINT, handler)
        for number in range(len(chunks)):
            lines = waiting.popleft().result()
            waiting.extend(pool.submit(_chunk, *chunk) for chunk in chunks[number + ahead : number + ahead + 1])
            data = "".join(f"{line}\n" for line in lines).encode()
            out.write(data)
            out.flush()
            digest.update(data)
            done += len(lines)
            progress.report(done)
    finally:
        signal.signal(signal.SIGINT, handler)
        progress.end()
        # After an error the other chunks are not needed.
        for child in set(multiprocessing.active_children()) - others:
            child.terminate()
        pool.shutdown()


def _stored(path: Path, wanted: Wanted, digest: hashlib._Hash) -> tuple[int, int]:
    """Returns how many of the requested lines a file holds, and their size in bytes. A torn last line does not count."""
    game, draw = _made(wanted.game), _DRAWS[wanted.game]
    lines = size = 0
    with path.open("rb") as file:
        for line in file:
            number = wanted.first + lines
            if not line.endswith(b"\n"):
                break
            if lines == wanted.n:
                raise Refused(f"`{path}` holds more than {wanted}: expected a file that these can continue")
            # All of a line except the values is known without solving.
            head = _drawn(game, wanted.seed, number, draw.plies).line().removesuffix("}}").encode()
            if not line.startswith(head) or not line.endswith(b"}}\n"):
                raise Refused(f"`{path}`, line {lines + 1}: expected position {number} of {wanted}")
            digest.update(line)
            lines += 1
            size += len(line)
    return lines, size


def _is_data_set(path: Path) -> bool:
    """Returns whether a file is a data set, or the start of one."""
    first = b'{"number":'
    with path.open("rb") as file:
        return first.startswith(file.read(len(first)))


def _into_file(path: Path, wanted: Wanted, digest: hashlib._Hash, processes: int, resume: bool, force: bool) -> None:
    done = size = 0
    if path.exists():
        if not path.is_file() or not _is_data_set(path):
            raise Refused(f"`{path}` is no data set: expected the name of another file")
        if not resume and not force:
            raise Refused(f"`{path}` is there already: expected --resume to continue it, or --force to overwrite it")
        if resume:
            done, size = _stored(path, wanted, digest)
            print(f"`{path}` has {done:,} of {wanted.n:,} positions", file=sys.stderr)
    with path.open("r+b" if resume and path.exists() else "wb") as file:
        file.truncate(size)
        file.seek(size)
        _announce(wanted, done, processes)
        try:
            if done < wanted.n:
                write(wanted, done, digest, file, processes)
        except KeyboardInterrupt:
            print(f"stopped: the same command with --resume continues `{path}`", file=sys.stderr)
            raise


def _announce(wanted: Wanted, done: int, processes: int) -> None:
    """Prints the expected cost."""
    left = wanted.n - done
    seconds = left * COST[wanted.game]
    cores = min(processes, os.cpu_count() or 1)
    on = "a core" if cores == 1 else f"{cores} cores"
    if left:
        print(f"{wanted}: {left:,} to go, about {_duration(seconds / cores)} on {on}", file=sys.stderr)


def check(path: Path) -> int:
    """Prints whether a file is the published data set, or its first lines, and returns 0 if it is."""
    digest, lines = hashlib.sha256(), 0
    with path.open("rb") as file:
        for line in file:
            digest.update(line)
            lines += 1
    expected, found = PUBLISHED.get(lines), digest.hexdigest()
    if expected is None:
        known = ", ".join(f"{lines:,}" for lines in PUBLISHED)
        print(f"`{path}` has {lines:,} lines: checksums are published for {known}")
    elif found != expected:
        print(f"`{path}` differs from what is published: its SHA-256 is {found}, expected {expected}")
    else:
        print(f"`{path}` is what is published: {lines:,} lines, SHA-256 {found}")
    return int(found != expected)


def _number(least: int, most: int) -> Callable[[str], int]:
    """Returns a reader of numbers within bounds."""

    def number(text: str) -> int:
        found = int(text)
        if not least <= found <= most:
            raise argparse.ArgumentTypeError(f"found {found}, expected {least} to {most}")
        return found

    return number


def _parser() -> argparse.ArgumentParser:
    game, n, seed = DATA_SET
    parser = argparse.ArgumentParser(
        prog="python -m plyground.oracle",
        description="Write positions with the exact value of every move, one per line; by default the published data set.",
        epilog="The SHA-256 of all lines is the last line of standard error. Ctrl-C stops with status 130.",
    )
    parser.add_argument("--game", choices=sorted(_DRAWS), default=game)
    parser.add_argument("-n", type=_number(1, 10**9), default=n, help="the number of positions")
    parser.add_argument("--first", type=_number(0, 10**9), default=0, help="the number of the first position")
    parser.add_argument("--seed", type=_number(0, 2**64 - 1), default=seed)
    parser.add_argument("--processes", type=_number(1, 256), default=1, help="worker processes")
    parser.add_argument("--tables", help="the folder of tables that `ply solve` made")
    parser.add_argument("--out", type=Path, metavar="FILE", help="the output file; by default standard output")
    again = parser.add_mutually_exclusive_group()
    again.add_argument("--resume", action="store_true", help="continue the file of an earlier run")
    again.add_argument("--force", action="store_true", help="overwrite an existing data set")
    again.add_argument("--check", type=Path, metavar="FILE", help="only check whether a file is the published data set")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes a data set, and its SHA-256 to standard error. Returns the exit status."""
    parser = _parser()
    given = parser.parse_args(arguments)
    if (given.resume or given.force) and given.out is None:
        parser.error("--resume and --force need a file: expected --out FILE")
    wanted = Wanted(given.game, given.seed, given.first, given.n, given.tables)
    digest = hashlib.sha256()
    try:
        if given.check is not None:
            return check(given.check)
        if given.out is not None:
            _into_file(given.out, wanted, digest, given.processes, given.resume, given.force)
        else:
            _announce(wanted, 0, given.processes)
            write(wanted, 0, digest, sys.stdout.buffer, given.processes)
    except KeyboardInterrupt:
        return STOPPED
    except BrokenPipeError:
        # The reader has closed the pipe; without this, Python would report it again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except BrokenProcessPool:
        print("error: a worker process was killed, possibly because memory ran out", file=sys.stderr)
        return 1
    except Refused as refused:
        print(f"error: {refused}", file=sys.stderr)
        return 2
    except (OSError, ValueError, RuntimeError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    found, expected = digest.hexdigest(), wanted.published()
    print(found, file=sys.stderr)
    if expected not in (None, found):
        print(f"error: the published lines have the SHA-256 {expected}", file=sys.stderr)
        return 1
    return 0
