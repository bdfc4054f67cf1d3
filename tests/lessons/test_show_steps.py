"""A lesson doesn't tell what a move will do before the learner presses Enter to see it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardtable.lessons.reading import game_of, read_file
from cardtable.lessons.script import ShowStep
from cardtable.lessons.walkthrough import Walkthrough
from tests.lessons.scripts import SCRIPTS, lesson

PLACE = re.compile(r"\b[A-J]\d{1,2}\b")
NUMBERS = {"1": "one", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven"}
OUTCOMES = (
    (r": [A-Z]{3} to (\d)", r"\bcolumn {}\b"),
    (r"draws (\d) cards?", r"\b[Dd]r[ae]ws? ({}|{word})\b"),
    (r"(collects)", r"\bcollects?\b|\bleaves?\b"),
    (r"(\d) points", r"\bscores? ({}|{word})\b"),
    (r"(picks up 3 Chards: )", r"\byou pick them up: "),
    (r"(draws a Single|draws [A-Z])", r"\bdraw [A-Z]"),
)
"""Pairs of patterns: for an outcome in the log, and for the same outcome in a text."""


def outcomes_in(text: str, log: str, action: str) -> list[str]:
    """Return the parts of a text that give away the outcome in the log."""
    known = set(PLACE.findall(action))
    found = [place for place in PLACE.findall(text) if place in PLACE.findall(log) and place not in known]
    for in_log, in_text in OUTCOMES:
        for value in re.findall(in_log, log):
            found += [
                match.group() for match in re.finditer(in_text.format(value, word=NUMBERS.get(value, value)), text)
            ]
    return found


def test_outcomes_are_found_in_a_text() -> None:
    log = "West plays PRT. East collects Red from A3 (+1). Partial moves from A2 to A3. Ann draws 3 cards."
    assert outcomes_in("The Red on A3 leaves. You draw three.", log, "PRT") == ["A3", "draw three", "leaves"]
    assert outcomes_in("You play PRT. Watch the Red.", log, "PRT") == []
    assert outcomes_in("FGS goes to column 4.", "Right: FGS to 4, HRC to 5.", "green") == ["column 4"]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: f"{path.parts[-3]}/{path.name}")
def test_no_text_tells_what_enter_is_about_to_show(path: Path) -> None:
    walk = Walkthrough(read_file(path, game_of(path)))
    while not walk.is_over:
        if walk.wants == "show":
            assert isinstance(walk.step, ShowStep)
            text, before, action = " ".join(walk.text.split()), walk.situation, walk.step.action
            log = " ".join(before.game.describe(event, before.names) for event in walk.play().events)
            assert outcomes_in(text, log, action) == [], (walk.at + 1, text, log)
        elif not walk.can_go_on:
            walk.show_me()
        walk.next()


def test_a_step_says_what_has_happened_before_it_goes_on() -> None:
    show = 'kind = "show"\naction = "red"\ntext = "You play Red."'
    tell = 'kind = "tell"\ntext = "Next."'
    walk = Walkthrough(lesson(f'{show}\nthen = "Two went right."', tell))
    assert walk.text == "You play Red."
    verdict = walk.play_on()
    assert verdict.text == "Two went right."
    assert (walk.at, walk.wants) == (0, "next")
    walk = Walkthrough(lesson(show, tell))
    assert walk.play_on().text.startswith("Ann plays Red. Right: HRC to 4")
    assert walk.at == 1
