"""The actions of a turn of Exit Stage Right (ES-3, ES-5, ES-6, ES-7, ES-15)."""

from __future__ import annotations

from typing import Any

import pytest

from cardtable.engine.cards import CHARACTERISTICS, COMPLETES, Complete, Single, in_order
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import (
    ROWS,
    Drew,
    FaceDown,
    Options,
    PlayedFaceUp,
    Refill,
    Refilled,
    Shifted,
)
from cardtable.engine.games.exit_stage_right.rules import resolve_defaults
from tests.builders import completes, play_to_the_end, singles
from tests.games.exit_stage_right_positions import (
    ALL,
    CENTRED,
    NO_DRAWING,
    OFF_CENTRE,
    REFILL_FIRST,
    after,
    choices,
    events_of,
    outcome,
    rows,
    stage,
    start,
    state,
    steps,
)
from tests.games.exit_stage_right_positions import refusal as why_not

# ES-3: drawing


@pytest.mark.parametrize("typed", ["R", "R down top"])
def test_es_3_a_player_draws_the_top_card_after_a_single(typed: str) -> None:
    before = state(
        stage("HRC . PGS . ."), ["R R G H C", "B B B B T"], draw="S T", options=Options(hand_size=5), face_down=["", ""]
    )
    result = after(before, typed)
    assert result.hands == (in_order(singles("R G H C S")), singles("B B B B T"))
    assert result.draw_deck == singles("T")
    *_, last = events_of(before, typed)
    assert last == Drew(0, Single.parse("S"), open=False)


def test_es_3_the_stage_shifts_before_the_card_is_drawn() -> None:
    before = state(CENTRED, "R R G H C", draw="S", options=Options(hand_size=5))
    assert [type(event) for event in events_of(before, "R")] == [PlayedFaceUp, Shifted, Drew]
    assert events_of(before, "R")[0] == PlayedFaceUp(0, Single.parse("R"))


def test_es_3_a_refill_draws_nothing() -> None:
    before = state(stage(), "R R G H C", draw="S T", options=Options(hand_size=5))
    result = after(before, "refill top")
    assert (result.hands, result.draw_deck) == (before.hands, before.draw_deck)


def test_es_3_once_the_draw_deck_is_empty_hands_shrink() -> None:
    result = after(state(CENTRED, "R R G"), "R")
    assert result.hands == (singles("R G"),)
    assert [type(event) for event in events_of(state(CENTRED, "R R G"), "R")] == [PlayedFaceUp, Shifted]


@pytest.mark.parametrize("typed", ["R", "R down top"])
def test_es_3_as_an_option_players_do_not_draw(typed: str) -> None:
    before = state(stage("HRC . PGS . ."), "R R G", draw="S T", options=NO_DRAWING)
    result = after(before, typed)
    assert result.hands == (singles("R G"),)
    assert result.draw_deck == singles("S T")


def test_es_3_without_drawing_a_game_ends_when_the_dealt_cards_are_played() -> None:
    last = play_to_the_end(GAME, start(3, Options(hand_size=6, draw="none")), 1)
    assert last.turn is None
    assert len(last.draw_deck) == 36 - 3 * 6
    assert len(last.face_up) + sum(map(len, last.face_down)) == 3 * 6


# ES-5: face up


@pytest.mark.parametrize("single", CHARACTERISTICS, ids=str)
def test_es_5_completes_that_match_go_right_and_the_others_left(single: Any) -> None:
    for at in range(0, 27, 3):
        shown = COMPLETES[at : at + 3]
        before = state(stage(*(f". . {card.code} . ." for card in shown)), single.letter * 1)
        goes = steps(before, single.letter)
        assert goes == {card.code: 1 if single.letter in card.code else -1 for card in shown}


def test_es_5_a_single_without_matches_moves_everything_left() -> None:
    assert steps(state(stage(". . HRC . .", ". . PRS . ."), "B"), "B") == {"HRC": -1, "PRS": -1}


def test_es_5_a_single_that_matches_everything_moves_everything_right() -> None:
    assert steps(state(stage(". . HRC . .", ". . PRS . ."), "R"), "R") == {"HRC": 1, "PRS": 1}


def test_es_5_singles_played_face_up_are_kept_in_order() -> None:
    before = state(CENTRED, "R G")
    result = after(before, "G", "R")
    assert result.face_up == (*before.face_up, *singles("G R"))
    assert result.face_down == ((),)


def test_es_5_only_singles_in_hand_are_legal_and_two_copies_are_one_action() -> None:
    assert choices(state(CENTRED, "R R R H T")) == ["Hollow", "Red", "Triangle"]


# ES-6: face down


def test_es_6_the_named_row_goes_right_and_the_others_left() -> None:
    before = state(stage("HRC . PGS . .", ". HRS HRT . .", ". . FBC . FGT"), "R H")
    assert rows(after(before, "R down top")) == [". HRC . PGS .", "HRS HRT . . .", ". FBC . FGT ."]
    assert rows(after(before, "R down middle")) == [". PGS . . .", ". . HRS HRT .", ". FBC . FGT ."]
    assert after(before, "R down middle").lost == completes("HRC")
    assert rows(after(before, "R down bottom")) == [". PGS . . .", "HRS HRT . . .", ". . . FBC ."]
    assert after(before, "R down bottom").won == completes("FGT")


def test_es_6_the_face_of_the_single_does_not_matter() -> None:
    before = state(stage("HRC . PGS . .", ". HRS . . .", ". . FBC . FGT"), "H P F R G B C S T", options=Options(9))
    for row, name in ((0, "top"), (2, "bottom")):
        stages = {after(before, FaceDown(card, row)).stage for card in before.hands[0]}
        assert len(stages) == 1, name


@pytest.mark.parametrize(
    ("cells", "open_"),
    [
        (". . . . .", False),
        (". . HRC . .", False),
        ("HRC . . . .", False),
        ("HRC . . . PGS", True),
        (". PGS HRC . .", True),
        ("HRC PGS FBT . .", True),
        ("HRC PGS FBT HGC .", True),
        ("HRC PGS FBT HGC FRS", True),
    ],
)
@pytest.mark.parametrize("at", range(3))
def test_es_6_a_named_row_needs_two_completes(cells: str, open_: bool, at: int) -> None:
    lines = [". . . . ."] * 3
    lines[at] = cells
    before = state(stage(*lines), "R G", complete_deck="")
    down = [f"{card} down {ROWS[at]}" for card in ("Red", "Green")]
    assert choices(before) == ["Red", "Green", *(down if open_ else ())]


def test_es_6_cards_that_leave_this_turn_count_for_naming_a_row() -> None:
    result = after(state(stage(". . . HRC PGS"), "R G"), "R down top")
    assert (rows(result)[0], result.won) == (". . . . HRC", completes("PGS"))


def test_es_6_the_single_goes_to_the_players_own_pile() -> None:
    before = state(stage("HRC PGS . . ."), ["R G", "B T"], face_down=["H", "P"], turn=1)
    result = after(before, "T down top")
    assert result.face_down == (singles("H"), singles("P T"))
    assert result.face_up == before.face_up


# ES-7: refilling


def test_es_7_cells_are_filled_from_the_top_row_down() -> None:
    before = state(stage(), "R", complete_deck="HRC PGS FBT HGS")
    result = after(before, "refill bottom top middle")
    assert rows(result) == [". . HRC . .", ". . PGS . .", ". . FBT . ."]
    assert result.complete_deck == completes("HGS")


def test_es_7_the_player_chooses_the_cells() -> None:
    before = state(stage(), "R", complete_deck="HRC PGS FBT HGS")
    assert rows(after(before, "refill bottom")) == [". . . . .", ". . . . .", ". . HRC . ."]
    assert rows(after(before, "refill top bottom")) == [". . HRC . .", ". . . . .", ". . PGS . ."]
    assert events_of(before, "refill top bottom")[0] == Refilled(0, (0, 2), completes("HRC PGS"))


def test_es_7_the_new_cards_stay_and_all_others_go_left() -> None:
    before = state(stage(". . . HBS .", ". . FGS . .", "PRT . . . PRC"), "R", complete_deck="HRC PGS")
    result = after(before, "refill top bottom")
    assert rows(result) == [". HBS HRC . .", ". FGS . . .", ". . PGS PRC ."]
    assert result.lost[-1] is Complete.parse("PRT")


def test_es_7_the_new_card_is_in_place_before_the_others_move() -> None:
    before = state(stage(". . . HBS .", ". HRS . FGS ."), "R", complete_deck="HRC PGS")
    assert rows(after(before, "refill top"))[0] == ". HBS HRC . ."
    assert rows(after(before, "refill middle"))[1] == "HRS FGS HRC . ."
    full = state(stage("FGC HRS . FGS ."), "R", complete_deck="HRC")
    assert rows(after(full, "refill top"))[0] == "HRS FGS HRC . ."
    assert after(full, "refill top").lost[-1] is Complete.parse("FGC")


def test_es_7_as_an_option_every_card_in_the_centre_stays() -> None:
    before = state(
        stage(". . . HBS .", ". HRS FGS FRC .", "PRT . . . PRC"), "R", complete_deck="HRC PGS", options=OFF_CENTRE
    )
    assert rows(after(before, "refill top")) == [". HBS HRC . .", "HRS FRC FGS . .", ". . . PRC ."]
    usual = before._replace(options=resolve_defaults(Options(), 1))
    assert rows(after(usual, "refill top")) == [". HBS HRC . .", "HRS FGS FRC . .", ". . . PRC ."]


@pytest.mark.parametrize("at", range(3))
def test_es_7_the_option_decides_for_each_row_whether_its_centre_card_stays(at: int) -> None:
    lines = [". . . . ."] * 3
    lines[at] = ". . FGS . ."
    other = ROWS[at - 1]
    assert rows(after(state(stage(*lines), "R", options=OFF_CENTRE), f"refill {other}"))[at] == ". . FGS . ."
    assert rows(after(state(stage(*lines), "R"), f"refill {other}"))[at] == ". FGS . . ."


@pytest.mark.parametrize("options", [Options(), OFF_CENTRE])
def test_es_7_cards_may_stop_in_a_centre_cell_that_stays_empty(options: Options) -> None:
    before = state(stage(". . . . .", "HRC . . HBS .", ". HRS . . FRC"), "R", options=options)
    assert rows(after(before, "refill top"))[1:] == [". . HBS . .", "HRS . . FRC ."]


def test_es_7_a_refill_leaves_the_hand_unchanged() -> None:
    before = state(stage(), ["R G", "B B"])
    result = after(before, "refill top")
    assert (result.hands, result.face_up, result.face_down) == (before.hands, before.face_up, before.face_down)
    assert result.turn == 1


@pytest.mark.parametrize("options", [Options(), ALL, OFF_CENTRE, REFILL_FIRST])
def test_es_7_only_empty_centre_cells_can_be_filled(options: Options) -> None:
    before = state(stage(". . HRC . .", "HRS . . . .", ". . PGS . ."), "R", options=options)
    assert choices(before) == ["Red", "refill middle"]
    assert choices(state(CENTRED, "R", options=options)) == ["Red"]


# ES-15: how many cells a refill fills


def test_es_15_a_player_may_refill_fewer_cells_than_are_empty() -> None:
    position = state(stage(". . . HRC .", ". . PGS . ."), "R")
    assert sorted(choices(position)) == ["Red", "refill bottom", "refill top", "refill top bottom"]


def test_es_15_as_an_option_every_empty_centre_cell_is_filled() -> None:
    position = state(stage(". . . HRC .", ". . PGS . ."), "R", options=ALL)
    assert choices(position) == ["Red", "refill top bottom"]
    assert why_not(position, "refill top").endswith("(ES-15).")


@pytest.mark.parametrize(
    ("deck", "up_to", "everything"),
    [
        ("", [], []),
        ("HRC", ["bottom", "middle", "top"], ["top"]),
        (
            "HRC PGS",
            ["bottom", "middle", "middle bottom", "top", "top bottom", "top middle"],
            ["top middle"],
        ),
    ],
)
def test_es_15_a_short_deck_fills_as_many_cells_as_it_can(deck: str, up_to: list[str], everything: list[str]) -> None:
    for options, expected in ((Options(), up_to), (ALL, everything)):
        position = state(stage(), "R", complete_deck=deck, options=options)
        assert sorted(choices(position)) == ["Red", *(f"refill {names}" for names in expected)]
        for action in GAME.legal(position):
            result = after(position, action)
            cards = len(action.rows) if isinstance(action, Refill) else 0
            assert len(result.complete_deck) == len(position.complete_deck) - cards


def test_es_15_a_short_deck_fills_the_upper_cells() -> None:
    position = state(stage(". . HBS . ."), "R", complete_deck="HRC", options=ALL)
    assert choices(position) == ["Red", "refill middle"]
    assert rows(after(position, "refill middle")) == [". HBS . . .", ". . HRC . .", ". . . . ."]


SURE_WIN = (
    "R / refill top / R down top / refill top / R down top / R down top / G down top / refill top / "
    + " / ".join(["G down top"] * 3)
)
"""A line of play that wins even in the worst case, when the first Single matches nothing."""


def test_es_15_filling_a_row_one_card_at_a_time_wins_with_any_eight_singles() -> None:
    position = state(
        stage(". . HBC . .", ". . PBS . .", ". . FBT . ."), "R R R R G G G G", options=Options(hand_size=8)
    )
    ended = after(position, *SURE_WIN.split(" / "))
    assert (len(ended.won), len(ended.lost)) == (3, 2)
    assert outcome(ended).winners == (0,)


def test_es_15_as_an_option_a_row_cannot_be_filled_one_card_at_a_time() -> None:
    options = Options(hand_size=8, refill_count="all")
    position = state(stage(". . HBC . .", ". . PBS . .", ". . FBT . ."), "R R R R G G G G", options=options)
    assert why_not(after(position, "R"), "refill top").endswith("(ES-15).")
