"""Tests of every script in rules/: it is correct and short, and the library lists it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cardtable.engine.game import AnyGame
from cardtable.engine.games import SHIPPED
from cardtable.lessons.checker import check
from cardtable.lessons.library import LessonEntry, find_lesson, lessons_of
from cardtable.lessons.reading import game_of, read_file
from cardtable.lessons.script import TellStep
from cardtable.lessons.walkthrough import Walkthrough
from cardtable.table.pages import read_page, ruling
from tests.lessons.replies import choices_like_menu_numbers, wrong_answers_without_reply
from tests.lessons.scripts import RULES, SCRIPTS

LONGEST = 480
"""The most characters of a text: six lines of 60 columns, with room for many short lines."""
each_script = pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: f"{path.parts[-3]}/{path.name}")


each_game = pytest.mark.parametrize("game", SHIPPED.values(), ids=SHIPPED)
each_lesson = pytest.mark.parametrize(
    "entry",
    [entry for game_id in SHIPPED for entry in lessons_of(game_id)],
    ids=lambda entry: f"{entry.game_id}/{entry.name}",
)
NOT_TAUGHT = {"WC-19"}
"""A ruling about boards and cards that players make themselves."""


@each_game
def test_every_ruling_is_taught(game: AnyGame) -> None:
    """Some lessons teach rulings about the deck, too, which all games share."""
    scripts = [entry.load().script for entry in lessons_of(game.id)]
    taught = {number for script in scripts for number in script.rulings}
    assert {step.ruling for script in scripts for step in script.steps} - {None} <= taught
    written = set(re.findall(r"^- ([A-Z]{2}-\d+)", read_page(game.page), re.MULTILINE))
    assert {number for number in taught if not number.startswith("DK-")} == written - NOT_TAUGHT


@each_game
def test_the_lessons_are_numbered_in_order(game: AnyGame) -> None:
    numbers = [entry.number for entry in lessons_of(game.id)]
    assert numbers == [f"{number:02}" for number in range(1, len(numbers) + 1)]


@each_lesson
def test_at_least_every_second_step_asks_for_something(entry: LessonEntry) -> None:
    steps = entry.load().script.steps
    assert 2 * sum(isinstance(step, TellStep) for step in steps) <= len(steps) >= 5


@each_lesson
def test_every_wrong_answer_has_a_reply_in_words(entry: LessonEntry) -> None:
    """In Wind City, too many plans would need one."""
    assert entry.game_id == "wind-city" or wrong_answers_without_reply(entry) == []


@each_lesson
def test_a_number_in_a_menu_is_never_an_answer(entry: LessonEntry) -> None:
    assert choices_like_menu_numbers(entry) == []


@each_script
def test_a_script_is_correct(path: Path) -> None:
    """Every right answer is accepted, every wrong one gets a reply, and every claim is true."""
    assert check(read_file(path, game_of(path))) == []


@each_script
def test_a_script_is_named_and_short(path: Path) -> None:
    assert re.fullmatch(r"\d\d-[a-z0-9-]+\.toml", path.name)
    script = read_file(path, game_of(path)).script
    assert len(script.about) <= 100
    for step in script.steps:
        for text in (step.text, step.spoken, getattr(step, "then", ""), getattr(step, "hint", "")):
            assert len(text) <= LONGEST, text


@each_script
def test_no_hint_is_about_typing(path: Path) -> None:
    """A move is typed only in plain mode, which explains that itself."""
    for step in read_file(path, game_of(path)).script.steps:
        assert "type:" not in getattr(step, "hint", "")


@each_script
def test_no_text_of_plain_mode_needs_eyes(path: Path) -> None:
    """A text for plain mode mentions neither the screen nor anything in backquotes."""
    for step in read_file(path, game_of(path)).script.steps:
        replies = {**getattr(step, "answers", {}), **getattr(step, "wrong", {})}
        texts = (step.spoken or step.text, getattr(step, "then", ""), getattr(step, "hint", ""), *replies.values())
        for text in texts:
            assert not re.search(r"`|\b(screen|brackets?|arrows?|mouse|click|look away|board (shows|marks))\b", text), (
                text
            )


@each_script
def test_a_lesson_can_be_finished_and_resumed_at_any_step(path: Path) -> None:
    """Pressing "Show me" leads to the end, and a lesson opened again at any step has the same position."""
    lesson = read_file(path, game_of(path))
    walk = Walkthrough(lesson)
    while not walk.is_over:
        resumed = Walkthrough(lesson, walk.progress)
        assert resumed.at == walk.at
        assert resumed.situation.state == walk.situation.state
        assert resumed.points == walk.points
        assert bool(walk.why) == (walk.step.ruling is not None)
        while not walk.can_go_on:
            assert walk.show_me().text
        walk.next()
    assert walk.wants == "next"


@each_script
def test_why_begins_with_the_rule_and_not_with_a_note_on_the_source(path: Path) -> None:
    for number in {step.ruling for step in read_file(path, game_of(path)).script.steps} - {None}:
        opening = re.split(r"[,.:;]", ruling(number))[0]
        assert "source" not in opening, f"{number}: {opening}"


def test_the_library_lists_every_lesson_in_order() -> None:
    """Each has the title in its file, and is found by its file name, its number and its name."""
    for game_id in SHIPPED:
        entries = lessons_of(game_id)
        paths = [path for path in SCRIPTS if path.parts[-3] == game_id.replace("-", "_")]
        assert [f"{entry.name}.toml" for entry in entries] == [path.name for path in paths]
        for entry, path in zip(entries, paths, strict=True):
            script = read_file(path, SHIPPED[game_id]).script
            assert (entry.title, entry.about) == (script.title, script.about)
            assert entry.load().script == script
            assert find_lesson(game_id, entry.name) is entry
            assert find_lesson(game_id, entry.name.partition("-")[2]) is entry
            assert find_lesson(game_id, str(int(entry.number))) is entry


def test_listing_lessons_is_cheap() -> None:
    """Listing lessons doesn't import pydantic, which only reading a whole script needs."""
    listing = "import sys; from cardtable.lessons.library import lessons_of; from cardtable.engine.games import SHIPPED"
    script = (
        f"{listing}; print(*(each.title for game in SHIPPED for each in lessons_of(game)), 'pydantic' in sys.modules)"
    )
    environment = os.environ | {"PYTHONPATH": str(RULES.parent / "src")}
    done = subprocess.run((sys.executable, "-c", script), env=environment, capture_output=True, text=True, check=True)
    assert "The goal and the cards" in done.stdout
    assert done.stdout.endswith(" False\n")


def test_unknown_lessons_are_refused() -> None:
    assert lessons_of("../deck") == ()
    with pytest.raises(ValueError, match="no lesson"):
        find_lesson("exit-stage-right", "99")
    assert not list(RULES.glob("lessons/*.toml"))
