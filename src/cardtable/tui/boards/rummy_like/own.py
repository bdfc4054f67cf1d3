"""The player's own cards: Chards counted by kind above the TriCards that they serve."""

from __future__ import annotations

from cardtable.engine.cards import FILLED, Chard, TriCard
from cardtable.engine.games.rummy_like.model import KINDS, OF_A_KIND, Discard, Lead, Play, Send, State
from cardtable.engine.games.rummy_like.scoring import points_of, sets_of
from cardtable.engine.zones import subtract
from cardtable.table.session import Seen
from cardtable.tui.board import BoardWidget
from cardtable.tui.boards.rummy_like.layout import Layout
from cardtable.tui.canvas import PLAIN, Box, Canvas
from cardtable.tui.choices import Target
from cardtable.tui.faces import face, ink_of


def paint_kinds(board: BoardWidget, canvas: Canvas, plan: Layout, seen: Seen) -> None:
    """Nine columns with their counts, and below them a row for each TriCard that they may serve."""
    if seen.viewer is None:
        return
    state: State = seen.state
    held = state.chards[seen.viewer] + (state.picked if seen.turn == seen.viewer else ())
    after = subtract(held, _leaving(board))
    asked = _asked(board, state) if board.foresees else 0
    sets, by_kind = sets_of(after) if board.foresees else 0, board.groups and len(board.groups) == len(KINDS)
    canvas.put(0, plan.counts, "you" if plan.small else "Chards", "dim")
    for at, kind in enumerate(KINDS):
        x, chosen = plan.kind_x(at), bool(by_kind) and at == board.group
        ink = "cursor" if chosen else ink_of(kind) if held.count(kind) else "dim"
        canvas.put(x, plan.table, _kind_name(plan, kind, chosen=chosen, fits=bool(kind.mask & asked)), ink)
        _paint_count(board, canvas, plan, x, held.count(kind), after.count(kind))
        for index, card in enumerate(state.chards[seen.viewer]):
            if card is kind:
                canvas.lay(Box(x, plan.table, plan.pitch - 1, 2), "chards", seen.viewer, index)
        if by_kind:
            canvas.spot(Box(x, plan.table, plan.pitch, 2), Target(at, board.way if chosen else 0))
    _paint_own(board, canvas, plan, seen, sets)


def _asked(board: BoardWidget, state: State) -> int:
    """The characteristics of the TriCard led, or of the one that would be, until Chards are passed on."""
    action = board.choice.action if board.choice else None
    card = action.card if isinstance(action, Lead) else state.led if state.phase == "play" else None
    return card.mask if card else 0


def _leaving(board: BoardWidget) -> tuple[Chard, ...]:
    """The Chards that the choice takes out of the hand."""
    action = board.choice.action if board.choice and board.is_legal and board.foresees else None
    return (action.card,) if isinstance(action, Play) else action.cards if isinstance(action, Send) else ()


def _kind_name(plan: Layout, kind: Chard, *, chosen: bool, fits: bool) -> str:
    """With a sign for the cursor, or for what matches the TriCard led or to be led."""
    sign = ">" if chosen else "*" if fits else " "
    if plan.small:
        return sign + kind.code
    room = plan.pitch - 2
    name = kind.name if len(kind.name) <= room else kind.name[:3] if room < 4 else kind.name[: room - 1] + "."
    return sign + name


def _paint_count(board: BoardWidget, canvas: Canvas, plan: Layout, x: int, before: int, after: int) -> None:
    """A bar of four, which is full for a set; what the choice changes is shown as `3>2`."""
    changed = f"{before}>{after}" if before != after else ""
    if plan.small:
        text = changed or f" {before or '.'}" + "!" * (before == OF_A_KIND)
    else:
        bar = board.signs.fill[FILLED] * after + board.signs.hollow_single * (OF_A_KIND - after)
        count = changed or str(after or "")
        text = f" {bar} {count}" if plan.pitch > 8 else f" {changed or bar + count}"
    ink = "strong" if OF_A_KIND in (before, after) or before != after else PLAIN
    canvas.put(x, plan.counts, text[: plan.pitch], ink)


def _paint_own(board: BoardWidget, canvas: Canvas, plan: Layout, seen: Seen, sets: int) -> None:
    assert seen.viewer is not None, "only a player has cards"
    own: tuple[TriCard, ...] = seen.state.tricards[seen.viewer]
    discarding = bool(board.groups) and isinstance(board.groups[0].ways[0].action, Discard)
    for at, card in enumerate(own):
        y, chosen = plan.own_y(at), discarding and at == board.group
        middle = y + plan.own.height // 2
        canvas.lay(Box(0, y, plan.own.width + 2 * plan.small, plan.own.height), "tricards", seen.viewer, at)
        if plan.small:
            canvas.put(0, y, f">{card.code}<" if chosen else f" {card.code}", "strong" if chosen else ink_of(card))
        else:
            canvas.block(0, y, face(card, plan.own, board.signs, chosen=chosen), ink_of(card))
        for kind_at, kind in enumerate(KINDS):
            if kind.mask & card.mask:
                scores = bool(kind.mask & sets)
                canvas.put(plan.kind_x(kind_at) + 1, middle, "+1" if scores else "+", "strong" if scores else "dim")
        if discarding:
            canvas.spot(Box(0, y, canvas.width, plan.own.height), Target(at))
    if plan.small or not board.foresees:
        return
    worth = f"worth {points_of(own, sets)}"
    canvas.put(0, plan.worth, worth, "strong" if sets else "dim")
    for at, kind in enumerate(KINDS):
        value = points_of(own, kind.mask)
        canvas.put(plan.kind_x(at) + 1, plan.worth, str(value) if value else "", "dim")
