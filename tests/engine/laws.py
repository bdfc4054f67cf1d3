"""All laws that every game must keep at every turn, and how they are checked."""

from __future__ import annotations

from collections.abc import Iterable

from tests.engine import play_laws, view_laws
from tests.engine.law import Law
from tests.engine.walks import Walk

LAWS = (*play_laws.LAWS, *view_laws.LAWS)


def check_laws(walk: Walk, laws: Iterable[Law], every: int = 1) -> None:
    """Check each law at every nth turn of the walk and at the last one."""
    for turn in (*walk.turns[:-1:every], *walk.turns[-1:]):
        for each in laws:
            try:
                each(turn)
            except Exception as broken:
                broken.add_note(f"{each.__doc__}\n{turn}")
                raise
