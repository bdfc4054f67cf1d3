"""Tables by draw: who sits where, latecomers, computer players, and the results in one list."""

from __future__ import annotations

import pytest

from cardtable.classroom.draw import DrawnTable, draw_tables, last_draw, take_drawn_seat
from cardtable.engine.games import SHIPPED
from cardtable.rooms.classroom import ClassRoom
from cardtable.rooms.kit.goto import ToTable
from cardtable.rooms.kit.records import Records
from cardtable.rooms.kit.response import Read, Say
from cardtable.rooms.kit.tables import note_place
from cardtable.rooms.teacher import TeacherRoom
from cardtable.table.session import Session
from tests.classroom.classes import desk_of, school
from tests.rooms.examples import refusal
from tests.table.shared_tables import table_in

CLASH = SHIPPED["clash"]


def drawn(records: Records) -> list[DrawnTable]:
    return last_draw(records.tables)


def sit(records: Records) -> Session:
    """Sit down at the table of a pupil."""
    opened = ClassRoom(records).do("table")
    assert isinstance(opened, ToTable)
    return opened.session


def named(*names: str) -> dict[str, str]:
    return {each: each for each in names}


def test_pupils_are_seated_by_twos_and_a_computer_player_fills_the_last_table() -> None:
    with school("ann", "ben", "cleo") as class_:
        tables = class_["teacher"].tables
        assert draw_tables(tables, CLASH, 2, named("ann", "ben", "cleo")) == 2
        found = drawn(class_["teacher"])
        assert [len(each.seats) for each in found] == [2, 2]
        assert [sum(each.has(name) for each in found) for name in ("ann", "ben", "cleo")] == [1, 1, 1]
        assert found[0].late_seat is None
        assert found[1].late_seat is not None
        assert "a computer player" in found[1].line({})


def test_a_game_begins_at_once_and_the_computer_plays_for_whoever_is_late() -> None:
    with school("ann") as class_:
        draw_tables(class_["teacher"].tables, CLASH, 2, named("ann"))
        session = sit(class_["ann"])
        assert not session.is_waiting
        assert [session.names[seat] for seat in table_in(session).own] == ["ann"]
        assert set(session.stand_ins) == {1 - table_in(session).own[0]}


def test_a_latecomer_takes_the_seat_of_a_computer_player_even_in_the_middle_of_a_game() -> None:
    with school("ann", "ben") as class_:
        draw_tables(class_["teacher"].tables, CLASH, 2, named("ann"))
        first = sit(class_["ann"])
        while first.turn not in table_in(first).own:
            first.act(first.look(first.turn).legal[0])
        first.act(first.look(first.turn).legal[0])
        late = sit(class_["ben"])
        assert late.actions == first.actions
        assert not late.stand_ins
        (table,) = drawn(class_["teacher"])
        assert table.has("ben")
        assert "ann" in table.line(named("ann", "ben"))
        assert "ben" in table.line(named("ann", "ben"))


def test_a_latecomer_for_whom_no_seat_is_left_gets_a_table_with_computer_players() -> None:
    with school("ann", "ben", "cleo") as class_:
        draw_tables(class_["teacher"].tables, CLASH, 2, named("ann", "ben"))
        session = sit(class_["cleo"])
        assert len(session.stand_ins) == 1
        assert len(drawn(class_["teacher"])) == 2
        assert sit(class_["cleo"]).names == session.names


def test_only_the_tables_of_the_last_draw_count() -> None:
    with school("ann", "ben") as class_:
        tables = class_["teacher"].tables
        draw_tables(tables, CLASH, 2, named("ann", "ben"))
        draw_tables(tables, SHIPPED["wind-city"], 2, named("ann", "ben"))
        (table,) = drawn(class_["teacher"])
        assert table.entry.kind == "wind-city"


def test_without_a_draw_there_is_no_seat() -> None:
    with school("ann") as class_:
        assert not ClassRoom(class_["ann"]).has_tables
        with pytest.raises(LookupError, match="hasn't opened tables"):
            take_drawn_seat(class_["ann"].tables, "ann", "ann")


def test_the_results_of_all_tables_come_in_one_list() -> None:
    with school("ann", "ben") as class_:
        teacher = TeacherRoom(class_["teacher"])
        assert teacher.do("results") == Read("Tables of the class", ("No tables have been drawn yet.",))
        draw_tables(class_["teacher"].tables, CLASH, 2, named("ann"))
        session = sit(class_["ann"])
        assert teacher.do("results") == Read("Tables of the class", ("Clash, ann and a computer player: move 1.",))
        while session.turn is not None:
            session.act(session.look(session.turn).legal[0])
        response = teacher.do("results")
        assert isinstance(response, Read)
        assert "won" in response.lines[0]
        assert refusal(ClassRoom(class_["ann"]), "table").startswith("Your game is over. Clash, ann and ")


def test_the_teacher_opens_tables_for_those_who_are_here() -> None:
    with school("ann", "ben") as class_:
        room = TeacherRoom(class_["teacher"])
        assert room._draw(CLASH, 2) == Say("No pupil is here.")
        note_place(class_["ann"])
        room.look_for_news()
        told = room._draw(CLASH, 2)
        assert told == Say("1 table of Clash for 1 pupil. They have been told.")
        line = desk_of(class_["ann"]).last_line
        assert line is not None
        assert line.sentence.startswith("teacher, to all: Your table of Clash is ready.")
