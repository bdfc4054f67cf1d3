"""The games as environments for reinforcement learning.

`docs/environments.md` describes them. PettingZoo is imported only when a caller needs it.
"""

from __future__ import annotations
