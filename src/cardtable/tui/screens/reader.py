"""A page of text to scroll through, such as the rules or the keys."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from cardtable.formats.text import safe_text
from cardtable.tui.drawing.canvas import cut
from cardtable.tui.screens.app_screen import AppScreen, ResultT
from cardtable.tui.screens.dialogs import ChoiceDialog, TextDialog
from cardtable.tui.widgets.key_bar import KeyBar
from cardtable.tui.widgets.menu import Item, Menu
from cardtable.tui.widgets.page import Page

SCROLL_BAR = 1
"""The number of columns reserved for the scroll bar, whether or not it is shown."""
MAX_QUERY = 60
LINES_ABOVE = 2
"""The number of lines shown above a search match."""


class ScrollScreen(AppScreen[ResultT]):
    """A screen with a title above a scrolling widget. The title also says how far the player has scrolled."""

    IS_PAGE = True
    CSS = """
    ScrollScreen { background: $background; }
    ScrollScreen #heading {
        height: 1; background: $ink-title-background; color: $ink-title; text-style: bold; text-wrap: nowrap;
    }
    ScrollScreen VerticalScroll { padding: 0 0 0 1; scrollbar-size-vertical: 1; }
    ScrollScreen Page { text-wrap: nowrap; }
    """
    SCOPED_CSS = False  # or the styles wouldn't apply to subclasses
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape", "leave", "Back", key_display="q"),
        Binding("enter", "open", show=False),
        Binding("up,k", "scroll(-1)", "Scroll", key_display="arrows"),
        Binding("down,j", "scroll(1)", "Scroll down", show=False),
        Binding("pageup,b", "page(-1)", "Previous page", show=False),
        Binding("pagedown,space", "page(1)", "Next page", key_display="space"),
        Binding("home", "top", "Top", show=False),
        Binding("end", "bottom", "Bottom", show=False),
    ]

    def __init__(self, title: str, content: Widget) -> None:
        super().__init__()
        self._text = title
        self._heading = Static(title, id="heading", markup=False)
        self.scroll_area = VerticalScroll(content, can_focus=False)
        """The scrolling container, stored as an attribute because a query fails once the screen is closed."""

    def compose(self) -> ComposeResult:
        yield self._heading
        yield self.scroll_area
        yield KeyBar()

    def on_mount(self) -> None:
        self.watch(self.scroll_area, "scroll_y", self.show_position, init=False)
        self.watch(self.scroll_area, "virtual_size", self.after_layout, init=False)

    def after_layout(self) -> None:
        """Show how far the player has scrolled. The height of the content isn't known before this call."""
        self.show_position()
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key works now. A page that fits on the screen can't be scrolled."""
        return action not in ("scroll", "page") or self.scroll_area.max_scroll_y > 0

    @property
    def position(self) -> str:
        """The position as a percentage, `more below` at the top, or an empty string if the whole page fits."""
        last, y = self.scroll_area.max_scroll_y, self.scroll_area.scroll_y
        return "" if last <= 0 else f"{round(100 * y / last)}%" if y > 0 else "more below"

    def show_position(self) -> None:
        """Show the position at the right-hand end of the title."""
        right, width = self.position, self.size.width
        title = cut(self._text, max(0, width - len(right) - 2)) if right else self._text
        self._heading.update(f"{title}{right:>{max(0, width - cell_len(title) - 1)}}" if right else title)

    def go_to_line(self, line: int) -> None:
        """Scroll this line to the top of the screen, if there are enough lines below it."""
        self.scroll_area.scroll_to(y=line, animate=False)

    def action_scroll(self, lines: int) -> None:
        self.scroll_area.scroll_relative(y=lines, animate=False)

    def action_page(self, pages: int) -> None:
        self.scroll_area.scroll_relative(y=pages * self.page_rows, animate=False)

    @property
    def page_rows(self) -> int:
        """The number of rows to scroll for a page."""
        return max(1, self.scroll_area.size.height - 1)

    def action_top(self) -> None:
        self.scroll_area.scroll_home(animate=False)

    def action_bottom(self) -> None:
        self.scroll_area.scroll_end(animate=False)

    def action_leave(self) -> None:
        self.dismiss()

    def action_open(self) -> None:
        """Carry out the action of Enter: go back, unless the page has something to open."""
        self.dismiss()


class Contents(ChoiceDialog):
    """The headings of a page, with the cursor on the current section. The items' ids are line numbers on the page."""

    SCOPED_CSS = False  # or the styles wouldn't apply to this subclass

    def __init__(self, headings: list[Item], at: int) -> None:
        super().__init__("Contents", headings)
        self._at = at

    def on_mount(self) -> None:
        menu = self.query_one(Menu)
        menu.at = self._at
        menu.redraw()


class Reader(ScrollScreen[ResultT]):
    """A page of text with a list of its sections and a search."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "contents", "Contents"),
        Binding("slash", "search", "Search", key_display="/"),
        Binding("n", "match(1)", "Next match"),
        Binding("N", "match(-1)", "Previous match", show=False),
    ]

    def __init__(self, title: str, text: str, find: str = "") -> None:
        """Show a page, scrolled to a paragraph that starts with `find` or to a heading that equals `find`."""
        self.page = Page(text, find)
        super().__init__(title, self.page)
        self._jump = bool(find)
        self._has_jumped = True
        """Whether the page has scrolled to its first position."""

    def on_mount(self) -> None:
        self.call_after_refresh(self.on_resize)

    def on_resize(self) -> None:
        self.page.wrap_lines(self.scroll_area.size.width - SCROLL_BAR)
        self._has_jumped = not self._jump
        self.refresh_bindings()
        self.call_after_refresh(self.after_layout)

    def after_layout(self) -> None:
        """Scroll to the first position as soon as the whole page has been laid out. Later calls do nothing."""
        if not self._has_jumped and self.scroll_area.virtual_size.height >= self.page.lines > 0:
            self._has_jumped = True
            self.jump()
        super().after_layout()

    def jump(self) -> None:
        """Scroll to the first position."""
        self.go_to_line(self.page.found_at)

    @property
    def top_line(self) -> int:
        """The index of the first visible line."""
        return round(self.scroll_area.scroll_y)

    @property
    def position(self) -> str:
        page = self.page
        match = f"{page.match + 1}/{len(page.matches)}" if page.matches else ""
        return f"{match}  {super().position}".strip()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key works now."""
        if action == "contents":
            return len(self.page.headings) > 1
        if action == "match":
            return bool(self.page.matches)
        return super().check_action(action, parameters)

    # Contents

    def action_contents(self) -> None:
        """List the page's headings. The player can choose a heading to go there."""
        headings = self.page.headings
        items = [Item(str(each.first), f"{'  ' * (each.level - 2)}{each.title}") for each in headings]
        here = sum(each.first <= self.top_line for each in headings) - 1

        def answered(answer: str | None) -> None:
            if answer:
                self._forget_start()
                self.go_to_line(int(answer))

        self.app.push_screen(Contents(items, max(0, here)), answered)

    # Searching

    def action_search(self) -> None:
        """Ask for words to search for, and go to the first match."""

        def check(query: str) -> str:
            if self.page.search(query, self.top_line):
                return ""
            return f"'{safe_text(query, MAX_QUERY)}' isn't on this page."

        self.app.push_screen(TextDialog("Find:", self.page.query_text, check, MAX_QUERY), self._found)

    def _found(self, query: str | None) -> None:
        if query is not None:
            self.refresh_bindings()
            self._show_match()

    def action_match(self, step: int) -> None:
        """Go to the next match (1) or the previous match (-1)."""
        self.page.move_match(step)
        self._show_match()

    def _show_match(self) -> None:
        """Scroll to the current match unless it is visible."""
        self._forget_start()
        if self.page.matches:
            line = self.page.match_line
            if not self.top_line <= line < self.top_line + self.scroll_area.size.height:
                self.go_to_line(max(0, line - LINES_ABOVE))
        self.show_position()

    def _forget_start(self) -> None:
        """Keep the current scroll position from now on, even if the size of the terminal changes."""
        self._jump = False
