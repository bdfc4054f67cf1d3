"""The prefixes of the names under which progress in practice is saved in the saved-games database."""

from __future__ import annotations

REVIEW = "review "
"""The prefix for a review; the number of its game follows."""
MISTAKE = "mistake "
"""The prefix for an exercise; its game's fingerprint and the number of the move follow."""
BASELINE = "baseline "
"""The prefix for the result of a computer player; the player, the deal and the options follow."""
