"""What a lesson in plain mode reads of its table, and when."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cardtable.lessons.script import FreeStep
from cardtable.lessons.walkthrough import Walkthrough
from cardtable.plain.views.view import View, gather_lines
from cardtable.rooms.lesson import LessonRoom
from cardtable.table.seen import Seen

STEPS_TO_REMEMBER = 3
"""After this many steps, the table is read out again with a question, even if nothing has changed."""


def heard_by(walk: Walkthrough) -> Seen:
    """Return the table as the viewer hears it, who is called "you"."""
    return replace(walk.seen, you=walk.viewer)


class LessonTable:
    """The table of a lesson in words, and what the learner has heard of it."""

    def __init__(self, view: View, room: LessonRoom) -> None:
        self._view, self._room = view, room
        self._heard: tuple[str, ...] = ()
        self._heard_at = 0
        """The step at which the table was last read out."""
        self._has_moved = False
        """Whether a move has been played since then, even if it was taken back."""

    @property
    def _walk(self) -> Walkthrough:
        return self._room.walk

    def note_move(self) -> None:
        """Read the table again with the next question, because the learner has heard a move on it."""
        self._has_moved = True

    def forget(self) -> None:
        """Read out everything next time."""
        self._heard = ()

    @property
    def is_needed(self) -> bool:
        """True if the learner needs to hear the table for the question of this step."""
        walk = self._walk
        if walk.wants in ("next", "show"):
            return False
        is_new = walk.step.position is not None or self._has_moved or self._heard != self._lines()
        return is_new or walk.at - self._heard_at > STEPS_TO_REMEMBER

    def read(self) -> tuple[str, ...]:
        """Return all lines about the table."""
        self._heard, self._heard_at, self._has_moved = self._lines(), self._walk.at, False
        return self._heard

    def read_briefly(self) -> Iterator[str]:
        """Yield what matters for this step, without what seldom changes or, between free moves, what hasn't changed."""
        heard, step = self._heard, self._walk.step
        beginnings = tuple(step.reads or self._walk.lesson.script.reads)
        lines = [line for line in self.read() if not beginnings or line.startswith(beginnings)]
        if isinstance(step, FreeStep) and self._walk.has_begun_step:
            lines = [line for line in lines if line not in heard]
        elif not step.reads:
            lines = [line for line in lines if line not in heard or not self._view.is_lasting(line)]
        return gather_lines(lines, self._view.gathered)

    def _lines(self) -> tuple[str, ...]:
        seen = heard_by(self._walk)
        return (*self._view.table(seen), *self._view.hand(seen), *filter(None, [self._view.turn(seen)]))
