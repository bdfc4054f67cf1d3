"""Learning line by line: transcripts of a lesson, of exercises and a test, and what the command lists."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardtable import cli
from cardtable.engine.chance import DealCode
from cardtable.engine.games import SHIPPED
from cardtable.lessons.exercises import exercise_of
from cardtable.lessons.learning_record import LearningRecord
from cardtable.lessons.library import LessonEntry, lessons_of
from cardtable.lessons.script import AskStep, FreeStep, TryStep
from cardtable.lessons.walkthrough import Walkthrough
from cardtable.plain.choices import choices
from cardtable.plain.exercise import PlainExercises
from cardtable.plain.lesson import PlainLesson
from cardtable.plain.lines import Lines
from cardtable.store.archive import Archive
from tests.lessons.scripts import ES, HEAD, LAID, lesson

STEPS = (
    'kind = "tell"\ntext = "Look at **these**."\npoint = ["FRS", "hand"]',
    'kind = "show"\naction = "red"\ntext = "Red fits two."',
    'kind = "ask"\ntext = "How many?"\nchoices = ["one", "two"]\nanswer = "two"\nwrong = { one = "More." }',
    'kind = "ask"\ntext = "Which are Red?"\nanswer_points = ["HRC", "FRS"]\nhint = "R."',
    'kind = "ask"\ntext = "Which gain?"\nanswer_actions = { measure = "net", at_least = 1 }',
    'kind = "try"\ntext = "Gain one."\nright = { best = "net" }\nhint = "Look."\nthen = "Well done."',
    'kind = "free"\ntext = "Play."\nturns = 1\nmeasure = "net"',
)


def take(*typed: str, steps: tuple[str, ...] = STEPS) -> tuple[list[str], bool]:
    """What is said when this is typed, and whether the lesson was taken to its end."""
    out = io.StringIO()
    ended = PlainLesson(lesson(*steps), lines_of(out, typed)).run()
    return out.getvalue().splitlines(), ended


def lines_of(out: io.StringIO, typed: tuple[str, ...]) -> Lines:
    return Lines(io.StringIO("".join(f"{line}\n" for line in typed)), out, {})


def test_a_lesson_from_its_beginning_to_its_end() -> None:
    said, ended = take(
        "", "", "", "1", "two", "", "HRC, FGS", "hrc", "frs, hrc", "", "show", "", "green", "show", "", "1", ""
    )
    assert ended
    for line in (
        "Step 1 of 7.",
        "Your hand: Red, Green, Blue, Circle, Triangle.",
        "Look at these.",
        "Look at: FRS, hand.",
        "Shown is: red.",
        "1 one",
        "More.",
        "So far so good: 1 is missing.",
        "Well done.",
        "Step 7 of 7.",
    ):
        assert line in said, line
    assert said[-1] == "Lesson done."
    assert said.count("Not yet.") == 3
    assert said.count("Right.") == 2


def test_back_again_why_hint_look_and_help() -> None:
    said, ended = take("", "back", "why", "hint", "look", "help", "again", "", "", "quit")
    assert not ended
    assert said.count("Step 1 of 7.") == 3
    assert any(line.startswith("ES-5: ") for line in said)
    assert "There is no hint to this step." in said
    assert said.count("Won 0, lost 0.") == 4
    for word in ("next", "back", "again", "show", "why", "hint", "look", "help", "quit"):
        assert any(line.startswith(f"{word}: ") for line in said)
    assert said[-1] == "The lesson stops here."


def test_what_is_typed_wrongly_gets_a_sentence() -> None:
    said, _ = take("nonsense", "nxt", "", "", "", "7", "[red]", "show", "back", "show", steps=STEPS[:3])
    assert "Nothing is asked here; Enter goes on." in said
    assert "Nothing is asked here; Enter goes on. Did you mean next?" in said
    assert said.count("There is no such answer; there is one, two.") == 2
    said, _ = take("99", "jump", "down", steps=STEPS[5:6])
    assert any(line.startswith("The actions are numbered from 1 to ") for line in said)
    assert any("There is no Single called 'jump'" in line for line in said)


def test_all_that_are_right_may_be_numbers() -> None:
    said, _ = take("1", "2, 3", steps=STEPS[4:5])
    assert "Right." in said or "Not yet." in said


@pytest.mark.parametrize("entry", [
    pytest.param(entry, marks=[pytest.mark.deep] if at else [], id=f"{entry.game_id}/{entry.name}")
    for game_id in SHIPPED for at, entry in enumerate(lessons_of(game_id))
])  # fmt: skip
def test_a_shipped_lesson_is_taken_by_its_right_answers(entry: LessonEntry) -> None:
    typed = list(right_answers(Walkthrough(entry.load())))
    out = io.StringIO()
    with Archive() as archive:
        learned = LearningRecord(lambda: archive)
        assert PlainLesson(entry.load(), lines_of(out, tuple(typed)), entry=entry, learned=learned).run()
        assert learned.lesson(entry.game_id, entry.name).is_done
    assert "Not yet." not in out.getvalue().splitlines()


def right_answers(walk: Walkthrough) -> Iterator[str]:
    """What somebody types who knows everything."""
    while not walk.is_over:
        step = walk.step
        if walk.wants == "action" and isinstance(step, TryStep):
            action = walk.scene.right(step.right)[0]
            yield number_of(walk, action)
            walk.act(action)
        elif isinstance(step, AskStep):
            if step.choices:
                yield str(step.answer)
            elif step.answer_points:
                yield ", ".join(step.answer_points)
            else:
                assert step.answer_actions is not None
                yield ", ".join(number_of(walk, action) for action in walk.scene.right(step.answer_actions))
            walk.show_me()
        elif walk.wants == "show":
            yield ""
            walk.play()
        yield "next" if isinstance(step, FreeStep) else ""
        walk.next()


def number_of(walk: Walkthrough, action: object) -> str:
    """An action as it is numbered: in Wind City actions are numbers themselves."""
    return str(choices(walk.seen).index(action) + 1)


# Exercises


def test_exercises_are_judged_and_counted() -> None:
    code = next(code for code in map(DealCode, range(99)) if not exercise_of(ES.id, code.key()).choices)
    exercise = exercise_of(ES.id, code.key())
    wrong = next(action for action in exercise.scene.legal if action not in exercise.best_actions)
    out = io.StringIO()
    typed = (
        str(wrong),
        f"code {code}",
        str(exercise.best_actions[0]),
        "show",
        "jump",
        "99",
        "code x",
        "help",
        "quit",
    )
    with Archive() as archive:
        PlainExercises(ES, lines_of(out, typed), LearningRecord(lambda: archive), code=code).run()
    said = out.getvalue().splitlines()
    for line in (f"Exercise {code}.", exercise.question, "Not the best.", "0 of 1 right.", "Right.", "1 of 2 right."):
        assert line in said, line
    assert said.count(f"Exercise {code}.") == 2
    assert said[-1] == "1 of 2 right."
    assert sum(line.startswith("Best: ") for line in said) == 2


def test_a_test_is_kept_only_when_it_is_over() -> None:
    with Archive() as archive:
        learned = LearningRecord(lambda: archive)
        out = io.StringIO()
        PlainExercises(ES, lines_of(out, ("1", "show", "quit")), learned, is_test=True).run()
        assert out.getvalue().splitlines()[-1] == "The test is not over; nothing is kept."
        assert learned.score(ES.id) is None
        out = io.StringIO()
        PlainExercises(ES, lines_of(out, ("1",) * 10), learned, is_test=True).run()
        score = learned.score(ES.id)
        assert score is not None
        assert out.getvalue().splitlines()[-1] == f"{score.last} of 10 right. The best so far: {score.best}."


# The command


def test_what_there_is_to_learn_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["learn"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    for game in SHIPPED.values():
        assert f"{game.title}: 0 of {len(lessons_of(game.id))} lessons done." in out
    assert f"1 {lessons_of(ES.id)[0].title}: " in out


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_a_lesson_goes_on_where_it_was_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "", "quit")
    assert cli.main(["learn", ES.id, "1", "--plain"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "The lesson stops here. It goes on at this step."
    typed(monkeypatch, "quit")
    assert cli.main(["learn", ES.id, "goal", "--plain"]) == 0
    assert "Step 2 of " in capsys.readouterr().out
    assert cli.main(["learn"]) == 0
    assert f"1 {lessons_of(ES.id)[0].title} (begun, step 2): " in capsys.readouterr().out


def test_a_ruling_opens_the_step_that_teaches_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "why", "", "quit")
    assert cli.main(["learn", ES.id, "es-5", "--plain"]) == 0
    assert "ES-5: " in capsys.readouterr().out
    assert cli.main(["learn"]) == 0
    assert "begun" not in capsys.readouterr().out, "looking something up is not taking a lesson"


def test_the_room_line_by_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, "", "quit", "99", "exercises", "quit", "test", "quit", "quit")
    assert cli.main(["learn", ES.id, "--plain"]) == 0
    out = capsys.readouterr().out
    assert "Step 1 of " in out
    assert "There is no lesson of that name or number." in out
    assert "exercises. Type help" in out
    assert "a test of 10 questions. Type help" in out


def test_somebody_tries_a_script_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "exit_stage_right" / "lessons"
    folder.mkdir(parents=True)
    script = folder / "01-mine.toml"
    script.write_text(HEAD + LAID + f"\n[[steps]]\n{STEPS[0]}\n", "utf-8")
    typed(monkeypatch, "")
    assert cli.main(["learn", "--file", str(script), "--plain"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "Lesson done."
    script.write_text(HEAD + '[position]\ndeal = "x"\n' + f"\n[[steps]]\n{STEPS[0]}\n", "utf-8")
    assert cli.main(["learn", "--file", str(script), "--plain"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    wrong = 'kind = "tell"\ntext = "A"\npoint = ["moon"]'
    script.write_text(HEAD + LAID + f"\n[[steps]]\n{wrong}\n" * 2, "utf-8")
    assert cli.main(["learn", "--file", str(script), "--plain"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("01-mine.toml, step 1: 'moon' is neither")


def test_a_test_from_the_command_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, *["1"] * 10)
    assert cli.main(["learn", "tradewinds", "--test", "--plain"]) == 0
    assert " of 10 right. The best so far: " in capsys.readouterr().out
    assert cli.main(["learn"]) == 0
    assert "; test: best " in capsys.readouterr().out


def test_exercises_begin_with_the_code_that_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "quit")
    assert cli.main(["learn", "clash", "--exercises", "--seed", "qb9rxbdb", "--plain"]) == 0
    assert "Exercise QB9R-XBDB." in capsys.readouterr().out
