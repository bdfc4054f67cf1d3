"""Tournaments between computer players and programs. A tournament is a round robin with ratings."""

from __future__ import annotations
