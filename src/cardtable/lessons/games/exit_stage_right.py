"""What lessons know of Exit Stage Right."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cardtable.engine.cards import Complete, Single, in_order
from cardtable.engine.games.exit_stage_right.model import (
    COLUMNS,
    LARGEST_HAND,
    ROWS,
    SMALLEST_HAND,
    Drew,
    Refilled,
    Shifted,
    Stage,
    State,
)
from cardtable.lessons.teaching import Metric, PlayedAction, PointingZone, Teaching
from cardtable.lessons.written_position import CardPool, WrittenPosition, read_card


def columns_gone(shifted: Shifted) -> int:
    """Columns gone to the right less columns gone to the left; off the stage is one column beyond it."""
    return sum(target - source for slide in shifted.slides for source, target in (*slide.right, *slide.left))


def _gain(played: PlayedAction) -> int:
    return len(played.after.won) - len(played.before.won) - len(played.after.lost) + len(played.before.lost)


def _on_stage(state: State) -> int:
    return sum(cell is not None for row in state.stage for cell in row)


def _lay(state: State, laying: WrittenPosition) -> State:
    seats = len(state.hands)
    singles = CardPool((*(card for hand in state.hands for card in hand), *state.draw_deck), Single)
    completes = CardPool((*(card for row in state.stage for card in row if card), *state.complete_deck), Complete)
    hands = laying.piles("hands", singles, seats)
    draw_deck, face_up = laying.pile("draw_deck", singles), laying.pile("face_up", singles)
    face_down = laying.piles("face_down", singles, seats) or [[] for _ in range(seats)]
    stage = _stage(laying, completes)
    deck, won, lost = (laying.pile(name, completes) for name in ("complete_deck", "won", "lost"))
    state = state._replace(turn=laying.seat("turn", state.turn))
    if stage is None:
        stage = _on_stage_still(state.stage, completes)
    if hands is None:
        hands = [singles.like(hand) for hand in state.hands]
    options = state.options
    sizes = {len(hand) for hand in hands if not singles.has(hand)}
    if "hand_size" not in laying.chosen and sizes and SMALLEST_HAND <= max(sizes) <= LARGEST_HAND[seats]:
        options = replace(options, hand_size=max(sizes))
    singles.fill()
    full = all(len(hand) == options.hand_size for hand in hands)
    if draw_deck is None:
        draw_deck = singles.next(len(singles.free)) if full and face_up is None else []
    completes.fill()
    if deck is None:
        deck = completes.next(len(completes.free))
    return state._replace(
        options=options,
        stage=stage,
        hands=tuple(in_order(tuple(hand)) for hand in hands),
        draw_deck=tuple(draw_deck),
        face_up=(*(face_up or ()), *singles.free),
        face_down=tuple(map(tuple, face_down)),
        complete_deck=tuple(deck),
        won=tuple(won or ()),
        lost=(*(lost or ()), *completes.free),
    )


def _on_stage_still(stage: Stage, pool: CardPool) -> Stage:
    """The stage as it was dealt, less what lies elsewhere now."""
    top, middle, bottom = (tuple([cell if cell in pool.free else None for cell in row]) for row in stage)
    pool.take([cell for row in (top, middle, bottom) for cell in row if cell])
    return top, middle, bottom


def _stage(laying: WrittenPosition, pool: CardPool) -> Stage | None:
    rows = laying.rows("stage", len(ROWS), COLUMNS)
    if rows is None:
        return None
    cells: Any = [[None if word == "." else read_card(word, (Complete,)) for word in row] for row in rows]
    pool.take([cell for row in cells for cell in row if cell])
    top, middle, bottom = map(tuple, cells)
    return top, middle, bottom


EXIT_STAGE_RIGHT = Teaching(
    measures={
        "net": Metric(
            "Completes gone right less Completes gone left", lambda played: sum(e.net for e in played.told(Shifted))
        ),
        "right": Metric("Completes gone right", lambda played: sum(e.right for e in played.told(Shifted))),
        "left": Metric("Completes gone left", lambda played: sum(e.left for e in played.told(Shifted))),
        "steps": Metric(
            "Columns gone right less columns gone left", lambda played: sum(map(columns_gone, played.told(Shifted)))
        ),
        "off_right": Metric("Completes won", lambda played: len(played.after.won) - len(played.before.won)),
        "off_left": Metric("Completes lost", lambda played: len(played.after.lost) - len(played.before.lost)),
        "ahead": Metric("Completes won less Completes lost, so far", lambda p: len(p.after.won) - len(p.after.lost)),
        "gain": Metric("Completes won less Completes lost by it", _gain),
        "added": Metric("Completes added", lambda played: sum(len(e.cards) for e in played.told(Refilled))),
        "drawn": Metric("Singles drawn", lambda played: len(played.told(Drew))),
        "on_stage": Metric("Completes on the stage afterwards", lambda played: _on_stage(played.after)),
    },
    zones={
        "stage": PointingZone("stage", 2, called="{word} row, column {column}"),
        "hand": PointingZone("hands", 2),
        "hands": PointingZone("hands", 2),
        "won": PointingZone("won"),
        "lost": PointingZone("lost"),
        "draw_deck": PointingZone("draw_deck"),
        "complete_deck": PointingZone("complete_deck"),
        "face_up": PointingZone("face_up"),
        "face_down": PointingZone("face_down", 1),
    },
    words={name: row for row, name in enumerate(ROWS)},
    lay=_lay,
)
