"""What the names begin with under which the saved-games database has the progress in practice."""

from __future__ import annotations

REVIEW = "review "
"""A review, named after the number of its game."""
MISTAKE = "mistake "
"""An exercise, named after its game's fingerprint and the number of the move."""
BASELINE = "baseline "
"""The result of a computer player, named after the player, the deal and the options."""
