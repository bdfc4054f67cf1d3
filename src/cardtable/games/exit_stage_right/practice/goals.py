"""What a level's goal can ask for. Whether a finished game meets a goal depends only on what everybody can see."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from cardtable.engine.game import Event
from cardtable.engine.games.exit_stage_right.model import PlayedFaceDown, Refilled, Shifted
from cardtable.engine.phrases import counted, times
from cardtable.lessons.script import Count
from cardtable.practice.levels import Goal
from cardtable.table.session import Session


class StageGoal(Goal):
    """A goal with the conditions that only this game has."""

    empty_stage: bool = False
    """Whether every refill must be on an empty stage."""
    face_down: Count = 0
    """The minimum number of Singles to play face down."""
    jumps: Count = 0
    """The minimum number of jumps to the right."""

    def conditions(self) -> Iterator[tuple[str, Callable[[Session], bool]]]:
        yield from super().conditions()
        if self.empty_stage:
            yield "refill only an empty stage", lambda session: Counts.of(session).is_only_on_empty
        if self.face_down:
            words = f"play at least {counted(self.face_down, 'Single')} face down"
            yield words, lambda session: Counts.of(session).face_down >= self.face_down
        if self.jumps:
            words = f"let Completes jump to the right at least {times(self.jumps)}"
            yield words, lambda session: Counts.of(session).jumps >= self.jumps

    def progress(self, session: Session) -> Iterator[str]:
        seen = Counts.of(session)
        so_far = ("Face down", seen.face_down, self.face_down), ("Jumps", seen.jumps, self.jumps)
        yield from (f"{name}: {count} of {goal}." for name, count, goal in so_far if goal)


GOAL = StageGoal


class Counts(NamedTuple):
    """The counts in a finished game that show whether it meets a goal."""

    is_only_on_empty: bool
    """Whether every refill was on an empty stage."""
    face_down: int
    jumps: int

    @classmethod
    def of(cls, session: Session) -> Counts:
        """Return the counts for a game, based only on what everybody can see."""
        turns = session.look(None).log[1:]
        events = [event for turn in turns for event in turn]
        shifts = [event for event in events if isinstance(event, Shifted)]
        return cls(
            all(map(_is_on_empty, turns)),
            sum(isinstance(event, PlayedFaceDown) for event in events),
            sum(move.goes_right and bool(move.jumps) for shift in shifts for move in shift.moves),
        )


def _is_on_empty(turn: tuple[Event, ...]) -> bool:
    """Return whether every refill of a turn was on an empty stage. A turn without a refill counts too."""
    new = sum(len(event.cards) for event in turn if isinstance(event, Refilled))
    stages = [event.stage for event in turn if isinstance(event, Shifted)]
    return not new or not stages or new == sum(card is not None for row in stages[0] for card in row)
