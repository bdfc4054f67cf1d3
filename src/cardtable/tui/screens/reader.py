"""A page of text to scroll through: rules, the log, the keys."""

from __future__ import annotations

import textwrap
from itertools import zip_longest
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from cardtable.tui.widgets.key_bar import KeyBar

WIDEST = 100


class Page(Static):
    """The text, broken at the width there is; Markdown headings are bold, and the rest is as it is written."""

    ALLOW_SELECT = True

    def __init__(self, text: str, find: str) -> None:
        super().__init__("", markup=False)
        self._source = text
        self._find = find
        self.found_at = 0
        """The line on which what was looked for begins."""

    def break_lines(self, width: int) -> None:
        """Lay the text out anew."""
        lines: list[Content] = []
        for source in self._source.splitlines():
            broken = _broken(source, min(width, WIDEST))
            found = bool(self._find) and source.startswith(self._find)
            if found:
                self.found_at = len(lines)
            style = "bold" if found or source.startswith("#") else ""
            lines += [Content.styled(line, style) if style else Content(line) for line in broken]
        self.update(Content("\n").join(lines))


def _broken(source: str, width: int) -> list[str]:
    """One line of Markdown as lines of the page; tables and diagrams stay as they are.

    A tab divides a line into a name and what is said of it, side by side.
    """
    if "\t" in source:
        return _two_columns(*source.split("\t", 1), width)
    if not source.strip() or source.startswith(("|", "    ", "```")):
        return [source]
    text = source.lstrip("#").strip() if source.startswith("#") else source
    indent = "  " if source.startswith("- ") else ""
    return textwrap.wrap(text, max(20, width), subsequent_indent=indent) or [""]


def _two_columns(name: str, text: str, width: int) -> list[str]:
    left = min(24, width // 3)
    names = textwrap.wrap(name, left - 2) or [""]
    texts = textwrap.wrap(text, max(16, width - left)) or [""]
    return [f"{one:<{left}}{two}" for one, two in zip_longest(names, texts, fillvalue="")]


class Reader(Screen[None]):
    """A title, a page, and the keys to leave it."""

    CSS = """
    Reader { background: $background; }
    Reader #heading { height: 1; background: $ink-title-background; color: $ink-title; text-style: bold; }
    Reader VerticalScroll { padding: 0 1; scrollbar-size-vertical: 1; }
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

    def compose(self) -> ComposeResult:
        yield Static(self._heading, id="heading", markup=False)
        with VerticalScroll(can_focus=False):
            yield self._page
        yield KeyBar()

    def on_mount(self) -> None:
        self.call_after_refresh(self.on_resize)

    def on_resize(self) -> None:
        scroll = self.query_one(VerticalScroll)
        self._page.break_lines(scroll.size.width - 2)
        if self._jump:
            self.call_after_refresh(scroll.scroll_to, y=self._page.found_at, animate=False)

    def action_scroll(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_page(self, pages: int) -> None:
        scroll = self.query_one(VerticalScroll)
        scroll.scroll_relative(y=pages * max(1, scroll.size.height - 1), animate=False)

    def action_top(self) -> None:
        self.query_one(VerticalScroll).scroll_home(animate=False)

    def action_bottom(self) -> None:
        self.query_one(VerticalScroll).scroll_end(animate=False)
