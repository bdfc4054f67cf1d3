"""Tournaments between computer players and programs: round robins with ratings."""

from __future__ import annotations
