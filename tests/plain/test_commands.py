"""What the commands of plain mode read out, and how a continued game begins."""

from __future__ import annotations

from pathlib import Path

from cardtable.plain.lines import Lines
from cardtable.plain.view import view_of
from cardtable.rooms.kit.records import Records
from cardtable.table.first_turns import goal_of
from tests.plain.tables import ES, new_session
from tests.plain.transcripts import output_of, play, transcript


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


def test_a_game_is_replayed_from_the_table_and_goes_on() -> None:
    session = new_session()
    output = output_of(session, "replay", "1", "replay", "start", "quit", "1", "quit")
    assert "Nothing has been played yet.\n" in output
    assert "Move 1 of 1" in output
    assert "Move 0 of 1" in output
    assert output.count("You're back in the game.\nYour move:\n") == 1
    assert len(session.actions) == 2


def test_a_what_if_line_is_played_and_the_game_stays_as_it_is() -> None:
    session = new_session()
    records = Records()
    records.saved_games.save(session)
    typed = ("1", "what if", "again", "1", "undo", "1", "1", "again", "quit", "look", "quit")
    output = transcript(lambda lines: play(session, lines), *typed)
    records.close()
    assert "What if, from move 2: The deck is shuffled again: you don't know its order." in output
    assert "Nothing has been played here yet.\n" in output
    assert output.count("What if, from move 2: ") == 2, "begun again"
    assert "You're back in the game.\nYour move:\n" in output
    assert (len(session.actions), session.hinted, session.undone) == (1, 1, 0)


def test_a_player_who_leaves_is_asked_if_moves_would_be_lost(tmp_path: Path) -> None:
    session = new_session()
    records = Records()
    saver = records.saved_games.save(session)
    saver.fault = "The disk is full."

    def run(lines: Lines) -> int:
        return play(session, lines)

    saver.before_action = lambda *_: None  # type: ignore[method-assign]  # nothing is saved any more
    output = transcript(run, "1", "quit", "no", "save", str(tmp_path / "x.json"), "quit")
    records.close()
    assert output.count("Leave this game?\nno: Stay.\nyes: Leave (unsaved moves are lost).\n") == 1
    assert f"To continue it:\ncardtable play --record {tmp_path / 'x.json'} --plain\n" in output
