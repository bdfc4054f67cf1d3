"""The hand sizes in the Practice room: each preset has its own."""

from __future__ import annotations

import re
from typing import Any

import pytest
from textual.pilot import Pilot

from cardtable.table.lazy_archive import LazyArchive
from tests.tui.screens import rest, run, screen_text


@pytest.mark.parametrize(
    ("saved", "sizes"),
    [
        ({"hand_size": 9}, ["9", "9"]),  # of the first version
        ({"hand_sizes": {"By the book": 5, "Challenge": 20}}, ["7", "5"]),
        ({"hand_sizes": {"Challenge": True}}, ["7", "7"]),
        (["odd"], ["7", "7"]),
    ],
)
def test_saved_hand_sizes_of_every_age_are_read(saved: Any, sizes: list[str]) -> None:
    lazy_archive = LazyArchive()
    lazy_archive.archive.save_progress("practice", saved)
    lazy_archive.close()

    async def look(pilot: Pilot[int]) -> None:
        await rest(pilot)
        assert re.findall(r"< (\d) cards >", screen_text(pilot)) == sizes

    run(look, begin=lambda app: app.show_practice(""))
