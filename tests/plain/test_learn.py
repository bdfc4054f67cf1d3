"""Lessons line by line: from start to end, replies and commands, and every shipped lesson."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from cardtable.engine.games import SHIPPED
from cardtable.lessons.bad_script import BadScript
from cardtable.lessons.learning_record import LearningRecord
from cardtable.lessons.library import LessonEntry, lessons_of
from cardtable.lessons.script import AskStep, FreeStep, ShowStep, TryStep
from cardtable.lessons.walkthrough import Walkthrough
from cardtable.plain.choices import choices, is_numbered
from cardtable.plain.view import view_of
from cardtable.rooms.kit.goto import ToLesson
from cardtable.store.archive import Archive
from tests.lessons.scripts import lesson
from tests.plain.lessons import STEPS, TELL, WORDS, take_entry, take_game, take_lesson
from tests.plain.transcripts import opened


def test_a_lesson_from_start_to_end() -> None:
    output, finished = take_lesson(
        "", "", "", "a", "two", "", "HRC, FGS", "hrc", "frs, hrc", "", "show me", "", "green", "show", "", "1", ""
    )
    assert finished
    for line in (
        "Step 1 of 7.",
        "Look at these.",
        "Look at: Filled-Red-Square; hand (Red, Green, Blue, Circle, Triangle).",
        "To hear the table, type look.",
        "Ann's move: Red.",
        "a) one",
        "No. More.",
        "Good. 1 more to go.",
        "The answer: none.",
        "Well done.",
        "Step 7 of 7.",
    ):
        assert line in output, line
    assert output[-5:] == [
        "You have finished this lesson.",
        "test: Take the test.",
        "play: Play Exit Stage Right now.",
        "again: Start this lesson again.",
        "Type test, play, back or again, or press Enter to go back:",
    ]
    assert sum(line.startswith(("No. ", "Not yet. ")) for line in output) == 2
    assert output.count("That's it.") == 2


TASK = "This is a long story. You hold two of them. Choose the one that gains more, and go. Look out."


def test_the_task_is_read_again_after_a_long_table_but_not_after_a_short_one() -> None:
    step = f'kind = "try"\ntext = "{TASK}"\nright = {{ any = true }}'
    for marked, again in (
        ("", "You hold two of them. Choose the one that gains more, and go. Look out."),
        ('\ntask = "Choose the one that gains more, and go."', "Choose the one that gains more, and go."),
    ):
        output = take_game("tradewinds", "quit", steps=(step + marked,)).splitlines()
        assert output.index(TASK) < output.index("You are South. It's your turn.") < output.index(again)
    output, _ = take_lesson("quit", steps=(step,))
    assert [line for line in output if "gains more" in line] == [TASK]


def test_a_task_that_is_not_in_the_text_is_a_mistake() -> None:
    with pytest.raises(BadScript, match="task that isn't part of its text"):
        lesson(f'kind = "tell"\ntext = "{TASK}"\ntask = "Run."')


def test_the_listener_is_you_in_a_lesson() -> None:
    step = 'kind = "try"\ntext = "Blow."\nright = { any = true }'
    output = take_game("tradewinds", "1", "quit", steps=(step,))
    assert "You blow towards North; " in output
    assert "North blows south, towards you; " in output
    assert "Right.\nYou play " in output
    assert "South" not in output.replace("You are South.", "")


def test_a_text_with_signs_of_the_screen_is_replaced() -> None:
    output, _ = take_lesson("quit", steps=('kind = "tell"\ntext = "See `@`."\nspoken = "It is on **B2**, at -3."',))
    assert "It is on B2, at minus 3." in output
    assert not any("@" in line for line in output)


def test_back_again_why_hint_look_and_help() -> None:
    steps = (f'{STEPS[0]}\nruling = "ES-5"', *STEPS[1:])
    output, finished = take_lesson("", "back", "why?", "hint", "look", "help", "again", "", "", "quit", steps=steps)
    assert not finished
    assert output.count("Step 1 of 7.") == 3
    assert any(line.startswith("ES-5: ") for line in output)
    assert output.count("There's no question here. Press Enter to go on.") == 1
    assert output.count("To hear the table, type look.") == 3
    assert output.count("0 Completes won, 0 lost.") == 1
    for word in ("next", "again", "why", "look", "hand", "log", "rules", "help", "quit"):
        assert any(re.match(rf"{word}( [A-Z]+)?: ", line) for line in output)
    assert output[-1] == "You left the lesson."


def test_a_hint_says_how_to_type_a_move() -> None:
    output, _ = take_lesson("hint", "quit", steps=STEPS[5:6])
    assert output[output.index("Look.") + 1] == "Type your move by number or in words."
    in_wind_city = take_game("wind-city", "help", "quit", steps=('kind = "free"\ntext = "Play."',))
    assert in_wind_city.count("Choose one to three actions, at least one of them a move: type their numbers") == 2


def test_bad_input_gets_a_sentence() -> None:
    output, _ = take_lesson("nonsense", "nxt", "", "", "", "7", "[red]", "", "show", "back", "show me", steps=STEPS[:3])
    assert "There's no question here. Press Enter to go on." in output
    assert "There's no question here. Press Enter to go on. Did you mean next?" in output
    assert output.count("Type the letter of your answer: a or b.") == 2
    assert "Answer first. If you're stuck, use show me." in output
    output, _ = take_lesson("99", "jump", "down", steps=STEPS[5:6])
    assert any(line.startswith("The moves are numbered from 1 to ") for line in output)
    assert any("There is no Single called 'jump'" in line for line in output)


def test_several_right_moves_may_be_typed_as_numbers() -> None:
    steps = ('kind = "ask"\ntext = "Which?"\nanswer_actions = ["red", "green", "blue"]',)
    output, _ = take_lesson("1, 2", "1, green, 3", steps=steps)
    assert "Good. 1 more to go." in output
    assert "That's it." in output


def test_only_the_lines_that_matter_are_read_with_a_question() -> None:
    point = 'kind = "ask"\ntext = "Which is Red?"\nanswer_points = ["FRS"]'
    output, _ = take_lesson("quit", steps=(f'{point}\nreads = ["Middle", "Your hand"]',))
    start = output.index("Which is Red?") + 1
    assert [line.split()[0] for line in output[start : start + 3]] == ["Middle", "Your", "You"]


@pytest.mark.parametrize("game_id", SHIPPED)
def test_every_beginning_of_lines_to_read_is_found_in_its_lesson(game_id: str) -> None:
    for entry in lessons_of(game_id):
        script = entry.load().script
        output = take_entry(entry, *right_answers(Walkthrough(entry.load())))
        for beginning in (each for part in (script, *script.steps) for each in part.reads):
            assert re.search(rf"(^|; ){re.escape(beginning)}", output, re.MULTILINE), (entry.name, beginning)


def test_the_question_is_read_again_with_the_table() -> None:
    output, _ = take_lesson("look", "quit", steps=STEPS[4:5])
    assert output.count("Which gain?") == 2


def test_a_space_typed_alone_reads_the_plans_for_it_in_a_lesson() -> None:
    step = 'kind = "try"\ntext = "Go."\nright = { any = true }'
    for typed in ("d6", "moves d6"):
        assert "4 5 in any order: to D6, destroys your D6; " in take_game("wind-city", typed, "quit", steps=(step,))


def test_moves_and_their_effects_are_told_in_a_lesson() -> None:
    output, _ = take_lesson("moves", "why red", "why jump", "jump", "quit", steps=STEPS[5:6])
    assert "2 Green: 0 right, 3 left" in output
    assert "Would go left: Partial-Blue-Triangle to column 2." in output
    assert output.count("There is no Single called 'jump'.") == 2
    assert not any(line.startswith("No:") for line in output)
    output, _ = take_lesson("moves", "why red", "quit", steps=STEPS[4:5])
    assert "This step asks for no move. To hear its rule, type why." in output
    assert not any(line.startswith("2 Green: ") for line in output), "that is the question"


def test_the_table_is_read_again_after_a_move_that_is_taken_back() -> None:
    gain = 'kind = "try"\ntext = "Gain one."\nright = { best = "net" }\ngoes_on = false'
    output, _ = take_lesson("red", "", "quit", steps=(gain, 'kind = "free"\ntext = "Play."'))
    assert sum(line.startswith("Top row, column 3: Hollow-Red-Circle") for line in output) == 2


def test_free_moves_are_followed_by_what_has_changed() -> None:
    output, _ = take_lesson("1", "jump", "quit", steps=('kind = "free"\ntext = "Play."',))
    after = output[next(at for at, line in enumerate(output) if line == "You play Red.") :]
    assert "0 Completes won, 0 lost." in output
    assert "0 Completes won, 0 lost." not in after
    assert sum(line.startswith("Your hand: ") for line in after) == 1, "an unknown word changes nothing"


# Replies and commands


@pytest.mark.parametrize("reply", ["Close. Look again.", "Not quite: count them.", "No, it is more.", "Almost."])
def test_only_one_verdict_opens_a_reply(reply: str) -> None:
    output, _ = take_lesson("b", steps=(WORDS + f'\nwrong = {{ Green = "{reply}" }}',))
    assert reply in output
    assert not any(line.startswith("No. ") for line in output)
    output, _ = take_lesson("a", steps=(WORDS + '\nthen = "Yes: red."',))
    assert "Right." not in output


def test_the_table_ends_with_whose_turn_it_is() -> None:
    assert "You are South. It's your turn.\n" in take_game("tradewinds", "look", "quit", steps=(TELL,))
    assert "You are North. South's turn.\n" in take_game("tradewinds", "look", "quit", steps=(TELL,), seat='"North"')


def test_a_new_position_reads_out_only_once_what_stays_the_same() -> None:
    there = '[steps.position]\nlay = { houses = ["D6 G4 I8", "E5 F5"], hurricane = "B5", card = 2 }'
    output = take_game("wind-city", "a", "", "look", "quit", steps=(WORDS, f"{WORDS}\n{there}"))
    first, _, second, looked = re.split(r"Press Enter to go on:\n|Type the letter of your answer:\n", output)[:4]
    for line in "The board has columns A to J and rows 1 to 11; row 1 is in the south.\n", "Weather stations: C2":
        assert (line in first, line in second, line in looked) == (True, False, True)
    assert "Your houses: G4, D6, I8.\n" in second
    assert "The hurricane is on B5. " in second


def test_hand_log_and_undo() -> None:
    output, _ = take_lesson("hand", "log", "undo", "1", "log", "undo", "2", "undo", "again", "undo", steps=STEPS[6:])
    assert output.count("Your hand: Red, Green, Blue, Circle, Triangle.") > 2
    assert "Nothing has been played in this step." in output
    assert output.count("There's nothing to undo in this step.") == 2
    assert output.count("You play Red.") == 2
    assert output.count("The last move is undone.") == 2


def test_enter_passes_over_free_play() -> None:
    output, finished = take_lesson("", steps=STEPS[6:])
    assert "Type your move, or press Enter to end the lesson:" in output
    assert finished


@pytest.mark.deep  # every lesson with sixty hints
@pytest.mark.parametrize("game_id", SHIPPED)
def test_no_hint_names_a_key_of_the_app(game_id: str) -> None:
    for entry in lessons_of(game_id):
        for line in take_entry(entry, *("hint", "show me", "") * 60).splitlines():
            assert not re.search(r"\b[Pp]ress (?!Enter)\w+\b|\bclick", line), line


# Shipped lessons


@pytest.mark.parametrize("entry", [  # by default the first lesson of each game, as all take a minute
    pytest.param(entry, marks=[pytest.mark.deep] if at else [], id=f"{entry.game_id}/{entry.name}")
    for game_id in SHIPPED for at, entry in enumerate(lessons_of(game_id))
])  # fmt: skip
def test_right_answers_finish_a_shipped_lesson(entry: LessonEntry) -> None:
    output = opened(ToLesson(entry.game_id, entry.name), *right_answers(Walkthrough(entry.load())))
    with Archive() as archive:
        assert LearningRecord(lambda: archive).lesson(entry.game_id, entry.name).is_done
    assert "No. " not in output


def test_a_secret_move_is_not_announced() -> None:
    """Check a lesson in which the others play Chards face down and send Chards that the learner may not see."""
    entry = lessons_of("rummy-like")[1]
    walk, typed, secrets = Walkthrough(entry.load()), list[str](), list[str]()
    for text in right_answers(walk):
        typed.append(text)
        if walk.wants == "show" and walk.shows_secretly and walk.situation.turn is not None:
            assert isinstance(walk.step, ShowStep)
            action = walk.situation.parse(walk.step.action)
            secrets.append(f"{walk.situation.names[walk.situation.turn]}'s move: {action}.")
    assert len(secrets) >= 3
    assert set(secrets).isdisjoint(take_entry(entry, *typed).splitlines())


def test_one_chard_to_send_is_listed_as_in_a_game() -> None:
    entry = lessons_of("rummy-like")[3]
    output = take_entry(entry, *right_answers(Walkthrough(entry.load()))).splitlines()
    assert output[output.index("Send one Chard to Ben.") + 1].startswith("1 Partial; 2 Filled; ")


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
    has_numbers = is_numbered(walk.seen) and not view_of(walk.seen.game).in_lessons(walk.seen)
    return str(choices(walk.seen).index(action) + 1) if has_numbers else str(action)
