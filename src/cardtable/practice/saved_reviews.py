"""Reviews in the saved-games database: each is kept with its game, under the game's number."""

from __future__ import annotations

import json
from typing import Any

from pydantic import TypeAdapter, ValidationError

from cardtable.practice.review import Review
from cardtable.practice.saved_names import REVIEW
from cardtable.store.archive import Archive

_ADAPTER = TypeAdapter(Review)
_DIGITS = 4
"""The number of decimals that are worth keeping."""


def load_review(archive: Archive, number: int, fingerprint: str) -> Review | None:
    """Return the saved review of a game, or None if there is none for exactly this game."""
    try:
        review = _ADAPTER.validate_python(archive.progress(_name(number)))
    except ValidationError:
        return None
    return review if review.fingerprint == fingerprint else None


def save_review(archive: Archive, number: int, review: Review) -> None:
    """Save a review, complete or not, in place of an older one; raise StorageError if that fails."""
    archive.save_progress(_name(number), rounded(json.loads(_ADAPTER.dump_json(review))))


def _name(number: int) -> str:
    return f"{REVIEW}{number}"


def rounded(value: Any) -> Any:
    """Return parsed JSON with its numbers rounded."""
    if isinstance(value, float):
        return round(value, _DIGITS)
    if isinstance(value, list):
        return [rounded(each) for each in value]
    return {name: rounded(each) for name, each in value.items()} if isinstance(value, dict) else value
