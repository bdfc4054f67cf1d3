"""The page with the player's progress."""

from __future__ import annotations

from cardtable.rooms.progress import PlayerProgress
from cardtable.table.chart import BLOCK
from cardtable.table.lazy_archive import LazyArchive
from cardtable.tui.drawing.faces import ASCII, CardSet
from cardtable.tui.screens.reader import SCROLL_BAR, Reader

UPDATE_SECONDS = 1.0


class ProgressScreen(Reader[None]):
    """A page with numbers and a chart. The chart grows while computer players play the player's deals."""

    def __init__(self, lazy_archive: LazyArchive, signs: CardSet) -> None:
        self._progress, self._signs = PlayerProgress(lazy_archive), signs
        super().__init__("Your progress", self._words())

    def on_mount(self) -> None:
        if self._progress.start():
            self.set_interval(UPDATE_SECONDS, self._update)

    def on_unmount(self) -> None:
        self._progress.close()

    def apply_settings(self, signs: CardSet, speed: str) -> None:
        self._signs = signs
        self._show()

    def _words(self) -> str:
        first, *lines = self._progress.lines("#" if self._signs is ASCII else BLOCK)
        return "\n".join([first, *(f"\n{line}" if line.startswith(("# ", "Exercises:")) else line for line in lines)])

    def _update(self) -> None:
        """Save and show the results that the computer players have reached since the last call."""
        if self._progress.save():
            self._show()

    def _show(self) -> None:
        self.page.replace(self._words(), self.scroll_area.size.width - SCROLL_BAR)
        self.call_after_refresh(self.after_layout)
