"""Helpers for tests of lessons: short lessons, the lesson on the screen, and right answers."""

from __future__ import annotations

from functools import partial

from textual.pilot import Pilot

from cardtable.engine.zones import Place
from cardtable.lessons.learning_record import LearningRecord
from cardtable.lessons.places import thing_at
from cardtable.lessons.script import AskStep, TryStep
from cardtable.rooms.kit.goto import ToLesson, ToScript
from cardtable.store.archive import Archive
from cardtable.tui.screens.dialogs import ChoiceDialog
from cardtable.tui.screens.lesson import LessonScreen
from tests.lessons.scripts import ES, lesson
from tests.tui.screens import on, open_place, rest, settle, tap

TELL = 'kind = "tell"\ntext = "Look at **these**."\npoint = ["FRS", "hand"]'
SHOW = 'kind = "show"\naction = "red"\ntext = "Red fits two."'
CHOICE = 'kind = "ask"\ntext = "How many?"\nchoices = ["one", "two"]\nanswer = "two"\nwrong = { one = "More." }'
POINTS = 'kind = "ask"\ntext = "Which are Red?"\nanswer_points = ["HRC", "FRS"]'
TRY = 'kind = "try"\ntext = "Gain one."\nright = { best = "net" }\nhint = "Look."\nthen = "Well done."'
FREE = 'kind = "free"\ntext = "Play."\nturns = 2\nmeasure = "net"'
TERMINALS = ((80, 24), (120, 40), (40, 12))
"""The sizes of terminals at which lessons are tested."""


def progress_of(name: str, game_id: str = ES.id) -> tuple[int, bool]:
    """Return a lesson's saved step and whether it is done."""
    with Archive() as archive:
        found = LearningRecord(lambda: archive).lesson(game_id, name)
    return found.step, found.is_done


def lesson_on(pilot: Pilot[int]) -> LessonScreen:
    (found,) = [screen for screen in pilot.app.screen_stack if isinstance(screen, LessonScreen)]
    return found


async def open_steps(pilot: Pilot[int], *steps: str) -> LessonScreen:
    """Open a player's own lesson with these steps."""
    await open_place(pilot, ToScript(lesson(*steps)))
    return lesson_on(pilot)


async def open_longest_question(pilot: Pilot[int]) -> LessonScreen:
    """Open the longest question in the first lesson of Rummy-like, in which every wrong answer has a reply."""
    await open_place(pilot, ToLesson("rummy-like", "1"))
    screen = lesson_on(pilot)
    while screen.room.walk.at < 11:
        answer(screen)
        await settle(pilot)
    await rest(pilot)
    return screen


async def choose(pilot: Pilot[int], name: str) -> None:
    """Move the board's cursor to a group with keys."""
    board = lesson_on(pilot).board
    while board.groups[board.group].name != name:
        await tap(pilot, "right")


def text_of(screen: LessonScreen) -> str:
    return screen.pane.text()


async def solve(pilot: Pilot[int]) -> None:
    """Give right answers until the lesson is over."""
    screen = lesson_on(pilot)
    for _ in range(500):
        if screen.room.walk.is_over:
            await rest(pilot)
            assert on(pilot, ChoiceDialog)
            return
        answer(screen)
        await settle(pilot)
    raise AssertionError("the lesson does not end")


def answer(screen: LessonScreen) -> None:
    """Give the right answer to the current step."""
    walk, step = screen.room.walk, screen.room.walk.step
    match walk.wants, step:
        case "show", _:
            screen.do("play")
        case "action", TryStep():
            screen.attempt(lambda: screen.room.give(walk.situation.right_actions(step.right)[0]))
        case "choice", AskStep():
            screen.attempt(lambda: screen.room.choose(str(step.answer)))
        case "points", AskStep():
            wanted: dict[object, Place] = {}
            for place in walk.situation.places(walk.viewer, step.answer_points):
                wanted.setdefault(thing_at(walk.situation.teaching, walk.seen.state, place), place)
            for place in wanted.values():
                point_at(screen, place)
        case "actions", AskStep():
            assert step.answer_actions is not None
            for action in walk.situation.right_actions(step.answer_actions):
                screen.attempt(partial(screen.room.give, action))
        case _:
            screen.do("next")


def point_at(screen: LessonScreen, place: Place) -> None:
    """Point at a place with the cursor, if the board shows it."""
    board = screen.board
    box = next((box for box, each in board.canvas.places if each == place), None)
    if box is None:
        screen.attempt(lambda: screen.room.add([place]))
        return
    assert board.pointer is not None
    board.pointer.move_to(board.canvas.places, box.x + box.width // 2, box.y + box.height // 2)
    board.choose()
