"""Set-up, options and validation in Exit Stage Right (ES-1, ES-2, ES-12)."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace
from typing import Any

import pytest

from cardtable.engine.cards import COMPLETES, SINGLES, in_order
from cardtable.engine.chance import Key
from cardtable.engine.game import BadOptions
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import CENTRE, COLUMNS, MAX_HAND, ROWS, Began, Options
from cardtable.engine.games.exit_stage_right.rules import resolve_defaults
from cardtable.engine.games.exit_stage_right.texts import PRESETS
from tests.builders import play_to_the_end, singles
from tests.games.exit_stage_right_positions import ALL, CENTRED, NAMES, OPTION_SETS, outcome, start, state

# ES-1: the set-up


@pytest.mark.parametrize("seats", GAME.seats)
def test_es_1_three_completes_start_in_the_centre_of_three_rows_of_five(seats: int) -> None:
    opening = start(seats)
    assert [len(cells) for cells in opening.stage] == [COLUMNS] * 3 == [5] * 3
    centre = [cells[CENTRE] for cells in opening.stage]
    assert None not in centre
    assert all(cells.count(None) == 4 for cells in opening.stage)
    assert len(opening.complete_deck) == 24
    assert (opening.won, opening.lost, opening.face_up, opening.face_down) == ((), (), (), ((),) * seats)


def test_es_1_the_rows_are_called_top_middle_and_bottom() -> None:
    assert ROWS == ("top", "middle", "bottom")
    assert CENTRE == COLUMNS // 2


def test_es_1_the_box_has_every_single_and_every_complete() -> None:
    assert Counter(GAME.box(start())) == Counter(SINGLES) + Counter(COMPLETES)


def test_es_1_the_first_event_has_the_cards_in_the_centre() -> None:
    options = resolve_defaults(Options(first=2), 3)
    opening, (began,) = GAME.setup(options, 3, Key(7))
    assert began == Began(1, tuple(card for cells in opening.stage for card in cells if card))
    assert GAME.describe(began, NAMES).endswith("start in the centre. Ben begins.")


# ES-2: hands


@pytest.mark.parametrize(
    ("seats", "hand_size"), [(seats, size) for seats, largest in MAX_HAND.items() for size in range(5, largest + 1)]
)
def test_es_2_each_player_gets_a_hand_and_the_rest_is_the_draw_deck(seats: int, hand_size: int) -> None:
    opening = start(seats, Options(hand_size=hand_size))
    assert [len(hand) for hand in opening.hands] == [hand_size] * seats
    assert len(opening.draw_deck) == 36 - seats * hand_size


@pytest.mark.parametrize(("seats", "largest"), [(1, 9), (2, 9), (3, 9), (4, 9), (5, 7), (6, 6)])
def test_es_2_hand_sizes_have_limits(seats: int, largest: int) -> None:
    start(seats, Options(hand_size=5))
    start(seats, Options(hand_size=largest))
    for hand_size in (4, 0, largest + 1):
        with pytest.raises(BadOptions, match="5 to"):
            start(seats, Options(hand_size=hand_size))


@pytest.mark.parametrize("seats", GAME.seats)
def test_es_2_the_default_is_seven_and_six_with_six_players(seats: int) -> None:
    assert start(seats).options.hand_size == (6 if seats == 6 else 7)


def test_es_2_a_hand_is_in_deck_order() -> None:
    for code in range(20):
        assert all(hand == in_order(hand) for hand in start(3, code=code).hands)


@pytest.mark.parametrize("seats", [0, 7])
def test_es_2_the_game_is_for_one_to_six(seats: int) -> None:
    with pytest.raises(BadOptions, match=f"for 1 to 6 players, not {seats}"):
        start(seats)


# ES-12: the first player


@pytest.mark.parametrize("seats", GAME.seats)
def test_es_12_the_first_player_comes_from_the_deal(seats: int) -> None:
    began = Counter(start(seats, code=code).turn for code in range(60))
    assert set(began) == set(range(seats))


@pytest.mark.parametrize("seats", GAME.seats)
def test_es_12_the_first_player_is_an_option(seats: int) -> None:
    for first in range(1, seats + 1):
        assert start(seats, Options(first=first)).turn == first - 1
    with pytest.raises(BadOptions, match=r"go first|First player|begin"):
        start(seats, Options(first=seats + 1))
    with pytest.raises(BadOptions, match="First player"):
        start(seats, Options(first=0))


def test_es_12_choosing_the_first_player_does_not_change_the_deal() -> None:
    named = start(3, Options(first=2), code=5)
    assert named[2:] == start(3, code=5)[2:]


# Options


def test_there_are_two_presets() -> None:
    assert {preset.name: preset.options for preset in PRESETS} == {
        "By the book": Options(),
        "Challenge": replace(ALL, empty_grid="refill-first"),
    }
    assert all(preset.help.endswith(".") for preset in PRESETS)


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
@pytest.mark.parametrize("seats", [1, 3, 6])
def test_every_option_value_plays_to_an_end(options: Options, seats: int) -> None:
    last = play_to_the_end(GAME, start(seats, options), 11)
    assert outcome(last).margin == len(last.won) - len(last.lost)


def test_resolved_options_have_every_value_the_rules_need() -> None:
    for seats in GAME.seats:
        resolved = resolve_defaults(Options(), seats)
        assert None not in (resolved.hand_size, resolved.open_hands)
        assert resolve_defaults(resolved, seats) == resolved
        assert GAME.validate_options(resolved, seats) == ()
    chosen = Options(hand_size=5, open_hands=True)
    assert resolve_defaults(chosen, 4) == chosen


def test_each_fault_of_the_options_is_one_sentence() -> None:
    assert GAME.validate_options(resolve_defaults(Options(hand_size=8), 5), 5) == (
        "With 5 players, a hand has 5 to 7 Singles (ES-2).",
    )
    assert GAME.validate_options(resolve_defaults(Options(hand_size=10), 5), 5) == (
        "Hand size must be a number from 5 to 9, not 10.",
    )
    faults = GAME.validate_options(Options(hand_size=9, first=6), 5)
    assert len(faults) == 2
    assert all(fault.endswith(".") for fault in faults)


def test_number_options_have_bounds() -> None:
    bounds = {each.name: (each.metadata["low"], each.metadata["high"]) for each in fields(Options)}
    assert {name: pair for name, pair in bounds.items() if pair != (None, None)} == {
        "hand_size": (5, max(MAX_HAND.values())),
        "first": (1, max(GAME.seats)),
    }


# Validation


def _validate_changed(**change: Any) -> tuple[str, ...]:
    return GAME.validate_state(state(CENTRED, ["R G", "B"])._replace(**change))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"hands": ((),) * 7}, "1 to 6 players, not 7"),
        ({"options": Options()}, "written out in full"),
        ({"options": resolve_defaults(Options(hand_size=4), 2)}, "from 5 to 9"),
        ({"options": resolve_defaults(Options(first=3), 2)}, "ES-12"),
        ({"face_down": ((),)}, "face-down"),
        ({"face_down": ((),) * 3}, "face-down"),
        ({"stage": ((None,) * 5,) * 2}, "ES-1"),
        ({"stage": ((None,) * 5, (None,) * 4, (None,) * 5)}, "ES-1"),
        ({"hands": (singles("H H P P F F R R"), ())}, "ES-2"),
        ({"hands": (singles("G R"), singles("B"))}, "deck order"),
        ({"turn": None}, "ES-8"),
        ({"turn": 2}, "ES-8"),
        ({"turn": -1}, "ES-8"),
        ({"hands": ((), singles("B"))}, "ES-8"),
    ],
)
def test_an_invalid_state_is_refused_with_the_reason(change: dict[str, Any], sentence: str) -> None:
    faults = _validate_changed(**change)
    assert any(sentence in fault for fault in faults), faults
    assert all(fault.endswith(".") for fault in faults)
