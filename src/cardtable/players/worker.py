"""The process that answers questions in the background. Start it with `python -m` and the name of this module.

If the process gets the id of a game, it imports the modules for a search in that game before the first question.
Questions and answers are pickled, and they pass only between two processes of the same program. The process ends when
its input ends, even during a search. No process is left behind if the program is killed.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from io import BytesIO
from queue import SimpleQueue
from typing import IO, Any, Protocol

from cardtable.engine.game import Game
from cardtable.games import GAMES
from cardtable.players.known_games import knowledge_of

NICENESS = 5
"""The increase in the niceness of the process (Unix only). The process that draws the screen then has priority."""


class Question(Protocol):
    """A question to the process. A question is a picklable object that can find its own answer."""

    def answer(self) -> object:
        """Return the answer. This method runs in the other process."""


class _Pickler(pickle.Pickler):
    def persistent_id(self, value: object) -> str | None:
        """Return the id of a game, because each process has its own game objects. Return None for other objects."""
        return value.id if isinstance(value, Game) else None


class _Unpickler(pickle.Unpickler):
    def persistent_load(self, name: str) -> Any:
        return GAMES[name]


def write_message(stream: IO[bytes], message: object) -> None:
    """Send a question or an answer."""
    buffer = BytesIO()
    _Pickler(buffer).dump(message)
    stream.write(buffer.getvalue())
    stream.flush()


def read_message(stream: IO[bytes]) -> Any:
    """Return the next question or answer. Raise EOFError if there are no more."""
    return _Unpickler(stream).load()


def main() -> None:
    """Answer questions from standard input until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    questions: SimpleQueue[Question] = SimpleQueue()
    threading.Thread(target=_receive, args=(questions,), daemon=True).start()
    with suppress(Exception):  # a search that can't start says so in its answer
        prepare(sys.argv[1:])
    while True:
        question = questions.get()
        try:
            message = question.answer()
        except Exception as error:  # noqa: BLE001  the other process goes on without this one's answer
            message = RuntimeError(f"{type(error).__name__} in {type(question).__name__}")
        write_message(sys.stdout.buffer, message)


def prepare(game_ids: Sequence[str]) -> None:
    """Import the code that simulates many games at once, if these games have such code."""
    for game_id in game_ids:
        if (load := knowledge_of(GAMES[game_id]).load_batch) is not None:
            load()


def _receive(questions: SimpleQueue[Question]) -> None:
    try:
        while True:
            questions.put(read_message(sys.stdin.buffer))
    finally:
        os._exit(0)


if __name__ == "__main__":
    main()
