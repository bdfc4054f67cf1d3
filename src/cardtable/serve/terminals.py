"""The names and sizes of guests' terminals. Both come from outside, so neither is trusted."""

from __future__ import annotations

import fcntl
import struct
import termios
from collections.abc import Mapping
from typing import Any

from cardtable.formats.streams import CANT_DRAW

PLAIN = "plain"
"""The only command that a guest may give."""
ONLY_PLAIN = "Cardtable runs no commands. The only word that it takes is plain, as in: ssh -p PORT HOST plain"
NO_TERMINAL = "Cardtable needs a terminal. For plain mode, type: ssh -p PORT HOST plain"
POOR_TERMINAL = "Your terminal can't draw screens. For plain mode, type: ssh -p PORT HOST plain"
LARGEST = 500, 200
"""The maximum number of columns and rows. A guest might claim 60,000 of each, and drawing them would take forever."""
USUAL = 80, 24
"""The size of a terminal that doesn't report one."""
AS_THEY_ARE = frozenset(
    ("ansi", "cygwin", "linux", "rxvt", "screen", "tmux", "vt100", "vt102", "vt220", "xterm", "xterm-color")
)
"""The names that are kept, because these terminals may have only sixteen colours."""
ALL_COLOURS = ("alacritty", "contour", "direct", "foot", "ghostty", "kitty", "wezterm")
"""Parts of the names of terminals that can show every colour."""
USUAL_TERMINAL = "xterm-256color"
_IUTF8 = 0x4000
"""The flag that makes Backspace delete a whole character in line mode. Python's termios has no name for it."""


def can_draw(name: str) -> bool:
    """Return whether a terminal with this name can show the app."""
    return name.lower() not in CANT_DRAW


def environment_of(name: str) -> Mapping[str, str]:
    """Return the environment variables for a terminal. Only a name from our own lists is ever used."""
    name = name.lower()
    if name in AS_THEY_ARE or name == "dumb":
        return {"TERM": name}
    has_all = any(part in name for part in ALL_COLOURS)
    return {"TERM": USUAL_TERMINAL, **({"COLORTERM": "truecolor"} if has_all else {})}


def bounded(columns: int, rows: int) -> tuple[int, int]:
    """Return a size that can be drawn."""
    return min(columns or USUAL[0], LARGEST[0]), min(rows or USUAL[1], LARGEST[1])


def set_size(terminal: int, columns: int, rows: int) -> None:
    """Tell a pseudo-terminal its size, which signals the process that runs in it."""
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def expect_utf8(terminal: int) -> None:
    """Let Backspace delete a whole character in line mode."""
    mode: list[Any] = termios.tcgetattr(terminal)
    mode[0] |= _IUTF8
    termios.tcsetattr(terminal, termios.TCSANOW, mode)
