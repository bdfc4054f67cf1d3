"""The measures, zones and written positions that lessons on Wind City use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardtable.engine.game import Event, Seat
from cardtable.engine.games.wind_city.board import column_of, name_of, parse_space, row_of
from cardtable.engine.games.wind_city.houses import points_of
from cardtable.engine.games.wind_city.model import (
    COINS,
    Earned,
    Insured,
    Lapsed,
    Moved,
    Paid,
    Phase,
    State,
    WentBankrupt,
)
from cardtable.engine.games.wind_city.rules import legal
from cardtable.engine.games.wind_city.validation import ending_of
from cardtable.engine.zones import Place
from cardtable.lessons.teaching import Metric, PlayedAction, PointingZone, Teaching
from cardtable.lessons.written_position import WrittenPosition, quote_value

PHASES: dict[str, Phase] = {
    name: name for name in ("hurricane", "houses", "plan", "renew", "offer", "insure", "build", "over")
}
SPACES = ("hurricane", "houses", "two_family", "insured", "lapsing")
"""The fields of the state that contain spaces."""


def _own_events(played: PlayedAction, kind: type[Event]) -> list[Any]:
    """Return the events of one kind that concern the player who acted."""
    return [event for event in played.events_of(kind) if event.seat == played.seat]


def _count_destroyed(played: PlayedAction, *, own: bool) -> int:
    owners = [owner for event in played.events_of(Moved) for owner, _ in event.destroyed]
    return sum((owner == played.seat) == own for owner in owners)


def _coins_paid(played: PlayedAction) -> int:
    costs = [e.points for e in _own_events(played, Paid)] + [e.cost for e in _own_events(played, Insured)]
    return int(sum(costs))


def _worth(played: PlayedAction) -> int:
    return int(played.after.coins[played.seat] + points_of(played.after)[played.seat])


def _lead(played: PlayedAction) -> int:
    return _lead_in(points_of(played.after), played.seat)


def _ahead(played: PlayedAction) -> int:
    both = zip(points_of(played.after), played.after.coins, strict=True)
    return _lead_in([points + coins for points, coins in both], played.seat)


def _lead_in(values: Sequence[int], seat: Seat) -> int:
    return int(values[seat] - max(each for other, each in enumerate(values) if other != seat))


def _rows_north(played: PlayedAction) -> int:
    """Return the number of rows that the hurricane moved north."""
    before, after = played.before.hurricane, played.after.hurricane
    return 0 if before is None or after is None else row_of(after) - row_of(before)


def _space(word: str) -> int:
    found = parse_space(word)
    if found is None:
        raise ValueError(f"there is no space {quote_value(word)}; spaces have names such as E4")
    return found


def _set_up(state: State, position: WrittenPosition) -> State:
    """Set up the author's position. `E4+` is a two-family house, and `E4!` is an insured house."""
    seats = len(state.houses)
    if "houses" in position:
        state = _with_houses(state, position, seats)
    at = position.get("hurricane", None if state.hurricane is None else name_of(state.hurricane))
    phase = position.get("phase", "plan" if "card" in position or any(state.houses) else state.phase)
    if not isinstance(phase, str) or phase not in PHASES:
        raise ValueError(f"'phase' must be one of {', '.join(PHASES)}, not {quote_value(phase)}")
    if at is not None and not isinstance(at, str):
        raise ValueError(f"'hurricane' must be a space such as E4, not {quote_value(at)}")
    active = position.seat("active", position.seat("turn", state.active))
    numbers = range(1, len(state.options.cards) + 1)
    has_card = phase not in ("hurricane", "houses", "over")
    card = position.number("card", state.pile[0] if state.pile else 1) if has_card else None
    rest = [number for number in (*state.pile, *state.discards) if number != card] or list(numbers)
    pile = position.numbers("pile", rest)
    state = state._replace(
        phase=PHASES[phase],
        active=active,
        turn=None if phase == "over" else position.seat("asked", active),
        hurricane=None if at in (None, "", ".") else _space(at),
        coins=position.numbers("coins", state.coins or (COINS,) * seats, seats),
        out=tuple(position.seats("out")),
        pile=pile,
        discards=tuple(number for number in rest if number not in pile),
        run_out=position.number("run_out", 0),
        card=card,
        plan=position.numbers("plan", ()),
        done=position.number("done", 0),
    )
    return state._replace(ending=ending_of(state))


def _with_houses(state: State, position: WrittenPosition, seats: int) -> State:
    value = position.get("houses")
    if not isinstance(value, list) or len(value) != seats:
        raise ValueError(f"'houses' must have one list of spaces for each player ({seats} in all)")
    houses = [position.words("houses", own) for own in value]
    words = [word for own in houses for word in own]

    def spaces(some: list[str]) -> tuple[int, ...]:
        return tuple(sorted(_space(word.strip("+!")) for word in some))

    return state._replace(
        houses=tuple(map(spaces, houses)),
        two_family=spaces([word for word in words if "+" in word]),
        insured=spaces([word for word in words if "!" in word]),
    )


def _find_place(state: State, text: str) -> Place | None:
    space = parse_space(text)
    if space is None:
        return None
    board = state.options.board
    inside = column_of(space) < board.columns and row_of(space) < board.sea_rows + 4 * board.section_rows
    return Place("space", row_of(space), column_of(space)) if inside else None


def _format_field(name: str, value: Any) -> Any:
    """Return the names of a field's spaces. Return a field of another kind unchanged."""
    if name not in SPACES:
        return value
    if isinstance(value, tuple):
        return tuple(_format_field(name, each) for each in value)
    return None if value is None else name_of(value)


TEACHING = Teaching(
    measures={
        "paid": Metric("coins paid", _coins_paid),
        "earned": Metric("coins earned", lambda p: sum(e.points for e in _own_events(p, Earned))),
        "coins": Metric("your coins afterwards", lambda p: int(p.after.coins[p.seat])),
        "worth": Metric("your coins and the points of your houses afterwards", _worth),
        "lead": Metric("points of your houses minus those of the best other player", _lead),
        "ahead": Metric("your points and coins minus those of the best other player", _ahead),
        "destroyed": Metric("houses destroyed", lambda p: sum(len(e.destroyed) for e in p.events_of(Moved))),
        "own_destroyed": Metric("your houses destroyed", lambda p: _count_destroyed(p, own=True)),
        "others_destroyed": Metric("other players' houses destroyed", lambda p: _count_destroyed(p, own=False)),
        "passed": Metric("insured houses passed", lambda p: sum(len(e.passed) for e in p.events_of(Moved))),
        "entered": Metric("spaces entered", lambda p: sum(len(e.path) for e in p.events_of(Moved))),
        "north": Metric("rows that the hurricane moved north", _rows_north),
        "insured": Metric("houses insured", lambda p: len(_own_events(p, Insured))),
        "lapsed": Metric("houses whose insurance ended", lambda p: sum(len(e.spaces) for e in _own_events(p, Lapsed))),
        "bankrupt": Metric("players who went bankrupt", lambda p: len(p.events_of(WentBankrupt))),
        "choices": Metric("legal moves for the player who chooses next", lambda p: len(legal(p.after))),
    },
    zones={
        "houses": PointingZone("houses", 1, owned="houses"),
        "coins": PointingZone("coins", 1, owned="coins"),
        "pile": PointingZone("pile"),
        "discards": PointingZone("discards"),
        "card": PointingZone("card"),
        "plan": PointingZone("plan", 1),
        "hurricane": PointingZone("hurricane"),
    },
    find_place=_find_place,
    format_field=_format_field,
    set_up=_set_up,
)
