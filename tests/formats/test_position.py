from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtable.engine.cards import FACE_DOWN, Single
from cardtable.engine.chance import Key
from cardtable.engine.game import AnyGame, start
from cardtable.engine.walk import turns
from cardtable.formats.position import card_faults, cards_in_state, dump_position, load_position
from cardtable.formats.strict_json import BadFile
from cardtable.games import GAMES
from tests.builders import explain
from tests.engine.walks import KEYS, each_game, tables
from tests.table.mutations import check_sentence, mutated, read_or_refused
from tests.table.sittings import LONGEST, sittings, truth

STAGE = GAMES["exit-stage-right"]
DEALT = start(STAGE, STAGE.options(), 2, Key(7)).state
TEXT = dump_position(STAGE, DEALT)


def refusal(text: str) -> str:
    with pytest.raises(BadFile) as refused:
        load_position(text)
    check_sentence(str(refused.value))
    return str(refused.value)


def refusal_of(change: Callable[[Any], Any]) -> str:
    """Return the message for a position whose state has been changed."""
    fields = json.loads(TEXT)
    change(fields["state"])
    return refusal(json.dumps(fields))


def refusal_with(**fields: Any) -> str:
    return refusal(json.dumps({**json.loads(TEXT), **fields}))


@each_game
@settings(max_examples=max(4, settings().max_examples // 4))
@given(data=st.data(), key=KEYS, luck=KEYS)
def test_every_state_is_unchanged_by_dump_and_load(game: AnyGame, data: st.DataObject, key: Key, luck: Key) -> None:
    seats = data.draw(st.sampled_from(game.seats))
    options = data.draw(st.sampled_from(tables(game, seats)))
    state = start(game, options, seats, key).state
    for before, _, step in islice(turns(game, state, luck), LONGEST):
        assert load_position(dump_position(game, before)) == (game, before)
        state = step.state
    assert load_position(dump_position(game, state)) == (game, state)


def test_a_position_has_one_field_on_each_line() -> None:
    lines = TEXT.splitlines()
    assert lines[1:3] == ['  "format": "cardtable-position",', '  "version": 2,']
    assert lines[3:6] == ['  "game": "exit-stage-right",', '  "rules": 1,', '  "state": {']
    assert [line.split(":")[0].strip() for line in lines[6:-2]] == [f'"{name}"' for name in DEALT._fields]
    assert all(line.startswith(f'    "{name}"') for line, name in zip(lines[6:-2], DEALT._fields, strict=True))


def test_a_view_is_not_dumped() -> None:
    with pytest.raises(ValueError, match="face-down"):
        dump_position(STAGE, STAGE.view(DEALT, 0))


def test_the_header_of_a_position_is_checked() -> None:
    assert refusal("[]") == "This isn't a Cardtable position."
    assert refusal_with(format="x") == "This isn't a Cardtable position: its format is 'x'."
    assert refusal_with(version=3) == (
        "This position comes from a newer Cardtable: its version is 3, but this Cardtable reads only up to 2. "
        "Update Cardtable to open it."
    )
    assert refusal_with(rules=9) == (
        "This position uses version 9 of the rules of Exit Stage Right, but this Cardtable has version 1."
    )
    assert refusal_with(game="whist") == "This position is for a game that isn't installed: 'whist'."
    assert refusal_with(state=[]) == "This position is invalid: state must be an object, not a list."
    assert refusal_with(note="x") == "This position is invalid: it has an unknown field 'note'."


def test_the_types_of_a_state_are_checked() -> None:
    assert refusal_of(lambda state: state.pop("won")) == "This position is invalid: state.won is missing."
    assert refusal_of(lambda state: state["stage"].pop()) == "This position is invalid: state.stage[2] is missing."
    assert (
        refusal_of(lambda state: state.update(turn=""))
        == "This position is invalid: state.turn must be a whole number, not ''."
    )
    assert refusal_of(lambda state: state["hands"][1].append("hollow-red-circle")) == (
        "This position is invalid: state.hands[1][7] must be a Single, not 'hollow-red-circle'."
    )
    assert refusal_of(lambda state: state["draw_deck"].append("face-down")) == (
        f"This position is invalid: state.draw_deck[{len(DEALT.draw_deck)}] must be a Single, not 'face-down'."
    )


def test_every_card_must_occur_as_often_as_in_the_deck() -> None:
    top, single = DEALT.complete_deck[0], DEALT.draw_deck[0]
    assert refusal_of(lambda state: state["won"].append(top.text)) == f"{top} appears twice, but the deck has only one."
    assert refusal_of(lambda state: state["won"].extend([top.text] * 2)) == (
        f"{top} appears three times, but the deck has only one."
    )
    assert refusal_of(lambda state: state["complete_deck"].pop(0)) == f"One {top} is missing."
    assert refusal_of(lambda state: state["draw_deck"].pop(0)) == f"One {single} is missing."
    assert refusal_of(lambda state: state["draw_deck"].append(single.text)) == (
        f"{single} appears five times, but the deck has only four."
    )
    assert refusal_of(lambda state: state.update(draw_deck=[], complete_deck=[])).endswith(" missing.")


def test_a_card_of_another_game_is_refused() -> None:
    state = DEALT._replace(won=(FACE_DOWN, Single("red")))
    assert sorted(card_faults(STAGE, state)) == [
        "Face-down isn't one of this game's cards.",
        "Red appears five times, but the deck has only four.",
    ]


def test_several_missing_cards_are_counted() -> None:
    def without_red(cards: tuple[Single, ...]) -> tuple[Single, ...]:
        return tuple(card for card in cards if card is not Single("red"))

    state = DEALT._replace(hands=tuple(map(without_red, DEALT.hands)), draw_deck=without_red(DEALT.draw_deck))
    assert list(card_faults(STAGE, state)) == ["Four Red are missing."]


def test_the_game_validates_the_state() -> None:
    assert refusal_of(lambda state: state.update(turn=2)) == "The player whose turn it is has no Single (ES-8)."
    assert "sorted in deck order" in refusal_of(lambda state: state["hands"][0].reverse())


@each_game
@given(data=st.data())
def test_a_state_has_exactly_the_cards_of_the_deck(game: AnyGame, data: st.DataObject) -> None:
    state = truth(data.draw(sittings(game)))
    assert Counter(cards_in_state(game, state)) == Counter(game.box(state))


@each_game
@given(data=st.data())
def test_a_mutated_position_is_valid_or_refused(game: AnyGame, data: st.DataObject) -> None:
    fields = json.loads(dump_position(game, truth(data.draw(sittings(game)))))
    for _ in range(5):
        text = json.dumps(data.draw(mutated(fields)))
        check_valid(read_or_refused(lambda text=text: load_position(text)), Key(1))  # type: ignore[misc]  # a default in a lambda


def check_valid(found: tuple[AnyGame, Any] | None, luck: Key) -> None:
    """Check that a loaded position is unchanged by dump and load, and can be played to its end."""
    if found is None:
        return
    game, state = found
    assert load_position(dump_position(game, state)) == found
    assert not game.validate_state(state)
    for before, action, step in islice(turns(game, state, luck), LONGEST):
        assert explain(game, before, action)
        assert game.turn(before) is not None
        state = step.state
    assert (game.outcome(state) is not None) == (game.turn(state) is None) == (not game.legal(state))


def test_an_incomplete_position_is_refused() -> None:
    text = TEXT.rstrip()
    for cut in range(len(text)):
        assert read_or_refused(lambda cut=cut: load_position(text[:cut])) is None  # type: ignore[misc]  # a default in a lambda


@given(st.integers(0, len(TEXT) - 1), st.characters(codec="utf-8"))
def test_a_position_with_a_wrong_letter_is_valid_or_refused(at: int, letter: str) -> None:
    text = TEXT[:at] + letter + TEXT[at + 1 :]
    check_valid(read_or_refused(lambda: load_position(text)), Key(1))


def test_a_deeply_nested_state_is_refused() -> None:
    deep = TEXT[: TEXT.index('"state"')] + '"state": ' + "[" * 400 + "]" * 400 + "}"
    assert refusal(deep) == "This position is invalid: state must be an object, not a list."
