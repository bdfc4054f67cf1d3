"""What is wrong in a script is found: where, and in one sentence; and nothing but BadScript ever comes of reading."""

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
from tests.lessons.scripts import ES, HEAD, LAID, SCRIPTS, as_toml, lesson
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
    "a field that there is not": (f'{TELL}\nspeed = "slow"', "there is no field 'speed'"),
    "no action": ('kind = "show"', "'action' is missing"),
    "a number for a text": (f"{TELL}\ntext = 3", "text must be a string, not 3"),
    "text for truth": (f'{TRY}\ngoes_on = "no"', "goes_on must be true or false"),
    "a character that is none": (f'{TELL}\ntext = "\\u001b[2J"', "text has a character that can't be printed"),
    "two conditions": ('kind = "try"\nright = { best = "net", any = true }', "exactly one of actions"),
    "a measure without a bound": ('kind = "try"\nright = { measure = "net" }', "must have a measure together with is"),
    "an answer that is no choice": ('kind = "ask"\nchoices = ["1"]\nanswer = "2"', "one of its choices"),
    "two kinds of answer": (f'{ASK}\nanswer_points = ["HRC"]', "exactly one of choices"),
    "a word for no choice": (f'{ASK}\nwrong = {{ "3" = "No." }}', "isn't a wrong choice"),
    "a long text": (f'{TELL}\ntext = "{"a" * 3000}"', "at most 2000 characters"),
}
UNSOUND = {
    "an action that is not open": ('kind = "show"\naction = "square"', "'square' isn't legal: You don't have Square"),
    "an action that is none": ('kind = "show"\naction = "jump"', "There is no Single called 'jump'"),
    "a card that is not seen": (f'{TELL}\npoint = ["FGS"]', "'FGS' can't be seen"),
    "a place that is none": (f'{TELL}\npoint = ["stage 4 1"]', "there is no place 'stage 4 1'"),
    "a zone that is none": (f'{TELL}\npoint = ["moon"]', "'moon' is neither a card nor a place"),
    "a ruling that is none": (f'{TELL}\nruling = "ES-99"', "there is no ruling 'ES-99'"),
    "a measure that is none": (f"{SHOW}\nclaims = {{ measures = {{ speed = 3 }} }}", "no measure 'speed'"),
    "a measure that is wrong": (f"{SHOW}\nclaims = {{ measures = {{ net = 3 }} }}", "is 1, but the claim says 3"),
    "a log that says no such thing": (f'{SHOW}\nclaims = {{ tells = ["HRC >5"] }}', "doesn't say 'HRC >5'"),
    "a log that says it": (f'{SHOW}\nclaims = {{ not_tells = ["HRC >4"] }}', "says 'HRC >4'"),
    "no action to claim of": (f"{TELL}\nclaims = {{ measures = {{ net = 1 }} }}", "need an action"),
    "an open action refused": (
        f'{TELL}\nclaims = {{ refused = {{ action = "red", ruling = "ES-5" }} }}',
        "is legal, but",
    ),
    "the wrong ruling": (
        f'{TELL}\nclaims = {{ refused = {{ action = "refill top", ruling = "ES-4" }} }}',
        "isn't refused",
    ),
    "a closed action open": (f'{TELL}\nclaims = {{ legal = ["refill top"] }}', "isn't legal"),
    "another number of actions": (f"{TELL}\nclaims = {{ legal_count = 4 }}", "5 actions are legal"),
    "another state": (f'{SHOW}\nclaims = {{ state = {{ won = "HRC" }} }}', "'won' is '', but the claim says HRC"),
    "another turn": (f'{TELL}\nclaims = {{ turn = "nobody" }}', "it is Ann's turn"),
    "an outcome too early": (f"{TELL}\nclaims = {{ outcome = {{ margin = 1 }} }}", "the game isn't over"),
    "another margin": (f"{OVER}\nclaims = {{ outcome = {{ margin = 7 }} }}", "the margin is -9, but the claim says 7"),
    "other winners": (f'{OVER}\nclaims = {{ outcome = {{ winners = ["Ann"] }} }}', "won by nobody"),
    "a stranger": (f'{TELL}\nseat = "Bob"', "there is no player 'Bob'"),
    "nothing right": ('kind = "try"\nright = { measure = "net", is = 9 }', "no action is right"),
    "everything right": ('kind = "try"\nright = { measure = "net", at_most = 9 }', "every legal action is right"),
    "a wrong answer": (f'{ASK}\nmeasure = {{ of = "right", action = "red" }}', "the engine says '2'"),
    "no such point": ('kind = "ask"\nanswer_points = ["FGS"]', "'FGS' can't be seen"),
    "an answer to no action": (f'{TRY}\nanswers = {{ jump = "No." }}', "There is no Single called 'jump'"),
    "no text": (f'{TELL}\ntext = ""', "it has no text"),
    "a free step without such a measure": (f'{FREE}\nmeasure = "speed"', "no measure 'speed'"),
    "a position that is none": (
        f'{TELL}\n[steps.position]\nlay = {{ stage = "HRC" }}',
        "must be a list of 3 rows",
    ),
    "a card twice": (f'{TELL}\n[steps.position]\nlay = {{ won = "HRC HRC" }}', "appears more often than"),
    "a zone that is none to lay": (f"{TELL}\n[steps.position]\nlay = {{ moon = 3 }}", "no zone called 'moon'"),
    "a file that is not there": (f'{TELL}\n[steps.position]\nfile = "x.json"', "isn't in a folder"),
    "a file elsewhere": (f'{TELL}\n[steps.position]\nfile = "../x.json"', "must be beside the script"),
    "an option that is none": (f"{TELL}\n[steps.position]\noptions = {{ moon = 3 }}", "has no option 'moon'"),
}


@pytest.mark.parametrize(("step", "sentence"), UNREADABLE.values(), ids=UNREADABLE)
def test_what_cannot_be_read_is_refused(step: str, sentence: str) -> None:
    with pytest.raises(BadScript) as refused:
        lesson(TELL, step)
    assert str(refused.value).startswith("01-test.toml, step 2: ")
    assert sentence in str(refused.value)


@pytest.mark.parametrize(("step", "sentence"), UNSOUND.values(), ids=UNSOUND)
def test_what_does_not_hold_is_found(step: str, sentence: str) -> None:
    found = check(lesson(TELL, step))
    assert found
    assert found[0].startswith("01-test.toml, step 2: ")
    assert sentence in found[0]


def test_a_script_without_faults_has_none() -> None:
    """So that the faults above are all that is found there."""
    assert check(lesson(TELL, SHOW, 'kind = "try"\nright = ["blue"]', ASK, FREE)) == []


def test_a_fault_of_the_whole_lesson_names_no_step() -> None:
    with pytest.raises(BadScript, match=r"^01-test.toml: 'about' is missing\.$"):
        lesson(head='title = "A lesson"\nrulings = ["ES-5"]\n')
    assert check(lesson(head=HEAD.replace("ES-5", "ES-99"))) == ["01-test.toml: there is no ruling 'ES-99'."]
    (found,) = check(lesson(position='[position]\ndeal = "nonsense!"'))
    assert found.startswith("01-test.toml: A deal code has")


def test_the_steps_after_a_try_hold_after_each_right_answer() -> None:
    """What is claimed afterwards is true after Red and not after Blue."""
    steps = 'kind = "try"\nright = ["red", "blue"]', f'{TELL}\nclaims = {{ state = {{ face_up = "red" }} }}'
    everything_else = LAID.replace("] }", '], face_up = "", draw_deck = "..." }')
    (found,) = check(lesson(*steps, position=everything_else))
    assert found.startswith("01-test.toml, step 2: 'face_up' is 'B'")
    assert check(lesson(f"{steps[0]}\ngoes_on = false", TELL, position=everything_else)) == []


# From outside
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
def test_a_file_of_any_bytes_is_read_or_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "01-any.toml"
    path.write_bytes(content)
    with pytest.raises(BadScript) as refused:
        read_file(path, ES)
    sentence(str(refused.value), "01-any.toml")


def sentence(text: str, name: str) -> None:
    assert text.isprintable()
    assert text.startswith(name)
    assert len(text) <= 200
    assert text.endswith((".", "…")) or len(text) > 150


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "clash").mkdir()
    for path in (tmp_path / "01-missing.toml", tmp_path / "clash"):
        with pytest.raises(BadScript):
            read_file(path, ES)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "01-pipe.toml")
        with pytest.raises(BadScript, match="isn't an ordinary file"):
            read_file(tmp_path / "01-pipe.toml", ES)
    assert game_of(tmp_path / "clash" / "01-goal.toml") is GAMES["clash"]
    with pytest.raises(BadScript, match="folder of its game"):
        game_of(tmp_path / "01-goal.toml")


@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_noise_is_no_script(content: bytes) -> None:
    with pytest.raises(BadScript):
        loads(content.decode("utf-8", "replace"), "01-noise.toml", ES)


TREES = [(path, tomllib.loads(path.read_text("utf-8"))) for path in SCRIPTS[:8]]


@given(st.data())
def test_a_mutated_script_is_read_and_checked_or_refused(data: st.DataObject) -> None:
    """Whatever is changed in it, what comes is BadScript with a sentence or a list of sentences."""
    path, tree = data.draw(st.sampled_from(TREES))
    changed: Any = data.draw(mutated(tree))
    try:
        found = check(loads(as_toml(changed), path.name, game_of(path)))
    except BadScript as refused:
        found = [str(refused)]
    for each in found:
        sentence(each, path.name)
