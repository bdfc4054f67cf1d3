"""The levels in plain mode."""

from __future__ import annotations

from cardtable.practice.levels import all_levels
from cardtable.rooms.kit.goto import ToLevels
from tests.plain.transcripts import opened


def test_the_levels_are_read_out_and_played_by_their_numbers() -> None:
    first = all_levels()[0]
    output = opened(ToLevels(), "9", "about", "watch 1", "quit", "1", "quit", "list", "").splitlines()
    assert output[0] == "Levels: 0 of 120 stars. Three levels are open at a time."
    assert output.count(f"Level 1: {first.theme}. {first.goal.sentence} No stars.") == 2
    assert "This level is closed. It opens after 6 more wins. Next, win level 1, 2 or 3." in output
    about = f"Not tried yet. By the book, 9 cards. {first.difficulty}"
    assert f"Level 1: {first.theme}. {first.goal.sentence} {first.stars_sentence} You have no stars. {about}" in output
    assert "Hand size: 9." in output
    assert "You are back at the levels, with 0 of 120 stars. To hear them all, type list." in output
