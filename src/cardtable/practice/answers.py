"""Sentences about answers to exercises: whether an answer is right, what it loses, and a better move."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from cardtable.engine.cards import name_codes
from cardtable.engine.phrases import counted
from cardtable.players.known_games import knowledge_of
from cardtable.practice.exercises import PracticeExercise, is_right
from cardtable.practice.mistakes import Mistake
from cardtable.practice.review import MoveReview, Verdict
from cardtable.practice.schedule import Repetition
from cardtable.practice.theme import themes
from cardtable.practice.words import (
    action_text,
    given_away_text,
    margin_meaning,
    outlook_text,
    verdict_word,
    why_better,
)
from cardtable.store.clock import UNKNOWN_TIME
from cardtable.table.practised import practice
from cardtable.table.when import format_day

QUESTION = "Find the better move."
KNOWN_QUESTION = "The review showed the better move: now play it yourself."


def question_text(exercise: PracticeExercise, *, is_known: bool = False) -> str:
    """Return the question, such as `You played Red. Find the better move.`.

    The task is the last sentence. If only the margin counts, the first sentence says so. `is_known` is true if the
    player has already seen the better move.
    """
    if not exercise.played:
        return f"{practice().theme_rules} Find the best move."
    counts = f"The margin counts: {margin_meaning(exercise.game)}. " if exercise.decided.is_unclassed else ""
    task = KNOWN_QUESTION if is_known else QUESTION
    return f"{counts}You played {action_text(exercise.game, exercise.played)}. {task}"


def answer_sentence(
    exercise: PracticeExercise, answer: MoveReview, missed: str = "", *, is_spoken: bool = False
) -> str:
    """Return sentences that say whether an answer is right and why. They don't name a better move.

    For the best move, the text also says what the move does, compared with the wrong answer `missed` if there was one.
    For a wrong answer, the text says what is wrong with it.
    """
    name = action_text(exercise.game, answer.played.action)
    outlook = outlook_text(exercise.game, answer, answer.played, is_spoken=is_spoken)
    if answer.verdict is Verdict.FORCED:
        return f"Right: {name} is the only legal move."
    if answer.verdict is Verdict.BEST:
        what = "the best move" if answer.simulations == 0 else "one of the best moves"
        is_top = answer.played.action == answer.best.action
        why = (
            f" {_why(exercise, answer, missed, is_spoken=is_spoken)}" if is_top else ""
        )  # otherwise, `best_sentence` follows
        return f"Right: {name} is {what}, {outlook}.{why}"
    best = outlook_text(exercise.game, answer, answer.best, is_spoken=is_spoken)
    if is_right(answer):
        return f"Good enough: {name}, {outlook}."
    found = ["is the move you played"] if answer.played.action == exercise.played else []
    if not answer.is_unclassed:
        article = "an" if answer.verdict is Verdict.INACCURACY else "a"
        found.append(f"{'' if found else 'is '}{article} {verdict_word(answer.verdict)}")
    what = ", ".join(found) or "isn't good enough"
    said = f"No: {name} {what}, {outlook}. {_fault(exercise, answer, is_spoken=is_spoken)}".rstrip()
    return f"{said} The best move: {best}."


def _fault(exercise: PracticeExercise, answer: MoveReview, *, is_spoken: bool) -> str:
    """Return what is wrong with an answer, without naming the better move, or "" if that isn't known."""
    game, find = exercise.game, knowledge_of(exercise.game).fault
    if find is None:
        return ""
    view = game.view(exercise.state, exercise.seat)
    found = find(view, game.parse(answer.best.action), game.parse(answer.played.action))
    return name_codes(found) if is_spoken else found


def best_sentence(exercise: PracticeExercise, answer: MoveReview, missed: str = "", *, is_spoken: bool = False) -> str:
    """Return a sentence about the best move, its expected result and what it is certain to do."""
    game = exercise.game
    name = knowledge_of(game).name(game.view(exercise.state, exercise.seat), game.parse(answer.best.action))
    outlook = outlook_text(game, answer, answer.best, is_spoken=is_spoken)
    return f"Best: {name}, {outlook}. {_why(exercise, answer, missed, is_spoken=is_spoken)}"


def rival_of(exercise: PracticeExercise, answer: MoveReview, missed: str = "") -> Any:
    """Return the move to compare with the best move, or None if there is no other move.

    Usually, this is the answer. If the answer is the best move, return `missed`, an earlier wrong answer, or else the
    move played in the game. If that was the best move, too, or there is none, return the second-best move.
    """
    others = (answer.played.action, missed, exercise.played, *(each.action for each in answer.others))
    return next((exercise.game.parse(each) for each in others if each and each != answer.best.action), None)


def _why(exercise: PracticeExercise, answer: MoveReview, missed: str, *, is_spoken: bool) -> str:
    """Return the answer to a theme's question, and the advantage of the best move over its rival."""
    game, best, worse = exercise.game, answer.best.action, rival_of(exercise, answer, missed)
    view = game.view(exercise.state, exercise.seat)
    theme = themes().get(exercise.theme)
    lesson = "" if theme is None else theme.lesson(view, game.parse(best))
    reason = why_better(game, exercise.names, view, game.parse(best), worse, is_spoken=is_spoken)
    return " ".join(filter(None, [name_codes(lesson) if is_spoken else lesson, knowledge_of(game).in_full(reason)]))


# Mistakes
def mistake_label(mistake: Mistake, now: datetime) -> str:
    """Return an exercise's label in a list, such as `Move 12 again, game 7 of 3 November: mistake, due`."""
    decided, game = mistake.exercise.decided, mistake.exercise.game
    verdict = f"gave away {given_away_text(game, decided)}" if decided.is_unclassed else verdict_word(decided.verdict)
    is_day_known = mistake.day > UNKNOWN_TIME.date()
    day = f" of {format_day(mistake.day, now.astimezone().date())}" if is_day_known else ""
    return f"{mistake.exercise.title}, game {mistake.game}{day}: {verdict}, {due_text(mistake.repetition, now)}"


def due_text(repetition: Repetition, now: datetime) -> str:
    """Return the time of an exercise's next repetition, such as `due` or `due on 3 November`."""
    if repetition.holds:
        return "solved for good"
    if repetition.is_due(now):
        return "due"
    return f"due on {format_day(repetition.due.astimezone().date(), now.astimezone().date())}"


def repetition_sentence(repetition: Repetition) -> str:
    """Return a sentence about when the exercise will return after an answer."""
    if repetition.holds:
        return "You have solved it often enough, so it won't come back."
    days = round(repetition.interval.total_seconds() / 86_400)
    return "It comes back tomorrow." if days == 1 else f"It comes back in {counted(days, 'day')}."
