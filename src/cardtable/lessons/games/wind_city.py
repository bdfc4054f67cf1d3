"""What lessons know of Wind City."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardtable.engine.game import Event, Place, Seat
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
from cardtable.lessons.teaching import Metric, PlayedAction, PointingZone, Teaching
from cardtable.lessons.written_position import WrittenPosition, said

PHASES: dict[str, Phase] = {
    name: name for name in ("hurricane", "houses", "plan", "renew", "offer", "insure", "build", "over")
}
SPACES = ("hurricane", "houses", "two_family", "insured", "lapsing")
"""Fields of the state that hold spaces."""


def _own(played: PlayedAction, kind: type[Event]) -> list[Any]:
    """The events of one kind that tell of whoever acted."""
    return [event for event in played.told(kind) if event.seat == played.seat]


def _destroyed(played: PlayedAction, whose: str) -> int:
    owners = [owner for event in played.told(Moved) for owner, _ in event.destroyed]
    return sum((owner == played.seat) == (whose == "own") for owner in owners)


def _paid(played: PlayedAction) -> int:
    costs = [e.points for e in _own(played, Paid)] + [e.cost for e in _own(played, Insured)]
    return int(sum(costs))


def _worth(played: PlayedAction) -> int:
    return int(played.after.coins[played.seat] + points_of(played.after)[played.seat])


def _lead(played: PlayedAction) -> int:
    return _over_the_others(points_of(played.after), played.seat)


def _ahead(played: PlayedAction) -> int:
    both = zip(points_of(played.after), played.after.coins, strict=True)
    return _over_the_others([points + coins for points, coins in both], played.seat)


def _over_the_others(values: Sequence[int], seat: Seat) -> int:
    return int(values[seat] - max(each for other, each in enumerate(values) if other != seat))


def _rows(played: PlayedAction) -> int:
    """How many rows the hurricane is farther north than before."""
    before, after = played.before.hurricane, played.after.hurricane
    return 0 if before is None or after is None else row_of(after) - row_of(before)


def _space(word: str) -> int:
    found = parse_space(word)
    if found is None:
        raise ValueError(f"there is no space {said(word)}; they look like E4")
    return found


def _lay(state: State, laying: WrittenPosition) -> State:
    """As the tests lay it; a house with two families is `E4+`, an insured one `E4!`."""
    seats = len(state.houses)
    if "houses" in laying:
        state = _with_houses(state, laying, seats)
    at = laying.get("hurricane", None if state.hurricane is None else name_of(state.hurricane))
    phase = laying.get("phase", "plan" if "card" in laying or any(state.houses) else state.phase)
    if not isinstance(phase, str) or phase not in PHASES:
        raise ValueError(f"'phase' is one of {', '.join(PHASES)}, not {said(phase)}")
    if at is not None and not isinstance(at, str):
        raise ValueError(f"'hurricane' is a space like E4, not {said(at)}")
    active = laying.seat("active", laying.seat("turn", state.active))
    numbers = range(1, len(state.options.cards) + 1)
    drawn = phase not in ("hurricane", "houses", "over")
    card = laying.number("card", state.pile[0] if state.pile else 1) if drawn else None
    rest = [number for number in (*state.pile, *state.discards) if number != card] or list(numbers)
    pile = laying.numbers("pile", rest)
    laid = state._replace(
        phase=PHASES[phase],
        active=active,
        turn=None if phase == "over" else laying.seat("asked", active),
        hurricane=None if at in (None, "", ".") else _space(at),
        coins=laying.numbers("coins", state.coins or (COINS,) * seats, seats),
        out=tuple(laying.seats("out")),
        pile=pile,
        discards=tuple(number for number in rest if number not in pile),
        run_out=laying.number("run_out", 0),
        card=card,
        plan=laying.numbers("plan", ()),
        done=laying.number("done", 0),
    )
    return laid._replace(ending=ending_of(laid))


def _with_houses(state: State, laying: WrittenPosition, seats: int) -> State:
    given = laying.get("houses")
    if not isinstance(given, list) or len(given) != seats:
        raise ValueError(f"'houses' is a list of {seats}, the spaces of each player")
    words = [laying.words("houses", own) for own in given]
    marked = [word for own in words for word in own]

    def spaces(some: list[str]) -> tuple[int, ...]:
        return tuple(sorted(_space(word.strip("+!")) for word in some))

    return state._replace(
        houses=tuple(map(spaces, words)),
        two_family=spaces([word for word in marked if "+" in word]),
        insured=spaces([word for word in marked if "!" in word]),
    )


def _spot(state: State, text: str) -> Place | None:
    space = parse_space(text)
    if space is None:
        return None
    board = state.options.board
    inside = column_of(space) < board.columns and row_of(space) < board.sea_rows + 4 * board.section_rows
    return Place("space", row_of(space), column_of(space)) if inside else None


def _shown(name: str, value: Any) -> Any:
    """Spaces by their names."""
    if name not in SPACES:
        return value
    if isinstance(value, tuple):
        return tuple(_shown(name, each) for each in value)
    return None if value is None else name_of(value)


WIND_CITY = Teaching(
    measures={
        "paid": Metric("coins paid", _paid),
        "earned": Metric("coins earned", lambda p: sum(e.points for e in _own(p, Earned))),
        "coins": Metric("own coins afterwards", lambda p: int(p.after.coins[p.seat])),
        "worth": Metric("own coins and houses afterwards", _worth),
        "lead": Metric("own points in houses less those of the best other player", _lead),
        "ahead": Metric("own points and coins less those of the best other player", _ahead),
        "destroyed": Metric("houses destroyed", lambda p: sum(len(e.destroyed) for e in p.told(Moved))),
        "own_destroyed": Metric("own houses destroyed", lambda p: _destroyed(p, "own")),
        "others_destroyed": Metric("houses of others destroyed", lambda p: _destroyed(p, "others")),
        "passed": Metric("insured houses passed", lambda p: sum(len(e.passed) for e in p.told(Moved))),
        "entered": Metric("spaces entered", lambda p: sum(len(e.path) for e in p.told(Moved))),
        "north": Metric("rows that the hurricane is farther north", _rows),
        "insured": Metric("houses insured", lambda p: len(_own(p, Insured))),
        "lapsed": Metric("insurances ended", lambda p: sum(len(e.spaces) for e in _own(p, Lapsed))),
        "bankrupt": Metric("players gone bankrupt", lambda p: len(p.told(WentBankrupt))),
        "choices": Metric("choices of whoever is asked next", lambda p: len(legal(p.after))),
    },
    zones={
        "houses": PointingZone("houses", 1, is_of_players=True),
        "coins": PointingZone("coins", 1, is_of_players=True),
        "pile": PointingZone("pile"),
        "discards": PointingZone("discards"),
        "card": PointingZone("card"),
        "plan": PointingZone("plan", 1),
        "hurricane": PointingZone("hurricane"),
    },
    spot=_spot,
    shown=_shown,
    lay=_lay,
)
