"""The rows of the keys page."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen

from cardtable.tui.board.widget import BoardWidget
from cardtable.tui.screens.app_screen import AppScreen
from cardtable.tui.screens.dialogs import Dialog
from cardtable.tui.widgets.key_bar import keys_of

ARROWS = frozenset(("left", "right", "up", "down"))
ENDS = frozenset(("home", "end"))
DIGITS = frozenset("123456789")
GROUPS = {"arrows": ARROWS, "1 to 9": DIGITS, "1-5": DIGITS}
"""The keys that one name stands for in a board's rows on the keys page."""
PALETTE_ROW = ("ctrl+p", "find any command by name")


def key_rows(screen: Screen[Any]) -> list[tuple[str, str]]:
    """Return every key that works on this screen, with its description.

    A board's own rows replace the standard descriptions of the board keys.
    """
    own = screen.key_help if isinstance(screen, AppScreen | Dialog) else ()
    listed = frozenset[str]().union(*(GROUPS.get(key, {key}) for keys, _ in own for key in keys.split(", ")))
    rows = list(own)
    on_board = {key for key, active in screen.active_bindings.items() if isinstance(active.node, BoardWidget)}
    if own and on_board:
        listed |= ARROWS
        for keys, name, description in (
            (ENDS, "home, end", "go to the first choice, or to the last one"),
            (DIGITS, "1 to 9", "choose a card in your hand"),
        ):
            if keys <= on_board - listed:
                rows.append((name, description))
                listed |= keys
    others = keys_of(screen, shown_only=False, without=listed)
    return [*rows, *((each.key, each.name[:1].lower() + each.name[1:]) for each in others), PALETTE_ROW]
