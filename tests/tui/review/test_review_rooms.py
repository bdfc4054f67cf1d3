"""The rooms that a review leads to, and the games that have no review."""

from __future__ import annotations

import re

from textual.pilot import Pilot

from cardtable.rooms.kit.goto import ToSavedReplay
from cardtable.tui.screens.lesson import LessonScreen
from cardtable.tui.screens.lobby import Lobby
from cardtable.tui.screens.replay import ReplayScreen
from cardtable.tui.screens.review import ReviewScreen
from tests.practice.plausible_reviews import review_of
from tests.tui.review.reviewing import finished_game, read, screen_of
from tests.tui.screens import app_of, flowing_text, on, press, screen_text, sit


def test_a_mistake_has_a_lesson() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "m", "b")
        title = re.search(r"Lesson \d+, '(.*?)'", " ".join(screen_of(pilot).pane.content.text.split()))
        assert title is not None
        await press(pilot, "l")
        assert on(pilot, LessonScreen)
        assert title[1] in screen_text(pilot)
        await press(pilot, "q")
        assert on(pilot, ReviewScreen)

    read(play)


def test_the_replay_and_the_review_lead_to_each_other() -> None:
    async def play(pilot: Pilot[int]) -> None:
        depth = len(pilot.app.screen_stack)
        await press(pilot, "right", "right", "g")
        assert "move 1 of " in screen_text(pilot)
        for key in ("g", "q"):
            await press(pilot, key)
            assert screen_of(pilot).room.at == 1, "the same review"
            assert len(pilot.app.screen_stack) == depth
            await press(pilot, "g")
        assert on(pilot, ReplayScreen)
        await press(pilot, "q", "q")
        assert isinstance(pilot.app.screen, Lobby)


def test_a_replay_and_the_review_it_leads_to_never_pile_up() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "q")
        app_of(pilot).open(ToSavedReplay(1))
        await press(pilot, "right")
        depth = len(pilot.app.screen_stack)
        await press(pilot, "g", "right", "right", "g")
        assert (on(pilot, ReplayScreen), len(pilot.app.screen_stack)) == (True, depth)
        assert "move 1 of " in screen_text(pilot), "the move under the cursor of the review"
        await press(pilot, "g", "q")
        assert on(pilot, ReplayScreen)

    read(play)


def test_a_what_if_line_leads_back() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "right", "right", "w")
        assert "What if, from move 2" in screen_text(pilot)
        await press(pilot, "q")
        assert on(pilot, ReviewScreen)
        assert screen_of(pilot).room.at == 1

    read(play)


# Opening it
def test_a_game_in_progress_has_no_review() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert isinstance(pilot.app.screen, Lobby)
        assert "This game isn't finished." in flowing_text(pilot)

    read(play, review_of(finished_game()), sit(1, ("Square",)))
