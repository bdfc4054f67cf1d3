"""Find missing replies in a lesson, walking through it by right answers."""

from __future__ import annotations

from collections.abc import Iterator

from cardtable.lessons.library import LessonEntry
from cardtable.lessons.script import AskStep, TryStep
from cardtable.lessons.walkthrough import Walkthrough


def walk_through(entry: LessonEntry) -> Iterator[Walkthrough]:
    """Yield the walkthrough at each step, before the step is done."""
    walk = Walkthrough(entry.load())
    while not walk.is_over:
        yield walk
        while not walk.can_go_on:
            walk.show_me()
        walk.next()


def wrong_answers_without_reply(entry: LessonEntry) -> list[tuple[int, str]]:
    """Return the step and the text of each wrong choice and wrong legal action that the script doesn't reply to."""
    found = list[tuple[int, str]]()
    for walk in walk_through(entry):
        step, situation = walk.step, walk.situation
        if isinstance(step, AskStep):
            found += [(walk.at, each) for each in step.choices if each != step.answer and each not in step.wrong]
        elif isinstance(step, TryStep):
            replied = {*situation.right_actions(step.right), *map(situation.parse, step.answers)}
            found += [(walk.at, str(action)) for action in situation.legal if action not in replied]
    return found


def choices_like_menu_numbers(entry: LessonEntry) -> list[str]:
    """Return the choices that are bare numbers, so that a menu number could be mistaken for one."""
    steps = entry.load().script.steps
    choices = [choice for step in steps if isinstance(step, AskStep) for choice in step.choices]
    return [choice for choice in choices if choice.strip("+-").isdecimal()]
