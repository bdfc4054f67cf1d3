"""The lesson checker. It plays every right answer, tries every wrong one, and checks each claim with the engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from cardtable.engine.game import IllegalAction
from cardtable.formats.strict_json import BadFile
from cardtable.lessons.reading import Lesson
from cardtable.lessons.script import AnyStep, AskStep, FreeStep, RightAnswers, ShowStep, TryStep
from cardtable.lessons.situation import Situation
from cardtable.lessons.walkthrough import Walkthrough
from cardtable.lessons.written_position import quote_value, seat_of
from cardtable.table.pages import ruling

MAX_SITUATIONS = 40
"""The maximum number of situations in which a step may begin. Several right answers may lead to several situations."""
FREE_TURNS = 4
"""The number of turns that the checker plays in a step with free play."""


def check(lesson: Lesson) -> list[str]:
    """Return one sentence for each mistake in a lesson. Each sentence names the file and the step."""
    found: dict[str, None] = {}
    for step, sentence in _faults(lesson):
        text = str(lesson.error(step, sentence)) if not isinstance(sentence, BadFile) else str(sentence)
        found.setdefault(text)
    return list(found)


def _faults(lesson: Lesson) -> Iterator[tuple[int | None, str | BadFile]]:
    for number in lesson.script.rulings:
        if not _is_ruling(number):
            yield None, f"there is no ruling {quote_value(number)}."
    try:
        situations = [lesson.situation()]
    except BadFile as error:
        yield None, error
        return
    yield from ((None, each) for each in _faults_of_seat(lesson.script.seat, situations[0]))
    for at, step in enumerate(lesson.script.steps):
        if step.position is not None:
            try:
                situations = [lesson.situation(at)]
            except BadFile as error:
                yield at, error
                return
        following: dict[Situation, None] = {}
        for situation in situations:
            try:
                yield from ((at, each) for each in _faults_of_step(lesson, at, step, situation))
                following |= dict.fromkeys(_after(step, situation))
            except (ValueError, IllegalAction) as error:
                yield at, error if isinstance(error, BadFile) else str(error)
        if not following:
            return
        situations = list(following)
        if len(situations) > MAX_SITUATIONS:
            yield (
                at,
                f"the game can go on in {len(situations)} ways: set goes_on = false, or give the next step a position.",
            )
            return


def _faults_of_step(lesson: Lesson, at: int, step: AnyStep, situation: Situation) -> Iterator[str]:
    if step.ruling is not None and not _is_ruling(step.ruling):
        yield f"there is no ruling {quote_value(step.ruling)}."
    yield from _faults_of_seat(step.seat, situation)
    for claim in step.claims:
        for refusal in claim.refused:
            if refusal.ruling is not None and not _is_ruling(refusal.ruling):
                yield f"there is no ruling {quote_value(refusal.ruling)}."
    walk = _start(lesson, at, situation)
    for text in step.point:
        situation.places(walk.viewer, [text])
    for action in _actions_of(step, situation):
        for claim in step.claims:
            yield from situation.faults(claim, action)
    if step.text == "":
        yield "it has no text."
    match step:
        case TryStep():
            yield from _faults_of_try(lesson, at, step, situation)
        case AskStep():
            yield from _faults_of_ask(lesson, at, step, situation)
        case FreeStep():
            yield from _faults_of_free(lesson, at, step, situation)


def _start(lesson: Lesson, at: int, situation: Situation) -> Walkthrough:
    return Walkthrough(lesson, start=(at, situation))


def _actions_of(step: AnyStep, situation: Situation) -> Iterable[Any]:
    """Return the actions that the checker tries in a step, or a single None if the step has no actions."""
    match step:
        case ShowStep(action=text):
            return (situation.parse_legal(text),)
        case TryStep(right=right):
            return situation.right_actions(right)
        case _:
            return (None,)


def _after(step: AnyStep, situation: Situation) -> Iterable[Situation]:
    """Return the situations in which the step can end."""
    if isinstance(step, ShowStep) or (isinstance(step, TryStep) and step.goes_on):
        return [situation.after(action) for action in _actions_of(step, situation)]
    return [situation]


def _faults_of_try(lesson: Lesson, at: int, step: TryStep, situation: Situation) -> Iterator[str]:
    right = situation.right_actions(step.right)
    if situation.turn is None:
        yield "the game is over, so nothing can be tried."
    elif not right:
        yield "no action is right."
    yield from _faults_of_condition(step.right, right, situation)
    for text in step.answers:
        situation.parse(text)
    for action in situation.legal:
        reply = _start(lesson, at, situation).act(action)
        if reply.right != (action in right):
            marked, verdict = ("right", "isn't") if reply.right else ("wrong", "is")
            yield f"{quote_value(str(action))} is marked as {marked}, but it {verdict} a right action."
        if not reply.text.strip():
            yield f"{quote_value(str(action))} gets no reply."


def _faults_of_condition(condition: RightAnswers, right: tuple[Any, ...], situation: Situation) -> Iterator[str]:
    if not condition.actions and not condition.any_ and len(right) == len(situation.legal) > 1:
        yield "every legal action is right; if you mean that, write any = true."


def _faults_of_ask(lesson: Lesson, at: int, step: AskStep, situation: Situation) -> Iterator[str]:
    if step.measure is not None and situation.right_answer(step.measure) != step.answer:
        engine_says = quote_value(situation.right_answer(step.measure))
        yield f"the answer is {quote_value(step.answer)}, but the engine says {engine_says}."
    right: list[Any] = [step.answer] if step.choices else list(step.answer_points)
    if step.answer_actions is not None:
        right = list(situation.right_actions(step.answer_actions))
        if not right:
            yield "no action is right."
        yield from _faults_of_condition(step.answer_actions, tuple(right), situation)
        for action in situation.legal:
            if action not in right and not _start(lesson, at, situation).answer([action]).text.strip():
                yield f"{quote_value(str(action))} gets no reply."
    walk = _start(lesson, at, situation)
    if not walk.answer(str(step.answer) if step.choices else right).right:
        yield "the right answer is marked as wrong."
    if step.answer_points:
        yield from _faults_of_replies(walk, step, situation)
    for choice in step.choices:
        if choice != step.answer and _start(lesson, at, situation).answer(choice).right:
            yield f"{quote_value(choice)} is marked as right, but it isn't the answer."


def _faults_of_replies(walk: Walkthrough, step: AskStep, situation: Situation) -> Iterator[str]:
    right = set(situation.places(walk.viewer, step.answer_points))
    for text in step.wrong:
        if right & set(situation.places(walk.viewer, [text])):
            yield f"it has a reply to {quote_value(text)}, which is part of the answer."


def _faults_of_free(lesson: Lesson, at: int, step: FreeStep, situation: Situation) -> Iterator[str]:
    walk = _start(lesson, at, situation)
    if situation.turn is None:
        yield "the game is over, so nothing can be played."
        return
    for _ in range(min(step.turns or FREE_TURNS, FREE_TURNS)):
        if walk.wants != "action":
            break
        if not walk.show_me().text.strip():
            yield "an action gets no reply."


def _faults_of_seat(name: str | None, situation: Situation) -> Iterator[str]:
    if name is not None:
        try:
            seat_of(situation.names, name)
        except ValueError as error:
            yield str(error)


def _is_ruling(number: str) -> bool:
    try:
        return bool(ruling(number))
    except ValueError:
        return False
