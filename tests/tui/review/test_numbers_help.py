"""The list of keys says what the numbers in reviews and exercises mean."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from cardtable.practice.review import Verdict
from cardtable.tui.screens.review_text import NUMBERS_HELP
from tests.practice.blamed_games import blamable, finished_game, review_of
from tests.tui.review.reviewing import read
from tests.tui.screens import flowing_text, press


@pytest.mark.parametrize("keys", [("question_mark",), ("m", "enter", "question_mark")], ids=["review", "exercise"])
def test_the_keys_say_what_the_numbers_mean(keys: tuple[str, ...]) -> None:
    session = finished_game()
    review = review_of(session, {blamable(session)[3]: Verdict.MISTAKE})

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, *keys)
        shown = flowing_text(pilot)
        assert all(f"{name} {meaning}" in shown for name, meaning in NUMBERS_HELP)

    read(play, review, session, size=(120, 60))
