"""How a replay looks: at every size, in blocks and in ASCII, and without colours."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from textual.pilot import Pilot

from cardtable.engine.game import AnyGame
from cardtable.games import GAMES
from tests.table.sittings import played
from tests.tui.review.replaying import CLASH, progress_line, screen_of, watch
from tests.tui.screens import board_on, golden, key_bar, press, run, screen_text, stand_still, strips, usually_diagonal

SIZES = ((80, 24), (120, 40), (40, 12))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("signs", ["blocks", "ascii"])
def test_snapshots_of_a_replay(size: tuple[int, int], signs: str) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, *["right"] * 9)
        await stand_still(pilot)
        golden(f"replay-{signs}-{size[0]}x{size[1]}.txt", screen_text(pilot))

    watch(play, played(CLASH), size=size, ascii_only=signs == "ascii")


VIEWS: dict[str, Iterable[str]] = {
    "open": "o",
    "views": "v",
    "cards": "oc",
    "end": ["end"],
    "help": ["question_mark"],
}
"""The keys that lead to each view or dialog."""


@pytest.mark.parametrize("name", VIEWS)
def test_snapshots_of_the_dialogs_of_a_replay(name: str) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, *["right"] * 9, *VIEWS[name])
        await stand_still(pilot)
        golden(f"replay-{name}.txt", screen_text(pilot))

    watch(play, played(CLASH))


@pytest.mark.parametrize(("game", "size"), usually_diagonal(GAMES.values(), SIZES))
def test_a_replay_of_every_game_fits(game: AnyGame, size: tuple[int, int]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, *["right"] * 3)
        for key in ("o", "end"):
            text = screen_text(pilot)
            assert "enlarge" not in text
            assert " of " in progress_line(pilot)
            assert "? Help" in key_bar(pilot)
            await press(pilot, key)

    watch(play, played(game), size=size)


def test_a_replay_uses_no_colour_with_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "right", "o")
        for strip in strips(pilot):
            for segment in strip:
                style = segment.style
                assert style is None or style.color is None or style.color.triplet is None or grey(style.color.triplet)

    def grey(triplet: Any) -> bool:
        return bool(max(triplet) - min(triplet) < 3)

    watch(play, played(CLASH))


def test_a_replay_asks_for_a_larger_terminal() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert "enlarge to 40x12" in screen_text(pilot)

    watch(play, played(CLASH), size=(40, 11))
    watch(play, played(CLASH), size=(39, 12))


def test_the_board_of_a_replay_is_as_large_as_at_the_table() -> None:
    heights = []

    async def look(pilot: Pilot[int]) -> None:
        board = board_on(pilot)
        heights.append(board.size.height - board.status_lines(80))

    async def play(pilot: Pilot[int]) -> None:
        picture = screen_of(pilot).board
        heights.append(picture.size.height - picture.status_lines(80) + picture.reserved_rows)

    run(look, played(CLASH, most=5, persons=(0, 0)))
    watch(play, played(CLASH))
    assert heights[0] == heights[1]
