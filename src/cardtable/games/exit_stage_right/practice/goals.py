"""What a level's goal can ask for. Whether a finished game meets a goal depends only on what everybody can see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cardtable.engine.game import Event
from cardtable.engine.games.exit_stage_right.model import PlayedFaceDown, Refilled, Shifted
from cardtable.engine.phrases import counted, join_words, times
from cardtable.lessons.script import Count, ScriptPart
from cardtable.practice.levels import Margin
from cardtable.table.session import Session


class Goal(ScriptPart):
    """The conditions for the first star. Each condition is optional."""

    margin: Margin = 1
    """The minimum margin."""
    hints: bool = True
    """Whether hints are allowed."""
    undos: bool = True
    """Whether undos are allowed."""
    empty_stage: bool = False
    """Whether every refill must be on an empty stage."""
    most_refills: Count | None = None
    most_moves: Count | None = None
    most_face_down: Count | None = None
    face_down: Count = 0
    """The minimum number of Singles to play face down."""
    jumps: Count = 0
    """The minimum number of jumps to the right."""
    at_once: Count = 0
    """The minimum number of Completes that a single move must win."""

    @property
    def conditions(self) -> Iterator[str]:
        """The conditions in words, without the condition about the margin."""
        if not self.hints:
            yield "use no hints"
        if not self.undos:
            yield "undo nothing"
        if self.empty_stage:
            yield "refill only an empty stage"
        if self.most_refills is not None:
            yield f"refill at most {times(self.most_refills)}"
        if self.most_moves is not None:
            yield f"make at most {counted(self.most_moves, 'move')}"
        if self.most_face_down is not None:
            yield f"play at most {counted(self.most_face_down, 'Single')} face down"
        if self.face_down:
            yield f"play at least {counted(self.face_down, 'Single')} face down"
        if self.jumps:
            yield f"let Completes jump to the right at least {times(self.jumps)}"
        if self.at_once:
            yield f"win at least {counted(self.at_once, 'Complete')} in one move"

    @property
    def sentence(self) -> str:
        """The goal in words."""
        margin = "Win" if self.margin == 1 else f"Win by {self.margin} or more"
        return f"{join_words([margin, *self.conditions])}."

    def progress(self, session: Session) -> Iterator[str]:
        """Yield what the game so far has done for each condition that counts something, such as `Jumps: 1 of 3.`"""
        counted_so_far = (
            ("Refills", "refills", self.most_refills),
            ("Face down", "face_down", self.most_face_down),
            ("Face down", "face_down", self.face_down),
            ("Jumps", "jumps", self.jumps),
            ("Most at once", "at_once", self.at_once),
        )
        seen = Counts.of(session)
        yield from (f"{name}: {getattr(seen, count)} of {goal}." for name, count, goal in counted_so_far if goal)

    def missed(self, session: Session) -> list[str]:
        """Return the conditions that a finished game doesn't meet. The conditions are in words."""
        assert session.outcome is not None, "the game is over"
        seen = Counts.of(session)
        met = [
            *([session.hinted == 0] if not self.hints else []),
            *([session.undone == 0] if not self.undos else []),
            *([seen.is_only_on_empty] if self.empty_stage else []),
            *([seen.refills <= self.most_refills] if self.most_refills is not None else []),
            *([len(session.actions) <= self.most_moves] if self.most_moves is not None else []),
            *([seen.face_down <= self.most_face_down] if self.most_face_down is not None else []),
            *([seen.face_down >= self.face_down] if self.face_down else []),
            *([seen.jumps >= self.jumps] if self.jumps else []),
            *([seen.at_once >= self.at_once] if self.at_once else []),
        ]
        missed = [words for words, is_met in zip(self.conditions, met, strict=True) if not is_met]
        wins = "win" if self.margin == 1 else f"win by {self.margin} or more"
        return [*([] if session.outcome.margin >= self.margin else [wins]), *missed]


class Counts(NamedTuple):
    """The counts in a finished game that show whether it meets a goal."""

    refills: int
    is_only_on_empty: bool
    """Whether every refill was on an empty stage."""
    face_down: int
    jumps: int
    at_once: int
    """The largest number of Completes won by a single move."""

    @classmethod
    def of(cls, session: Session) -> Counts:
        """Return the counts for a game. The counts use only what everybody can see."""
        turns = session.look(None).log[1:]
        events = [event for turn in turns for event in turn]
        shifts = [event for event in events if isinstance(event, Shifted)]
        return cls(
            sum(isinstance(event, Refilled) for event in events),
            all(map(_is_on_empty, turns)),
            sum(isinstance(event, PlayedFaceDown) for event in events),
            sum(move.goes_right and bool(move.jumps) for shift in shifts for move in shift.moves),
            max((len(shift.won) for shift in shifts), default=0),
        )


def _is_on_empty(turn: tuple[Event, ...]) -> bool:
    """Return whether every refill of a turn was on an empty stage. A turn without a refill counts too."""
    new = sum(len(event.cards) for event in turn if isinstance(event, Refilled))
    stages = [event.stage for event in turn if isinstance(event, Shifted)]
    return not new or not stages or new == sum(card is not None for row in stages[0] for card in row)
