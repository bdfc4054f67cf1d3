"""A page of text to scroll through: rules, the log, the keys."""

from __future__ import annotations

import re
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
    """The text, broken at the width there is: each line of the source is a paragraph, a heading or a diagram's row."""

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
        for source in self._source.splitlines():
            found = bool(self._find) and source.startswith(self._find)
            if found:
                self.found_at = len(lines)
            bold = found or source.startswith("#")
            broken = _broken(source, min(width, WIDEST))
            lines += [Content.styled(line, "bold") if bold else Content(line) for line in broken]
        self.lines = len(lines)
        self.update(Content("\n").join(lines))


def paragraphs(markdown: str) -> str:
    """A Markdown page with each paragraph, list item and heading on one line, and no marks of emphasis."""
    done: list[str] = []
    in_diagram = False
    for line in markdown.splitlines():
        if line.startswith("```"):
            in_diagram = not in_diagram
        elif in_diagram:
            done.append("    " + line)
        elif _continues(line) and done and _continues(done[-1].removeprefix("- ")):
            done[-1] += " " + _plain(line.strip())
        else:
            done.append(_plain(line))
    return "\n".join(done)


def _continues(line: str) -> bool:
    """Whether the line may be a part of a paragraph that is broken over several."""
    return bool(line.strip()) and not re.match(r"#|\||- |    |\d+\. ", line)


def _plain(line: str) -> str:
    line = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", line)
    return re.sub(r"`([^`]*)`|\*\*([^*]+)\*\*|\*(\w[^*]*)\*", lambda found: next(filter(None, found.groups())), line)


def _broken(source: str, width: int) -> list[str]:
    """One line of the source as lines of the page; tables and diagrams stay as they are where they fit.

    A tab divides a line into a name and what is said of it, side by side.
    """
    if "\t" in source:
        name, _, text = source.partition("\t")
        return _two_columns(name, text, width)
    if source.startswith(("|", "    ")) and len(source) <= width:
        return [source]
    text = source.lstrip("#").strip() if source.startswith("#") else source
    return textwrap.wrap(text, max(20, width), subsequent_indent="  " if source.startswith("- ") else "") or [""]


def _two_columns(name: str, text: str, width: int) -> list[str]:
    left = max(4, min(24, width // 3))
    names = textwrap.wrap(name, left - 2) or [""]
    texts = textwrap.wrap(text, max(16, width - left)) or [""]
    return [f"{one:<{left}}{two}" for one, two in zip_longest(names, texts, fillvalue="")]


class Reader(Screen[None]):
    """A title, a page, and the keys to leave it."""

    CSS = """
    Reader { background: $background; }
    Reader #heading { height: 1; background: $ink-title-background; color: $ink-title; text-style: bold; }
    Reader VerticalScroll { padding: 0 1; scrollbar-size-vertical: 1; }
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
        self._scroll = VerticalScroll(self._page, can_focus=False)
        """Kept here, because a page may be closed before it is laid out."""

    def compose(self) -> ComposeResult:
        yield Static(self._heading, id="heading", markup=False)
        yield self._scroll
        yield KeyBar()

    def on_mount(self) -> None:
        self.call_after_refresh(self.on_resize)

    def on_resize(self) -> None:
        self._page.break_lines(self._scroll.size.width - 2)
        if self._jump:
            self.call_after_refresh(self._go_there, 50)

    def _go_there(self, patience: int) -> None:
        """Scroll to what was looked for, as soon as the page is laid out down to there."""
        if not self.is_attached:
            return
        if patience and self._scroll.virtual_size.height < self._page.lines:
            self.set_timer(0.02, lambda: self._go_there(patience - 1))
        else:
            self._scroll.scroll_to(y=self._page.found_at, animate=False)

    def action_scroll(self, lines: int) -> None:
        self._scroll.scroll_relative(y=lines, animate=False)

    def action_page(self, pages: int) -> None:
        self._scroll.scroll_relative(y=pages * max(1, self._scroll.size.height - 1), animate=False)

    def action_top(self) -> None:
        self._scroll.scroll_home(animate=False)

    def action_bottom(self) -> None:
        self._scroll.scroll_end(animate=False)
