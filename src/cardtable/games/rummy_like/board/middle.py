"""The middle of the table: the deck, the TriCards drawn or led, the Chards of the trick, and the choices."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.engine.cards import Card, Chard
from cardtable.engine.game import Seat
from cardtable.engine.games.rummy_like.model import Call, Discard, Draw, Play, Send, State
from cardtable.engine.games.rummy_like.outlook import question
from cardtable.engine.games.rummy_like.trick import receiver, turn_order
from cardtable.engine.phrases import address
from cardtable.games.rummy_like.board.layout import Layout
from cardtable.games.rummy_like.board.players import shorten_name
from cardtable.table.seen import Seen
from cardtable.tui.board.choices import ListedAction, Target
from cardtable.tui.board.panels import current_choices, paint_choices
from cardtable.tui.board.widget import BoardWidget
from cardtable.tui.drawing.canvas import PLAIN, Box, Canvas, cut, put_latest
from cardtable.tui.drawing.cards import draw_face, ink_of
from cardtable.tui.drawing.faces import CardSet, Size

ROOM_FOR_NAMES = 40
"""The smallest width at which a list has room for the names of TriCards and the cost of each discard."""
MIN_CELLS = 12
"""The smallest width at which text that doesn't fit is shortened. Below this width, the text is left out."""


def paint_open(board: BoardWidget, canvas: Canvas, layout: Layout, state: State, lines: Sequence[int]) -> None:
    """Paint the open piles and the size of the deck. If there are many choices, both are beside the choices."""
    width = layout.panel - 1 if _is_long(board, layout, lines) else layout.end(canvas.width)
    deck = f"deck {len(state.deck)}"
    discards = f"discarded {codes}" if (codes := " ".join(card.code for card in state.discards)) else ""
    earlier = f"led earlier {codes}" if (codes := " ".join(card.code for card in reversed(state.led_pile))) else ""
    if layout.small:
        parts = [("led", f"led {state.led.code}" if state.led else ""), ("deck", deck), ("discards", discards)]
    else:
        parts = [("deck", deck), ("discards", discards), ("led_pile", earlier)]
    x = 0
    for zone, full in parts:
        is_long = zone == "led_pile" and len(full) > width - x
        text = _latest("led earlier", state.led_pile[::-1], width - x) if is_long else full
        if len(text) > (room := width - x) and room < MIN_CELLS:
            break
        canvas.put(x, layout.open, cut(text, room), "dim")
        box = Box(x, layout.open, min(len(text), room), 1)
        canvas.mark_place(box, zone)
        if zone == "deck" and board.groups and isinstance(board.groups[0].actions[0].action, Draw):
            canvas.add_target(box, Target(0))
        x += len(text) + 2 * bool(text)


def _latest(label: str, cards: Sequence[Card], room: int) -> str:
    """Return a label, the codes of as many cards as fit, and the number of the remaining cards."""
    for shown in range(len(cards), 0, -1):
        others = f" +{len(cards) - shown}" if shown < len(cards) else ""
        text = f"{label} {' '.join(card.code for card in cards[:shown])}{others}"
        if len(text) <= room:
            return text
    return f"{label} {len(cards)}"


def paint_face_up(signs: CardSet, canvas: Canvas, layout: Layout, state: State) -> int:
    """Paint the TriCards led and discarded so far as cards, and return the row below them.

    They are at the side or, in the public view, in the room that other views use for the hand.
    """
    y, size = layout.middle if layout.side else layout.table, Size.MEDIUM
    per_row = (canvas.width - layout.face_up) // (size.width + 1)
    for heading, cards in (("Led earlier", state.led_pile[::-1]), ("Discarded", state.discards)):
        if cards:
            canvas.put(layout.face_up, y, heading, "strong")
            for at, card in enumerate(cards):
                down, along = divmod(at, per_row)
                x = layout.face_up + along * (size.width + 1)
                draw_face(canvas, (x, y + 1 + down * size.height), card, size, signs)
            y += 2 + size.height * (1 + (len(cards) - 1) // per_row)
    return y


def paint_side_log(canvas: Canvas, box: Box, seen: Seen) -> None:
    """Paint the latest events under a heading."""
    canvas.put(box.x, box.y, "What happened", "strong")
    texts = [seen.describe(event) for step in seen.log[-box.height :] for event in step]
    put_latest(canvas, box._replace(y=box.y + 1, height=box.height - 1), texts, "dim")


def paint_middle(board: BoardWidget, canvas: Canvas, layout: Layout, seen: Seen) -> None:
    """Paint the TriCards drawn or led, and the Chards of the trick, as cards side by side."""
    state: State = seen.state
    if state.phase == "lead":
        for at, drawn in enumerate(state.drawn):
            chosen = bool(board.groups) and at == board.group
            _paint_card(board.signs, canvas, layout, at, ("first", "second", "third")[at], drawn, chosen=chosen)
            _mark_card(canvas, layout, at, "drawn", at)
            if board.groups:
                x = 1 + layout.slot * at
                box = Box(x, layout.middle, layout.card.width, layout.card.height + 1)
                canvas.add_target(box, target_of(board, at))
        return
    by_leader = address(f"led by {seen.player(state.leader)}")
    label = by_leader if len(by_leader) <= layout.card.width and state.led else "led"
    _paint_card(board.signs, canvas, layout, 0, label, state.led)
    _mark_card(canvas, layout, 0, "led")
    if state.phase == "send":
        for at, picked in enumerate(state.picked, 1):
            _paint_card(board.signs, canvas, layout, at, "", picked)
            _mark_card(canvas, layout, at, "picked", at - 1)
        assert seen.turn is not None, "a player passes on"
        width = (layout.panel or canvas.width) - layout.slot - 2
        heading = address(f"{seen.player(seen.turn)} has taken these")
        canvas.put(1 + layout.slot, layout.middle, cut(heading, width), "dim")
        return
    for at, seat in enumerate(turn_order(state.leader), 1):
        preview = _previewed_play(board, seen, seat)
        card = preview or state.played[seat]
        label = shorten_name(seen.player(seat), layout.slot - 1)
        _paint_card(board.signs, canvas, layout, at, label, card, chosen=preview is not None)
        _mark_card(canvas, layout, at, "played", seat)
        if card is None and state.led and (state.sat_out[seat] or state.bust[seat]):
            y = layout.middle + 1 + layout.card.height // 2
            canvas.put(1 + layout.slot * at + 1, y, "bust" if state.bust[seat] else "out", "slot")


def _previewed_play(board: BoardWidget, seen: Seen, seat: Seat) -> Chard | None:
    """Return the Chard that the selected action would play for this seat, or None if there is no such Chard."""
    if seat == seen.viewer and board.choice and board.is_legal and isinstance(board.choice.action, Play):
        return board.choice.action.card
    return None


def _paint_card(
    signs: CardSet, canvas: Canvas, layout: Layout, at: int, label: str, card: Card | None, *, chosen: bool = False
) -> None:
    x = 1 + layout.slot * at
    canvas.put(x, layout.middle, label, "strong" if chosen else "dim")
    draw_face(canvas, (x, layout.middle + 1), card, layout.card, signs, chosen=chosen)


def _mark_card(canvas: Canvas, layout: Layout, at: int, zone: str, row: int = 0) -> None:
    canvas.mark_place(Box(1 + layout.slot * at, layout.middle + 1, layout.card.width, layout.card.height), zone, row)


def paint_middle_line(board: BoardWidget, canvas: Canvas, layout: Layout, seen: Seen) -> None:
    """Paint the middle of the table on one row, with the choice if there is one."""
    state: State = seen.state
    x = 0
    if state.phase == "lead":
        for at, card in enumerate(state.drawn):
            chosen = bool(board.groups) and at == board.group
            text = f">{card.code}<" if chosen else f" {card.code} "
            canvas.put(x, layout.middle, text, "strong" if chosen else ink_of(card))
            canvas.mark_place(Box(x, layout.middle, len(text), 1), "drawn", at)
            if board.groups:
                canvas.add_target(Box(x, layout.middle, 5, 1), target_of(board, at))
            x += 6
    if state.phase == "send":
        canvas.put(0, layout.middle, f"got {''.join(card.code for card in state.picked)}", PLAIN)
        for at in range(len(state.picked)):
            canvas.mark_place(Box(4 + at, layout.middle, 1, 1), "picked", at)
        x = 5 + len(state.picked)
    if state.phase == "draw" and board.groups:
        _paint_side_by_side(board, canvas, layout.middle)
    elif board.choice is not None:
        room = canvas.width - x
        label = _label_on_one_row(board, board.choice)
        effect = board.effect_label(board.choice).removeprefix("you ").removesuffix(" to you")
        text = f"{label}  {effect}".rstrip()
        canvas.put(x, layout.middle, cut(text if len(text) <= room else label, room), "cursor")
        canvas.add_target(Box(x, layout.middle, room, 1), Target(board.group, board.action_index))


def _label_on_one_row(board: BoardWidget, choice: ListedAction) -> str:
    """Return the label of the choice. If the player sends two Chards, the label names both of them."""
    group = board.groups[board.group]
    if isinstance(choice.action, Send) and len(group.actions) > 1:
        second = choice.label.removeprefix("with ")
        return f"{group.name} + {second} {board.action_index + 1}/{len(group.actions)}"
    return choice.label


def _paint_side_by_side(board: BoardWidget, canvas: Canvas, y: int) -> None:
    """Paint the drawn TriCards and, if the call is legal, the call with its key and its score."""
    x = 0
    for at, group in enumerate(board.groups):
        (listed,) = group.actions
        if board.is_allowed(listed) or at == board.group:
            is_call = isinstance(listed.action, Call) and board.is_allowed(listed)
            label = f"s Score {board.effect_label(listed).replace('you score ', '+')}" if is_call else listed.label
            text = f"{'>' if at == board.group else ' '}{label}"
            canvas.put(x, y, text, "cursor" if at == board.group else PLAIN)
            canvas.add_target(Box(x, y, len(text), 1), Target(at))
            x += len(text) + 2


def target_of(board: BoardWidget, group: int) -> Target:
    """Return the target of a click on a group: its selected action if it is the current group, otherwise its first."""
    return Target(group, board.action_index if group == board.group else 0)


def paint_panel(board: BoardWidget, canvas: Canvas, layout: Layout, seen: Seen, lines: Sequence[int]) -> None:
    """Paint the list of choices: these groups, one per line, or the current group's actions if `lines` is empty."""
    if not board.groups:
        return
    height = layout.open - layout.middle if _is_long(board, layout, lines) else layout.card.height
    area = Box(layout.panel, layout.middle, min(44, canvas.width - layout.panel), height + 1)
    if lines:
        heading = question(seen.state, seen.names, seen.state.led.code if seen.state.led else "")
        heading = heading if len(heading) <= area.width else heading.removesuffix(" a TriCard")
        choices = [(_short(board.groups[at].actions[0], area.width), Target(at)) for at in lines]
        current = lines.index(board.group) if board.group in lines else -1
        paint_choices(canvas, board, area, choices, current, heading)
    else:
        name = board.groups[board.group].name
        is_lead = seen.state.phase == "lead"
        title = f"Lead {name}" if is_lead else f"Send {name} to {seen.player(receiver(seen.state))}"
        if len(title) > area.width and is_lead:
            title = f"Lead {seen.state.drawn[board.group].code}"
        paint_choices(canvas, board, area, current_choices(board), board.action_index, title)


def _is_long(board: BoardWidget, layout: Layout, lines: Sequence[int]) -> bool:
    """Return whether the list of choices is too long to fit beside the cards."""
    count = len(lines) if lines or not board.groups else len(board.groups[board.group].actions)
    return bool(layout.panel) and count > layout.card.height


def _short(listed: ListedAction, width: int) -> ListedAction:
    """Return a discard with a shorter label if there is no room for the TriCard's name."""
    if isinstance(listed.action, Discard) and width < ROOM_FOR_NAMES:
        return listed._replace(label=listed.action.card.code)
    return listed
