"""Class files, and a sentence for each mistake in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardtable.classroom.course import is_class_file, parse_course, read_course
from cardtable.lessons.bad_script import BadScript
from tests.classroom.classes import CLASS
from tests.conftest import ROOT

EXAMPLE = ROOT / "examples" / "class.toml"


def test_an_item_has_the_title_of_what_it_opens_unless_it_has_its_own() -> None:
    lesson, exercises, test, deal, level = parse_course(CLASS, "class.toml").items
    assert (lesson.title, lesson.key) == ("The goal and the cards", "lesson rummy-like 01-goal")
    assert exercises.title == "Clash: 2 exercises"
    assert (test.title, test.right) == ("Clash: test", 6)
    assert deal.title == "The deal"
    assert level.title.startswith("Level 1: ")


def test_the_example_has_every_kind_of_item() -> None:
    course = read_course(EXAMPLE)
    assert is_class_file(EXAMPLE)
    assert course.is_fixed
    assert {item.kind for item in course.items} == {"lesson", "exercises", "test", "deal", "level"}


@pytest.mark.parametrize(
    ("item", "sentence"),
    [
        ('lesson = "clsh 1"', "item 1: there's no game 'clsh' with lessons; did you mean clash?"),
        ('lesson = "chess 1"', "item 1: there's no game 'chess' with lessons. The games are exit-stage-right, "),
        ('lesson = "clash 99"', "item 1: Clash has no lesson '99'. Write clash and a number from 1 to "),
        ('lesson = "clash"', "item 1: a lesson is a game and a number, such as 'clash 1'."),
        ('exercises = "chess"', "item 1: there's no game 'chess' with exercises. The games are "),
        ('test = "clash"\nright = 11', "item 1: a test has 10 questions."),
        ("test = 3", "items[1].test must be a string, not 3."),
        ("level = 98", "item 1: there is no level 98; the last one is level "),
        ("level = 1\nright = 3", "item 1: a level has no number of right answers."),
        ('deal = "clash, K7QF-2M9X"', "item 1: a pupil plays a deal alone or against computer players, as in "),
        ('deal = "x"', "item 1: A deal line must start with the game, not 'x'."),
        ('lesson = "clash 1"\ntest = "clash"', "item 1: an item has exactly one of lesson, exercises, test, deal "),
        ('text = "x"', "item 1: an item has exactly one of lesson, exercises, test, deal "),
        ('titel = "x"', "there is no field 'titel' in items[1]."),
        ("level = 1\n[[items]]\nlevel = 1", "item 2: this is the same as Level 1"),
        ("level = 1\n" * 2, "this isn't valid TOML: "),
    ],
)
def test_a_mistake_gets_one_sentence(item: str, sentence: str) -> None:
    with pytest.raises(BadScript) as refused:
        parse_course(f'title = "6b"\n[[items]]\n{item}\n', "class.toml")
    assert str(refused.value).startswith(f"class.toml: {sentence}")


def test_a_class_needs_a_title_and_items() -> None:
    for text, sentence in (("[[items]]\nlevel = 1", "'title' is missing."), ('title = "6b"', "'items' is missing.")):
        with pytest.raises(BadScript, match=sentence):
            parse_course(text, "class.toml")


def test_a_file_that_is_not_there_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadScript, match=r"^class.toml: Can't read the class file 'class.toml': No such file"):
        read_course(tmp_path / "class.toml")
