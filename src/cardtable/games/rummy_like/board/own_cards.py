"""The viewer's own cards: a pile of Chards for each kind, and the TriCards with the sets that they need."""

from __future__ import annotations

from rich.cells import cell_len

from cardtable.engine.cards import Chard, TriCard
from cardtable.engine.games.rummy_like.model import KINDS, OF_A_KIND, Chards, Discard, Lead, State
from cardtable.engine.games.rummy_like.outlook import foresee, round_end, score_warning
from cardtable.engine.games.rummy_like.scoring import kinds_of, points_of, sets_of
from cardtable.engine.zones import Place, subtract
from cardtable.games.rummy_like.board.actions import chards_in_hand, keep_second, lead_with
from cardtable.games.rummy_like.board.layout import Layout
from cardtable.table.seen import Seen
from cardtable.tui.board.choices import Target
from cardtable.tui.board.widget import BoardWidget
from cardtable.tui.drawing.canvas import PLAIN, Box, Canvas, cut, wrap
from cardtable.tui.drawing.cards import draw_face, ink_of, ink_on_card
from cardtable.tui.drawing.faces import CardSet, Size, count_label, face

ARROWS = {"blocks": "→", "ascii": ">"}
"""The sign between the current number and the number after the choice."""
VALUE_LEGEND = "+2: a set scores 2"
"""The legend of the number on the border of a Chard."""
MIN_NAME_CELLS = 9
"""The width that the heading of the TriCards needs."""
ROOM_FOR_PROGRESS = 27
"""The smallest distance between two TriCards that leaves room to say in words how much of a set the viewer has."""


def paint_own_cards(board: BoardWidget, canvas: Canvas, layout: Layout, seen: Seen) -> None:
    """Paint the viewer's Chards by kind, and the TriCards below them."""
    if seen.viewer is None:
        return
    state: State = seen.state
    held = chards_in_hand(seen)
    after = subtract(held, _cards_leaving(board, seen))
    led = _led_mask(board, state) if board.shows_effects else 0
    sets = sets_of(after) if board.shows_effects else 0
    _paint_labels(board, canvas, layout, seen, after)
    for at, kind in enumerate(KINDS):
        value = points_of(state.tricards[seen.viewer], kind.mask) if board.shows_effects else 0
        counts, worth = (held.count(kind), after.count(kind)), f"+{value}" if value else ""
        _paint_kind(board, canvas, layout, at, counts, matches=bool(kind.mask & led), worth=worth)
        for index, card in enumerate(state.chards[seen.viewer]):
            if card is kind:
                canvas.mark_place(_kind_box(layout, at), *Place("chards", seen.viewer, index))
        if layout.values:
            canvas.put(layout.kind_x(at), layout.values, worth.center(layout.chard.width).rstrip(), "dim")
    for at, tricard in enumerate(state.tricards[seen.viewer]):
        _paint_tricard(board, canvas, layout, seen, at, tricard, (held, after), sets)


def _paint_labels(board: BoardWidget, canvas: Canvas, layout: Layout, seen: Seen, held: Chards) -> None:
    """Paint the names of the rows where there is room. `held` contains the viewer's Chards after the choice."""
    if layout.small:
        canvas.put(0, layout.own_top, "you" if seen.owner == "Your" else cut(seen.owner, 4), "dim")
        return
    room = layout.kind_x(0) - 1
    if room > 0:
        lines = wrap(f"{cut(seen.owner, room)} Chards", room, 2)
        if board.shows_effects and not layout.values:
            lines += wrap(VALUE_LEGEND, room, layout.chard.height - len(lines))
        canvas.block(0, layout.counts + (layout.chard.height - len(lines) + 1) // 2, lines, "dim")
    if layout.values and board.shows_effects:
        canvas.put(0, layout.values, "A set scores", "dim")
    if layout.heading:
        width = layout.end(canvas.width)
        warning = _warning(board, seen, held)
        end = cut(warning or round_end(seen.state), width - MIN_NAME_CELLS)
        canvas.put(0, layout.heading, cut(f"{seen.owner} TriCards", width - cell_len(end) - 2), "strong")
        canvas.put_right(width, layout.heading, end, PLAIN if warning else "dim")


def _warning(board: BoardWidget, seen: Seen, held: Chards) -> str:
    """Return a warning about another player's set, or an empty string. Lessons and watched games have none."""
    if seen.viewer is None or seen.is_open or not board.shows_effects:
        return ""
    return score_warning(seen.state, seen.viewer, held, seen.players)


def _led_mask(board: BoardWidget, state: State) -> int:
    """Return the mask of the TriCard that was led or that the choice would lead, or 0 while Chards are being sent."""
    action = board.choice.action if board.choice else None
    card = action.card if isinstance(action, Lead) else state.led if state.phase == "play" else None
    return card.mask if card else 0


def _cards_leaving(board: BoardWidget, seen: Seen) -> tuple[Chard, ...]:
    if board.choice is None or not board.is_legal or not board.shows_effects:
        return ()
    return foresee(seen.state, board.choice.then or board.choice.action).leaving


def _kind_box(layout: Layout, at: int) -> Box:
    if layout.small:
        return Box(layout.kind_x(at), layout.table, layout.pitch - 1, 2)
    return Box(layout.kind_x(at), layout.counts, *layout.chard.value)


def _paint_kind(
    board: BoardWidget, canvas: Canvas, layout: Layout, at: int, counts: tuple[int, int], *, matches: bool, worth: str
) -> None:
    """Paint a kind of Chard: a card, a number and a set's value. In the small layout, paint a letter and a number."""
    kind, x, (before, after) = KINDS[at], layout.kind_x(at), counts
    by_kind = len(board.groups) == len(KINDS)
    chosen = by_kind and at == board.group
    if layout.small:
        sign = ">" if chosen else "*" if matches else " "
        style = "cursor" if chosen else ink_of(kind) if before else "dim"
        canvas.put(x, layout.table, sign + kind.code, style)
        text = f"{before}>{after}" if before != after else f" {before or '.'}{'!' * (before == OF_A_KIND)}"
        canvas.put(x, layout.counts, text, "strong" if before != after or before == OF_A_KIND else PLAIN)
    else:
        _paint_pile(board, canvas, layout, at, counts, chosen=chosen, head="" if layout.values else worth)
        caption = _caption(layout, after if before != after else None, matches=matches and before > 0)
        style = "gold" if before != after else "dim"
        canvas.put(x, layout.table, caption.center(layout.chard.width).rstrip(), style)
    box = Box(x, layout.table, layout.pitch, 2 if layout.small else layout.chard.height + 1)
    if by_kind:
        action = board.action_index if chosen else keep_second(board.groups, board.group, board.choice, at)
        canvas.add_target(box, Target(at, action))
    elif board.groups:
        lead = lead_with(board.groups[board.group], kind)
        canvas.add_target(box, kind if lead is None else Target(board.group, lead))


def _caption(layout: Layout, after: int | None, *, matches: bool) -> str:
    """Return the words above a Chard: the number that remains after the choice, or a note that the Chard matches."""
    is_narrow = layout.chard is Size.MEDIUM
    if after is not None:
        return f"{after} left" if is_narrow else f"{after or 'none'} left"
    return ("match" if is_narrow else "matches") if matches else ""


def _paint_pile(
    board: BoardWidget, canvas: Canvas, layout: Layout, at: int, counts: tuple[int, int], *, chosen: bool, head: str
) -> None:
    """Paint a card with the number of Chards of its kind, or an empty place with the kind's name if there are none."""
    kind, x, (before, _) = KINDS[at], layout.kind_x(at), counts
    where = (x, layout.counts)
    if layout.kind_names:
        canvas.put(x, layout.kind_names, kind.name.center(layout.chard.width), PLAIN if before else "dim")
    if before:
        foot = count_label(before, board.signs)
        draw_face(canvas, where, kind, layout.chard, board.signs, chosen=chosen, head=head, foot=foot)
        if layout.kind_names:
            figure = [line[4:9] for line in face(kind, Size.HUGE, board.signs)[1:4]]  # instead of a shortened name
            canvas.block(x + 1, layout.counts + 1, [" " * 5] * 3)
            canvas.block(x + 1, layout.counts + 1, figure, ink_on_card(kind))
        return
    draw_face(canvas, where, None, layout.chard, board.signs, chosen=chosen, head=head)
    if not layout.kind_names:
        name = kind.name if layout.chard is Size.WIDE else kind.code
        middle = layout.counts + layout.chard.height // 2
        canvas.put(x + (layout.chard.width - len(name) + 1) // 2, middle, name, "slot")


def _paint_tricard(
    board: BoardWidget, canvas: Canvas, layout: Layout, seen: Seen, at: int, card: TriCard,
    chards: tuple[Chards, Chards], sets: int,
) -> None:  # fmt: skip
    """Paint one of the viewer's TriCards, with the numbers of Chards of its kinds before and after the choice."""
    assert seen.viewer is not None, "only a player has cards"
    discarding = bool(board.groups) and isinstance(board.groups[0].actions[0].action, Discard)
    chosen, x, y = discarding and at == board.group, layout.own_pitch * at, layout.own_top
    if layout.small:
        x += 4
        score = (card.mask & sets).bit_count()
        text = f"{'>' if chosen else ' '}{card.code}"
        canvas.put(x, y, text, "strong" if chosen else ink_of(card))
        canvas.put(x + 4, y, f" +{score}" if score else "", "gain")
        box = Box(x, y, 5, 1)
    else:
        box = Box(x, y, *layout.own.value)
        draw_face(canvas, (x, y), card, layout.own, board.signs, chosen=chosen)
        for down, kind in enumerate(kinds_of(card.mask)):
            row = y + down + (layout.own.height - 3) // 2
            text = _progress(board.signs, layout, kind, *(cards.count(kind) for cards in chards))
            scores = bool(kind.mask & sets)
            canvas.put(x + layout.own.width + 1, row, f"{text} +1" if scores else text, "gain" if scores else "dim")
    canvas.mark_place(box, *Place("tricards", seen.viewer, at))
    if discarding:
        canvas.add_target(Box(x, y, layout.own_pitch, layout.own.height), Target(at))


def _progress(signs: CardSet, layout: Layout, kind: Chard, before: int, after: int) -> str:
    """Return the number of a set's Chards that the viewer has now, and would have after the choice."""
    arrow = ARROWS[signs.name]
    if layout.own_pitch < ROOM_FOR_PROGRESS:
        return f"{kind.name} {before}" if before == after else f"{kind.name} {before}{arrow}{after}"
    count = f"{before}" if before == after else f"{before} {arrow} {after}"
    return f"{kind.name:<8} {count} of {OF_A_KIND}"
