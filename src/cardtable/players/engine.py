"""A computer player as a program. The program reads lines of the protocol and answers them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from queue import SimpleQueue
from random import Random
from typing import IO, Any

from cardtable.formats.computers import MAX_SIMULATIONS, Level
from cardtable.formats.strict_json import BadFile
from cardtable.formats.text import safe_text
from cardtable.formats.version import version
from cardtable.players.analysis import analyze
from cardtable.players.known_games import knowledge_of
from cardtable.players.levels import ComputerPlayer
from cardtable.players.player import Choice
from cardtable.players.protocol import (
    PROTOCOL,
    GameHeader,
    Go,
    best_line,
    info_line,
    key_of,
    parse_game_line,
    parse_go,
    parse_position_line,
)
from cardtable.players.search import SimulationResult, Simulator
from cardtable.table.seen import Seen

_FIRST_SIMULATIONS = 32
"""The number of simulations in the first search under a time limit. Each later search has twice as many."""
_SHARE_OF_TIME = 0.9
"""The share of the time limit to use, so that the answer arrives in time."""
_CHUNK, _BATCH = 8, 256
"""The number of simulations of each action between two checks of the clock: played one by one, and in batches."""


class Stopped(Exception):
    """An exception for a search that stopped before it had usable results."""


class Engine:
    """A computer player that speaks the protocol."""

    def __init__(self, level: Level, output: IO[str], errors: IO[str]) -> None:
        """Prepare to write answers to `output`. Notes about invalid lines go to `errors`."""
        self._level, self._output, self._errors = level, output, errors
        self._header: GameHeader | None = None
        self._seen: Seen | None = None
        self._position = ""

    def run(self, lines: Iterable[str]) -> None:
        """Process lines until `quit` or the end of the input. Either one also stops a running search."""
        waiting: SimpleQueue[tuple[str, threading.Event]] = SimpleQueue()
        threading.Thread(target=_receive, args=(lines, waiting), daemon=True).start()
        while True:
            line, stop = waiting.get()
            word, _, rest = line.partition(" ")
            if word == "quit":
                return
            try:
                self._obey(word, rest.strip(), stop)
            except BadFile as error:
                self._note(str(error))

    def _obey(self, word: str, rest: str, stop: threading.Event) -> None:
        match word:
            case "cardtable":
                self._say(f"ready {PROTOCOL} Cardtable {version()} ({self._level})")
            case "game":
                self._header, self._seen = None, None
                self._header = parse_game_line(rest)
            case "position":
                self._seen = None
                if self._header is None:
                    raise BadFile("There's a position, but no game before it.")
                self._seen, self._position = parse_position_line(rest, self._header), rest
            case "go":
                self._go(parse_go(rest), stop)
            case "analyze":
                self._analyze(parse_go(rest))
            case "legal" | "stop" | "":
                pass
            case "refused":
                self._note(f"Refused: {rest}")
            case _:
                self._note(f"Ignored: {word} {rest}")

    def _go(self, go: Go, stop: threading.Event) -> None:
        self._say(best_line(choose(self._seen_to_move(), self._level, self._position, go, stop)))

    def _analyze(self, go: Go) -> None:
        """Write a line for each legal action, the best one first, and then the best one as an answer."""
        seen = self._seen_to_move()
        simulations = None if go.simulations is None else min(go.simulations, MAX_SIMULATIONS)
        values = analyze(seen, simulations, Random(key_of(self._position)))
        for value in values:
            self._say(info_line(value.as_data()))
        self._say(best_line(Choice(values[0].action)))

    def _seen_to_move(self) -> Seen:
        if self._seen is None or not self._seen.legal:
            raise BadFile("There's no position in which this seat is to move.")
        return self._seen

    def _say(self, line: str) -> None:
        self._output.write(f"{line}\n")
        self._output.flush()

    def _note(self, sentence: str) -> None:
        self._errors.write(f"{safe_text(sentence, 200)}\n")
        self._errors.flush()


def choose(seen: Seen, level: Level, position: str, go: Go, stop: threading.Event) -> Choice:
    """Return a choice. The choice depends only on the position's line unless a time limit or `stop` ends the search."""
    began, seconds = time.monotonic(), None if go.milliseconds is None else go.milliseconds / 1000 * _SHARE_OF_TIME

    def should_stop() -> bool:
        return stop.is_set() or (seconds is not None and time.monotonic() - began > seconds)

    knowledge, key = knowledge_of(seen.game), key_of(position)
    chunk = _CHUNK if knowledge.load_batch is None else _BATCH
    best: Choice | None = None

    def wrap(simulator: Simulator) -> Simulator:
        return _Stoppable(simulator, should_stop, chunk, is_first=best is None)

    player = ComputerPlayer(knowledge, level, wrap)
    for simulations in _budgets(go, knowledge.simulations):
        choice = player.choose(seen, key, simulations)
        if best is None or choice.fault is None:
            best = choice
        if choice.fault is not None or not choice.simulations or should_stop():
            break
    assert best is not None, "there is a first budget"
    return best


def _budgets(go: Go, default: int) -> Iterator[int]:
    """Yield the number of simulations for each search in turn."""
    if go.simulations is not None:
        yield max(1, min(go.simulations, MAX_SIMULATIONS))
    elif go.milliseconds is None:
        yield default
    else:
        simulations = _FIRST_SIMULATIONS
        while simulations < MAX_SIMULATIONS:
            yield simulations
            simulations *= 2


class _Stoppable:
    """Simulations that can be stopped early.

    The first search then uses the results it has. A later search raises Stopped, because the previous search has more
    results.
    """

    def __init__(self, simulator: Simulator, should_stop: Callable[[], bool], chunk: int, *, is_first: bool) -> None:
        self._simulator, self._should_stop, self._chunk, self._is_first = simulator, should_stop, chunk, is_first

    def results(self, actions: Sequence[Any], first: int, last: int) -> list[list[SimulationResult]]:
        """Return each action's results in the simulations from `first` to `last - 1`."""
        found: list[list[SimulationResult]] = [[] for _ in actions]
        for at in range(first, last, self._chunk):
            if self._should_stop():
                if self._is_first and at:
                    break  # each action has `at` results
                raise Stopped
            part = self._simulator.results(actions, at, min(at + self._chunk, last))
            for results, new in zip(found, part, strict=True):
                results.extend(new)
        return found


def _receive(lines: Iterable[str], waiting: SimpleQueue[tuple[str, threading.Event]]) -> None:
    """Queue each line with an event. The event of `go` is set by the next `stop` or `quit`, or when the input ends."""
    stop = threading.Event()
    try:
        for line in lines:
            words = line.split(maxsplit=1)
            word = words[0] if words else ""
            if word == "go":
                stop = threading.Event()
            elif word in ("stop", "quit"):
                stop.set()
            waiting.put((line.strip(), stop))
    finally:
        stop.set()
        waiting.put(("quit", stop))
