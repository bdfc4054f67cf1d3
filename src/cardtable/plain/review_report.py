"""The whole review of a game in words, once its moves have been judged."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from time import monotonic

from cardtable.engine.phrases import capitalized, number_word
from cardtable.plain.lines import Lines
from cardtable.practice import words
from cardtable.practice.decisions import Decision, NotReviewable
from cardtable.practice.review import MoveReview, Review
from cardtable.rooms.review import NO_MISTAKES, ReviewRoom, worst_first
from cardtable.rooms.review_work import SAVE_SECONDS, ReviewWork
from cardtable.table.command_lines import deal_caption
from cardtable.table.grades import GradedResult
from cardtable.table.session import Session

MOST_SECONDS = 60.0
"""The time limit for a review, in seconds. The review takes longer if a move still has no verdict."""
PROGRESS_SECONDS = 5.0
"""The time between two progress reports, in seconds. Frequent reports would disturb screen readers."""
MOST_READ = 3
"""The maximum number of mistakes to read out while the better moves stay hidden."""
RANGES = "Each range given is 95% sure to include the true number."
TAKES_TIME = "Please wait up to a minute. Anything you type before the end is ignored."
CAN_GO_ON = "If you ask for this review again, it goes on from here and becomes more certain."
HOW_TO_SEE = "To hear the table before move {move}, replay the game and type go {before}."

Report = Callable[[str], None]


def read_review(room: ReviewRoom, lines: Lines, report: Report, wanted: Container[int] | None = None) -> None:
    """Finish a review and read it out at once. Raise NotReviewable if the player made none of the wanted moves.

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
    while work.is_running and not (work.review.stage and monotonic() - start > MOST_SECONDS):
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
    decisions = {each.number: each for each in room.decisions}
    return review_lines(
        room.session,
        room.work.review,
        decisions,
        wanted,
        graded=room.graded,
        is_saved=room.work.is_saved,
        tells_better=tells_better,
    )


def review_lines(
    session: Session,
    review: Review,
    decisions: Mapping[int, Decision],
    wanted: Container[int] | None = None,
    *,
    graded: GradedResult | None = None,
    is_saved: bool = True,
    tells_better: bool = True,
) -> Iterator[str]:
    """Yield the summary, the turning points, and the mistakes or the wanted moves. `tells_better` adds better moves."""
    game = session.game
    yield f"{game.title} review{words.for_whom(session, review)}, {deal_caption(session, True, ', ')}."
    yield from words.summary_lines(game, review, winner=words.winner_of(session), graded=graded, is_spoken=True)
    if review.is_calibrated or wanted is not None or any(move.is_lesson for move in review.moves):
        yield RANGES
    points = words.turning_points(game, review)
    if wanted is None:  # moves that gave something away follow by themselves
        points = [point for point in points if point.is_luck]
    if points:
        yield "Turning points:"
        yield from (words.turning_sentence(game, review, point, is_spoken=True) for point in points)
    if wanted is None:
        moves = [move for move in review.moves if move.is_lesson]
        if moves:
            yield HOW_TO_SEE.format(move=moves[0].number, before=moves[0].number - 1)
        if not tells_better and len(moves) > MOST_READ:
            yield f"You have {len(moves)} moves to learn from. The {number_word(MOST_READ)} that gave away the most:"
            worst = worst_first(tuple(decisions.values()), review)[:MOST_READ]
            moves = [each for each in moves if each.number in {tuple(decisions)[at] for at in worst}]
        else:
            yield "Moves to learn from:" if moves else NO_MISTAKES
    else:
        moves = [move for move in review.moves if move.number in wanted]
    for move in moves:
        yield from reviewed_move_lines(
            session, decisions[move.number], move, tells_better=tells_better, in_detail=wanted is not None
        )
    if not words.is_final(review):
        yield f"{words.MAY_CHANGE} {CAN_GO_ON}" if is_saved else words.MAY_CHANGE


def reviewed_move_lines(
    session: Session, decision: Decision, move: MoveReview, *, tells_better: bool = True, in_detail: bool = False
) -> Iterator[str]:
    """Yield sentences about a move's loss, the better move and a lesson on it. `in_detail` adds the moves' results."""
    game = session.game
    yield f"Move {move.number}: {words.move_sentence(game, move, is_spoken=True)}"
    better = words.better_sentence(game, session.names, decision, move, is_spoken=True)
    if better and tells_better:
        yield better
        if lesson := words.lesson_sentence(game, decision, move):
            yield lesson[0]
    if in_detail:
        others = [each for each in (move.played, *move.others) if each.action != move.best.action or not better]
        yield from (
            f"{words.action_text(game, each.action)}: {words.outlook_text(game, move, each, is_spoken=True)}."
            for each in others
        )
