"""The board of Exit Stage Right: the stage with a preview of each move, and the hand below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from rich.cells import cell_len
from textual import events

from cardtable.engine.cards import FACE_DOWN, Card, is_hidden
from cardtable.engine.game import Event
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.explain import why_no_face_down, why_no_refill
from cardtable.engine.games.exit_stage_right.model import (
    CENTRE,
    COLUMNS,
    ROWS,
    FaceDown,
    FaceUp,
    Refill,
    Shifted,
    Stage,
    State,
)
from cardtable.engine.games.exit_stage_right.outlook import foresee
from cardtable.engine.games.exit_stage_right.texts import STOP_HERE, goal_within
from cardtable.engine.games.exit_stage_right.words import count_off, effect
from cardtable.engine.phrases import capitalized
from cardtable.games.exit_stage_right.board.actions import first_refill, hand_and_deck
from cardtable.games.exit_stage_right.board.hand import paint_hand
from cardtable.games.exit_stage_right.board.lately import last_step
from cardtable.games.exit_stage_right.board.layout import SIZES_BESIDE_TEXT, Layout, layout_for
from cardtable.games.exit_stage_right.board.panel import numbers, paint_panel
from cardtable.games.exit_stage_right.board.preview import jumps, paint_preview
from cardtable.games.exit_stage_right.board.title import TITLE_COLUMNS, paint_title
from cardtable.rooms.kit.command import Command
from cardtable.rooms.table import SETTLED
from cardtable.table.grades import to_ascii
from cardtable.table.seen import Seen
from cardtable.tui.board.choices import PLAY_REST, ChoiceGroup, Target
from cardtable.tui.board.panels import paint_current_choice
from cardtable.tui.board.widget import TYPED, BoardWidget
from cardtable.tui.drawing.animation import Frame, move_part
from cardtable.tui.drawing.canvas import Box, Canvas, cut
from cardtable.tui.drawing.cards import draw_face
from cardtable.tui.drawing.faces import ASCII, Size
from cardtable.tui.screens.reader import Reader

GAP = 3
"""The smallest number of blanks that clearly separate the name of the won pile from the goal."""
ENTER_PLAYS_REST = "Enter plays the rest."


class RefusedRow(NamedTuple):
    """The target of a click on a row where the chosen Single or refill isn't legal."""

    row: int


class ExitStageRightBoard(BoardWidget):
    """The board of Exit Stage Right as one seat sees it."""

    GAME_ID = GAME.id
    SIZES_BESIDE_TEXT = SIZES_BESIDE_TEXT
    SIGNS = ("WON, LOST", "HBS >, < FRT")
    KEY_HELP = (
        ("left, right", "choose a card in your hand; the Complete deck (for a refill) comes last"),
        ("up, down", "choose how to play it: face up, or face down on a row; or which cells to refill"),
        ("2 won, 1 lost", "Completes that would leave the stage; on a card of your hand: if you play it face up"),
        ("4 >, < 3", "on a card of your hand that wins and loses nothing: 4 Completes would go right, 3 left"),
        ("+2-1", "where there's little room: 2 won, 1 lost"),
        ("WON, LOST", "this Complete would leave the stage"),
        ("HBS >, < FRT", "these Completes would come to this cell, from the left or from the right"),
        ("HBS>4", "on a small screen: this Complete would jump over others, to column 4"),
        ("mouse", "click a card, a row or a line in the list to choose it; click it again to play it"),
    )

    columns = ""
    """The headings of the numbers beside the choices, or an empty string if there is no list of choices."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._remembered: Seen | None = None
        """The table for which the board has remembered shifts and lines."""
        self._shifts = dict[Any, Shifted]()
        self._last_steps = dict[int, str]()
        """The remembered lines about the latest events, one for each width."""
        self._left_at = 0
        """The index of the card in hand that the cursor was on before it moved to the deck."""

    # Choices

    def group_actions(self, seen: Seen) -> tuple[ChoiceGroup, ...]:
        if seen.viewer is None or seen.turn != seen.viewer:
            return ()
        return hand_and_deck(seen, is_lesson=self.posts_illegal_choices or self.is_answering)

    @property
    def hand_size(self) -> int:
        return max(0, len(self.groups) - 1)

    def effect(self, seen: Seen, action: Any) -> str:
        """Return the effect of an action: in numbers if there is a list of choices, otherwise in words."""
        shifted = self._shift_after(seen, action)
        return numbers(shifted, self.columns) if self.columns else count_off(shifted) or effect(shifted)

    def _foreseen(self, action: Any) -> Shifted | None:
        """Return the shift after an action, or None if the board mustn't show the shift."""
        seen, is_shown = self.seen, self.shows_effects and bool(self.groups) and not self.offers_rest
        return self._shift_after(seen, action) if seen and is_shown and action in seen.legal else None

    def _shift_after(self, seen: Seen, action: Any) -> Shifted:
        """Return the shift after a legal action. The board remembers the shift while it shows the same table."""
        self._forget_unless(seen)
        if action not in self._shifts:
            self._shifts[action] = foresee(seen.state, action)
        return self._shifts[action]

    def _last_step(self, seen: Seen, width: int) -> str:
        """Return a line about the latest events. The board remembers the line while it shows the same table."""
        self._forget_unless(seen)
        if width not in self._last_steps:
            self._last_steps[width] = last_step(seen, width)
        return self._last_steps[width]

    def _forget_unless(self, seen: Seen) -> None:
        """Forget all shifts and lines that belong to a different table."""
        if self._remembered is not seen:
            self._remembered, self._shifts, self._last_steps = seen, {}, {}

    def _can_choose(self) -> bool:
        return bool(self.groups)

    def _allows(self, kind: type[FaceUp | FaceDown | Refill]) -> bool:
        return self.seen is not None and any(isinstance(each, kind) for each in self.seen.legal)

    @property
    def offers_rest(self) -> bool:
        """Whether Enter plays the rest of the game. False in reviews, and in lessons, which ask for each action."""
        is_table = not (self.posts_illegal_choices or self.is_answering or self.is_beside_text)
        return bool(self.groups) and is_table and self.seen is not None and self.seen.game.is_settled(self.seen.state)

    @property
    def enter_meaning(self) -> str:
        if self._plays_out:
            return capitalized(STOP_HERE)
        return "Play the rest" if self.offers_rest else super().enter_meaning

    def status(self, seen: Seen) -> str:
        if self.offers_rest:
            return f"{self.notice} {SETTLED}".strip()
        if self._plays_out and not self.notice:
            return self.table.about_rest if self.table is not None else seen.game.explain_rest(seen.state)
        text = super().status(seen)
        if self.notice or self.is_on_deck:
            return text
        if self._should_refill(seen):
            return f"{text} Press c to refill it."
        return f"{text} To {STOP_HERE}, press c." if self._may_stop() else text

    def _may_stop(self) -> bool:
        """Return whether the table can play the rest of the game now."""
        return bool(self.groups) and self.groups[-1].actions[0].then is PLAY_REST

    def _should_refill(self, seen: Seen) -> bool:
        """Return whether the cursor is on a playable Single while the player can refill the empty stage."""
        is_on_single = self.choice is not None and isinstance(self.choice.action, FaceUp)
        return is_on_single and self.is_legal and _can_refill_empty_stage(seen)

    @property
    def _plays_out(self) -> bool:
        """Whether the player has chosen to play the rest of the game without another refill."""
        return self.choice is not None and self.choice.then is PLAY_REST

    def on_click(self, event: events.Click) -> None:
        """Explain why a clicked row can't be chosen. The base class handles all other clicks."""
        target = self.canvas.target_at(event.x, event.y)
        is_idle = not (self.is_animating or self.prompt) and self.pointer is None
        if is_idle and isinstance(target, RefusedRow) and self.seen is not None:
            refill = Refill((target.row,))
            self.say(self.seen.explain(refill) if self.is_on_deck else why_no_face_down(self.seen.state))

    def choose(self) -> None:
        if self.offers_rest and self.seen is not None and not self.is_animating and not self.is_too_small:
            self.post_message(self.ActionChosen(self.seen.legal[0], PLAY_REST))
        else:
            super().choose()

    def _why_no_refill(self) -> str:
        if self.seen is None or self._allows(Refill) or self._may_stop():
            return ""
        return why_no_refill(self.seen.state)

    @Command(
        "refill: choose the Complete deck",
        keys=("c",),
        label=lambda board: "" if board.is_on_deck else "Refill",
        need=8,
        no_words=TYPED,
        why_not=_why_no_refill,
        exists=_can_choose,
    )
    def refill(self) -> None:
        """Move the cursor to the Complete deck."""
        self._left_at = self._left_at if self.is_on_deck else self.group
        self.move_cursor(len(self.groups) - 1)

    @property
    def is_on_deck(self) -> bool:
        """Whether the cursor is on the Complete deck."""
        return bool(self.groups) and self.group == len(self.groups) - 1

    def move_cursor(self, group: int, action: int | None = None) -> None:
        was_on_deck = self.is_on_deck
        is_deck = bool(self.groups) and group >= len(self.groups) - 1
        first = first_refill(self.groups[-1]) if is_deck else 0
        super().move_cursor(group, first if action is None else action)
        if self.is_attached and self.is_on_deck != was_on_deck:
            self.refresh_bindings()

    def _can_leave_deck(self) -> bool:
        return self.is_on_deck and self._allows(FaceUp)

    @Command(
        "go back to your hand without refilling",
        keys=("escape",),
        label="Hand",
        need=9,
        no_words=TYPED,
        exists=_can_leave_deck,
    )
    def back_to_hand(self) -> None:
        """Move the cursor back to the card where it was before the player chose the Complete deck."""
        self.move_cursor(self._left_at)

    def _why_no_face_down(self) -> str:
        return "" if self.seen is None or self._allows(FaceDown) else why_no_face_down(self.seen.state)

    @Command(
        "play face down: choose the next row that you may name",
        keys=("f",),
        label="Down",
        no_words=TYPED,
        why_not=_why_no_face_down,
        exists=_can_choose,
    )
    def face_down(self) -> None:
        """Move the cursor to the next row on which the chosen Single may be played face down."""
        if self.choice is None:
            return
        group = 0 if self.is_on_deck else self.group
        actions = self.groups[group].actions
        at = self.action_index if group == self.group else 0
        later = (*range(at + 1, len(actions)), *range(1, at + 1))
        self.move_cursor(group, next(each for each in later if self.is_allowed(actions[each])))

    @Command(
        "look through the piles of won, lost and played cards",
        keys=("p",),
        label="Piles",
        no_words="In plain mode, the piles are read out as part of the table.",
    )
    def piles(self) -> None:
        """Show the open piles, and the Singles that the viewer played face down (ES-17)."""
        if self.seen is None:
            return
        state: State = self.seen.state
        piles: list[tuple[str, Sequence[Card]]] = [
            ("Won", state.won), ("Lost", state.lost), ("Face up", state.face_up),
        ]  # fmt: skip
        for seat, heap in enumerate(state.face_down):
            if not any(map(is_hidden, heap)):
                player = "" if len(state.hands) == 1 else f", {self.seen.player(seat)}"
                piles.append((f"Face down{player}", heap))
        lines = [f"{name} ({len(pile)})\t{', '.join(map(str, pile)) or 'none'}" for name, pile in piles]
        self.app.push_screen(Reader("Exit Stage Right: the piles", "\n".join(lines)))

    def status_lines(self, width: int) -> int:
        return 2 if width >= 60 else 3

    def place_cursor(self, seen: Seen) -> None:
        """If the stage is empty but can be refilled, move the cursor to the deck. A Single would move nothing."""
        if not self.groups:
            return
        deck = len(self.groups) - 1
        if _can_refill_empty_stage(seen):
            self.group, self.action_index = deck, first_refill(self.groups[-1])
        elif self.group == deck and not isinstance(seen.legal[-1], Refill):
            self.group, self.action_index = 0, 0

    # The table

    def recap_box(self, width: int, height: int) -> Box:
        layout = layout_for(width, height)
        return Box(0, layout.bottom, layout.hand_end(width), height - layout.bottom)

    def paint(self, canvas: Canvas, seen: Seen, frame: Any = None) -> None:
        layout = layout_for(canvas.width, canvas.height, is_beside_text=self.is_beside_text)
        state: State = seen.state
        shows = self.is_legal and self.shows_effects and not frame and not self.offers_rest
        paint_title(canvas, seen, self.caption)
        self._paint_sides(canvas, layout, state)
        self._paint_stage(canvas, layout, Frame(state.stage, ()) if frame is None else frame)
        preview = self._shift_after(seen, self.choice.action) if shows and self.choice is not None else None
        if preview is not None:
            paint_preview(canvas, layout, self.signs, preview)
        if self.offers_rest and frame is None:
            self._paint_settled(canvas, layout, state)
        self.columns = ("won lost right left" if layout.has_headings else "won lost") if layout.panel else ""
        if layout.panel:
            has_choices, goal = (
                bool(self.groups) and not self.offers_rest,
                self._goal(state, canvas.width - layout.panel),
            )
            paint_panel(canvas, self, layout, seen, self.columns, has_choices=has_choices, goal=goal)
        turn = ""
        if canvas.width < TITLE_COLUMNS and len(seen.names) > 1 and seen.turn is not None:  # no room in the title
            turn = f"> {cut(seen.player(seen.turn), canvas.width // 3)}  "
        end = layout.hand_end(canvas.width) - cell_len(turn)
        canvas.put(0, layout.log, turn, "strong")
        last = f"{self.log_label}{self._last_step(seen, end - cell_len(self.log_label))}"
        canvas.put(cell_len(turn), layout.log, cut(last, end), "dim")
        paint_hand(canvas, self, layout, seen, lambda card: self._foreseen(FaceUp(card)))
        if not layout.panel:
            landing = jumps(preview.moves) if preview is not None and layout.card.height == 1 else ""
            paint_current_choice(canvas, self, layout.hand_top + layout.hand.height, landing)

    def _paint_sides(self, canvas: Canvas, layout: Layout, state: State) -> None:
        """Paint the won and lost piles, or only their names. In the row of headings, name the columns and the goal."""
        y = layout.top - layout.has_column_headings
        won = min(layout.won, canvas.width - len("WON"))
        for x, name, pile in ((0, "LOST", state.lost), (won, "WON", state.won)):
            canvas.put(x, y, cut(f"{name} {len(pile)}" if layout.has_piles else name, layout.left), "dim")
            if layout.has_piles:
                self._paint_pile(canvas, layout, x, pile)
        if not layout.has_column_headings:
            return
        for column in range(COLUMNS):
            mark = f"{column + 1} centre" if column == CENTRE else str(column + 1)
            canvas.put(layout.x(column) + (layout.card.width - len(mark)) // 2, y, mark, "dim")
        if layout.panel:
            room = canvas.width - won - len("WON") - GAP
            goal = self._goal(state, room)
            canvas.put_right(canvas.width, y, goal, "strong")

    def _goal(self, state: State, width: int) -> str:
        """Return the goal or, if stars can be earned, the way to the next star, in at most `width` characters."""
        if self.progress is not None:
            return to_ascii(self.progress.signs) if self.signs is ASCII else self.progress.signs
        is_alone = len(state.hands) == 1 and (self.counts_margin or self.table is not None)
        return "" if self.aim else goal_within(width, is_alone=is_alone)

    def _paint_pile(self, canvas: Canvas, layout: Layout, x: int, cards: Sequence[Card]) -> None:
        """Paint cards one below another, as far apart as the room beside the stage allows. They may overlap."""
        size = Size.LARGE
        step = min(size.height, (layout.bottom - layout.top - size.height) // max(1, len(cards) - 1))
        for at, card in enumerate(cards or (None,)):
            draw_face(canvas, (x, layout.top + at * step), card, size, self.signs)

    def _paint_stage(self, canvas: Canvas, layout: Layout, frame: Frame[Stage]) -> None:
        named = self.choice.action.row if self.choice and isinstance(self.choice.action, FaceDown) else None
        filled = self.choice.action.rows if self.choice and isinstance(self.choice.action, Refill) else ()
        is_possible = self.is_legal or self.posts_illegal_choices
        for row, cells in enumerate(frame.table):
            self._paint_row_name(canvas, layout, row, is_possible and (row == named or row in filled))
            for column, card in enumerate(cells):
                if card is None and row in filled and column == CENTRE and self.is_legal:
                    self._paint_card(canvas, layout, FACE_DOWN, row, column, chosen=True)
                else:
                    self._paint_card(canvas, layout, card, row, column, head=layout.head(row, column))
                    if card is None and column == CENTRE and not layout.has_column_headings:
                        canvas.put(layout.x(column), layout.y(row) + layout.card.height - 1, "centre", "slot")
                canvas.mark_place(
                    Box(layout.x(column), layout.y(row), layout.card.width, layout.card.height), "stage", row, column
                )
        for moving in frame.moving:
            self._paint_card(canvas, layout, moving.card, moving.row, moving.column)
            if not 0 <= moving.column <= COLUMNS - 1:  # it flashes while it leaves the stage
                box = Box(layout.x(moving.column), layout.y(moving.row), layout.card.width, layout.card.height)
                canvas.restyle(box, "lost" if moving.column < 0 else "won")

    def _paint_settled(self, canvas: Canvas, layout: Layout, state: State) -> None:
        """On the empty stage, paint the result and what Enter does. The status line says that nothing can change."""
        result = f"{len(state.won)} won, {len(state.lost)} lost."
        width = layout.right - layout.left
        middle = layout.y(1) + (layout.card.height - 1) // 2
        for y, line in enumerate((result, ENTER_PLAYS_REST), middle):
            canvas.put(layout.left, y, line.center(width), "cursor" if line == ENTER_PLAYS_REST else "strong")

    def _paint_row_name(self, canvas: Canvas, layout: Layout, row: int, chosen: bool) -> None:
        name = ROWS[row] if layout.left > len(ROWS[row]) else ROWS[row][:3]
        y = layout.y(row) + layout.card.height // 2
        canvas.put(layout.names, y, cut(name, layout.left), "cursor" if chosen else "dim")
        if self.groups:
            self._spot_row(canvas, layout, row)

    def _spot_row(self, canvas: Canvas, layout: Layout, row: int) -> None:
        """Let a click on a row play the chosen Single face down, or refill the centre cell if the deck is chosen."""
        x, deck = layout.names, len(self.groups) - 1
        box = Box(x, layout.y(row), layout.right - x, layout.card.height)
        if self.group < deck and len(self.groups[self.group].actions) > 1:
            canvas.add_target(box, Target(self.group, 1 + row))
            return
        canvas.add_target(box, RefusedRow(row))
        refills = [listed.action for listed in self.groups[deck].actions]
        if self.group == deck and Refill((row,)) in refills:
            box = Box(layout.x(CENTRE), layout.y(row), layout.card.width, layout.card.height)
            canvas.add_target(box, Target(deck, refills.index(Refill((row,)))))

    def _paint_card(
        self,
        canvas: Canvas,
        layout: Layout,
        card: Card | None,
        row: float,
        column: float,
        *,
        chosen: bool = False,
        head: str = "",
    ) -> None:
        draw_face(canvas, (layout.x(column), layout.y(row)), card, layout.card, self.signs, chosen=chosen, head=head)

    # The animation

    def build_frames(self, before: Seen, story: Sequence[Event], steps: int) -> list[Any]:
        return [frame for event in story if isinstance(event, Shifted) for frame in _frames(event, steps)]


def _can_refill_empty_stage(seen: Seen) -> bool:
    is_empty = not any(card for row in seen.state.stage for card in row)
    return is_empty and isinstance(seen.legal[-1], Refill)


def _frames(event: Shifted, steps: int) -> Iterator[Frame[Stage]]:
    """Yield the frames of a shift: first the cards that go right, then those that go left (ES-4)."""
    stage = [list(cells) for cells in event.stage]
    for right in (True, False):
        moves = [move for move in event.moves if move.goes_right == right]
        for move in moves:
            stage[move.source.row][move.source.column] = None
        for step in range(1, steps + 1) if moves else ():
            moving = tuple(
                move_part(move.card, move.source[1:], (move.source.row, move.end), step / steps) for move in moves
            )
            top, middle, bottom = map(tuple, stage)
            yield Frame((top, middle, bottom), moving)
        for move in moves:
            if move.target.zone == "stage":
                stage[move.target.row][move.target.column] = move.card
