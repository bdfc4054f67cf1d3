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
from cardtable.formats.position import cards_of, dump_position, faults_of_box, load_position
from cardtable.formats.strict_json import BadFile
from cardtable.games import GAMES
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
    """Of the position whose state was changed so."""
    fields = json.loads(TEXT)
    change(fields["state"])
    return refusal(json.dumps(fields))


def refusal_with(**fields: Any) -> str:
    return refusal(json.dumps({**json.loads(TEXT), **fields}))


@each_game
@settings(max_examples=max(4, settings().max_examples // 4))
@given(data=st.data(), key=KEYS, luck=KEYS)
def test_every_state_is_read_as_it_was_written(game: AnyGame, data: st.DataObject, key: Key, luck: Key) -> None:
    seats = data.draw(st.sampled_from(game.seats))
    options = data.draw(st.sampled_from(tables(game, seats)))
    state = start(game, options, seats, key).state
    for before, _, step in islice(turns(game, state, luck), LONGEST):
        assert load_position(dump_position(game, before)) == (game, before)
        state = step.state
    assert load_position(dump_position(game, state)) == (game, state)


def test_a_position_reads_well() -> None:
    lines = TEXT.splitlines()
    assert lines[1:3] == ['  "format": "cardtable-position",', '  "version": 2,']
    assert lines[3:6] == ['  "game": "exit-stage-right",', '  "rules": 1,', '  "state": {']
    assert [line.split(":")[0].strip() for line in lines[6:-2]] == [f'"{name}"' for name in DEALT._fields]
    assert all(line.startswith(f'    "{name}"') for line, name in zip(lines[6:-2], DEALT._fields, strict=True))


def test_a_view_is_not_written() -> None:
    with pytest.raises(ValueError, match="face down"):
        dump_position(STAGE, STAGE.view(DEALT, 0))


def test_what_a_position_must_say_first() -> None:
    assert refusal("[]") == "This is no position of cardtable."
    assert refusal_with(format="x") == "This is no position of cardtable: its format is 'x'."
    assert refusal_with(version=3) == "This position was made by a newer cardtable: format 3, this one reads 2."
    assert refusal_with(rules=9) == (
        "This position was made by rules 9 of Exit Stage Right, and this cardtable plays by rules 1."
    )
    assert refusal_with(game="whist") == "This position is of a game that this cardtable does not know: 'whist'."
    assert refusal_with(state=[]) == "In this position, state is a list, not an object."
    assert refusal_with(note="x") == "This position has a field 'note', which does not belong there."


def test_a_state_is_of_its_type() -> None:
    assert refusal_of(lambda state: state.pop("won")) == "In this position, state.won is missing."
    assert refusal_of(lambda state: state["stage"].pop()) == "In this position, state.stage[2] is missing."
    assert refusal_of(lambda state: state.update(turn="")) == "In this position, state.turn is '', not a whole number."
    assert refusal_of(lambda state: state["hands"][1].append("hollow-red-circle")) == (
        "In this position, state.hands[1][7] is 'hollow-red-circle', not a Single."
    )
    assert refusal_of(lambda state: state["draw_deck"].append("face-down")) == (
        f"In this position, state.draw_deck[{len(DEALT.draw_deck)}] is 'face-down', not a Single."
    )


def test_every_card_lies_there_as_often_as_the_box_holds_it() -> None:
    top, single = DEALT.complete_deck[0], DEALT.draw_deck[0]
    assert refusal_of(lambda state: state["won"].append(top.text)) == f"{top} lies twice."
    assert refusal_of(lambda state: state["won"].extend([top.text] * 2)) == f"{top} lies three times."
    assert refusal_of(lambda state: state["complete_deck"].pop(0)) == f"One {top} is missing."
    assert refusal_of(lambda state: state["draw_deck"].pop(0)) == f"One {single} is missing."
    assert refusal_of(lambda state: state["draw_deck"].append(single.text)) == (
        f"Five {single} lie there, and the box holds four."
    )
    assert refusal_of(lambda state: state.update(draw_deck=[], complete_deck=[])).endswith(" missing.")


def test_a_card_of_another_game_does_not_belong_there() -> None:
    strange = DEALT._replace(won=(FACE_DOWN, Single("red")))
    assert sorted(faults_of_box(STAGE, strange)) == [
        "Face-down is not among the cards of this game.",
        "Five Red lie there, and the box holds four.",
    ]


def test_several_missing_cards_are_counted() -> None:
    def less_red(cards: tuple[Single, ...]) -> tuple[Single, ...]:
        return tuple(card for card in cards if card is not Single("red"))

    state = DEALT._replace(hands=tuple(map(less_red, DEALT.hands)), draw_deck=less_red(DEALT.draw_deck))
    assert list(faults_of_box(STAGE, state)) == ["Four Red are missing."]


def test_then_the_game_has_its_say() -> None:
    assert refusal_of(lambda state: state.update(turn=2)) == "The player whose turn it is has no Single (ES-8)."
    assert "order of the deck" in refusal_of(lambda state: state["hands"][0].reverse())


@each_game
@given(data=st.data())
def test_the_cards_of_a_state_are_those_of_the_box(game: AnyGame, data: st.DataObject) -> None:
    state = truth(data.draw(sittings(game)))
    assert Counter(cards_of(game, state)) == Counter(game.box(state))


@each_game
@given(data=st.data())
def test_a_changed_position_is_sound_or_refused(game: AnyGame, data: st.DataObject) -> None:
    fields = json.loads(dump_position(game, truth(data.draw(sittings(game)))))
    for _ in range(5):
        text = json.dumps(data.draw(mutated(fields)))
        check_sound(read_or_refused(lambda text=text: load_position(text)), Key(1))  # type: ignore[misc]


def check_sound(found: tuple[AnyGame, Any] | None, luck: Key) -> None:
    """A position that was read is written as it was read, and can be played on."""
    if found is None:
        return
    game, state = found
    assert load_position(dump_position(game, state)) == found
    assert not game.validate_state(state)
    for before, action, step in islice(turns(game, state, luck), LONGEST):
        assert game.explain(before, action)
        assert game.turn(before) is not None
        state = step.state
    assert (game.outcome(state) is not None) == (game.turn(state) is None) == (not game.legal(state))


def test_each_beginning_of_a_position_is_refused() -> None:
    text = TEXT.rstrip()
    for cut in range(len(text)):
        assert read_or_refused(lambda cut=cut: load_position(text[:cut])) is None  # type: ignore[misc]


@given(st.integers(0, len(TEXT) - 1), st.characters(codec="utf-8"))
def test_a_position_with_a_wrong_letter_is_sound_or_refused(at: int, letter: str) -> None:
    text = TEXT[:at] + letter + TEXT[at + 1 :]
    check_sound(read_or_refused(lambda: load_position(text)), Key(1))


def test_deep_nesting_where_a_state_should_be() -> None:
    deep = TEXT[: TEXT.index('"state"')] + '"state": ' + "[" * 400 + "]" * 400 + "}"
    assert refusal(deep) == "In this position, state is a list, not an object."
