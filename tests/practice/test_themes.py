"""Generated exercises by theme."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cardtable.engine.cards import name_codes
from cardtable.engine.chance import DealCode
from cardtable.engine.game import start
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import Action, FaceDown, Refill, Shifted, State
from cardtable.games.exit_stage_right.player import calibration
from cardtable.games.exit_stage_right.player.calibration import singles_left
from cardtable.games.exit_stage_right.practice.themes import OPTIONS
from cardtable.practice.answers import best_sentence
from cardtable.practice.exercises import is_right
from cardtable.practice.judge import STAGES, judge
from cardtable.practice.review import MoveReview
from cardtable.practice.theme import theme_exercise, themes
from tests.games.exit_stage_right_positions import stage, state
from tests.practice.weights import by_name, weights

WEIGHTS = weights((2.5, 0.0, 0.0), (0.6, 0.3, 0.0, 0.0), (0.6, 0.3, 0.0, 0.0))
CODE = DealCode(3)


@pytest.fixture(autouse=True)
def calibrated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have win chances for the preset Challenge, which aren't about the weights that are shipped."""
    options = start(GAME, OPTIONS, 1, CODE.key()).state.options
    monkeypatch.setitem(calibration._file(), "weights", by_name(options, WEIGHTS))


def has_jump(state: State, action: Action) -> bool:
    moves = [move for event in GAME.preview(state, action) if isinstance(event, Shifted) for move in event.moves]
    return any(move.goes_right and move.end > move.source.column + 1 for move in moves)


SINGLES = {"jumps": range(4, 16), "refill": range(2, 13), "burn": range(2, 13), "last-five": range(2, 6)}
"""The possible numbers of Singles left to play."""
IS_ABOUT: dict[str, Callable[[State, Action], bool]] = {
    "jumps": has_jump,
    "refill": lambda state, action: any(isinstance(each, Refill) for each in GAME.legal(state)),
    "burn": lambda state, action: isinstance(action, FaceDown),
    "last-five": lambda state, action: singles_left(state) <= 5,
}


@pytest.mark.parametrize("name", [*themes()])
def test_an_exercise_has_a_good_move_about_its_theme_and_a_bad_one(name: str) -> None:
    theme = themes()[name]
    exercise = theme_exercise(theme, CODE)
    assert GAME.validate_state(exercise.state) == ()
    assert singles_left(exercise.state) in SINGLES[name]
    reviews: dict[Action, MoveReview] = {
        action: judge(GAME, exercise.decision(action), STAGES[0]) for action in exercise.seen.legal
    }
    assert not all(map(is_right, reviews.values()))
    assert any(is_right(review) and IS_ABOUT[name](exercise.state, action) for action, review in reviews.items())


def test_a_code_leads_to_one_position() -> None:
    """Check that the same code leads to the same position, and another one to another position."""
    theme = themes()["last-five"]
    exercise = theme_exercise(theme, CODE)
    assert theme_exercise(theme, CODE) == exercise
    assert theme_exercise(theme, DealCode(4)) != exercise


def test_there_are_no_other_themes() -> None:
    assert set(IS_ABOUT) == set(themes())


def test_without_calibration_positions_are_judged_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(calibration._file(), "weights", {})
    refill = themes()["refill"]
    exercise = theme_exercise(refill, CODE)
    reviews = [judge(GAME, exercise.decision(action), STAGES[0]) for action in exercise.seen.legal]
    assert {review.simulations for review in reviews} == {0}
    assert 0 < sum(map(is_right, reviews)) < len(reviews)


@pytest.mark.parametrize(
    ("name", "rows", "hand", "best", "sentence"),
    [
        ("jumps", (". . HBS FRT .",), "H R", "H", "HBS jumps to column 5."),
        ("jumps", (". . . HBS FRT",), "H R", "H", "HBS jumps off the stage."),
        ("jumps", ("HBS . . . .",), "H R", "H", "No Complete should jump to the right now."),
        ("refill", ("HBS FRT . . .",), "H R", "H", "The refill would lose HBS and move 1 other Complete left."),
        ("refill", (". FRT . . .",), "H R", "refill middle", "The refill would lose nothing and move 1 Complete left."),
        ("refill", (), "H R", "refill middle", "The refill would lose nothing."),
        (
            "burn", ("HBS FRT . . .",), "H H R", "H down top",
            "You can spare Hollow: you hold 2 of these, more than of any other kind.",
        ),
        ("burn", ("HBS FRT . . .",), "H H R R", "H down top", ""),
        (
            "burn", ("HBS HRT . . .",), "G H", "G down top",
            "You can spare Green: it matches fewer of the Completes left on the stage than your other Singles do.",
        ),
        (
            "burn", ("HBS HRT . . .",), "G C H", "G down top",
            "You can spare Green: it matches none of the Completes left on the stage, and Hollow matches 2.",
        ),
        ("burn", ("HBS FRT . . .",), "H R", "H", "No Single should be burned now."),
        ("last-five", ("HBS FRT . . .",), "H R", "H", ""),
    ],
)  # fmt: skip
def test_the_question_of_a_theme_is_answered(
    name: str, rows: tuple[str, ...], hand: str, best: str, sentence: str
) -> None:
    theme, view = themes()[name], GAME.view(state(stage(*rows), hand), 0)
    assert GAME.parse(best) in GAME.legal(view)
    assert theme.lesson(view, GAME.parse(best)) == sentence


def test_the_answer_to_a_theme_comes_before_the_reason() -> None:
    theme = themes()["jumps"]
    exercise = theme_exercise(theme, CODE)
    review = judge(GAME, exercise.decision(exercise.seen.legal[0]), STAGES[0])
    lesson = theme.lesson(GAME.view(exercise.state, 0), GAME.parse(review.best.action))
    assert f". {lesson} " in best_sentence(exercise, review)
    assert name_codes(lesson) in best_sentence(exercise, review, is_spoken=True)
