"""A game's review in plain mode: progress while it grows, then the whole review in words."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from contextlib import suppress
from time import monotonic

from cardtable.engine.phrases import capitalized
from cardtable.plain.lines import Lines
from cardtable.practice import words
from cardtable.practice.decisions import Decision, NotReviewable, decisions_of, require_reviewable
from cardtable.practice.judge import STAGES
from cardtable.practice.review import MoveReview, Review
from cardtable.rooms.review import ReviewWork
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
    work = ReviewWork(session, saved, stages=1 if quick else len(STAGES))
    _finish(work, lines, report or lines.say)
    lines.read_out(*review_lines(session, work.review, decisions, wanted, is_saved=work.is_saved))


# The work
def _finish(work: ReviewWork, lines: Lines, report: Report) -> None:
    """Work on a review for as long as necessary; if interrupted, say how far it is and whether it is saved."""
    try:
        if not work.is_complete:
            _wait(work, lines, report)
    except KeyboardInterrupt:
        work.close()
        kept = " This review is saved; the next one goes on from here." if work.is_saved else ""
        report(f"Stopped ({words.progress_sentence(work.review)}).{kept}")
        raise
    finally:
        work.close()
        for fault in work.take_faults():
            report(fault)
        lines.discard_typed()


def _wait(work: ReviewWork, lines: Lines, report: Report) -> None:
    start = told_at = monotonic()
    told = words.progress_sentence(work.review)
    report(f"Reviewing: {told}.{f' {TAKES_TIME}' if lines.is_on_screen else ''}")
    work.start()
    while work.is_running and not (work.review.stage and monotonic() - start > MOST_SECONDS):
        now = words.progress_sentence(work.review)
        if now != told and monotonic() - told_at > PROGRESS_SECONDS:
            told, told_at = now, monotonic()
            report(f"{capitalized(told)}.")
        with lines.working():
            work.wait(SAVING_SECONDS)
        work.save()
        for fault in work.take_faults():
            report(fault)


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
    yield from words.summary_lines(game, review, winner=words.winner_of(session), is_spoken=True)
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
