"""A process that thinks for computer players, so that the screen answers keys meanwhile: `python -m` this module.

If it's started with the id of a game, it imports what a search in this game needs, before there is a request.
Requests and answers are pickled, and only ever pass between two processes of the same program.  The process ends when
its input does, even in the middle of a thought, so nothing is left behind when the program is killed.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from queue import SimpleQueue
from typing import IO, Any

from cardtable.engine.chance import Key
from cardtable.engine.game import Game
from cardtable.formats.computers import Computer
from cardtable.games import GAMES
from cardtable.players.at_table import choose, default_simulations
from cardtable.players.games import knowledge_of
from cardtable.table.seen import Seen

NICENESS = 5
"""How much the process gives way to the one that draws the screen (Unix only)."""


@dataclass(frozen=True, slots=True)
class Request:
    """A question to the process: what a computer player chooses, or what hints there are for a person."""

    seen: Seen
    key: Key
    computer: Computer | None
    """The computer player who is to choose, or None for hints."""


class _Pickler(pickle.Pickler):
    def persistent_id(self, value: object) -> str | None:
        """Write a game as its id, because each process has its own."""
        return value.id if isinstance(value, Game) else None


class _Unpickler(pickle.Unpickler):
    def persistent_load(self, name: str) -> Any:
        return GAMES[name]


def write_message(stream: IO[bytes], message: object) -> None:
    """Send a request or an answer."""
    buffer = BytesIO()
    _Pickler(buffer).dump(message)
    stream.write(buffer.getvalue())
    stream.flush()


def read_message(stream: IO[bytes]) -> Any:
    """Return the next request or answer; raise EOFError if there are no more."""
    return _Unpickler(stream).load()


def answer(request: Request) -> object:
    """Return the choice of a computer player, or the hints for a person."""
    if request.computer is not None:
        return choose(request.seen, request.computer, request.key)
    from cardtable.players.hints import hints

    return hints(request.seen, request.key, default_simulations(request.seen.game))


def main() -> None:
    """Answer requests from standard input until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    requests: SimpleQueue[Request] = SimpleQueue()
    threading.Thread(target=_receive, args=(requests,), daemon=True).start()
    with suppress(Exception):  # a search that can't start says so in its answer
        prepare(sys.argv[1:])
    while True:
        request = requests.get()
        try:
            message = answer(request)
        except Exception as error:  # noqa: BLE001  the other process goes on without this one's answer
            message = RuntimeError(f"{type(error).__name__} in a computer player")
        write_message(sys.stdout.buffer, message)


def prepare(game_ids: Sequence[str]) -> None:
    """Import what simulates many games at once, if a game has that."""
    for game_id in game_ids:
        if (load := knowledge_of(GAMES[game_id]).load_batch) is not None:
            load()


def _receive(requests: SimpleQueue[Request]) -> None:
    try:
        while True:
            requests.put(read_message(sys.stdin.buffer))
    finally:
        os._exit(0)


if __name__ == "__main__":
    main()
