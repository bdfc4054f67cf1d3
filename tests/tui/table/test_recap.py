"""The recap between two turns: in full, in short, or scrolled, but never cut."""

from __future__ import annotations

import pytest
from textual import events
from textual.pilot import Pilot

from cardtable.tui.board.recap import Hidden, paint_recap
from cardtable.tui.drawing.canvas import Box, Canvas
from cardtable.tui.drawing.faces import ASCII
from cardtable.tui.screens.hand_over import PublicMoment
from tests.tui.boards.boards import COMPACT, SIZES, shown
from tests.tui.boards.wind_city_boards import board_of, sit_till
from tests.tui.screens import key_bar, lift_curtain, press, rest, run, screen_text

FIXED = ("head", "", "one", "two", "three", "four")


def painted(
    height: int, *forms: tuple[str, ...], scrolled: int = 0, width: int = 10
) -> tuple[list[str], tuple[int, int]]:
    """Return the rows of a recap in a box of this height, and how many rows are hidden above and below."""
    canvas = Canvas(width, height)
    hidden = paint_recap(canvas, Box(0, 0, width, height), forms, scrolled, ASCII)
    return canvas.text().split("\n"), hidden


def test_the_first_form_that_fits_is_shown() -> None:
    short = ("head", "", "all four")
    assert painted(6, FIXED, short) == (list(FIXED), (0, 0))
    assert painted(5, FIXED, short) == ([*short, "", ""], (0, 0))


def test_what_does_not_fit_is_scrolled_below_the_first_sentences() -> None:
    assert painted(5, FIXED) == (["head", "", "two      ^", "three", "four"], (1, 0))
    assert painted(5, FIXED, scrolled=-1) == (["head", "", "one", "two", "three    v"], (0, 1))
    assert painted(5, FIXED, scrolled=-9)[1] == (0, 1), "no farther than the beginning"


def test_a_low_box_scrolls_everything_from_the_beginning() -> None:
    assert painted(2, FIXED) == (["head", "one      v"], (0, 3))
    assert painted(2, FIXED, scrolled=2) == (["two      ^", "three    v"], (2, 1))


def test_a_box_without_rows_shows_nothing() -> None:
    canvas = Canvas(10, 3)
    assert paint_recap(canvas, Box(0, 0, 10, 0), [("head", "", "one")], 0, ASCII) == (0, 0)
    assert canvas.text().split() == []


def test_without_first_sentences_the_latest_ones_are_shown() -> None:
    assert painted(2, FIXED[2:]) == (["three    ^", "four"], (2, 0))


def test_at_first_no_part_of_a_sentence_is_shown() -> None:
    sentences = ("one", "two is longer", "three")
    assert painted(2, sentences) == (["three    ^", ""], (3, 0))
    assert painted(2, sentences, scrolled=-1) == (["longer   ^", "three"], (2, 0))


def test_what_comes_next_is_never_scrolled() -> None:
    session = sit_till("plan", 5, persons=(0, 1, 2, 3, 4))
    board, public = board_of(session), session.look(None)
    board.show(public)
    board.recap = board.recap_forms(public, 0)
    for size in SIZES:
        assert shown(board, size)
        assert not any(board.recap_hidden) or size == COMPACT


@pytest.mark.parametrize("by_mouse", [False, True], ids=["keys", "mouse"])
@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 12)], ids=["80x24", "60x20", "40x12"])
def test_everybody_can_read_the_whole_recap_of_five_players(size: tuple[int, int], by_mouse: bool) -> None:
    async def scroll(pilot: Pilot[int], screen: PublicMoment, *, up: bool) -> None:
        if by_mouse:
            kind = events.MouseScrollUp if up else events.MouseScrollDown
            screen.post_message(kind(screen.board, 50, 5, 0, 0, 0, shift=False, meta=False, ctrl=False))
            await rest(pilot)
        else:
            await press(pilot, "up" if up else "down")

    async def play(pilot: Pilot[int]) -> None:
        screen = pilot.app.screen
        assert isinstance(screen, PublicMoment)
        await rest(pilot)
        assert ("arrows More" in key_bar(pilot)) == any(screen.board.recap_hidden) == (size != (80, 24))
        seen = ""
        while screen.board.recap_hidden.above:
            await scroll(pilot, screen, up=True)
        while True:
            box = screen.board.recap_box(size[0], size[1] - 3)
            seen += " ".join(line[box.x :] for line in screen_text(pilot).split("\n")[box.y : box.y + box.height]) + " "
            if not screen.board.recap_hidden.below:
                break
            await scroll(pilot, screen, up=False)
        words = set(" ".join(screen.board.recap[-1]).split())
        assert words <= set(seen.split())
        await scroll(pilot, screen, up=False)
        assert screen.board.recap_hidden == Hidden(screen.board.recap_hidden.above, 0), "it stays at the end"
        await lift_curtain(pilot)

    run(play, sit_till("plan", 5, later=8, persons=(0, 1, 2, 3, 4)), size=size)
