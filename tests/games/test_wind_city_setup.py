"""The board, set-up, options and validation in Wind City (WC-1, WC-2, WC-3, WC-19)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from cardtable.engine.chance import Key
from cardtable.engine.game import BadOptions, start
from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.board import BOARD, MAX_BEACH_HOUSES, SECTIONS, Board, name_of, play_area
from cardtable.engine.games.wind_city.cards import CARDS, parse_card
from cardtable.engine.games.wind_city.houses import coast_left, stock
from cardtable.engine.games.wind_city.model import Options, PlaceHouse
from cardtable.engine.games.wind_city.texts import PRESETS
from cardtable.engine.walk import turns
from tests.games.wind_city_positions import (
    after_placing,
    legal_spaces,
    paths_of,
    play_plan,
    play_typed,
    refusal,
    space,
    spaces,
    start_state,
    state,
    with_card,
)


def fault(seats: int = 2, **options: Any) -> str:
    with pytest.raises(BadOptions) as error:
        start(GAME, Options(**options), seats, Key(1))
    return str(error.value)


# The board and the start
@pytest.mark.parametrize(("seats", "sections", "rows"), [(2, 2, 11), (3, 2, 11), (4, 3, 15), (5, 4, 19)])
def test_wc_1_sections_in_use(seats: int, sections: int, rows: int) -> None:
    plan = play_area(BOARD, seats)
    assert (plan.rows, plan.columns, len(plan.sections), plan.coast) == (rows, 10, sections, 3)
    assert len(plan.stations) == 2 + 2 * sections
    for at, section in enumerate(plan.sections):
        assert len(section) == 38, "four rows of ten, minus two stations"
        assert {each // 100 for each in section} == set(range(3 + 4 * at, 7 + 4 * at))
    assert not any(each // 100 == plan.coast for each in plan.stations)


@pytest.mark.parametrize("seats", GAME.seats)
def test_wc_1_every_player_can_place_their_houses_in_any_order(seats: int) -> None:
    for luck in range(12):
        position = start_state(seats, luck + 1)
        random = Random(luck)
        while position.phase in ("hurricane", "houses"):
            choices = GAME.legal(position)
            assert choices
            if luck % 3:  # crowding the coast, or avoiding it
                choices = tuple(sorted(choices, key=lambda each: getattr(each, "space", 0), reverse=luck % 3 == 1))[:4]
            position = GAME.apply(position, random.choice(choices)).state
        assert all(len(own) == 12 for own in position.houses)


def test_wc_1_east_and_west_wrap() -> None:
    position = state("F10", "G10", at="J5", options=with_card("E3:1 W3:1 S1:1 N1:1 H:1"))
    assert paths_of(play_plan(position, "1")[1]) == ["A5 B5 C5"]
    assert paths_of(play_plan(position._replace(hurricane=space("B5")), "2")[1]) == ["A5 J5 I5"]


def test_wc_1_no_house_on_a_station_or_at_sea() -> None:
    position = play_typed(start_state(2, first=1), "hurricane A1")[0]
    assert refusal(position, "E6") == "E6 is a weather station; no house can stand there (WC-1)."
    assert refusal(position, "E3") == "Houses go on the land in use, not on E3 (WC-1)."
    assert "E12" in refusal(position, "E12")
    assert len(GAME.legal(position)) == 2 * 38


def test_wc_2_coins_and_houses() -> None:
    position = after_placing(5)
    assert position.coins == (40,) * 5
    assert [len(own) for own in position.houses] == [12] * 5
    assert [stock(position, seat) for seat in range(5)] == [0] * 5


def test_wc_3_the_hurricane_starts_in_the_southernmost_row() -> None:
    position = start_state(3, first=2)
    assert (position.phase, position.turn) == ("hurricane", 1)
    assert [name_of(each) for each in legal_spaces(position)] == [f"{letter}1" for letter in "ABCDEFGHIJ"]
    assert refusal(position, "hurricane A2").endswith("(WC-3).")
    assert refusal(position, "house A4").endswith("(WC-3).")


def test_wc_3_a_space_alone_places_the_hurricane_or_a_house() -> None:
    position = play_typed(start_state(2, first=1), "c1")[0]
    assert position.hurricane == space("C1")
    assert refusal(position, "C1") == "Now place a house, on land (WC-3)."
    assert refusal(position, "D2") == "Houses go on the land in use, not on D2 (WC-1)."
    assert play_typed(position, "e4")[0].houses[1] == spaces("E4")


def test_wc_3_players_place_houses_in_turn_starting_with_the_second() -> None:
    position = start_state(3, first=2)
    position = play_typed(position, "hurricane C1")[0]
    asked = []
    random = Random(3)
    while position.phase == "houses":
        asked.append(position.turn)
        position = GAME.apply(position, random.choice(GAME.legal(position))).state
    assert asked == [2, 0, 1] * 12
    assert (position.phase, position.turn, position.active) == ("plan", 1, 1)


@pytest.mark.parametrize("seats", GAME.seats)
def test_wc_3_each_section_gets_equally_many_houses_and_the_coast_some(seats: int) -> None:
    most = 2 if seats == 5 else 3
    for luck in range(10):
        position = after_placing(seats, luck=luck)
        plan = play_area(BOARD, seats)
        for own in position.houses:
            counts = [sum(each in section for each in own) for section in plan.sections]
            assert counts == [12 // SECTIONS[seats]] * SECTIONS[seats]
            assert 1 <= sum(map(plan.is_beach, own)) <= most == MAX_BEACH_HOUSES[seats]
        assert len({each for own in position.houses for each in own}) == 12 * seats


def test_wc_3_the_last_house_of_the_first_section_goes_to_the_coast() -> None:
    position = play_typed(
        start_state(2, first=1), "hurricane A1", "A5", "J11", "B5", "J10", "C5", "I11", "D5", "I10", "E5", "H11"
    )[0]
    assert position.turn == 1
    assert {name_of(each)[1:] for each in legal_spaces(position)} == {"4", "8", "9", "10", "11"}
    assert refusal(position, "F5").startswith("Your last house in this section must go on the coast")
    position = play_typed(position, "A4", "H10")[0]
    assert refusal(position, "F5") == "You have already placed your 6 houses in this section (WC-3)."


def test_wc_3_beach_houses_are_limited() -> None:
    position = play_typed(start_state(2, first=1), "hurricane A1", "A4", "J11", "B4", "J10", "C4", "I11")[0]
    assert refusal(position, "D4") == "You can have at most 3 houses on the coast (WC-3)."
    assert refusal(position, "A4") == "There is already a house on A4 (WC-3)."
    position = play_typed(
        start_state(5, first=5), "hurricane A1", "A4", "C4", "D4", "E4", "F4", "B4", "C5", "D5", "E5", "F5"
    )[0]
    assert refusal(position, "G4") == "You can have at most 2 houses on the coast (WC-3)."


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("luck", [1, 2, 3])
def test_wc_3_what_is_left_for_the_coast_is_what_players_then_place_there(seats: int, luck: int) -> None:
    """Players of one game prefer the coast, and those of another avoid it."""
    for prefers in (True, False):
        position, random, is_beach = start_state(seats), Random(luck), play_area(BOARD, seats).is_beach
        left: list[tuple[int, int, tuple[int, int]]] = []
        while position.phase in ("hurricane", "houses"):
            if position.phase == "houses" and position.turn is not None:
                placed = sum(map(is_beach, position.houses[position.turn]))
                left.append((position.turn, placed, coast_left(position, position.turn)))
            actions = GAME.legal(position)
            houses = (action for action in actions if isinstance(action, PlaceHouse))
            liked = [house for house in houses if is_beach(house.space) is prefers]
            position = GAME.apply(position, random.choice(liked or actions)).state
        for seat, placed, (least, most) in left:
            later = sum(map(is_beach, position.houses[seat])) - placed
            assert least <= later <= most
            assert prefers or later == least, "no more than needed"


def test_wc_3_the_first_player_is_drawn_or_chosen() -> None:
    assert Counter(start_state(4, key).turn for key in range(60)).keys() == {0, 1, 2, 3}
    assert {start_state(4, key, first=3).turn for key in range(9)} == {2}
    assert fault(2, first=3) == "Player 3 can't go first with only 2 players (WC-3)."


# Custom boards and cards
@pytest.mark.parametrize(
    ("seats", "board", "sentence"),
    [
        (
            5,
            BOARD._replace(columns=8, stations=()),
            "With 5 players, the coast needs 9 columns, but this board has 8 (WC-19).",
        ),
        (2, BOARD._replace(columns=27), "A board has 1 to 26 columns, not 27 (WC-19)."),
        (2, BOARD._replace(sea_rows=0), "A board has 1 to 9 sea rows, not 0 (WC-19)."),
        (2, BOARD._replace(section_rows=0), "A board has 1 to 9 rows in a land section, not 0 (WC-19)."),
        (
            3,
            BOARD._replace(section_rows=2, stations=()),
            "With 3 players, 15 houses need space behind the coast, but there is room for 10 (WC-19).",
        ),
        (
            2,
            BOARD._replace(stations=((3, 2),)),
            "The station at row 3, column 2 is on the coast row, where stations can't be (WC-1).",
        ),
        (
            2,
            BOARD._replace(stations=((4, 10),)),
            "The station at row 4, column 10 is outside the board's 19 rows and 10 columns (WC-19).",
        ),
        (2, BOARD._replace(stations=((4, 1), (4, 1))), "The station at row 4, column 1 is listed twice (WC-19)."),
        (
            2,
            BOARD._replace(stations=((4, 1),) * 181),
            "A board of this size has room for 180 stations, not 181 (WC-19).",
        ),
    ],
)
def test_wc_19_invalid_boards_are_refused(seats: int, board: Board, sentence: str) -> None:
    assert fault(seats, board=board) == sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("H:1 H:2 H:3 H:4 H:5", "Card 2 has no move (WC-4)."),
        ("N1:1 H:2", "Card 2 must have 5 actions, not 2 (WC-13)."),
        ("N27:1 S1:1 S1:1 S1:1 H:4", "Action 1 of card 2 must go 1 to 26 steps, not 27 (WC-19)."),
        ("N1:1 S1:1 S1:1 S1:1 H:100", "Action 5 of card 2 must cost 0 to 99, not 100 (WC-19)."),
    ],
)
def test_wc_19_invalid_cards_are_refused(text: str, sentence: str) -> None:
    assert fault(cards=(CARDS[0], parse_card(text))) == sentence
    assert fault(cards=()) == "There must be 1 to 99 cards, not 0 (WC-19)."


@pytest.mark.parametrize("seats", GAME.seats)
def test_wc_19_the_smallest_coast_has_room_for_all(seats: int) -> None:
    columns = (seats - 1) * MAX_BEACH_HOUSES[seats] + 1
    board = Board(columns, 1, 5, ())
    for luck in range(30):
        position = after_placing(seats, luck=luck, board=board, piles=1)
        *_, last = turns(GAME, position, Key(luck))
        assert GAME.outcome(last[2].state)


# Options
def test_there_are_two_presets() -> None:
    assert [preset.name for preset in PRESETS] == ["By the book", "No circling"]
    assert PRESETS[1].options.calm_bonus == "northward"


# Invalid states
@pytest.mark.parametrize(
    "change",
    [
        {"houses": ((), ())}, {"coins": (40,)}, {"coins": (-1, 40)}, {"card": None}, {"card": 3}, {"plan": (1,)},
        {"turn": 1},
        {"turn": None}, {"hurricane": None}, {"hurricane": 9999}, {"out": (0,)}, {"insured": (space("J9"),)},
        {"run_out": 3},
        {"pile": ()}, {"lapsing": (space("A11"),)}, {"phase": "insure"}, {"phase": "over"}, {"phase": "houses"},
        {"two_family": (space("A11"), space("A11"))}, {"done": 1}, {"active": 1}, {"houses": ((205,), ())},
    ],
)  # fmt: skip
def test_invalid_states_are_refused(change: dict[str, Any]) -> None:
    position = state("A11", "B11", at="C5")
    broken = position._replace(**change)
    if change == {"houses": ((), ())}:
        assert GAME.validate_state(broken) == ()
    else:
        assert GAME.validate_state(broken)
