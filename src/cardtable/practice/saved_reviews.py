"""Reviews in the saved-games database. Each review is saved under the number of its game."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter, ValidationError

from cardtable.practice.review import CLEAR_LOSS, Candidate, Interval, Review, Verdict
from cardtable.practice.saved_names import REVIEW
from cardtable.store.archive import Archive
from cardtable.store.rows import GameEntry

_ADAPTER = TypeAdapter(Review)


@dataclass(frozen=True, slots=True)
class MoveSummary:
    """The part of a move's review that statistics over many games need."""

    verdict: Verdict
    played: Candidate
    margin_loss: Interval

    @property
    def is_clear_loss(self) -> bool:
        """Whether the move has no win chance but clearly gave away margin."""
        is_unclassed = self.verdict is Verdict.GOOD and self.played.chance is None
        return is_unclassed and self.margin_loss.low >= CLEAR_LOSS


@dataclass(frozen=True, slots=True)
class ReviewSummary:
    """The part of a review that statistics over many games need. A summary loads much faster than the whole review."""

    length: int
    margin: float
    moves: tuple[MoveSummary, ...]

    @property
    def has_all_verdicts(self) -> bool:
        """Whether every move has been reviewed."""
        return 0 < self.length == len(self.moves)

    @property
    def is_calibrated(self) -> bool:
        """Whether every move has a win chance."""
        return all(move.played.chance is not None for move in self.moves)


_SUMMARY_ADAPTER = TypeAdapter(ReviewSummary)
_DIGITS = 4
"""The number of decimals to save."""


def load_review(archive: Archive, number: int, fingerprint: str, person: int | None = None) -> Review | None:
    """Return the saved review of a game, or None if no saved review matches the fingerprint and the person.

    `person` is the one whose moves are reviewed, if several people played.
    """
    try:
        review = _ADAPTER.validate_python(archive.progress(_name(number, person)))
    except ValidationError:
        return None
    return review if (review.fingerprint, review.person) == (fingerprint, person) else None


def load_summary(archive: Archive, entry: GameEntry) -> ReviewSummary | None:
    """Return the summary of a finished game's saved review, or None if there is no matching review.

    The review's result and number of moves must match the game's, because a recovery may renumber the games.
    """
    try:
        summary = _SUMMARY_ADAPTER.validate_python(archive.progress(_name(entry.id)))
    except ValidationError:
        return None
    is_same = entry.outcome is not None and (summary.length, summary.margin) == (entry.length, entry.outcome.margin)
    return summary if is_same else None


def save_review(archive: Archive, number: int, review: Review) -> Review:
    """Save a review, whether or not it is complete. Return the saved review.

    If another process has saved a review of the game, the two reviews are merged. Raise StorageError if the database
    can't be written.
    """
    with archive.transaction():
        saved = load_review(archive, number, review.fingerprint, review.person)
        merged = review if saved is None else review.merged_with(saved)
        if merged != saved:
            archive.save_progress(_name(number, review.person), rounded(json.loads(_ADAPTER.dump_json(merged))))
    return merged


def _name(number: int, person: int | None = None) -> str:
    return f"{REVIEW}{number}" if person is None else f"{REVIEW}{number} {person}"


def rounded(value: Any) -> Any:
    """Return parsed JSON with all numbers rounded."""
    if isinstance(value, float):
        return round(value, _DIGITS)
    if isinstance(value, list):
        return [rounded(each) for each in value]
    return {name: rounded(each) for name, each in value.items()} if isinstance(value, dict) else value
