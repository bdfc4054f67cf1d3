"""The cursor of a board. The cursor is on a group and one of its actions, or points at a place."""

from __future__ import annotations

from collections.abc import Callable

from cardtable.rooms.kit.keys import unknown_key
from cardtable.table.seen import Seen
from cardtable.tui.board.choices import ChoiceGroup, ListedAction, nearest_group, place_of
from cardtable.tui.board.pointing import Pointer
from cardtable.tui.widgets.animated import AnimatedDrawing


class BoardCursor(AnimatedDrawing):
    """A drawing with a cursor on an action or a place."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: Seen | None = None
        self.groups: tuple[ChoiceGroup, ...] = ()
        self.group = self.action_index = 0
        self.is_chosen = False
        """Whether the player has chosen the action under the cursor since the table was last shown."""
        self.notice = ""
        """A sentence that the status line shows until the cursor moves."""
        self.pointer: Pointer | None = None
        """The cursor for pointing at a place, or None if the player doesn't have to point at a place."""

    @property
    def enter_meaning(self) -> str:
        """The key bar's description of what Enter does, or an empty string if it does nothing."""
        raise NotImplementedError  # only the board knows

    @property
    def choice(self) -> ListedAction | None:
        """The action under the cursor, or None if there is no such action."""
        actions = self.groups[self.group].actions if self.groups else ()
        return actions[self.action_index] if actions else None

    @property
    def is_legal(self) -> bool:
        """Whether the action under the cursor is legal."""
        return self.choice is not None and self.is_allowed(self.choice)

    def is_allowed(self, listed: ListedAction) -> bool:
        """Return whether an action is legal now."""
        return self.seen is not None and listed.action in self.seen.legal

    def move_cursor(self, group: int, action: int | None = None) -> None:
        """Move the cursor to a group and an action, by default the first, or to the nearest ones that exist."""
        if self.groups:
            meaning = self.enter_meaning
            self.group, self.notice, self.is_chosen = max(0, min(group, len(self.groups) - 1)), "", True
            self.action_index = max(0, min(action or 0, len(self.groups[self.group].actions) - 1))
            self.redraw()
            if self.is_attached and self.enter_meaning != meaning:
                self.refresh_bindings()

    def point_to(self, action: object) -> None:
        """Move the cursor to an action if it is listed."""
        if (place := place_of(self.groups, action)) is not None:
            self.move_cursor(*place)

    def remember_choice(self) -> Callable[[], None]:
        """Return a function that restores the current cursor and the current choice."""
        group, action, is_chosen = self.group, self.action_index, self.is_chosen

        def restore() -> None:
            self.move_cursor(group, action)
            self.is_chosen = is_chosen

        return restore

    def action_move(self, step: int) -> None:
        if self.pointer is not None:
            self.pointer.move(self.canvas.places, right=step)
            self.redraw()
        elif self.groups:
            self._move_to((self.group + step) % len(self.groups))

    def _move_to(self, group: int) -> None:
        """Move the cursor to a group, to the same action as now if the group has as many."""
        alike = len(self.groups[group].actions) == len(self.groups[self.group].actions)
        self.move_cursor(group, self.action_index if alike else None)

    def action_cycle(self, step: int) -> None:
        if self.pointer is not None:
            self.pointer.move(self.canvas.places, down=step)
            self.redraw()
        elif self.groups and self.groups[self.group].at is not None:
            self.move_cursor(nearest_group(self.groups, self.group, step))
        elif self.groups:  # the same keys always lead to the same row: none is skipped, and the ends don't meet
            self.move_cursor(self.group, self.action_index + step)

    def action_first(self) -> None:
        self.move_cursor(0)

    def action_last(self) -> None:
        self.move_cursor(len(self.groups) - 1)

    @property
    def hand_size(self) -> int:
        """The number of groups that digit keys can choose. The first group has the digit 1."""
        return len(self.groups)

    def action_pick(self, digit: int) -> None:
        if digit <= self.hand_size:
            self._move_to(digit - 1)
        else:
            self.notice = unknown_key(str(digit))
            self.redraw()
