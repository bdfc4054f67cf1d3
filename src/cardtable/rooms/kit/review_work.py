"""The background work that computes the review of a game."""

from __future__ import annotations

from collections.abc import Callable

from cardtable.practice.decisions import fingerprint, reviewed_person
from cardtable.practice.judge import STAGES
from cardtable.practice.mistakes import save_mistakes
from cardtable.practice.review import Review
from cardtable.practice.run import ReviewRun
from cardtable.practice.saved_reviews import load_review, save_review
from cardtable.practice.words import STOPPED
from cardtable.rooms.kit.grading import saved_result
from cardtable.store.errors import StorageError
from cardtable.table.lazy_archive import SavedGame
from cardtable.table.session import Session

SAVE_SECONDS = 2.0
"""The number of seconds between two saves while the review grows. Little is lost if the program is killed."""
REVIEW_NOT_SAVED = "The review isn't being saved."


class ReviewWork:
    """The review of a game, which grows in the background. It is saved if the game is saved."""

    def __init__(
        self,
        session: Session,
        saved_game: SavedGame | None,
        *,
        person: int | None = None,
        stages: int = len(STAGES),
    ) -> None:
        """Prepare the work. Raise NotReviewable if the game can't be reviewed.

        `person` is the person whose moves are reviewed. By default, this is the first person at the table.
        """
        self.session, self._saved_game = session, saved_game
        self.number = None if saved_game is None else saved_game.number
        """The game's number if it is saved, even if the review can't be saved."""
        self.graded = saved_result(session, None if saved_game is None else saved_game.saved_games)
        self.on_change: Callable[[], object] = lambda: None
        """A function that other threads call after each change."""
        self._faults: list[str] = []
        """Sentences about faults that the player hasn't seen yet."""
        self._is_end_expected = False
        """Whether the work has been closed, or take_faults() has returned the reason for an early end."""
        self._person = reviewed_person(session, person)
        self._run = ReviewRun(session, self._load(), lambda _: self.on_change(), person=self._person, stages=stages)
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
        """Whether the review is being saved, so that it can be continued later."""
        return self._saved_game is not None

    def start(self) -> None:
        """Begin the review, or continue a saved review."""
        self._run.start()

    def wait(self, seconds: float | None = None) -> None:
        """Wait until the work has ended, but no longer than this number of seconds."""
        self._run.wait(seconds)

    def close(self) -> None:
        """Stop the work and its processes, and save the review so far."""
        self._is_end_expected = True
        self._run.stop()
        self.save()

    def save(self) -> None:
        """Save the review's new parts and the exercises from its mistakes. Do nothing if saving has already failed."""
        review = self.review
        if self._saved_game is None or review == self._saved:
            return
        saved_games, number = self._saved_game
        try:
            self._saved = save_review(saved_games.archive, number, review)
            save_mistakes(saved_games.archive, number, self.session, self._saved)
        except StorageError as error:
            self._give_up_saving(error)
        else:
            self._run.take_over(self._saved)

    def save_stage(self) -> None:
        """Save the review so far if another stage has been completed."""
        if self._saved.stage < self.review.stage:
            self.save()

    def take_faults(self) -> list[str]:
        """Return a sentence for the player about each fault since the last call."""
        if not (self.is_running or self.is_complete or self._is_end_expected):
            self._is_end_expected = True
            self._faults.append(STOPPED)
        faults, self._faults = self._faults, []
        return faults

    def _load(self) -> Review | None:
        """Return the saved review or None. First save its exercises, in case an older version didn't create them."""
        saved = None
        if self._saved_game is not None:
            saved_games, number = self._saved_game
            try:
                saved = load_review(saved_games.archive, number, fingerprint(self.session), self._person)
                if saved is not None:
                    save_mistakes(saved_games.archive, number, self.session, saved)
            except StorageError as error:
                self._give_up_saving(error)
        return saved

    def _give_up_saving(self, error: StorageError) -> None:
        assert self._saved_game is not None, "there's an error only where the review is saved"
        self._faults.append(f"{self._saved_game.saved_games.reason(error)} {REVIEW_NOT_SAVED}")
        self._saved_game = None
