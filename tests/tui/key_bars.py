"""Helpers for tests of the key bar: where its labels are, and clicks on them."""

from __future__ import annotations

import re

from textual.pilot import Pilot

from cardtable.tui.widgets.key_bar import KeyBar
from tests.tui.screens import rest, screen_text, tap_at

LABEL = re.compile(r"[^\s,]+(?:, [^\s,]+)* (\S+(?: \S+)*)")
"""A label on the bar: its keys, then the description of what they do."""


def labels(pilot: Pilot[int]) -> dict[str, tuple[int, int]]:
    """Return each description that the bar draws, with the cell in the middle of its label."""
    bar = pilot.app.screen.query_one(KeyBar).region
    line = screen_text(pilot).split("\n")[bar.y]
    return {found[1]: (bar.x + (found.start() + found.end()) // 2, bar.y) for found in LABEL.finditer(line)}


async def click_label(pilot: Pilot[int], description: str) -> None:
    """Click on the label with this description, and wait until the screen is redrawn."""
    await tap_at(pilot, *labels(pilot)[description])
    await rest(pilot)
