"""Short notations for states of Tradewinds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from cardtable.engine.cards import COMPLETES, SINGLES, Complete, Single, TFCard, in_order, is_hidden
from cardtable.engine.game import Event, Place, Seat
from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import Blew, Blow, Options, Pile, State
from cardtable.engine.games.tradewinds.rules import scoring_mask
from cardtable.engine.games.tradewinds.words import SEAT_NAMES
from cardtable.engine.zones import subtract
from tests import builders
from tests.builders import completes, parse_cards, singles, validated

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
    covering: str = COVERING,
    sides: Sequence[str] = SIDES,
    collected: Mapping[Seat, str] | None = None,
    rest: Seat = EAST,
    options: Options | None = None,
) -> State:
    """Return a state with every card of the box, in which the seat `turn` holds `hand`.

    The grid is three rows of three piles, written from the top: capitals are face up, small letters and ? face down,
    and a dot is a gap.  A ? is any Single that isn't named, and the rest were collected by the seat `rest`.  `left` is
    the total number of Completes in hands: other hands are filled accordingly, and the rest were discarded.
    """
    named = _named_cards(grid, collected or {})
    assert Counter(named) <= Counter(SINGLES), "there are four Singles of each kind"
    spare = iter(subtract(SINGLES, named))
    piles = tuple(_pile(text, spare) for row in grid for text in row.split())
    gains = {seat: singles((collected or {}).get(seat, "")) for seat in range(4)}
    gains[rest] += tuple(spare)
    held = _hands(hand, turn, hands or {}, left, completes(covering))
    verdicts = tuple(parse_cards(TFCard, side) for side in sides)
    masks = [scoring_mask(completes(covering), side) for side in verdicts]
    return validated(
        GAME,
        State(
            options=options or Options(),
            turn=turn,
            covering=completes(covering),
            sides=verdicts,
            grid=piles,
            hands=held,
            discards=subtract(COMPLETES, (*completes(covering), *(card for cards in held for card in cards))),
            scored=tuple(tuple(card for card in gains[seat] if card.mask & masks[seat]) for seat in range(4)),
            deducted=tuple(tuple(card for card in gains[seat] if not card.mask & masks[seat]) for seat in range(4)),
        ),
    )


def _named_cards(grid: Iterable[str], collected: Mapping[Seat, str]) -> tuple[Single, ...]:
    letters = " ".join(each for row in grid for each in row if each.isalpha())
    return singles(" ".join((letters, *collected.values())))


def _pile(text: str, spare: Iterator[Single]) -> Pile:
    up = text.rstrip("?abcdefghijklmnopqrstuvwxyz").replace(".", "")
    down = [next(spare) if each == "?" else Single.parse(each) for each in text[len(up) :].replace(".", "")]
    return Pile(singles(" ".join(up)), tuple(down))


def _hands(
    hand: str, turn: Seat | None, others: Mapping[Seat, str], left: int | None, covering: tuple[Complete, ...]
) -> tuple[tuple[Complete, ...], ...]:
    if turn is None:
        return ((),) * 4
    named = {turn: completes(hand), **{seat: completes(cards) for seat, cards in others.items()}}
    left = 4 * len(named[turn]) if left is None else left
    spare = iter(subtract(COMPLETES, (*covering, *(card for cards in named.values() for card in cards))))
    sizes = [(left - (seat - turn) % 4 + 3) // 4 for seat in range(4)]
    held = (named.get(seat, ()) for seat in range(4))
    return tuple(in_order((*cards, *islice(spare, size - len(cards)))) for cards, size in zip(held, sizes, strict=True))


def start(options: Options | None = None, *, code: int = 0) -> State:
    """Return the start of a game."""
    return builders.start_state(GAME, 4, options or Options(), code)


def choices(state: State) -> list[str]:
    return builders.choices(GAME, state)


def after(state: State, *actions: Blow | str) -> State:
    return builders.after(GAME, state, *actions)


def events_of(state: State, action: Blow | str) -> tuple[Event, ...]:
    return builders.events_of(GAME, state, action)


def refusal(state: State, action: Blow | str) -> str:
    return builders.refusal(GAME, state, action)


def blew(state: State, action: Blow | str) -> Blew:
    """Return the wind of a turn."""
    (event,) = [event for event in events_of(state, action) if isinstance(event, Blew)]
    return event


def rows(state: State) -> list[str]:
    """Return the grid as a spectator sees it, in the same notation as `state` takes."""
    seen = [_format_pile(pile) for pile in GAME.view(state, None).grid]
    return [" ".join(seen[at : at + 3]) for at in (0, 3, 6)]


def _format_pile(pile: Pile) -> str:
    assert all(map(is_hidden, pile.face_down))
    return "".join(card.code for card in (*pile.face_up, *pile.face_down)) or "."


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
