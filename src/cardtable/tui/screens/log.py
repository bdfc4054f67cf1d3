"""The log of a game, from which the player can go to any moment."""

from __future__ import annotations

from typing import Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType

from cardtable.rooms.kit.public import PublicRoom
from cardtable.table.log import log_lines
from cardtable.table.seen import Seen
from cardtable.tui.screens.reader import Reader
from cardtable.tui.screens.room_screen import RoomScreen


def open_log(screen: RoomScreen[Any], room: PublicRoom) -> None:
    """Open the log of a table. From the log, the player can go to any moment of the game."""
    seen = room.seen
    log = LogScreen(f"{seen.game.title}: log", seen, opens_replay=bool(room.session.actions))
    screen.app.push_screen(log, lambda at: None if at is None else screen.answer(room.replay_from(at)))


class LogScreen(Reader[int]):
    """The log as one viewer saw it. The screen starts at the end of the log.

    If the log can open the replay, the screen has a cursor, and returns the number of the move that the player chooses.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "Replay from here"),
        Binding("up,k", "scroll(-1)", "Choose", key_display="arrows"),
    ]

    def __init__(self, title: str, seen: Seen, *, opens_replay: bool) -> None:
        lines = log_lines(seen)
        super().__init__(title, "\n".join(map(str, lines)))
        self._moves = [line.move for line in lines]
        """The number of the move on each line of the log."""
        self._opens_replay = opens_replay and bool(self._moves)
        self._jump = True
        if self._opens_replay:
            self.page.selected = len(self._moves) - 1

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key works now."""
        if action == "open":
            return self._opens_replay or None
        if action == "scroll" and self.page.selected is not None:
            return True
        if action == "page" and self.page.selected is not None:
            return self.page.selected != (len(self._moves) - 1 if parameters == (1,) else 0)
        return super().check_action(action, parameters)

    def jump(self) -> None:
        if self.page.selected is None:
            self.action_bottom()
        else:
            self._show_selected()

    # The cursor

    def _select(self, at: int) -> None:
        self.page.selected = max(0, min(at, len(self._moves) - 1))
        self.page.show()
        self._show_selected()
        self.refresh_bindings()

    def _show_selected(self) -> None:
        """Scroll just far enough to make the selected line visible."""
        assert self.page.selected is not None, "there is a cursor"
        paragraph, height = self.page.paragraphs[self.page.selected], self.scroll_area.size.height
        self.go_to_line(max(paragraph.end - height, min(self.top_line, paragraph.first)))

    def action_scroll(self, lines: int) -> None:
        if self.page.selected is None:
            super().action_scroll(lines)
        else:
            self._select(self.page.selected + lines)

    def action_page(self, pages: int) -> None:
        if self.page.selected is None:
            super().action_page(pages)
        else:
            line = self.page.paragraphs[self.page.selected].first + pages * self.page_rows
            self._select(self._line_at(line))

    def _line_at(self, line: int) -> int:
        """Return the index of the paragraph on a line or, beyond the text, of the nearest paragraph."""
        at = self.page.paragraph_at(line)
        return at if at is not None else 0 if line < 0 else len(self._moves) - 1

    def action_top(self) -> None:
        self.action_scroll(-len(self._moves)) if self.page.selected is not None else super().action_top()

    def action_bottom(self) -> None:
        self.action_scroll(len(self._moves)) if self.page.selected is not None else super().action_bottom()

    def _show_match(self) -> None:
        if self.page.matches and self.page.selected is not None:
            self._select(self._line_at(self.page.match_line))
            self.show_position()
        else:
            super()._show_match()

    def action_open(self) -> None:
        self.dismiss(self._moves[self.page.selected] if self.page.selected is not None else None)

    def on_click(self, event: events.Click) -> None:
        """Move the cursor to the line under the pointer. A click on the selected line goes to the line's moment."""
        if event.widget is not self.page or self.page.selected is None:
            return
        at = self.page.paragraph_at(event.y)
        if at is not None and at == self.page.selected:
            self.action_open()
        elif at is not None:
            self._select(at)
