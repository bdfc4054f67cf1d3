"""Tests of the lessons of Tradewinds, their positions and their measures."""

from __future__ import annotations

import textwrap
from collections import Counter
from typing import Any

import pytest

from cardtable.engine.cards import SINGLES
from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import SEATS, State
from cardtable.engine.games.tradewinds.texts import VICTORIES
from cardtable.lessons.library import LessonEntry, lessons_of
from cardtable.lessons.script import AskStep, TryStep
from cardtable.lessons.walkthrough import Walkthrough
from tests.lessons.test_positions import situation_with

COVERING = {"covering": "HRT PBS FGC", "sides": ["- + -", "+ + +", "- - -", "+ - +"]}
GRID = ["C? P? R?", "B? S? H?", "H? R? C?"]
each_lesson = pytest.mark.parametrize("entry", lessons_of(GAME.id), ids=lambda entry: entry.name)


def state(**zones: Any) -> State:
    found: State = situation_with(
        GAME.id, COVERING | {"grid": GRID, "hands": {"South": "FGT"}, "left": 1, "turn": "South"} | zones
    ).state
    return found


@each_lesson
def test_texts_are_at_most_six_lines_of_sixty_characters(entry: LessonEntry) -> None:
    for step in entry.load().script.steps:
        for text in (step.text, getattr(step, "then", ""), getattr(step, "hint", "")):
            assert len(textwrap.wrap(text, 60, break_on_hyphens=False)) <= 6, text


@each_lesson
def test_every_wrong_answer_has_a_reply_in_words(entry: LessonEntry) -> None:
    """The author replies to every wrong answer, and a question answered by pointing has a hint."""
    walk = Walkthrough(entry.load())
    while not walk.is_over:
        match walk.step:
            case AskStep(choices=[_, *_] as choices) as ask:
                assert set(ask.wrong) == {*choices} - {ask.answer}, ask.text
            case AskStep(hint=hint) as ask:
                assert ask.answer_points, ask.text
                assert hint, ask.text
            case TryStep(answers=answers) as step:
                replies = {walk.act(each).text for each in walk.situation.legal if each not in walk.right}
                assert replies <= {*answers.values()}, step.text
                assert step.hint, step.text
        if not walk.can_go_on:
            walk.show_me()
        walk.next()


def test_the_remaining_singles_are_collected_by_all_four_in_turn() -> None:
    here = state()
    collected = [len(here.scored[seat]) + len(here.deducted[seat]) for seat in range(SEATS)]
    assert (sum(collected), max(collected) - min(collected)) == (18, 1)
    assert [len(pile) for pile in state(rest="North").deducted[1:]] == [0, 0, 0]


def test_face_down_singles_are_not_among_the_collected_ones() -> None:
    """`?` is never a Single that the author has put into a collection."""
    here = state(collected={"East": "H H P P P F F F F G G G G B B B S S"})
    assert Counter(here.scored[1]) <= Counter(SINGLES)
    assert "F" not in {card.code for pile in here.grid for card in pile.face_down}


@pytest.mark.parametrize(("least", "name"), VICTORIES)
def test_the_name_of_a_score(least: int, name: str) -> None:
    loss = (18 - least) // 2 if least % 2 == 0 else (17 - least) // 2
    grid = GRID if least % 2 == 0 else [*GRID[:2], "H? R? C??"]
    situation = situation_with(
        GAME.id,
        COVERING
        | {"grid": grid, "hands": {"South": "FGT"}, "left": 1, "turn": "South", "rest": "East"}
        | {"collected": {"North": " ".join("TTFFGGCHT"[:loss])}},
    )
    action = situation.legal[0]
    assert (situation.measure("score", action), situation.measure("victory", action)) == (least, name)
