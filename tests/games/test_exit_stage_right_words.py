"""Refusals, explanations, typed actions and log lines of Exit Stage Right."""

from __future__ import annotations

import re
from typing import Any, Literal

import pytest

from cardtable.engine.cards import CHARACTERISTICS, Single
from cardtable.engine.game import Event
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import (
    Action,
    Drew,
    Ended,
    FaceDown,
    FaceUp,
    Options,
    PlayedFaceDown,
    PlayedFaceUp,
    Refill,
    Refilled,
    State,
)
from tests.builders import completes, explain, refusal
from tests.games.exit_stage_right_positions import (
    ALL,
    CENTRED,
    NAMES,
    REFILL_FIRST,
    UNSEEN,
    after,
    shift,
    stage,
    start,
    state,
)
from tests.games.exit_stage_right_positions import refusal as why_not

# Refusals and explanations


@pytest.mark.parametrize(
    ("position", "action", "sentence"),
    [
        (state(CENTRED, "R G"), "B", r"You don't have Blue\."),
        (state(CENTRED, ["R G", "B"]), "B", r"You don't have Blue\."),
        (state(stage("HRC PGS . . ."), "R"), "B down top", r"You don't have Blue\."),
        (
            state(stage("HRC PGS . . ."), "R"),
            "R down middle",
            r"The middle row has no Completes; playing face down needs two or more \(ES-6\)\.",
        ),
        (
            state(stage("HRC PGS . . .", ". . . . .", ". FBT . . ."), "R"),
            "R down bottom",
            r"The bottom row has 1 Complete; playing face down needs two or more \(ES-6\)\.",
        ),
        (
            state(stage(), "R", options=REFILL_FIRST),
            "R",
            r"The stage is empty and there are Completes left, so refill first \(ES-13\)\.",
        ),
        (
            state(stage(), "R", options=REFILL_FIRST),
            "R down top",
            r"The stage is empty and there are Completes left, so refill first \(ES-13\)\.",
        ),
        (state(CENTRED, "R"), "refill top", r"The centre cell of the top row isn't empty \(ES-7\)\."),
        (
            state(stage(". . . HRC .", ". . PGS . ."), "R"),
            "refill top middle",
            r"The centre cell of the middle row isn't empty \(ES-7\)\.",
        ),
        (state(stage(), "R", complete_deck=""), "refill top", r"The Complete deck .*\(ES-7\)\."),
        (
            state(stage(), "R", complete_deck="HRC"),
            "refill top bottom",
            r"The Complete deck has (1|one|only one) card left, not 2 \(ES-7\)\.",
        ),
        (
            state(stage(), "R", complete_deck="HRC PGS"),
            "refill top middle bottom",
            r"The Complete deck has (only )?2 cards left, not 3 \(ES-7\)\.",
        ),
        (
            state(stage(), "R", options=ALL),
            "refill top bottom",
            r"Refill every empty centre cell, or as many as the Complete deck allows \(ES-15\)\.",
        ),
        (
            state(stage(), "R", complete_deck="HRC", options=ALL),
            "refill middle",
            r"Refill every empty centre cell, or as many as the Complete deck allows \(ES-15\)\.",
        ),
        (state(stage(), "R"), Refill(()), r"Name the rows in order .*\(ES-7\)\."),
        (state(stage(), "R"), Refill((1, 0)), r"Name the rows in order .*\(ES-7\)\."),
        (state(stage(), "R"), Refill((1, 1)), r"Name the rows in order .*\(ES-7\)\."),
        (state(stage(), "R"), Refill((3,)), r"Name the rows in order .*\(ES-7\)\."),
        (state(stage(), ["", ""], turn=None), "R", r"The game is over: every hand is empty \(ES-8\)\."),
        (state(stage(), ["", ""], turn=None), "refill top", r"The game is over: every hand is empty \(ES-8\)\."),
    ],
)
def test_illegal_actions_are_refused_with_a_sentence(position: State, action: Action | str, sentence: str) -> None:
    said = why_not(position, action)
    assert re.fullmatch(sentence, said), said
    assert (
        explain(GAME, GAME.view(position, position.turn), GAME.parse(action) if isinstance(action, str) else action)
        == said
    )


def test_anything_but_an_action_of_the_game_is_refused() -> None:
    assert "Exit Stage Right" in str(_reason_against(start(), ("R",)))


def _reason_against(position: State, action: Any) -> str:
    with pytest.raises(ValueError, match="a move in") as error:
        after(position, action)
    return str(error.value)


def test_a_missing_single_is_the_first_reason_given() -> None:
    assert refusal(GAME, state(stage(), "R", options=REFILL_FIRST), "B down top") == "You don't have Blue."


@pytest.mark.parametrize(
    ("typed", "ruling", "count"),
    [
        ("H", "ES-5", "2 right, 3 left"),
        ("B", "ES-5", "1 right, 4 left"),
        ("H down top", "ES-6", "2 right, 3 left"),
        ("H down bottom", "ES-6", "2 right, 3 left"),
        ("refill top", "ES-7", "0 right, 5 left"),
    ],
)
def test_legal_actions_are_explained_with_ruling_and_numbers(typed: str, ruling: str, count: str) -> None:
    position = state(stage("HRC PGS . . .", ". . FRS . .", ". HBC . FGC ."), ["H B", "R"])
    said = explain(GAME, GAME.view(position, 0), GAME.parse(typed))
    assert ruling in said
    assert count in said


@pytest.mark.parametrize(
    "position",
    [
        state(stage(". . HRC . ."), "R", options=REFILL_FIRST),
        state(stage(), "R", complete_deck="", options=REFILL_FIRST),
        state(stage(), "R"),
    ],
)
def test_singles_are_explained_normally_if_no_refill_is_required(position: State) -> None:
    assert "(ES-5)" in explain(GAME, position, GAME.parse("R"))


@pytest.mark.parametrize("refill_shift", ["all-but-new", "off-centre"])
def test_on_an_empty_stage_the_explanations_say_that_nothing_moves(
    refill_shift: Literal["all-but-new", "off-centre"],
) -> None:
    position = state(stage(), "R", options=Options(refill_shift=refill_shift))
    assert explain(GAME, position, GAME.parse("R")) == "The stage is empty, so Red moves nothing (ES-5)."
    said = explain(GAME, position, GAME.parse("refill top"))
    assert said == "The new Completes go on the stage, and nothing else moves (ES-7)."


# Typed actions

RED, RED_DOWN_TOP = FaceUp(Single("red")), FaceDown(Single("red"), 0)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        *((text, RED) for text in ("R", "r", "red", "Red", "RED", "  red ", "red up", "r UP")),
        *((text, RED_DOWN_TOP) for text in ("R down top", "r down t", "red down TOP", "Red  Down  top", "r, down t")),
        ("T", FaceUp(Single("triangle"))),
        ("t down t", FaceDown(Single("triangle"), 0)),
        ("b down m", FaceDown(Single("blue"), 1)),
        ("partial down bottom", FaceDown(Single("partial"), 2)),
        *((text, Refill((0,))) for text in ("refill top", "refill t", "Refill Top", "REFILL top top")),
        *(
            (text, Refill((0, 2)))
            for text in ("refill top bottom", "refill top, bottom", "refill top,bottom", "refill b t")
        ),
        ("refill bottom and top", Refill((0, 2))),
        ("refill middle top bottom", Refill((0, 1, 2))),
    ],
)
def test_actions_may_be_typed_in_many_ways(text: str, action: Action) -> None:
    assert GAME.parse(text) == action


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        *((text, r"^Type a Single \('Red' or 'R'\)") for text in ("", "   ", " , ")),
        ("purple", r"^There is no Single called 'purple'\.$"),
        ("hrc", r"^There is no Single called 'hrc'\.$"),
        ("x down top", r"^There is no Single called 'x'\.$"),
        ("red down", r"^Name a row as well, as in 'Red down top'\.$"),
        ("red down left", r"^The rows are top, middle and bottom, not 'left'\.$"),
        ("red down 1", r"^The rows are top, middle and bottom, not '1'\.$"),
        ("red top", r"^After a Single you can type 'down' and a row, but not 'top'\.$"),
        ("red down top now", r"^After a Single you can type 'down' and a row, but not 'down top now'\.$"),
        ("red blue", r"^After a Single you can type 'down' and a row, but not 'blue'\.$"),
        ("refill", r"^Say which centre cells to refill, as in 'refill top bottom'\.$"),
        ("refill centre", r"^The rows are top, middle and bottom, not 'centre'\.$"),
        ("refill top x", r"^The rows are top, middle and bottom, not 'x'\.$"),
        ("red\x1b[31m", r"^There is no Single called 'red\\x1b\[31m'\.$"),
    ],
)
def test_invalid_texts_are_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        GAME.parse(text)


def test_every_actions_notation_parses_back() -> None:
    nine = [Single(each.name.lower()) for each in CHARACTERISTICS]
    every: list[Action] = [
        *(FaceUp(card) for card in nine),
        *(FaceDown(card, row) for card in nine for row in range(3)),
        *(Refill(some) for some in ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2))),
    ]
    assert [GAME.parse(str(action)) for action in every] == every
    assert [str(action) for action in (RED, RED_DOWN_TOP, Refill((0, 2)))] == [
        *("Red", "Red down top", "refill top bottom"),
    ]


# Log lines


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (PlayedFaceUp(1, Single.parse("R")), ["Ben", "Red"]),
        (PlayedFaceDown(2, Single.parse("T"), 1, open=False), ["Cleo", "Triangle", "face down", "middle row"]),
        (Refilled(0, (0, 2), completes("HRC PGS")), ["Ann", "HRC top", "PGS bottom"]),
        (Drew(4, Single.parse("P"), open=True), ["Eve", "draws", "Partial"]),
        (Drew(4, UNSEEN, open=False), ["Eve", "draws a Single"]),
        (Ended(5, 8, 3, ()), ["8 won", "3 lost"]),
    ],
)
def test_log_lines_of_events(event: Event, words: list[str]) -> None:
    line = GAME.describe(event, NAMES)
    assert all(word in line for word in words), line
    assert line.endswith(".")


def test_a_shift_has_a_log_line_with_every_card() -> None:
    position = state(stage(". . HRC . .", ". . PGS . .", "FBT . . . HGS"), "H")
    line = GAME.describe(shift(position, "H"), NAMES)
    assert re.findall(r"HRC|HGS|PGS|FBT|won|lost|[1-5]", line) == ["HRC", "4", "HGS", "won", "PGS", "2", "FBT", "lost"]
    assert "nothing moves" in GAME.describe(shift(state(stage(), "H"), "H"), NAMES).lower()
