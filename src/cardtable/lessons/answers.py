"""Comparison of a learner's answer with the right answer, and the reply that the learner gets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from cardtable.engine.cards import Card
from cardtable.engine.game import Event, Seat
from cardtable.engine.phrases import capitalized, join_words
from cardtable.engine.zones import Place
from cardtable.lessons.places import Thing, find_places, is_empty, learner_name, thing_at
from cardtable.lessons.script import AskStep, RightAnswers
from cardtable.lessons.situation import Situation
from cardtable.lessons.written_position import quote_value

WOULD_HAPPEN = "Here's what would happen:"
"""The text above the log in the reply to a wrong action."""
RIGHT, WRONG, NOT_YET = "Right.", "No.", "Not yet."
"""The verdicts that start a reply. A legal move that isn't the answer may still be good, so it gets `NOT_YET`."""

_HAS_WORD = {
    True: re.compile(r"\**(Yes|Right|Good|Well done|Exactly|Correct)\b[,.:;!]"),
    False: re.compile(r"\**((No|Wrong|Close|Almost|Nearly|Sorry)[,.:;!]|Not? )"),
}


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply to an answer or a move."""

    right: bool
    text: str
    """The reply in Markdown. The text is never empty."""
    events: tuple[Event, ...] = ()
    """The events that the viewer saw, for the animation. The tuple is empty if no action was played."""
    is_log: bool = False
    """Whether the text only describes `events`."""
    done: bool = False
    """Whether the step is done and the learner can continue."""
    partial: bool = False
    """Whether the answer is right as far as it goes, but incomplete."""
    shown: bool = False
    """Whether the learner was shown the answer. Such an answer counts as neither right nor wrong."""
    ignored: bool = False
    """Whether the answer doesn't count because it refers to something that isn't there, such as an empty place."""
    word: str = ""
    """The verdict `Right.`, `No.` or `Not yet.`. It is empty if the text starts with a verdict or needs none."""


class Comparison(NamedTuple):
    """The result of comparing an answer with the right one."""

    right: bool
    """Whether the answer names all the right actions, cards or places and no others."""
    fault: str = ""
    """The reply to the first wrong action, card or place."""
    missing: int = 0
    """The number of right answers that are still missing, or 0 if any part of the answer is wrong."""
    ignored: bool = False
    """Whether the answer doesn't count because it refers to an empty place."""


def compare_actions(situation: Situation, condition: RightAnswers, answers: Sequence[Any]) -> Comparison:
    """Compare answers, given as actions or as text, with the actions that meet the condition."""
    right = set(situation.right_actions(condition))
    try:
        named = {situation.parse(each) if isinstance(each, str) else each for each in answers}
    except ValueError as error:
        return Comparison(False, str(error))
    if illegal := [each for each in named if each not in situation.legal]:
        return Comparison(False, situation.explain(illegal[0]))
    if wrong := [each for each in named if each not in right]:
        return Comparison(False, situation.assess(condition, wrong[0], WOULD_HAPPEN))
    return Comparison(named == right, missing=len(right - named))


def compare_things(
    situation: Situation, view: Any, right: set[Thing], answers: Iterable[Any], hint: str, replies: Mapping[str, str]
) -> Comparison:
    """Compare cards and places in this view with the right ones.

    A wrong card or place gets the author's reply to it or, if the author wrote none, the hint.
    """
    try:
        named = find_things(situation, view, answers)
    except ValueError as error:
        return Comparison(False, f"{capitalized(str(error))}.")
    wrong = named - right
    if wrong and all(isinstance(each, Place) and is_empty(situation.teaching, view, each) for each in wrong):
        return Comparison(False, "There's nothing there.", ignored=True)
    if wrong:
        for text, reply in replies.items():
            if wrong & find_things(situation, view, [text]):
                return Comparison(False, reply)
        name = min(str(each) if isinstance(each, Card) else "That place" for each in wrong)
        return Comparison(False, hint or f"{name} isn't part of the answer.")
    return Comparison(named == right, missing=len(right - named))


def find_things(situation: Situation, view: Any, answers: Iterable[Any]) -> set[Thing]:
    """Return the cards and places that the answers name, as from `thing_at`. Raise ValueError for an unknown name."""
    found: set[Thing] = set()
    for each in answers:
        if isinstance(each, Card):
            found.add(each)
        elif isinstance(each, Place):
            found.add(thing_at(situation.teaching, view, each))
        elif isinstance(each, str):
            places = find_places(situation.teaching, situation.names, view, each)
            found |= {thing_at(situation.teaching, view, place) for place in places}
        else:
            raise ValueError(f"you can't point at {quote_value(str(each))}")  # noqa: TRY004  a message for the player
    return found


def answer_of(situation: Situation, viewer: Seat | None, step: AskStep) -> str:
    """Return the right answer to a question and the author's reply, without naming the answer twice."""
    if step.choices:
        answers = [str(step.answer)]
    elif step.answer_actions is not None:
        answers = list(map(str, situation.right_actions(step.answer_actions))) or ["none"]
    else:
        places = {each: situation.places(viewer, [each]) for each in step.answer_points}
        answers = [learner_name(situation.teaching, *each) for each in places.items()]
    repeats = step.then.startswith(f"{join_words(answers)}.")
    return step.then if repeats else f"{', '.join(answers)}. {step.then}".strip()


def word_before(reply: str, word: str) -> str:
    """Return the word to show before a reply, or an empty string if the reply already starts with a verdict."""
    return "" if _HAS_WORD[word == RIGHT].match(reply) else word
