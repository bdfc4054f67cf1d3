"""Learning in the app: the Learn room, lessons with keys and mouse, exercises and tests."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.games import SHIPPED
from cardtable.engine.place import Place
from cardtable.lessons.exercises import exercise_of
from cardtable.lessons.learning_record import LearningRecord
from cardtable.lessons.library import find_lesson, lessons_of
from cardtable.lessons.places import is_empty, iter_places, thing_at
from cardtable.lessons.script import AskStep, TryStep
from cardtable.store.archive import Archive
from cardtable.store.paths import archive_file
from cardtable.tui import input_queue
from cardtable.tui.app import CardTable
from cardtable.tui.board import BoardWidget
from cardtable.tui.boards import board_for
from cardtable.tui.canvas import Box
from cardtable.tui.choices import Target
from cardtable.tui.pointing import CORNER
from cardtable.tui.prose import lines_of
from cardtable.tui.screens.dialogs import ChoiceDialog
from cardtable.tui.screens.exercise import ExerciseScreen
from cardtable.tui.screens.learn import LearnRoom
from cardtable.tui.screens.lesson import LessonScreen
from cardtable.tui.screens.lobby import Lobby
from cardtable.tui.screens.reader import Reader
from cardtable.tui.screens.setup import SetUpScreen
from cardtable.tui.screens.table import TableScreen
from cardtable.tui.widgets.key_bar import KeyBar
from cardtable.tui.widgets.menu import Menu
from cardtable.tui.widgets.text_pane import TextPane
from tests.engine.walks import PROFILE
from tests.lessons.scripts import ES, POSITION, lesson
from tests.tui.payloads import MARKUP
from tests.tui.screens import (
    board_on,
    click,
    golden,
    press,
    rest,
    run,
    screen_picture,
    screen_text,
    set_up,
    settle,
    sit,
    strips,
    tap,
    tap_at,
    usually,
    wait_for,
)
from tests.tui.test_monkey import Monkey

TELL = 'kind = "tell"\ntext = "Look at **these**."\npoint = ["FRS", "hand"]'
SHOW = 'kind = "show"\naction = "red"\ntext = "Red fits two."'
CHOICE = 'kind = "ask"\ntext = "How many?"\nchoices = ["one", "two"]\nanswer = "two"\nwrong = { one = "More." }'
POINTS = 'kind = "ask"\ntext = "Which are Red?"\nanswer_points = ["HRC", "FRS"]'
ACTIONS = 'kind = "ask"\ntext = "Which gain?"\nanswer_actions = { measure = "net", at_least = 1 }'
TRY = 'kind = "try"\ntext = "Gain one."\nright = { best = "net" }\nhint = "Look."\nthen = "Well done."'
FREE = 'kind = "free"\ntext = "Play."\nturns = 2\nmeasure = "net"'
SIZES = ((80, 24), (120, 40), (40, 12))
ABOUT_SCORING = re.compile(r"covering|T/F card|True|False|scores? for")
CODE = next(str(code) for code in map(DealCode, range(99)) if not exercise_of(ES.id, code.key()).choices)
"""The code of an exercise whose answer is an action."""


def progress_of(name: str, game_id: str = ES.id) -> tuple[int, bool]:
    """Return a lesson's saved step and whether it is done."""
    with Archive() as archive:
        found = LearningRecord(lambda: archive).lesson(game_id, name)
    return found.step, found.is_done


def on(pilot: Pilot[int], screen: type[object]) -> bool:
    return isinstance(pilot.app.screen, screen)


def lesson_on(pilot: Pilot[int]) -> LessonScreen:
    (found,) = [screen for screen in pilot.app.screen_stack if isinstance(screen, LessonScreen)]
    return found


def app_of(pilot: Pilot[int]) -> CardTable:
    assert isinstance(pilot.app, CardTable)
    return pilot.app


async def open_steps(pilot: Pilot[int], *steps: str) -> LessonScreen:
    """Open a player's own lesson with these steps."""
    app_of(pilot).open_lesson(lesson(*steps))
    await rest(pilot)
    return lesson_on(pilot)


async def choose(pilot: Pilot[int], name: str) -> None:
    """Move the board's cursor to a group with keys."""
    board = lesson_on(pilot).board
    while board.groups[board.group].name != name:
        await tap(pilot, "right")


def text_of(screen: LessonScreen) -> str:
    return screen.pane.text()


# The room


def test_the_learn_room_opens_from_the_lobby_and_closes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "l")
        assert on(pilot, LearnRoom)
        assert "Learn a game" in screen_text(pilot)
        await press(pilot, "enter")
        assert lessons_of(ES.id)[0].title in screen_text(pilot)
        await press(pilot, "q", "q")
        assert on(pilot, Lobby)
        menu = pilot.app.screen.query_one(Menu)
        await click(pilot, menu, [item.id for item in menu.items].index("learn"))
        assert on(pilot, LearnRoom)
        menu = pilot.app.screen.query_one(Menu)
        await click(pilot, menu, 0)
        menu = pilot.app.screen.query_one(Menu)
        monkeypatch.setattr(input_queue, "DOUBLE_CLICK_SECONDS", -1)  # otherwise it would be half of a double click
        await click(pilot, menu, 0)
        assert on(pilot, LessonScreen)

    run(play)


def test_the_learn_room_opens_from_the_set_up_form_and_leads_back() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        await press(pilot, "l")
        assert on(pilot, LearnRoom)
        await press(pilot, "p")
        assert on(pilot, SetUpScreen)
        await press(pilot, "l", "q")
        assert on(pilot, SetUpScreen)
        await press(pilot, "q")
        assert on(pilot, Lobby)

    run(play)


def test_looking_at_lessons_saves_nothing() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "l", "enter", "enter", "q", "q", "q")
        assert not archive_file().exists()

    run(play)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_room_shows_progress_and_selects_the_next_lesson(size: tuple[int, int]) -> None:
    with Archive() as archive:
        learned = LearningRecord(lambda: archive)
        first, second = lessons_of(ES.id)[:2]
        learned._save(f"lesson {ES.id} {first.name}", {"step": 0, "done": True})
        learned._save(f"lesson {ES.id} {second.name}", {"step": 3})

    async def play(pilot: Pilot[int]) -> None:
        app_of(pilot).action_learn(ES.id)
        await rest(pilot)
        shown = screen_text(pilot)
        assert f"[x]  1  {first.title}"[:39] in shown
        assert "[-]  2  " in shown
        assert "> [-]  2" in shown, "the cursor is on the next lesson"
        assert "Continue at step 4." in " ".join(shown.split())

    run(play, size=size)


# A lesson by keys


def test_a_lesson_can_be_taken_with_keys() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, TELL, SHOW, CHOICE, POINTS, TRY, ACTIONS, FREE)
        assert "step 1 of 7" in text_of(screen)
        assert "Look at these." in text_of(screen)
        await press(pilot, "enter")
        assert screen.walk.wants == "show"
        await press(pilot, "enter")
        assert screen.walk.wants == "choice", "the move is played, and the next step begins"
        await press(pilot, "enter")
        assert "No: More." in text_of(screen)
        await press(pilot, "down", "enter")
        assert "Right." in text_of(screen)
        await press(pilot, "n")
        assert screen.board.pointer is not None
        assert screen.board.pointer.label == "Partial-Blue-Triangle"
        await press(pilot, "enter")
        assert "No:" in text_of(screen)
        await press(pilot, "up", "enter")
        assert "Good. 1 more to go." in text_of(screen)
        await press(pilot, "up", "enter")
        assert "Right." in text_of(screen)
        await press(pilot, "n")
        assert screen.walk.wants == "action"
        await choose(pilot, "Hollow")
        await press(pilot, "enter")
        assert "Right. Well done." in text_of(screen)
        await press(pilot, "enter", "s", "enter", "enter", "enter")
        assert screen.walk.wants == "next"
        await press(pilot, "enter")
        assert on(pilot, ChoiceDialog)
        assert "You have finished this lesson." in screen_text(pilot)
        await press(pilot, "q")
        assert on(pilot, Lobby)

    run(play)


def test_a_wrong_answer_gets_a_reply_and_the_table_stays() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, TRY)
        before = screen.walk.seen
        await choose(pilot, "Green")
        await press(pilot, "enter")
        assert "No:" in text_of(screen)
        assert "The maximum is 1" in text_of(screen)
        await press(pilot, "down", "enter")
        assert "playing face down needs two or more" in " ".join(text_of(screen).split())
        assert screen.walk.seen.state == before.state
        await press(pilot, "h")
        assert "Hint. Look." in text_of(screen)
        await press(pilot, "s")
        assert "Well done." in text_of(screen)
        assert "Right." not in text_of(screen)
        await press(pilot, "a")
        assert screen.walk.wants == "action"
        assert screen.walk.seen.state == before.state

    run(play)


def test_keys_go_back_and_repeat_a_step() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, TELL, SHOW, TELL)
        await press(pilot, "n", "enter")
        assert "step 3 of 3" in text_of(screen)
        await press(pilot, "b")
        assert screen.walk.wants == "show"
        await press(pilot, "b")
        assert "step 1 of 3" in text_of(screen)
        await press(pilot, "b")
        assert "step 1 of 3" in text_of(screen)

    run(play)


def test_a_move_stays_in_sight_if_the_next_step_has_another_position() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, SHOW, f"{TELL}\n{POSITION.replace('[position', '[steps.position')}")
        await press(pilot, "enter")
        assert "step 1 of 2" in text_of(screen)
        assert "HRC to 4" in screen_text(pilot)
        await press(pilot, "a")
        assert screen.walk.wants == "show"
        await press(pilot, "enter", "enter")
        assert "step 2 of 2" in text_of(screen)

    run(play)


def test_why_opens_the_ruling_and_the_rules_open_there() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, f'{TELL}\nruling = "ES-5"', TELL)
        await press(pilot, "w")
        assert on(pilot, Reader)
        assert "ES-5: " in screen_text(pilot)
        await press(pilot, "q")
        assert pilot.app.screen is screen
        await press(pilot, "r")
        assert on(pilot, Reader)
        await wait_for(pilot, lambda: "- ES-5" in screen_text(pilot))
        await press(pilot, "q")
        assert pilot.app.screen is screen
        assert "Why?" in screen_text(pilot)
        await press(pilot, "n", "w")
        assert "Why?" not in screen_text(pilot)
        assert "ES-5" not in text_of(screen)

    run(play)


def test_an_answer_can_be_typed() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, TRY)
        await press(pilot, "slash")
        pilot.app.screen.query_one(Input).value = "red"
        await press(pilot, "enter")
        assert "Well done." in text_of(screen)

    run(play)


def test_places_can_be_picked_from_a_list() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, POINTS)
        for name in ("Hollow-Red-Circle", "Filled-Red-Square"):
            await press(pilot, "i")
            menu = pilot.app.screen.query_one(Menu)
            menu.at = [item.label for item in menu.items].index(name)
            await press(pilot, "enter")
        assert "Right." in text_of(screen)

    run(play)


def test_a_wrong_script_closes_with_a_message() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(
            pilot, TELL, 'kind = "free"\ntext = "A"\nmeasure = "speed"', 'kind = "tell"\npoint = ["x"]'
        )
        await press(pilot, "n", "h")
        assert "no measure 'speed'" in text_of(screen)
        await press(pilot, "n")
        assert on(pilot, Lobby)
        assert "is neither a card nor a place" in " ".join(screen_text(pilot).split())

    run(play)


# By mouse


def test_a_lesson_can_be_taken_with_the_mouse() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, TELL, CHOICE, POINTS, TRY)
        await click_key(pilot, "Next")
        await click(pilot, screen.pane, 0)
        assert "More." in text_of(screen)
        await click(pilot, screen.pane, 1)
        assert "Right." in text_of(screen)
        await click_key(pilot, "Next")
        for row in (1, 0):
            box = next(box for box, place in screen.board.canvas.places if place == ("stage", row, 2))
            await tap_at(pilot, screen.board.region.x + box.x + 1, screen.board.region.y + box.y + 1)
            await rest(pilot)
        assert "Right." in text_of(screen)
        await click_key(pilot, "Next")
        groups = [group.name for group in screen.board.groups]
        for name in ("Blue", "Blue", "Red"):
            assert "Well done." not in text_of(screen)
            await click(pilot, screen.board, Target(groups.index(name)))
        assert "No:" in text_of(screen)
        await click(pilot, screen.board, Target(groups.index("Red")))
        assert "Well done." in text_of(screen)
        await click_key(pilot, "Leave")
        assert on(pilot, Lobby)

    run(play)


async def click_key(pilot: Pilot[int], name: str) -> None:
    """Click on a key of the key bar."""
    bar = pilot.app.screen.query_one(KeyBar)
    row = screen_text(pilot).splitlines()[bar.region.y]
    await tap_at(pilot, row.index(f" {name}"), bar.region.y)
    await rest(pilot)


# Progress


def test_a_lesson_continues_where_it_was_left_and_is_ticked_when_finished() -> None:
    async def leave(pilot: Pilot[int]) -> None:
        app_of(pilot).action_learn(ES.id)
        app_of(pilot).action_lesson(ES.id, "1")
        await rest(pilot)
        await press(pilot, "n", "n", "s", "q")
        assert on(pilot, LearnRoom)
        assert progress_of("01-goal") == (2, False)
        assert "> [-]  1" in screen_text(pilot)

    run(leave)

    async def go_on(pilot: Pilot[int]) -> None:
        app_of(pilot).action_learn(ES.id)
        await rest(pilot)
        await press(pilot, "enter")
        screen = lesson_on(pilot)
        assert f"step 3 of {len(screen.walk.steps)}" in text_of(screen)
        await solve(pilot)
        assert progress_of("01-goal") == (0, True)
        await press(pilot, "q")
        assert "[x]  1" in screen_text(pilot)

    run(go_on)


def test_the_end_of_a_lesson_offers_the_next_lesson_and_the_game() -> None:
    async def play(pilot: Pilot[int]) -> None:
        app_of(pilot).action_learn(ES.id)
        app_of(pilot).action_lesson(ES.id, "1")
        await rest(pilot)
        await solve(pilot)
        await press(pilot, "n")
        assert lesson_on(pilot).entry == find_lesson(ES.id, "2")
        await solve(pilot)
        await press(pilot, "p")
        assert on(pilot, SetUpScreen)
        await press(pilot, "q")
        assert on(pilot, Lobby)

    run(play)


def test_learning_goes_on_if_nothing_can_be_saved() -> None:
    archive_file().mkdir(parents=True)  # a folder where a file should be

    async def play(pilot: Pilot[int]) -> None:
        app_of(pilot).action_learn(ES.id)
        app_of(pilot).action_lesson(ES.id, "1")
        await rest(pilot)
        await press(pilot, "n")
        assert "Your progress isn't saved:" in " ".join(screen_text(pilot).split())
        await press(pilot, "n", "q")
        assert "> [-]  1" in screen_text(pilot)

    run(play)


# Every shipped lesson


async def solve(pilot: Pilot[int]) -> None:
    """Give right answers until the lesson is over."""
    screen = lesson_on(pilot)
    for _ in range(500):
        if screen.walk.is_over:
            await rest(pilot)
            assert on(pilot, ChoiceDialog)
            return
        answer(screen)
        await settle(pilot)
    raise AssertionError("the lesson does not end")


def answer(screen: LessonScreen) -> None:
    """Give the right answer to the current step."""
    walk, step = screen.walk, screen.walk.step
    match walk.wants, step:
        case "show", _:
            screen.action_play()
        case "action", TryStep():
            screen._act(walk.situation.right_actions(step.right)[0])
        case "choice", AskStep():
            screen.pane._pick(walk.choices.index(str(step.answer)))
        case "points", AskStep():
            wanted: dict[object, Place] = {}
            for place in walk.situation.places(walk.viewer, step.answer_points):
                wanted.setdefault(thing_at(walk.situation.teaching, walk.seen.state, place), place)
            for place in wanted.values():
                point_at(screen, place)
        case "actions", AskStep():
            assert step.answer_actions is not None
            for action in walk.situation.right_actions(step.answer_actions):
                screen._act(action)
        case _:
            screen.action_next()


def point_at(screen: LessonScreen, place: Place) -> None:
    """Point at a place with the cursor, if the board shows it."""
    board = screen.board
    box = next((box for box, each in board.canvas.places if each == place), None)
    if box is None:
        screen._add(place)
        return
    assert board.pointer is not None
    board.pointer.move_to(board.canvas.places, box.x + box.width // 2, box.y + box.height // 2)
    board.action_choose()


async def each_step(pilot: Pilot[int], game_id: str) -> AsyncIterator[LessonScreen]:
    """Take lessons of a game, all of them in deep tests, and yield the screen at the start of each step."""
    for entry in lessons_of(game_id)[:: 1 if PROFILE == "deep" else 7]:
        app_of(pilot).action_lesson(game_id, entry.name)
        await rest(pilot)
        screen = lesson_on(pilot)
        while not screen.walk.is_over:
            at = screen.walk.at
            yield screen
            while screen.walk.at == at and not screen.walk.is_over:
                answer(screen)
                await settle(pilot)
            await rest(pilot)
        assert progress_of(entry.name, game_id) == (0, True)
        await press(pilot, "q")


def wrong_replies(screen: LessonScreen) -> Iterator[str]:
    """Yield the hint and the replies to wrong answers, in words."""
    walk, step = screen.walk, screen.walk.step
    if isinstance(step, AskStep | TryStep):
        yield f"**Hint.** {step.hint}"
    if isinstance(step, AskStep):
        yield from (f"**No:** {reply}" for reply in step.wrong.values())
    elif isinstance(step, TryStep):
        wrong = [action for action in walk.situation.legal if action not in walk.right]
        yield from (f"**No:** {walk.act(action).text}" for action in wrong[:40])


@pytest.mark.parametrize("game_id", SHIPPED)
def test_every_step_of_a_lesson_is_shown_well(game_id: str) -> None:
    """One walk through the lessons for all checks, because a walk takes seconds."""

    async def play(pilot: Pilot[int]) -> None:
        checked = Counter[str]()
        async for screen in each_step(pilot, game_id):
            checked["replies"] += no_reply_hides_the_question_or_a_choice(screen)
            checked["pointing"] += pointing_starts_on_a_thing_like_those_asked_for(screen)
            checked["scoring"] += what_scores_in_tradewinds_is_shown(screen)
        assert checked["replies"]
        assert checked["pointing"]
        assert checked["scoring"] or game_id != "tradewinds"

    run(play)


def no_reply_hides_the_question_or_a_choice(screen: LessonScreen) -> bool:
    """Check this and return True, or return False if the step has no replies."""
    step, pane = screen.walk.step, screen.pane
    if not isinstance(step, AskStep | TryStep):
        return False
    question = "".join(text for line in lines_of(step.text, 10_000) for text, _ in line)
    wanted = [re.split(r"[.!?]\s+", question)[-1], *screen.walk.choices]
    for reply in ("", *wrong_replies(screen)):
        screen._answer = reply
        pane.show(screen.pane_text())
        shown = " ".join(text_of(screen).split())
        assert all(each in shown for each in wanted), (screen.lesson.script.title, screen.walk.at + 1, shown)
        assert not reply or any(word in shown for word in ("No:", "Hint.")), shown
    screen._answer = ""
    return True


def pointing_starts_on_a_thing_like_those_asked_for(screen: LessonScreen) -> bool:
    """Check this and return True, or return False if the step doesn't ask for a place."""
    walk, pointer = screen.walk, screen.board.pointer
    if walk.wants != "points":
        return False
    assert pointer is not None
    assert pointer.place is not None
    teaching, view = walk.situation.teaching, walk.seen.state
    right = [thing_at(teaching, view, place) for place in walk.right_places]
    thing = thing_at(teaching, view, pointer.place)
    assert thing not in right
    assert type(thing) is type(right[0])
    assert not is_empty(teaching, view, pointer.place)
    for size in ((120, 39), (80, 23), (60, 19), (40, 11)):
        arrows_reach_things_of_a_kind(screen, screen.board.drawn(*size).places)
    return True


def arrows_reach_things_of_a_kind(screen: LessonScreen, places: list[tuple[Box, Place]]) -> None:
    """Check that the arrows go to all right answers and to nothing but things like them, and that left undoes right."""
    walk = screen.walk
    teaching, view = walk.situation.teaching, walk.seen.state
    pointer = screen._pointer()
    pointer.update(places)
    wanted = {thing_at(teaching, view, place) for place in walk.right_places}
    shown = {thing_at(teaching, view, place) for _, place in places}
    reached, to_visit = set[Box](), [(pointer.box, pointer.place)]
    while to_visit:
        box, place = to_visit.pop()
        assert box is not None
        assert place is not None
        assert {type(thing_at(teaching, view, place))} == {type(each) for each in wanted}
        if box not in reached:
            reached.add(box)
            for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                pointer._set((box, place))
                pointer.move(places, right=right, down=down)
                to_visit.append((pointer.box, pointer.place))
                if right:
                    pointer.move(places, right=-right)
                    assert pointer.box == box
    found = {thing_at(teaching, view, place) for box, place in places if box in reached}
    assert wanted & shown <= found, (screen.lesson.script.title, walk.at + 1, wanted)


def what_scores_in_tradewinds_is_shown(screen: LessonScreen) -> bool:
    """Check this and return True, or return False if the step isn't about what scores."""
    if screen.board.GAME_ID != "tradewinds" or not ABOUT_SCORING.search(screen.walk.text):
        return False
    assert {"covering", "side"} <= {place.zone for _, place in screen.board.canvas.places}
    return True


def test_the_whole_question_is_in_sight_after_scrolling_up_from_a_reply() -> None:
    async def play(pilot: Pilot[int]) -> None:
        text = " ".join(["Word"] * 50 + ["Last"])
        wrong = " ".join(["Reply"] * 40 + ["End"])
        screen = await open_steps(
            pilot,
            f'kind = "ask"\ntext = "{text}"\nchoices = ["one", "two"]\nanswer = "two"\nwrong = {{ one = "{wrong}" }}',
        )
        await press(pilot, "enter")
        assert "one" in text_of(screen)
        assert "No: Reply" in text_of(screen)
        for key, word in (("pagedown", "End"), ("pageup", "No: Reply"), ("pageup", "Last")):
            await press(pilot, key)
            assert word in text_of(screen), key

    run(play)


def test_short_answers_stand_side_by_side_where_a_reply_needs_the_room() -> None:
    """Check the longest question in the first lesson of Rummy-like, in which every wrong answer has a reply."""

    async def play(pilot: Pilot[int]) -> None:
        app_of(pilot).action_lesson("rummy-like", "1")
        await rest(pilot)
        screen = lesson_on(pilot)
        while screen.walk.at < 11:
            answer(screen)
            await settle(pilot)
        await rest(pilot)
        await press(pilot, "2")
        text = text_of(screen)
        assert "pgup" not in text
        assert "What is this set" in text
        assert "How many begin with F?" in " ".join(text.split())
        assert re.search(r"1 1 point +> 2 2 points +3 3 points +4 4 points", text)
        await press(pilot, "right", "left", "left", "enter")
        assert re.search(r"> 1 1 point .*No \(try 2\): ", text_of(screen), re.DOTALL)
        await click(pilot, screen.pane, 2)
        assert "Right." in text_of(screen)

    run(play)


def test_a_repeated_reply_or_hint_shows_that_the_key_has_worked() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, f'{POINTS}\nhint = "Look at the middle letters."', TELL)
        for words in ("No: Look", "No (try 2): Look", "No (try 3): Look"):
            await press(pilot, "enter")
            assert words in text_of(screen)
        await press(pilot, "h")
        assert "Hint. Look at the middle letters. (That's the only hint." in text_of(screen)
        await press(pilot, "s", "n", "b", "enter")
        assert "No: Look" in text_of(screen), "the count begins anew with each step"

    run(play)


def test_one_long_text_does_not_shrink_the_table() -> None:
    async def play(pilot: Pilot[int]) -> None:
        long = f'kind = "tell"\ntext = "{"Word " * 150}"'
        screen = await open_steps(pilot, TELL, long, TELL)
        rows = screen.board.rows
        assert rows == screen.board.medium_rows(80)
        await press(pilot, "n")
        assert screen.board.rows == rows
        assert "pgup/pgdn" in text_of(screen)

    run(play)


def test_pointing_at_an_empty_place_is_no_mistake() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, POINTS)
        screen._add(Place("stage", 0, 0))
        await rest(pilot)
        assert "There's nothing there." in text_of(screen)
        assert "No:" not in text_of(screen)
        for row in (0, 1):
            screen._add(Place("stage", row, 2))
        await rest(pilot)
        assert "Right." in text_of(screen)

    run(play)


def test_places_have_names() -> None:
    async def play(pilot: Pilot[int]) -> None:
        app_of(pilot).action_lesson("tradewinds", "3")
        await rest(pilot)
        screen = lesson_on(pilot)
        names = [screen._place_name(place) for _, place in screen.board.canvas.places]
        assert "North's False on HRT" in names
        assert "East's True on HRT" in names
        assert "North's tally of scored Singles" in names
        assert "Circle on A1" in names
        await press(pilot, "q")
        app_of(pilot).action_lesson("rummy-like", "1")
        await rest(pilot)
        screen = lesson_on(pilot)
        names = [screen._place_name(place) for _, place in screen.board.canvas.places]
        assert "Ben's score" in names
        assert "Ben's TriCard 1" in names

    run(play)


def test_the_keys_say_how_to_choose_on_the_board() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, TRY, POINTS)
        assert "arrows Choose  enter Play" in screen_text(pilot)
        await press(pilot, "s", "n", "question_mark")
        assert "point at it" in screen_text(pilot)
        assert "1, 2, 3" not in screen_text(pilot)
        await press(pilot, "q")
        assert pilot.app.screen is screen
        assert "arrows Choose  enter Point" in screen_text(pilot)

    run(play)


def test_after_free_play_the_keys_of_the_board_are_gone() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, FREE)
        await press(pilot, "enter", "enter")
        assert screen.walk.wants == "next"
        assert "enter Next" in screen_text(pilot)
        assert not any(each in screen_text(pilot) for each in ("Choose", "enter Play", "Press n"))

    run(play)


# What it looks like


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("ascii_only", [False, True], ids=["blocks", "ascii"])
def test_snapshots_of_a_lesson(size: tuple[int, int], ascii_only: bool) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await open_steps(pilot, TELL, CHOICE, TRY)
        shown = [screen_text(pilot)]
        await press(pilot, "n", "enter")
        shown.append(screen_text(pilot))
        await press(pilot, "2", "n", "t", "home", "enter")
        shown.append(screen_text(pilot))
        name = f"lesson-{size[0]}x{size[1]}-{'ascii' if ascii_only else 'blocks'}.txt"
        golden(name, f"\n{'=' * size[0]}\n".join(shown))
        if ascii_only:
            assert "\n".join(shown).isascii()

    run(play, size=size, ascii_only=ascii_only)


def test_places_pointed_at_are_inverted_without_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, TELL)
        (box,) = [box for box, place in screen.board.canvas.places if place == ("stage", 1, 2)]
        row = strips(pilot)[screen.board.region.y + box.y].crop(box.x, box.x + box.width)
        assert row.text.startswith(CORNER)
        assert all(segment.style is not None and segment.style.reverse for segment in row)
        other = strips(pilot)[screen.board.region.y + box.y - 1].crop(box.x, box.x + box.width)
        assert not any(segment.style is not None and segment.style.reverse for segment in other)

    run(play)


def test_the_text_names_places_that_the_board_does_not_show() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, 'kind = "tell"\ntext = "A"\npoint = ["face_up", "won"]')
        assert "(Not on the board: face up.)" in text_of(screen)

    run(play)


def test_every_board_draws_the_places_that_lessons_point_at() -> None:
    """In every layout, the board draws only places that the game knows, and the most important places."""
    for game_id, zones in DRAWN.items():
        exercise = exercise_of(game_id, Key(7))
        seen = exercise.seen
        if game_id == "rummy-like":  # an empty pile isn't drawn
            state = seen.state._replace(discards=seen.state.led_pile[:1], led_pile=seen.state.led_pile[1:])
            seen = replace(seen, state=state)
        board = board_for(game_id)()
        board.is_read_only = True
        board.show(seen)
        known = {place for place, _ in iter_places(exercise.situation.teaching, seen.state)}
        for size in ((120, 39), (80, 23), (60, 19), (40, 11)):
            found = {place for _, place in board.drawn(*size).places}
            assert {each for each in found if each.zone != "space"} <= known, (game_id, size)
            assert zones <= {each.zone for each in found}, (game_id, size)


DRAWN = {
    "exit-stage-right": {"stage", "hand", "won", "lost", "draw_deck", "complete_deck"},
    "tradewinds": {"grid", "hand", "scored", "deducted"},
    "rummy-like": {"chards", "tricards", "deck", "led", "discards", "scores"},
    "wind-city": {"space", "houses", "coins", "pile", "hurricane"},
    "clash": {"pile", "hand", "draw_pile", "scores"},
}
"""Zones that every layout of a board draws."""


@pytest.mark.parametrize(
    "size",
    usually(
        [(80, 24), (120, 40), (40, 12)], [(80, 24), (100, 24), (120, 24), (120, 40), (200, 60), (60, 20), (40, 12)]
    ),
)
def test_the_board_keeps_its_size_throughout_a_lesson(size: tuple[int, int]) -> None:
    """The cards stay in place whether the learner looks, answers or plays."""

    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, TELL, CHOICE, TRY)
        found = set()
        for _ in range(3):
            if screen.board.display:
                board = screen.board
                width, height = board.canvas.width, board.canvas.height
                found.add(height - board.status_rows(width, height))
            answer(screen)
            await rest(pilot)
            if screen.walk.can_go_on:
                screen.action_next()
                await rest(pilot)
        assert len(found) <= 1

    run(play, size=size)


def test_a_lesson_survives_resizing() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, TRY)
        for size in ((40, 12), (200, 60), (30, 8), (80, 24)):
            await pilot.resize_terminal(*size)
            await rest(pilot)
        assert "Gain one." in text_of(screen)
        assert "top" in screen.board.text()

    run(play)


def test_the_next_step_paints_once_and_measures_no_text_again(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = Counter[str]()

    def count(kind: type[Any], name: str) -> None:
        method = getattr(kind, name)

        def counted(*arguments: Any) -> Any:
            calls[f"{kind.__name__}.{name}"] += 1
            return method(*arguments)

        monkeypatch.setattr(kind, name, counted)

    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, *[TELL] * 12)
        count(BoardWidget, "drawn")
        count(TextPane, "drawn")
        count(TextPane, "rows")
        for _ in range(10):
            calls.clear()
            screen.action_next()
            await rest(pilot)
            assert calls == {"BoardWidget.drawn": 1, "TextPane.drawn": 1}

    run(play)


# Text from outside


def test_the_text_of_a_script_is_shown_literally() -> None:
    async def play(pilot: Pilot[int]) -> None:
        payloads = [each.replace("\\", "\\\\").replace('"', '\\"') for each in MARKUP]
        steps = [f'kind = "tell"\ntext = "{each}"' for each in payloads]
        steps += [
            f'kind = "ask"\ntext = "A"\nchoices = ["{each}", "b"]\nanswer = "b"\nhint = "{each}"' for each in payloads
        ]
        screen = await open_steps(pilot, *steps)
        for at, payload in enumerate([*MARKUP, *MARKUP]):
            assert payload.strip() in screen_text(pilot)
            if at >= len(MARKUP):
                await press(pilot, "enter")
                assert f"No: {payload}" in text_of(screen)
                await press(pilot, "2")
            await press(pilot, "n")
        assert pilot.app.is_running

    run(play)


def test_the_title_of_a_script_is_shown_literally() -> None:
    async def play(pilot: Pilot[int]) -> None:
        head = 'title = "[@click=app.quit]x[/]"\nabout = "[red]"\nrulings = ["ES-5"]\n'
        app_of(pilot).open_lesson(lesson(TELL, head=head, position=POSITION))
        await rest(pilot)
        assert "[@click=app.quit]x[/]" in screen_text(pilot)

    run(play)


# Exercises and tests


def right_answer(screen: ExerciseScreen) -> object:
    return screen.exercise.answer if screen.exercise.choices else screen.exercise.best_actions[-1]


async def open_exercises(pilot: Pilot[int], *, is_test: bool = False, code: str = CODE) -> ExerciseScreen:
    app_of(pilot).action_learn(ES.id)
    app_of(pilot).action_exercises(ES.id, is_test, "" if is_test else code)
    await rest(pilot)
    screen = pilot.app.screen
    assert isinstance(screen, ExerciseScreen)
    return screen


def test_exercises_can_be_done_with_keys() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_exercises(pilot)
        assert CODE in screen_text(pilot)
        assert screen.exercise.question in screen_text(pilot)
        first = screen.exercise
        screen.answer(next(each for each in first.situation.legal if each not in first.best_actions))
        await rest(pilot)
        assert "No:" in screen_text(pilot)
        assert "0 of 1 right" in screen_text(pilot)
        assert f"Best: {first.best_actions[0]}" in " ".join(screen_text(pilot).split())
        await press(pilot, "s")
        assert str(first.best_actions[0]) in screen_text(pilot)
        await press(pilot, "a")
        screen.answer(first.best_actions[0])
        await rest(pilot)
        assert "Right." in screen_text(pilot)
        assert "0 of 1 right" in screen_text(pilot), "a second answer doesn't count"
        await press(pilot, "enter")
        assert screen.exercise != first
        screen.answer(right_answer(screen))
        await rest(pilot)
        assert "1 of 2 right" in screen_text(pilot)
        await press(pilot, "d")
        pilot.app.screen.query_one(Input).value = "moon"
        await press(pilot, "enter")
        assert "A deal code has" in screen_text(pilot)
        pilot.app.screen.query_one(Input).value = CODE.lower().replace("-", " ")
        await press(pilot, "enter")
        assert screen.exercise == first
        await press(pilot, "q")
        assert on(pilot, LearnRoom)

    run(play)


@pytest.mark.parametrize("game_id", SHIPPED)
def test_the_board_does_not_give_the_answer_away(game_id: str) -> None:
    """Wherever the cursor is, neither the board nor the status line shows what an action would do."""
    seen = exercise_of(game_id, Key(3)).seen
    board = board_for(game_id)()
    board.is_answering, board.shows_effects = True, False
    board.show(seen)
    told = {action: seen.game.explain(seen.state, action) for action in seen.legal}
    for group, each in enumerate(board.groups):
        for way in range(len(each.actions)):
            board.move_cursor(group, way)
            for size in ((120, 39), (80, 23), (60, 19), (40, 11)):
                shown = board.drawn(*size).text()
                assert "nothing moves" not in shown
            if board.choice is not None and board.is_legal:
                assert told[board.choice.action] not in board.status(seen)


def test_an_answer_after_show_the_best_does_not_count() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_exercises(pilot)
        await press(pilot, "s")
        assert "Best: " in screen_text(pilot)
        assert (screen.right, screen.answered) == (0, 0)
        await press(pilot, "a")
        screen.answer(right_answer(screen))
        assert (screen.right, screen.answered) == (0, 0)

    run(play)


def test_a_test_has_ten_questions_and_saves_the_score() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_exercises(pilot, is_test=True)
        for number in range(10):
            assert f"question {number + 1} of 10" in screen_text(pilot)
            assert not screen.check_action("show_best", ())
            screen.answer(right_answer(screen))
            await rest(pilot)
            assert f"question {number + 1} of 10" in screen_text(pilot)
            await press(pilot, "enter")
        assert "You got 10 of 10 right. Your best: 10." in screen_text(pilot)
        await press(pilot, "q")
        assert on(pilot, LearnRoom)
        assert "Test  (best 10 of 10)" in screen_text(pilot)

    run(play)


@pytest.mark.parametrize("game_id", SHIPPED)
def test_every_game_has_exercises_on_the_screen(game_id: str) -> None:
    async def play(pilot: Pilot[int]) -> None:
        for code in ("QB9R-XBDB", "K7QF-2M9X", "0000-0001"):
            app_of(pilot).action_exercises(game_id, False, code)
            await rest(pilot)
            screen = pilot.app.screen
            assert isinstance(screen, ExerciseScreen)
            screen.answer(right_answer(screen))
            await rest(pilot)
            assert "Right." in screen_text(pilot)
            await press(pilot, "s", "q")

    run(play)


# At random


@pytest.mark.parametrize("number", usually([0], range(60)))
def test_random_input_in_a_lesson_is_harmless(number: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    async def stay(self: CardTable) -> None:
        return None

    monkeypatch.setattr(CardTable, "action_quit", stay)
    monkeypatch.chdir(tmp_path)  # random keys may save a game to a file
    luck = Random(number)
    entries = [entry for game_id in SHIPPED for entry in lessons_of(game_id)]

    async def play(pilot: Pilot[int]) -> None:
        trail: deque[str] = deque(maxlen=30)
        monkey = Monkey(pilot, luck, trail)
        for _ in range(4):
            while not on(pilot, Lobby):
                pilot.app.pop_screen()
            entry = luck.choice(entries)
            if luck.random() < 0.3:
                app_of(pilot).action_exercises(entry.game_id, luck.random() < 0.5)
            else:
                app_of(pilot).action_lesson(entry.game_id, entry.name)
            await settle(pilot)
            for _ in range(30):
                await monkey.do_something()
                assert not app_of(pilot).faults, list(trail)
                assert pilot.app.is_running, list(trail)

    run(play)


# From the table


def test_help_at_the_table_leads_to_the_ruling_and_to_the_lesson() -> None:
    async def play(pilot: Pilot[int]) -> None:
        table = pilot.app.screen
        before = board_on(pilot).text()
        await press(pilot, "question_mark")
        assert "Rule ES-5" in screen_text(pilot)
        assert "+1, -2: one more Complete would go right than left" in " ".join(screen_text(pilot).split())
        assert screen_text(pilot).count("all others left:") == 1, "only on the status line"
        await press(pilot, "l")
        assert on(pilot, LessonScreen)
        entry = lesson_on(pilot).entry
        assert entry is not None
        await press(pilot, "n", "q")
        assert pilot.app.screen is table
        assert board_on(pilot).text() == before
        assert progress_of(entry.name) == (0, False), "looking something up saves no progress"
        await press(pilot, "question_mark", "r")
        await wait_for(pilot, lambda: "- ES-5" in screen_text(pilot))
        await press(pilot, "q", "question_mark", "k")
        assert on(pilot, Reader)
        await press(pilot, "q", "question_mark", "escape")
        assert on(pilot, TableScreen)

    run(play, sit())


def test_a_finished_lesson_opened_from_the_table_leads_back_to_it() -> None:
    async def play(pilot: Pilot[int]) -> None:
        table = pilot.app.screen
        app_of(pilot).action_lesson(ES.id, "1", 0)
        await rest(pilot)
        await solve(pilot)
        assert "Play Exit Stage Right now" not in screen_text(pilot)
        await press(pilot, "escape")
        assert pilot.app.screen is table

    run(play, sit())


def test_snapshot_picture_of_a_lesson() -> None:
    async def play(pilot: Pilot[int]) -> None:
        head = 'title = "A Single face up"\nabout = "What it does."\nrulings = ["ES-5"]\n'
        text = "Your turn. Find the Single that sends **two** Completes right and only one left."
        app_of(pilot).open_lesson(lesson(TELL, f'kind = "try"\ntext = "{text}"\nright = {{ best = "net" }}', head=head))
        await rest(pilot)
        await press(pilot, "n", "2", "enter")
        golden("lesson.svg", screen_picture(pilot))

    run(play)


def test_the_cursor_does_not_start_on_a_right_answer() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, TRY)
        assert screen.board.choice is not None
        assert screen.board.choice.action not in screen.walk.right
        await press(pilot, "enter")
        assert "No:" in screen_text(pilot)

    run(play)


def test_the_cursor_starts_on_a_right_answer_rather_than_on_an_illegal_action() -> None:
    async def play(pilot: Pilot[int]) -> None:
        app_of(pilot).action_lesson("rummy-like", "2", 1)
        await rest(pilot)
        screen = lesson_on(pilot)
        assert [str(action) for action in screen.walk.right] == ["draw"]
        await press(pilot, "enter")
        assert "Right." in text_of(screen)

    run(play)


def test_a_click_on_the_board_keeps_the_focus_on_the_question() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, CHOICE)
        await pilot.click(screen.board, offset=(3, 3))
        assert screen.focused is screen.pane
        await press(pilot, "down", "enter")
        assert "Right." in text_of(screen)

    run(play)


def test_a_digit_key_picks_the_answer_with_that_digit() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, 'kind = "ask"\ntext = "How many?"\nchoices = ["2", "3", "4"]\nanswer = "3"')
        assert "1 2" not in text_of(screen)
        await press(pilot, "1")
        assert "No:" not in text_of(screen)
        await press(pilot, "3")
        assert "Right." in text_of(screen)

    run(play)


def test_in_free_play_enter_plays_and_n_continues() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, FREE)
        shown = screen_text(pilot)
        assert "n Next" in shown
        assert "enter Play" in shown
        assert "enter Next" not in shown
        await press(pilot, "n")
        assert screen.walk.is_over

    run(play)
