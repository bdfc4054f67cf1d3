"""What the Tradewinds board says about itself: whose hand it is, what is at stake, and what a card would do."""

from __future__ import annotations

import re

import pytest
from textual.pilot import Pilot

from cardtable.engine.chance import DealCode
from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import Options
from cardtable.engine.games.tradewinds.texts import name_prospects
from cardtable.engine.games.tradewinds.words import name_flights
from cardtable.formats.computers import Computer
from cardtable.games.tradewinds.board import layout_for
from cardtable.games.tradewinds.board.scoring import prospects_that_fit
from cardtable.table.session import Session
from tests.games.tradewinds_positions import WEST, blew, state
from tests.tui.boards.boards import LARGE, MEDIUM, USUAL, shown
from tests.tui.boards.tradewinds_boards import WIDE, board_of, sit
from tests.tui.screens import board_on, press, run, screen_text


@pytest.mark.parametrize("size", [LARGE, USUAL, MEDIUM, WIDE])
def test_the_hand_has_an_owner(size: tuple[int, int]) -> None:
    for turns in range(4):
        session = sit(turns)
        assert session.turn is not None
        words = shown(board_of(session), size).split()
        name = session.names[session.turn]
        assert "hand" in words
        assert words.count(f"{name}'s") + words.count(name) >= 2


def test_the_last_turns_stay_in_their_place_whichever_card_is_chosen() -> None:
    board, layout = board_of(sit(9)), layout_for(LARGE[0], LARGE[1] - 2)
    places = set()
    for at in range(len(board.groups)):
        board.move_cursor(at)
        places.add(tuple(line[layout.panel :] for line in shown(board, LARGE).splitlines()[layout.log.y : -2]))
    assert len(places) == 1


def test_two_singles_in_one_pile_are_counted() -> None:
    position = state(("RR . .", ". . .", ". . ."), "HRC", WEST)
    assert name_flights(blew(position, "HRC")) in {("2 from A1 score",), ("2 from A1 deduct",)}


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (-3, "Goal: end above 0"),
        (0, "Goal: end above 0"),
        (5, "so far a narrow victory; clear from +6"),
        (13, "so far a strong victory; triumph from +18"),
        (18, "so far a triumph"),
    ],
)
def test_the_prospects_name_the_next_step(score: int, words: str) -> None:
    assert name_prospects(score) == words
    assert prospects_that_fit(score, len(words)) == words
    assert score <= 0 or prospects_that_fit(score, 24)[-3:] == words[-3:], "the number isn't cut"
    assert score <= 0 or len(prospects_that_fit(score, 24)) <= 24


def test_nothing_collected_yet_is_said_in_words() -> None:
    board = board_of(sit())
    board.collected()
    assert shown(board).count("nothing yet") == 4


@pytest.mark.parametrize("size", [LARGE, USUAL, MEDIUM])
def test_every_computer_player_has_its_level(size: tuple[int, int]) -> None:
    computers = (None, *[Computer("medium", 1)] * 3)
    session = Session(GAME, Options(), ("Mia", "Ada", "Blaise", "Carla"), DealCode(5), None, computers)
    text = shown(board_of(session), size)
    assert text.count("medium") == 3
    for name in ("Ada", "Blaise", "Carla"):
        assert name in text


def test_after_an_undo_the_cursor_is_on_the_card_taken_back() -> None:
    async def play(pilot: Pilot[int]) -> None:
        board = board_on(pilot)
        await press(pilot, "right", "right", "enter")
        await press(pilot, "right", "u")
        assert board.group == 2
        assert "Undone: " in screen_text(pilot)

    run(play, sit())


def test_what_leaves_the_grid_is_apart_from_the_singles_below_the_top_card() -> None:
    shown_together = 0
    layout = layout_for(USUAL[0], USUAL[1] - 2)
    for turns in range(20):
        board = board_of(sit(turns))
        for at in range(len(board.groups)):
            board.move_cursor(at)
            for line in shown(board, USUAL).splitlines():
                tab = re.search(r"▼ ?[A-Z ]*[-+]\d(.*)", line[: layout.panel])
                shown_together += tab is not None and re.match(r" +[A-Z]", tab[1]) is not None
                assert tab is None or not re.match(r"[A-Z]", tab[1]), line
    assert shown_together, "choose other games"
