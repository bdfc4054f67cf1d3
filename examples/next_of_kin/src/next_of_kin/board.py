"""The board of Next of Kin: the pile, the stock, everybody's number of cards, and the viewer's hand."""

from __future__ import annotations

from typing import Any

from cardtable.engine.cards import FACE_DOWN, is_hidden
from cardtable.engine.phrases import counted
from cardtable.engine.zones import Place
from cardtable.table.seen import Seen
from cardtable.tui.board.choices import ChoiceGroup, ListedAction, Target
from cardtable.tui.board.panels import paint_hand_card
from cardtable.tui.board.widget import BoardWidget
from cardtable.tui.drawing.canvas import PLAIN, Box, Canvas, cut, put_latest
from cardtable.tui.drawing.cards import draw_face
from cardtable.tui.drawing.faces import Size
from next_of_kin.model import Draw, Play
from next_of_kin.words import TITLE


class NextOfKinBoard(BoardWidget):
    """The board as one seat sees it."""

    GAME_ID = "next-of-kin"
    KEY_HELP = (("left, right", "choose a card to play, or the stock to draw"), (">", "the player whose turn it is"))

    def group_actions(self, seen: Seen) -> tuple[ChoiceGroup, ...]:
        if seen.viewer is None or seen.turn != seen.viewer:
            return ()
        actions = (*map(Play, seen.state.hands[seen.viewer]), Draw())
        return tuple(ChoiceGroup(str(action), (ListedAction(action, str(action)),)) for action in actions)

    @property
    def hand_size(self) -> int:
        return max(0, len(self.groups) - 1)  # the last group is the stock

    def place_cursor(self, seen: Seen) -> None:
        """Move the cursor to the first card that fits, or to the stock."""
        if self.groups and not self.is_legal:
            self.group = next(at for at, group in enumerate(self.groups) if self.is_allowed(group.actions[0]))

    def paint(self, canvas: Canvas, seen: Seen, frame: Any = None) -> None:
        canvas.title_bar(f"{TITLE}  {self.caption}".rstrip(), f"stock {len(seen.state.stock)}")
        hand = () if seen.viewer is None else seen.state.hands[seen.viewer]
        size = _largest_size(canvas, len(hand))
        pitch = max(size.width, Size.MEDIUM.width)
        columns = canvas.width // pitch
        below = self._paint_table(canvas, seen, size if size.height > 1 else Size.MEDIUM)
        top = canvas.height - -(-len(hand) // columns) * size.height
        put_latest(canvas, Box(0, below, canvas.width, top - below), [*map(seen.describe_step, seen.log)], "dim")
        for at, card in enumerate(hand):
            box = Box(at % columns * pitch, top + at // columns * size.height, pitch, size.height)
            place, is_chosen = Place("hands", seen.viewer or 0, at), bool(self.groups) and at == self.group
            paint_hand_card(canvas, self, card, box, place, size=size, pitch=pitch, chosen=is_chosen)

    def _paint_table(self, canvas: Canvas, seen: Seen, size: Size) -> int:
        """Paint the pile, the stock and the players. Return the first free row below them."""
        state, is_chosen = seen.state, bool(self.groups) and self.group == self.hand_size
        pile, stock = (Box(x, 1, size.width, size.height) for x in (0, size.width + 1))
        draw_face(canvas, (pile.x, 1), state.pile[-1], size, self.signs)
        canvas.mark_place(pile, "pile", len(state.pile) - 1)
        back = FACE_DOWN if state.stock else None
        draw_face(canvas, (stock.x, 1), back, size, self.signs, chosen=is_chosen, foot=str(len(state.stock)))
        canvas.add_target(stock, Target(self.hand_size))
        left = stock.x + size.width + 2
        for seat, (name, hand) in enumerate(zip(seen.players, state.hands, strict=True)):
            shown = " ".join(card.code for card in hand if seat != seen.viewer and not is_hidden(card))
            mark, style = ("> ", "strong") if seat == seen.turn else ("  ", PLAIN)
            canvas.put(
                left, 1 + seat, cut(f"{mark}{name}: {counted(len(hand), 'card')}  {shown}", canvas.width - left), style
            )
        return 1 + max(size.height, len(state.hands))


def _largest_size(canvas: Canvas, cards: int) -> Size:
    """Return the largest size in which the pile, a few lines of the log and this hand fit on the canvas."""
    for size in (Size.HUGE, Size.LARGE, Size.MEDIUM):
        if size.height * (1 - -cards // (canvas.width // size.width)) + 3 <= canvas.height:
            return size
    return Size.TINY


BOARD = NextOfKinBoard
