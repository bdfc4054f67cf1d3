"""The progress page. Computer players play the player's deals in the background until the page is complete."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from cardtable.practice.baselines import BaselineRun, save_baselines
from cardtable.practice.progress import ProgressReport, progress_report
from cardtable.practice.progress_words import progress_lines
from cardtable.store.clock import current_time
from cardtable.store.errors import StorageError
from cardtable.store.paths import may_exist
from cardtable.table.chart import WIDTH
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.storage_words import storage_sentence


class PlayerProgress:
    """A page of figures that compares the player with computer players on the same deals."""

    def __init__(self, saved_games: LazyArchive) -> None:
        self._saved_games = saved_games
        self._run: BaselineRun | None = None

    def _report(self) -> ProgressReport:
        return progress_report(self._saved_games.archive) if may_exist(self._saved_games.path) else ProgressReport()

    def lines(self, sign: str) -> Sequence[str]:
        """Return the page, or the reason why it can't be read. `sign` draws the charts. If it is empty, draw none."""
        try:
            report = self._report()
        except StorageError as error:
            return (storage_sentence(error),)
        return progress_lines(report, current_time(), sign=sign, width=WIDTH, is_playing=True)

    def start(self) -> bool:
        """Let computer players play all the deals that they haven't played yet. Return whether there are any."""
        with suppress(StorageError):  # the page says why
            report = self._report()
            if self._run is None and (questions := report.all_questions()):
                self._run = BaselineRun(questions)
                self._run.start()
        return self._run is not None

    def wait(self, seconds: float) -> None:
        """Wait until the computer players have finished, but no longer than this number of seconds."""
        if self._run is not None:
            self._run.wait(seconds)

    def save(self) -> bool:
        """Save the results since the last call. Return whether there were any."""
        results = self._run.take() if self._run is not None else {}
        with suppress(StorageError):  # they can be played again
            if results:
                save_baselines(self._saved_games.archive, results)
        return bool(results)

    def close(self) -> None:
        """Stop the computer players without losing their results."""
        if self._run is not None:
            self._run.stop()
            self.save()
            self._run = None
