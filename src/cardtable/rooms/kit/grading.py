"""The grade of a solo game. Par is computed in the background during the game and shown at the end."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from cardtable.formats.codec import options_text
from cardtable.store.errors import GameNotFound, StorageError, UnreadableGame
from cardtable.table.grades import GradedResult, Par, is_graded, strip_of
from cardtable.table.pars import is_graded_entry, load_par, par_name, save_par
from cardtable.table.session import Session

if TYPE_CHECKING:
    from cardtable.practice.baselines import BaselineRun
    from cardtable.store.rows import GameEntry
    from cardtable.table.lazy_archive import LazyArchive

WORKING_OUT = "Working out the par of this deal..."
FIRST_MOVES = 6
"""The number of moves before the computation of par begins, because many players only look at their cards and leave."""
PATIENCE = 10.0
"""The maximum time to wait for par at the end, in seconds. After that, the result is shown first and par later."""


class Grading:
    """The par of the deal at a table, and the grade of the result."""

    def __init__(self, session: Session, saved_games: LazyArchive | None) -> None:
        """Prepare to grade a game, if its kind is graded. `saved_games` is None if nothing is saved."""
        self._session, self._saved_games = session, saved_games
        self._par: Par | None = None
        self._run: BaselineRun | None = None
        self.is_graded = is_graded(session)
        self.needs_par = self.is_graded
        """Whether the game's stars depend on par. They don't in a level, which has stars of its own."""

    @property
    def _name(self) -> str:
        return par_name(str(self._session.deal_code), options_text(self._session.options))

    def note_move(self) -> None:
        """Start computing par once the player has made enough moves."""
        if len(self._session.actions) >= FIRST_MOVES:
            self.begin()

    def begin(self) -> None:
        """Load the saved par. If there is none, begin to compute it, unless that has already begun.

        Par saved by an earlier version is computed again, because it may be smaller than the margin that is certain.
        """
        if self.needs_par and self._par is None and self._run is None:
            found = self.load()
            if found is None or found.certain is None:
                self._work_out()

    def load(self) -> Par | None:
        """Load and return the saved par of this deal, if there is one."""
        if self.is_graded and self._saved_games is not None:
            with suppress(StorageError):  # then it is worked out again
                self._par = load_par(self._saved_games.archive, self._name)
        return self._par

    def _work_out(self) -> None:
        from cardtable.players.par import ParQuestion  # only now, because it takes time to load
        from cardtable.practice.baselines import BaselineRun

        session = self._session
        assert session.deal_code is not None, "only deals are graded"
        self._run = BaselineRun([ParQuestion(self._name, session.game, session.options, session.deal_code)])
        self._run.start()

    @property
    def par(self) -> Par | None:
        """The par of the deal, or None if it isn't known yet."""
        for found in () if self._run is None else self._run.take().values():
            assert isinstance(found, Par), "nothing else was asked for"
            self._par = found
            if self._saved_games is not None:
                with suppress(StorageError):
                    save_par(self._saved_games.archive, self._name, found)
        return self._par

    @property
    def is_awaited(self) -> bool:
        """True while par is being computed. If necessary, this begins the computation."""
        self.begin()
        is_done = self._run is None or self._run.wait(0)
        return self.needs_par and self.par is None and not is_done

    def wait(self, seconds: float = PATIENCE) -> None:
        """Wait for par, but no longer than this number of seconds."""
        if self.is_awaited and self._run is not None:
            self._run.wait(seconds)

    @property
    def result(self) -> GradedResult | None:
        """The graded result of the finished game, or None if it isn't graded."""
        outcome = self._session.outcome
        if not self.is_graded or outcome is None:
            return None
        return GradedResult(outcome.margin, self.par, strip_of(self._session))

    def close(self) -> None:
        """Stop the computation. Finished work is saved."""
        if self._run is not None:
            self._run.stop()
            _ = self.par


def saved_result(session: Session, saved_games: LazyArchive | None) -> GradedResult | None:
    """Return the graded result of a finished game with its saved par. Return None if the game isn't graded."""
    grading = Grading(session, saved_games)
    grading.load()
    return grading.result


def graded_game(saved_games: LazyArchive, entry: GameEntry) -> GradedResult | None:
    """Return the graded result of a saved game, or None if it isn't graded.

    Raise StorageError if the database can't be read. The strip with a sign for each turn is left out if the game
    itself can't be read.
    """
    if entry.outcome is None or not is_graded_entry(entry):
        return None
    strip = ""
    with suppress(GameNotFound, UnreadableGame):
        strip = strip_of(saved_games.load(entry.id))
    par = load_par(saved_games.archive, par_name(entry.deal, entry.options))
    return GradedResult(entry.outcome.margin, par, strip)
