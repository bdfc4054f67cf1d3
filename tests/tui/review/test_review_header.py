"""What a review says about its game besides the moves: the deal, the decks and the hand."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from cardtable.tui.widgets.text_pane import PaneText, TextPane
from tests.games.exit_stage_right_positions import stage, state
from tests.tui.review.reviewing import finished_game, read, screen_of
from tests.tui.screens import board_of, press, screen_text, sit_at


@pytest.mark.parametrize(("size", "heading"), [((120, 40), ", deal {code}"), ((80, 40), "")])
def test_the_heading_names_the_game_and_where_there_is_room_the_deal(size: tuple[int, int], heading: str) -> None:
    session = finished_game()

    async def play(pilot: Pilot[int]) -> None:
        first = screen_text(pilot).splitlines()[0]
        assert first.endswith(f" Review, Exit Stage Right{heading.format(code=session.deal_code)}")
        assert "  Completes " in first

    read(play, size=size, session=session)


def test_an_empty_hand_has_no_label() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert not screen_of(pilot).room.session.look(0).state.hands[0]
        assert "hand" not in screen_text(pilot)
        await press(pilot, "right")
        assert "hand " in screen_text(pilot)

    read(play, size=(120, 40))


def test_large_numbers_have_smaller_gaps_instead_of_abbreviations() -> None:
    for lost, title in (
        (8, "draw 10  Completes 7  won 12  lost 8  +4"),
        (13, "draw 10 Completes 2 won 12 lost 13 -1"),
    ):
        board = board_of(sit_at(state(stage(), draw="H H H P P P F F F R", won=12, lost=lost)))
        assert board.drawn(40, 11).line(0).strip() == title


def test_while_a_review_grows_the_heading_is_shortened_at_a_comma() -> None:
    pane, heading = TextPane(), "Review, Exit Stage Right, deal 0000-0007"
    for width, shown in ((80, heading), (60, "Review, Exit Stage Right"), (40, "Review")):
        pane.show(PaneText(heading, "second check, 12 of 40 moves"))
        assert pane.drawn(width, 5).line(0).split("  ")[0].strip() == shown


def test_the_progress_of_a_review_is_shortened_rather_than_touch_the_board_beside_it() -> None:
    pane = TextPane()
    pane.show(PaneText("Review, Exit Stage Right", "second check, 12 of 40 moves", "Word " * 99))
    assert pane.drawn(38, 5).line(0) == " Review       pgup/pgdn  second check"
