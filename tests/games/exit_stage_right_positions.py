"""Short notations for states of Exit Stage Right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardtable.engine.cards import COMPLETES, SINGLES, Complete, Single, in_order
from cardtable.engine.game import Event, Seat
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import (
    COLUMNS,
    Action,
    Options,
    Row,
    Shifted,
    Stage,
    State,
)
from cardtable.engine.games.exit_stage_right.rules import resolve_defaults
from cardtable.engine.zones import subtract
from tests import builders
from tests.builders import codes, completes, singles, validated

EMPTY = ". . . . ."


def row(text: str) -> Row:
    """Return a row of five cells, given codes and dots for empty ones."""
    cells = tuple(None if word == "." else Complete.parse(word) for word in text.split())
    assert len(cells) == COLUMNS, f"a row has five cells: {text!r}"
    return cells


def stage(top: str = EMPTY, middle: str = EMPTY, bottom: str = EMPTY) -> Stage:
    return row(top), row(middle), row(bottom)


def state(
    stage: Stage,
    hands: str | Sequence[str] = "R G B H C",
    *,
    draw: str = "",
    complete_deck: str | None = None,
    won: str | int = "",
    lost: str | int = "",
    face_down: Sequence[str] = (),
    turn: Seat | None = 0,
    options: Options | None = None,
) -> State:
    """Return a state with every card of the box and one player for each hand.

    Decks are written from the top.  A number of cards won or lost means any that are left.  Singles that aren't named
    were played face up.  Completes that aren't named are in the Complete deck, or lost if a deck is given.
    """
    held = tuple(in_order(singles(hand)) for hand in ([hands] if isinstance(hands, str) else hands))
    heaps = tuple(map(singles, face_down)) or ((),) * len(held)
    resolved = resolve_defaults(options or Options(), len(held))
    won_pile, lost_pile, deck = _completes(stage, complete_deck, won, lost)
    made = State(
        options=resolved,
        turn=turn,
        stage=stage,
        hands=held,
        draw_deck=singles(draw),
        complete_deck=deck,
        won=won_pile,
        lost=lost_pile,
        face_up=subtract(SINGLES, (*singles(draw), *_all(held), *_all(heaps))),
        face_down=heaps,
    )
    if made.draw_deck and resolved.draw == "after-each-single":
        assert {len(hand) for hand in held} == {resolved.hand_size}, "hands must be full (ES-3)"
    return validated(GAME, made)


def _all(zones: Iterable[tuple[Single, ...]]) -> Iterable[Single]:
    return (card for zone in zones for card in zone)


def _completes(stage: Stage, deck: str | None, won: str | int, lost: str | int) -> tuple[tuple[Complete, ...], ...]:
    """Return the cards won, the cards lost and the deck."""
    piles = (won, lost, deck or "")
    named = [completes("" if isinstance(pile, int) else pile) for pile in piles]
    placed = [card for cells in stage for card in cells if card is not None]
    rest = subtract(COMPLETES, (*placed, *(card for pile in named for card in pile)))
    for at, pile in enumerate(piles):
        if isinstance(pile, int):
            named[at], rest = rest[:pile], rest[pile:]
    taker = 2 if deck is None else 1
    named[taker] += rest
    return tuple(named)


def start(seats: int = 1, options: Options | None = None, *, code: int = 0) -> State:
    """Return the start of a game."""
    return builders.start_state(GAME, seats, options or Options(), code)


def choices(state: State) -> list[str]:
    return builders.choices(GAME, state)


def after(state: State, *actions: Action | str) -> State:
    return builders.after(GAME, state, *actions)


def events_of(state: State, action: Action | str) -> tuple[Event, ...]:
    return builders.events_of(GAME, state, action)


def refusal(state: State, action: Action | str) -> str:
    return builders.refusal(GAME, state, action)


def shift(state: State, action: Action | str) -> Shifted:
    """Return the shift of a turn."""
    (shifted,) = [event for event in events_of(state, action) if isinstance(event, Shifted)]
    return shifted


def rows(state: State) -> list[str]:
    """Return the stage in the same notation as `stage` takes."""
    return [codes(cells) for cells in state.stage]


def steps(state: State, action: Action | str) -> dict[str, int]:
    """Return for each card that moves, by its code, the number of columns to the right, negative to the left.

    Off the stage is one column beyond it.
    """
    return {move.card.code: move.end - move.source.column for move in shift(state, action).moves}
