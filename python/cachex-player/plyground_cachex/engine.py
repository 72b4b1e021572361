"""The front end's side of the engine protocol (docs/protocol.md): one program, asked for one move at a time."""

import queue
import shlex
import subprocess
import threading
import time


class EngineError(Exception):
    """The engine cannot be started, has ended, does not answer, or answers nonsense."""


class Engine:
    """A running engine. No wait is without a limit."""

    def __init__(self, command, patience):
        self._patience = patience
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                universal_newlines=True,
                bufsize=1,
            )
        except (OSError, IndexError) as error:
            raise EngineError(f"the engine `{command}` could not be started: {error}") from error
        self._lines = queue.Queue()
        # The thread ends with the pipe; the interpreter does not wait for it.
        threading.Thread(target=self._read, daemon=True).start()
        try:
            self._send("ugi")
            self._wait("ugiok", patience)
            self._send("setoption name game value cachex")
            self._send("uginewgame")
        except EngineError:
            self.close()
            raise

    def best_move(self, position, moves, limits):
        """The engine's move after `moves` from `position`."""
        self._send("position " + position + (" moves " + " ".join(moves) if moves else ""))
        self._send("isready")
        self._wait("readyok", self._patience)
        self._send("go " + limits)
        words = limits.split()
        seconds = int(words[words.index("movetime") + 1]) / 1000 if "movetime" in words else 0
        answer = self._wait("bestmove", seconds + self._patience).split()
        if len(answer) < 2:
            raise EngineError("the engine answered `bestmove` without a move")
        return answer[1]

    def close(self):
        """Ends the program."""
        try:
            self._send("quit")
            self._process.wait(timeout=1)
        except (EngineError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            try:
                pipe.close()
            except OSError:
                pass

    def _read(self):
        try:
            for line in self._process.stdout:
                self._lines.put(line.strip())
        except ValueError:
            pass  # The pipe was closed on our side.
        self._lines.put(None)

    def _send(self, line):
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise EngineError(f"the engine does not listen any more: {error}") from error

    def _status(self):
        # The pipe closes a moment before the process is gone.
        try:
            return self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            return "unknown: it still runs"

    def _wait(self, word, seconds):
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise EngineError(f"no `{word}` from the engine within {seconds:g} s") from None
            if line is None:
                raise EngineError(f"the engine has ended, with status {self._status()}")
            if line.split()[:1] == [word]:
                return line
