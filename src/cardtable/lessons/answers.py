"""Answers to the questions of a lesson: whether the right actions, cards or places are named, and which they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from cardtable.engine.cards import Card
from cardtable.engine.game import Place, Seat
from cardtable.lessons.places import Thing, in_words, places, thing_at
from cardtable.lessons.script import AskStep, RightAnswers
from cardtable.lessons.situation import Situation
from cardtable.lessons.written_position import said

IMAGINED = "It would go like this:"
"""Before what a wrong action would have done."""


class Comparison(NamedTuple):
    """What was named, compared with what is right."""

    right: bool
    """Whether all of it is named, and nothing else."""
    fault: str = ""
    """What is wrong with the first thing that is."""
    missing: int = 0
    """How many are missing, where nothing is wrong."""


def compare_actions(scene: Situation, asked: RightAnswers, given: Sequence[Any]) -> Comparison:
    """Compare the actions that somebody named, or their texts, with those that are asked for."""
    wanted = set(scene.right(asked))
    try:
        named = {scene.read(each) if isinstance(each, str) else each for each in given}
    except ValueError as error:
        return Comparison(False, str(error))
    if closed := [each for each in named if each not in scene.legal]:
        return Comparison(False, scene.refusal(closed[0]))
    if wrong := [each for each in named if each not in wanted]:
        return Comparison(False, scene.why_wrong(asked, wrong[0], IMAGINED))
    return Comparison(named == wanted, missing=len(wanted - named))


def compare_things(scene: Situation, view: Any, wanted: set[Thing], given: Iterable[Any], hint: str) -> Comparison:
    """Compare the cards and places that somebody named, seen in this view, with those that are wanted."""
    try:
        named = things(scene, view, given)
    except ValueError as error:
        return Comparison(False, f"{str(error)[:1].upper()}{str(error)[1:]}.")
    if wrong := named - wanted:
        some = min(str(each) if isinstance(each, Card) else "that place" for each in wrong)
        return Comparison(False, hint or f"Not {some}.")
    return Comparison(named == wanted, missing=len(wanted - named))


def things(scene: Situation, view: Any, given: Iterable[Any]) -> set[Thing]:
    """Return what is pointed at: the card, wherever one is seen, and else the place; ValueError for what is neither."""
    found: set[Thing] = set()
    for each in given:
        if isinstance(each, Card):
            found.add(each)
        elif isinstance(each, Place):
            found.add(thing_at(scene.teaching, view, each))
        elif isinstance(each, str):
            spots = places(scene.teaching, scene.names, view, each)
            found |= {thing_at(scene.teaching, view, spot) for spot in spots}
        else:
            raise ValueError(f"{said(str(each))} is nothing to point at")  # noqa: TRY004  a sentence for the player
    return found


def answer_of(scene: Situation, viewer: Seat | None, step: AskStep) -> str:
    """Return the right answer to a question, and what the author says to it."""
    if step.choices:
        told = str(step.answer)
    elif step.answer_actions is not None:
        told = ", ".join(map(str, scene.right(step.answer_actions)))
    else:
        told = ", ".join(in_words(scene.teaching, each, scene.places(viewer, [each])) for each in step.answer_points)
    return f"{told}.\n\n{step.then}".strip()
