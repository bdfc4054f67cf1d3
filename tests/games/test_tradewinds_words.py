"""Names, refusals, explanations, typed actions and log lines of Tradewinds (TW-13)."""

from __future__ import annotations

import pytest

from cardtable.engine.cards import Complete
from cardtable.engine.game import Event
from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import OFF, PILES, Blew, Blow, Ended, Flight, State, TurnedUp
from cardtable.engine.games.tradewinds.words import name_flights
from cardtable.engine.phrases import without_rulings
from tests.builders import completes, explain, play_randomly, singles
from tests.games.tradewinds_positions import (
    CALM,
    NAMES,
    NORTH,
    SOUTH,
    UNSEEN,
    WEST,
    after,
    blew,
    choices,
    rest_in_piles,
    start,
    state,
)
from tests.games.tradewinds_positions import refusal as why_not

# TW-13: names


def test_tw_13_piles_are_named_from_the_north_west_corner() -> None:
    assert PILES == ("A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3")
    position = state(("R . .", ". . .", ". . C"), "HRC", WEST)
    assert name_flights(blew(position, "HRC")) == ("C3 scores", "A1 scores")


# Refusals and explanations

COVERING_REASON = "a covering Complete; it can't be played (TW-2)."


@pytest.mark.parametrize(
    ("position", "action", "sentence"),
    [
        (state(CALM, "HRC", hands={NORTH: "FRC"}), "FRC", "You don't have Filled-Red-Circle."),
        (state(CALM, "HRC"), "PBS", f"Partial-Blue-Square is {COVERING_REASON}"),
        (state(rest_in_piles(), turn=None), "HRC", "The game is over: every hand is empty (TW-12)."),
        (after(state(CALM, "HRC"), "HRC"), "HRC", "Hollow-Red-Circle has already been played (TW-7)."),
    ],
)  # fmt: skip
def test_illegal_actions_are_refused_with_a_sentence(position: State, action: str, sentence: str) -> None:
    assert why_not(position, action) == sentence


def test_the_hand_of_the_seat_to_move_is_legal() -> None:
    position = state(CALM, "FRC HRC PGT")
    assert choices(position) == ["Hollow-Red-Circle", "Partial-Green-Triangle", "Filled-Red-Circle"]
    assert GAME.legal(position) == tuple(Blow(card) for card in completes("HRC PGT FRC"))


@pytest.mark.parametrize(
    ("position", "line"),
    [
        (state(CALM, "HRC"), "Nothing moves: the score doesn't change (TW-5)."),
        (
            state(("R B? S?", ". . .", ". . C?"), "HRC"),
            "1 Single scores for East: the score goes from +29 to +30 (TW-5).",
        ),
        (
            state((". RTB? .", ". B? .", ". . ."), "FRT", SOUTH),
            "2 Singles deduct for North: the score goes from +30 to +28 (TW-5).",
        ),
        (
            state((". S? .", ". . .", ". RTB? ."), "FRT", SOUTH),
            "2 Singles land on other piles: the score doesn't change (TW-5).",
        ),
    ],
)
def test_legal_actions_are_explained(position: State, line: str) -> None:
    (action,) = GAME.legal(position)
    assert explain(GAME, position, action) == line


def test_every_explanation_fits_in_two_lines_of_the_smallest_terminal() -> None:
    longest = max(
        len(without_rulings(explain(GAME, before, action)))
        for code in range(40)
        for _, before, *_ in play_randomly(GAME, start(code=code), code)
        for action in GAME.legal(before)
    )
    assert 60 < longest <= 80


# Typed actions


@pytest.mark.parametrize(
    "text",
    [
        "Hollow-Red-Circle",
        "hollow red circle",
        "HRC",
        " hrc ",
        "blow hrc",
        "Play  Hollow-Red-Circle",
        "hollow, red, circle",
    ],
)
def test_actions_may_be_typed_in_many_ways(text: str) -> None:
    assert GAME.parse(text) == Blow(Complete.parse("HRC"))


@pytest.mark.parametrize(
    ("text", "sentence"), [("", "Type a Complete"), ("blow", "Type a Complete"), ("red", "no Complete called")]
)
def test_invalid_texts_are_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        GAME.parse(text)


# Log lines


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (Blew(WEST, Complete.parse("FRC"), (), (), ()), "Dan plays FRC. Nothing moves."),
        (
            Blew(
                WEST,
                Complete.parse("FRC"),
                (Flight(2, OFF, singles("R C")), Flight(0, 1, singles("C"))),
                singles("R"),
                singles("C"),
            ),
            "Dan plays FRC. Ben collects Red from A3 (+1) and Circle from A3 (-1). Circle moves from A1 to A2.",
        ),
        (TurnedUp(0, (0, 8), singles("R C")), "Turned up: Red on A1, Circle on C3."),
        (TurnedUp(0, (0, 8), (UNSEEN, UNSEEN)), "Then A1 and C3 will be turned up."),
        (Ended(3, 20, 7), "Every hand is empty: 20 Singles scored, 7 deducted."),
    ],
)
def test_log_lines_of_events(event: Event, line: str) -> None:
    assert GAME.describe(event, NAMES) == line
