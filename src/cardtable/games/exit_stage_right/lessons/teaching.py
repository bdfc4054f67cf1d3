"""The measures, zones and written positions that lessons on Exit Stage Right use."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cardtable.engine.cards import Complete, Single, in_order
from cardtable.engine.games.exit_stage_right.model import (
    COLUMNS,
    MAX_HAND,
    MIN_HAND,
    ROWS,
    Drew,
    Refilled,
    Shifted,
    Stage,
    State,
)
from cardtable.lessons.teaching import Metric, PlayedAction, PointingZone, Teaching
from cardtable.lessons.written_position import CardPool, WrittenPosition, read_card


def net_columns(shifted: Shifted) -> int:
    """Return the columns moved right minus the columns moved left. Leaving the stage counts as one more column."""
    return sum(target - source for slide in shifted.slides for source, target in (*slide.right, *slide.left))


def _net_won(played: PlayedAction) -> int:
    return len(played.after.won) - len(played.before.won) - len(played.after.lost) + len(played.before.lost)


def _count_on_stage(state: State) -> int:
    return sum(cell is not None for row in state.stage for cell in row)


def _set_up(state: State, position: WrittenPosition) -> State:
    seats = len(state.hands)
    singles = CardPool((*(card for hand in state.hands for card in hand), *state.draw_deck), Single)
    completes = CardPool((*(card for row in state.stage for card in row if card), *state.complete_deck), Complete)
    hands = position.piles("hands", singles, seats)
    draw_deck, face_up = position.pile("draw_deck", singles), position.pile("face_up", singles)
    face_down = position.piles("face_down", singles, seats) or [[] for _ in range(seats)]
    stage = _stage(position, completes)
    deck, won, lost = (position.pile(name, completes) for name in ("complete_deck", "won", "lost"))
    state = state._replace(turn=position.seat("turn", state.turn))
    if stage is None:
        stage = _dealt_stage(state.stage, completes)
    if hands is None:
        hands = [singles.redeal(hand) for hand in state.hands]
    options = state.options
    sizes = {len(hand) for hand in hands if not singles.is_unfilled(hand)}
    if "hand_size" not in position.options and sizes and MIN_HAND <= max(sizes) <= MAX_HAND[seats]:
        options = replace(options, hand_size=max(sizes))
    singles.fill()
    full = all(len(hand) == options.hand_size for hand in hands)
    if draw_deck is None:
        draw_deck = singles.draw(len(singles.remaining)) if full and face_up is None else []
    completes.fill()
    if deck is None:
        deck = completes.draw(len(completes.remaining))
    return state._replace(
        options=options,
        stage=stage,
        hands=tuple(in_order(tuple(hand)) for hand in hands),
        draw_deck=tuple(draw_deck),
        face_up=(*(face_up or ()), *singles.remaining),
        face_down=tuple(map(tuple, face_down)),
        complete_deck=tuple(deck),
        won=tuple(won or ()),
        lost=(*(lost or ()), *completes.remaining),
    )


def _dealt_stage(stage: Stage, pool: CardPool) -> Stage:
    """Return the stage as it was dealt, but without the cards that the author has placed elsewhere."""
    top, middle, bottom = (tuple([cell if cell in pool.remaining else None for cell in row]) for row in stage)
    pool.take([cell for row in (top, middle, bottom) for cell in row if cell])
    return top, middle, bottom


def _stage(position: WrittenPosition, pool: CardPool) -> Stage | None:
    rows = position.rows("stage", len(ROWS), COLUMNS)
    if rows is None:
        return None
    cells: Any = [[None if word == "." else read_card(word, (Complete,)) for word in row] for row in rows]
    pool.take([cell for row in cells for cell in row if cell])
    top, middle, bottom = map(tuple, cells)
    return top, middle, bottom


TEACHING = Teaching(
    measures={
        "net": Metric(
            "Completes moved right minus Completes moved left", lambda p: sum(e.net for e in p.events_of(Shifted))
        ),
        "right": Metric("Completes moved right", lambda played: sum(e.right for e in played.events_of(Shifted))),
        "left": Metric("Completes moved left", lambda played: sum(e.left for e in played.events_of(Shifted))),
        "steps": Metric(
            "columns moved right minus columns moved left", lambda p: sum(map(net_columns, p.events_of(Shifted)))
        ),
        "off_right": Metric("Completes won", lambda played: len(played.after.won) - len(played.before.won)),
        "off_left": Metric("Completes lost", lambda played: len(played.after.lost) - len(played.before.lost)),
        "ahead": Metric("Completes won minus Completes lost so far", lambda p: len(p.after.won) - len(p.after.lost)),
        "gain": Metric("Completes won minus Completes lost by this move", _net_won),
        "added": Metric("Completes added", lambda played: sum(len(e.cards) for e in played.events_of(Refilled))),
        "drawn": Metric("Singles drawn", lambda played: len(played.events_of(Drew))),
        "on_stage": Metric("Completes on the stage afterwards", lambda played: _count_on_stage(played.after)),
    },
    zones={
        "stage": PointingZone("stage", 2, name_format="{word} row, column {column}"),
        "hand": PointingZone("hands", 2, owned="Single"),
        "hands": PointingZone("hands", 2),
        "won": PointingZone("won"),
        "lost": PointingZone("lost"),
        "draw_deck": PointingZone("draw_deck"),
        "complete_deck": PointingZone("complete_deck"),
        "face_up": PointingZone("face_up"),
        "face_down": PointingZone("face_down", 1),
    },
    words={name: row for row, name in enumerate(ROWS)},
    set_up=_set_up,
)
