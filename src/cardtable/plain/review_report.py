"""The whole review of a game in words, once its moves have been judged."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from time import monotonic

from cardtable.engine.phrases import capitalized, number_word
from cardtable.plain.lines import Lines
from cardtable.practice import words
from cardtable.practice.decisions import Decision, NotReviewable
from cardtable.practice.review import MoveReview
from cardtable.rooms.kit.review_page import MAX_LISTED, ReviewPage
from cardtable.rooms.kit.review_work import SAVE_SECONDS, ReviewWork
from cardtable.rooms.review import NO_MISTAKES, ReviewRoom

MAX_SECONDS = 60.0
"""The time limit for a review, in seconds. The review takes longer if a move still has no verdict."""
PROGRESS_SECONDS = 5.0
"""The time between two progress reports, in seconds. Frequent reports would disturb screen readers."""
RANGES = "Each range given is 95% sure to include the true number."
TAKES_TIME = "Please wait up to a minute. Anything you type before the end is ignored."
CAN_GO_ON = "If you ask for this review again, it goes on from here and becomes more certain."
HOW_TO_SEE = "To hear the table before move {move}, replay the game and type go {before}."

Report = Callable[[str], None]


def read_review(room: ReviewRoom, lines: Lines, report: Report, wanted: Container[int] | None = None) -> None:
    """Finish a review and read all of it out. Raise NotReviewable if the player made none of the wanted moves.

    `report` reports the progress. `wanted` contains the numbers of the moves to read out instead of the mistakes.
    """
    if wanted is not None and not any(each.number in wanted for each in room.decisions):
        raise NotReviewable(f"None of these moves is yours. {room.whose_moves}")
    finish(room.work, lines, report)
    lines.read_out(*whole_review(room, wanted))


# The work
def finish(work: ReviewWork, lines: Lines, report: Report) -> None:
    """Work on a review until it is finished. If interrupted, report the progress and whether the review is saved."""
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
    while work.is_running and not (work.review.stage and monotonic() - start > MAX_SECONDS):
        now = words.progress_sentence(work.review)
        if now != told and monotonic() - told_at > PROGRESS_SECONDS:
            told, told_at = now, monotonic()
            report(f"{capitalized(told)}.")
        with lines.working():
            work.wait(SAVE_SECONDS)
        work.save()
        for fault in work.take_faults():
            report(fault)


# The review in words
def whole_review(room: ReviewRoom, wanted: Container[int] | None = None, *, tells_better: bool = True) -> Iterator[str]:
    """Yield the lines of `review_lines` about the review in a room."""
    yield from review_lines(room.page, wanted, tells_better=tells_better)
    if not words.is_final(room.work.review):
        yield f"{words.MAY_CHANGE} {CAN_GO_ON}" if room.work.is_saved else words.MAY_CHANGE


def review_lines(page: ReviewPage, wanted: Container[int] | None = None, *, tells_better: bool = True) -> Iterator[str]:
    """Yield the summary, the turning points, and the mistakes or the wanted moves. `tells_better` adds better moves."""
    game, review = page.game, page.review
    yield f"{page.heading}."
    yield from page.summary(is_spoken=True)
    if review.is_calibrated or wanted is not None or page.lessons:
        yield RANGES
    points = words.turning_points(game, review)
    if wanted is None:  # moves that gave something away follow by themselves
        points = [point for point in points if point.is_luck]
    if points:
        yield "Turning points:"
        yield from (words.turning_sentence(game, review, point, is_spoken=True) for point in points)
    if wanted is None:
        yield from _mistakes(page, tells_better=tells_better)
        return
    for decision in page.decisions:
        if decision.number in wanted and (move := review.of(decision.number)) is not None:
            yield from reviewed_move_lines(page, decision, move, in_detail=True)


def _mistakes(page: ReviewPage, *, tells_better: bool) -> Iterator[str]:
    """Yield all mistakes with the better moves, or only the worst mistakes."""
    at = page.lessons
    if not at:
        yield NO_MISTAKES
        return
    first = page.decisions[at[0]].number
    yield HOW_TO_SEE.format(move=first, before=first - 1)
    if tells_better or len(at) <= MAX_LISTED:
        yield "Moves to learn from:"
    else:
        yield f"You have {len(at)} moves to learn from. The {number_word(MAX_LISTED)} that gave away the most:"
    listed = at if tells_better else page.listed
    certain = [each for each in listed if page.reviewed(each).is_by_certain_margin]
    for each in listed:
        is_told = tells_better and each not in certain[1:]  # the first one tells the sure way
        yield from reviewed_move_lines(page, page.decisions[each], page.reviewed(each), tells_better=is_told)


def reviewed_move_lines(
    page: ReviewPage, decision: Decision, move: MoveReview, *, tells_better: bool = True, in_detail: bool = False
) -> Iterator[str]:
    """Yield sentences about a move's loss, the better move and a lesson on it. `in_detail` adds the moves' results."""
    about = page.about(decision, move, is_spoken=True)
    yield f"Move {move.number}: {about.blame}"
    if tells_better:
        yield from filter(None, (about.better, about.lesson))
    if in_detail and about.compared:
        yield about.compared
