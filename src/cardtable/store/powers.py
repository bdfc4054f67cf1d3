"""What this process may open for its player. A guest of `cardtable serve` may open less than the host at the keyboard.

A process serves one person, so the whole process has the same powers, and so do the processes that it starts. Rooms
don't check powers: a command says which power it `needs`, and doesn't exist for a process without that power.
"""

from __future__ import annotations

import os
from typing import Literal, TypeAlias

Power: TypeAlias = Literal["files", "programs", "deal codes"]
"""Something that not everybody may use: files that the player names, programs as players, and the deal codes of
unfinished games with several players."""
GUEST_VARIABLE = "CARDTABLE_GUEST"
"""The environment variable with a guest's id. Processes that have it have no powers, and they pass it on."""


def is_guest() -> bool:
    """Return whether this process serves a guest."""
    return bool(os.environ.get(GUEST_VARIABLE))


def may_open(power: Power) -> bool:
    """Return whether this process has a power. A guest's process has none."""
    return not is_guest()
