"""The work on a review in the background, as the app uses it; what is done is saved with the game."""

from __future__ import annotations

from collections.abc import Callable

from cardtable.practice.decisions import fingerprint
from cardtable.practice.mistakes import save_mistakes
from cardtable.practice.review import Review
from cardtable.practice.run import ReviewRun
from cardtable.practice.saved_reviews import load_review, save_review
from cardtable.store.errors import StorageError
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.session import Session
from cardtable.table.storage_words import explain

SAVE_SECONDS = 2.0
"""The time between two saves during a stage."""


class BackgroundReview:
    """The review of a game, which grows in the background and is saved if the game is."""

    def __init__(
        self, session: Session, number: int | None, lazy_archive: LazyArchive, on_change: Callable[[], object]
    ) -> None:
        """Prepare the work; raise NotReviewable if the game can't be reviewed.

        `on_change` is called from other threads after each change.
        """
        self._session, self._number, self._lazy_archive = session, number, lazy_archive
        self.fault = ""
        """Why the review isn't saved, or an empty string."""
        self._on_change = on_change
        self._saved = self._load(fingerprint(session))
        self._run = ReviewRun(session, self._saved, lambda _: self._tell())

    @property
    def review(self) -> Review:
        """The review so far."""
        return self._run.review

    @property
    def is_complete(self) -> bool:
        """True once every stage is complete."""
        return self._run.is_complete

    @property
    def is_running(self) -> bool:
        """True until every stage is complete or the work has failed."""
        return not (self.is_complete or self._run.is_stopped)

    def start(self) -> None:
        """Begin, or go on where the saved review ended."""
        self._run.start()

    def close(self) -> None:
        """Stop the work and its processes, and save what is done."""
        self._run.stop()
        self.save()

    def save(self) -> None:
        """Save what is done, with the exercises from its mistakes, unless that has failed before."""
        review = self.review
        if self._number is None or self.fault or review == self._saved:
            return
        try:
            saved = save_review(self._lazy_archive.archive, self._number, review)
            save_mistakes(self._lazy_archive.archive, self._number, self._session, saved)
        except StorageError as error:
            self.fault = explain(error)
        else:
            self._saved = saved
            self._run.take_over(saved)

    def save_stage(self) -> None:
        """Save what is done if another stage is complete."""
        if self._saved is None or self._saved.stage < self.review.stage:
            self.save()

    def _tell(self) -> None:
        self._on_change()

    def _load(self, checksum: str) -> Review | None:
        if self._number is None:
            return None
        try:
            saved = load_review(self._lazy_archive.archive, self._number, checksum)
            if saved is not None:  # an older version may not have made an exercise of every mistake
                save_mistakes(self._lazy_archive.archive, self._number, self._session, saved)
            return saved
        except StorageError as error:
            self.fault = explain(error)
            return None
