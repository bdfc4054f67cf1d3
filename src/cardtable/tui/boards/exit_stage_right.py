"""The stage of Exit Stage Right: three rows of five cells, the hand below, and what a play would do drawn on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from rich.cells import cell_len
from textual.binding import Binding, BindingType

from cardtable.engine.cards import FACE_DOWN, Card, Single, is_hidden
from cardtable.engine.game import Event, Place
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import (
    CENTRE,
    COLUMNS,
    ROWS,
    FaceDown,
    FaceUp,
    Move,
    Refill,
    Shifted,
    Stage,
    State,
)
from cardtable.table.session import Seen
from cardtable.tui.board import BoardWidget
from cardtable.tui.canvas import PLAIN, Box, Canvas, cut, wrap
from cardtable.tui.choices import Group, ListedAction, Target
from cardtable.tui.faces import Size, face, ink_of, pile_of
from cardtable.tui.panels import paint_choices, paint_held, paint_only_way, ways_here
from cardtable.tui.screens.reader import Reader


@dataclass(frozen=True, slots=True)
class Layout:
    """Where things stand, chosen by the room there is."""

    card: Size
    hand: Size
    left: int
    """First column of the stage."""
    top: int
    """First row of the stage."""
    pitch: int
    """From one column's left edge to the next."""
    down: int
    """From one row's top edge to the next."""
    panel: int
    """First column of the panel; 0 where there is none."""
    log: int
    hand_top: int
    hand_pitch: int

    def x(self, column: float) -> int:
        return round(self.left + self.pitch * column)

    def y(self, row: int) -> int:
        return self.top + self.down * row

    @property
    def right(self) -> int:
        """Just beyond the last column's card."""
        return self.x(COLUMNS - 1) + self.card.width


def layout_for(width: int, height: int) -> Layout:
    """The largest layout that fits `height` rows, the status lines not counted."""
    if width >= 120 and height >= 37:
        return Layout(Size.LARGE, Size.LARGE, 10, 5, 12, 7, 78, 27, 29, 9)
    if width >= 80 and height >= 21:
        return Layout(Size.LARGE, Size.MEDIUM, 8, 2, 9, 5, 56, 17, 18, 6)
    if width >= 60 and height >= 16:
        return Layout(Size.MEDIUM, Size.MEDIUM, 6, 2, 6, 3, 38, 11, 12, 5)
    return Layout(Size.SMALL, Size.TINY, 4, 2, 7, 1, 0, 5, 6, 4)


class MovingCard(NamedTuple):
    """A Complete on its way, while a shift is filmed."""

    card: Card
    row: int
    column: float


class Frame(NamedTuple):
    """One picture of a shift: the cards that stand, and those that are on their way."""

    stage: Stage
    moving: tuple[MovingCard, ...]


class ExitStageRightBoard(BoardWidget):
    """Draws `State` as one seat sees it."""

    GAME_ID = GAME.id
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f", "face_down", "Down"),
        Binding("c", "refill", "Refill"),
        Binding("p", "piles", "Look through the piles", show=False),
    ]
    KEY_HELP = (
        ("left, right", "go along your hand; the Complete deck, for a refill, comes last"),
        ("up, down", "choose how the card is played: face up, or face down on a row; or which cells to refill"),
        ("f", "face down: the next row that may be named"),
        ("c", "refill: go to the Complete deck"),
        ("p", "look through the piles: won, lost, and the Singles played"),
        ("mouse", "click a card, a row or a way to choose it; click it again to play it"),
    )

    # Choices

    def group_actions(self, seen: Seen) -> tuple[Group, ...]:
        if seen.viewer is None or seen.turn != seen.viewer:
            return ()
        hand = [Group(card.name, _ways_of(card)) for card in seen.state.hands[seen.viewer]]
        refills = tuple(ListedAction(action, _cells(action)) for action in seen.legal if isinstance(action, Refill))
        refused = ListedAction(Refill((0, 1, 2)), "refill")
        return (*hand, Group("Complete deck", refills or (refused,)))

    @property
    def in_hand(self) -> int:
        return max(0, len(self.groups) - 1)

    def effect(self, seen: Seen, action: Any) -> str:
        """Return how many cards would go right and left, and the net of it: `>2 <1 +1`."""
        shifted = next(event for event in seen.game.preview(seen.state, action) if isinstance(event, Shifted))
        return f">{shifted.right} <{shifted.left} {shifted.net:+d}"

    def action_face_down(self) -> None:
        if self.choice is None or self.seen is None:
            return
        if self.group == len(self.groups) - 1:
            self.group, self.way = 0, 0
        ways = self.groups[self.group].ways
        later = (*range(self.way + 1, len(ways)), *range(1, self.way + 1))
        legal = [way for way in later if ways[way].action in self.seen.legal and isinstance(ways[way].action, FaceDown)]
        self.point(self.group, legal[0] if legal else len(ways) - 1)

    def action_refill(self) -> None:
        self.point(len(self.groups) - 1)

    def action_piles(self) -> None:
        """Everything that lies open, and the Singles that one played face down oneself (ES-17)."""
        if self.seen is None:
            return
        state: State = self.seen.state
        piles = [("Won", state.won), ("Lost", state.lost), ("Singles played face up", state.face_up)]
        if self.seen.viewer is not None:
            piles.append(("Singles you played face down", state.face_down[self.seen.viewer]))
        lines = [f"{name} ({len(pile)})\t{', '.join(map(str, pile)) or 'none'}" for name, pile in piles]
        self.app.push_screen(Reader("Exit Stage Right: the piles", "\n".join(lines)))

    def status_lines(self, width: int) -> int:
        return 2 if width >= 60 else 3

    # The table

    def paint(self, canvas: Canvas, seen: Seen, frame: Any = None) -> None:
        plan = layout_for(canvas.width, canvas.height)
        state: State = seen.state
        foreseen = self._foreseen(seen) if self.is_legal and self.foresees and not frame else []
        self._paint_title(canvas, seen)
        self._paint_columns(canvas, plan, state)
        self._paint_stage(canvas, plan, Frame(state.stage, ()) if frame is None else frame, foreseen)
        if plan.panel:
            self._paint_panel(canvas, plan, seen)
        turn = (
            ""
            if len(seen.names) == 1 or seen.turn is None or self._lists_players(plan, seen)
            else seen.names[seen.turn]
        )
        canvas.put(0, plan.log, cut(f"> {turn} " if turn else "", canvas.width), "strong")
        start = cell_len(turn) + 4 if turn else 0
        canvas.put(start, plan.log, cut(self.last_happening(seen), canvas.width - start), "dim")
        self._paint_hand(canvas, plan, seen)
        if not plan.panel:
            paint_only_way(canvas, self, plan.hand_top + 1)

    def _foreseen(self, seen: Seen) -> list[Move]:
        assert self.choice is not None, "only a choice is foreseen"
        story = seen.game.preview(seen.state, self.choice.action)
        return [move for event in story if isinstance(event, Shifted) for move in event.moves]

    def _paint_title(self, canvas: Canvas, seen: Seen) -> None:
        state: State = seen.state
        counts = f"draw deck {len(state.draw_deck)}  Completes {len(state.complete_deck)}"
        title = f"Exit Stage Right  {self.caption}" if canvas.width >= 80 else ""
        if canvas.width < 60:
            counts = f"draw {len(state.draw_deck)}  Compl. {len(state.complete_deck)}"
        margin = len(state.won) - len(state.lost)
        score = f"won {len(state.won)}  lost {len(state.lost)}  {margin:+d}"
        canvas.bar(title, f"{counts}  {score}")
        told = (("draw_deck", counts.partition("  ")[0]), ("complete_deck", counts.partition("  ")[2]))
        x = canvas.width - len(f"{counts}  {score}")
        for zone, text in (*told, ("won", f"won {len(state.won)}"), ("lost", f"lost {len(state.lost)}")):
            canvas.lay(Box(x, 0, len(text), 1), zone)
            x += len(text) + 2

    def _paint_columns(self, canvas: Canvas, plan: Layout, state: State) -> None:
        back = self.signs.back
        y = plan.top - 1
        for column in range(COLUMNS):
            mark = f"{back}{column + 1}{back}" if column != CENTRE else f"{back * 2}{column + 1}{back * 2}"
            canvas.put(plan.x(column) + (plan.card.width - len(mark)) // 2, y, mark, "dim")
        canvas.put(0, y, cut("LOST", plan.left), "dim")
        if plan.right + 4 < (plan.panel or canvas.width):
            canvas.put(plan.right + 1, y, "WON", "dim")

    def _paint_stage(self, canvas: Canvas, plan: Layout, frame: Frame, foreseen: list[Move]) -> None:
        named = self.choice.action.row if self.choice and isinstance(self.choice.action, FaceDown) else None
        filled = self.choice.action.rows if self.choice and isinstance(self.choice.action, Refill) else ()
        for row, cells in enumerate(frame.stage):
            self._paint_row_name(canvas, plan, row, row == named or row in filled)
            for column, card in enumerate(cells):
                if card is None and row in filled and column == CENTRE and self.is_legal:
                    self._paint_card(canvas, plan, FACE_DOWN, row, column, chosen=True)
                else:
                    self._paint_card(canvas, plan, card, row, column)
                canvas.lay(Box(plan.x(column), plan.y(row), plan.card.width, plan.card.height), "stage", row, column)
        for actor in frame.moving:
            self._paint_card(canvas, plan, actor.card, actor.row, actor.column)
        for move in foreseen:
            self._paint_arrow(canvas, plan, move)

    def _paint_row_name(self, canvas: Canvas, plan: Layout, row: int, chosen: bool) -> None:
        name = ROWS[row] if plan.left > len(ROWS[row]) else ROWS[row][:3]
        y = plan.y(row) + plan.card.height // 2
        canvas.put(0, y, cut(name, plan.left), "cursor" if chosen else "dim")
        if self.group < len(self.groups) - 1:
            canvas.spot(Box(0, plan.y(row), plan.right, plan.card.height), Target(self.group, 1 + row))
        else:
            self._spot_refill(canvas, plan, row)

    def _spot_refill(self, canvas: Canvas, plan: Layout, row: int) -> None:
        """With the deck chosen, a click on an empty centre cell means a refill of that cell alone."""
        if self.groups:
            labels = [way.action for way in self.groups[-1].ways]
            if Refill((row,)) in labels:
                box = Box(plan.x(CENTRE), plan.y(row), plan.card.width, plan.card.height)
                canvas.spot(box, Target(len(self.groups) - 1, labels.index(Refill((row,)))))

    def _paint_card(
        self, canvas: Canvas, plan: Layout, card: Card | None, row: int, column: float, *, chosen: bool = False
    ) -> None:
        lines = face(card, plan.card, self.signs, chosen=chosen)
        canvas.block(plan.x(column), plan.y(row), lines, ink_of(card))

    def _paint_arrow(self, canvas: Canvas, plan: Layout, move: Move) -> None:
        """Beside the card, where it would go: `>4` to column 4, `<1` to column 1, or off the stage."""
        x, y = plan.x(move.source.column), plan.y(move.source.row)
        right = move.goes_right
        if plan.card.height == 1:
            canvas.put(x, y, ">" if right else "<", "strong")
            return
        tall = plan.card.height > 3
        if right:
            mark = ">" if move.target.zone == "won" else f">{move.target.column + 1}"
            canvas.put(x + plan.card.width, y + (1 if tall else 0), _fit(mark, plan), "strong")
        else:
            mark = "<" if move.target.zone == "lost" else f"<{move.target.column + 1}"
            mark = _fit(mark, plan)
            canvas.put(x - len(mark), y + plan.card.height - (2 if tall else 1), mark, "strong")

    def _paint_panel(self, canvas: Canvas, plan: Layout, seen: Seen) -> None:
        width, y = canvas.width - plan.panel, plan.top
        if self.groups:
            area = Box(plan.panel, y, width, plan.log - y)
            y += paint_choices(canvas, self, area, ways_here(self), self.way, self.groups[self.group].name)
        y += 1
        if len(seen.names) > 1:
            if len(seen.names) <= plan.log - y:
                for seat, name in enumerate(seen.names):
                    self._paint_player(canvas, plan, seen, y, seat, name)
                    y += 1
            else:
                told = "  ".join(
                    f"{cut(name, 8)} {len(seen.state.hands[seat])}" for seat, name in enumerate(seen.names)
                )
                canvas.block(plan.panel, y, wrap(told, width, plan.log - y), "dim")
                y = plan.log
        self._paint_log(canvas, plan, seen, y + 1)

    def _paint_log(self, canvas: Canvas, plan: Layout, seen: Seen, y: int) -> None:
        """The latest happenings but the last, which has a line of its own: who did what, and the net of it."""
        width, room = canvas.width - plan.panel, plan.log - y
        for step in seen.log[1:-1][-room:] if room > 0 else ():
            net = next((f"{event.net:+d}" for event in step if isinstance(event, Shifted)), "")
            told = seen.describe(step[0]).rstrip(".")
            if len(seen.names) == 1:  # who it was goes without saying, and the card then has room
                told = told.removeprefix(f"{seen.names[0]} ")
            canvas.put(plan.panel, y, cut(told, width - 3), "dim")
            canvas.put_right(canvas.width, y, net, "dim")
            y += 1

    def last_happening(self, seen: Seen) -> str:
        """The moves come last, where a narrow screen may cut them: they were seen."""
        story = sorted(seen.log[-1], key=lambda event: isinstance(event, Shifted))
        return " ".join(seen.describe(event) for event in story)

    def _lists_players(self, plan: Layout, seen: Seen) -> bool:
        """Whether the panel has a line for everybody."""
        ways = len(self.groups[self.group].ways) + 1 if self.groups else 0
        return bool(plan.panel) and plan.top + ways + 1 + len(seen.names) <= plan.log

    def _paint_player(self, canvas: Canvas, plan: Layout, seen: Seen, y: int, seat: int, name: str) -> None:
        hand = seen.state.hands[seat]
        width, cards = canvas.width - plan.panel, str(len(hand))
        if seat != seen.viewer and not any(map(is_hidden, hand)):  # ES-10: an open hand
            cards = f"{''.join(card.code for card in hand)} {cards}"
        on_turn = seat == seen.turn
        canvas.put(
            plan.panel,
            y,
            f"{'>' if on_turn else ' '} {cut(name, width - len(cards) - 3)}",
            "strong" if on_turn else PLAIN,
        )
        canvas.put_right(canvas.width, y, cards, "dim")

    def _paint_hand(self, canvas: Canvas, plan: Layout, seen: Seen) -> None:
        owner = seen.viewer if seen.viewer is not None else seen.turn
        if owner is None:
            return
        y, x = plan.hand_top, 0 if plan.hand is Size.TINY else plan.left
        if x:
            canvas.put(0, y + plan.hand.height // 2, "hand", "dim")
        for at, card in enumerate(seen.state.hands[owner]):
            box = Box(x + at * plan.hand_pitch, y, plan.hand.width, plan.hand.height)
            chosen = bool(self.groups) and at == self.group
            place = Place("hand", owner, at)
            paint_held(canvas, self, card, box, place, size=plan.hand, pitch=plan.hand_pitch, chosen=chosen)
            if chosen:
                canvas.put(box.x + 1, y, card.code, "cursor")
        if self.groups:
            x += len(seen.state.hands[owner]) * plan.hand_pitch + (1 if plan.hand is Size.TINY else 2)
            self._paint_deck(canvas, plan, seen, x)

    def _paint_deck(self, canvas: Canvas, plan: Layout, seen: Seen, x: int) -> None:
        at = len(self.groups) - 1
        chosen, left = at == self.group, len(seen.state.complete_deck)
        foot = pile_of(left, self.signs)
        canvas.block(
            x, plan.hand_top, face(FACE_DOWN if left else None, plan.hand, self.signs, chosen=chosen, foot=foot)
        )
        canvas.spot(Box(x, plan.hand_top, plan.hand.width, plan.hand.height), Target(at))

    # The film

    def film(self, before: Seen, story: Sequence[Event], steps: int) -> list[Any]:
        return [frame for event in story if isinstance(event, Shifted) for frame in _frames(event, steps)]


def _ways_of(card: Single) -> tuple[ListedAction, ...]:
    downs = (FaceDown(card, row) for row in range(len(ROWS)))
    return (ListedAction(FaceUp(card), "face up"), *(ListedAction(down, f"down {ROWS[down.row]}") for down in downs))


def _cells(action: Refill) -> str:
    return "all three" if len(action.rows) == len(ROWS) else " ".join(ROWS[row] for row in action.rows)


def _fit(mark: str, plan: Layout) -> str:
    """The mark in the gap between two cards."""
    return mark[: max(1, plan.pitch - plan.card.width)]


def _frames(event: Shifted, steps: int) -> Iterator[Frame]:
    """First those that go right, then those that go left (ES-4)."""
    standing = [list(cells) for cells in event.stage]
    going = {way: [move for move in event.moves if move.goes_right == way] for way in (True, False)}
    for way in (True, False):
        for move in going[way]:
            standing[move.source.row][move.source.column] = None
        for step in range(1, steps + 1) if going[way] else ():
            actors = tuple(_on_the_way(move, step / steps) for move in going[way])
            top, middle, bottom = map(tuple, standing)
            yield Frame((top, middle, bottom), actors)
        for move in going[way]:
            if move.target.zone == "stage":
                standing[move.target.row][move.target.column] = move.card


def _on_the_way(move: Move, part: float) -> MovingCard:
    return MovingCard(move.card, move.source.row, move.source.column + (move.end - move.source.column) * part)
