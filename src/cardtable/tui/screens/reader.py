"""A page of text to scroll through: rules, the log, the keys."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from cardtable.table.page_text import pieces
from cardtable.tui.app_screen import AppScreen
from cardtable.tui.widgets.key_bar import KeyBar

WIDEST = 100
SCROLL_BAR = 1
"""Its width, which is kept free also while there is none."""


class Page(Static):
    """The text, broken at the width there is: a line is a paragraph, a heading, or a row of a table or a drawing."""

    ALLOW_SELECT = True

    def __init__(self, text: str, find: str) -> None:
        super().__init__("", markup=False)
        self._source = text
        self._find = find
        self.found_at = 0
        """The line on which what was looked for begins."""
        self.lines = 0
        """How many lines the page has at the width there is."""

    def break_lines(self, width: int) -> None:
        """Lay the text out anew."""
        lines: list[Content] = []
        for source, broken in pieces(self._source, min(width, WIDEST)):
            found = bool(self._find) and source.startswith(self._find)
            if found:
                self.found_at = len(lines)
            bold = found or source.startswith("#")
            lines += [Content.styled(line, "bold") if bold else Content(line) for line in broken]
        self.lines = len(lines)
        self.update(Content("\n").join(lines))


class Reader(AppScreen[None]):
    """A title, a page, and the keys to leave it."""

    CSS = """
    Reader { background: $background; }
    Reader #heading { height: 1; background: $ink-title-background; color: $ink-title; text-style: bold; }
    Reader VerticalScroll { padding: 0 0 0 1; scrollbar-size-vertical: 1; }
    Reader Page { text-wrap: nowrap; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape,enter", "dismiss", "Back", key_display="q"),
        Binding("up,k", "scroll(-1)", "Scroll", key_display="arrows"),
        Binding("down,j", "scroll(1)", "Down", show=False),
        Binding("pageup,b", "page(-1)", "Page up", show=False),
        Binding("pagedown,space", "page(1)", "Page", key_display="space"),
        Binding("home", "top", "Top", show=False),
        Binding("end", "bottom", "End", show=False),
    ]

    def __init__(self, title: str, text: str, find: str = "") -> None:
        super().__init__()
        self._heading = title
        self._page = Page(text, find)
        self._jump = bool(find)
        self._is_there = True
        """Whether nothing has to be scrolled to."""
        self._scroll = VerticalScroll(self._page, can_focus=False)
        """Kept here, because a page may be closed before it is laid out."""

    def compose(self) -> ComposeResult:
        yield Static(self._heading, id="heading", markup=False)
        yield self._scroll
        yield KeyBar()

    def on_mount(self) -> None:
        self.watch(self._scroll, "virtual_size", self._go_there, init=False)
        self.call_after_refresh(self.on_resize)

    def on_resize(self) -> None:
        self._page.break_lines(self._scroll.size.width - SCROLL_BAR)
        self._is_there = not self._jump
        self.call_after_refresh(self._go_there)

    def _go_there(self) -> None:
        """Scroll to what was looked for, once, as soon as the page is laid out down to there."""
        if not self._is_there and self._scroll.virtual_size.height >= self._page.lines > 0:
            self._is_there = True
            self._scroll.scroll_to(y=self._page.found_at, animate=False)

    def action_scroll(self, lines: int) -> None:
        self._scroll.scroll_relative(y=lines, animate=False)

    def action_page(self, pages: int) -> None:
        self._scroll.scroll_relative(y=pages * max(1, self._scroll.size.height - 1), animate=False)

    def action_top(self) -> None:
        self._scroll.scroll_home(animate=False)

    def action_bottom(self) -> None:
        self._scroll.scroll_end(animate=False)
