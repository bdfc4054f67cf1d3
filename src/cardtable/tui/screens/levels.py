"""The levels: a list, and beside or below it the level under the cursor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.widgets import Static

from cardtable.rooms.levels import INTRODUCTION, TITLE, LevelRow, LevelsRoom
from cardtable.table.grades import NO_STAR, STAR, to_ascii
from cardtable.tui.canvas import PLAIN, Canvas, wrap
from cardtable.tui.cards import draw_face
from cardtable.tui.command_keys import bindings_of
from cardtable.tui.faces import ASCII, CardSet, Size
from cardtable.tui.room_screen import RoomScreen
from cardtable.tui.widgets.drawn import Drawing
from cardtable.tui.widgets.key_bar import KeyBar
from cardtable.tui.widgets.menu import Item, Menu

LEGEND = f"{STAR} won  {NO_STAR} open  \N{MIDDLE DOT} later"
WIDE = 76
"""The width in columns from which the level stands beside the list."""
ROOMY = 13
"""The height in rows from which there is room for the level's first cards."""


class LevelPicture(Drawing):
    """A level: its first cards, its goal, and what is known about it."""

    row: LevelRow | None = None

    def __init__(self, signs: CardSet) -> None:
        super().__init__()
        self.signs = signs

    def drawn(self, width: int, height: int) -> Canvas:
        canvas, row = Canvas(width, height), self.row
        if row is None:
            return canvas
        canvas.put(0, 0, row.title, "gold")
        level, y = row.level, 1
        stars = [f"{STAR * number:<3} win by {step}" for number, step in enumerate(level.steps, 1)]
        if height < ROOMY:
            stars = [level.stars_sentence]
        elif not row.why_closed:
            stage = level.session(("You",)).look(None).state.stage
            cards = [card for cells in stage for card in cells if card is not None]
            for at, card in enumerate(cards):
                draw_face(canvas, (at * (Size.LARGE.width + 2), 2), card, Size.LARGE, self.signs)
            y = 2 + Size.LARGE.height
        texts = (
            (level.goal.sentence, "strong"),
            *((star, PLAIN) for star in stars),
            *((text, "dim") for text in row.about),
        )
        for text, ink in texts:
            lines = wrap(to_ascii(text) if self.signs is ASCII else text, width, height)
            y += ink == "strong" and height >= ROOMY
            canvas.block(0, y, lines, ink)
            y += len(lines) + (ink == "strong" and height >= ROOMY)
        return canvas


class LevelsScreen(RoomScreen[None]):
    """The list of levels."""

    room: LevelsRoom
    IS_PAGE = True
    CSS = """
    LevelsScreen #heading { height: 1; background: $ink-title-background; color: $ink-title; text-style: bold; }
    LevelsScreen Container { height: 1fr; }
    LevelsScreen Menu { margin: 0 1; height: 1fr; }
    LevelsScreen LevelPicture { height: 4; margin: 0 1; }
    LevelsScreen .wide { layout: horizontal; max-width: 100; }
    LevelsScreen .wide Menu { width: 44; margin: 1 2; }
    LevelsScreen .wide LevelPicture { height: 1fr; margin: 1 1; }
    LevelsScreen #legend { height: 1; padding: 0 2; color: $ink-dim; }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(LevelsRoom.commands)

    def __init__(self, room: LevelsRoom, signs: CardSet) -> None:
        super().__init__()
        self.room, self._signs = room, signs
        self.picture = LevelPicture(signs)

    def compose(self) -> ComposeResult:
        yield Static("", id="heading", markup=False)
        with Container():
            yield Menu([])
            yield self.picture
        yield Static("", id="legend", markup=False)
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

    def apply_settings(self, signs: CardSet, speed: str) -> None:
        self._signs = self.picture.signs = signs
        self.show_room()

    def on_resize(self) -> None:
        is_wide = self.size.width >= WIDE
        self.query_one(Container).set_class(is_wide, "wide")
        self.query_one("#legend").display = is_wide

    def show_room(self) -> None:
        self.query_one("#heading", Static).update(f"Practice: {TITLE.lower()}   {self.room.total}")
        self.query_one("#legend", Static).update(f"{self._say(LEGEND)}   {INTRODUCTION}")
        menu, items = self.query_one(Menu), list(self._items())
        chosen = str(self.room.selected)
        menu.at = next((at for at, item in enumerate(items) if item.id == chosen), 0)
        menu.items = items
        menu.show(items)

    def _items(self) -> Iterator[Item]:
        """Yield the parts of the list, each with its levels below it."""
        for tier, rows in self.room.parts.items():
            yield Item("", tier)
            for row in rows:
                label = f"{row.level.number:>2} {self._say(row.signs):<3}"
                yield Item(str(row.level.number), label, is_inline=True)

    def _say(self, text: str) -> str:
        return to_ascii(text) if self._signs is ASCII else text

    @on(Menu.Highlighted)
    def _select(self) -> None:
        item = self.query_one(Menu).item
        self.room.selected = int(item.id) if item is not None and item.id else None
        selected = self.room.selected
        self.picture.row = None if selected is None else self.room.rows[selected - 1]
        self.picture.redraw()
        self.refresh_bindings()

    @on(Menu.Selected)
    def _picked(self) -> None:
        self.do("play")
