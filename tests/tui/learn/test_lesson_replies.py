"""Replies to answers in a lesson, and hints."""

from __future__ import annotations

import re

from textual.pilot import Pilot

from cardtable.tui.widgets.text_pane import PaneText, TextPane
from tests.tui.learn.learning import POINTS, TELL, TRY, open_longest_question, open_steps, text_of
from tests.tui.screens import click, press, run


def test_a_wrong_answer_gets_a_reply_and_the_table_stays() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, TRY)
        before = screen.room.walk.seen
        await press(pilot, "down", "up", "enter")
        assert "Not yet." in text_of(screen), "a legal move may be a good one"
        assert "The maximum is 1" in " ".join(text_of(screen).split())
        await press(pilot, "down", "enter")
        assert "playing face down needs two or more" in " ".join(text_of(screen).split())
        assert screen.room.walk.seen.state == before.state
        await press(pilot, "h")
        assert "Hint. Look." in text_of(screen)
        await press(pilot, "s")
        assert "Well done." in text_of(screen)
        assert "Right." not in text_of(screen)
        await press(pilot, "a")
        assert screen.room.walk.wants == "action"
        assert screen.room.walk.seen.state == before.state

    run(play)


def test_the_whole_question_is_in_sight_after_scrolling_up_from_a_reply() -> None:
    async def play(pilot: Pilot[int]) -> None:
        text = " ".join(["Word"] * 50 + ["Last"])
        wrong = " ".join(["Reply"] * 40 + ["End"])
        screen = await open_steps(
            pilot,
            f'kind = "ask"\ntext = "{text}"\nchoices = ["one", "two"]\nanswer = "two"\nwrong = {{ one = "{wrong}" }}',
        )
        await press(pilot, "1")
        assert "one" in text_of(screen)
        assert "No. Reply" in text_of(screen)
        for key, word in (("pagedown", "End"), ("pageup", "No. Reply"), ("pageup", "Last")):
            await press(pilot, key)
            assert word in text_of(screen), key

    run(play)


def test_short_answers_stand_side_by_side_where_a_reply_needs_the_room() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_longest_question(pilot)
        await press(pilot, "2")
        text = text_of(screen)
        assert "pgup" not in text
        assert "What is this set" in text
        assert "How many begin with F?" in " ".join(text.split())
        assert re.search(r" 1\) 1 point +>2\) 2 points +3\) 3 points +4\) 4 points", text)
        await press(pilot, "right", "left", "left", "enter")
        assert re.search(r">1\) 1 point .*No\. ", text_of(screen), re.DOTALL)
        await click(pilot, screen.pane, 2)
        assert "Right." in text_of(screen)

    run(play)


def test_a_long_reply_uses_the_columns_beside_the_text_before_it_pushes_the_question_out() -> None:
    pane = TextPane()
    pane.show(PaneText("Heading", "step 1 of 9", "Word " * 30 + "?", ("one", "two"), "Reply " * 60 + "End"))
    for width, is_all in ((80, False), (120, True)):
        canvas = pane.drawn(width, 8)
        assert ("pgup" not in canvas.line(0)) == is_all
        assert (canvas.text().count("Word") == 30) == is_all, "the beginning of the question is in sight"
    assert max(map(len, pane.drawn(120, 30).text().splitlines()[1:])) <= 79, "otherwise, short lines are easier to read"


def test_a_repeated_reply_or_hint_shows_that_the_key_has_worked() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, f'{POINTS}\nhint = "Look at the middle letters."', TELL)
        await press(pilot, "right")
        for words in ("No. Look at the middle letters.", "No. Look at the middle letters. Press s to see the answer."):
            await press(pilot, "enter")
            assert words in " ".join(text_of(screen).split())
        await press(pilot, "h")
        assert "Hint. Look at the middle letters. (That's the only hint." in text_of(screen)
        await press(pilot, "s", "n", "b", "right", "enter")
        assert "Press s" not in text_of(screen), "this is a first answer again"

    run(play)
