"""Placing the houses of Wind City: a cursor that stays near, and a board that places the rest."""

from __future__ import annotations

import re
from itertools import chain

from textual.pilot import Pilot

from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.board import BOARD, MAX_BEACH_HOUSES, name_of
from cardtable.engine.games.wind_city.houses import area_of, count_by_section, suggested_house
from cardtable.engine.games.wind_city.model import State
from cardtable.games.wind_city.board.panel import PLACE_REST
from cardtable.table.session import Session
from cardtable.tui.board.choices import Target
from tests.plain.transcripts import output_of
from tests.table.sittings import truth
from tests.tui.boards.boards import USUAL
from tests.tui.boards.wind_city_boards import board_of, sit, sit_at, sit_till
from tests.tui.screens import board_on, click, flowing_text, lift_curtain, press, run, screen_text, table_of


def place_all(session: Session) -> State:
    """Place every house where the board would place it."""
    while truth(session).phase == "houses":
        session.act(suggested_house(truth(session)))
    found: State = truth(session)
    return found


def test_suggested_houses_are_spread_over_the_board_and_always_the_same() -> None:
    for seats in range(2, 6):
        start = truth(sit_till("houses", seats))
        placed, again = place_all(sit_at(start)), place_all(sit_at(start))
        assert placed.houses == again.houses
        area = area_of(placed)
        beach_houses = sum(map(area.is_beach, chain(*placed.houses)))
        assert beach_houses == min(BOARD.columns, seats * MAX_BEACH_HOUSES[seats]), "as many as computer players place"
        for own in placed.houses:
            assert len(own) == 12
            assert len(set(count_by_section(BOARD, seats, own))) == 1
            assert len({space % 100 for space in own}) >= 5, "no single column holds many of them"


def test_keys_and_clicks_place_the_rest_and_undo_takes_it_back() -> None:
    async def play(pilot: Pilot[int]) -> None:
        session, board = table_of(pilot).session, board_on(pilot)

        def count() -> int:
            return len(session.actions)

        for words in ("Place the hurricane on A1,", "weather station, which pays 5", "arrows Choose  enter Place"):
            assert words in screen_text(pilot)
        await press(pilot, "enter")
        assert "Place a house on F4: worth 20 points, but" in screen_text(pilot), "far from the hurricane"
        await press(pilot, "enter")
        assert count() == 2
        assert "arrows Choose" in screen_text(pilot), "they are needed more than the keys that have no room"
        await click(pilot, board, PLACE_REST)
        assert count() == 3, "only this player's houses are placed"
        assert re.search(r"placed for Ann\. Press.*\n.* u to stop that\.", screen_text(pilot))
        await press(pilot, "enter")
        assert count() == 5, "one by the other player, and one by the board"
        await press(pilot, "u")
        assert count() == 4
        assert "Undone: " in screen_text(pilot)
        await press(pilot, "enter", "enter", "enter")
        assert count() == 7, "undoing an automatic placement ends them"
        await press(pilot, "p")
        assert re.search(r"placed for Bob\. Press.*\n.* u to stop that\.", screen_text(pilot))
        await press(pilot, "u")
        assert "is placed for" not in screen_text(pilot)
        await press(pilot, "p", "p")
        assert count() == 25, "the hurricane and twenty-four houses"
        assert truth(session).phase == "plan"
        await lift_curtain(pilot)
        assert "enter Add  " in screen_text(pilot)
        await press(pilot, "enter")
        assert "enter Finish" in screen_text(pilot), "the cursor moves on"
        await press(pilot, "up", "up")
        assert "enter Add  " in screen_text(pilot)
        await press(pilot, "f")
        assert truth(session).phase == "offer", "f does what the key bar says"
        copy = Session(GAME, session.options, session.names, session.opening, session.persons)
        copy.replay(session.actions)
        assert truth(copy) == truth(session), "they are ordinary moves"

    run(play, sit(2, persons=(0, 1), first=1))


def test_the_panel_and_plain_mode_count_the_beach_houses_down() -> None:
    session = sit(2, first=1)
    told = list[str]()
    for typed in ("A1", "A4", "A8", "B4", "B8", "C4", "C8", "A5"):
        session.act(GAME.parse(typed))
        (text,) = re.findall(
            r"Place (.+) of them on row 4, the coast, where the hurricane comes first\.", output_of(session, "quit")
        )
        told.append(text)
        assert f" {text} of them on the coast" in board_of(session).drawn(80, 22).text()
    assert told == ["1 to 3", "1 to 3", "up to 2", "1 to 3", "up to 1", "1 to 3", "none", "1 to 3"]


def test_the_count_of_beach_houses_follows_keys_and_clicks() -> None:
    async def play(pilot: Pilot[int]) -> None:
        board = board_on(pilot)
        await press(pilot, "enter")
        assert "1 to 3 of them on the coast" in screen_text(pilot)
        await press(pilot, "enter", "enter")
        assert "up to 2 of them on the coast" in screen_text(pilot), "Bob's first house is on the coast"
        at = next(at for at, group in enumerate(board.groups) if str(group.actions[0].action) == "house A4")
        await click(pilot, board, Target(at))
        await click(pilot, board, Target(at))
        await press(pilot, "enter")
        assert "up to 1 of them on the coast" in screen_text(pilot)

    run(play, sit(2, first=1))


def test_a_click_on_a_space_that_cannot_be_chosen_says_why() -> None:
    async def play(pilot: Pilot[int]) -> None:
        board = board_on(pilot)
        for zone_row, zone_column, words in ((2, 0, "not on A3"), (5, 4, "weather station")):
            box = next(box for box, place in board.canvas.places if place == ("space", zone_row, zone_column))
            await pilot.click(board, offset=(box.x + 1, box.y))
            assert words in flowing_text(pilot)
        await click(pilot, board, Target(0))
        assert name_of(board.groups[board.group].actions[0].action.space) == "A11"

    run(play, sit_till("houses", 2), size=(USUAL[0], USUAL[1] + 1))


def test_the_legend_shows_every_sign_beside_its_meaning() -> None:
    for size in ((80, 24), (120, 40), (60, 20)):
        text = board_of(sit_till("hurricane", 2)).drawn(*size).text()
        assert re.search(r" <@>  ?(the hurricane|storm)", text), size
