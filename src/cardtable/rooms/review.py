"""The work on a review, which goes on in the background; what is done is saved with the game."""

from __future__ import annotations

from collections.abc import Callable

from cardtable.practice.decisions import fingerprint
from cardtable.practice.judge import STAGES
from cardtable.practice.mistakes import save_mistakes
from cardtable.practice.review import Review
from cardtable.practice.run import ReviewRun
from cardtable.practice.saved_reviews import load_review, save_review
from cardtable.practice.words import STOPPED
from cardtable.store.errors import StorageError
from cardtable.table.lazy_archive import SavedGame
from cardtable.table.session import Session

NOT_SAVED = "The review isn't being saved."


class ReviewWork:
    """The review of a game, which grows in the background and is saved if the game is."""

    def __init__(
        self,
        session: Session,
        saved_game: SavedGame | None,
        on_change: Callable[[], object] = lambda: None,
        *,
        stages: int = len(STAGES),
    ) -> None:
        """Prepare the work; raise NotReviewable if the game can't be reviewed.

        `on_change` is called from other threads after each change.
        """
        self._session, self._saved_game = session, saved_game
        self._faults: list[str] = []
        """What has gone wrong and hasn't been told yet."""
        self._is_end_expected = False
        """Whether the work has been closed, or take_faults() has returned why it ended early."""
        self._run = ReviewRun(session, self._load(), lambda _: on_change(), stages=stages)
        self._saved = self._run.review

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

    @property
    def is_saved(self) -> bool:
        """True if the review is being saved, so that a later one goes on from here."""
        return self._saved_game is not None

    def start(self) -> None:
        """Begin, or go on where the saved review ended."""
        self._run.start()

    def wait(self, seconds: float | None = None) -> None:
        """Wait until the work has ended, at most so many seconds."""
        self._run.wait(seconds)

    def close(self) -> None:
        """Stop the work and its processes, and save what is done."""
        self._is_end_expected = True
        self._run.stop()
        self.save()

    def save(self) -> None:
        """Save what is new, with the exercises from its mistakes, unless that has failed before."""
        review = self.review
        if self._saved_game is None or review == self._saved:
            return
        store, number = self._saved_game
        try:
            self._saved = save_review(store.archive, number, review)
            save_mistakes(store.archive, number, self._session, self._saved)
        except StorageError as error:
            self._give_up_saving(error)
        else:
            self._run.take_over(self._saved)

    def save_stage(self) -> None:
        """Save what is done if another stage is complete."""
        if self._saved.stage < self.review.stage:
            self.save()

    def take_faults(self) -> list[str]:
        """Return a sentence about each thing that has gone wrong since the last call, to tell the player."""
        if not (self.is_running or self.is_complete or self._is_end_expected):
            self._is_end_expected = True
            self._faults.append(STOPPED)
        faults, self._faults = self._faults, []
        return faults

    def _load(self) -> Review | None:
        """Return the saved review, after saving the exercises that an older version may not have made of it."""
        saved = None
        if self._saved_game is not None:
            store, number = self._saved_game
            try:
                saved = load_review(store.archive, number, fingerprint(self._session))
                if saved is not None:
                    save_mistakes(store.archive, number, self._session, saved)
            except StorageError as error:
                self._give_up_saving(error)
        return saved

    def _give_up_saving(self, error: StorageError) -> None:
        assert self._saved_game is not None, "there's an error only where the review is saved"
        self._faults.append(f"{self._saved_game.store.reason(error)} {NOT_SAVED}")
        self._saved_game = None
