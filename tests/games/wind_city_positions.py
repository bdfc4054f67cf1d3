"""Short notations for states of Wind City."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardtable.engine.chance import Key
from cardtable.engine.game import Event, Seat, play
from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.board import Space, name_of, parse_space
from cardtable.engine.games.wind_city.cards import parse_card
from cardtable.engine.games.wind_city.model import Choose, Options, Phase, State


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
    at: str | None = "A1",
    options: Options | None = None,
    phase: Phase = "plan",
    active: Seat = 0,
    turn: Seat | None = None,
    coins: Sequence[int] = (),
    card: int | None = 1,
    plan: tuple[int, ...] = (),
    pile: Sequence[int] | None = None,
    run_out: int = 0,
    out: tuple[Seat, ...] = (),
    key: int = 1,
) -> State:
    """Return a state with each player's houses: `E4+` for a two-family house and `E4!` for an insured one.

    Cards are in the pile in order; if a pile is given, the others are discarded.
    """
    options = options or Options()
    words = [own.split() for own in houses]
    marked = [word for own in words for word in own]
    rest = [number for number in range(1, len(options.cards) + 1) if number != card]
    on_pile = tuple(rest if pile is None else pile)
    made = State(
        options=options,
        turn=active if turn is None else turn,
        phase=phase,
        ending=None,
        active=active,
        hurricane=None if at is None else space(at),
        houses=tuple(spaces(" ".join(word.strip("+!") for word in own)) for own in words),
        two_family=spaces(" ".join(word.strip("+!") for word in marked if "+" in word)),
        insured=spaces(" ".join(word.strip("+!") for word in marked if "!" in word)),
        lapsing=(),
        coins=tuple(coins) or (40,) * len(houses),
        out=out,
        pile=on_pile,
        discards=tuple(number for number in rest if number not in on_pile),
        run_out=run_out,
        card=card,
        plan=plan,
        done=0,
        trip=None,
        key=Key(key),
    )
    assert GAME.validate_state(made) == ()
    return made


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
