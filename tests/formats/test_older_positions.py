"""Positions of version 1, which lacked the phase of Rummy-like and the ending of Wind City."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, get_args

import pytest

from cardtable.engine.chance import Key
from cardtable.engine.game import AnyGame, start
from cardtable.engine.games import SHIPPED
from cardtable.engine.games.rummy_like.model import Phase
from cardtable.engine.games.wind_city.model import Ending
from cardtable.engine.walk import turns
from cardtable.formats.notation import format_position, parse_position
from cardtable.formats.position import dump_position, load_position
from cardtable.formats.strict_json import BadFile
from tests.games import rummy_like_positions, wind_city_positions

RUMMY, CITY = SHIPPED["rummy-like"], SHIPPED["wind-city"]
ADDED = {RUMMY.id: "phase", CITY.id: "ending"}


def as_version_1_json(game: AnyGame, state: Any) -> str:
    """Return the position in version 1 of the JSON format."""
    fields = json.loads(dump_position(game, state))
    del fields["state"][ADDED[game.id]]
    return json.dumps({**fields, "version": 1})


def as_version_1_line(game: AnyGame, state: Any) -> str:
    """Return the position in version 1 of the line format."""
    line, name = format_position(game, state), ADDED[game.id]
    before, after = line.split(f" {name}=")
    return f"{before} {after.split(maxsplit=1)[1]}".replace("notation=2", "notation=1")


def states(game: AnyGame, seats: int, **options: Any) -> Iterator[Any]:
    """Yield every state of a short game, up to its end."""
    state = start(game, replace(game.options(), **options), seats, Key(3)).state
    yield state
    for _, _, step in turns(game, state, Key(4)):
        yield step.state


def check(game: AnyGame, state: Any) -> None:
    assert load_position(as_version_1_json(game, state)) == (game, state)
    assert parse_position(as_version_1_line(game, state)) == (game, state)


def test_a_version_1_position_of_rummy_like_gets_its_phase() -> None:
    every_state = list(states(RUMMY, 3, target=0))
    assert {state.phase for state in every_state} == set(get_args(Phase))
    for state in every_state[:40] + every_state[-3:]:
        check(RUMMY, state)


def test_a_version_1_position_of_rummy_like_won_at_once_is_over() -> None:
    over = rummy_like_positions.after(rummy_like_positions.before_instant_win(), "send C")
    assert (over.turn, over.phase) == (None, "over")
    check(RUMMY, over)


def over(ending: Ending) -> Any:
    """Return the final state of a game of Wind City with this ending."""
    here = wind_city_positions.state("A9", "C9", active=1)._replace(turn=None, phase="over", card=None, ending=ending)
    if ending == "last-player":
        return here._replace(houses=((), here.houses[1]), coins=(0, 40), out=(0,), discards=(1,))
    if ending == "northern-edge":
        return here._replace(hurricane=None, discards=(1,))
    return here._replace(run_out=3, pile=(), discards=(*here.pile, 1))


@pytest.mark.parametrize("ending", get_args(Ending))
def test_a_version_1_position_of_wind_city_gets_its_ending(ending: Ending) -> None:
    state = over(ending)
    check(CITY, state)
    assert parse_position(format_position(CITY, state)) == (CITY, state), "an ending must be a single word"


def test_a_version_1_position_of_an_unfinished_wind_city_has_no_ending() -> None:
    for state in list(states(CITY, 2, piles=1))[:60]:
        check(CITY, state)


@pytest.mark.parametrize("game", [RUMMY, CITY], ids=ADDED)
def test_a_version_1_position_cannot_have_a_later_field(game: AnyGame) -> None:
    fields = json.loads(dump_position(game, next(states(game, 3))))
    with pytest.raises(BadFile, match=f"state has an unknown field '{ADDED[game.id]}'"):
        load_position(json.dumps({**fields, "version": 1}))


@pytest.mark.parametrize("data", [None, [], "draw", {}, {"turn": []}])
@pytest.mark.parametrize("game", [RUMMY, CITY], ids=ADDED)
def test_a_malformed_version_1_position_is_refused(game: AnyGame, data: Any) -> None:
    fields = json.loads(as_version_1_json(game, next(states(game, 3))))
    with pytest.raises(BadFile, match="This position is invalid: state"):
        load_position(json.dumps({**fields, "state": data}))


@pytest.mark.parametrize("wrong", [phase for phase in get_args(Phase) if phase != "draw"])
def test_a_wrong_phase_of_rummy_like_is_refused(wrong: Phase) -> None:
    fields = json.loads(dump_position(RUMMY, next(states(RUMMY, 3))))
    fields["state"]["phase"] = wrong
    with pytest.raises(BadFile, match="doesn't fit the cards"):
        load_position(json.dumps(fields))


@pytest.mark.parametrize("wrong", get_args(Ending))
def test_a_wrong_ending_of_wind_city_is_refused(wrong: Ending) -> None:
    here = wind_city_positions.state("A9", "C9")
    assert CITY.validate_state(here._replace(ending=wrong))
    others = [ending for ending in get_args(Ending) if ending != wrong]
    assert all(CITY.validate_state(over(ending)._replace(ending=wrong)) for ending in others)
    assert CITY.validate_state(over(wrong)._replace(ending=None))
