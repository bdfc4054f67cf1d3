from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, NewType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.cards import FACE_DOWN, FALSE, TRUE, Back, Card, Chard, Complete, Single, TFCard, TriCard
from cardtable.engine.chance import Key
from cardtable.engine.game import AnyGame, Place
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
    """Has the same fields as a Move."""

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
def test_a_value_is_written_and_read_again(hint: Any, value: Any, data: Any) -> None:
    assert dump(value) == data
    again = load(hint, json.loads(json.dumps(data)), "position", "state")
    assert again == value
    assert type(again) is type(value)


def test_kinds_of_card_stay_apart() -> None:
    assert load(Single, "red", "position", "state") is Single("red")
    assert load(Chard, "red", "position", "state") is Chard("red")


@pytest.mark.parametrize(
    ("hint", "data", "fault"),
    [
        (int, True, "state is true, not a whole number"),
        (int, "1", "state is '1', not a whole number"),
        (int, 2**64, "state is 18446744073709551616, not a whole number"),
        (int | None, [], "state is a list, not a whole number"),
        (bool, 1, "state is 1, not true or false"),
        (bool, "yes", "state is 'yes', not true or false"),
        (str, 3, "state is 3, not a text"),
        (Literal["a", "b"], "c\x1b", "state is 'c', not 'a' or 'b'"),
        (Literal[1, 2], True, "state is true, not 1 or 2"),
        (Single, "Red", "state is 'Red', not a Single"),
        (Single, "face-down", "state is 'face-down', not a Single"),
        (Single, None, "state is null, not a Single"),
        (Single | Complete, "true", "state is 'true', not a Single or a Complete"),
        (tuple[int, ...], {}, "state is an object, not a list"),
        (tuple[int, ...], "12", "state is '12', not a list"),
        (tuple[int, ...], [0, None, None], "state[1] is null, not a whole number"),
        (tuple[int, bool], [0], "state[1] is missing"),
        (tuple[int, bool], [0, True, 2], "state holds more than 2 items"),
        (Pair, ["red", None], "state is a list, not an object"),
        (Pair, {"single": "red"}, "state.complete is missing"),
        (Place, {"zone": "", "row": 1, "column": 1, "[]\n": 1}, "state has a field '[]', which does not belong there"),
        (Pair, {"single": "red", "complete": "red"}, "state.complete is 'red', not a Complete"),
        (Move, {"direction": "north"}, "state.steps is missing"),
        (Script, {"acts": [{"cost": "4"}], "target": 1}, "state.acts[0].cost is '4', not a whole number"),
        (Script, {"acts": [{"cost": 4, "x": 1}], "target": 1}, "state.acts[0] is an object, which does not fit"),
        (Script, {"acts": [], "target": None}, "state.target is null, which does not fit"),
        (Script, {"acts": [], "target": "x"}, "state.target is 'x', not 'drawn'"),
        (Even, {"number": 3}, "state is wrong: 3 is odd"),
    ],
)  # fmt: skip
def test_what_is_refused(hint: Any, data: Any, fault: str) -> None:
    with pytest.raises(BadFile) as refused:
        load(hint, data, "position", "state")
    assert str(refused.value) == f"In this position, {fault}."
    check_sentence(str(refused.value))


@pytest.mark.parametrize(
    "hint",
    [
        float, Any, object, list[int], dict[str, int], Card, Back,
        Single | Chard, Complete | TriCard, Literal["red"] | Single, str | Single, bool | Literal["a", 1],
        tuple[int, ...] | tuple[bool, ...], Literal[1, 2] | Steps, Move | tuple[House, ...] | Leap,
    ],
)  # fmt: skip
def test_a_type_that_json_could_not_tell_is_refused(hint: Any) -> None:
    with pytest.raises(TypeError):
        load(hint, 0, "position", "state")


@pytest.mark.parametrize("value", [FACE_DOWN, (RED, FACE_DOWN), Pair(RED, FACE_DOWN)])  # type: ignore[arg-type]
def test_a_back_is_not_written(value: Any) -> None:
    with pytest.raises(ValueError, match="face down"):
        dump(value)


@pytest.mark.parametrize("value", [1.5, [1], {1: 2}, object(), {1}])
def test_only_values_of_the_engine_are_written(value: Any) -> None:
    with pytest.raises(TypeError):
        dump(value)


@each_game
@given(data=st.data())
def test_every_state_is_written_and_read_again(game: AnyGame, data: st.DataObject) -> None:
    state = truth(data.draw(sittings(game)))
    assert load(game.state, json.loads(json.dumps(dump(state))), "position", "state") == state


@each_game
def test_the_options_of_every_game_are_written_and_read_again(game: AnyGame) -> None:
    for options in (game.options(), *(preset.options for preset in game.presets)):
        assert load(game.options, json.loads(json.dumps(dump(options))), "record", "options") == options


def test_a_view_is_not_written() -> None:
    game = GAMES["exit-stage-right"]
    state = game.setup(game.resolve_defaults(game.options(), 2), 2, Key(1)).state
    with pytest.raises(ValueError, match="face down"):
        dump(game.view(state, 0))
