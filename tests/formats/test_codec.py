from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, NewType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.cards import FACE_DOWN, FALSE, TRUE, Back, Card, Chard, Complete, Single, TFCard, TriCard
from cardtable.engine.chance import Key
from cardtable.engine.game import AnyGame
from cardtable.engine.zones import Place
from cardtable.formats.codec import dump, load
from cardtable.formats.strict_json import BadFile
from cardtable.games import GAMES
from tests.engine.walks import each_game
from tests.table.mutations import check_sentence
from tests.table.sittings import sittings, truth

RED, HRC = Single("red"), Complete("hollow-red-circle")
Steps = NewType("Steps", int)


class Pair(NamedTuple):
    single: Single
    complete: Complete | None


@dataclass(frozen=True, slots=True)
class Move:
    direction: Literal["north", "south"]
    steps: Steps = Steps(1)


@dataclass(frozen=True, slots=True)
class House:
    cost: int


@dataclass(frozen=True, slots=True)
class Leap:
    """A type with the same fields as a Move."""

    steps: int
    direction: str


class Script(NamedTuple):
    acts: tuple[Move | House, ...]
    target: Literal["drawn"] | int


@dataclass(frozen=True)
class Even:
    number: int

    def __post_init__(self) -> None:
        if self.number % 2:
            raise ValueError(f"{self.number} is odd.")


SAMPLES: list[tuple[Any, Any, Any]] = [
    (int, 7, 7),
    (bool, True, True),
    (str, "é[/]", "é[/]"),
    (Key, Key(2**64 - 1), 2**64 - 1),
    (int | None, None, None),
    (Literal["a", "b"], "b", "b"),
    (Literal[1, 2], 2, 2),
    (Single, RED, "red"),
    (TFCard, TRUE, "true"),
    (Single | Complete | TFCard, HRC, "hollow-red-circle"),
    (Single | TFCard | None, FALSE, "false"),
    (Literal["any"] | Single, RED, "red"),
    (Literal["any"] | Single, "any", "any"),
    (tuple[Chard, ...], (Chard("red"), Chard("circle")), ["red", "circle"]),
    (tuple[Single, ...] | None, (), []),
    (tuple[int, bool], (1, True), [1, True]),
    (tuple[tuple[TriCard | None, ...], ...], ((None, TriCard("hollow-red-circle")),), [[None, "hollow-red-circle"]]),
    (Pair, Pair(RED, None), {"single": "red", "complete": None}),
    (Place, Place("hand", 1), {"zone": "hand", "row": 1, "column": 0}),
    (Move, Move("north"), {"direction": "north", "steps": 1}),
    (Script, Script((House(4), Move("south", Steps(2))), "drawn"),
     {"acts": [{"cost": 4}, {"direction": "south", "steps": 2}], "target": "drawn"}),
    (Script, Script((), 3), {"acts": [], "target": 3}),
    (Single | tuple[Single, ...] | bool, (RED,), ["red"]),
    (Even, Even(2), {"number": 2}),
]  # fmt: skip


@pytest.mark.parametrize(("hint", "value", "data"), SAMPLES)
def test_a_value_is_unchanged_by_dump_and_load(hint: Any, value: Any, data: Any) -> None:
    assert dump(value) == data
    again = load(hint, json.loads(json.dumps(data)), "position", "state")
    assert again == value
    assert type(again) is type(value)


def test_each_kind_of_card_is_loaded_as_itself() -> None:
    assert load(Single, "red", "position", "state") is Single("red")
    assert load(Chard, "red", "position", "state") is Chard("red")


@pytest.mark.parametrize(
    ("hint", "data", "fault"),
    [
        (int, True, "state must be a whole number, not true"),
        (int, "1", "state must be a whole number, not '1'"),
        (int, 2**64, "state must be a whole number, not 18446744073709551616"),
        (int | None, [], "state must be a whole number, not a list"),
        (bool, 1, "state must be true or false, not 1"),
        (bool, "yes", "state must be true or false, not 'yes'"),
        (str, 3, "state must be a string, not 3"),
        (Literal["a", "b"], "c\x1b", "state must be 'a' or 'b', not 'c'"),
        (Literal[1, 2], True, "state must be 1 or 2, not true"),
        (Single, "Red", "state must be a Single, not 'Red'"),
        (Single, "face-down", "state must be a Single, not 'face-down'"),
        (Single, None, "state must be a Single, not null"),
        (Single | Complete, "true", "state must be a Single or a Complete, not 'true'"),
        (tuple[int, ...], {}, "state must be a list, not an object"),
        (tuple[int, ...], "12", "state must be a list, not '12'"),
        (tuple[int, ...], [0, None, None], "state[1] must be a whole number, not null"),
        (tuple[int, bool], [0], "state[1] is missing"),
        (tuple[int, bool], [0, True, 2], "state has more than 2 items"),
        (Pair, ["red", None], "state must be an object, not a list"),
        (Pair, {"single": "red"}, "state.complete is missing"),
        (Place, {"zone": "", "row": 1, "column": 1, "[]\n": 1}, "state has an unknown field '[]'"),
        (Pair, {"single": "red", "complete": "red"}, "state.complete must be a Complete, not 'red'"),
        (Move, {"direction": "north"}, "state.steps is missing"),
        (Script, {"acts": [{"cost": "4"}], "target": 1}, "state.acts[0].cost must be a whole number, not '4'"),
        (Script, {"acts": [{"cost": 4, "x": 1}], "target": 1}, "state.acts[0] can't be an object"),
        (Script, {"acts": [], "target": None}, "state.target can't be null"),
        (Script, {"acts": [], "target": "x"}, "state.target must be 'drawn', not 'x'"),
        (Even, {"number": 3}, "state is invalid: 3 is odd"),
    ],
)  # fmt: skip
def test_invalid_data_is_refused(hint: Any, data: Any, fault: str) -> None:
    with pytest.raises(BadFile) as refused:
        load(hint, data, "position", "state")
    assert str(refused.value) == f"This position is invalid: {fault}."
    check_sentence(str(refused.value))


@pytest.mark.parametrize(
    "hint",
    [
        float, Any, object, list[int], dict[str, int], Card, Back,
        Single | Chard, Complete | TriCard, Literal["red"] | Single, str | Single, bool | Literal["a", 1],
        tuple[int, ...] | tuple[bool, ...], Literal[1, 2] | Steps, Move | tuple[House, ...] | Leap,
    ],
)  # fmt: skip
def test_an_ambiguous_type_is_refused(hint: Any) -> None:
    with pytest.raises(TypeError):
        load(hint, 0, "position", "state")


@pytest.mark.parametrize("value", [FACE_DOWN, (RED, FACE_DOWN), Pair(RED, FACE_DOWN)])  # type: ignore[arg-type]  # wrong on purpose
def test_a_face_down_card_is_not_dumped(value: Any) -> None:
    with pytest.raises(ValueError, match="face-down"):
        dump(value)


@pytest.mark.parametrize("value", [1.5, [1], {1: 2}, object(), {1}])
def test_only_values_of_the_engine_are_dumped(value: Any) -> None:
    with pytest.raises(TypeError):
        dump(value)


@each_game
@given(data=st.data())
def test_every_state_is_unchanged_by_dump_and_load(game: AnyGame, data: st.DataObject) -> None:
    state = truth(data.draw(sittings(game)))
    assert load(game.state, json.loads(json.dumps(dump(state))), "position", "state") == state


@each_game
def test_the_options_of_every_game_are_unchanged_by_dump_and_load(game: AnyGame) -> None:
    for options in (game.options(), *(preset.options for preset in game.presets)):
        assert load(game.options, json.loads(json.dumps(dump(options))), "record", "options") == options


def test_a_view_is_not_dumped() -> None:
    game = GAMES["exit-stage-right"]
    state = game.setup(game.resolve_defaults(game.options(), 2), 2, Key(1)).state
    with pytest.raises(ValueError, match="face-down"):
        dump(game.view(state, 0))
