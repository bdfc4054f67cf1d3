"""What this process may open for its player. A guest of `cardtable serve` may open less than the host at the keyboard.

A process serves one person, so this is the same for the whole process and for the processes that it starts. Rooms don't
check this. A command says which power it `needs`, and doesn't exist for a process without that power.
"""

from __future__ import annotations

import os
from typing import Literal, TypeAlias

Power: TypeAlias = Literal["files", "programs", "deal codes"]
"""Something that not everybody may open: files that the player names, programs as players, and the deal codes of games
with several players before they are over."""
GUEST_VARIABLE = "CARDTABLE_GUEST"
"""The environment variable with a guest's id. It takes every power from a process and from those that it starts."""


def is_guest() -> bool:
    """Return whether this process serves a guest."""
    return bool(os.environ.get(GUEST_VARIABLE))


def may_open(power: Power) -> bool:
    """Return whether this process has a power. A guest's process has none."""
    return not is_guest()
