"""Short notations for states of Tradewinds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from cardtable.engine.cards import FACE_DOWN, SINGLES
from cardtable.engine.game import Seat
from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import Blew, Blow, Options, State
from cardtable.engine.games.tradewinds.texts import SEAT_NAMES
from cardtable.engine.zones import Place
from cardtable.lessons.teaching import teaching_of
from tests import builders

NAMES = ("Ann", "Ben", "Cleo", "Dan")
UNSEEN: Any = FACE_DOWN
CALM = ("B??? G??? S???", "P??? . F???", "T??? B??? G???")
"""A grid in which Hollow-Red-Circle moves nothing."""
OPEN = Options(open_hands=True)
NORTH, EAST, SOUTH, WEST = range(4)
COVERING = "PBS FGC HRT"
"""The covering Completes of the source rules' examples."""
SIDES = ("+ - -", "+ + +", "- - -", "- + +")
"""The T/F cards on their sides, for North, East, South and West."""


def state(
    grid: Sequence[str],
    hand: str = "HRC",
    turn: Seat | None = WEST,
    *,
    hands: Mapping[Seat, str] | None = None,
    left: int | None = None,
    sides: Sequence[str] = SIDES,
    collected: Mapping[Seat, str] | None = None,
    rest: Seat = EAST,
    options: Options | None = None,
) -> State:
    """Return a state with every card of the box, whose zones are written as in lessons.

    The seat `turn` holds `hand`; at the end of the game, when no seat is to move, all hands are empty.
    """
    held = {} if turn is None else {turn: hand, **(hands or {})}
    return builders.from_zones(
        GAME,
        start(options)._replace(turn=turn),
        grid=grid,
        hands=_by_number(held),
        left=0 if turn is None else 4 * len(held[turn].split()) if left is None else left,
        covering=COVERING,
        sides=sides,
        collected=_by_number(collected or {}),
        rest=rest + 1,
    )


def _by_number(texts: Mapping[Seat, str]) -> dict[int, str]:
    return {seat + 1: text for seat, text in texts.items()}


def start(options: Options | None = None, *, code: int = 0) -> State:
    """Return the start of a game."""
    return builders.start_state(GAME, 4, options or Options(), code)


choices = partial(builders.choices, GAME)
after = partial(builders.after, GAME)
events_of = partial(builders.events_of, GAME)
refusal = partial(builders.refusal, GAME)
outcome = partial(builders.outcome, GAME)


def blew(state: State, action: Blow | str) -> Blew:
    """Return the wind of a turn."""
    (event,) = [event for event in events_of(state, action) if isinstance(event, Blew)]
    return event


def rows(state: State) -> list[str]:
    """Return the grid as a spectator sees it, written as in lessons."""
    piles = teaching_of(GAME.id).format_field("grid", GAME.view(state, None).grid)
    return [" ".join(piles[at : at + 3]) for at in (0, 3, 6)]


def routes(state: State, action: Blow | str) -> list[str]:
    """Return each Single's movement, in the order of the wind: `R A3 > East +`, `C A1 > A2`."""
    lines = []
    for card, source, target in blew(state, action).moves:
        end = {"scored": "+", "deducted": "-"}.get(target.zone)
        there = _cell(target) if end is None else f"{SEAT_NAMES[target.row]} {end}"
        lines.append(f"{card.code} {_cell(source)} > {there}")
    return lines


def _cell(place: Place) -> str:
    return f"{'ABC'[place.row]}{place.column + 1}"


def rest_in_piles(*gone: str) -> tuple[str, str, str]:
    """Return a finished game in which most Singles are still on the grid, where they don't count."""
    left = Counter(card.code for card in SINGLES) - Counter(" ".join(gone).split())
    cards = "".join(left.elements())
    return f"{cards[:12]} {cards[12:24]} {cards[24:] or '.'}", ". . .", ". . ."
