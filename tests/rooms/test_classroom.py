"""The pages of a class: the pupil's, the teacher's, and the look over a shoulder."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from cardtable.classroom import desk
from cardtable.classroom.draw import draw_tables
from cardtable.engine.games import SHIPPED
from cardtable.rooms.classroom import ALL_DONE, ClassRoom
from cardtable.rooms.kit.goto import ToClass, ToExercises, ToGame, ToLesson, ToLookOver, ToTable
from cardtable.rooms.kit.records import Records
from cardtable.rooms.kit.response import Leave, Say
from cardtable.rooms.kit.tables import note_place
from cardtable.rooms.teacher import LookRoom, TeacherRoom
from cardtable.table.shared_game import table_of
from tests.classroom.classes import CLASS, CODE, desk_of, school
from tests.rooms.examples import refusal

FIXED = CLASS.replace('"free"', '"fixed"')


def hear(records: Records, *screen: str) -> list[str]:
    """Return what a pupil is told now."""
    return desk_of(records).news(lambda: screen)


def finish_lesson(records: Records) -> None:
    records.saved_games.archive.save_progress("lesson rummy-like 01-goal", {"step": 0, "answers": {}, "done": True})


def test_each_item_opens_its_place() -> None:
    with school("ann") as class_:
        room = ClassRoom(class_["ann"])
        assert room.open("1") == ToLesson("rummy-like", "01-goal")
        assert room.open("2") == ToExercises("clash")
        assert room.open("3") == ToExercises("clash", is_test=True)
        deal = room.open("4")
        assert isinstance(deal, ToTable)
        assert str(deal.session.deal_code) == "K7QF-2M9X"
        with pytest.raises(ValueError, match="Type a number from 1 to 5"):
            room.open("6")


def test_a_deal_that_has_begun_is_continued() -> None:
    with school("ann") as class_:
        deal = ClassRoom(class_["ann"]).open("4")
        assert isinstance(deal, ToTable)
        number = class_["ann"].saved_games.add_game(deal.session)
        assert ClassRoom(class_["ann"]).open("4") == ToGame(number)


def test_in_a_fixed_order_an_item_opens_when_the_one_before_it_is_finished() -> None:
    with school("ann", course=FIXED) as class_:
        room = ClassRoom(class_["ann"])
        assert room.do("next") == ToLesson("rummy-like", "01-goal")
        with pytest.raises(ValueError, match="First finish 1, The goal and the cards"):
            room.open("2")
        finish_lesson(class_["ann"])
        room.refresh()
        assert room.do("next") == ToExercises("clash")
        assert room.open("1") == ToLesson("rummy-like", "01-goal")
        assert room.rows[0].heard.endswith("(finished).")
        assert "(later)" in room.rows[2].heard


def test_the_summary_counts_and_has_the_last_line_of_the_teacher() -> None:
    with school("ann") as class_:
        room = ClassRoom(class_["ann"])
        assert room.summary == "Take your time. 0 of 5 items finished."
        assert not room.look_for_news()
        TeacherRoom(class_["teacher"]).do("say", "Five minutes left")
        assert room.look_for_news()
        assert not room.look_for_news()
        finish_lesson(class_["ann"])
        room.refresh()
        assert room.summary == "teacher, to all: Five minutes left\nTake your time. 1 of 5 items finished."
        room.rows = [row._replace(standing=row.standing._replace(is_done=True)) for row in room.rows]
        assert room.summary.endswith(ALL_DONE)


def test_the_teachers_code_makes_a_teacher_and_a_wrong_one_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    with school("ann") as class_:
        room = ClassRoom(class_["ann"])
        for _ in range(desk.MAX_CODES):
            assert refusal(room, "teacher", "0000-0000").startswith("That's not the teacher's code.")
        assert refusal(room, "teacher", CODE).startswith("Too many wrong codes.")
        other = desk.Desk(desk_of(class_["ann"]).folder, "ann", "ann")
        class_["ann"].desk = other
        assert ClassRoom(class_["ann"]).do("teacher", CODE.lower().replace("-", "")) == Leave(ToClass())
        assert other.is_teacher
        assert TeacherRoom(class_["teacher"]).pupils == []
        assert TeacherRoom(class_["teacher"]).summary == "No pupils have come in yet."
        assert other.other_teachers == ["teacher"]


def test_the_teacher_sees_who_is_here_and_how_far() -> None:
    with school("ann", "ben") as class_:
        note_place(class_["ann"], ToLesson("rummy-like"))
        finish_lesson(class_["ann"])
        room = TeacherRoom(class_["teacher"])
        assert room.title == "Class 6b: 1 of 2 here"
        assert room.summary == "Finished: item 1 by 1."
        first, ann, ben = room.heard()
        assert first.startswith("Class 6b: 1 of 2 here. Finished")
        assert ann == "ann, learning: item 1 finished."
        assert ben == "ben, not here: nothing begun."
        assert not room.look_for_news()
        class_["ben"].learned.save_score("clash", 6)
        assert room.look_for_news()


def test_a_pupil_is_found_by_name_and_under_the_cursor() -> None:
    with school("ann", "ben") as class_:
        note_place(class_["ben"])
        room = TeacherRoom(class_["teacher"])
        assert room.do("look", "Ben") == ToLookOver("ben", "ben")
        assert refusal(room, "look", "ann") == "ann isn't here."
        assert refusal(room, "look", "zoe") == "Type the name of a pupil: ann or ben."
        room.selected = "ben"
        assert room.do("look") == ToLookOver("ben", "ben")


def test_a_pupil_is_told_who_looks_and_when_it_ends() -> None:
    with school("ann") as class_:
        assert hear(class_["ann"], "a card") == []
        room = LookRoom(class_["teacher"], "ann", "ann")
        assert not room.rows
        assert hear(class_["ann"], "a  card", "b\x1b[2J") == ["teacher can see your screen now."]
        assert room.look_for_news()
        assert "|".join(room.rows) == "a  card|b [2J"
        assert hear(class_["ann"], "another card") == []
        room.do("leave")
        assert hear(class_["ann"], "another card") == ["Nobody can see your screen any more."]
        assert not list(Path(desk_of(class_["ann"]).folder).glob("*.screen"))


def test_a_look_ends_by_itself_when_the_teachers_line_drops(monkeypatch: pytest.MonkeyPatch) -> None:
    with school("ann") as class_:
        LookRoom(class_["teacher"], "ann", "ann")
        hear(class_["ann"], "a card")
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + desk.LOOK_SECONDS + 1)
        assert hear(class_["ann"], "a card") == ["Nobody can see your screen any more."]


def test_a_line_to_all_is_told_once_and_to_nobody_who_comes_later() -> None:
    with school("ann", "ben") as class_:
        assert TeacherRoom(class_["teacher"]).do("say", "Stop\x1b[2J now") == Say("Sent to all pupils.")
        (told,) = hear(class_["ann"])
        assert told.startswith("teacher, to all: Stop")
        assert "\x1b" not in told
        assert hear(class_["ann"]) == []
        later = desk.Desk(desk_of(class_["ben"]).folder, "ben", "ben")
        assert later.news(tuple) == []


def test_a_teacher_who_plays_with_a_pupil_does_not_see_the_pupils_hand() -> None:
    with school("ann") as class_:
        note_place(class_["ann"])
        tables = class_["teacher"].tables
        draw_tables(tables, SHIPPED["clash"], 2, {"ann": "ann", "teacher": "teacher"})
        room = TeacherRoom(class_["teacher"])
        assert refusal(room, "look", "ann") == "You are playing with ann, so you can't see that screen."


def test_the_projector_shows_a_table_without_any_hand() -> None:
    with school("ann", "ben") as class_:
        room = TeacherRoom(class_["teacher"])
        assert refusal(room, "projector", "ann") == "ann isn't at a table with others."
        draw_tables(class_["teacher"].tables, SHIPPED["clash"], 2, {"ann": "ann", "ben": "ben"})
        shown = room.do("projector", "ann")
        assert isinstance(shown, ToTable)
        table = table_of(shown.session)
        assert table is not None
        assert table.own == ()
