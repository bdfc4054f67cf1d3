"""Tests of mistakes in scripts: each is reported in one sentence with its step, and reading raises only BadScript."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.games import GAMES
from cardtable.lessons.bad_script import BadScript
from cardtable.lessons.checker import check
from cardtable.lessons.reading import game_of, loads, read_file
from tests.lessons.scripts import ES, HEAD, POSITION, SCRIPTS, as_toml, lesson
from tests.table.mutations import mutated

TELL, SHOW = 'kind = "tell"', 'kind = "show"\naction = "red"'
TRY = 'kind = "try"\nright = ["red"]'
ASK = 'kind = "ask"\nchoices = ["1", "2"]\nanswer = "1"'
FREE = 'kind = "free"'
EMPTY = '[". . . . .", ". . . . .", ". . . . ."]'
OVER = f"""{TELL}
position = {{ options = {{ hand_size = 5 }}, actions = ["red"], lay = {{ stage = {EMPTY}, hands = ["red"], won = 9, \
complete_deck = "" }} }}"""
UNREADABLE = {
    "an unknown kind": ('kind = "dance"', "its kind must be tell, show, try, ask or free"),
    "no kind": ('text = "Hello"', "its kind must be tell, show, try, ask or free"),
    "an unknown field": (f'{TELL}\nspeed = "slow"', "there is no field 'speed'"),
    "no action": ('kind = "show"', "'action' is missing"),
    "a number instead of text": (f"{TELL}\ntext = 3", "text must be a string, not 3"),
    "text instead of true": (f'{TRY}\ngoes_on = "no"', "goes_on must be true or false"),
    "a control character": (f'{TELL}\ntext = "\\u001b[2J"', "text has a character that can't be printed"),
    "two conditions": ('kind = "try"\nright = { best = "net", any = true }', "exactly one of actions"),
    "a measure without a bound": ('kind = "try"\nright = { measure = "net" }', "must have a measure together with is"),
    "an answer that isn't a choice": ('kind = "ask"\nchoices = ["1"]\nanswer = "2"', "one of its choices"),
    "two kinds of answers": (f'{ASK}\nanswer_points = ["HRC"]', "exactly one of choices"),
    "a reply to an unknown choice": (f'{ASK}\nwrong = {{ "3" = "No." }}', "isn't a wrong choice"),
    "a reply to a wrong action": (
        'kind = "ask"\nanswer_actions = ["red"]\nwrong = { blue = "No." }',
        "can't have replies to wrong actions",
    ),
    "a long text": (f'{TELL}\ntext = "{"a" * 3000}"', "at most 2000 characters"),
}
INCORRECT = {
    "an illegal action": ('kind = "show"\naction = "square"', "'square' isn't legal: You don't have Square"),
    "an unknown action": ('kind = "show"\naction = "jump"', "There is no Single called 'jump'"),
    "a hidden card": (f'{TELL}\npoint = ["FGS"]', "'FGS' can't be seen"),
    "an unknown place": (f'{TELL}\npoint = ["stage 4 1"]', "there is no place 'stage 4 1'"),
    "an unknown zone": (f'{TELL}\npoint = ["moon"]', "'moon' is neither a card nor a place"),
    "an unknown ruling": (f'{TELL}\nruling = "ES-99"', "there is no ruling 'ES-99'"),
    "a reply to a right place": (
        'kind = "ask"\nanswer_points = ["HRC"]\nwrong = { HRC = "No." }',
        "has a reply to 'HRC', which is part of the answer",
    ),
    "a reply to an unknown place": (
        'kind = "ask"\nanswer_points = ["HRC"]\nwrong = { moon = "No." }',
        "'moon' is neither a card nor a place",
    ),
    "an unknown measure": (f"{SHOW}\nclaims = {{ measures = {{ speed = 3 }} }}", "no measure 'speed'"),
    "a wrong measure": (f"{SHOW}\nclaims = {{ measures = {{ net = 3 }} }}", "is 1, but the claim says 3"),
    "words missing from the log": (f'{SHOW}\nclaims = {{ tells = ["HRC >5"] }}', "doesn't say 'HRC >5'"),
    "words present in the log": (f'{SHOW}\nclaims = {{ not_tells = ["HRC to 4"] }}', "says 'HRC to 4'"),
    "a claim without an action": (f"{TELL}\nclaims = {{ measures = {{ net = 1 }} }}", "need an action"),
    "a legal action refused": (
        f'{TELL}\nclaims = {{ refused = {{ action = "red", ruling = "ES-5" }} }}',
        "is legal, but",
    ),
    "the wrong ruling": (
        f'{TELL}\nclaims = {{ refused = {{ action = "refill top", ruling = "ES-4" }} }}',
        "isn't refused",
    ),
    "an illegal action claimed legal": (f'{TELL}\nclaims = {{ legal = ["refill top"] }}', "isn't legal"),
    "a wrong number of actions": (f"{TELL}\nclaims = {{ legal_count = 4 }}", "the number of legal actions is 5"),
    "a wrong state": (f'{SHOW}\nclaims = {{ state = {{ won = "HRC" }} }}', "'won' is '', but the claim says HRC"),
    "a wrong turn": (f'{TELL}\nclaims = {{ turn = "nobody" }}', "it is Ann's turn"),
    "an outcome before the end": (f"{TELL}\nclaims = {{ outcome = {{ margin = 1 }} }}", "the game isn't over"),
    "a wrong margin": (f"{OVER}\nclaims = {{ outcome = {{ margin = 7 }} }}", "the margin is -9, but the claim says 7"),
    "wrong winners": (f'{OVER}\nclaims = {{ outcome = {{ winners = ["Ann"] }} }}', "nobody won the game"),
    "an unknown player": (f'{TELL}\nseat = "Bob"', "there is no player 'Bob'"),
    "nothing right": ('kind = "try"\nright = { measure = "net", is = 9 }', "no action is right"),
    "everything right": ('kind = "try"\nright = { measure = "net", at_most = 9 }', "every legal action is right"),
    "a wrong answer": (f'{ASK}\nmeasure = {{ of = "right", action = "red" }}', "the engine says '2'"),
    "an unknown place to point at": ('kind = "ask"\nanswer_points = ["FGS"]', "'FGS' can't be seen"),
    "a reply to an unknown action": (f'{TRY}\nanswers = {{ jump = "No." }}', "There is no Single called 'jump'"),
    "no text": (f'{TELL}\ntext = ""', "it has no text"),
    "an unknown measure in a free step": (f'{FREE}\nmeasure = "speed"', "no measure 'speed'"),
    "an invalid position": (
        f'{TELL}\n[steps.position]\nlay = {{ stage = "HRC" }}',
        "must be a list of 3 rows",
    ),
    "a card twice": (
        f'{TELL}\n[steps.position]\nlay = {{ won = "HRC HRC" }}',
        "has more copies of Hollow-Red-Circle",
    ),
    "an unknown zone in a position": (f"{TELL}\n[steps.position]\nlay = {{ moon = 3 }}", "no zone called 'moon'"),
    "a missing file": (f'{TELL}\n[steps.position]\nfile = "x.json"', "isn't in a folder"),
    "a file in another folder": (f'{TELL}\n[steps.position]\nfile = "../x.json"', "must be beside the script"),
    "an unknown option": (f"{TELL}\n[steps.position]\noptions = {{ moon = 3 }}", "has no option 'moon'"),
}


@pytest.mark.parametrize(("step", "sentence"), UNREADABLE.values(), ids=UNREADABLE)
def test_an_unreadable_script_is_refused(step: str, sentence: str) -> None:
    with pytest.raises(BadScript) as refused:
        lesson(TELL, step)
    assert str(refused.value).startswith("01-test.toml, step 2: ")
    assert sentence in str(refused.value)


@pytest.mark.parametrize(("step", "sentence"), INCORRECT.values(), ids=INCORRECT)
def test_an_incorrect_step_is_found(step: str, sentence: str) -> None:
    found = check(lesson(TELL, step))
    assert found
    assert found[0].startswith("01-test.toml, step 2: ")
    assert sentence in found[0]


def test_a_correct_script_has_no_faults() -> None:
    """The steps used above are correct without the added mistakes."""
    assert check(lesson(TELL, SHOW, 'kind = "try"\nright = ["blue"]', ASK, FREE)) == []


def test_a_fault_of_the_whole_lesson_names_no_step() -> None:
    with pytest.raises(BadScript, match=r"^01-test.toml: 'about' is missing\.$"):
        lesson(head='title = "A lesson"\nrulings = ["ES-5"]\n')
    assert check(lesson(head=HEAD.replace("ES-5", "ES-99"))) == ["01-test.toml: there is no ruling 'ES-99'."]
    (found,) = check(lesson(position='[position]\ndeal = "nonsense!"'))
    assert found.startswith("01-test.toml: A deal code")


def test_the_steps_after_a_try_are_checked_after_each_right_answer() -> None:
    """The claim in step 2 is true after Red but not after Blue."""
    steps = 'kind = "try"\nright = ["red", "blue"]', f'{TELL}\nclaims = {{ state = {{ face_up = "red" }} }}'
    position = POSITION.replace("] }", '], face_up = "", draw_deck = "..." }')
    (found,) = check(lesson(*steps, position=position))
    assert found.startswith("01-test.toml, step 2: 'face_up' is 'B'")
    assert check(lesson(f"{steps[0]}\ngoes_on = false", TELL, position=position)) == []


# Scripts from other people
@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe",
        b"title = ",
        b"\x00",
        b"a = " + b"[" * 50_000,
        b"a = " + b"{a=" * 20_000,
        b"[" + b"a." * 40_000 + b"a]",
        b"a = " + b"9" * 50_000,
        b"a = 0x" + b"f" * 50_000,
        b"a = 9999-99-99",
        b"x = 1\n" * 2,
        b"#" * 2_000_000,
        HEAD.encode() + b"steps = [1]\nposition = 1979-05-27",
        HEAD.encode() + b"steps = [inf, nan]\nposition = {}",
    ],
    ids=lambda content: f"{len(content)} bytes of {content[:12]!r}",
)
def test_a_file_of_any_bytes_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "01-any.toml"
    path.write_bytes(content)
    with pytest.raises(BadScript) as refused:
        read_file(path, ES)
    check_sentence(str(refused.value), "01-any.toml")


def check_sentence(text: str, name: str) -> None:
    """Assert that this is one printable sentence that begins with the file's name."""
    assert text.isprintable()
    assert text.startswith(name)
    assert len(text) <= 200
    assert text.endswith((".", "…")) or len(text) > 150


def test_a_path_that_is_not_a_script_is_refused(tmp_path: Path) -> None:
    (tmp_path / "clash").mkdir()
    for path in (tmp_path / "01-missing.toml", tmp_path / "clash"):
        with pytest.raises(BadScript):
            read_file(path, ES)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "01-pipe.toml")
        with pytest.raises(BadScript, match="isn't an ordinary file"):
            read_file(tmp_path / "01-pipe.toml", ES)
    assert game_of(tmp_path / "clash" / "01-goal.toml") is GAMES["clash"]
    with pytest.raises(BadScript, match="in its game's folder"):
        game_of(tmp_path / "01-goal.toml")


@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_random_text_is_not_a_script(content: bytes) -> None:
    with pytest.raises(BadScript):
        loads(content.decode("utf-8", "replace"), "01-noise.toml", ES)


TREES = [(path, tomllib.loads(path.read_text("utf-8"))) for path in SCRIPTS[:8]]


@given(st.data())
def test_a_mutated_script_is_read_and_checked_or_refused(data: st.DataObject) -> None:
    """A mutated script raises BadScript, or the checker returns sentences."""
    path, tree = data.draw(st.sampled_from(TREES))
    changed: Any = data.draw(mutated(tree))
    try:
        found = check(loads(as_toml(changed), path.name, game_of(path)))
    except BadScript as refused:
        found = [str(refused)]
    for each in found:
        check_sentence(each, path.name)
