"""How far pupils have got, who is stuck, and the table of results."""

from __future__ import annotations

from datetime import timedelta

import pytest

from cardtable.classroom.course import parse_course
from cardtable.classroom.pupils import LEARNING, Pupil, Pupils, results_csv
from cardtable.classroom.standing import Standing, standings
from cardtable.lessons.library import find_lesson
from cardtable.rooms.classroom import ClassRoom
from cardtable.rooms.kit.goto import ToTable
from cardtable.rooms.kit.records import Records
from cardtable.rooms.lesson import LessonRoom
from cardtable.store.clock import current_time
from cardtable.table.session import Session
from tests.classroom.classes import CLASS, folder, school

COURSE = parse_course(CLASS, "class.toml")


def of(records: Records) -> list[Standing]:
    return standings(records.saved_games.archive, COURSE)


def take(records: Records) -> LessonRoom:
    """Open the lesson of the class at its first question."""
    entry = find_lesson("rummy-like", "1")
    room = LessonRoom(entry.load(), entry=entry, learned=records.learned)
    room.enter()
    while room.walk.wants == "next":
        room.do("next")
    return room


def look(*here: str) -> list[Pupil]:
    names = {"ann": "ann", "ben": "ben"}
    return Pupils(COURSE, folder() / "guests").look(names, dict.fromkeys(here, LEARNING))


def test_a_lesson_goes_from_nothing_through_its_steps_to_finished() -> None:
    with school("ann") as class_:
        assert of(class_["ann"])[0].words == ""
        room = take(class_["ann"])
        found = of(class_["ann"])[0]
        assert (found.at, found.of, found.is_done) == (room.walk.at, len(room.walk.steps), False)
        assert found.has_begun
        while not room.walk.is_over:
            room.do("show-me") if room.can("show-me") else room.do("play") if room.can("play") else room.do("next")
        found = of(class_["ann"])[0]
        assert (found.is_done, found.words) == (True, "finished")


def test_wrong_answers_are_counted_until_the_right_one() -> None:
    with school("ann") as class_:
        room = take(class_["ann"])
        for _ in range(3):
            room.choose("Red")
        counts = of(class_["ann"])[0].counts
        assert (counts.right, counts.wrong, counts.wrong_here) == (0, 3, 3)
        room.choose("Hollow")
        counts = of(class_["ann"])[0].counts
        assert (counts.right, counts.wrong, counts.wrong_here) == (1, 3, 0)


def test_players_who_are_in_no_class_are_not_counted() -> None:
    with school("ann") as class_:
        class_["ann"].desk = None
        take(class_["ann"])
        assert of(class_["ann"])[0].counts.question == ""
        assert of(class_["ann"])[0].has_begun


def test_a_pupil_without_success_for_minutes_is_stuck_at_a_question() -> None:
    with school("ann") as class_:
        room = take(class_["ann"])
        later = current_time() + timedelta(minutes=7)
        (pupil, other) = look("ann")
        assert pupil.stuck_minutes() == 0
        assert pupil.stuck_minutes(later) == 7
        assert pupil.now(COURSE) == f"item 1, step {room.walk.at + 1}"
        assert pupil.about(COURSE).endswith("On the screen: Which kind do you have four of?")
        assert other.now(COURSE) == "not here"
        (gone, _) = look()
        assert gone.stuck_minutes(later) == 0
        assert gone.now(COURSE) == "left just now"


def test_a_test_is_finished_with_enough_right_answers() -> None:
    with school("ann") as class_:
        class_["ann"].learned.save_score("clash", 5)
        assert (of(class_["ann"])[2].is_done, of(class_["ann"])[2].result) == (False, "5 of 10")
        class_["ann"].learned.save_score("clash", 6)
        assert (of(class_["ann"])[2].is_done, of(class_["ann"])[2].result) == (True, "6 of 10")


def test_exercises_are_finished_with_enough_right_answers() -> None:
    with school("ann") as class_:
        for is_right, is_done in ((True, False), (False, False), (True, True)):
            class_["ann"].learned.note_answer("exercises clash", is_right=is_right)
            assert of(class_["ann"])[1].is_done == is_done
        assert of(class_["ann"])[1].result == "2 of 3 right"


def play(session: Session, records: Records) -> None:
    """Play a game to its end, and save it."""
    records.saved_games.save(session)
    while session.turn is not None:
        session.act(session.look(session.turn).legal[0])


@pytest.mark.parametrize("number", [4, 5])
def test_a_deal_is_played_as_the_file_says_and_graded(number: int) -> None:
    with school("ann") as class_:
        opened = ClassRoom(class_["ann"]).open(str(number))
        assert isinstance(opened, ToTable)
        assert opened.session.names[0] == "ann"
        assert not of(class_["ann"])[number - 1].has_begun
        play(opened.session, class_["ann"])
        found = of(class_["ann"])[number - 1]
        assert found.tries == 1
        assert found.result


def test_results_have_a_row_for_each_pupil_and_item() -> None:
    with school("ann", "ben") as class_:
        class_["ann"].learned.save_score("clash", 6)
        first, *rows = results_csv(COURSE, look()).splitlines()
        assert first == "pupil,item,title,finished,tries,result,when"
        assert len(rows) == 2 * len(COURSE.items)
        assert rows[2].startswith("ann,3,Clash: test,yes,1,6 of 10,20")
        assert rows[-1].startswith("ben,5,Level 1: ")
    (formula,) = [Pupil("x", "=1+1", standings=[Standing()] * len(COURSE.items))]
    assert results_csv(COURSE, [formula]).splitlines()[1].startswith("'=1+1,")
