"""Learning line by line: transcripts of lessons, exercises and tests, and the list of lessons."""

from __future__ import annotations

import io
import re
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
from cardtable.plain.choices import choices, is_numbered
from cardtable.plain.exercise import PlainExercises
from cardtable.plain.lesson import PlainLesson
from cardtable.plain.lines import Lines
from cardtable.store.archive import Archive
from tests.lessons.scripts import ES, HEAD, POSITION, lesson

STEPS = (
    'kind = "tell"\ntext = "Look at **these**."\npoint = ["FRS", "hand"]',
    'kind = "show"\naction = "red"\ntext = "Red fits two."',
    'kind = "ask"\ntext = "How many?"\nchoices = ["one", "two"]\nanswer = "two"\nwrong = { one = "More." }',
    'kind = "ask"\ntext = "Which are Red?"\nanswer_points = ["HRC", "FRS"]\nhint = "R."',
    'kind = "ask"\ntext = "Which gain?"\nanswer_actions = { measure = "net", at_least = 1 }',
    'kind = "try"\ntext = "Gain one."\nright = { best = "net" }\nhint = "Look."\nthen = "Well done."',
    'kind = "free"\ntext = "Play."\nturns = 1\nmeasure = "net"',
)


POSITIONS = {
    "clash": """
[position]
players = ["Ann", "Ben"]
lay = { piles = "P G S FRC", hands = { Ann = "F C B T H PRS HGT" }, draw_piles = ["23", "22"], turn = "Ann" }
""",
    "tradewinds": """
[position]
lay = { covering = "HRT PBS FGC", sides = ["- + -", "+ + +", "- - -", "+ - +"], turn = "South" }
""",
    "wind-city": """
[position]
players = ["Ann", "Ben"]
options = { first = 1 }
lay = { houses = ["D6 G4 I8", "E5 F5 F8 J5"], hurricane = "F6", card = 2, coins = [40, 2] }
""",
}
TELL = 'kind = "tell"\ntext = "Listen."'


def point_at(*answers: str) -> tuple[str, ...]:
    """Return the steps of a lesson that asks the learner to point at these."""
    return (f'kind = "ask"\ntext = "Where?"\nanswer_points = {list(answers)}',)


def take(*typed: str, steps: tuple[str, ...] = STEPS) -> tuple[list[str], bool]:
    """Return the output of a lesson for this input, and whether the lesson was finished."""
    out = io.StringIO()
    finished = PlainLesson(lesson(*steps), lines_of(out, typed)).run()
    return out.getvalue().splitlines(), finished


def take_game(game_id: str, *typed: str, steps: tuple[str, ...] = (), **settings: str) -> str:
    """Return the output of a lesson at a position of this game, for this input."""
    out = io.StringIO()
    head = HEAD.replace("ES-5", f"{SHIPPED[game_id].prefix}-1") + "".join(f"{k} = {v}\n" for k, v in settings.items())
    PlainLesson(lesson(*steps, position=POSITIONS[game_id], head=head, game=game_id), lines_of(out, typed)).run()
    return out.getvalue()


def lines_of(out: io.StringIO, typed: tuple[str, ...]) -> Lines:
    return Lines(io.StringIO("".join(f"{line}\n" for line in typed)), out, {})


def test_a_lesson_from_start_to_end() -> None:
    output, finished = take(
        "", "", "", "a", "two", "", "HRC, FGS", "hrc", "frs, hrc", "", "show me", "", "green", "show", "", "1", ""
    )
    assert finished
    for line in (
        "Step 1 of 7.",
        "Your hand: Red, Green, Blue, Circle, Triangle.",
        "Look at these.",
        "Look at: Filled-Red-Square, hand.",
        "Ann's move: Red.",
        "a) one",
        "No: More.",
        "Good. 1 more to go.",
        "Well done.",
        "Step 7 of 7.",
    ):
        assert line in output, line
    assert output[-1] == "Lesson done."
    assert sum(line.startswith("No: ") for line in output) == 2
    assert output.count("That's it.") == 2


def test_a_step_without_a_ruling_says_so() -> None:
    assert "There's no ruling behind this step." in take("why", "quit")[0]


def test_back_again_why_hint_look_and_help() -> None:
    steps = (f'{STEPS[0]}\nruling = "ES-5"', *STEPS[1:])
    output, finished = take("", "back", "why?", "hint", "look", "help", "again", "", "", "quit", steps=steps)
    assert not finished
    assert output.count("Step 1 of 7.") == 3
    assert any(line.startswith("ES-5: ") for line in output)
    assert "There's no hint for this step." in output
    assert output.count("0 Completes won, 0 lost.") == 4
    for word in ("next", "back", "again", "hint", "show me", "why", "look", "hand", "log", "undo", "help", "quit"):
        assert any(line.startswith(f"{word}: ") for line in output)
    assert "hint: give a hint." in output
    assert output[-1] == "You left the lesson."


def test_a_hint_says_how_to_type_a_move() -> None:
    output, _ = take("hint", "quit", steps=STEPS[5:6])
    assert output[output.index("Look.") + 1] == "Type your move by number or in words."
    assert "Type your move as listed." in take_game(
        "wind-city", "hint", "quit", steps=('kind = "free"\ntext = "Play."',)
    )


def test_bad_input_gets_a_sentence() -> None:
    output, _ = take("nonsense", "nxt", "", "", "", "7", "[red]", "", "show", "back", "show me", steps=STEPS[:3])
    assert "There's no question here. Press Enter to go on." in output
    assert "There's no question here. Press Enter to go on. Did you mean next?" in output
    assert output.count("Type the letter of your answer: a or b.") == 2
    assert "Answer first. If you're stuck, type hint or show me." in output
    output, _ = take("99", "jump", "down", steps=STEPS[5:6])
    assert any(line.startswith("The moves are numbered from 1 to ") for line in output)
    assert any("There is no Single called 'jump'" in line for line in output)


def test_several_right_moves_may_be_typed_as_numbers() -> None:
    steps = ('kind = "ask"\ntext = "Which?"\nanswer_actions = ["red", "green", "blue"]',)
    output, _ = take("1, 2", "1, green, 3", steps=steps)
    assert "Good. 1 more to go." in output
    assert "That's it." in output


# Questions with choices

COUNTS = 'kind = "ask"\ntext = "How many?"\nchoices = ["2", "3", "1"]\nanswer = "2"\nwrong = { 3 = "Fewer." }'
WORDS = 'kind = "ask"\ntext = "Which?"\nchoices = ["Red", "Green"]\nanswer = "Red"'
LETTERS = 'kind = "ask"\ntext = "Which?"\nchoices = ["B", "A"]\nanswer = "B"'


def test_choices_have_letters_and_are_answered_by_letter() -> None:
    output, _ = take("b", "A)", steps=(COUNTS,))
    asked = output.index("How many?")
    assert output[asked + 1 : asked + 6] == [
        "a) 2", "b) 3", "c) 1", "Type the letter of your answer:", "No: Fewer."
    ]  # fmt: skip
    assert "That's it." in output


@pytest.mark.parametrize("typed", ["1", "2", "3", "4", "0", "d", "two"])
def test_a_typed_number_is_never_an_answer_where_choices_hold_numbers(typed: str) -> None:
    output, _ = take(typed, steps=(COUNTS,))
    assert "Type the letter of your answer: a, b or c." in output
    assert not {"Right.", "No: Fewer.", "That's it."} & set(output)


@pytest.mark.parametrize("typed", ["a", "A", "a)", "red", "Red", "1"])
def test_choices_without_numbers_may_be_typed_as_letter_words_or_number(typed: str) -> None:
    output, _ = take(typed, steps=(WORDS,))
    assert "That's it." in output


def test_choices_that_are_letters_need_the_bracket() -> None:
    assert "Type the letter with its bracket, as in a)." in take("a", steps=(LETTERS,))[0]
    assert "That's it." in take("a)", steps=(LETTERS,))[0]


def test_in_wind_city_a_typed_number_is_the_number_on_the_card() -> None:
    step = 'kind = "try"\ntext = "Choose."\nright = { actions = ["3"] }'
    output = take_game("wind-city", "3", steps=(step,))
    assert "\n1; 1 2; 1 3; " in output
    assert "Ann shows card 2: west 2." in output
    assert "Your move:\nType a move such as" not in output


@pytest.mark.parametrize("game_id", SHIPPED)
def test_exercises_with_choices_are_answered_by_letter(game_id: str) -> None:
    codes = map(DealCode, range(99))
    code = next((code for code in codes if exercise_of(game_id, code.key()).choices), None)
    if code is None:
        return
    exercise = exercise_of(game_id, code.key())
    letter = "abcdef"[exercise.choices.index(exercise.answer)]
    out = io.StringIO()
    with Archive() as archive:
        PlainExercises(SHIPPED[game_id], lines_of(out, (letter,)), LearningRecord(lambda: archive), code=code).run()
    output = out.getvalue().splitlines()
    assert f"{letter}) {exercise.answer}" in output
    assert "Type the letter of your answer:" in output
    assert output[-1] == "1 of 1 right."


# Pointing


def test_pointing_names_everything_of_the_kind_and_how_it_is_typed() -> None:
    output, _ = take("look", steps=STEPS[3:4])
    names = "Hollow-Red-Circle, Filled-Red-Square, Partial-Blue-Triangle"
    assert output.count(f"You can point at: {names}.") == 2
    example = "Partial-Blue-Triangle or PBT"
    assert f"Point by typing a name, such as {example}, or several names with commas between them:" in output


@pytest.mark.parametrize(("game_id", "answer", "names", "example"), [
    ("tradewinds", "B1", "A1, A2, A3, B1, B2, B3, C1, C2, C3", "A1"),
    ("wind-city", "F6", "any space on the board", "A1"),
    ("clash", "pile shape", "pattern pile, colour pile, shape pile, complete pile", "pattern pile"),
])  # fmt: skip
def test_places_can_be_pointed_at_by_their_names(game_id: str, answer: str, names: str, example: str) -> None:
    output = take_game(game_id, example, answer, steps=point_at(answer))
    assert f"You can point at: {names}.\nPoint by typing a name, such as {example}, " in output
    assert "There's no card or place" not in output
    assert "That's it.\n" in output


def test_a_place_is_read_by_the_name_in_the_list() -> None:
    for typed in ("Shape pile", "pile shape"):
        assert "That's it.\n" in take_game("clash", typed, steps=point_at("pile shape"))
    output, _ = take("top row, column 1, top row, column 2", steps=point_at("stage top 2", "stage top 1"))
    assert "That's it." in output


def test_pointing_at_a_card_that_the_learner_does_not_hold_says_so() -> None:
    output = take_game("clash", "FRC", "FBS", "moon", "PRS, HGT", steps=point_at("PRS", "HGT"))
    assert "You don't hold Filled-Red-Circle.\n" in output
    assert "You don't hold Filled-Blue-Square, and it isn't on the table.\n" in output
    assert "There's no card or place called 'moon' here; type look to list them.\n" in output
    assert "No: " not in output
    assert "That's it.\n" in output


def test_the_cards_that_decide_what_scores_are_read_out_before_a_question_about_them() -> None:
    covering = "Covering Complete Hollow-Red-Triangle: True for East and West."
    assert covering in take_game("tradewinds", "quit", steps=(WORDS,))
    tell = TELL + '\npoint = ["side North", "hand South"]'
    output = take_game("tradewinds", "", "quit", steps=(TELL, tell), seat='"South"')
    assert "Look at: North's side (False, True, False); your hand (" in output


def test_the_table_is_read_out_again_before_a_question_some_steps_later() -> None:
    output, _ = take("", "", "", "", "quit", steps=(*(TELL,) * 4, WORDS))
    assert output.count("0 Completes won, 0 lost.") == 2
    output, _ = take("", "quit", steps=(TELL, WORDS))
    assert output.count("0 Completes won, 0 lost.") == 1


# Replies and commands


@pytest.mark.parametrize("reply", ["Close. Look again.", "Not quite: count them.", "No, it is more.", "Almost."])
def test_only_one_verdict_opens_a_reply(reply: str) -> None:
    output, _ = take("b", steps=(WORDS + f'\nwrong = {{ Green = "{reply}" }}',))
    assert reply in output
    assert not any(line.startswith("No: ") for line in output)
    output, _ = take("a", steps=(WORDS + '\nthen = "Yes: red."',))
    assert "Right." not in output


def test_the_table_ends_with_whose_turn_it_is() -> None:
    assert "You are South. It's your turn.\n" in take_game("tradewinds", "quit", steps=(TELL,))
    assert "You are North. South's turn.\n" in take_game("tradewinds", "quit", steps=(TELL,), seat='"North"')


def test_hand_log_and_undo() -> None:
    output, _ = take("hand", "log", "undo", "1", "log", "undo", "2", "undo", "again", "undo", steps=STEPS[6:])
    assert output.count("Your hand: Red, Green, Blue, Circle, Triangle.") > 2
    assert "Nothing has been played in this step." in output
    assert output.count("There's nothing to undo in this step.") == 2
    assert output.count("You play Red.") == 2
    assert output.count("The last move is undone.") == 2


def test_undo_in_free_play_undoes_only_the_last_move() -> None:
    free = 'kind = "free"\ntext = "Play."\nturns = 5\nmeasure = "net"'
    output, _ = take("1", "show me", "2", "undo", "log", steps=(free,))
    after = output[output.index("The last move is undone.") :]
    assert sum("You play " in line for line in after) == 2


def test_enter_passes_over_free_play() -> None:
    output, finished = take("", steps=STEPS[6:])
    assert "Type your move, or press Enter for the next step:" in output
    assert finished


@pytest.mark.deep  # every lesson with sixty hints
@pytest.mark.parametrize("game_id", SHIPPED)
def test_no_hint_names_a_key_of_the_app(game_id: str) -> None:
    for entry in lessons_of(game_id):
        out = io.StringIO()
        PlainLesson(entry.load(), lines_of(out, ("hint", "show me", "") * 60)).run()
        for line in out.getvalue().splitlines():
            assert not re.search(r"\b[Pp]ress (?!Enter)\w+\b|\bclick", line), line


# Shipped lessons


@pytest.mark.parametrize("entry", [  # by default the first lesson of each game, as all take a minute
    pytest.param(entry, marks=[pytest.mark.deep] if at else [], id=f"{entry.game_id}/{entry.name}")
    for game_id in SHIPPED for at, entry in enumerate(lessons_of(game_id))
])  # fmt: skip
def test_right_answers_finish_a_shipped_lesson(entry: LessonEntry) -> None:
    typed = list(right_answers(Walkthrough(entry.load())))
    out = io.StringIO()
    with Archive() as archive:
        learned = LearningRecord(lambda: archive)
        assert PlainLesson(entry.load(), lines_of(out, tuple(typed)), entry=entry, learned=learned).run()
        assert learned.lesson(entry.game_id, entry.name).is_done
    assert "No: " not in out.getvalue()


def right_answers(walk: Walkthrough) -> Iterator[str]:
    """Yield what a learner types who knows every answer."""
    while not walk.is_over:
        step = walk.step
        if walk.wants == "action" and isinstance(step, TryStep):
            action = walk.situation.right_actions(step.right)[0]
            yield typed_for(walk, action)
            walk.act(action)
        elif isinstance(step, AskStep):
            if step.choices:
                yield "abcdef"[step.choices.index(str(step.answer))]
            elif step.answer_points:
                yield ", ".join(step.answer_points)
            else:
                assert step.answer_actions is not None
                yield ", ".join(typed_for(walk, action) for action in walk.situation.right_actions(step.answer_actions))
            walk.show_me()
        elif walk.wants == "show":
            yield ""
            walk.play()
        yield "next" if isinstance(step, FreeStep) else ""
        walk.next()


def typed_for(walk: Walkthrough, action: object) -> str:
    """Return the number of an action, or its words where there are no numbers."""
    return str(choices(walk.seen).index(action) + 1) if is_numbered(walk.seen) else str(action)


# Exercises


def test_answers_to_exercises_are_judged_and_counted() -> None:
    code = next(code for code in map(DealCode, range(99)) if not exercise_of(ES.id, code.key()).choices)
    exercise = exercise_of(ES.id, code.key())
    wrong = next(action for action in exercise.situation.legal if action not in exercise.best_actions)
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
    output = out.getvalue().splitlines()
    for line in (f"Exercise {code}.", exercise.question, "0 of 1 right.", "Right.", "1 of 2 right."):
        assert line in output, line
    assert output.count(f"Exercise {code}.") == 2
    assert output[-1] == "1 of 2 right."
    assert sum(line.startswith(("Best: ", "The answer: ")) for line in output) == 2


def test_the_score_of_a_test_is_saved_only_when_it_is_finished() -> None:
    with Archive() as archive:
        learned = LearningRecord(lambda: archive)
        out = io.StringIO()
        PlainExercises(ES, lines_of(out, ("1", "show", "quit")), learned, is_test=True).run()
        assert out.getvalue().splitlines()[-1] == "You didn't finish the test, so your score isn't saved."
        assert learned.score(ES.id) is None
        out = io.StringIO()
        PlainExercises(ES, lines_of(out, ("1", "a") * 10), learned, is_test=True).run()
        score = learned.score(ES.id)
        assert score is not None
        assert out.getvalue().splitlines()[-1] == f"{score.last} of 10 right. Your best score: {score.best}."


# The command


def test_the_command_lists_all_lessons(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["learn"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    for game in SHIPPED.values():
        assert f"{game.title}: 0 of {len(lessons_of(game.id))} lessons done." in out
    assert f"1 {lessons_of(ES.id)[0].title}: " in out


def type_in(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_a_lesson_continues_where_it_was_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, "", "quit")
    assert cli.main(["learn", ES.id, "1", "--plain"]) == 0
    assert (
        capsys.readouterr().out.splitlines()[-1] == "You left the lesson. Next time the lesson continues at this step."
    )
    type_in(monkeypatch, "quit")
    assert cli.main(["learn", ES.id, "goal", "--plain"]) == 0
    assert "Step 2 of " in capsys.readouterr().out
    assert cli.main(["learn"]) == 0
    assert f"1 {lessons_of(ES.id)[0].title} (started, at step 2): " in capsys.readouterr().out


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
    assert capsys.readouterr().out.splitlines()[-1] == "Lesson done."
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
    type_in(monkeypatch, *["1", "a"] * 10)
    assert cli.main(["learn", "tradewinds", "--test", "--plain"]) == 0
    assert " of 10 right. Your best score: " in capsys.readouterr().out
    assert cli.main(["learn"]) == 0
    assert "; test: best " in capsys.readouterr().out


def test_exercises_begin_with_the_given_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, "quit")
    assert cli.main(["learn", "clash", "--exercises", "--seed", "qb9rxbdb", "--plain"]) == 0
    assert "Exercise QB9R-XBDB." in capsys.readouterr().out
