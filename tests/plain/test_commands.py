"""What the commands of plain mode read out, and how a continued game begins."""

from __future__ import annotations

from cardtable.plain.views import view_of
from cardtable.table.first_turns import goal_of
from tests.plain.tables import ES, new_session
from tests.plain.transcripts import output_of


def test_board_and_a_word_reads_only_the_lines_with_it() -> None:
    output = output_of(new_session(), "board TOP", "board topmost", "board 3 left")
    (top,) = (line for line in view_of(ES).board(new_session().look(0)) if line.lower().startswith("top"))
    assert f"\nYour move:\n{top}\nYour move:\nNothing on the table is called that." in output
    assert output.count("Nothing on the table is called that. To hear what is there, type board.\n") == 2


def test_why_names_rulings_only_in_a_refusal_or_a_verbose_game() -> None:
    output = output_of(new_session(), "why 1", "why refill top", "verbose", "why 1")
    terse, refused, _, verbose = output.split("Your move:\n")[1:5]
    assert "(ES-" not in terse
    assert "(ES-7)" in refused
    assert "(ES-5)" in verbose


def test_a_continued_game_begins_with_the_goal_rather_than_the_instructions() -> None:
    session = new_session()
    first = output_of(session, *["1"] * 6, "quit")
    introduction = output_of(session, "quit").partition("Your move:")[0]
    goal = goal_of(session.look(None))
    assert f"\nContinuing the game after 6 moves.\n{goal}\nType help to list the commands.\n" in introduction
    assert "To hear what a move would do" in first
    assert "To hear what a move would do" not in introduction
    early = new_session()
    output_of(early, "1", "quit")
    assert output_of(early, "quit").count("Goal: ") == 1
