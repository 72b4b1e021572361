"""The front end of the engine protocol (docs/reference/protocol.md): one program that returns one move at a time.

The course's referee limits the address space of the process with both players. A thread reserves more than that, so lines
are read by `select`.
"""

from __future__ import annotations

import os
import select
import shlex
import subprocess
import time


class EngineError(Exception):
    """The engine cannot be started, has exited, does not answer, or answers with text that is no move."""


class Engine:
    """A running engine. Every wait has a limit, except on Windows, where pipes cannot be polled."""

    def __init__(self, command: str, patience: float) -> None:
        self._patience = patience
        self._unread = b""
        try:
            self._process: subprocess.Popen[bytes] = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
            )
        except (OSError, IndexError, ValueError) as error:
            raise EngineError(f"the engine `{command}` could not be started: {error}") from error
        try:
            self._send("ugi")
            self._wait("ugiok", patience)
            self._send("setoption name game value cachex")
            self._send("uginewgame")
        except EngineError:
            self.close()
            raise

    def best_move(self, position: str, moves: list[str], limits: str, seconds: float) -> str:
        """Returns the engine's move after `moves` from `position`. `limits` must end its search after `seconds`."""
        self._send("position " + position + (" moves " + " ".join(moves) if moves else ""))
        self._send("isready")
        self._wait("readyok", self._patience)
        self._send("go " + limits)
        answer = self._wait("bestmove", seconds + self._patience).split()
        if len(answer) < 2:
            raise EngineError("the engine answered `bestmove` without a move")
        return answer[1]

    def close(self) -> None:
        """Ends the program, and kills it after a second."""
        try:
            self._send("quit")
            self._process.wait(timeout=1)
        except (EngineError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            try:
                if pipe is not None:
                    pipe.close()
            except OSError:
                pass

    def _send(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write((line + "\n").encode())
        except (OSError, ValueError) as error:
            raise EngineError(f"the engine does not listen any more: {error}") from error

    def _status(self) -> int | str:
        # The pipe closes a moment before the process exits.
        try:
            return self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            return "unknown: it still runs"

    def _line(self, deadline: float) -> str | None:
        """Returns the next line, or `None` if there is none before the deadline."""
        assert self._process.stdout is not None
        while b"\n" not in self._unread:
            pipe = self._process.stdout.fileno()
            left = max(0.0, deadline - time.monotonic())
            if os.name != "nt" and not select.select([pipe], [], [], left)[0]:
                return None
            more = os.read(pipe, 65536)
            if not more:
                raise EngineError(f"the engine has ended, with status {self._status()}")
            self._unread += more
        line, self._unread = self._unread.split(b"\n", 1)
        return line.decode(errors="replace").strip()

    def _wait(self, word: str, seconds: float) -> str:
        deadline = time.monotonic() + seconds
        while True:
            line = self._line(deadline)
            if line is None:
                raise EngineError(f"no `{word}` from the engine within {seconds:g} s")
            if line.split()[:1] == [word]:
                return line
