"""Flexible input, and invalid, damaged or hostile notation."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.chance import Key
from cardtable.engine.game import AnyGame
from cardtable.engine.games import SHIPPED
from cardtable.formats.notation import (
    WIDTH,
    format_game,
    format_position,
    parse_game,
    parse_position,
    parse_record,
    read_position_file,
)
from cardtable.formats.position import dump_position
from cardtable.formats.short_form import MAX_LENGTH
from cardtable.formats.strict_json import MAX_SIZE, BadFile
from cardtable.table.recording import open_session, record_of
from tests.engine.walks import each_game
from tests.formats.notation_examples import GAME, PLAYED, POSITION, STAGE, example
from tests.table.mutations import check_sentence, read_or_refused
from tests.table.sittings import play_on, sit_at, sittings, truth

STRANGE = (
    "",
    " ",
    ".",
    "*",
    "[",
    "]",
    "(",
    ")",
    "=",
    '"',
    "\\",
    "{",
    "}",
    "0",
    "-1",
    "9" * 30,
    "red",
    "HRC",
    "?",
    "x=",
)


def refusal(text: str) -> str:
    with pytest.raises(BadFile) as refused:
        open_session(parse_game(text))
    check_sentence(str(refused.value))
    return str(refused.value)


def refusal_of_position(text: str) -> str:
    with pytest.raises(BadFile) as refused:
        parse_position(text)
    check_sentence(str(refused.value))
    return str(refused.value)


# Flexible input, and errors


def test_case_and_spacing_are_flexible() -> None:
    loose = GAME.replace("[Deal", "  [deal").replace("K7QF-2M9X", "k7qf 2m9x").replace("exit-", "Exit-")
    loose = loose.replace("1. ", "{ the first } 1. {\n so it began }\n").replace("\n\n", "\n{[Deal] 7.}\n\n\n")
    assert parse_game(loose) == PLAYED
    assert parse_game(GAME.replace("[Rules", '[Result "Nobody knows."]\n[Event "Sunday"]\n[Rules')) == PLAYED
    assert parse_position(f"\n {POSITION.replace(' ', '  ').replace('[', '[ ').lower()}\n")[1] == truth(example(STAGE))


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (GAME, "", "This isn't a Cardtable game: it doesn't start with a tag such as [Game]."),
        ("exit-stage-right", "wh\x1b[2Jist", "This game is for a game that isn't installed: 'wh[2jist'."),
        ('[Game "exit-stage-right"]\n', "", "This game is invalid: the tag Game is missing."),
        ('[Rules "1"]\n', "", "This game is invalid: the tag Rules is missing."),
        ('[Rules "1"]', '[Rules "2"]', "This game uses version 2 of the rules of Exit Stage Right, "),
        ('[Rules "1"]', '[Rules "x"]', "This game uses version 'x' of the rules of Exit Stage Right, "),
        ('[Notation "1"]', '[Notation "2"]', "This game comes from a newer Cardtable: its notation version is 2, "),
        ('[Notation "1"]', '[Notation ""]', "This game is invalid: its notation version must be a number, not ''."),
        ("[Notation", "[Notatoin", "This game is invalid: it has an unknown tag 'Notatoin'. Comments go in braces."),
        ("[Rules", '[Rules "1"]\n[Rules', "This game is invalid: it has the tag Rules twice."),
        ("[Rules", "[[Rules", "This game is invalid: tag 2 is malformed or incomplete."),
        ('[Rules "1"]', "[Rules 1]", "This game is invalid: tag 2 is malformed or incomplete."),
        ("[Deal", '[Persons "1"]\n[Deal', "This game is invalid: the Persons tag has 1 number for 2 seats."),
        ("[Deal", '[Persons "1 3"]\n[Deal', "This game is invalid: Persons must be numbers from 1 to 2, not 3."),
        ("[Deal", '[Persons "1 x"]\n[Deal', "This game is invalid: Persons must be numbers from 1 to 2, not 'x'."),
        ("[Deal", '[Options "hand_size=12"]\n[Deal', "Hand size must be a number from 5 to 9, not 12."),
        ("[Deal", '[Options "hands=7"]\n[Deal', "This game is invalid: options has an unknown field 'hands'"),
        ("[Deal", '[Options "7"]\n[Deal', "This game is invalid: options has '7' instead of a name and '='."),
        ("[Deal", '[Undone "x"]\n[Deal', "This game is invalid: Undone must be a whole number, not 'x'."),
        ("[Deal", '[Undone "1000001"]\n[Deal', "This record is invalid: undone must be from 0 to 1000000, not 100"),
        ('[Seat "Zoë"]', "".join('[Seat ""]' for _ in range(6)), "Exit Stage Right is for 1 to 6 players, but this"),
        ('[Seat "Zoë"]', '[Seat "ANN"]', "This game is invalid: Players 1 and 2 can't both be called ANN."),
        ("[Deal", f'[Position "{POSITION}"]\n[Deal', "This game is invalid: it can't have both Position and Deal."),
        ('[Deal "K7QF-2M9X"]', '[Position "clash"]', "This position is invalid: rules= is missing after the game."),
        ("K7QF-2M9X", "K7QF", "A deal code has 8 symbols, like K7QF-2M9X, not 4."),
        ("2. ", "3. ", "This game is invalid: action number 3 should be 2."),
        ("1. ", "", "This game is invalid: "),
        ("1. ", "1. purple 2. ", "This game is invalid: action number 2 should be 3."),
        (" *", "", "This game is incomplete: it doesn't end with *."),
        ("2. ", "{2. ", "This game is invalid: it has an unmatched brace."),
        (" *", " } *", "This game is invalid: it has an unmatched brace."),
        ("1. ", "1. purple ", "Action 1 'purple "),
        (" *", " 9. *", "Action 9 '' isn't an action: "),
    ],
)  # fmt: skip
def test_an_invalid_game_is_refused(old: str, new: str, sentence: str) -> None:
    assert old in GAME
    assert refusal(GAME.replace(old, new, 1)).startswith(sentence)


@each_game
def test_a_game_from_a_position_contains_the_position(game: AnyGame) -> None:
    session = sit_at(game, truth(example(game)))
    play_on(session, Key(3), 5)
    text = format_game(record_of(session))
    assert f'[Position "{game.id} rules=' in text
    assert "[Deal" not in text
    assert "[Options" not in text
    assert max(map(len, text.splitlines())) <= WIDTH
    assert parse_game(text) == record_of(session)


def test_a_position_of_another_game_is_refused() -> None:
    clash = format_position(SHIPPED["clash"], truth(example(SHIPPED["clash"])))
    message = refusal(GAME.replace('[Deal "K7QF-2M9X"]', f'[Position "{clash}"]'))
    assert message == "This game is invalid: its position is for Clash."


def test_a_position_file_can_have_either_form(tmp_path: Path) -> None:
    path, state = tmp_path / "position", truth(example(STAGE))
    for text in (format_position(STAGE, state), f"\n {dump_position(STAGE, state)}"):
        path.write_text(text, "utf-8-sig")
        assert read_position_file(path) == (STAGE, state)
    path.write_text(GAME, "utf-8")
    with pytest.raises(BadFile, match=r"^This position is for a game that isn't installed"):
        read_position_file(path)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (POSITION, "", "This position is empty."),
        ("turn=", "x=1 turn=", "This position is invalid: state has an unknown field 'x'."),
        ("exit-stage-right", "whist", "This position is for a game that isn't installed: 'whist'."),
        ("rules=1 ", "", "This position is invalid: rules= is missing after the game."),
        ("notation=2 ", "", "This position is invalid: notation= is missing after the game."),
        ("rules=1", "rules=2", "This position uses version 2 of the rules of Exit Stage Right, but this"),
        ("rules=1", "rules=[1]", "This position uses version a list of the rules of Exit Stage Right, but this"),
        ("notation=2", "notation=3", "This position comes from a newer Cardtable: its notation version is 3, but"),
        ("notation=2", "notation=0", "This position is invalid: its notation version must be a number, not 0."),
        ("turn=", "trun=", "This position is invalid: state.turn is missing."),
        ("turn=", "turn=1 turn=", "This position is invalid: it has 'turn' twice."),
        ("turn=", "turn= turn=", "This position is invalid: there's no value after 'turn='."),
        ("turn=", "turn=x won=[] x=", "This position is invalid: it has 'won' twice."),
        ("stage=[", "stage=", "This position is invalid: a ']' has no opening bracket."),
        ("stage=[", "stage=(", "This position is invalid: a ']' has no opening bracket."),
        ("face_down=[", "face_down=[[", "This position is incomplete: a '[' is never closed."),
        ("won=[", "won=[XYZ ", "This position is invalid: state.won[0] must be a Complete, not 'XYZ'."),
        ("won=[", "won=[? ", "This position is invalid: state.won[0] must be a Complete, not '?'."),
        ("draw_deck=[", "draw_deck=[X", "This position is invalid: state.draw_deck[0] must be a Single, not 'X'."),
        ("draw_deck=[", f"draw_deck=[{'R' * 90_000}", "Red appears more than ten times, but the deck has only four."),
        ("draw_deck=[", "draw_deck=[R", "Red appears five times, but the deck has only four."),
        (" hands=", " hands=() x=", "This position is invalid: state.hands can't be in round brackets."),
        (" hands=", " hands=3 x=", "This position is invalid: state.hands must be a list, not '3'."),
        ("options=(", "options=[", "This position is invalid: a ')' has no opening bracket."),
        ("hand_size=7", "hand_size=-1", "Hand size must be a number from 5 to 9, not -1."),
        ("turn=", f"turn={'9' * 30} x=", "This position has a number with 30 digits; the limit is 20."),
        ("stage=[", "stage=[" + "[" * 30 + "]" * 30, "This position is nested too deeply."),
    ],
)  # fmt: skip
def test_an_invalid_position_is_refused(old: str, new: str, sentence: str) -> None:
    assert old in POSITION
    assert refusal_of_position(POSITION.replace(old, new, 1)).startswith(sentence)


def test_an_incomplete_text_is_refused() -> None:
    for text, parse in ((GAME.rstrip(), parse_game), (POSITION, parse_position)):
        for cut in range(len(text)):
            found: Any = read_or_refused(partial(parse, text[:cut]))
            assert found is None, text[:cut]


# Damaged text


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    """Draw the text with a few letters, words or brackets replaced, doubled or removed."""
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 12)))
        filling = draw(st.sampled_from(STRANGE) | st.text(max_size=3) | st.just(text[start:end] * 2))
        text = text[:start] + filling + text[end:]
    return text


@each_game
@given(data=st.data())
def test_a_damaged_position_is_valid_or_refused(game: AnyGame, data: st.DataObject) -> None:
    text = format_position(game, truth(data.draw(sittings(game))))
    for _ in range(5):
        changed = data.draw(damaged(text))
        found = read_or_refused(lambda changed=changed: parse_position(changed))  # type: ignore[misc]  # a default in a lambda
        assert found is None or parse_position(format_position(*found)) == found


@each_game
@given(data=st.data())
def test_a_damaged_game_is_valid_or_refused(game: AnyGame, data: st.DataObject) -> None:
    text = format_game(record_of(data.draw(sittings(game, 20))))
    for _ in range(5):
        changed = data.draw(damaged(text))
        record = read_or_refused(lambda changed=changed: parse_record(changed))  # type: ignore[misc]  # a default in a lambda
        written = read_or_refused(lambda record=record: format_game(record)) if record else None  # type: ignore[misc]  # a default in a lambda
        assert written is None or format_game(parse_game(written)) == written


@given(st.text(max_size=200))
def test_random_text_is_refused(text: str) -> None:
    assert read_or_refused(lambda: parse_game(text)) is None
    assert read_or_refused(lambda: parse_position(text)) is None
    assert read_or_refused(lambda: parse_record("[" + text)) is None


HEAD = GAME.partition("[Deal")[0]
HOSTILE = {
    "spaces": " " * MAX_SIZE,
    "brackets": "[" * MAX_SIZE,
    "too long": "x" * (MAX_SIZE + 1),
    "open tag": '[Game "' + "x" * 999_000,
    "backslashes": '[Game "' + "\\" * 999_001,
    "seats": GAME.replace("[Deal", '[Seat "x"]' * 90_000 + "[Deal"),
    "tags": '[A "x"]' * 140_000,
    "options": HEAD + '[Options "' + "[] " * 300_000 + '"]' + GAME.partition("\n[Undone")[2],
    "options deep": GAME.replace("[Deal", '[Options "hand_size=' + "[" * 90_000 + '"]\n[Deal'),
    "braces": GAME.replace("1. ", "{" * 900_000),
    "actions": GAME.replace(" *", " ".join(f" {number}. x" for number in range(9, 90_000)) + " *"),
    "numbers": GAME.replace(" *", " 9." * 300_000 + " *"),
    "surrogate": GAME.replace(" *", " \ud800 *"),
    "long number": GAME.replace('[Rules "1"]', f'[Rules "{"1" * 900_000}"]'),
}
HOSTILE_POSITIONS = {
    "spaces": " " * MAX_SIZE,
    "brackets": f"exit-stage-right {'[' * MAX_LENGTH}",
    "pairs": f"exit-stage-right rules=1 notation=1 won=[{'[] ' * 30_000}]",
    "cards": f"exit-stage-right rules=1 notation=1 won=[{'HRC ' * 24_000}]",
    "run": f"exit-stage-right rules=1 notation=1 draw_deck=[{'R' * 90_000}]",
    "full stage": re.sub(r"won=\[", f"won=[{'HRC ' * 24_000}", POSITION),
    "words": f"exit-stage-right {'x' * 99_000}",
    "names": f"exit-stage-right {'x=1 ' * 24_000}",
    "different names": "exit-stage-right " + " ".join(f"{'x' * n}=1" for n in range(1, 400)),
    "too long": f"exit-stage-right {'x' * MAX_SIZE}",
    "surrogate": "exit-stage-right \ud800=1",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_game_is_refused_at_once(name: str) -> None:
    assert read_or_refused(lambda: parse_game(HOSTILE[name])) is None


def test_many_comments_are_skipped_at_once() -> None:
    text = GAME.replace("1. ", "1. " + "{}" * 400_000)
    assert read_or_refused(lambda: parse_game(text)) == PLAYED


@pytest.mark.parametrize("name", HOSTILE_POSITIONS)
def test_a_hostile_position_is_refused_at_once(name: str) -> None:
    assert read_or_refused(lambda: parse_position(HOSTILE_POSITIONS[name])) is None
