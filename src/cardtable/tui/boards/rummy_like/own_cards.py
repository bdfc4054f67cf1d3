"""The viewer's own cards: Chards counted by kind, and below them the TriCards that match."""

from __future__ import annotations

from cardtable.engine.cards import FILLED, Chard, TriCard
from cardtable.engine.games.rummy_like.model import KINDS, OF_A_KIND, Discard, Lead, Play, Send, State
from cardtable.engine.games.rummy_like.scoring import points_of, sets_of
from cardtable.engine.zones import subtract
from cardtable.table.session import Seen
from cardtable.tui.board import BoardWidget
from cardtable.tui.boards.rummy_like.layout import Layout
from cardtable.tui.canvas import PLAIN, Box, Canvas
from cardtable.tui.cards import draw_face, ink_of
from cardtable.tui.choices import Target


def paint_kinds(board: BoardWidget, canvas: Canvas, layout: Layout, seen: Seen) -> None:
    """Paint nine columns with the counts of Chards, and below them a row for each TriCard."""
    if seen.viewer is None:
        return
    state: State = seen.state
    held = state.chards[seen.viewer] + (state.picked if seen.turn == seen.viewer else ())
    after = subtract(held, _cards_leaving(board))
    led = _led_mask(board, state) if board.shows_effects else 0
    sets, by_kind = sets_of(after) if board.shows_effects else 0, board.groups and len(board.groups) == len(KINDS)
    canvas.put(0, layout.counts, "you" if layout.small else "Chards", "dim")
    for at, kind in enumerate(KINDS):
        x, chosen = layout.kind_x(at), bool(by_kind) and at == board.group
        style = "cursor" if chosen else ink_of(kind) if held.count(kind) else "dim"
        canvas.put(x, layout.table, _kind_name(layout, kind, chosen=chosen, fits=bool(kind.mask & led)), style)
        _paint_count(board, canvas, layout, x, held.count(kind), after.count(kind))
        for index, card in enumerate(state.chards[seen.viewer]):
            if card is kind:
                canvas.mark_place(Box(x, layout.table, layout.pitch - 1, 2), "chards", seen.viewer, index)
        if by_kind:
            canvas.add_target(Box(x, layout.table, layout.pitch, 2), Target(at, board.action_index if chosen else 0))
    _paint_own(board, canvas, layout, seen, sets)


def _led_mask(board: BoardWidget, state: State) -> int:
    """Return the mask of the TriCard led, or of the one that the choice would lead, or 0 while Chards are passed on."""
    action = board.choice.action if board.choice else None
    card = action.card if isinstance(action, Lead) else state.led if state.phase == "play" else None
    return card.mask if card else 0


def _cards_leaving(board: BoardWidget) -> tuple[Chard, ...]:
    """Return the Chards that would leave the hand with this choice."""
    action = board.choice.action if board.choice and board.is_legal and board.shows_effects else None
    return (action.card,) if isinstance(action, Play) else action.cards if isinstance(action, Send) else ()


def _kind_name(layout: Layout, kind: Chard, *, chosen: bool, fits: bool) -> str:
    """Return the name of a kind with a sign: `>` for the cursor, `*` if the kind matches the TriCard led."""
    sign = ">" if chosen else "*" if fits else " "
    if layout.small:
        return sign + kind.code
    room = layout.pitch - 2
    name = kind.name if len(kind.name) <= room else kind.name[:3] if room < 4 else kind.name[: room - 1] + "."
    return sign + name


def _paint_count(board: BoardWidget, canvas: Canvas, layout: Layout, x: int, before: int, after: int) -> None:
    """Paint a bar of four cells, full for a set; a change that the choice would make is shown as `3>2`."""
    changed = f"{before}>{after}" if before != after else ""
    if layout.small:
        text = changed or f" {before or '.'}" + "!" * (before == OF_A_KIND)
    else:
        bar = board.signs.fill[FILLED] * after + board.signs.hollow_single * (OF_A_KIND - after)
        count = changed or str(after or "")
        text = f" {bar} {count}" if layout.pitch > 8 else f" {changed or bar + count}"
    style = "strong" if OF_A_KIND in (before, after) or before != after else PLAIN
    canvas.put(x, layout.counts, text[: layout.pitch], style)


def _paint_own(board: BoardWidget, canvas: Canvas, layout: Layout, seen: Seen, sets: int) -> None:
    assert seen.viewer is not None, "only a player has cards"
    own: tuple[TriCard, ...] = seen.state.tricards[seen.viewer]
    discarding = bool(board.groups) and isinstance(board.groups[0].actions[0].action, Discard)
    for at, card in enumerate(own):
        y, chosen = layout.own_y(at), discarding and at == board.group
        middle = y + layout.own.height // 2
        canvas.mark_place(
            Box(0, y, layout.own.width + 2 * layout.small, layout.own.height), "tricards", seen.viewer, at
        )
        if layout.small:
            canvas.put(0, y, f">{card.code}<" if chosen else f" {card.code}", "strong" if chosen else ink_of(card))
        else:
            draw_face(canvas, (0, y), card, layout.own, board.signs, chosen=chosen)
        for kind_at, kind in enumerate(KINDS):
            if kind.mask & card.mask:
                scores = bool(kind.mask & sets)
                canvas.put(layout.kind_x(kind_at) + 1, middle, "+1" if scores else "+", "strong" if scores else "dim")
        if discarding:
            canvas.add_target(Box(0, y, canvas.width, layout.own.height), Target(at))
    if layout.small or not board.shows_effects:
        return
    worth = f"worth {points_of(own, sets)}"
    canvas.put(0, layout.worth, worth, "strong" if sets else "dim")
    for at, kind in enumerate(KINDS):
        value = points_of(own, kind.mask)
        canvas.put(layout.kind_x(at) + 1, layout.worth, str(value) if value else "", "dim")
