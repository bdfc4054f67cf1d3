"""The lessons of Tradewinds as a whole, and what they know of the game: positions, and the names of scores."""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from typing import Any

import pytest

from cardtable.engine.cards import SINGLES
from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import SEATS, State
from cardtable.engine.games.tradewinds.words import VICTORIES
from cardtable.lessons.library import LessonEntry, lessons_of
from cardtable.lessons.script import AskStep, TryStep
from cardtable.lessons.walkthrough import Walkthrough
from cardtable.table.pages import read_page
from tests.lessons.test_positions import laid

COVERING = {"covering": "HRT PBS FGC", "sides": ["- + -", "+ + +", "- - -", "+ - +"]}
GRID = ["C? P? R?", "B? S? H?", "H? R? C?"]
each_lesson = pytest.mark.parametrize("entry", lessons_of(GAME.id), ids=lambda entry: entry.name)


def state(**lay: Any) -> State:
    found: State = (
        laid(GAME.id, COVERING | {"grid": GRID, "hands": {"South": "FGT"}, "left": 1, "turn": "South"} | lay)
        .situation()
        .state
    )
    return found


def test_every_ruling_is_taught() -> None:
    taught = {number for entry in lessons_of(GAME.id) for number in entry.load().script.rulings}
    assert taught == set(re.findall(r"^- (TW-\d+)", read_page(GAME.page), re.MULTILINE))


def test_every_second_step_lets_the_learner_do_something() -> None:
    for entry in lessons_of(GAME.id):
        steps = entry.load().script.steps
        assert sum(step.kind in ("ask", "try", "show", "free") for step in steps) * 2 >= len(steps), entry.name


@each_lesson
def test_texts_are_at_most_six_lines_of_sixty_characters(entry: LessonEntry) -> None:
    for step in entry.load().script.steps:
        for text in (step.text, getattr(step, "then", ""), getattr(step, "hint", "")):
            assert len(textwrap.wrap(text, 60, break_on_hyphens=False)) <= 6, text


@each_lesson
def test_every_wrong_answer_gets_a_reason_in_words(entry: LessonEntry) -> None:
    """No reply is left to a measure or to the log, and a question about a pile tells what to look for."""
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


def test_no_choice_looks_like_the_number_of_another() -> None:
    """In plain mode choices are numbered, so an answer is never a bare number."""
    steps = [step for entry in lessons_of(GAME.id) for step in entry.load().script.steps]
    choices = [choice for step in steps if isinstance(step, AskStep) for choice in step.choices]
    assert [choice for choice in choices if re.fullmatch(r"[-+]?\d+", choice)] == []


def test_what_is_left_over_was_collected_by_all_four_in_turn() -> None:
    here = state()
    collected = [len(here.scored[seat]) + len(here.deducted[seat]) for seat in range(SEATS)]
    assert (sum(collected), max(collected) - min(collected)) == (18, 1)
    assert [len(pile) for pile in state(rest="North").deducted[1:]] == [0, 0, 0]


def test_face_down_lies_what_nobody_has_collected() -> None:
    """However many of a kind are named as collected, ? is something else."""
    here = state(collected={"East": "H H P P P F F F F G G G G B B B S S"})
    assert Counter(here.scored[1]) <= Counter(SINGLES)
    assert "F" not in {card.code for pile in here.grid for card in pile.face_down}


@pytest.mark.parametrize(("least", "name"), VICTORIES)
def test_a_victory_is_called_by_its_score(least: int, name: str) -> None:
    loss = (18 - least) // 2 if least % 2 == 0 else (17 - least) // 2
    grid = GRID if least % 2 == 0 else [*GRID[:2], "H? R? C??"]
    lesson = laid(
        GAME.id,
        COVERING
        | {"grid": grid, "hands": {"South": "FGT"}, "left": 1, "turn": "South", "rest": "East"}
        | {"collected": {"North": " ".join("TTFFGGCHT"[:loss])}},
    )
    situation = lesson.situation()
    assert (situation.measure("score", situation.legal[0]), situation.measure("victory", situation.legal[0])) == (
        least,
        name,
    )
