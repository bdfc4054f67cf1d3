"""Short notations for states of Wind City."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

from cardtable.engine.chance import Key
from cardtable.engine.game import Event, Seat, play, start
from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.board import Space, name_of, parse_space
from cardtable.engine.games.wind_city.cards import parse_card
from cardtable.engine.games.wind_city.model import Choose, Moved, Options, State
from tests import builders

FAR_HOUSES = "A11 B11"
"""Houses far from the hurricane."""


def space(name: str) -> Space:
    found = parse_space(name)
    assert found is not None, name
    return found


def spaces(names: str) -> tuple[Space, ...]:
    """Return spaces by their names, from south to north."""
    return tuple(sorted(map(space, names.split())))


def names(found: Sequence[Space]) -> str:
    return " ".join(map(name_of, found))


def with_card(text: str, **others: Any) -> Options:
    """Return options in which every card is the same."""
    return Options(cards=(parse_card(text),) * 6, **others)


def state(
    *houses: str,
    at: str = "A1",
    options: Options | None = None,
    active: Seat = 0,
    turn: Seat | None = None,
    out: tuple[Seat, ...] = (),
    **zones: Any,
) -> State:
    """Return a state with each player's houses and other zones, all written as in lessons."""
    return builders.from_zones(
        GAME,
        builders.start_state(GAME, len(houses), options or Options()),
        houses=houses,
        hurricane=at,
        active=active + 1,
        asked=(active if turn is None else turn) + 1,
        out=[seat + 1 for seat in out],
        **{"card": 1, **zones},
    )


def play_typed(before: State, *texts: str) -> tuple[State, tuple[Event, ...]]:
    """Play typed actions, one after another, and return the final state and all events."""
    events: tuple[Event, ...] = ()
    for text in texts:
        before, new_events = play(GAME, before, GAME.parse(text))
        assert GAME.validate_state(before) == (), (text, GAME.validate_state(before))
        events += new_events
    return before, events


def play_plan(before: State, plan: str) -> tuple[State, tuple[Event, ...]]:
    """Choose these actions, without renewing or offering insurance."""
    after, events = play_typed(before, plan)
    for phase, text in (("renew", "done"), ("offer", "no offer")):
        if after.phase == phase:
            after, new_events = play_typed(after, text)
            events += new_events
    return after, events


def of_type(events: Sequence[Event], kind: type[Event]) -> list[Any]:
    """Return the events of one type."""
    return [event for event in events if type(event) is kind]


def plans(before: State) -> list[tuple[int, ...]]:
    """Return every legal choice of actions."""
    return [action.plan for action in GAME.legal(before) if isinstance(action, Choose)]


def legal_spaces(before: State) -> list[Space]:
    """Return the spaces where the seat to move may place, renew, insure or build."""
    return [action.space for action in GAME.legal(before) if hasattr(action, "space")]


def start_state(seats: int, key: int = 1, **options: Any) -> State:
    return start(GAME, Options(**options), seats, Key(key)).state


def after_placing(seats: int, key: int = 1, luck: int = 1, **options: Any) -> State:
    """Return a state after all houses have been placed at random."""
    position, random = start_state(seats, key, **options), Random(luck)
    while position.phase in ("hurricane", "houses"):
        position = GAME.apply(position, random.choice(GAME.legal(position))).state
    return position


def paths_of(events: Any) -> list[str]:
    """Return the hurricane's path in each move, as names of spaces."""
    return [names(event.path) for event in of_type(events, Moved)]


refusal = partial(builders.refusal, GAME)
LATE = with_card("N1:2 H:4 E1:1 W1:1 H:3")
