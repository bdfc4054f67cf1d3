"""The games as environments for reinforcement learning and search: PettingZoo and OpenSpiel.

`docs/environments.md` describes them. This package imports neither library until a caller needs it.
"""

from __future__ import annotations
