"""The settings, rewards and texts of environments, which need neither PettingZoo nor OpenSpiel."""

from __future__ import annotations

import os
import pickle
import re
import sys
from collections.abc import Callable
from copy import deepcopy
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import cardtable
from cardtable.engine.chance import ALPHABET, DealCode, Key
from cardtable.engine.game import BadOptions, Outcome
from cardtable.engine.games import SHIPPED
from cardtable.formats.options import fields_of
from cardtable.formats.strict_json import BadFile
from cardtable.lab.environments.missing import MissingLibrary, require
from cardtable.lab.environments.settings import RewardKind, find_game, make_settings, rewards
from cardtable.lab.environments.spiel_game import Position, parameters_of, settings_of
from cardtable.lab.environments.text import screen_text, view_text
from tests.engine.walks import fixed_walks, tables
from tests.environments.layouts import PAGE, redraw
from tests.test_layers import loaded_packages

WRITE = os.environ.get("CARDTABLE_WRITE_GOLDENS") == "1"
each_game = pytest.mark.parametrize("game", SHIPPED.values(), ids=SHIPPED.keys())
DEAL = [ALPHABET.index(symbol) for symbol in str(DealCode(7)).replace("-", "")]


# The page
def test_the_page_has_the_layout_of_every_game() -> None:
    redrawn = redraw(PAGE.read_text("utf-8"))
    if WRITE:
        PAGE.write_text(redrawn, "utf-8")
    assert PAGE.read_text("utf-8") == redrawn, "CARDTABLE_WRITE_GOLDENS=1 rewrites the tables"


# Libraries
@pytest.mark.parametrize(
    ("library", "message"),
    [
        ("pettingzoo", "PettingZoo isn't installed; `pip install 'cardtable[rl]'` installs it."),
        ("pyspiel", "OpenSpiel isn't installed; `pip install 'cardtable[openspiel]'` installs it."),
    ],
)
def test_a_missing_library_is_one_sentence(library: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.delitem(sys.modules, "cardtable.lab.environments.spiel", raising=False)
    use: dict[str, Callable[[], object]] = {
        "pettingzoo": lambda: cardtable.env("clash"),
        "pyspiel": lambda: import_module("cardtable.lab.environments.spiel"),
    }
    with pytest.raises(MissingLibrary) as missing:
        use[library]()
    assert str(missing.value) == message
    assert isinstance(missing.value, ImportError)


def test_a_library_without_a_wheel_for_this_computer_is_not_recommended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.setattr("sys.platform", "darwin")
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    with pytest.raises(MissingLibrary, match="OpenSpiel isn't installed; it has no wheel for Macs with Intel"):
        require("pyspiel", "OpenSpiel", "openspiel")


def test_no_library_is_imported_before_it_is_needed() -> None:
    assert not loaded_packages("cardtable") & {"numpy", "gymnasium", "pettingzoo", "pyspiel", "pydantic"}
    assert not loaded_packages("cardtable.lab.environments.make") & {"numpy", "gymnasium", "pettingzoo", "pyspiel"}


# Settings
def test_by_default_as_few_play_as_possible_but_at_least_two() -> None:
    assert {game.id: make_settings(game, None, None).seats for game in SHIPPED.values()} == {
        "exit-stage-right": 2, "tradewinds": 4, "rummy-like": 3, "wind-city": 2, "clash": 2,
    }  # fmt: skip


@each_game
def test_options_are_the_games_own_or_a_mapping(game: Any) -> None:
    for options in tables(game, game.seats[0]):
        values = {name: getattr(options, name) for name in options.__dataclass_fields__}
        for given in (options, values):
            assert make_settings(game, game.seats[0], given).options == options
        texts = {each.name: each.text_for(values[each.name]) for each in fields_of(game)}
        typed = {name: text for name, text in texts.items() if text}
        assert make_settings(game, game.seats[0], values | typed).options == options
    assert make_settings(game, None, {}).options == make_settings(game, None, None).options


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"seats": 3}, "Clash is for 2 players, not 3."),
        ({"seats": "2"}, "The number of seats must be a whole number, not '2'."),
        ({"options": {"target": 2.5}}, "Clash can't have the value 2.5 for the option 'target'."),
        ({"options": {"target": 101}}, "Target must be a number from 0 to 100, not 101."),
        ({"options": {"targte": 5}}, "Clash has no option 'targte'; it has target and first."),
        ({"options": "target=5"}, "The options of Clash must be a mapping, such as {'first': 1}."),
        ({"options": {"target": "five"}}, "target must be a number from 0 to 100 or default, not 'five'."),
        ({"rewards": "coins"}, "Rewards must be 'points' or 'win', not 'coins'."),
        ({"max_moves": 0}, "A game must be allowed at least 1 move, not 0."),
        ({"opponents": {2: "easy"}}, "Opponents sit at some of the seats 0 to 1, but not at all of them."),
        ({"opponents": {0: "easy", 1: "easy"}}, "Opponents sit at some of the seats 0 to 1, but not at all of them."),
        ({"opponents": {1: "program cat"}}, "A program can't be an opponent in an environment."),
    ],
)
def test_settings_that_are_not_valid_are_refused_with_a_sentence(settings: Any, message: str) -> None:
    with pytest.raises((BadOptions, BadFile, ValueError)) as refusal:
        make_settings(SHIPPED["clash"], **{"seats": None, "options": None, **settings})
    assert re.fullmatch(message.replace("(", r"\("), str(refusal.value)) or str(refusal.value) == message


def test_whole_numbers_may_be_those_of_numpy() -> None:
    seats: Any = np.int64(2)
    settings = make_settings(SHIPPED["clash"], seats, {"target": np.int64(5)})
    assert settings == make_settings(SHIPPED["clash"], 2, {"target": 5})
    assert type(settings.options.target) is int


def test_a_game_that_does_not_exist_is_refused_with_a_suggestion() -> None:
    with pytest.raises(ValueError, match=r"There is no game called 'clsh'; did you mean clash\?"):
        find_game("clsh")


@each_game
def test_parameters_set_every_option_by_its_own_type(game: Any) -> None:
    """The defaults are the game's, and any option can be set to the values that can be typed."""
    assert settings_of(game, {}) == make_settings(game, None, None)
    for name, value in parameters_of(game).items():
        if isinstance(value, str) and name != "rewards":
            assert settings_of(game, {name: value}) == make_settings(game, None, None)
    if "first" in parameters_of(game) and game.id != "tradewinds":
        assert settings_of(game, {"first": 2}).options.first == 2


# Rewards
def outcome(*points: int, winners: tuple[int, ...] = (), together: bool = False, margin: int = 0) -> Outcome:
    return Outcome(points, winners, together, margin, "", "")


@pytest.mark.parametrize(
    ("result", "kind", "expected"),
    [
        (outcome(10, 4, winners=(0,)), "points", (6, -6)),
        (outcome(10, 4, winners=(0,)), "win", (1, -1)),
        (outcome(6, 3, 0, winners=(0,)), "points", (4.5, 0, -4.5)),
        (outcome(6, 3, 0, winners=(1,)), "win", (-0.5, 1, -0.5)),
        (outcome(5, 5, winners=()), "win", (0, 0)),
        (outcome(2, 3, winners=(0, 1), together=True, margin=5), "points", (5, 5)),
        (outcome(2, -9, together=True, margin=-7), "points", (-7, -7)),
        (outcome(2, -9, together=True, margin=-7), "win", (-1, -1)),
    ],
)
def test_rewards(result: Outcome, kind: RewardKind, expected: tuple[float, ...]) -> None:
    assert rewards(result, kind) == expected


# Texts and positions
@each_game
def test_texts_show_what_a_seat_sees_and_nothing_else(game: Any) -> None:
    for played in fixed_walks(game, game.seats[-1], 2):
        for at, turn in enumerate(played.turns[::17]):
            for viewer in turn.viewers:
                text = view_text(game, turn.before, viewer)
                other = game.determinize(turn.before, viewer, Key(at))
                assert view_text(game, other, viewer) == text
                screen = screen_text(game, turn.before, turn.step.events, viewer)
                assert screen == screen_text(game, other, turn.step.events, viewer)
                assert ("can choose: " in screen) == (viewer == turn.actor)


@each_game
def test_a_resampled_position_looks_the_same_to_its_player_and_tells_the_others_nothing(game: Any) -> None:
    settings = make_settings(game, None, None)
    position = Position()
    for symbol in DEAL:
        assert position.information(settings, 0) == ""
        position = position.draw(settings, symbol)
    assert position.state == game.setup(settings.options, settings.seats, DealCode(7).key()).state
    while not position.is_over(settings) and len(position.log) < 30:
        seat = game.turn(position.state)
        for viewer in range(settings.seats):
            sample = position.resample(settings, viewer, Key(len(position.log)))
            assert sample.information(settings, viewer) == position.information(settings, viewer)
            assert all(entry.as_seen_by(viewer) == entry for entry in sample.log)
            again = sample.resample(settings, viewer, Key(len(position.log)))
            assert again == sample, "a sample has nothing that its player doesn't know"
        legal = game.legal(position.state)
        position = position.play(settings, legal[len(position.log) % len(legal)])
        assert f"> {position.log[-1].action}" in position.information(settings, seat)
        saved = pickle.dumps(position)
        assert pickle.loads(saved) == position
        position.information(settings, seat)
        assert pickle.dumps(position) == saved
        assert deepcopy(position) is position


def test_a_position_is_over_after_the_most_moves() -> None:
    game = SHIPPED["clash"]
    settings = make_settings(game, None, None, "points", 2)
    position = Position()
    for symbol in DEAL:
        position = position.draw(settings, symbol)
    for _ in range(2):
        assert not position.is_over(settings)
        position = position.play(settings, game.legal(position.state)[0])
    assert position.is_over(settings)
    assert position.returns(settings) == (0, 0)
