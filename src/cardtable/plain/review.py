"""The review of a game in plain mode: the work with its progress, and then everything in words."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from contextlib import suppress
from time import monotonic

from cardtable.engine.phrases import capitalized
from cardtable.plain.lines import Lines
from cardtable.practice import words
from cardtable.practice.decisions import Decision, NotReviewable, decisions_of, fingerprint, require_reviewable
from cardtable.practice.judge import STAGES
from cardtable.practice.mistakes import save_mistakes
from cardtable.practice.review import MoveReview, Review
from cardtable.practice.run import ReviewRun
from cardtable.practice.saved_reviews import load_review, save_review
from cardtable.store.errors import StorageError
from cardtable.table.command_lines import deal_caption
from cardtable.table.lazy_archive import GameSaver, SavedGame
from cardtable.table.session import Session

MOST_SECONDS = 60.0
"""How long a review goes on once every move has its first verdict."""
SAVING_SECONDS = 1.0
"""How often a review is saved, so that little is lost if the program is killed."""
PROGRESS_SECONDS = 5.0
"""How often progress is reported: seldom enough for screen readers."""
RANGES = "Each range given is 95% sure to include the true number."
TAKES_TIME = "Please wait up to a minute. What you type before the end is ignored."
CAN_GO_ON = "If you ask for this review again, it goes on from here and becomes more certain."
HOW_TO_SEE = "To hear the table before move {move}, replay the game and type go {before}."
NO_MISTAKES = "The analysis found no move that was clearly better than yours."

Report = Callable[[str], None]


def can_review(session: Session) -> bool:
    """Return whether a finished game can be reviewed."""
    with suppress(NotReviewable):
        require_reviewable(session)
        return True
    return False


def saved_game_of(session: Session) -> SavedGame | None:
    """Return the game among the saved games, or None if it isn't being saved."""
    return session.journal.saved_game if isinstance(session.journal, GameSaver) else None


def review_game(
    session: Session,
    saved: SavedGame | None,
    lines: Lines,
    *,
    report: Report | None = None,
    quick: bool = False,
    wanted: Container[int] | None = None,
) -> None:
    """Review a finished game and read the review out; raise NotReviewable with the reason if that can't be done.

    `report` says how the work goes, `quick` asks for first verdicts only, and `wanted` has the numbers of the moves to
    read out instead of the mistakes.
    """
    decisions = {each.number: each for each in decisions_of(session)}
    if not decisions:
        raise NotReviewable("You haven't played a move in this game, so there's nothing to review.")
    if wanted is not None and not any(number in wanted for number in decisions):
        first, last = min(decisions), max(decisions)
        raise NotReviewable(f"None of these moves is yours. Your first is move {first}, and your last is move {last}.")
    review = _Work(session, saved, lines, report or lines.say, quick=quick).result()
    lines.read_out(*review_lines(session, review, decisions, wanted, is_saved=saved is not None))


# The work
class _Work:
    """The work on a review, which is saved with its game again and again."""

    def __init__(self, session: Session, saved: SavedGame | None, lines: Lines, report: Report, *, quick: bool) -> None:
        self._lines, self._report = lines, report
        self._session = session
        self._place = saved
        """Where the review is saved, or None if it can't be."""
        known = self._load(fingerprint(session))
        self._run = ReviewRun(session, known, lambda review: None, stages=1 if quick else len(STAGES))
        self._saved = self._run.review

    def result(self) -> Review:
        """Return the review after working on it for as long as necessary; if interrupted, save what is done."""
        try:
            if not self._run.is_complete:
                self._work()
            return self._run.review
        except KeyboardInterrupt:
            self._run.stop()
            self._save()
            kept = " This review is saved; the next one goes on from here."
            progress = words.progress_sentence(self._run.review)
            self._report(f"Stopped ({progress}).{kept if self._place else ''}")
            raise
        finally:
            self._run.stop()
            self._save()
            self._lines.discard_typed()

    def _work(self) -> None:
        start = told_at = monotonic()
        told = words.progress_sentence(self._run.review)
        patience = f" {TAKES_TIME}" if self._lines.is_on_screen else ""
        self._report(f"Reviewing: {told}.{patience}")
        self._run.start()
        while not self._wait():
            if self._run.is_stopped:
                self._report(words.STOPPED)
                return
            if self._run.review.stage and monotonic() - start > MOST_SECONDS:
                return
            self._save()
            now = words.progress_sentence(self._run.review)
            if now != told and monotonic() - told_at > PROGRESS_SECONDS:
                told, told_at = now, monotonic()
                self._report(f"{capitalized(told)}.")

    def _wait(self) -> bool:
        with self._lines.working():
            return self._run.wait(SAVING_SECONDS)

    def _load(self, which: str) -> Review | None:
        if self._place is None:
            return None
        try:
            saved = load_review(self._place.store.archive, self._place.number, which)
            if saved is not None:  # an older version may not have made an exercise of every mistake
                save_mistakes(self._place.store.archive, self._place.number, self._session, saved)
            return saved
        except StorageError as error:
            self._give_up_saving(error)
            return None

    def _save(self) -> None:
        """Save the review if it has changed."""
        review = self._run.review
        if self._place is None or review == self._saved:
            return
        try:
            self._saved = save_review(self._place.store.archive, self._place.number, review)
            save_mistakes(self._place.store.archive, self._place.number, self._session, self._saved)
            self._run.take_over(self._saved)
        except StorageError as error:
            self._give_up_saving(error)

    def _give_up_saving(self, error: StorageError) -> None:
        assert self._place is not None, "there's an error only where the review is saved"
        self._report(f"{self._place.store.reason(error)} The review isn't being saved.")
        self._place = None


# The review in words
def review_lines(
    session: Session,
    review: Review,
    decisions: Mapping[int, Decision],
    wanted: Container[int] | None = None,
    *,
    is_saved: bool = True,
) -> Iterator[str]:
    """Yield the summary, the turning points, and the mistakes or the wanted moves, with what would have been better."""
    game = session.game
    yield f"{game.title} review, {deal_caption(session, True, ', ')}."
    yield from words.summary_lines(game, review, is_spoken=True)
    if review.is_calibrated or wanted is not None or any(move.is_lesson for move in review.moves):
        yield RANGES
    if points := words.turning_points(game, review):
        yield "Turning points:"
        yield from (words.turning_sentence(game, review, point, is_spoken=True) for point in points)
    if wanted is None:
        moves = [move for move in review.moves if move.is_lesson]
        if moves:
            yield HOW_TO_SEE.format(move=moves[0].number, before=moves[0].number - 1)
        yield "Moves to learn from:" if moves else NO_MISTAKES
    else:
        moves = [move for move in review.moves if move.number in wanted]
    for move in moves:
        yield from move_lines(session, decisions[move.number], move, in_detail=wanted is not None)
    if not words.is_final(review):
        yield f"{words.MAY_CHANGE} {CAN_GO_ON}" if is_saved else words.MAY_CHANGE


def move_lines(session: Session, decision: Decision, move: MoveReview, *, in_detail: bool = False) -> Iterator[str]:
    """Yield what a move gave away, the better move and the lesson about it; in detail, also what each move brings."""
    game = session.game
    yield f"Move {move.number}: {words.move_sentence(game, move, is_spoken=True)}"
    if why := words.yardstick_sentence(game, move):
        yield why
    better = words.better_sentence(game, session.names, decision, move, is_spoken=True)
    if better:
        yield better
        if lesson := words.lesson_sentence(game, decision, move):
            yield lesson[0]
    if in_detail:
        others = [each for each in (move.played, *move.others) if each.action != move.best.action or not better]
        yield from (
            f"{words.action_text(game, each.action)}: {words.outlook_text(game, move, each, is_spoken=True)}."
            for each in others
        )
