"""Exercises and tests line by line, and `cardtable learn`, which lists lessons and opens them."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from cardtable import cli
from cardtable.engine.chance import DealCode
from cardtable.engine.games import SHIPPED
from cardtable.lessons.exercises import exercise_of
from cardtable.lessons.library import lessons_of
from cardtable.plain.exercise import PlainExercises
from cardtable.plain.navigator import PlainNavigator
from cardtable.plain.spelling import spell_cards
from cardtable.rooms.exercise import ExerciseRoom
from cardtable.rooms.kit.goto import ToExercises, ToLearn
from cardtable.rooms.kit.records import Records
from tests.lessons.scripts import ES, HEAD, POSITION
from tests.plain.lessons import STEPS, lines_of
from tests.plain.transcripts import keyboard, opened

# Exercises


def test_help_in_the_list_of_lessons_says_what_can_be_typed() -> None:
    output = opened(ToLearn("clash"), "help", "quit")
    assert output.count("1 The goal and the cards") == 1, "the list isn't read again"
    assert "exercises: endless exercises, marked at once.\n" in output


def test_answers_to_exercises_are_judged_and_counted() -> None:
    code = next(code for code in map(DealCode, range(99)) if not exercise_of(ES.id, code.key()).choices)
    exercise = exercise_of(ES.id, code.key())
    wrong = next(action for action in exercise.situation.legal if action not in exercise.best_actions)
    typed = (
        "hint",
        str(wrong),
        "jump",
        "look",
        f"code {code}",
        str(exercise.best_actions[0]),
        "",
        "show",
        "",
        "jump",
        "99",
        "code x",
        "help",
        "quit",
    )
    output = opened(ToExercises(ES.id, code=str(code)), *typed).splitlines()
    for line in (f"Exercise {code}.", exercise.question, "0 of 1 right.", "Right.", "1 of 2 right."):
        assert line in output, line
    assert output.count(f"Exercise {code}.") == 3
    assert output.count("Press Enter for the next exercise, or type look or quit:") == 5
    assert "You have answered. Press Enter to go on." in output
    assert "An exercise has no hints. Show me explains the answer." in output
    assert output.index(f"Exercise {code}.") + 1 == output.index(exercise.question), "the table follows"
    best = next(at for at, line in enumerate(output) if line.startswith("Best: "))
    assert output[best + 1] == spell_cards(exercise.judge(exercise.answer).why)
    assert output[-1] == "1 of 2 right."
    assert sum(line.startswith(("Best: ", "The answer: ")) for line in output) == 2


def test_the_games_are_listed_and_opened_by_number_or_name() -> None:
    output = opened(ToLearn(), "jump", "2", "quit", "clash", "quit", "")
    total = len(lessons_of(ES.id))
    assert f"1 Exit Stage Right (0 of {total} lessons): " in output
    assert "Type a number from 1 to 5, or the name of a game.\n" in output
    second = list(SHIPPED.values())[1].title
    assert output.index(f"{second}: 0 of ") < output.index("Clash: 0 of ")


def test_a_part_is_opened_at_once() -> None:
    assert "\nStep 1 of " in opened(ToLearn(ES.id, "2"), "quit", "quit")
    assert opened(ToLearn(ES.id, "exercises"), "quit", "quit").startswith("Exit Stage Right: exercises. ")
    assert opened(ToLearn(ES.id, "99"), "quit").startswith("There is no lesson with that name or number.\n")


def test_a_game_is_played_and_its_rules_are_read_from_the_lessons() -> None:
    output = opened(ToLearn(ES.id), "rules", "quit", "play", "quit", "quit")
    assert "Exit Stage Right: the rules.\n" in output
    assert "\nAt each question, you can also type help, back or quit.\n" in output


# The command


def test_the_command_lists_all_lessons(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["learn"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    for game in SHIPPED.values():
        assert f"{game.title}: 0 of {len(lessons_of(game.id))} lessons done." in out
    assert f"1 {lessons_of(ES.id)[0].title}: " in out


def type_in(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", keyboard(*lines))


def test_a_lesson_continues_where_it_was_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, "", "quit")
    assert cli.main(["learn", ES.id, "1", "--plain"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "You left the lesson. Next time, it continues from this step."
    type_in(monkeypatch, "quit")
    assert cli.main(["learn", ES.id, "goal", "--plain"]) == 0
    assert "Step 2 of " in capsys.readouterr().out
    assert cli.main(["learn"]) == 0
    assert f"1 {lessons_of(ES.id)[0].title} (continue at step 2): " in capsys.readouterr().out


def test_a_ruling_opens_the_step_that_teaches_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, "why", "", "quit")
    assert cli.main(["learn", ES.id, "es-5", "--plain"]) == 0
    assert "ES-5: " in capsys.readouterr().out
    assert cli.main(["learn"]) == 0
    assert "begun" not in capsys.readouterr().out, "looking up a ruling doesn't begin a lesson"


def test_the_learn_room_line_by_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    type_in(monkeypatch, "", "quit", "99", "exercises", "quit", "test", "quit", "quit")
    assert cli.main(["learn", ES.id, "--plain"]) == 0
    out = capsys.readouterr().out
    assert "Step 1 of " in out
    assert "There is no lesson with that name or number." in out
    assert "exercises. Type help" in out
    assert "a test of 10 questions. Type help" in out


def test_authors_can_take_a_lesson_from_their_own_script(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "exit_stage_right" / "lessons"
    folder.mkdir(parents=True)
    script = folder / "01-mine.toml"
    script.write_text(HEAD + POSITION + f"\n[[steps]]\n{STEPS[0]}\n", "utf-8")
    type_in(monkeypatch, "")
    assert cli.main(["learn", "--file", str(script), "--plain"]) == 0
    assert "You have finished this lesson.\n" in capsys.readouterr().out
    script.write_text(HEAD + '[position]\ndeal = "x"\n' + f"\n[[steps]]\n{STEPS[0]}\n", "utf-8")
    assert cli.main(["learn", "--file", str(script), "--plain"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    wrong = 'kind = "tell"\ntext = "A"\npoint = ["moon"]'
    script.write_text(HEAD + POSITION + f"\n[[steps]]\n{wrong}\n" * 2, "utf-8")
    assert cli.main(["learn", "--file", str(script), "--plain"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("01-mine.toml, step 1: 'moon' is neither")


def test_a_test_from_the_command_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    type_in(monkeypatch, *["1", "a", ""] * 10)
    assert cli.main(["learn", "tradewinds", "--test", "--plain"]) == 0
    assert " of 10 right. Your best: " in capsys.readouterr().out
    assert cli.main(["learn"]) == 0
    assert "; test: best " in capsys.readouterr().out


def test_exercises_begin_with_the_given_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, "quit")
    assert cli.main(["learn", "clash", "--exercises", "--seed", "qb9rxbdb", "--plain"]) == 0
    assert "Exercise QB9R-XBDB." in capsys.readouterr().out


def test_arrows_are_words_in_spoken_exercises() -> None:
    records = Records()
    plain = PlainExercises(PlainNavigator(lines_of(io.StringIO(), ()), records), ExerciseRoom(ES, records.learned))
    assert plain.spell("FGC >won, PRT <4.") == "Filled-Green-Circle won, Partial-Red-Triangle left to 4."
