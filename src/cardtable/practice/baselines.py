"""The results of computer players on the player's deals. Another process plays the deals, and the results are saved."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from subprocess import Popen
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from cardtable.engine.chance import DealCode
from cardtable.engine.game import AnyGame
from cardtable.formats.computers import LEVELS, Computer, Level, computers_text
from cardtable.players.at_table import log_fault, seat_computers
from cardtable.players.known_games import knowledge_of
from cardtable.players.levels import ComputerPlayer
from cardtable.players.par import ParQuestion
from cardtable.players.process import PROCESS_ERRORS, ThinkingProcess, exchange
from cardtable.players.whole_game import SeatedPlayer, play_game
from cardtable.practice.saved_names import BASELINE
from cardtable.store.fault_log import write_fault_log
from cardtable.store.paths import log_folder
from cardtable.table.grades import Par
from cardtable.table.pars import par_name

if TYPE_CHECKING:
    from cardtable.store.archive import Archive

MAX_MARGIN = 1_000
"""The largest plausible margin. Larger margins are rejected, because anyone can edit the database."""
MAX_FAILURES = 3
"""The number of failed deals after which the work stops. The remaining deals are played another time."""


class Baseline(NamedTuple):
    """The result of a computer player that played a deal alone."""

    margin: int
    is_won: bool

    @property
    def saved(self) -> dict[str, Any]:
        """The result in its saved form."""
        return {"margin": self.margin, "won": self.is_won}


class DealKey(NamedTuple):
    """A deal for a one-player game."""

    deal: str
    options: str
    """All the options as JSON, as in `GameEntry.options`."""


class BaselineQuestion(NamedTuple):
    """A deal for a computer player to play alone in another process."""

    game: AnyGame
    key: DealKey
    options: Any
    computer: Computer

    @property
    def name(self) -> str:
        """The name under which the result is saved."""
        return name_of(self.key, self.computer)

    def answer(self) -> Baseline:
        """Return the result."""
        player = ComputerPlayer(knowledge_of(self.game), self.computer.level)
        seated = (SeatedPlayer(player, self.computer.simulations),)
        played = play_game(self.game, self.options, DealCode.parse(self.key.deal), seated)
        if played.faults[0] is not None:
            log_fault(self.game, played.faults[0])
        assert played.outcome is not None, "no game for one player goes on for ever"
        return Baseline(played.outcome.margin, bool(played.outcome.winners))


def name_of(key: DealKey, computer: Computer) -> str:
    """Return the name under which a result is saved. The name includes the computer player's number of simulations."""
    return f"{BASELINE}{computers_text((computer,))} {key.deal} {key.options}"


def players_of(game: AnyGame) -> dict[Level, Computer]:
    """Return the computer player of each level. The easiest level comes first."""
    seated = seat_computers(game, LEVELS)
    return {computer.level: computer for computer in seated if computer is not None}


def questions_of(game: AnyGame, keys: Sequence[DealKey], known: Mapping[str, object]) -> list[BaselineQuestion]:
    """Return the requests for deals that computer players haven't played yet.

    The easiest level comes first because it's fastest. Invalid deals are left out.
    """
    players, found = players_of(game).values(), list[BaselineQuestion]()
    for computer in players:
        for key in keys:
            if name_of(key, computer) not in known and (options := _options(game, key)) is not None:
                found.append(BaselineQuestion(game, key, options, computer))
    return found


def par_questions(game: AnyGame, keys: Sequence[DealKey]) -> list[ParQuestion]:
    """Return the requests for the pars of these deals. Invalid deals are left out."""
    return [
        ParQuestion(par_name(*key), game, options, DealCode.parse(key.deal))
        for key in keys
        if (options := _options(game, key)) is not None
    ]


def _options(game: AnyGame, key: DealKey) -> Any:
    """Return the options of a deal, or None if the deal isn't possible for one player."""
    from cardtable.formats.codec import load
    from cardtable.formats.strict_json import parse_json

    try:
        options = load(game.options, parse_json(key.options, "archive"), "archive", "options")
        DealCode.parse(key.deal)
        return None if game.validate_options(game.resolve_defaults(options, 1), 1) else options
    except (ValueError, TypeError, KeyError):
        return None


def load_baselines(archive: Archive) -> dict[str, Baseline]:
    """Return all valid saved results, keyed by name. Raise StorageError if the database can't be read."""
    found = archive.all_progress(BASELINE)
    return {name: baseline for name, value in found.items() if (baseline := _parse(value)) is not None}


def save_baselines(archive: Archive, results: Mapping[str, Baseline | Par]) -> None:
    """Save results that are keyed by name. Raise StorageError if the database can't be written."""
    with archive.transaction():
        for name, result in results.items():
            archive.save_progress(name, result.saved)


def _parse(value: object) -> Baseline | None:
    match value:
        case {"margin": int(margin), "won": bool(is_won)} if abs(margin) <= MAX_MARGIN:
            return Baseline(margin, is_won)
        case _:
            return None


def play_quickly(questions: Sequence[BaselineQuestion], seconds: float) -> dict[str, Baseline]:
    """Return results, keyed by name, for levels without simulations. Play in this process for at most `seconds`."""
    end, results = monotonic() + seconds, dict[str, Baseline]()
    for question in questions:
        if question.computer.simulations == 1 and monotonic() < end:
            results[question.name] = question.answer()
    return results


class NamedQuestion(Protocol):
    """A request to another process. The answer is saved under the request's name."""

    @property
    def name(self) -> str:
        """The name under which the answer is saved."""

    def answer(self) -> Baseline | Par:
        """Return the answer."""


class BaselineRun:
    """Computer players that play deals in another process, one deal after another, in the background."""

    def __init__(self, questions: Sequence[NamedQuestion], on_result: Callable[[], None] = lambda: None) -> None:
        """Prepare the work. `on_result` is called from another thread when there are new results for `take`."""
        self._questions, self._on_result = list(questions), on_result
        self._results: dict[str, Baseline | Par] = {}
        self._changed = threading.Condition()
        self._is_stopped = self._is_done = False
        self._process = ThinkingProcess()
        self._thread = threading.Thread(target=self._work, daemon=True, name="baselines")

    def start(self) -> None:
        """Start playing the deals."""
        self._thread.start()

    def stop(self) -> None:
        """End the work at once."""
        with self._changed:
            self._is_stopped = True
            self._process.stop()
            self._changed.notify_all()
        if self._thread.is_alive():
            self._thread.join()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until all deals have been played or the time is up. Return whether all deals have been played."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_stopped or self._is_done, seconds)
            return self._is_done

    def take(self) -> dict[str, Baseline | Par]:
        """Return the results since the last call. `save_baselines` accepts these results."""
        with self._changed:
            results, self._results = self._results, {}
            return results

    def _work(self) -> None:
        failures = 0
        for question in self._questions:
            try:
                if failures == MAX_FAILURES or (process := self._start()) is None:
                    break
                result = exchange(process, question)
            except PROCESS_ERRORS as error:
                failures += 1
                self._log(error)
                continue
            with self._changed:
                self._results[question.name] = result
            self._on_result()
        with self._changed:
            self._is_done = True
            self._process.stop()
            self._changed.notify_all()

    def _start(self) -> Popen[bytes] | None:
        """Return the running process, or None if the work has been stopped.

        The process is started under the lock, so that no process keeps running after `stop`.
        """
        with self._changed:
            return None if self._is_stopped else self._process.start()

    def _log(self, error: Exception) -> None:
        with self._changed, suppress(OSError):
            if not self._is_stopped:
                write_fault_log([error], log_folder())
