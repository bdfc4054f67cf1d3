"""The games as environments for reinforcement learning and search: PettingZoo and OpenSpiel.

`docs/environments.md` describes them.  Nothing here imports either library until it is needed.
"""

from __future__ import annotations
