"""Questions of lessons line by line: choices, and things to point at."""

from __future__ import annotations

import pytest

from cardtable.engine.chance import DealCode
from cardtable.engine.games import SHIPPED
from cardtable.lessons.exercises import exercise_of
from cardtable.lessons.library import find_lesson
from cardtable.plain.choices import read_answer
from cardtable.rooms.kit.goto import ToExercises
from tests.plain.lessons import STEPS, TELL, WORDS, take_entry, take_game, take_lesson
from tests.plain.transcripts import opened


def point_at(*answers: str) -> tuple[str, ...]:
    """Return the steps of a lesson that asks the learner to point at these."""
    return (f'kind = "ask"\ntext = "Where?"\nanswer_points = {list(answers)}',)


COUNTS = 'kind = "ask"\ntext = "How many?"\nchoices = ["2", "3", "1"]\nanswer = "2"\nwrong = { 3 = "Fewer." }'


# Questions with choices

LETTERS = 'kind = "ask"\ntext = "Which?"\nchoices = ["B", "A"]\nanswer = "B"'


def test_choices_have_letters_and_are_answered_by_letter() -> None:
    output, _ = take_lesson("b", "A)", steps=(COUNTS,))
    asked = output.index("a) 2")
    assert "0 Completes won, 0 lost." in output[output.index("How many?") : asked]
    assert output[asked : asked + 5] == [
        "a) 2", "b) 3", "c) 1", "Type the letter of your answer:", "No. Fewer."
    ]  # fmt: skip
    assert "That's it." in output


def test_the_same_wrong_answer_again_is_told_how_to_hear_the_right_one() -> None:
    output, _ = take_lesson("b", "b", "a", steps=(COUNTS,))
    assert output.count("No. Fewer.") == 2
    assert output.index("To hear the answer, type show me.") > output.index("No. Fewer.") + 1
    assert output.count("To hear the answer, type show me.") == 1


@pytest.mark.parametrize("typed", ["4", "0", "d", "five", "zebra"])
def test_a_typed_number_is_never_a_place_where_choices_hold_numbers(typed: str) -> None:
    output, _ = take_lesson(typed, steps=(COUNTS,))
    assert "Type the letter of your answer: a, b or c." in output
    assert not {"Right.", "No. Fewer.", "That's it."} & set(output)


@pytest.mark.parametrize(
    ("typed", "answers", "chosen"),
    [
        ("3", ("One step", "Three steps", "Two or four"), "Three steps"),
        ("two", ("One step", "Three steps", "Two or four"), "Two or four"),
        ("27", ("26 cards", "27 cards", "28 cards"), "27 cards"),
        ("east", ("To West", "To East", "To North"), "To East"),
        ("2", ("To West", "To East", "To North"), "To East"),
    ],
)
def test_an_answer_is_chosen_by_its_number_or_a_word_that_only_it_has(
    typed: str, answers: tuple[str, ...], chosen: str
) -> None:
    assert read_answer(typed, answers) == chosen


@pytest.mark.parametrize("typed", ["cards", "3", "28 cards 27", "card"])
def test_a_word_that_no_answer_or_several_have_chooses_none(typed: str) -> None:
    with pytest.raises(ValueError, match=r"Type the letter of your answer: a, b or c\."):
        read_answer(typed, ("26 cards", "27 cards", "28 cards"))


@pytest.mark.parametrize("typed", ["a", "A", "a)", "red", "Red", "1"])
def test_choices_without_numbers_may_be_typed_as_letter_words_or_number(typed: str) -> None:
    output, _ = take_lesson(typed, steps=(WORDS,))
    assert "That's it." in output


def test_choices_that_are_letters_need_the_bracket() -> None:
    assert "Type the letter with its bracket, as in a)." in take_lesson("a", steps=(LETTERS,))[0]
    assert "That's it." in take_lesson("a)", steps=(LETTERS,))[0]


def test_in_wind_city_a_typed_number_is_the_number_on_the_card() -> None:
    step = 'kind = "try"\ntext = "Choose."\nright = { actions = ["3"] }'
    output = take_game("wind-city", "3", steps=(step,))
    assert (
        "\nChoose one to three actions, at least one of them a move: type their numbers in order, with spaces.\n"
        in output
    )
    assert "1 2; 1 3" not in output, "there are too many plans to read them all out"
    assert "It destroys your D6.\nYou pay 1 coin.\n" in output
    assert "Your move:\nType a move such as" not in output


def test_a_lesson_reads_free_spaces_by_row_and_takes_no_number_for_one_of_them() -> None:
    output = lesson_from("01-goal", 9, "5", "H4")
    assert "Your move:\nNow place a house, on land (WC-3).\nYour move:\nRight.\n" in output
    assert (
        "Place a house: type the letter and the number of a space.\n"
        "Free in row 4, 20 points each: A4 to C4, E4 to F4, H4 to J4.\n"
    ) in output
    assert "house A4" not in output


def test_a_lesson_says_whose_turn_it_is_while_others_buy_insurance() -> None:
    assert "You are Ann. It's Ben's turn, and you may buy insurance.\n" in lesson_from("03-insurance", 0, "look")


def test_in_a_lesson_a_space_names_the_house_to_insure_as_in_a_game() -> None:
    assert "Your move:\nRight.\nYou insure F5 with Ben for 3.\n" in lesson_from("03-insurance", 2, "f5")


def test_an_exercise_with_plans_says_how_to_type_one_and_lists_none() -> None:
    code = next(code for code in map(DealCode, range(99)) if not exercise_of("wind-city", code.key()).choices)
    answer = exercise_of("wind-city", code.key()).answer
    output = opened(ToExercises("wind-city", code=str(code)), str(answer))
    assert "\nChoose one to three actions, at least one of them a move: type their numbers in order" in output
    assert "1 2; 1 3" not in output
    assert output.endswith("1 of 1 right.\n")


def lesson_from(name: str, step: int, *typed: str) -> str:
    """Return the output of a lesson of Wind City from this step on, for this input."""
    return take_entry(find_lesson("wind-city", name), *typed, step=step)


@pytest.mark.parametrize("game_id", SHIPPED)
def test_exercises_with_choices_are_answered_by_letter(game_id: str) -> None:
    codes = map(DealCode, range(99))
    code = next((code for code in codes if exercise_of(game_id, code.key()).choices), None)
    if code is None:
        return
    exercise = exercise_of(game_id, code.key())
    letter = "abcdef"[exercise.choices.index(exercise.answer)]
    output = opened(ToExercises(game_id, code=str(code)), letter).splitlines()
    assert f"{letter}) {exercise.answer}" in output
    assert "Type the letter of your answer:" in output
    assert output[-1] == "1 of 1 right."


# Pointing


def test_pointing_names_everything_of_the_kind_and_how_it_is_typed() -> None:
    output, _ = take_lesson("look", steps=STEPS[3:4])
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
    for typed in ("Shape pile", "pile shape", "shape"):
        assert "That's it.\n" in take_game("clash", typed, steps=point_at("pile shape"))
    output, _ = take_lesson("top row, column 1, top row, column 2", steps=point_at("stage top 2", "stage top 1"))
    assert "That's it." in output


def test_pointing_at_a_card_that_the_learner_does_not_hold_says_so() -> None:
    output = take_game("clash", "FRC", "FBS", "moon", "PRS, HGT", steps=point_at("PRS", "HGT"))
    assert "You don't hold Filled-Red-Circle.\n" in output
    assert "You don't hold Filled-Blue-Square, and it isn't on the table.\n" in output
    assert "There's no card or place called 'moon' here; type look to list them.\n" in output
    assert "No. " not in output
    assert "That's it.\n" in output


def test_the_cards_that_decide_what_scores_are_read_out_before_a_question_about_them() -> None:
    covering = "Covering Complete Hollow-Red-Triangle: True for East and West."
    assert covering in take_game("tradewinds", "quit", steps=(WORDS,))
    tell = TELL + '\npoint = ["side North", "hand South"]'
    output = take_game("tradewinds", "", "quit", steps=(TELL, tell), seat='"South"')
    assert "Look at: North's side (False, True, False); your hand (" in output


def test_the_table_is_read_out_again_before_a_question_some_steps_later() -> None:
    output, _ = take_lesson("a", "", "", "", "", "quit", steps=(WORDS, *(TELL,) * 3, WORDS))
    assert output.count("0 Completes won, 0 lost.") == 2
    output, _ = take_lesson("a", "", "", "quit", steps=(WORDS, TELL, WORDS))
    assert output.count("0 Completes won, 0 lost.") == 1


def test_a_step_is_read_out_before_the_table_that_its_question_needs() -> None:
    output, _ = take_lesson("", "quit", steps=(TELL, WORDS))
    listened, offered, asked, table = (
        output.index(line)
        for line in ("Listen.", "To hear the table, type look.", "Which?", "0 Completes won, 0 lost.")
    )
    assert listened < offered < asked < table < output.index("a) Red")


def test_a_question_after_a_new_position_needs_the_table() -> None:
    there = '[steps.position]\nlay = { houses = ["D6 G4 I8", "E5 F5"], hurricane = "B5", card = 2 }'
    steps = (WORDS, f"{TELL}\n{there}", f"{WORDS}\n{there}")
    question = take_game("wind-city", "a", "", "", "quit", steps=steps).rpartition("Step 3")[2]
    assert "The hurricane is on B5." in question


def test_cards_have_their_names_in_texts_and_answers() -> None:
    step = """
kind = "ask"
text = "FRC has three letters, R among them. T is Triangle. Which of the T/F cards is it?"
choices = ["F", "H and FBS"]
answer = "H and FBS"
hint = "PGT."
"""
    output, _ = take_lesson("hint", "filled", "H and FBS", steps=(step,))
    assert "Filled-Red-Circle has three letters, Red among them. T is Triangle. Which of the T/F cards is it?" in output
    assert {"a) Filled", "b) Hollow and Filled-Blue-Square", "Partial-Green-Triangle.", "That's it."} <= set(output)
    output, _ = take_lesson("show me", steps=(step,))
    assert "The answer: Hollow and Filled-Blue-Square." in output


def test_shown_answers_name_the_cards_and_a_letter_of_their_initials_is_a_word() -> None:
    ask = 'kind = "ask"\ntext = "Which?"\nanswer_points = ["HRC", "FRS"]\nhint = "FRS and HRC share a letter."'
    output, _ = take_lesson("hint", "show me", steps=(ask,))
    assert "Filled-Red-Square and Hollow-Red-Circle share a word." in output
    assert "The answer: Hollow-Red-Circle, Filled-Red-Square." in output


def test_a_shown_answer_with_which_the_reply_begins_is_said_once() -> None:
    ask = 'kind = "ask"\ntext = "Which?"\nanswer_points = ["HRC", "FRS"]\nthen = "HRC and FRS. Both are Red."'
    output, _ = take_lesson("show me", steps=(ask,))
    assert "The answer: Hollow-Red-Circle and Filled-Red-Square. Both are Red." in output


@pytest.mark.parametrize(
    ("game", "text", "spoken"),
    [
        ("wind-city", "The rows A, B and C, and the column F.", "The rows A, B and C, and the column F."),
        ("tradewinds", "The rows are A, B and C.", "The rows are A, B and C."),
        ("tradewinds", "Row C has two of H, B and C.", "Row C has two of Hollow, Blue and Circle."),
        ("tradewinds", "P on A2 has an R, no G or C.", "Partial on A2 has a Red, no Green or Circle."),
        ("tradewinds", "Three T/F cards.", "Three T/F cards."),
    ],
)
def test_letters_that_name_rows_or_columns_are_no_cards(game: str, text: str, spoken: str) -> None:
    step = f'kind = "tell"\ntext = "{text}"'
    assert f"\n{spoken}\n" in take_game(game, "quit", steps=(step,))
