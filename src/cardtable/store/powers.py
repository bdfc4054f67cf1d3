"""What this process may open for its player. A guest of `cardtable serve` may open less than the host at the keyboard.

A process serves one person, so this is the same for the whole process and for the processes that it starts. Rooms don't
check this. A command says which power it `needs`, and doesn't exist for a process without that power.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal, TypeAlias

Power: TypeAlias = Literal["files", "programs", "deal codes"]
"""Something that not everybody may open: files that the player names, programs as players, and the deal codes of games
with several players before they are over."""
GUEST_VARIABLE = "CARDTABLE_GUEST"
"""The environment variable with a guest's id. It takes every power from a process and from those that it starts."""
NAME_VARIABLE = "CARDTABLE_GUEST_NAME"
"""The environment variable with the guest's name, by which the others at a table know the guest."""
TABLES_VARIABLE = "CARDTABLE_TABLES"
"""The environment variable with the path of the host's saved-games database, which has the shared tables."""


def is_guest() -> bool:
    """Return whether this process serves a guest."""
    return bool(os.environ.get(GUEST_VARIABLE))


def guest_name() -> str:
    """Return the guest's name, as all others know it."""
    return os.environ.get(NAME_VARIABLE, "")


def guest_identity() -> str:
    """Return what only this guest has at a shared table."""
    return f"guest {os.environ.get(GUEST_VARIABLE, '')}"


def may_open(power: Power) -> bool:
    """Return whether this process has a power. A guest's process has none."""
    return not is_guest()


def host_archive() -> Path | None:
    """Return the path of the saved-games database that has a guest's shared tables, or None for the host."""
    found = os.environ.get(TABLES_VARIABLE)
    return Path(found) if found and is_guest() else None
