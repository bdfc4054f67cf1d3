"""What is decided in a lesson: what Enter does, replies, undo, saving, and what follows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cardtable.engine.zones import Place
from cardtable.lessons.learning_record import LearningRecord
from cardtable.lessons.library import find_lesson, lessons_of
from cardtable.rooms.kit.goto import ToExercises, ToLesson, ToRules, ToSetUp
from cardtable.rooms.kit.response import Ask, Leave, Response, Say
from cardtable.rooms.lesson import Entered, LessonRoom, Replied, StepUndone, Why
from cardtable.store.archive import Archive
from cardtable.store.errors import StorageFault
from tests.lessons.scripts import ES, lesson
from tests.plain.lessons import STEPS, TELL
from tests.table.saved_games import failing

SHOW, CHOICE, POINTS, ACTIONS, TRY, FREE = STEPS[1:]
ENTER = ("next", "skip", "play")


def room_at(*steps: str, is_heard: bool = False) -> LessonRoom:
    return LessonRoom(lesson(*steps), is_heard=is_heard)


def what_enter_does(room: LessonRoom) -> list[str]:
    return [each.id for each in room.known if each.id in ENTER]


@pytest.fixture
def learned() -> Iterator[LearningRecord]:
    with Archive() as archive:
        yield LearningRecord(lambda: archive)


def take(learned: LearningRecord, name: str = "1") -> LessonRoom:
    entry = find_lesson(ES.id, name)
    return LessonRoom(entry.load(), entry=entry, learned=learned)


def finish(room: LessonRoom) -> Ask:
    """Return what follows the lesson."""
    while True:
        if room.can("skip") is None:
            room.do("show-me")
        response = room.do(next(each for each in ENTER if room.can(each)))
        if isinstance(response, Ask):
            return response


def followings(ask: Ask) -> dict[str, Response | None]:
    return {choice.label: choice.take() for choice in ask.choices}


# Steps


@pytest.mark.parametrize(("step", "command", "refusal"), [
    (TELL, "next", ""),
    (SHOW, "play", ""),
    (CHOICE, "skip", "Answer first. If you're stuck, use show me."),
    (TRY, "skip", "Answer first. If you're stuck, use hint or show me."),
    (FREE, "skip", ""),
])  # fmt: skip
def test_what_enter_does_in_a_step(step: str, command: str, refusal: str) -> None:
    room = room_at(step, TELL)
    assert what_enter_does(room) == [command]
    if refusal:
        with pytest.raises(ValueError, match=refusal):
            room.do(command)
        room.do("show-me")
        assert what_enter_does(room) == ["next"]
    assert room.do(*what_enter_does(room)) == Entered() or room.walk.at == 1


def test_a_move_that_is_shown_goes_on_at_once_unless_it_is_heard() -> None:
    seen, heard = room_at(SHOW, TELL), room_at(SHOW, TELL, is_heard=True)
    response = seen.do("play")
    assert isinstance(response, Entered)
    assert response.events
    assert seen.walk.at == 1
    assert isinstance(heard.do("play"), Replied)
    assert (heard.walk.at, what_enter_does(heard)) == (0, ["next"])


def test_a_learner_goes_back_step_by_step_or_repeats_one() -> None:
    room = room_at(TELL, SHOW, TELL)
    for command, at in (("next", 1), ("play", 2), ("back", 1), ("again", 1), ("back", 0)):
        room.do(command)
        assert room.walk.at == at, command


def test_help_is_refused_where_there_is_none() -> None:
    room = room_at(TELL, CHOICE)
    for command in ("hint", "show-me"):
        with pytest.raises(ValueError, match=r"There's no question here. Press Enter to go on."):
            room.do(command)
    with pytest.raises(ValueError, match=r"This is the first step."):
        room.do("back")
    assert room.do("why") == Say("There's no rule behind this step.")
    room.do("next")
    with pytest.raises(ValueError, match=r"There's no hint for this step. If you're stuck, use show me."):
        room.do("hint")


def test_the_rule_behind_a_step_and_a_move() -> None:
    room = room_at(f'{TELL}\nruling = "ES-5"', TRY)
    response = room.do("why")
    assert isinstance(response, Why)
    assert response.ruling.startswith("ES-5: ")
    assert room.do("rules") == ToRules(ES.id, "ES-5")
    assert room.do("why", "red") == Say("This step asks for no move. To hear its rule, type why.")
    room.do("next")
    assert room.do("why", "red") == Why("", "red")


# Answers


def test_a_wrong_answer_says_how_to_see_the_right_one_the_second_time() -> None:
    room = room_at(CHOICE)
    response = room.choose("one")
    assert isinstance(response, Replied)
    assert (room.said, response.is_again) == ("**No.** More.", False)
    response = room.choose("one")
    assert isinstance(response, Replied)
    assert (room.said, response.is_again) == ("**No.** More. Press `s` to see the answer.", True)
    room.choose("two")
    assert room.said.startswith("**Right.**")


def test_right_places_are_kept_until_all_are_found() -> None:
    room = room_at(POINTS)
    upper, lower, wrong = Place("stage", 0, 2), Place("stage", 1, 2), Place("hands", 0, 0)
    room.add([upper])
    assert room.said == "Good. 1 more to go."
    with pytest.raises(ValueError, match=r"You've already answered that. Now answer what's missing."):
        room.add([upper])
    with pytest.raises(ValueError, match=r"There's nothing there."):
        room.add([Place("stage", 0, 0)])
    room.add([wrong])
    assert room.answers == [upper]
    room.add([lower])
    assert room.said.startswith("**Right.**")
    assert room.answers == [upper, lower]


def test_right_moves_are_listed_while_some_are_missing() -> None:
    room = room_at('kind = "ask"\ntext = "Which?"\nanswer_actions = ["red", "green"]')
    room.give("red")
    assert room.said == "Good. 1 more to go. So far: red."
    room.give("green")
    assert what_enter_does(room) == ["next"]


def test_a_right_move_under_the_cursor_has_to_be_chosen_twice() -> None:
    room = room_at(TRY)
    move = room.walk.right[0]
    assert room.ask_again(move) == Say(
        f"Press Enter again to choose '{move}', or go to another choice with the arrows."
    )
    assert room.walk.wants == "action"
    room.give(move)
    assert room.walk.wants == "next"


def test_undo_takes_back_the_last_move_of_the_step() -> None:
    room = room_at(FREE.replace("turns = 1", "turns = 3"))
    with pytest.raises(ValueError, match=r"There's nothing to undo in this step."):
        room.do("undo")
    states = [room.walk.seen.state]
    for move in ("red", "green"):
        room.give(move)
        states.append(room.walk.seen.state)
    for before in (states[1], states[0]):
        assert room.do("undo") == StepUndone()
        assert room.walk.seen.state == before
    assert room.can("undo") is None
    room.give("red")
    room.do("again")
    assert room.can("undo") is None


# Saving, and what follows


def test_a_lesson_continues_where_it_was_left(learned: LearningRecord) -> None:
    room = take(learned)
    assert room.is_saved
    room.do("next")
    assert take(learned).walk.at == 1
    finish(room)
    assert learned.lesson(ES.id, "01-goal").is_done
    entry = find_lesson(ES.id, "2")
    looked_up = LessonRoom(entry.load(), entry=entry, learned=learned, step=2)
    assert looked_up.walk.at == 2
    assert not looked_up.is_saved
    finish(looked_up)
    assert not learned.lesson(ES.id, entry.name).is_done, "looking something up saves no progress"


def test_a_fault_in_saving_is_reported_once() -> None:
    room = take(LearningRecord(failing(StorageFault.DISK_FULL)))
    assert room.take_fault() == ""
    room.do("next")
    assert room.take_fault() == "Your progress isn't being saved: The disk is full."
    room.do("next")
    assert room.take_fault() == ""


def test_what_follows_a_lesson(learned: LearningRecord) -> None:
    first, second, *_, last = lessons_of(ES.id)
    ask = finish(take(learned, first.name))
    assert ask.question == "You have finished this lesson."
    assert ask.back() == Leave()
    after = followings(ask)
    assert list(after) == [
        f"Next lesson: {second.title}",
        "Play Exit Stage Right now",
        "Back",
        "Start this lesson again",
    ]
    assert list(after.values()) == [
        Leave(ToLesson(ES.id, second.name)),
        Leave(ToSetUp(ES.id)),
        Leave(),
        Entered(is_again=True),
    ]
    after = followings(finish(take(learned, last.name)))
    assert after["Take the test"] == Leave(ToExercises(ES.id, is_test=True))
    looked_up = LessonRoom(first.load(), entry=first, step=0)
    assert list(followings(finish(looked_up))) == ["Back", "Start this lesson again"]
    assert looked_up.walk.at == 0


def test_a_lesson_of_a_class_leads_back_to_the_class() -> None:
    with Archive() as archive:
        room = take(LearningRecord(lambda: archive, counts_answers=True))
        assert list(followings(finish(room))) == ["Back", "Start this lesson again"]
