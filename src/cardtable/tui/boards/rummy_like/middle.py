"""The middle of the table: the deck, what was drawn or led, the Chards of the trick, and what can be chosen."""

from __future__ import annotations

from cardtable.engine.cards import Card, Chard, is_hidden
from cardtable.engine.game import Seat
from cardtable.engine.games.rummy_like.model import (
    Play,
    State,
)
from cardtable.engine.games.rummy_like.trick import turn_order
from cardtable.table.session import Seen
from cardtable.tui.board import BoardWidget
from cardtable.tui.boards.rummy_like.layout import Layout
from cardtable.tui.boards.rummy_like.players import shorten_name
from cardtable.tui.canvas import PLAIN, Box, Canvas, cut
from cardtable.tui.choices import Target
from cardtable.tui.faces import CardSet, face, ink_of
from cardtable.tui.panels import paint_choices, ways_here


def paint_open(canvas: Canvas, plan: Layout, state: State) -> None:
    """Paint the deck, what the viewer knows of it, and what lies open."""
    known = " ".join(f"{at + 1}={card.code}" for at, card in enumerate(state.deck) if not is_hidden(card))
    deck = f"deck {len(state.deck)}"
    discards = " ".join(card.code for card in state.discards) or "-"
    if plan.small:
        told = [f"led {state.led.code}" if state.led else "", deck, f"out {discards}", known and f"under {known}"]
    else:
        earlier = " ".join(card.code for card in reversed(state.led_pile)) or "-"
        told = [f"{deck} ({known})" if known else deck, f"discards {discards}", f"led before {earlier}"]
    canvas.put(0, plan.open, cut("  ".join(filter(None, told)), canvas.width), "dim")
    zones = ("led", "deck", "discards") if plan.small else ("deck", "discards", "led_pile")
    x = 0
    for zone, text in zip(zones, told, strict=False):
        canvas.lay(Box(x, plan.open, min(len(text), canvas.width - x), 1), zone)
        x += len(text) + 2 * bool(text)


def paint_middle(board: BoardWidget, canvas: Canvas, plan: Layout, seen: Seen) -> None:
    """Paint what was drawn or led, and the Chards of the trick, as cards side by side."""
    state: State = seen.state
    if state.phase == "lead":
        for at, drawn in enumerate(state.drawn):
            chosen = bool(board.groups) and at == board.group
            _paint_card(board.signs, canvas, plan, at, ("first", "second", "third")[at], drawn, chosen=chosen)
            _lay_card(canvas, plan, at, "drawn", at)
            if board.groups:
                x = 1 + plan.slot * at
                canvas.spot(Box(x, plan.middle, plan.card.width, plan.card.height + 1), Target(at))
        return
    _paint_card(board.signs, canvas, plan, 0, "led", state.led)
    _lay_card(canvas, plan, 0, "led")
    if state.phase == "send":
        for at, picked in enumerate(state.picked, 1):
            _paint_card(board.signs, canvas, plan, at, "", picked)
            _lay_card(canvas, plan, at, "picked", at - 1)
        assert seen.turn is not None, "somebody passes on"
        width = (plan.panel or canvas.width) - plan.slot - 2
        canvas.put(1 + plan.slot, plan.middle, cut(f"to pass on: {seen.names[seen.turn]}", width), "dim")
        return
    for at, seat in enumerate(turn_order(state.leader), 1):
        foreseen = _foreseen_play(board, seen, seat)
        card = foreseen or state.played[seat]
        label = shorten_name(seen.names[seat], plan.card.width)
        _paint_card(board.signs, canvas, plan, at, label, card, chosen=foreseen is not None)
        _lay_card(canvas, plan, at, "played", seat)
        if card is None and state.led and (state.sat_out[seat] or state.bust[seat]):
            y = plan.middle + 1 + plan.card.height // 2
            canvas.put(1 + plan.slot * at + 1, y, "bust" if state.bust[seat] else "out", "dim")


def _foreseen_play(board: BoardWidget, seen: Seen, seat: Seat) -> Chard | None:
    """The Chard that the choice would lay in this player's place."""
    if seat == seen.viewer and board.choice and board.is_legal and isinstance(board.choice.action, Play):
        return board.choice.action.card
    return None


def _paint_card(
    signs: CardSet, canvas: Canvas, plan: Layout, at: int, label: str, card: Card | None, *, chosen: bool = False
) -> None:
    x = 1 + plan.slot * at
    canvas.put(x, plan.middle, label, "strong" if chosen else "dim")
    canvas.block(x, plan.middle + 1, face(card, plan.card, signs, chosen=chosen), ink_of(card))


def _lay_card(canvas: Canvas, plan: Layout, at: int, zone: str, row: int = 0) -> None:
    canvas.lay(Box(1 + plan.slot * at, plan.middle + 1, plan.card.width, plan.card.height), zone, row)


def paint_middle_line(board: BoardWidget, canvas: Canvas, plan: Layout, seen: Seen) -> None:
    """Paint all of it on one row, and the choice where there is one."""
    state: State = seen.state
    x = 0
    if state.phase == "lead":
        for at, card in enumerate(state.drawn):
            chosen = bool(board.groups) and at == board.group
            text = f">{card.code}<" if chosen else f" {card.code} "
            canvas.put(x, plan.middle, text, "strong" if chosen else ink_of(card))
            canvas.lay(Box(x, plan.middle, len(text), 1), "drawn", at)
            if board.groups:
                canvas.spot(Box(x, plan.middle, 5, 1), Target(at))
            x += 6
        return
    if state.phase == "send":
        canvas.put(0, plan.middle, f"up {' '.join(card.code for card in state.picked)}", PLAIN)
        for at in range(len(state.picked)):
            canvas.lay(Box(3 + 2 * at, plan.middle, 1, 1), "picked", at)
        x = 10
    if board.choice is not None:
        told = f"{board.choice.label}  {board.effect_of(board.choice)}".rstrip()
        canvas.put(x, plan.middle, cut(told, canvas.width - x), "cursor")
        box = Box(x, plan.middle, canvas.width - x, 1)
        canvas.spot(box, Target(board.group, board.way))


def paint_panel(board: BoardWidget, canvas: Canvas, plan: Layout, seen: Seen) -> None:
    """Paint the ways of the kind under the cursor while Chards are sent; else everything on offer but the kinds."""
    if not board.groups or isinstance(board.groups[0].ways[0].action, Play):
        return
    area = Box(plan.panel, plan.middle, canvas.width - plan.panel, plan.card.height + 1)
    if seen.state.phase == "send":
        title = f"Send {board.groups[board.group].name}"
        paint_choices(canvas, board, area, ways_here(board), board.way, title)
    else:
        choices = [(group.ways[0], Target(at)) for at, group in enumerate(board.groups)]
        paint_choices(canvas, board, area, choices, board.group)
