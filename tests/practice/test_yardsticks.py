"""Each review has one yardstick, and the same move has the same number everywhere."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from cardtable.engine.games import SHIPPED
from cardtable.engine.phrases import capitalized
from cardtable.games.exit_stage_right.player.sure import SURE_WAY
from cardtable.plain.review_report import RANGES, review_lines
from cardtable.practice import words
from cardtable.practice.answers import answer_sentence, mistake_label, question_text
from cardtable.practice.decisions import Decision, decisions_of
from cardtable.practice.exercises import PracticeExercise, exercises_of
from cardtable.practice.mistakes import Mistake
from cardtable.practice.review import Candidate, Interval, MoveReview, Verdict
from cardtable.practice.schedule import Repetition
from cardtable.rooms.kit.review_page import ReviewPage
from cardtable.table.session import Session
from cardtable.tui.screens.review_text import ReviewText
from tests.practice.move_reviews import around, candidate, reviewed, worse
from tests.practice.plausible_reviews import review_of
from tests.table.sittings import played

ES = SHIPPED["exit-stage-right"]
NOW = datetime(2026, 11, 3, tzinfo=UTC)


def blamed(
    margins: tuple[float, float], chances: tuple[float, float] | None
) -> tuple[Session, Decision, MoveReview, PracticeExercise]:
    """Return a game, its first move, the review of that move, which blames it, and the exercise about it."""
    session = played(ES, seats=1)
    decision = decisions_of(session)[0]
    move = worse(decision, decision.legal[-1], chances, margins)
    (exercise,) = exercises_of(session, reviewed(session, [move], calibrated=chances is not None))
    return session, decision, move, exercise


@pytest.mark.parametrize(
    ("margins", "chances", "lost", "told"),
    [
        ((1.26, 0.44), None, "0.9", "from +1.3 to +0.4"),  # although the loss is nearer to 0.8
        ((1.96, 0.44), (0.604, 0.306), "1.6", "from 60% to 31%"),
        ((1.0, 1.0), (0.604, 0.306), "29% win", "from 60% to 31%"),
    ],
)
def test_what_a_move_gave_away_is_the_same_number_everywhere(
    margins: tuple[float, float], chances: tuple[float, float] | None, lost: str, told: str
) -> None:
    session, decision, move, exercise = blamed(margins, chances)
    review = reviewed(session, [move], calibrated=chances is not None)
    listed = ReviewText(ReviewPage(session, decisions_of(session), review), False, False).summary().choices
    assert any(f" -{lost} {decision.played}" in each for each in listed)
    assert told in words.move_sentence(ES, move)
    label = mistake_label(Mistake(exercise, 1, NOW.date(), Repetition(NOW)), NOW)
    assert chances is not None or f"gave away {lost} Completes" in label


def test_an_answer_has_the_numbers_of_the_saved_review() -> None:
    """Another judgement uses other random numbers, and fewer simulations."""
    _, decision, move, exercise = blamed((1.2, 0.2), None)
    third = next(str(each) for each in decision.legal if str(each) not in (move.played.action, move.best.action))
    saved = replace(move, others=(candidate(third, None, 0.3),))
    again = replace(
        move,
        played=candidate(third, None, 0.4),
        best=candidate(next(str(each) for each in decision.legal if str(each) != third), None, 1.3),
        margin_loss=around(0.9, 0.1),
    )
    answer = replace(exercise, review=saved).agreeing(again)
    assert (answer.played, answer.best) == (saved.others[0], saved.best)
    sentence = answer_sentence(exercise, answer)
    assert "expected margin +0.3 Completes" in sentence
    assert "expected margin +1.2 Completes" in sentence
    best = replace(again, verdict=Verdict.BEST, best=again.played)
    assert replace(exercise, review=saved).agreeing(best).best == saved.others[0]
    assert replace(exercise, review=None).agreeing(again) is again


def test_a_question_by_margin_says_what_a_margin_is() -> None:
    *_, by_margin = blamed((1.2, 0.2), None)
    *_, by_chance = blamed((1.2, 0.2), (0.6, 0.4))
    assert question_text(by_margin).startswith("The margin counts: Completes won minus lost. You played ")
    assert question_text(by_chance).endswith("Find the better move.")


def test_the_yardstick_is_explained_once_for_the_whole_review() -> None:
    session = played(ES, seats=1)
    decision = decisions_of(session)[0]
    review = reviewed(session, [worse(decision, decision.legal[-1])])
    told = "Moves are judged in Completes, because the margin earns stars. "
    assert sum(line.startswith(told) for line in words.summary_lines(ES, review)) == 1
    by_margin = reviewed(session, calibrated=False)
    assert not list(words.yardstick_lines(ES, by_margin))
    sure = replace(by_margin.moves[0], best=by_margin.moves[0].best._replace(margin=around(5, 0)))
    certain = replace(by_margin, moves=(sure, *by_margin.moves[1:]))
    assert list(words.yardstick_lines(ES, certain)) == [SURE_WAY]


@pytest.mark.parametrize("after", [0.991, 0.998])
def test_a_move_that_gave_up_a_certain_win_says_so_and_is_counted(after: float) -> None:
    """Check that it's marked and listed in the review, and that it becomes an exercise."""
    session = played(ES, seats=1)
    decision = next(each for each in decisions_of(session) if len(each.legal) > 1)
    other = next(action for action in decision.legal if action != decision.played)
    move = replace(worse(decision, other, (1.0, after), half=0), verdict=Verdict.INACCURACY)
    move = replace(move, best=move.best._replace(chance=Interval(1, 1, 1)))
    lowered = "lowered your expected margin from +1.4 to +0.2 Completes."
    told = f"was an inaccuracy: it left a sure way to win, and {lowered}"
    assert words.move_sentence(ES, move).endswith(told)
    review = reviewed(session, [move])
    assert "You made 1 inaccuracy." in words.result_lines(ES, review)
    lines = list(review_lines(ReviewPage(session, decisions_of(session), review)))
    assert lines[lines.index("Moves to learn from:") + 1].endswith(told)
    shown_review = ReviewText(ReviewPage(session, decisions_of(session), review), False, False)
    (listed,) = shown_review.summary().choices
    assert listed.startswith(f"Move {move.number} ?! -1.2 ")
    assert [exercise.played for exercise in exercises_of(session, review)] == [str(decision.played)]


def test_a_start_without_doubt_has_no_range() -> None:
    session = played(ES, seats=1)
    review = reviewed(session)
    sure = Candidate(str(decisions_of(session)[0].played), around(5, 0), Interval(1.0, 1.0, 1.0))
    moves = (replace(review.moves[0], played=sure, best=sure), *review.moves[1:])
    lines = words.summary_lines(ES, replace(review, moves=moves))
    assert "At the start, you could expect +5 Completes and a win chance of 100%." in lines


def test_ranges_are_explained_once() -> None:
    session = played(ES, seats=1)
    lines = list(review_lines(ReviewPage(session, decisions_of(session), review_of(session))))
    assert lines.count(RANGES) == 1
    assert lines.index(RANGES) < next(at for at, line in enumerate(lines) if line.startswith("Better was "))


def test_the_sure_way_is_read_out_once() -> None:
    """Check that every further move that lowered the certain margin has one line."""
    session = played(ES, seats=1)
    decisions = decisions_of(session)
    blamed_moves = [each for each in decisions if len(each.legal) > 1][:3]
    moves = [
        replace(worse(each, next(a for a in each.legal if a != each.played), None), verdict=Verdict.MISTAKE)
        for each in blamed_moves
    ]
    certain = [replace(each, best=each.best._replace(margin=around(9, 0))) for each in moves]
    lines = list(review_lines(ReviewPage(session, decisions, reviewed(session, certain, calibrated=False))))
    read = lines[lines.index("Moves to learn from:") + 1 :]
    assert [line.partition(" was ")[0] for line in read if line.startswith("Move ")] == [
        f"Move {each.number}: {capitalized(str(ES.name_action(each.played)))}" for each in blamed_moves
    ]
    assert sum(line.startswith("Better was ") for line in read) == 1
    assert read[-1].startswith("Move ")


def test_without_ranges_none_is_explained() -> None:
    session = played(ES, seats=1)
    clean = ReviewPage(session, decisions_of(session), reviewed(session, calibrated=False))
    assert RANGES not in list(review_lines(clean))
    assert RANGES in list(review_lines(clean, [1]))


def test_a_list_that_is_cut_says_how_many_moves_there_are() -> None:
    session = played(ES, seats=1)
    decisions = decisions_of(session)
    moves = [worse(each, each.legal[-1]) for each in decisions if each.played != each.legal[-1]]
    for count, told in (
        (1, "Press `m` to go to it."),
        (2, "Press `m` to go through them."),
        (9, "Press `m` to go through all 9, not only the worst 5 below."),
    ):
        review = reviewed(session, moves[:count])
        pane = ReviewText(ReviewPage(session, decisions, review), False, False).summary()
        assert told in pane.text
        assert len(pane.choices) == min(count, 5)
