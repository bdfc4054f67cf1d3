"""The name prefixes for practice data in the saved-games database."""

from __future__ import annotations

REVIEW = "review "
"""The prefix for a review. The number of the game follows."""
MISTAKE = "mistake "
"""The prefix for an exercise. The fingerprint of the game and the number of the move follow."""
BASELINE = "baseline "
"""The prefix for a computer player's result. The player, the deal and the options follow."""
