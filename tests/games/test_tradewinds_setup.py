"""Set-up, options and validation in Tradewinds (TW-1, TW-2, TW-4, TW-11)."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from itertools import combinations
from typing import Any

import pytest

from cardtable.engine.cards import COMPLETES, FALSE, SINGLES, TRUE, TFCard, in_order
from cardtable.engine.chance import Key
from cardtable.engine.game import BadOptions, Seat
from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import COVERINGS, GAP, Began, Options, Pile, count_true
from cardtable.engine.games.tradewinds.texts import PRESETS, SEAT_NAMES
from tests.builders import completes, parse_cards, play_to_the_end, singles
from tests.games.tradewinds_positions import CALM, EAST, NAMES, OPEN, SIDES, SOUTH, WEST, after, outcome, start, state
from tests.games.tradewinds_positions import refusal as why_not

OPTION_SETS = (
    Options(),
    OPEN,
    *(Options(first=wind) for wind in ("north", "east", "south", "west")),
    *(Options(true_cards=number) for number in range(3, 10)),
    *(preset.options for preset in PRESETS),
    Options("south", 5, open_hands=True),
)
"""Options with every value of every option, the presets, and one set without any default."""


# TW-1: seats


def test_tw_1_the_seats_are_the_four_winds() -> None:
    assert GAME.seat_names == SEAT_NAMES == ("North", "East", "South", "West")
    assert list(GAME.seats) == [4]


@pytest.mark.parametrize("first", range(4))
def test_tw_1_play_passes_north_east_south_west(first: Seat) -> None:
    position, seats = state(CALM, "HRC", first), []
    while (seat := GAME.turn(position)) is not None:
        seats.append(seat)
        position = after(position, GAME.legal(position)[0])
    assert seats == [(first + turn) % 4 for turn in range(4)]


@pytest.mark.parametrize("seats", [0, 1, 3, 5])
def test_tw_1_the_game_is_for_four(seats: int) -> None:
    from cardtable.engine.game import start as start_game

    with pytest.raises(BadOptions, match=f"for 4 players, not {seats}"):
        start_game(GAME, Options(), seats, Key(1))


# TW-2: the covering Completes


def test_tw_2_there_are_36_sets_with_all_nine_characteristics() -> None:
    by_hand = {
        frozenset(three)
        for three in combinations(COMPLETES, 3)
        if len({each for card in three for each in card.code}) == 9
    }
    assert {frozenset(three) for three in COVERINGS} == by_hand
    assert len(COVERINGS) == len(by_hand) == 36


def test_tw_2_each_of_the_sets_is_drawn() -> None:
    drawn = Counter(start(code=code).covering for code in range(1200))
    assert drawn.keys() == set(COVERINGS)
    assert max(drawn.values()) < 70


def test_tw_2_the_other_24_are_dealt_six_to_each() -> None:
    for code in range(20):
        opening = start(code=code)
        assert [len(hand) for hand in opening.hands] == [6] * 4
        assert all(hand == in_order(hand) for hand in opening.hands)
        assert Counter((*opening.covering, *(card for hand in opening.hands for card in hand))) == Counter(COMPLETES)


def test_tw_2_nobody_plays_a_covering_complete() -> None:
    assert why_not(start(), f"{start().covering[0]}").endswith("it can't be played (TW-2).")


# TW-4: the first player


@pytest.mark.parametrize(("wind", "seat"), [("north", 0), ("east", 1), ("south", 2), ("west", 3)])
def test_tw_4_the_player_named_by_the_wind_begins(wind: Any, seat: Seat) -> None:
    assert {start(Options(first=wind), code=code).turn for code in range(10)} == {seat}


def test_tw_4_by_default_the_deal_chooses_the_first_player() -> None:
    drawn = Counter(start(code=code).turn for code in range(200))
    assert drawn.keys() == set(range(4))
    assert max(drawn.values()) < 80


def test_tw_4_choosing_the_first_player_does_not_change_the_deal() -> None:
    drawn, named = start(code=5), start(Options(first="south"), code=5)
    assert named == drawn._replace(turn=SOUTH, options=named.options)


def test_tw_4_the_option_is_worded_as_in_the_source_rules() -> None:
    (first,) = (each for each in fields(Options) if each.name == "first")
    assert "wind that last blew" in GAME.option_texts[first.name].help


# TW-11: how many are True


@pytest.mark.parametrize("number", range(3, 10))
def test_tw_11_the_number_of_true_cards_is_an_option(number: int) -> None:
    openings = [start(Options(true_cards=number), code=code) for code in range(10)]
    assert {count_true(opening.sides) for opening in openings} == {number}
    assert len({opening.sides for opening in openings}) > 5


@pytest.mark.parametrize("number", [2, 10])
def test_tw_11_there_are_3_to_9_true_cards(number: int) -> None:
    with pytest.raises(BadOptions, match="from 3 to 9"):
        start(Options(true_cards=number))


def test_tw_11_choosing_the_number_does_not_change_other_cards() -> None:
    drawn, chosen = start(code=5), start(Options(true_cards=6), code=5)
    assert (chosen.grid, chosen.hands, chosen.covering) == (drawn.grid, drawn.hands, drawn.covering)


def test_tw_11_the_first_event_has_the_number() -> None:
    opening, (began,) = GAME.setup(Options(first="east", true_cards=7), 4, Key(7))
    assert began == Began(EAST, opening.covering, opening.sides, tuple(pile.face_up[0] for pile in opening.grid))
    assert GAME.describe(began, NAMES).endswith("; 7 of 12 T/F cards are True. Ben begins.")


# Options


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_every_option_value_plays_to_an_end(options: Options) -> None:
    last = play_to_the_end(GAME, start(options), 11)
    assert outcome(last).margin == sum(map(len, last.scored)) - sum(map(len, last.deducted))
    assert GAME.resolve_defaults(options, 4) == options


def test_the_presets() -> None:
    assert {preset.name: preset.options for preset in PRESETS} == {
        "By the book": Options(), "Fair winds": Options(true_cards=8), "Headwinds": Options(true_cards=4),
    }  # fmt: skip


# Validation


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"hands": ((),) * 3}, "for 4 players"),
        ({"sides": ((),) * 3}, "TW-1"),
        ({"scored": ((),) * 5}, "TW-1"),
        ({"options": Options(true_cards=2)}, "from 3 to 9"),
        ({"options": Options(true_cards=7)}, "TW-11"),
        ({"sides": (parse_cards(TFCard, "- - -"),) * 4}, "TW-11"),
        ({"sides": (parse_cards(TFCard, "+ + +"),) * 4}, "TW-11"),
        ({"covering": completes("PBS FGC HRC")}, "TW-2"),
        ({"covering": completes("PBS FGC")}, "TW-2"),
        ({"sides": (*(parse_cards(TFCard, side) for side in SIDES[:3]), parse_cards(TFCard, "- + + -"))}, "TW-3"),
        ({"scored": (singles("R"), (), (), ())}, "North collected"),
        ({"deducted": ((), (), (), singles("R"))}, "West collected"),
        ({"grid": (GAP,) * 8}, "nine piles"),
        ({"grid": (Pile((), singles("R")), *(GAP,) * 8)}, "TW-7"),
        ({"grid": (Pile(singles("R"), singles("R R G G")), *(GAP,) * 8)}, "TW-7"),
        ({"hands": (completes("FRC HRC"), *(completes("HGC HGS"),) * 3)}, "deck order"),
        ({"turn": None}, "TW-12"),
        ({"turn": 4}, "TW-12"),
        ({"turn": -1}, "TW-12"),
        ({"hands": ((),) * 4}, "TW-12"),
        ({"hands": (completes("HRC HRS"), completes("HGS"), completes("HGC"), completes("FRS"))}, "TW-1"),
        ({"hands": (completes("HRC HRS HGC HGS HBC HBS HBT"),) * 4}, "TW-1"),
        ({"options": Options(first="north")}, "TW-4"),
    ],
)
def test_an_invalid_state_is_refused_with_the_reason(change: dict[str, Any], sentence: str) -> None:
    faults = GAME.validate_state(state(CALM, "HRC PGT", WEST, hands={})._replace(**change))
    assert any(sentence in fault for fault in faults), faults
    assert all(fault.endswith(".") for fault in faults)


def test_the_first_player_must_agree_with_the_options() -> None:
    assert GAME.validate_state(state(CALM, "HRC PGT", WEST, options=Options(first="west"))) == ()
    assert GAME.validate_state(state(CALM, "HRC PGT", WEST, left=7, options=Options(first="south"))) == ()


def test_the_box_has_twelve_tf_cards_and_every_single_and_complete() -> None:
    assert Counter(GAME.box(start())) == Counter(
        (*SINGLES, *COMPLETES, *(card for side in start().sides for card in side))
    )
    assert GAME.box(start(Options(true_cards=9))).count(TRUE) == 9
    assert GAME.box(start(Options(true_cards=9))).count(FALSE) == 3
