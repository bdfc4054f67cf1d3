"""Play the games of a tournament, one after another or several at once in other processes."""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue

from cardtable.engine.game import Seat
from cardtable.formats.text import player_names, safe_text
from cardtable.players.at_table import default_simulations
from cardtable.players.from_text import ClosablePlayer, player_from_text
from cardtable.players.process import PROCESS_ERRORS, ThinkingProcess, exchange
from cardtable.table.session import Session
from cardtable.tournament.plan import Tournament
from cardtable.tournament.results import Row

MAX_MOVES = 20_000
"""The number of moves after which a game ends without a winner, because its players go on for ever."""
ATTEMPTS = 3
"""How often to start a game whose process fails."""
_POLL_SECONDS = 0.5
"""How often a thread that waits looks up, so that Ctrl+C works on every system."""
_AHEAD = 8
"""How many games may be finished for each process before an earlier one."""
_players = dict[tuple[str, str, Seat], ClosablePlayer]()
"""The players in this process: one for each seat, so that no program sees two hands."""


@dataclass(frozen=True, slots=True)
class GameQuestion:
    """A question: what is the result of this game?"""

    plan: Tournament
    number: int
    folder: Path
    """The folder in which programs start."""

    def answer(self) -> Row:
        """Return its result."""
        return play_game(self.plan, self.number, self.folder)


def play_game(plan: Tournament, number: int, folder: Path) -> Row:
    """Play the game with this number, counted from 0, and return its result."""
    pairing, game = plan.pairing(number), plan.game
    texts = tuple(plan.players[each] for each in pairing.seats)
    players = [_player(plan, text, seat, folder) for seat, text in enumerate(texts)]
    default = plan.simulations or default_simulations(game)
    simulations = [plan.simulations or 1 if text.startswith("program") else default for text in texts]
    session = Session(game, plan.options, player_names(game.seat_names[: plan.seats], plan.seats), pairing.deal)
    stand_ins, fault = [0] * plan.seats, ""
    while (seat := session.turn) is not None and len(session.actions) < MAX_MOVES:
        choice = players[seat].choose(session.look(seat), session.thinking_key(), simulations[seat])
        if choice.fault is not None:
            stand_ins[seat] += 1
            fault = fault or safe_text(str(choice.fault), 200)
        session.act(choice.action)
    outcome = session.outcome
    return Row(
        number=number,
        deal=str(pairing.deal),
        players=texts,
        points=(0,) * plan.seats if outcome is None else outcome.points,
        winners=() if outcome is None else outcome.winners,
        margin=0 if outcome is None else outcome.margin,
        moves=len(session.actions),
        stand_ins=tuple(stand_ins),
        fault=fault,
    )


def _player(plan: Tournament, text: str, seat: Seat, folder: Path) -> ClosablePlayer:
    place = plan.game.id, text, seat
    if place not in _players:
        _players[place] = player_from_text(text, plan.game, folder)
    _players[place].begin_game()
    return _players[place]


def close_players() -> None:
    """End every program that this process has started."""
    while _players:
        _players.popitem()[1].close()


class ProcessesFailed(Exception):
    """The processes that play keep failing; the message is a sentence for the player."""


def play_all(plan: Tournament, numbers: Iterable[int], workers: int, folder: Path) -> Generator[Row, None, None]:
    """Yield the results of the games with these numbers in their order; close the iterator to stop early.

    With one worker, this process plays.
    """
    if workers > 1:
        yield from _InParallel(plan, numbers, workers, folder).rows()
        return
    try:
        for number in numbers:
            yield play_game(plan, number, folder)
    finally:
        close_players()


class _InParallel:
    """Games in several processes, which end with this one at the latest."""

    def __init__(self, plan: Tournament, numbers: Iterable[int], workers: int, folder: Path) -> None:
        self._plan, self._folder = plan, folder
        self._numbers = enumerate(numbers)
        self._lock = threading.Lock()
        self._room = threading.Semaphore(workers * _AHEAD)
        self._finished: SimpleQueue[tuple[int, Row | Exception | None]] = SimpleQueue()
        """Each result with its place in the order; None comes from a thread that has finished."""
        self._is_stopped = False
        self._processes = [ThinkingProcess(plan.game.id) for _ in range(workers)]
        self._threads = [threading.Thread(target=self._work, args=(each,), daemon=True) for each in self._processes]

    def rows(self) -> Iterator[Row]:
        """Yield the results in order."""
        for thread in self._threads:
            thread.start()
        try:
            yield from self._in_order()
        finally:
            self._is_stopped = True
            for process in self._processes:
                process.stop()

    def _in_order(self) -> Iterator[Row]:
        waiting, place, working = dict[int, Row](), 0, len(self._threads)
        while working or place in waiting:
            while place in waiting:
                self._room.release()
                yield waiting.pop(place)
                place += 1
            if not working:
                return
            try:
                at, row = self._finished.get(timeout=_POLL_SECONDS)
            except Empty:
                continue
            if isinstance(row, Exception):
                raise row
            if row is None:
                working -= 1
            else:
                waiting[at] = row

    def _work(self, process: ThinkingProcess) -> None:
        """Play games until there are none left, or the work is stopped."""
        while not self._is_stopped:
            if not self._room.acquire(timeout=_POLL_SECONDS):
                continue
            with self._lock:
                at, number = next(self._numbers, (-1, -1))
            if at < 0:
                break
            try:
                self._finished.put((at, self._ask(process, number)))
            except ProcessesFailed as error:
                self._finished.put((at, error))
                break
        self._finished.put((-1, None))

    def _ask(self, process: ThinkingProcess, number: int) -> Row:
        """Return the result of a game, in a new process if the old one has failed."""
        reason = ""
        for _ in range(ATTEMPTS):
            if self._is_stopped:
                break
            try:
                row = exchange(process.start(), GameQuestion(self._plan, number, self._folder))
                assert isinstance(row, Row), "the process answers the question"
                return row
            except PROCESS_ERRORS as error:
                process.stop()
                reason = safe_text(str(error), 60) or type(error).__name__
        raise ProcessesFailed(f"Game {number + 1} of the tournament can't be played: {reason}.")
