"""The levels: rows of five, and beside or below them the level under the cursor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Static

from cardtable.rooms.levels import INTRODUCTION, LEGEND, TITLE, LevelRow, LevelsRoom
from cardtable.table.grades import MAX_STARS, to_ascii
from cardtable.tui.command_keys import bindings_of
from cardtable.tui.drawing.canvas import Box, Canvas, side_margin, wrap
from cardtable.tui.drawing.cards import draw_face
from cardtable.tui.drawing.faces import ASCII, CardSet, Size
from cardtable.tui.screens.room_screen import RoomScreen
from cardtable.tui.widgets.drawn import Drawing
from cardtable.tui.widgets.key_bar import KeyBar
from cardtable.tui.widgets.menu import INLINE_GAP, Item, Menu

PANEL = (76, 20)
"""The columns and rows that the panel needs."""
ROOMY = (100, 33)
"""The minimum columns and rows for wider levels with blank rows between them."""
MARGIN, MIN_COLUMNS = 2, 20
COLUMNS = 5
"""The number of levels in a row."""


class LevelMenu(Menu):
    """Levels in rows. The first click on a level selects it, and the second click plays it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "pick", "Play", key_display="enter")]

    def on_click(self, event: events.Click) -> None:
        event.prevent_default()  # so that the click doesn't play the level before its goal can be read
        meaning = self.canvas.target_at(event.x, event.y)
        if meaning == self.at:
            self.action_pick()
        elif isinstance(meaning, int):
            self.at = meaning
            self.redraw()
            self.post_message(self.Highlighted())


class LevelPanel(Drawing):
    """A level's first cards, its goal, its stars and the facts about it."""

    row: LevelRow | None = None

    def __init__(self, signs: CardSet) -> None:
        super().__init__()
        self.signs = signs

    class Pressed(Message):
        """Posted when the player clicks on the button below the text."""

    def drawn(self, width: int, height: int) -> Canvas:
        canvas, row, inside = Canvas(width, height), self.row, width - 2 * MARGIN
        if row is None or inside < MIN_COLUMNS:
            return canvas
        for y in range(height):
            canvas.put(0, y, " " * width, "slot")
        canvas.put(MARGIN, 0, row.title, "strong/slot")
        texts = list(self._text(row, inside))
        y = 1 + self._put_cards(canvas, row, inside, height - 3 - sum(bool(text) for text, _ in texts))
        while y + len(texts) + 2 > height and ("", "slot") in texts:
            texts.remove(("", "slot"))
        for at, (text, ink) in enumerate(texts, y):
            canvas.put(MARGIN, at, text, ink)
        if not row.why_closed:
            y = min(y + len(texts) + 1, height - 1)
            canvas.put(0, y, f"enter  Play level {row.level.number}".center(width), "cursor")
            canvas.add_target(Box(0, y, width, 1), True)
        return canvas

    def _put_cards(self, canvas: Canvas, row: LevelRow, inside: int, rows: int) -> int:
        """Draw the cards as large as the room allows, and return the number of rows that they take."""
        cards = row.cards
        for size in (Size.HUGE, Size.LARGE, Size.MEDIUM):
            if cards and size.height <= rows and len(cards) * (size.width + 1) - 1 <= inside:
                for number, card in enumerate(cards):
                    draw_face(canvas, (MARGIN + number * (size.width + 1), 1), card, size, self.signs)
                return size.height
        return 0

    def _text(self, row: LevelRow, width: int) -> Iterator[tuple[str, str]]:
        """Yield each line below the cards, with its ink. Empty lines may be left out."""
        yield "", "slot"
        for line in wrap(row.level.goal.sentence, width, 9):
            yield line, "strong/slot"
        yield "", "slot"
        for stars, needs, done in row.steps:
            signs = to_ascii(stars) if self.signs is ASCII else stars
            yield f"{signs:<4}{needs:<{width - 8}}{done:>4}", "strong/slot" if done else "slot"
        yield "", "slot"
        for fact in row.about:
            for line in wrap(fact, width, 9):
                yield line, "slot"

    def on_click(self, event: events.Click) -> None:
        if self.canvas.target_at(event.x, event.y) is not None:
            self.post_message(self.Pressed())


class LevelsScreen(RoomScreen[None]):
    """The list of levels."""

    room: LevelsRoom
    IS_PAGE = True
    CSS = """
    LevelsScreen #heading { height: 1; background: $ink-title-background; color: $ink-title; text-style: bold; }
    LevelsScreen #about { height: auto; padding: 0 3; color: $ink-dim; }
    LevelsScreen Horizontal { height: 1fr; padding: 0 1; }
    LevelsScreen LevelPanel { display: none; margin: 0 0 0 2; }
    LevelsScreen.-beside Horizontal { padding: 1 1 0 1; }
    LevelsScreen.-beside Menu { width: auto; }
    LevelsScreen.-beside LevelPanel { display: block; }
    LevelsScreen.-beside #about { padding: 1 1 0 1; }
    LevelsScreen ToastRack { margin-bottom: 4; }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(LevelsRoom.commands)

    def __init__(self, room: LevelsRoom, signs: CardSet) -> None:
        super().__init__()
        self.room, self._panel = room, LevelPanel(signs)

    def compose(self) -> ComposeResult:
        yield Static("", id="heading", markup=False)
        with Horizontal():
            yield LevelMenu([])
            yield self._panel
        yield Static("", id="about", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        self.room.selected = self.room.next_level
        if fault := self.room.fault:
            self.say(fault)

    def on_screen_resume(self) -> None:
        """Reload the stars, because the player may have won a level."""
        if fault := self.room.refresh():
            self.say(fault)
        self.show_room()

    def on_resize(self) -> None:
        super().on_resize()
        self.show_room()

    def apply_settings(self, signs: CardSet, speed: str) -> None:
        self._panel.signs = signs
        self.show_room()

    def show_room(self) -> None:
        left, right = f"Practice: {TITLE.lower()}", self.room.total
        width, height = self.app.size
        width -= 2 * side_margin(width, height)
        self.query_one("#heading", Static).update(f"{left}{right:>{max(0, width - len(left) - 1)}}")
        is_beside = width >= PANEL[0] and height >= PANEL[1]
        self.set_class(is_beside, "-beside")
        is_roomy = width >= ROOMY[0] and height >= ROOMY[1]
        menu, items = self.query_one(Menu), list(self._items(is_roomy=is_roomy))
        menu.styles.width = COLUMNS * (cell_len(items[1].label) + 2 + INLINE_GAP) if is_beside else "1fr"
        chosen = str(self.room.selected)
        menu.at = next((at for at, item in enumerate(items) if item.id == chosen), 0)
        menu.items = items
        menu.show(items)

    def _say(self, text: str) -> str:
        return to_ascii(text) if self._panel.signs is ASCII else text

    def _items(self, *, is_roomy: bool) -> Iterator[Item]:
        """Yield the parts of the list, each with its levels below it in rows of five."""
        for tier, rows in self.room.parts.items():
            yield Item("", tier)
            for number, row in enumerate(rows):
                if is_roomy and number and number % COLUMNS == 0:
                    yield Item("", "")
                ink = "slot" if row.why_closed else "face" if row.stars else "strong/slot"
                label = f"{row.level.number:>2} {self._say(row.signs):<{MAX_STARS}}"
                yield Item(str(row.level.number), f"  {label}  " if is_roomy else label, is_inline=True, ink=ink)
            if is_roomy:
                yield Item("", "")

    @on(Menu.Highlighted)
    def _select(self) -> None:
        item = self.query_one(Menu).item
        self.room.selected = int(item.id) if item is not None and item.id else None
        if self.room.selected is not None:
            self._panel.row = row = self.room.rows[self.room.selected - 1]
            self._panel.redraw()
            below = f"{self._say(LEGEND)}   {INTRODUCTION}"
            if not self.has_class("-beside"):
                goal = f"{row.level.goal.sentence} {row.level.stars_sentence}"
                below = f"{row.title}\n{goal}\n{row.about[0]}"
            self.query_one("#about", Static).update(below)
        self.refresh_bindings()

    @on(Menu.Selected)
    @on(LevelPanel.Pressed)
    def _picked(self) -> None:
        self.do("play")
