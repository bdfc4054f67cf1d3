"""The player's progress, which grows while computer players play the same deals in the background."""

from __future__ import annotations

from contextlib import suppress

from cardtable.practice.baselines import BaselineRun, save_baselines
from cardtable.practice.progress import ProgressReport, progress_report
from cardtable.practice.progress_words import progress_lines
from cardtable.store.clock import current_time
from cardtable.store.errors import StorageError
from cardtable.table.chart import BLOCK, WIDTH
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.storage_words import storage_sentence
from cardtable.tui.faces import ASCII, CardSet
from cardtable.tui.screens.reader import SCROLL_BAR, Reader

UPDATE_SECONDS = 1.0


class ProgressScreen(Reader[None]):
    """A page with figures and a chart; leaving it stops the computer players without losing their results."""

    def __init__(self, lazy_archive: LazyArchive, signs: CardSet) -> None:
        self._lazy_archive, self._signs = lazy_archive, signs
        self._run: BaselineRun | None = None
        report = self._report()
        super().__init__("Your progress", self._words(report))
        if isinstance(report, ProgressReport) and report.unplayed:
            self._run = BaselineRun(report.questions())

    def on_mount(self) -> None:
        if self._run is not None:
            self._run.start()
            self.set_interval(UPDATE_SECONDS, self._update)

    def on_unmount(self) -> None:
        if self._run is not None:
            self._run.stop()
            self._save()

    def apply_settings(self, signs: CardSet, speed: str) -> None:
        self._signs = signs
        self._show()

    def _report(self) -> ProgressReport | str:
        """Return the report, or why it couldn't be made."""
        try:
            return progress_report(self._lazy_archive.archive)
        except StorageError as error:
            return storage_sentence(error)

    def _words(self, report: ProgressReport | str) -> str:
        if isinstance(report, str):
            return report
        sign = "#" if self._signs is ASCII else BLOCK
        first, *lines = progress_lines(report, current_time(), sign=sign, width=WIDTH, is_playing=True)
        return "\n".join([first, *(f"\n{line}" if line.startswith(("# ", "Exercises:")) else line for line in lines)])

    def _update(self) -> None:
        """Save and show what the computer players have done since the last time."""
        if self._save():
            self._show()

    def _save(self) -> bool:
        """Return whether there was anything to save."""
        results = self._run.take() if self._run is not None else {}
        with suppress(StorageError):  # they can be played again
            if results:
                save_baselines(self._lazy_archive.archive, results)
        return bool(results)

    def _show(self) -> None:
        self.page.replace(self._words(self._report()), self.scroll_area.size.width - SCROLL_BAR)
        self.call_after_refresh(self.after_layout)
