"""Plays a lesson by every right answer, tries every wrong one, and holds each claim against the engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from cardtable.engine.game import IllegalAction
from cardtable.formats.strict_json import BadFile
from cardtable.lessons.reading import Lesson
from cardtable.lessons.script import AskStep, FreeStep, RightAnswers, ShowStep, TryStep
from cardtable.lessons.situation import Situation
from cardtable.lessons.walkthrough import AnyStep, Walkthrough
from cardtable.lessons.written_position import said, seat_of
from cardtable.table.pages import ruling

MOST_SCENES = 40
"""Positions in which a step may find the game, one for each right answer before it."""
FREE_TURNS = 4
"""Of free play that are tried out."""


def check(lesson: Lesson) -> list[str]:
    """A sentence, with file and step, for each thing that does not hold; empty where the lesson holds."""
    found: dict[str, None] = {}
    for step, sentence in _faults(lesson):
        text = str(lesson.bad(step, sentence)) if not isinstance(sentence, BadFile) else str(sentence)
        found.setdefault(text)
    return list(found)


def _faults(lesson: Lesson) -> Iterator[tuple[int | None, str | BadFile]]:
    for number in lesson.script.rulings:
        if not _is_ruling(number):
            yield None, f"there is no ruling {said(number)}."
    try:
        scenes = [lesson.scene()]
    except BadFile as error:
        yield None, error
        return
    yield from ((None, each) for each in _faults_of_seat(lesson.script.seat, scenes[0]))
    for at, step in enumerate(lesson.script.steps):
        if step.position is not None:
            try:
                scenes = [lesson.scene(at)]
            except BadFile as error:
                yield at, error
                return
        following: dict[Situation, None] = {}
        for scene in scenes:
            try:
                yield from ((at, each) for each in _faults_of_step(lesson, at, step, scene))
                following |= dict.fromkeys(_after(step, scene))
            except (ValueError, IllegalAction) as error:
                yield at, error if isinstance(error, BadFile) else str(error)
        if not following:
            return
        scenes = list(following)
        if len(scenes) > MOST_SCENES:
            yield (
                at,
                f"the game goes on in {len(scenes)} ways: say goes_on = false, or lay a position in the next step.",
            )
            return


def _faults_of_step(lesson: Lesson, at: int, step: AnyStep, scene: Situation) -> Iterator[str]:
    if step.ruling is not None and not _is_ruling(step.ruling):
        yield f"there is no ruling {said(step.ruling)}."
    yield from _faults_of_seat(step.seat, scene)
    for claim in step.claims:
        for refusal in claim.refused:
            if refusal.ruling is not None and not _is_ruling(refusal.ruling):
                yield f"there is no ruling {said(refusal.ruling)}."
    walk = _standing(lesson, at, scene)
    for text in step.point:
        scene.places(walk.viewer, [text])
    for action in _actions_of(step, scene):
        for claim in step.claims:
            yield from scene.faults(claim, action)
    if step.text == "":
        yield "it has no text."
    match step:
        case TryStep():
            yield from _faults_of_try(lesson, at, step, scene)
        case AskStep():
            yield from _faults_of_ask(lesson, at, step, scene)
        case FreeStep():
            yield from _faults_of_free(lesson, at, step, scene)


def _standing(lesson: Lesson, at: int, scene: Situation) -> Walkthrough:
    """A walk that stands at this step, in this scene."""
    return Walkthrough(lesson, stand=(at, scene))


def _actions_of(step: AnyStep, scene: Situation) -> Iterable[Any]:
    """What is played in the step; None where nothing is."""
    match step:
        case ShowStep(action=text):
            return (scene.open_action(text),)
        case TryStep(right=right):
            return scene.right(right)
        case _:
            return (None,)


def _after(step: AnyStep, scene: Situation) -> Iterable[Situation]:
    """Where the game may be when the step is left."""
    if isinstance(step, ShowStep) or (isinstance(step, TryStep) and step.goes_on):
        return [scene.after(action) for action in _actions_of(step, scene)]
    return [scene]


def _faults_of_try(lesson: Lesson, at: int, step: TryStep, scene: Situation) -> Iterator[str]:
    right = scene.right(step.right)
    if scene.turn is None:
        yield "the game is over, so nothing can be tried."
    elif not right:
        yield "no action is right."
    yield from _faults_of_condition(step.right, right, scene)
    for text in step.answers:
        scene.read(text)
    for action in scene.legal:
        verdict = _standing(lesson, at, scene).act(action)
        if verdict.right != (action in right):
            yield f"{said(str(action))} is judged the other way round."
        if not verdict.text.strip():
            yield f"{said(str(action))} gets no answer."


def _faults_of_condition(condition: RightAnswers, right: tuple[Any, ...], scene: Situation) -> Iterator[str]:
    if not condition.actions and not condition.any_ and len(right) == len(scene.legal) > 1:
        yield "every legal action is right: say so with any = true."


def _faults_of_ask(lesson: Lesson, at: int, step: AskStep, scene: Situation) -> Iterator[str]:
    if step.measure is not None and scene.right_answer(step.measure) != step.answer:
        yield f"the answer is {said(step.answer)}, and the engine says {said(scene.right_answer(step.measure))}."
    given: list[Any] = [step.answer] if step.choices else list(step.answer_points)
    if step.answer_actions is not None:
        given = list(scene.right(step.answer_actions))
        if not given:
            yield "no action is right."
        yield from _faults_of_condition(step.answer_actions, tuple(given), scene)
        for action in scene.legal:
            if action not in given and not _standing(lesson, at, scene).answer([action]).text.strip():
                yield f"{said(str(action))} gets no answer."
    walk = _standing(lesson, at, scene)
    if not walk.answer(str(step.answer) if step.choices else given).right:
        yield "the right answer is judged wrong."
    for choice in step.choices:
        if choice != step.answer and _standing(lesson, at, scene).answer(choice).right:
            yield f"{said(choice)} is judged right."


def _faults_of_free(lesson: Lesson, at: int, step: FreeStep, scene: Situation) -> Iterator[str]:
    walk = _standing(lesson, at, scene)
    if scene.turn is None:
        yield "the game is over, so nothing can be played."
        return
    for _ in range(min(step.turns or FREE_TURNS, FREE_TURNS)):
        if walk.wants != "action":
            break
        if not walk.show_me().text.strip():
            yield "an action gets no answer."


def _faults_of_seat(name: str | None, scene: Situation) -> Iterator[str]:
    if name is not None:
        try:
            seat_of(scene.names, name)
        except ValueError as error:
            yield str(error)


def _is_ruling(number: str) -> bool:
    try:
        return bool(ruling(number))
    except ValueError:
        return False
