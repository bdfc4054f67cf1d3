"""Every step of every lesson that comes with a game shows its question, its choices and its places."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import AsyncIterator, Iterator

import pytest
from textual.pilot import Pilot

from cardtable.engine.games import SHIPPED
from cardtable.engine.zones import Place
from cardtable.lessons.library import lessons_of
from cardtable.lessons.places import is_empty, thing_at
from cardtable.lessons.script import AskStep, TryStep
from cardtable.lessons.walkthrough import Walkthrough
from cardtable.rooms.kit.goto import ToLesson
from cardtable.tui.board.pointing import share_row
from cardtable.tui.drawing.canvas import Box
from cardtable.tui.drawing.prose import lines_of
from cardtable.tui.screens.lesson import LessonScreen
from tests.engine.walks import PROFILE
from tests.tui.boards.boards import SIZES
from tests.tui.learn.learning import answer, lesson_on, progress_of, text_of
from tests.tui.screens import open_place, press, rest, run, settle

LONG_REPLY = 3
"""The most rows of a reply that doesn't push the beginning of its question out of sight."""
ABOUT_SCORING = re.compile(r"covering|T/F card|\bTrue\b|\bFalse\b")


async def each_step(pilot: Pilot[int], game_id: str) -> AsyncIterator[LessonScreen]:
    """Take lessons of a game, all of them in deep tests, and yield the screen at the start of each step."""
    for entry in lessons_of(game_id)[:: 1 if PROFILE == "deep" else 7]:
        await open_place(pilot, ToLesson(game_id, entry.name))
        screen = lesson_on(pilot)
        while not screen.room.walk.is_over:
            at = screen.room.walk.at
            yield screen
            while screen.room.walk.at == at and not screen.room.walk.is_over:
                answer(screen)
                await settle(pilot)
            await rest(pilot)
        assert progress_of(entry.name, game_id) == (0, True)
        await press(pilot, "q")


def wrong_replies(screen: LessonScreen) -> Iterator[str]:
    """Yield the hint and the replies to wrong answers, in words."""
    walk, step = screen.room.walk, screen.room.walk.step
    if isinstance(step, AskStep | TryStep):
        yield f"**Hint.** {step.hint}"
    if isinstance(step, AskStep):
        yield from (f"**No.** {reply}" for reply in step.wrong.values())
    elif isinstance(step, TryStep):
        wrong = [action for action in walk.situation.legal if action not in walk.right]
        yield from (f"**No.** {walk.act(action).text}" for action in wrong[: 40 if PROFILE == "deep" else 8])


@pytest.mark.parametrize("game_id", SHIPPED)
def test_every_step_of_a_lesson_is_shown_well(game_id: str) -> None:
    """One walk through the lessons for all checks, because a walk takes seconds."""

    async def play(pilot: Pilot[int]) -> None:
        checked = Counter[str]()
        async for screen in each_step(pilot, game_id):
            checked["replies"] += await no_reply_hides_the_question_or_a_choice(pilot, screen)
            checked["pointing"] += pointing_starts_on_a_thing_like_those_asked_for(screen)
            checked["scoring"] += what_scores_in_tradewinds_is_shown(screen)
        assert checked["replies"]
        assert checked["pointing"]
        assert checked["scoring"] or game_id != "tradewinds" or PROFILE != "deep"

    run(play)


async def no_reply_hides_the_question_or_a_choice(pilot: Pilot[int], screen: LessonScreen) -> bool:
    """Check this and return True, or return False if the step has no replies."""
    step = screen.room.walk.step
    if not isinstance(step, AskStep | TryStep):
        return False
    question = "".join(text for line in lines_of(step.text, 10_000) for text, _ in line)
    wanted = [re.split(r"[.!?]\s+", question)[-1], *screen.room.walk.choices]
    for reply in ("", *wrong_replies(screen)):
        screen.room.said = reply
        screen.update_text()
        await rest(pilot)
        shown = " ".join(text_of(screen).split())
        assert all(each in shown for each in wanted), (screen.room.lesson.script.title, screen.room.walk.at + 1, shown)
        assert "pgup" not in shown or len(lines_of(reply, 78)) > LONG_REPLY, (screen.room.lesson.script.title, shown)
        assert not reply or any(word in shown for word in ("No.", "Hint.")), shown
    screen.room.said = ""
    screen.update_text()
    await rest(pilot)
    return True


def pointing_starts_on_a_thing_like_those_asked_for(screen: LessonScreen) -> bool:
    """Check this and return True, or return False if the step doesn't ask for a place."""
    walk, pointer = screen.room.walk, screen.board.pointer
    if walk.wants != "points":
        return False
    assert pointer is not None
    assert not pointer.label, "nothing is chosen yet"
    pointer.move(screen.board.canvas.places, right=1)
    assert pointer.place is not None
    teaching, view = walk.situation.teaching, walk.seen.state
    right = [thing_at(teaching, view, place) for place in walk.right_places]
    thing = thing_at(teaching, view, pointer.place)
    assert thing not in right
    assert type(thing) is type(right[0]) or is_beside_answers(walk, pointer.place)
    assert not is_empty(teaching, view, pointer.place)
    for size in SIZES:
        arrows_reach_things_of_a_kind(screen, screen.board.drawn(*size).places)
    return True


def is_beside_answers(walk: Walkthrough, place: Place) -> bool:
    """Return whether a place is in the same zone as an answer."""
    return place.zone in {answer.zone for answer in walk.right_places}


def arrows_reach_things_of_a_kind(screen: LessonScreen, places: list[tuple[Box, Place]]) -> None:
    """Check that the arrows go to all right answers and to nothing but things like them, and that left undoes right."""
    walk = screen.room.walk
    teaching, view = walk.situation.teaching, walk.seen.state
    pointer = screen.new_pointer()
    pointer.update(places)
    pointer.move(places, right=1)
    wanted = {thing_at(teaching, view, place) for place in walk.right_places}
    shown = {thing_at(teaching, view, place) for _, place in places}
    reached, to_visit = set[Box](), [(pointer.box, pointer.place)]
    while to_visit:
        box, place = to_visit.pop()
        assert box is not None
        assert place is not None
        is_of_kind = {type(thing_at(teaching, view, place))} == {type(each) for each in wanted}
        assert is_of_kind or is_beside_answers(walk, place)
        if box not in reached:
            reached.add(box)
            for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                pointer._set((box, place))
                pointer.move(places, right=right, down=down)
                to_visit.append((pointer.box, pointer.place))
                if right and pointer.box not in (None, box) and share_row(pointer.box, box):
                    pointer.move(places, right=-right)
                    assert pointer.box == box
    found = {thing_at(teaching, view, place) for box, place in places if box in reached}
    assert wanted & shown <= found, (screen.room.lesson.script.title, walk.at + 1, wanted)


def what_scores_in_tradewinds_is_shown(screen: LessonScreen) -> bool:
    """Check this and return True, or return False if the step isn't about what scores."""
    if screen.board.GAME_ID != "tradewinds" or not ABOUT_SCORING.search(screen.room.walk.text):
        return False
    assert {"covering", "side"} <= {place.zone for _, place in screen.board.canvas.places}
    return True
