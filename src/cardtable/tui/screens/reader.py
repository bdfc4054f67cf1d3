"""A page of text to scroll through, such as the rules, the log or the keys."""

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
"""The number of columns reserved for the scroll bar, whether or not it is shown."""


class Page(Static):
    """A text wrapped to the width of the screen; each of its lines is a paragraph, a heading, or a row of a table."""

    ALLOW_SELECT = True

    def __init__(self, text: str, find: str) -> None:
        super().__init__("", markup=False)
        self._source = text
        self._find = find
        self.found_at = 0
        """The line where the paragraph that starts with `find` begins."""
        self.lines = 0
        """The number of lines at the current width."""

    def wrap_lines(self, width: int) -> None:
        """Wrap the text to this width."""
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
    """A title and a page of text to scroll through."""

    CSS = """
    Reader { background: $background; }
    Reader #heading { height: 1; background: $ink-title-background; color: $ink-title; text-style: bold; }
    Reader VerticalScroll { padding: 0 0 0 1; scrollbar-size-vertical: 1; }
    Reader Page { text-wrap: nowrap; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape,enter", "dismiss", "Back", key_display="q"),
        Binding("up,k", "scroll(-1)", "Scroll", key_display="arrows"),
        Binding("down,j", "scroll(1)", "Scroll down", show=False),
        Binding("pageup,b", "page(-1)", "Previous page", show=False),
        Binding("pagedown,space", "page(1)", "Next page", key_display="space"),
        Binding("home", "top", "Top", show=False),
        Binding("end", "bottom", "Bottom", show=False),
    ]

    def __init__(self, title: str, text: str, find: str = "") -> None:
        super().__init__()
        self._heading = title
        self._page = Page(text, find)
        self._jump = bool(find)
        self._has_jumped = True
        """Whether the page has scrolled to `find`, or there is nothing to find."""
        self._scroll = VerticalScroll(self._page, can_focus=False)
        """The scrolling container, kept as an attribute because a query may fail if the page is closed early."""

    def compose(self) -> ComposeResult:
        yield Static(self._heading, id="heading", markup=False)
        yield self._scroll
        yield KeyBar()

    def on_mount(self) -> None:
        self.watch(self._scroll, "virtual_size", self._scroll_to_found, init=False)
        self.call_after_refresh(self.on_resize)

    def on_resize(self) -> None:
        self._page.wrap_lines(self._scroll.size.width - SCROLL_BAR)
        self._has_jumped = not self._jump
        self.call_after_refresh(self._scroll_to_found)

    def _scroll_to_found(self) -> None:
        """Scroll to `find`, once, as soon as the whole page is laid out."""
        if not self._has_jumped and self._scroll.virtual_size.height >= self._page.lines > 0:
            self._has_jumped = True
            self._scroll.scroll_to(y=self._page.found_at, animate=False)

    def action_scroll(self, lines: int) -> None:
        self._scroll.scroll_relative(y=lines, animate=False)

    def action_page(self, pages: int) -> None:
        self._scroll.scroll_relative(y=pages * max(1, self._scroll.size.height - 1), animate=False)

    def action_top(self) -> None:
        self._scroll.scroll_home(animate=False)

    def action_bottom(self) -> None:
        self._scroll.scroll_end(animate=False)
