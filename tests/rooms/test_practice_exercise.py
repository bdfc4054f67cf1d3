"""Exercises about good moves: what an answer leads to, what counts, and what can be done next."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cardtable.practice.answers import KNOWN_QUESTION, QUESTION
from cardtable.practice.exercises import PracticeExercise, exercises_of
from cardtable.practice.review import MoveReview, Verdict
from cardtable.practice.sources import ExerciseSource, OneExercise
from cardtable.rooms.kit.goto import ToLesson
from cardtable.rooms.kit.response import Leave, OwnWay, Say, Stay, Think
from cardtable.rooms.practice_exercise import LOOKING, NOT_FOUND, NOT_JUDGED, Compared, MoveJudged, PracticeExerciseRoom
from tests.practice.blamed_games import blamable, finished_game, move_review, review_of

GAME = finished_game()
FIRST, SECOND = blamable(GAME)[3:5]
EXERCISES = exercises_of(GAME, review_of(GAME, {FIRST: Verdict.MISTAKE, SECOND: Verdict.BLUNDER}))


class Noting(ExerciseSource):
    """A source with both exercises that writes down what it is told."""

    game = GAME.game
    counts = True

    def __init__(self) -> None:
        self.noted: list[bool] = []
        self._waiting = list(EXERCISES)

    def next(self) -> PracticeExercise | None:
        return self._waiting.pop(0) if self._waiting else None

    def note(self, exercise: PracticeExercise, is_right: bool) -> str:
        self.noted.append(is_right)
        return "Noted."

    def farewell(self) -> str:
        return "That was all."


def begun(source: ExerciseSource) -> PracticeExerciseRoom:
    room = PracticeExerciseRoom(source)
    assert room.begin() is None
    return room


def parsed(notation: str) -> Any:
    return GAME.game.parse(notation)


def best_in(room: PracticeExerciseRoom) -> Any:
    return parsed(room.current.decided.best.action)


def wrong_in(room: PracticeExerciseRoom) -> Any:
    return parsed(room.current.played)


def test_only_the_first_answer_to_an_exercise_counts() -> None:
    source = Noting()
    room = begun(source)
    assert room.give(wrong_in(room)) == MoveJudged(wrong_in(room), "Noted.")
    assert room.may_retry
    room.do("retry")
    assert room.give(best_in(room)) == MoveJudged(best_in(room))
    assert source.noted == [False]
    room.do("next")
    room.give(best_in(room))
    assert source.noted == [False, True]


def test_a_wrong_answer_can_be_tried_again_left_or_explained() -> None:
    room = begun(Noting())
    room.give(wrong_in(room))
    assert (room.can("retry"), room.can("skip"), room.can("next"), room.can("again")) == (True, True, False, False)
    assert [sentence.partition(":")[0] for sentence in room.verdict()] == ["No"]
    room.do("show-best")
    assert (room.can("retry"), room.can("next"), room.can("again")) == (False, True, True)
    assert next(room.verdict()).startswith("Best: ")
    assert isinstance(room.do("lesson"), ToLesson)
    room.do("again")
    assert room.is_open
    room.give(wrong_in(room))
    room.do("skip")
    assert room.current == EXERCISES[1]


def test_to_be_shown_the_best_move_counts_as_wrong() -> None:
    source = Noting()
    room = begun(source)
    assert room.do("show-best") == MoveJudged(best_in(room), "Noted.")
    assert source.noted == [False]
    assert room.can("show-best") is False


def test_an_exercise_from_a_review_is_not_noted_and_leads_back() -> None:
    for is_known in (False, True):
        source = OneExercise(EXERCISES[0], is_known=is_known)
        room = begun(source)
        assert room.question.endswith(f". {KNOWN_QUESTION if is_known else QUESTION}")
        assert room.give(best_in(room)) == MoveJudged(best_in(room))
        assert room.command("next").name(room) == "Back"
        assert source.back_to() == "the review"
        assert room.do("next") == Leave()


def test_after_the_last_exercise_the_player_leaves_with_a_sentence() -> None:
    room = begun(Noting())
    room.do("show-best")
    assert room.do("next") is None
    room.do("show-best")
    assert room.farewell == ""
    assert room.do("next") == Leave()
    assert room.farewell == "That was all."


def test_a_move_that_is_not_legal_is_refused_and_not_noted() -> None:
    source = Noting()
    room = begun(source)
    illegal = next(action for action in GAME.actions if action not in room.seen.legal)
    with pytest.raises(ValueError, match=r"\."):
        room.give(illegal)
    assert room.is_open
    assert source.noted == []


def another(room: PracticeExerciseRoom) -> Any:
    """Return an answer that the saved review doesn't know."""
    return next(each for each in room.seen.legal if room.current.known(each) is None)


@pytest.mark.parametrize(("verdict", "start"), [(Verdict.GOOD, "Good enough"), (Verdict.BLUNDER, "No")])
def test_any_other_answer_is_judged_first(verdict: Verdict, start: str) -> None:
    room = begun(Noting())
    action = another(room)
    think = room.give(action)
    assert isinstance(think, Think)
    assert (room.is_waiting, room.is_open) == (True, False)
    assert room.give(best_in(room)) == Stay(), "one answer at a time"
    review: MoveReview = move_review(FIRST, verdict, str(action), room.current.decided.best.action)
    assert think.take(review) == MoveJudged(action, "Noted.")
    sentences = [sentence.partition(":")[0] for sentence in room.verdict()]
    assert sentences == ([start, "Best"] if verdict is Verdict.GOOD else [start])


def test_an_answer_that_cannot_be_judged_does_not_count() -> None:
    source = Noting()
    room = begun(source)
    think = room.give(another(room))
    assert isinstance(think, Think)
    assert think.take(None) == Say(NOT_JUDGED)
    assert (source.noted, room.is_waiting) == ([], False)
    room.do("again")
    assert room.is_open


def test_the_player_may_begin_again_while_an_answer_is_judged() -> None:
    room = begun(Noting())
    room.give(another(room))
    room.do("again")
    assert (room.is_waiting, room.is_open) == (False, True)


class Generator(ExerciseSource):
    """A source whose exercises another process looks for."""

    game = GAME.game

    def next(self) -> Any:
        return EXERCISES[0].question(parsed(EXERCISES[0].played))


def test_a_position_is_looked_for_until_one_is_found() -> None:
    room = PracticeExerciseRoom(Generator())
    think = room.begin()
    assert isinstance(think, Think)
    assert think.notice == LOOKING
    assert [each.id for each in room.offered if each.id in ("next", "again", "show-best", "moves", "type")] == []
    assert think.take(None) == Say(NOT_FOUND)
    think = room.do("next")
    assert isinstance(think, Think)
    assert think.take(EXERCISES[1]) is None
    assert room.current == EXERCISES[1]


def test_without_a_review_the_best_move_is_looked_for() -> None:
    exercise = replace(EXERCISES[0], review=None, played="")
    room = begun(OneExercise(exercise, is_known=False))
    think = room.do("show-best")
    assert isinstance(think, Think)
    first = room.seen.legal[0]
    review = move_review(0, Verdict.BLUNDER, str(first), EXERCISES[0].decided.best.action)
    assert think.take(review) == MoveJudged(parsed(EXERCISES[0].decided.best.action))


def test_what_the_screen_shows_anyway_can_be_read_out() -> None:
    room = begun(Noting())
    assert room.do("moves") == OwnWay("moves")
    assert room.do("why", "refill") == OwnWay("why", "refill")
    with pytest.raises(ValueError, match="Type why followed by a move"):
        room.do("why")


def test_the_best_move_and_the_other_one_are_compared_in_turn() -> None:
    room = begun(Noting())
    assert not room.can("compare")
    wrong, best = wrong_in(room), best_in(room)
    room.give(wrong)
    assert not room.can("compare"), "it would tell the best move"
    room.do("show-best")
    shown = [room.do("compare") for _ in range(3)]
    assert all(isinstance(each, Compared) for each in shown)
    assert [each.action for each in shown if isinstance(each, Compared)] == [best, wrong, best]
    room.do("again")
    room.give(best)
    assert room.do("compare") == Compared(best, f"The best move: {GAME.game.name_action(best)}.")


def test_the_best_move_is_compared_with_the_wrong_answer_before_it() -> None:
    room = begun(Noting())
    best, wrong = best_in(room), wrong_in(room)
    other = next(action for action in room.seen.legal if action not in (best, wrong))
    judged = room.current.decided
    think = room.give(other)
    assert isinstance(think, Think)
    think.take(replace(judged, played=judged.played._replace(action=str(other))))
    room.do("again")
    room.give(best)
    assert room.do("compare") == Compared(best, f"The best move: {GAME.game.name_action(best)}.")
    assert room.do("compare") == Compared(other, f"The other move: {GAME.game.name_action(other)}.")
