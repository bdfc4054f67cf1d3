"""The pages of a class in plain mode: what a pupil hears, and the teacher's list."""

from __future__ import annotations

from io import StringIO

from cardtable.plain.lines import Lines
from cardtable.plain.navigator import PlainNavigator
from cardtable.rooms.kit.goto import ToClass, ToLesson
from cardtable.rooms.kit.records import Records
from cardtable.rooms.kit.tables import note_place
from tests.classroom.classes import CODE, desk_of, school
from tests.rooms.test_classroom import finish_lesson


def hear(records: Records, *typed: str) -> str:
    """Return what is read out on the class page while these lines are typed."""
    out = StringIO()
    PlainNavigator(Lines(StringIO("".join(f"{line}\n" for line in typed)), out, {}), records).open(ToClass())
    return out.getvalue()


def test_a_pupil_hears_the_list_and_opens_an_item_by_number() -> None:
    with school("ann") as class_:
        finish_lesson(class_["ann"])
        heard = hear(class_["ann"], "9", "table", "3", "quit", "lobby")
    assert heard.startswith("Class 6b.\nTake your time. 1 of 5 items finished.\n1 The goal and the cards (finished).\n")
    assert "Type a number from 1 to 5." in heard
    assert "There's no such command." in heard
    assert "You didn't finish the test" in heard
    assert "You are back at the class. Take your time. 1 of 5 items finished." in heard


def test_the_teachers_list_begins_with_the_page_and_tells_more_about_one_pupil() -> None:
    with school("ann", "ben") as class_:
        heard = hear(class_["ann"], f"teacher {CODE}")
        assert "Class 6b: 0 of 1 here" in heard
        desk_of(class_["ann"])._file("teacher").unlink()
        note_place(class_["ann"], ToLesson("rummy-like"))
        heard = hear(class_["teacher"], "ann", "look ben", "look zoe", "say Well done", "results", "lobby")
    assert "ann, learning: nothing begun." in heard
    assert "ben, not here: nothing begun." in heard
    assert "ann: learning." in heard
    assert "ben isn't here." in heard
    assert "Type the name of a pupil: ann or ben." in heard
    assert "No tables have been drawn yet." in heard


def test_a_screen_is_read_out_once_it_comes() -> None:
    with school("ann") as class_:
        note_place(class_["ann"])
        desk_of(class_["teacher"]).look_at("ann")
        desk_of(class_["ann"]).news(lambda: ["A row", "", "another row"])
        heard = hear(class_["teacher"], "look ann", "back", "lobby")
    assert "The screen of ann:\nA row\nanother row\n" in heard


def test_what_the_teacher_says_is_read_out_while_a_pupil_can_type() -> None:
    with school("ann") as class_:
        out = StringIO()
        lines = Lines(StringIO(), out, {})
        lines.background = desk_of(class_["ann"]).news
        lines.say("A row")
        desk_of(class_["teacher"]).look_at("ann")
        assert lines._all_news("Type:", None) == ["teacher can see your screen now.", "Type:"]
        assert lines._all_news("Type:", None) == []
        assert lines._all_news("Type:", lambda: ["Ben plays.", "Move:"]) == ["Ben plays.", "Move:"]
        assert desk_of(class_["teacher"]).look_at("ann") == ("A row", "Move:")
